"""Rulesets compared in words: whatever their content hash depends on is named, and nothing else.

The lists in tests/loading change one thing of a small ruleset at a time, with and without effect on
the hash. Expressions are written as short as they can be; random ones are read back.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import aluette_table
import helpers
import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from positions import GAMES, expression, ruleset
from test_diff_play import without
from test_loading import LISTS, changes, shuffled
from test_random_expressions import expressions

from interpreter import load
from interpreter.rules.expression import canonical
from interpreter.rules.read import read_ruleset, ruleset_from_data
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.types import Type
from interpreter.study.changes import leaves
from interpreter.study.compare import Comparison, compare
from interpreter.study.effects import effects
from interpreter.study.parts import TABLES
from interpreter.study.sections import SPOKEN
from interpreter.study.unparse import meaning, settled, unparse
from interpreter.text.problem import RulesetError
from interpreter.text.source import Source

NO_PLACE = Source("data", " ")
GENERIC = re.compile(r"^[a-z_]+: `|``|Expr\(|None|\bnone → none\b")
"""signs of a sentence that nobody wrote, or of a value that nobody can read"""


def compared(path: Path, text: str, folder: Path) -> Comparison:
    """A ruleset compared with its changed text."""
    other = folder / "changed.yaml"
    other.write_text(text, encoding="utf-8")
    return compare(read(path), read_ruleset(other))


read = cache(read_ruleset)


DIFFERENT = [(path, *pair) for path, lists in LISTS.items() for pair in changes(lists[1])]
SAME = [(path, *pair) for path, lists in LISTS.items() for pair in changes(lists[0])]


@pytest.mark.parametrize(("path", "old", "new"), DIFFERENT)
def test_whatever_the_hash_depends_on_is_named(
    path: Path, old: str, new: str, tmp_path: Path
) -> None:
    found = compared(path, path.read_text(encoding="utf-8").replace(old, new, 1), tmp_path)
    assert not found.same
    assert found.changes
    for change in leaves(found.changes):
        assert change.rule
        assert change.parts
        for part in change.parts:
            assert not GENERIC.search(part.text), part.text
    if any(change.kind not in ("written", "renamed") for change in found.changes):
        assert any(effect.differs for effect in effects(found)) or "name" in found.changes[0].rule


@pytest.mark.parametrize(("path", "old", "new"), SAME)
def test_nothing_else_is(path: Path, old: str, new: str, tmp_path: Path) -> None:
    """Options can be named otherwise, which is told; then nothing differs in play."""
    text = path.read_text(encoding="utf-8")
    found = compared(path, re.sub(re.escape(old) + r"(?!\w)", lambda _m: new, text), tmp_path)
    assert found.same
    assert all(change.rule.startswith("options.") for change in found.changes)


@pytest.mark.parametrize("cls", TABLES, ids=lambda cls: cls.__name__)
def test_every_key_of_a_rule_has_its_sentence(cls: type) -> None:
    """A key that is added to a rule is told somehow; this test asks for a sentence."""
    elsewhere = {"about", "say", "number", "each", "masks"}
    assert {f.name for f in fields(cls)} - elsewhere <= set(TABLES[cls])


def test_every_section_has_its_sentences() -> None:
    assert {f.name for f in fields(Ruleset)} == set(SPOKEN.split())


def test_something_that_nobody_knows_is_told_all_the_same() -> None:
    """Should the hash ever cover more than is compared."""
    a, b = ruleset("chouine"), ruleset_from_data(ruleset("chouine").document, NO_PLACE)
    vars(b)["hash"] = "0123456789abcdef"
    found = compare(a, b)
    assert [part.text for change in found.changes for part in change.parts] == [
        "something differs that has no name"
    ]
    assert all(effect.differs for effect in effects(found))


# -- no difference ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chouine", "aluette", "chouine-mondoubleau-trois"])
def test_the_order_of_keys_is_no_difference(name: str) -> None:
    game = load(name).ruleset
    for seed in range(5):
        other = ruleset_from_data(shuffled(game.document, random.Random(seed)), NO_PLACE)
        found = compare(game, other)
        assert (found.same, found.changes, found.texts) == (True, (), False)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("final: stock < players", "final: (stock)   <   (players)"),
        ("when: final and led in trump", "when: (final) and (led in trump)"),
        ("brisques: A or 10", "brisques: (A) or (10)"),
        ("if s = trump then 40 else 20", "(if (s = trump) then (40) else (20))"),
    ],
)
def test_spacing_and_brackets_are_no_difference(old: str, new: str, tmp_path: Path) -> None:
    found = compare(helpers.chouine().ruleset, helpers.changed(tmp_path, old, new).ruleset)
    assert (found.same, found.changes, found.texts) == (True, (), False)


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        ("(K or Q or J) of s", "(J or K or Q) of s", []),
        ("stock > 2 or stock = 2 and empty(led)", "(stock > 2 or stock = 2 and empty(led))", []),
        ("when: final and led in trump", "when: final and led in (trump or none)", ["overtake"]),
        ("play: trump\n", "play: trump or trump\n", ["ruff"]),
    ],
)
def test_what_differs_as_text(old: str, new: str, rules: list[str], tmp_path: Path) -> None:
    found = compare(helpers.chouine().ruleset, helpers.changed(tmp_path, old, new).ruleset)
    assert [change.rule.split(".")[-1] for change in found.changes] == rules


def test_the_same_in_play_is_told_as_that(tmp_path: Path) -> None:
    """A chain in brackets within a chain, and a condition that the settings decide."""
    old, new = "K or Q or J) of s\n    slot", "K or (Q or J)) of s\n    slot"
    assert (
        compare(helpers.chouine().ruleset, helpers.changed(tmp_path, old, new).ruleset).changes
        == ()
    )
    old, new = "worth: if mordienne and final_series", "worth: if final_series and mordienne"
    game = aluette_table.changed(tmp_path, old, new)
    found = compare(aluette_table.aluette().ruleset, game.ruleset)
    assert not found.same
    assert [(change.rule, change.kind) for change in found.changes] == [
        ("scoring.worth", "written")
    ]
    assert not any(effect.differs for effect in effects(found))


def test_texts(tmp_path: Path) -> None:
    found = compare(
        helpers.chouine().ruleset, helpers.changed(tmp_path, "en: marriage", "en: wedding").ruleset
    )
    assert (found.same, found.changes, found.texts) == (True, (), True)


def test_an_option_that_is_only_set_otherwise_by_default(tmp_path: Path) -> None:
    old = "signals_truthful:\n    type: yes/no\n    default: yes"
    game = aluette_table.changed(tmp_path, old, old.replace("default: yes", "default: no"))
    found = compare(aluette_table.aluette().ruleset, game.ruleset)
    assert found.same
    assert [part.text for change in found.changes for part in change.parts] == ["yes → no"]


# -- expressions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=30, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(data=st.data())
def test_expressions_are_read_back(game: str, data: st.DataObject) -> None:
    """What is written means the same, and would not without one of its pairs of brackets."""
    expr, r = data.draw(expressions(game, "choice")), ruleset(game)
    text = unparse(expr, r)
    assume(not re.search(r"\b(yes|no)\b", text))  # what the settings decide cannot be written
    assert meaning(expression(game, text, expr.type), r) == meaning(expr, r), text
    for fewer in without_brackets(text):
        try:
            again = expression(game, fewer, expr.type)
        except RulesetError:
            continue
        assert canonical(settled(again)) != canonical(settled(expr)), fewer


def without_brackets(text: str) -> Iterator[str]:
    """The text without one pair of brackets that is not a word's."""
    for start in (i for i, c in enumerate(text) if c == "(" and not text[:i][-1:].isalnum()):
        depth, end = 0, start
        while True:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            if not depth:
                break
            end += 1
        yield text[:start] + text[start + 1 : end] + text[end + 1 :]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("((led) in ((A) or (10)))", "led in (A or 10)"),
        ("(K or J) of hearts", "(K or J) of hearts"),
        ("K or (J of hearts)", "K or (J of hearts)"),
        ("(7 of hearts) or (hand of trump)", "7 of hearts or hand of trump"),
        ("not (led in trump)", "not led in trump"),
        ("not (final and empty(led))", "not (final and empty(led))"),
        ("(final and (empty(led)))", "final and empty(led)"),
        ("(1 + 2) * 3 = 9", "(1 + 2) * 3 = 9"),
        ("1 + (2 * 3) = 7", "1 + 2 * 3 = 7"),
        ("5 - (2 - 1) = -(3 + 1)", "5 - (2 - 1) = -(3 + 1)"),
        ("(if final then 1 else 2) + 1 = 3", "(if final then 1 else 2) + 1 = 3"),
        ("if final then (if empty(led) then 1 else 2) else 3", None),
    ],
)
def test_expressions_as_text(written: str, shown: str | None) -> None:
    shown = shown or "if final then if empty(led) then 1 else 2 else 3"
    kind = Type.NUMBER if written.startswith("if") else Type.TRUTH
    if " of hearts" in written:
        kind = Type.CARDS
    expr = expression("chouine", written, kind)
    assert unparse(expr, ruleset("chouine")) == shown


# -- what reads what -------------------------------------------------------------------------------

READS = [
    ("chouine", "declarations.quinte", "legal calls points result trump sight"),
    ("chouine", "declarations.chouine", "legal calls points result trump sight"),
    ("chouine", "exchanges.seven", "calls cards"),
    ("chouine", "tricks.reply.follow", "legal"),
    ("chouine", "tricks.draw", "cards"),
    ("chouine", "scoring.points.last_trick", "points"),
    ("aluette", "scoring.worth", "match"),
    ("aluette", "seats", "lots"),
]


@pytest.mark.parametrize(("game", "rule", "readers"), READS)
def test_what_reads_a_rule(game: str, rule: str, readers: str) -> None:
    options = {"mordienne": "yes"} if game == "aluette" else {}
    base, other = load(game), without(load(game), rule)
    found = compare(base.with_options(options).ruleset, other.with_options(options).ruleset)
    assert {change.rule for change in found.changes} == {rule}
    assert {e.name for e in effects(found) if e.rules} == set(readers.split())
