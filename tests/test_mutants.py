"""Mutants: all of a tiny ruleset, told by hand, and those of each kind it has no place for."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.rules.read import read_ruleset
from interpreter.rules.shelf import find, shipped
from interpreter.rules.types import Type
from interpreter.study.mutants.make import names_of
from interpreter.study.mutants.phrases import variants
from interpreter.study.mutants.sift import Sifter
from interpreter.study.settings import every_setting
from interpreter.text.document import plain

GAMES = Path(__file__).parent / "games"
TINY = """
dealer.first: most -> least
dealer.next: left(dealer) -> dealer
deal.cards: 2 -> 1
deal.cards: 2 -> 3
deal.first: left(dealer) -> dealer
trump: dropped
trump: hearts -> diamonds
tricks.ranking: A, K swapped
tricks.ranking: A, K tied
tricks.wins: trump dropped
tricks.wins: trump, follows(led) swapped
tricks.wins: follows(led) dropped
tricks.wins: follows(led) -> suit(led)
tricks.reply: follow dropped
tricks.reply.follow.when: dropped
tricks.reply.follow.when: trick = 2 or led in trump -> trick = 2 and led in trump
tricks.reply.follow.when: trick = 2 or led in trump -> led in trump
tricks.reply.follow.when: trick = 2 or led in trump -> trick = 2
tricks.reply.follow.when: trick = 2 -> trick != 2
tricks.reply.follow.when: 2 -> 1
tricks.reply.follow.when: 2 -> 3
tricks.reply.follow.when: led in trump -> not led in trump
tricks.reply.follow.play: follows(led) -> suit(led)
scoring.points.last: dropped
scoring.points.last.points: if me = last_winner then 1 else 0 -> 1
scoring.points.last.points: if me = last_winner then 1 else 0 -> 0
scoring.points.last.points: me = last_winner -> me != last_winner
scoring.points.last.points: me -> dealer
scoring.points.last.points: me -> last_winner
scoring.points.last.points: me -> left(me)
scoring.points.last.points: last_winner -> dealer
scoring.points.last.points: last_winner -> me
scoring.points.last.points: last_winner -> left(last_winner)
scoring.points.last.points: 1 -> 0
scoring.points.last.points: 1 -> 2
scoring.points.last.points: 0 -> -1
scoring.points.last.points: 0 -> 1
scoring.winner: most: points dropped
scoring.winner: most: points, most: count(won) swapped
scoring.winner: most: count(won) dropped
scoring.winner: most -> least
scoring.winner: most -> least (2)
match.wins: dropped
match.wins: 2 -> 1
match.wins: 2 -> 3
match.repeats: 5 -> 4
match.repeats: 5 -> 6
""".strip().splitlines()


def test_all_mutants_of_a_tiny_ruleset() -> None:
    sifter = Sifter(GAMES / "tiny.yaml")
    sifted = [found for found in map(sifter.sift, sifter.mutants) if found is not None]
    assert [found.mutant.name for found in sifted] == TINY
    refused = {found.mutant.name: found.refused for found in sifted if found.refused}
    text = "a match ends with a number of points (`wins`) or of deals (`deals`)"
    assert refused == {"match.wins: dropped": text}
    assert not [found.mutant.name for found in sifted if found.same]


def test_words_that_mean_nothing_at_a_place_make_no_mutant() -> None:
    sifter = Sifter(GAMES / "tiny.yaml")
    nothing = {m.name for m in sifter.mutants if sifter.sift(m) is None}
    assert nothing == {
        *(f"{rule}: dealer -> {word}" for rule in ("dealer.next", "deal.first")
          for word in ("leader", "me", "winner", "last_winner")),
        *(f"scoring.points.last.points: {old} -> {new}" for old in ("me", "last_winner")
          for new in ("leader", "winner")),
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(shipped()))
def test_names_are_the_mutants_own(name: str) -> None:
    """No two have one name, none is the ruleset as it stands, and only one value differs."""
    sifter = Sifter(find(name))
    found = sifter.mutants
    assert len({mutant.name for mutant in found}) == len(found) > 100
    whole = plain(sifter.origin.document)
    assert isinstance(whole, dict)
    for mutant in found:
        data = plain(mutant.document)
        assert isinstance(data, dict)
        top = mutant.rule.partition(".")[0]
        assert {key for key in whole if data.get(key) != whole[key]} - {"nicknames"} == {top}


# -- expressions -----------------------------------------------------------------------------------

RULES = read_ruleset(GAMES / "tiny.yaml")
CHANGES = {
    ("truth", "not led in trump"): ["led in trump", "not best in trump"],
    ("truth", "trick < 3"): [
        "trick >= 3",
        "trick <= 3",
        "trick < 2",
        "trick < 4",
    ],
    ("number", "min(trick, 2)"): ["max(trick, 2)", "min(trick, 1)", "min(trick, 3)"],
    ("number", "count(won) - 2"): ["count(won) + 2", "count(won) - 1", "count(won) - 3"],
    ("number", "-stock"): ["stock"],
    ("cards", "(A or K) of hearts"): [
        "hearts",
        "(A or K)",
        "(K) of hearts",
        "(A) of hearts",
        "(A or K) of diamonds",
    ],
    ("cards", "deck except A of spades"): [
        "deck",
        "deck except spades",
        "deck except A",
        "deck except K of spades",
        "deck except A of hearts",
    ],
    ("truth", "trick = 1 and (led in A or led in K)"): [
        "trick = 1 or (led in A or led in K)",
        "(led in A or led in K)",
        "trick = 1",
        "trick != 1 and (led in A or led in K)",
        "trick = 0 and (led in A or led in K)",
        "trick = 2 and (led in A or led in K)",
        "trick = 1 and (led in A and led in K)",
        "trick = 1 and (led in K)",
        "trick = 1 and (led in A)",
        "trick = 1 and (not led in A or led in K)",
        "trick = 1 and (best in A or led in K)",
        "trick = 1 and (led in K or led in K)",
        "trick = 1 and (led in A or not led in K)",
        "trick = 1 and (led in A or best in K)",
        "trick = 1 and (led in A or led in A)",
    ],
    ("number", "if trick = 1 and led in A then 2 else 3"): [
        "if trick = 1 and led in A then 3 else 2",
        "2",
        "3",
        "if trick = 1 or led in A then 2 else 3",
        "if led in A then 2 else 3",
        "if trick = 1 then 2 else 3",
        "if trick != 1 and led in A then 2 else 3",
        "if trick = 0 and led in A then 2 else 3",
        "if trick = 2 and led in A then 2 else 3",
        "if trick = 1 and not led in A then 2 else 3",
        "if trick = 1 and best in A then 2 else 3",
        "if trick = 1 and led in K then 2 else 3",
        "if trick = 1 and led in A then 1 else 3",
        "if trick = 1 and led in A then 3 else 3",
        "if trick = 1 and led in A then 2 else 2",
        "if trick = 1 and led in A then 2 else 4",
    ],
    ("player", "left(dealer)"): [
        "right(dealer)",
        "dealer",
        "left(leader)",
        "left(me)",
        "left(winner)",
        "left(last_winner)",
    ],
}


@pytest.mark.parametrize(("want", "text"), CHANGES)
def test_changes_of_expressions(want: str, text: str) -> None:
    names = names_of(Sifter(GAMES / "tiny.yaml").origin.document, RULES.deck)
    found = [variant.text for variant in variants(text, Type(want), names)]
    assert found == CHANGES[want, text]


# -- kinds for which the tiny ruleset has no place -------------------------------------------------


def changes(path: Path, rule: str) -> set[str]:
    """What can be changed of a rule."""
    sifter = Sifter(path)
    own = [mutant for mutant in sifter.mutants if mutant.rule == rule]
    found = filter(None, map(sifter.sift, own))
    return {one.mutant.name.removeprefix(f"{rule}: ") for one in found if one.real}


@pytest.mark.parametrize(
    ("name", "rule", "expected"),
    [
        ("chouine", "tricks.reply", {
            "follow dropped", "overtake dropped", "ruff dropped",
            "follow, overtake swapped", "overtake, ruff swapped",
        }),
        ("chouine", "declarations.quinte.number", {"5 -> 4", "5 -> 6", "dropped"}),
        ("chouine", "declarations.mariage.slot", {"s -> mariage", "s -> quinte"}),
        ("chouine", "declarations.mariage.show", {"dropped"}),
        ("chouine", "exchanges.seven.ask", {"dropped"}),
        ("chouine", "values.9", {"0 -> -1", "0 -> 1"}),
        ("chouine", "declarations.chouine.prefer", {
            "s = trump dropped", "s = trump, me = leader swapped", "me = leader dropped",
            "s = trump -> s != trump", "me = leader -> me != leader",
            *(f"me -> {word}" for word in ("dealer", "leader", "winner", "left(me)")),
            *(f"leader -> {word}" for word in ("dealer", "me", "winner", "left(leader)")),
        }),
        ("chouine-mondoubleau", "deal.turn_up", {"no -> yes"}),
        ("chouine-proust", "match.rounds", {"2 -> 3"}),
        ("chouine-proust", "dealer.redraw", {
            "dropped", "round = 3 -> round != 3", "3 -> 2", "3 -> 4",
        }),
        ("aluette", "options.signals_truthful.default", {"yes -> no"}),
        ("aluette", "stages.exchange.by", {
            "left(dealer) dropped", "left(dealer), dealer swapped", "dealer dropped",
            "left(dealer) -> right(dealer)", "left(dealer) -> dealer", "dealer -> left(dealer)",
        }),
        ("aluette", "signals.signs.wink", {"dropped"}),
        ("aluette", "signals.truthful", {"dropped", "signals_truthful -> not signals_truthful"}),
        ("aluette", "scoring.winner.least", {
            f"last_win -> {word}" for word in ("declared", "tricks", "first_win")
        }),
    ],
)  # fmt: skip
def test_kinds(name: str, rule: str, expected: set[str]) -> None:
    assert changes(find(name), rule) == expected


def test_cards_without_a_nickname_are_cards_too() -> None:
    """What a card is called stands in the way of no mutant."""
    assert "9 -> 8" in changes(find("aluette"), "sets.grand_neuf")


# -- settings --------------------------------------------------------------------------------------


def test_every_setting() -> None:
    found = every_setting(read_ruleset(find("aluette")))
    usual = {"chanter": "no", "mordienne": "no", "signals": "no", "signals_truthful": "yes"}
    assert found[0] == {**usual, "teams": "lot"}
    assert len(found) == 32 == len({tuple(row.items()) for row in found})
    assert found[1] == {
        name: {"no": "yes", "yes": "no"}[value] for name, value in usual.items()
    } | {"teams": "traditional"}
    assert every_setting(read_ruleset(find("chouine"))) == [{}]
