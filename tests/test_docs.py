"""The manual is true: every example in docs/ is checked, and worked out where it shows a value."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from positions import expression, ruleset

from interpreter.machine.evaluate import probing
from interpreter.rules.expression import Expr
from interpreter.rules.operators import OPERATORS
from interpreter.rules.read import from_document, read_deck, read_ruleset
from interpreter.rules.scopes import SCOPES
from interpreter.rules.types import Type
from interpreter.rules.vocabulary import WORDS, Word
from interpreter.text import limits
from interpreter.text.document import Mapping, Node, Scalar, Sequence, read
from interpreter.text.problem import RulesetError
from interpreter.text.shape import schema
from interpreter.text.source import Source

DOCS = Path(__file__).parent.parent / "docs"
LANGUAGE = (DOCS / "language.md").read_text(encoding="utf-8")
RULESETS = (DOCS / "rulesets.md").read_text(encoding="utf-8")
SECURITY = (DOCS / "security.md").read_text(encoding="utf-8")


def _generate() -> Any:
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


generate = _generate()
GAME = generate.GAME

# -- language.md: tables ---------------------------------------------------------------------------


def rows(*heads: str) -> list[tuple[str, ...]]:
    """The cells under these heads of all tables that have them, without backticks."""
    found: list[tuple[str, ...]] = []
    places: list[int] | None = None
    for line in LANGUAGE.splitlines():
        if not line.startswith("|"):
            places = None
            continue
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if places is None:
            places = [cells.index(head) if head in cells else -1 for head in heads]
        elif -1 not in places and not set(line) <= set("| -"):
            found.append(tuple(cells[place] for place in places))
    return found


def code(cell: str) -> list[str]:
    """What stands between backticks in a cell."""
    return re.findall(r"`([^`]+)`", cell)


EXAMPLES = [(code(example)[0], code(value)[0]) for example, value in rows("Example", "Value")]
BRACKETS = [(code(left)[0], code(right)[0]) for left, right in rows("Example", "As if it were")]
REFUSED = [(code(left)[0], code(right)) for left, right in rows("Refused", "Write")]
CARDS = "some cards"


def any_type(text: str, like: str = "") -> Expr:
    """An example with the type that it has; if it may have several, that of the value `like`."""
    wanted = [Type.NUMBER, Type.TRUTH, Type.CARDS, Type.PLAYER]
    if like in ("yes", "no"):
        wanted = [Type.TRUTH]
    elif like and not re.fullmatch(r"-?[0-9]+", like):
        wanted = [Type.CARDS]
    for want in wanted[:-1]:
        try:
            return expression(GAME, text, want)
        except RulesetError:
            continue
    return expression(GAME, text, wanted[-1])


def needs(expr: Expr) -> Iterator[str]:
    if isinstance(expr.value, Word):
        yield expr.value.needs
    for arg in expr.args:
        yield from needs(arg)


@cache
def worked_out() -> dict[tuple[str, str], int]:
    """What every example, and every value that is a set, is worth at the moment it is about."""
    keys = [*EXAMPLES, *((text, "") for pair in BRACKETS for text in pair)]
    keys += [(value, CARDS) for text, value in EXAMPLES if any_type(text, value).type is Type.CARDS]
    exprs = [any_type(text, like) for text, like in keys]
    m, probes = probing(ruleset(GAME), exprs)
    states = {
        name: generate.state_at(ruleset(GAME), m, name) for name in ("reply", "trick", "deal")
    }
    found = {}
    for key, expr, probe in zip(keys, exprs, probes, strict=True):
        later = [generate.LATER[need] for need in needs(expr) if need in generate.LATER]
        found[key] = probe(states[later[0] if later else "reply"], generate.ME)
    return found


def test_pages_are_current() -> None:
    assert generate.page() == LANGUAGE, "run: python docs/generate.py"
    assert generate.security_page() == SECURITY, "run: python docs/generate.py"


def test_what_the_page_about_strangers_names_is_there() -> None:
    """Every file, and every limit with its number."""
    for name in re.findall(r"`(tests/[\w./]+)`", SECURITY):
        assert (DOCS.parent / name).exists(), name
    for limit in (v for v in vars(limits).values() if isinstance(v, limits.Limit)):
        assert f"| {limit:,} | {limit.what} |" in SECURITY
    assert "| 50 | entries of `declarations` |" in SECURITY


def test_check(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert generate.main(["--check"]) == 0
    monkeypatch.setattr(generate, "PAGE", DOCS / "rulesets.md")
    assert generate.main(["--check"]) == 1
    assert "not current" in capsys.readouterr().err


def test_every_row_is_in_the_page() -> None:
    assert {row.example for row in (*WORDS, *OPERATORS)} <= set(EXAMPLES)
    shown_groups = [need for _title, group in generate.GROUPS for need in group]
    assert sorted(shown_groups) == sorted({word.needs for word in WORDS})


@pytest.mark.parametrize(("text", "value"), EXAMPLES, ids=[text for text, _value in EXAMPLES])
def test_example(text: str, value: str) -> None:
    found = worked_out()
    if (value, CARDS) in found:
        assert found[text, value] == found[value, CARDS]
    else:
        truths = {"yes": 1, "no": 0}
        assert found[text, value] == (truths[value] if value in truths else int(value))


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word.name)
def test_example_uses_its_word(word: Word) -> None:
    assert re.search(rf"\b{word.name}\b", word.example[0])


def test_brackets_as_shown() -> None:
    assert BRACKETS
    assert all(worked_out()[text, ""] == worked_out()[other, ""] for text, other in BRACKETS)


def test_kinds() -> None:
    kinds = {"cards": Type.CARDS, "number": Type.NUMBER, "condition": Type.TRUTH}
    shown = rows("Kind", "For example")
    assert len(shown) == 4
    for kind, example in shown:
        expression(GAME, code(example)[0], kinds.get(kind, Type.PLAYER))


@pytest.mark.parametrize(("text", "instead"), REFUSED, ids=[text for text, _instead in REFUSED])
def test_refused(text: str, instead: list[str]) -> None:
    with pytest.raises(RulesetError):
        any_type(text)
    assert instead
    for other in instead:
        any_type(other)


def test_every_word_has_a_row() -> None:
    table = [cell.split("(")[0] for row in rows("Word") for cell in code(row[0])]
    assert sorted(table) == sorted(word.name for word in WORDS)


# -- language.md: where words may stand ------------------------------------------------------------


def places(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[int, str]]:
    """Where each scalar of a document begins, and its keys; `*` for names of the author's."""
    if isinstance(node, Scalar):
        yield node.span.start, ": ".join(path)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from places(item, path)
    else:
        assert isinstance(node, Mapping)
        for key, value in node.entries:
            yield key.span.start, ": ".join(path)
            if key.text in ("most", "least"):
                yield from places(value, path)
            else:
                yield from places(value, (*path, "*" if path in FREE else key.text))


FREE = {
    ("tricks", "lead"),
    ("tricks", "reply"),
    ("exchanges",),
    ("declarations",),
    ("stages",),
    ("signals", "signs"),
    ("scoring", "points"),
    ("invariants",),
}
"""maps and lists whose keys are names of the author's"""


def test_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """The places that the page names for a scope are those where the checker uses it."""
    from interpreter.rules import check

    where: dict[int, str] = {}
    used: set[tuple[str, str]] = set()
    plain = check.Checker.check

    def noting(self: check.Checker, node: Any, want: Type) -> Expr:
        if node.span.source.name == "whole" and self.scope != "any":
            place = where.get(node.span.start)
            if place is not None:
                used.add((self.scope, place))
        return plain(self, node, want)

    monkeypatch.setattr(check.Checker, "check", noting)
    for text in (WHOLE, TAKING):
        document = read(Source("whole", text))
        where.update(places(document))
        from_document(document, None)
        where.clear()
    assert used == {(scope, place) for scope, some in generate.PLACES.items() for place in some}
    assert set(generate.PLACES) == set(SCOPES) - {"any"}


WHOLE = """
ruleset: 1
name: whole
title: Every place where an expression can stand
players: 2
deck: {use: french}
values: {A: 11}
nicknames: {A of spades: one}
seats: {from: deck, order: [most: players]}
dealer: {first: [most: players], redraw: 1 < 2, next: dealer}
deal: {cards: 5, first: dealer, cut: dealer, turn_up: yes}
stages: [one: {when: 1 < 2, ask: dealer}]
trump: hearts
tricks:
  ranking: [deck]
  wins: [deck]
  lead: [one: {when: 1 < 2, play: deck}]
  reply: [one: {when: 1 < 2, play: deck}]
  draw: {each: 1, first: winner}
signals: {when: 1 < 2, truthful: 1 < 2, signs: {one: {means: 1 < 2}}}
exchanges:
  one: {give: 7 of hearts, take: turned, when: 1 < 2, ask: {before: lead, when: 1 < 2}}
declarations:
  one: {cards: A, slot: one, when: 1 < 2, points: 1, wins: deal, prefer: [1 < 2]}
  two: {each: s in suits, cards: K of s, slot: two, trump: 1 < 2}
scoring: {points: {one: {points: 1}}, winner: [most: points], worth: 1}
invariants: {one: {sum: 1, is: 2}}
match: {wins: 1, rounds: 2, repeats: 0}
"""
TAKING = WHOLE.replace("  draw: {each: 1, first: winner}\n", "").replace(
    "ask: dealer", "take: 1, by: [dealer]"
)
"""in a game whose players draw there is nothing to take before the first trick"""

# -- the YAML in both pages ------------------------------------------------------------------------


def blocks(text: str) -> list[str]:
    return re.findall(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


BLOCKS = [*blocks(RULESETS), *blocks(LANGUAGE)]


@cache
def small_game() -> Mapping:
    """The whole game at the top of rulesets.md."""
    return read(Source("small game", blocks(RULESETS)[0]))


INSTEAD = {"deals": "wins"}
"""a key that takes the place of another, since only one of them may stand"""


def laid_over(under: Node, over: Node) -> Node:
    """One document in the place of what it names in another: maps key by key, all else whole."""
    if not isinstance(under, Mapping) or not isinstance(over, Mapping):
        return over
    entries = {key.text: (key, value) for key, value in under.entries}
    for key, value in over.entries:
        old = entries.get(key.text)
        entries[key.text] = (key, laid_over(old[1], value) if old else value)
        entries.pop(INSTEAD.get(key.text, ""), None)
    return Mapping(tuple(entries.values()), under.span)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_block(block: str, tmp_path: Path) -> None:
    path = tmp_path / "block.yaml"
    path.write_text(block, encoding="utf-8")
    if block.startswith("ruleset: 1"):
        assert read_ruleset(path).name
    elif block.startswith("deck: 1"):
        assert read_deck(path).size
    else:
        document = laid_over(small_game(), read(Source("block", block)))
        assert isinstance(document, Mapping)
        assert from_document(document, None).name == "first-steps"


def keys(part: object) -> Iterator[str]:
    """Every key that the schema allows."""
    if isinstance(part, dict):
        yield from part.get("properties", {})
        for inner in part.values():
            yield from keys(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from keys(inner)


@pytest.mark.parametrize("key", sorted(set(keys(schema()))))
def test_every_key_is_explained(key: str) -> None:
    assert f"`{key}`" in RULESETS


def test_values_that_stand_for_themselves_are_explained() -> None:
    def choices(part: object) -> Iterator[str]:
        if isinstance(part, dict):
            yield from (str(choice) for choice in part.get("enum", []) if choice is not None)
            for inner in part.values():
                yield from choices(inner)
        elif isinstance(part, list):
            for inner in part:
                yield from choices(inner)

    assert [c for c in set(choices(schema())) if not re.search(rf"[`: ]{c}\b", RULESETS)] == []
