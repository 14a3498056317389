"""Matches that begin in the middle: the state is that of a match that was played so far."""

from __future__ import annotations

import random

import pytest
from helpers import eagerly
from positions import fields

from interpreter import Game, Match, RecordError, load
from interpreter.machine.engine.spec import LEAD
from interpreter.table.lots import no_lots
from interpreter.table.position import Position, UnderWay
from interpreter.table.supply import Seeded
from interpreter.table.view import Trick

NAMES = (
    "chouine",
    "chouine-proust",
    "chouine-trois",
    "chouine-mondoubleau",
    "chouine-mondoubleau-quatre",
    "aluette",
    "aluette-six",
    "tests/games/jacks.yaml",
    "tests/games/three.yaml",
    "tests/games/four.yaml",
)
TOLD_BEFORE = ("seen", "signals")
"""what a view holds of the past that a position does not know"""


def calls_made(match: Match) -> tuple[tuple[int, int], ...]:
    """The declarations of the present deal, by number."""
    names = match.game.machine.CALLS
    return tuple(
        (made.seat, names.index(f"declare {made.name} {made.suit}".strip()))
        for made in match.chronicle.declared
    )


def position_of(match: Match, first: int, tricks: list[Trick]) -> Position:
    """Where a match stands, before a lead."""
    s = match._state
    deal = UnderWay(tuple(s.hand), s.turned, s.trump, first, tuple(tricks), calls_made(match))
    rounds = tuple(getattr(s, "rounds", ()))
    lots = no_lots(match.game, s.dealer)
    return Position(lots, s.dealer, s.deals, s.repeats, tuple(s.wins), rounds, tuple(s.pack), deal)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(6))
def test_a_position_is_what_was_played(name: str, seed: int) -> None:
    """Before every lead of a match the position gives the same state and the same views."""
    game, rng = load(name), random.Random(seed)
    match = Match(game, Seeded(game, seed))
    tricks: list[Trick] = []
    compared, deal, first = 0, 0, 0
    for _ in range(120):
        if match.over:
            break
        s = match._state
        if s.deals != deal or s.trick <= 1:
            tricks, deal, first = [], s.deals, s.leader
        last = match.chronicle.last_trick
        if s.trick == len(tricks) + 2 and last is not None:
            tricks.append(last)
        if s.count == 0 and s.trick == len(tricks) + 1 and tricks and fresh(match):
            compare(game, match, position_of(match, first, tricks))
            compared += 1
        match.apply(eagerly(rng, match.actions()))
    assert compared > 4


def fresh(match: Match) -> bool:
    """Whether nothing has been done since the last trick, and no sign was given."""
    s = match._state
    asked = getattr(s, "asked", 0)
    opening = s.turn == (match.game.machine.LEFT[s.leader] if asked else s.leader)  # type: ignore[attr-defined]
    calls = [entry for entry in match.log[-1:] if getattr(entry, "kind", "play") != "play"]
    return bool(opening and not calls and not any(getattr(s, "signs", [0])))


def compare(game: Game, match: Match, position: Position) -> None:
    other = Match(game, match.supply, position=position)
    ours, theirs = fields(other._state), fields(match._state)
    for name in ("drawn", "pack"):
        ours.pop(name, None)
        theirs.pop(name, None)
    assert ours == theirs
    assert other.actions() == match.actions()
    for seat in range(game.seats):
        mine, their = other.view(seat).to_dict(), match.view(seat).to_dict()
        for key in TOLD_BEFORE:
            del mine[key], their[key]
        forget(mine, their)
        assert mine == their


def forget(mine: dict[str, object], their: dict[str, object]) -> None:
    """What everybody saw of a hand in other ways than by a declaration; the deal before."""
    for view in (mine, their):
        del view["known"]
        declarations = view["declarations"]
        assert isinstance(declarations, list)
        for made in declarations:
            del made["cards"]
        score = view["score"]
        assert isinstance(score, dict)
        del score["last"]


def test_it_goes_on_like_the_match_itself() -> None:
    """The same actions lead to the same end of the deal."""
    game = load("chouine")
    match = game.match(seed=5)
    first = match._state.leader
    tricks: list[Trick] = []
    while len(tricks) < 6:
        trick = match._state.trick
        match.apply(match.actions()[0])
        if match._state.trick > trick:
            last = match.chronicle.last_trick
            assert last is not None
            tricks.append(last)
    other = Match(game, match.supply, position=position_of(match, first, tricks))
    while match._state.deals == 0:
        action = match.actions()[0]
        match.apply(action)
        other.apply(action)
    assert fields(other._state) == fields(match._state)
    assert other.view(0).score == match.view(0).score


def test_a_position_before_its_deal() -> None:
    game = load("chouine")
    pack = tuple(range(32))
    position = Position(no_lots(game, 1), 1, 3, 1, (2, 0), (), pack)
    match = Match(game, Seeded(game, 1), position=position)
    view = match.view(0)
    assert (view.deal, view.dealer, view.score.wins) == (4, 1, (2, 0))
    assert [event.kind for event in view.seen][:2] == ["deals", "cut"]
    assert match._state.step != LEAD


def test_it_has_no_record() -> None:
    game = load("chouine")
    position = Position(no_lots(game, 1), 1, 0, 0, (0, 0), (), tuple(range(32)))
    match = Match(game, Seeded(game, 1), position=position)
    with pytest.raises(RecordError) as caught:
        assert match.record
    assert str(caught.value) == "a match that began in the middle has no record"
    with pytest.raises(RecordError) as caught:
        match.record_for(0)
    assert str(caught.value) == "a match that began in the middle has no record"


def test_a_copy_goes_its_own_way() -> None:
    game = load("chouine")
    position = Position(no_lots(game, 1), 1, 0, 0, (0, 0), (), tuple(range(32)))
    match = Match(game, Seeded(game, 1), position=position)
    other = match.copy()
    other.apply(other.actions()[0])
    assert match.view(0).trick == ()
    assert len(other.view(0).trick) == 1
