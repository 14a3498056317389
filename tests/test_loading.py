"""What loads, and what then means the same: however it is written, in whatever order it stands.

The content hash is the measure: equal for rulesets that play alike. `loading/small.yaml` and
`partners.yaml` together use every key of a ruleset; the lists beside them, `same.txt` and
`different.txt`, change one thing in them at a time.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest
from helpers import TRIES
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.rules.read import read_ruleset, ruleset_from_data
from interpreter.rules.ruleset import Ruleset
from interpreter.text.document import Scalar, read
from interpreter.text.messages import speak
from interpreter.text.problem import RulesetError
from interpreter.text.source import Source
from interpreter.text.syntax import Syntax, parse

HERE = Path(__file__).parent
SMALL = HERE / "loading" / "small.yaml"
SHIPPED = HERE.parent / "rulesets" / "chouine.yaml"
TEXT = SMALL.read_text(encoding="utf-8")
BASE = read_ruleset(SMALL)
PARTNERS = HERE / "loading" / "partners.yaml"
NO_PLACE = Source("data", " ")


def load(folder: Path, content: bytes | str) -> Ruleset:
    """The ruleset of a text, read from a file."""
    path = folder / "game.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_ruleset(path)


def changes(name: str) -> list[tuple[str, str]]:
    """The pairs of a list `old -> new`."""
    lines = (HERE / "loading" / name).read_text(encoding="utf-8").splitlines()
    found = (re.fullmatch(r"([^#].*?) +->(?:  (.*))?", line) for line in lines)
    return [(match[1], match[2] or "") for match in found if match]


# -- the same, written otherwise ---------------------------------------------------------------

FORMS = {
    "byte order mark": "\ufeff" + TEXT,
    "Windows line ends": TEXT.replace("\n", "\r\n"),
    "old Macintosh line ends": TEXT.replace("\n", "\r"),
    "no line end at the end": TEXT.rstrip("\n"),
    "begins with ---": "---\n" + TEXT,
    "ends with ...": TEXT + "...\n",
    "empty lines and comments": TEXT.replace("\n", "  # so\n\n"),
    "quoted ranks": TEXT.replace("[Y, no, J, 10, 08,", "['Y', \"no\", J, \"10\", '08',"),
    "quoted numbers": TEXT.replace("cards: 5,", 'cards: "5",').replace("wins: 3", "wins: '3'"),
    "quoted words": TEXT.replace("turn_up: yes", 'turn_up: "yes"'),
    "quoted keys": TEXT.replace("values: {Y: 11", "'values': {\"Y\": 11"),
    "first key last": TEXT.replace("ruleset: 1\n", "") + "ruleset: 1\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_form(form: str, tmp_path: Path) -> None:
    assert FORMS[form] != TEXT
    assert load(tmp_path, FORMS[form]) == BASE


EXPRESSIONS = (
    "2 * players + 6 # eight or ten",
    "2*players+6",
    "(((2) * players) + (6))",
    "'2 * players + 6'",
    '"2 * players + 6"',
    '"2 * pl\\x61yers \\u002B 6"',
    '"2 * \\\n    players + 6"',
    "2 *\n    players\n\n    + 6",
    "'2 *\n\n    players\n    + 6'",
    ">\n    2 * players\n    + 6\n",
    ">-\n    2 *\n      players + 6\n",
    "|\n    2 * players\n    + 6\n",
    "|2-\n    2 * players + 6\n",
    "\n    2 * players + 6",
    "'2 *\t players + 6'",
)


@pytest.mark.parametrize("form", EXPRESSIONS)
def test_form_of_an_expression(form: str, tmp_path: Path) -> None:
    old = "bonus: 2 * players + 6"
    assert old in TEXT
    assert load(tmp_path, TEXT.replace(old, f"bonus: {form}")).hash == BASE.hash


def shuffled(data: Any, rng: random.Random) -> Any:
    """JSON data with the keys of all maps in another order; lists keep theirs."""
    if isinstance(data, dict):
        keys = rng.sample(list(data), len(data))
        return {key: shuffled(data[key], rng) for key in keys}
    return [shuffled(item, rng) for item in data] if isinstance(data, list) else data


def test_the_order_of_keys_means_nothing(tmp_path: Path) -> None:
    for path, times in ((SMALL, 100), (PARTNERS, 50), (SHIPPED, 20)):
        ruleset = read_ruleset(path)
        for seed in range(times):
            data = shuffled(ruleset.document, random.Random(seed))
            found = ruleset_from_data(data, NO_PLACE)
            assert found.hash == ruleset.hash, seed
            if seed < 5:  # JSON is YAML
                assert load(tmp_path, json.dumps(data)).hash == ruleset.hash


@pytest.mark.parametrize("path", [SMALL, PARTNERS, SHIPPED], ids=["small", "partners", "shipped"])
def test_json_and_back(path: Path) -> None:
    ruleset = read_ruleset(path)
    again = ruleset_from_data(json.loads(json.dumps(ruleset.document)), NO_PLACE)
    assert again == ruleset
    assert again.hash == ruleset.hash


LISTS = {
    SMALL: ("same.txt", "different.txt"),
    PARTNERS: ("partners-same.txt", "partners-different.txt"),
}
SAME = [(path, old, new) for path, lists in LISTS.items() for old, new in changes(lists[0])]


@pytest.mark.parametrize(("path", "old", "new"), SAME)
def test_what_play_does_not_depend_on(path: Path, old: str, new: str, tmp_path: Path) -> None:
    before, base = path.read_text(encoding="utf-8"), read_ruleset(path)
    text = re.sub(re.escape(old) + r"(?!\w)", lambda _match: new, before)
    assert text != before
    found = load(tmp_path, text)
    assert found.hash == base.hash
    assert found != base or set(found.sets) == set(base.sets)


@pytest.mark.parametrize(("path", "least"), [(SMALL, 60), (PARTNERS, 30)])
def test_what_play_depends_on(path: Path, least: int, tmp_path: Path) -> None:
    before = path.read_text(encoding="utf-8")
    seen = {read_ruleset(path).hash: ("nothing", "")}
    for old, new in changes(LISTS[path][1]):
        assert old in before, old
        found = load(tmp_path, before.replace(old, new, 1)).hash
        assert found not in seen, (old, new, seen[found])
        seen[found] = (old, new)
    assert len(seen) > least


# -- places ------------------------------------------------------------------------------------

GAPS = {
    "plain": (" ", "  ", "\n    ", "\n\n      "),
    "'": (" ", "   ", "\n   ", "\n\n\n    "),
    '"': (" ", "\n   ", "\n\n  ", " \\\n     ", "\\\n  \\  ", "\\t", "\\n \\x20"),
    "|": (" ", "   ", "\n    ", "\n\n    ", "\n      "),
    ">": (" ", "   ", "\n    ", "\n\n    ", "\n      "),
}
PIECES = ("led", "A", "10", "or", "of", "(", ")", "count", "é", "<=", "ça")


def written(style: str, pieces: list[str], gaps: list[str], escape: set[int]) -> str:
    """Pieces as YAML of a style, with a gap after each but the last; some of them escaped."""
    if style == '"':
        pieces = [
            "".join(f"\\u{ord(c):04x}" for c in piece) if i in escape else piece
            for i, piece in enumerate(pieces)
        ]
    body = "".join(piece + gap for piece, gap in zip(pieces, [*gaps, ""], strict=True))
    if style in ("|", ">"):
        return f"{style}  # several lines\n    {body}\n"
    return body if style == "plain" else style + body + style


@settings(max_examples=75 * TRIES, deadline=None)
@given(st.data())
def test_places_in_a_scalar(data: st.DataObject) -> None:
    """Every piece of a value is found where it stands in the file, in every style of YAML."""
    style = data.draw(st.sampled_from(sorted(GAPS)))
    pieces = data.draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8))
    count = len(pieces) - 1
    gaps = data.draw(st.lists(st.sampled_from(GAPS[style]), min_size=count, max_size=count))
    escape = data.draw(st.sets(st.integers(0, count)))
    text = written(style, pieces, gaps, escape)
    scalar = read(Source("x", f"# é\nkey: {text}\nnext: 1\n")).get("key")
    assert isinstance(scalar, Scalar)
    assert scalar.text.split() == pieces
    at = 0
    for i, piece in enumerate(pieces):
        at = scalar.text.index(piece, at)
        found = scalar.part(at, at + len(piece))
        if style == '"' and i in escape:
            assert found.text == "".join(f"\\u{ord(c):04x}" for c in piece)
        else:
            assert found.text == piece
        at += len(piece)


def leaves(node: Syntax) -> Iterator[Syntax]:
    """The names and numbers of a tree."""
    if not node.parts:
        yield node
    for part in node.parts:
        yield from leaves(part)


@pytest.mark.parametrize("form", EXPRESSIONS)
def test_places_in_an_expression(form: str) -> None:
    scalar = read(Source("x", f"key: {form}\n")).get("key")
    assert isinstance(scalar, Scalar)
    found = [leaf.span.text for leaf in leaves(parse(scalar))]
    assert [re.sub(r"\\x61", "a", text) for text in found] == ["2", "players", "6"]


# -- what the reader remembers ---------------------------------------------------------------------


def spoken(lang: str, text: str) -> None:
    """What is wrong with a text, in a language."""
    speak(lang)
    read(Source("wrong.yaml", text))


def test_what_is_wrong_is_told_each_time() -> None:
    """In the language in use, too."""
    for text in ("name: a\nname: b\n", "name: &a b\n", "name: [\n"):
        told = []
        for lang in ("en", "en", "fr"):
            with pytest.raises(RulesetError) as caught:
                copy_context().run(spoken, lang, text)
            told.append([problem.message for problem in caught.value.problems])
        assert len(told[0]) == 1
        assert told[0] == told[1] != told[2]


def test_documents_are_known_by_name_and_text() -> None:
    first = Source("a.yaml", "name: a  # one")
    assert read(Source("a.yaml", first.text)) is read(first)
    for other in (Source("b.yaml", first.text), Source("a.yaml", "name: b")):
        assert read(other).span.source == other
