"""A declaration that makes trump: in games made for it, where it can also be made in reply, and
where there were trumps before. The shipped games that have it are in test_variants.py."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pytest
from helpers import chouine, dumped, eagerly, states
from rich.console import Console
from variants.packs import MONDOUBLEAU, shipped, stacked

from interpreter import Game, Match, load
from interpreter.cli.screen import table
from interpreter.machine.compile import compile_ruleset
from interpreter.machine.tables import constants
from interpreter.rules.read import read_ruleset
from interpreter.table.lines import check
from interpreter.table.narration import Narrator
from interpreter.text.problem import RulesetError

GAME = """
ruleset: 1
name: makers
title: Makers
players: 3
deck: {use: french, ranks: [A, K, Q, J, 9, 8]}
dealer: {first: [most: strength(drawn)], next: left(dealer)}
deal: {cards: 3, first: left(dealer)}
tricks:
  ranking: [A, K, Q, J, 9, 8]
  wins: [trump, follows(led)]
  reply: [follow: {play: follows(led)}]
declarations:
  pair:
    each: s in suits
    cards: (K or Q) of s
    slot: s
    points: if s = trump then 40 else 20
    trump: empty(trump)
  top: {each: s in suits, cards: (A or J) of s, slot: top, points: if s = trump then 40 else 20}
scoring:
  points: {cards: {points: count(won)}, declared: {points: declared}}
  winner: [most: points]
match: {wins: 2, repeats: 10}
"""


def makers(folder: Path, *changes: tuple[str, str]) -> Game:
    """The game above with some changes in its document."""
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "makers.yaml"
    path.write_text(text, encoding="utf-8")
    return load(str(path))


def played(game: Game, hands: list[str], texts: str, turned: str = "") -> Match:
    match = game.match(packs=[stacked(game, hands, turned)], dealer=game.seats - 1)
    for text in texts.split(", "):
        match.apply(text if " " in text else f"play {text}")
    return match


def trumps(match: Match, seat: int = 0) -> set[str]:
    return {code[-1] for code in match.view(seat).trump}


# -- in play ---------------------------------------------------------------------------------------


def test_made_in_reply_it_takes_the_trick_it_is_made_in(tmp_path: Path) -> None:
    match = played(makers(tmp_path), ["AC 9C 8C", "KH QH 9H", "9D 8D JD"], "AC, declare pair H, QH")
    assert trumps(match) == {"H"}
    match.apply("play 9D")
    assert (match.turn, match.view(0).last_trick) == (1, match.view(1).last_won[1])


def test_cards_that_lie_on_the_table_stay_what_they_were(tmp_path: Path) -> None:
    """The ace of hearts was thrown away before hearts were trumps: the queen takes the trick."""
    hands = ["9C 8C AC", "AH 9D 8D", "KH QH 8S"]
    match = played(makers(tmp_path), hands, "9C, AH, declare pair H, QH")
    assert match.turn == 2
    assert match.view(2).won == ("AH", "QH", "9C")


def test_a_card_of_the_suit_led_is_a_trump_with_it(tmp_path: Path) -> None:
    """Made in the suit that was led; the third player must follow what is a trump now."""
    hands = ["JH 8C AC", "KH QH 8D", "AH 9S 8S"]
    match = played(makers(tmp_path), hands, "JH, declare pair H, QH")
    assert [str(action) for action in match.actions()] == ["play AH"]
    match.apply("play AH")
    assert match.turn == 2


def test_points_are_those_before(tmp_path: Path) -> None:
    """Twenty for the pair that makes trump, forty for what is declared in that suit later."""
    hands = ["KH QH AS", "AH JH 9S", "9D 8D JD"]
    match = played(makers(tmp_path), hands, "declare pair H, KH")
    assert dict(match.view(1).worth) == {"declare top H": 40}
    match.apply("declare top H")
    assert [made.points for made in match.view(1).declarations] == [20, 40]


def test_only_while_the_condition_holds(tmp_path: Path) -> None:
    hands = ["KH QH AS", "9H 8H 8D", "JD 9D 8S"]
    game = makers(tmp_path, ("trump: empty(trump)", "trump: s = hearts or s = spades"))
    match = played(game, hands, "declare pair H, KH")
    assert trumps(match) == {"H"}
    match = played(game, ["KC QC AS", "9H 8H 8D", "JD 9D 8S"], "declare pair C, KC")
    assert trumps(match) == set()
    assert "trump" not in {event.kind for event in match.events}


def test_it_takes_the_place_of_what_was_trump(tmp_path: Path) -> None:
    """With jacks for trumps the jack of clubs does not follow clubs; afterwards it does."""
    game = makers(
        tmp_path, ("tricks:", "trump: J\ntricks:"), ("trump: empty(trump)", "trump: 1 < 2")
    )
    hands = ["KH QH 9C", "JC 8C 9H", "9S 8D JD"]
    match = played(game, hands, "9C")
    assert [str(action) for action in match.actions()] == ["play 8C"]
    match = played(game, hands, "declare pair H, KH, 9H, 9S")
    assert trumps(match) == {"H"}
    match.apply("play 9C")
    assert [str(action) for action in match.actions()] == ["play JC", "play 8C"]


def test_the_next_one_can_make_another(tmp_path: Path) -> None:
    game = makers(tmp_path, ("trump: empty(trump)", "trump: 1 < 2"))
    match = played(
        game, ["KH QH AS", "KD QD 8D", "9S 8S JD"], "declare pair H, KH, declare pair D, QD"
    )
    assert [e.suit for e in match.events if e.kind == "trump"] == ["H", "D"]
    match.apply("play JD")
    assert match.turn == 1, "the queen of diamonds was a trump later than the king of hearts"


def test_a_deal_begins_with_the_trumps_of_the_game(tmp_path: Path) -> None:
    """What was made trump, or was about to be, is forgotten."""
    game = makers(tmp_path)
    m, pack = game.machine, [*range(24)]
    used, fresh = m.State(), m.State()
    for s in (used, fresh):
        m.begin(s, 0)
    used.making, used.trump = 1, 1
    for s in (used, fresh):
        m.start(s, pack)
    assert (used.making, used.trump) == (fresh.making, fresh.trump) == (0, 0)


# -- what others know ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MONDOUBLEAU)
def test_nobody_else_sees_it_before_the_card(name: str) -> None:
    """A view does not change when another player has declared and not played yet."""
    game, met = shipped(name), 0
    for seed in range(25):
        before: dict[int, str] = {}
        turn: int | None = None
        for match in states(game.match(seed=seed), random.Random(seed), eagerly):
            if match.view(0).deal > 2:
                break
            if match.chronicle.pending:
                assert turn == match.turn
                for seat in range(game.seats):
                    if seat != turn:
                        assert dumped(match.view(seat)) == before[seat]
                        met += bool(match.chronicle.state.making)
            turn = match.turn
            before = {seat: dumped(match.view(seat)) for seat in range(game.seats)}
    assert met > 10


def test_the_record_check_covers_it(tmp_path: Path) -> None:
    match = played(makers(tmp_path), ["KH QH AS", "KD QD 8D", "9S 8S JD"], "declare pair H, KH")
    story = match.chronicle
    sound = check(story)
    story.state.trump = 0
    assert check(story) != sound
    other = chouine().match(seed=1).chronicle
    sound = check(other)
    other.state.trump = 0
    assert check(other) == sound, "it follows from the pack there"


def test_it_is_told(tmp_path: Path) -> None:
    match = played(makers(tmp_path), ["KH QH AS", "KD QD 8D", "9S 8S JD"], "declare pair H, KH")
    (event,) = [event for event in match.events if event.kind == "trump"]
    assert event.to_dict() == {"event": "trump", "seat": 0, "suit": "H"}
    assert match.events[-2].kind == "played"
    assert Narrator(match.game, ("a", "b", "c")).tell(event) == "♥ is trump from this card on"


def test_the_screen_shows_it(tmp_path: Path) -> None:
    """A line of its own: no trump yet, then the suit."""
    game = makers(tmp_path)
    hands = ["KH QH AS", "KD QD 8D", "9S 8S JD"]
    for texts, shown in (("declare pair H", "-"), ("declare pair H, KH", "♥")):
        out = io.StringIO()
        view = played(game, hands, texts).view(1)
        Console(file=out, width=100, legacy_windows=False).print(table(game, ["x"] * 3, view))
        line = next(line for line in out.getvalue().splitlines() if " trump " in line)
        assert line.split()[2] == shown


# -- what the checker and the compiler make of it --------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param((), id="no trump before"),
        pytest.param((("tricks:", "trump: none\ntricks:"),), id="none before"),
        pytest.param((("tricks:", "trump: hearts\ntricks:"),), id="another suit before"),
    ],
)
def test_no_trick_is_spoiled(tmp_path: Path, changes: Any) -> None:
    """The trumps are one suit at most, whichever it is, and no two cards of a suit are equal."""
    rules = makers(tmp_path, *changes).ruleset
    assert not constants(rules)["SPOILS"]
    (extent,) = {rules.tricks.wins[0].extent}
    assert (extent.one_suit, extent.most) == (True, 6)
    assert extent.mask == (1 << 24) - 1


def test_sets_of_several_suits_stay_so(tmp_path: Path) -> None:
    game = makers(tmp_path, ("tricks:", "trump: J or K\ntricks:"))
    extent = game.ruleset.tricks.wins[0].extent
    assert (extent.one_suit, extent.most, extent.mask) == (False, 8, (1 << 24) - 1)


def test_numbers_know_how_many_trumps_there_can_be(tmp_path: Path) -> None:
    points = ("cards: {points: count(won)}", "cards: {points: count(trump)}")
    without = ("    trump: empty(trump)\n", "")
    assert makers(tmp_path, points).ruleset.terms[0].points.range == (0, 6)
    assert makers(tmp_path, points, without).ruleset.terms[0].points.range == (0, 0)


def test_games_without_it_have_no_code_for_it(tmp_path: Path) -> None:
    assert "making" not in compile_ruleset(chouine().ruleset)
    assert "making" in compile_ruleset(makers(tmp_path).ruleset)
    assert "making" not in compile_ruleset(
        makers(tmp_path, ("    trump: empty(trump)\n", "")).ruleset
    )


def test_it_is_part_of_what_is_played(tmp_path: Path) -> None:
    """The content hash knows it, and when it holds."""
    changes = [(), (("    trump: empty(trump)\n", ""),), (("empty(trump)", "empty(led)"),)]
    assert len({makers(tmp_path, *change).hash for change in changes}) == 3


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("hearts", "a condition is wanted here; this is a set of cards"),
        (
            "empty(won)",
            "`won` cannot be used here: "
            "what a declaration does is told to all, so it rests on what all know",
        ),
        (
            "holds(A of s)",
            "`holds` cannot be used here: "
            "what a declaration does is told to all, so it rests on what all know",
        ),
    ],
)
def test_refused(tmp_path: Path, condition: str, message: str) -> None:
    assert problems(tmp_path, GAME.replace("empty(trump)", condition)) == [message]


def test_a_suit_must_be_called(tmp_path: Path) -> None:
    i, j = GAME.index("    each: s"), GAME.index("    trump: empty")
    text = f"{GAME[:i]}    cards: K or Q\n    slot: pair\n{GAME[j:]}"
    assert problems(tmp_path, text) == ["`trump` needs `each` beside it"]


def problems(folder: Path, text: str) -> list[str]:
    path = folder / "makers.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        read_ruleset(path)
    return [problem.message for problem in caught.value.problems]
