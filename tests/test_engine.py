"""The engine: alone on its toy game, and in the modules of games with all that it can do."""

from __future__ import annotations

import pytest
from positions import (
    GAMES,
    QUICK,
    compiled,
    fields,
    ruleset,
    shuffled,
)

from interpreter.machine.compile import call_names
from interpreter.machine.engine import bits, calls, deal, drive, result, spec, stock, tricks
from interpreter.machine.engine.spec import CLOSE, RESOLVE, State
from interpreter.machine.module import Machine
from interpreter.machine.packs import Stream

# -- the engine alone ------------------------------------------------------------------------------


def test_engine_plays_its_toy_game() -> None:
    """Seat 1 leads 0 to 3 and 2 to 1: each takes one trick, and the deal has no winner."""
    s = State()
    deal.begin(s, 0)
    assert s.over == 1
    drive.start(s, [0, 1, 2, 3])
    assert (s.turn, s.hand, s.over) == (1, [0b1010, 0b0101], 0)
    assert tricks.cards(s) == 0b0101
    assert calls.calls(s, 0b0101) == 0
    drive.act(s, 0)
    assert (s.turn, s.led, s.best) == (0, 0, 0)
    drive.act(s, 3)
    assert s.step == RESOLVE
    while s.step:
        drive.advance(s)
    assert (s.turn, s.trick, s.won) == (0, 2, [0b1001, 0])
    drive.act(s, 1)
    drive.act(s, 2)
    while s.step != CLOSE:
        drive.advance(s)
    assert (s.points, s.winner) == ([2, 2], spec.NOBODY)
    drive.advance(s)
    assert (s.over, s.deals, s.repeats, s.dealer, s.champion) == (1, 1, 1, 1, spec.NOBODY)


def test_engine_ends_the_match() -> None:
    s = State()
    deal.begin(s, 0)
    drive.start(s, [2, 0, 3, 1])
    for card in (3, 1, 2, 0):
        drive.act(s, card)
        while s.step:
            drive.advance(s)
    assert (s.over, s.champion, s.wins, s.won) == (2, 1, [0, 1], [0, 0b1111])
    assert s.dealer == 0


def test_engine_gives_up_after_the_repeats() -> None:
    s = State()
    deal.begin(s, 0)
    for number in range(spec.REPEATS + 1):
        assert s.over == 1
        assert s.repeats == number
        drive.start(s, [0, 1, 2, 3])
        for _ in range(4):
            legal = tricks.cards(s)
            drive.act(s, bits.nth(legal, legal.bit_count() - 1 if s.count else 0))
            while s.step:
                drive.advance(s)
        assert s.winner == spec.NOBODY
    assert (s.over, s.champion) == (2, spec.NOBODY)


def test_engine_plays_at_random() -> None:
    s, words = State(), Stream(1, 0, 0)
    deal.begin(s, 0)
    drive.start(s, [0, 2, 1, 3])
    while not s.over:
        drive.step(s, words.word())
    assert s.won[0] | s.won[1] == spec.DECK


def test_lot() -> None:
    s = State()
    assert deal.draw_lot(s, [1, 3]) == 1
    assert deal.draw_lot(s, [2, 0]) == 0


def test_state_declares_its_fields() -> None:
    assert set(State.__annotations__) == set(spec.FIELDS)
    assert stock.stock_left(State()) == 0
    assert result.claimants(State()) == 0


@pytest.mark.parametrize("x", [0b1, 0b1010, 0b1100100, 1 << 62, (1 << 63) - 1])
def test_bits(x: int) -> None:
    members = [i for i in range(64) if x >> i & 1]
    assert bits.popcount(x) == len(members)
    assert bits.lowest(x) == members[0]
    assert [bits.nth(x, k) for k in range(len(members))] == members
    assert bits.within(x, x)
    assert not bits.within(0, x)
    assert not bits.within(x << 1 | 1 << 63, x)


# -- compiled games --------------------------------------------------------------------------------


def play_out(m: Machine, s: State, words: Stream) -> None:
    """Random actions to the end of a deal."""
    while not s.over:
        m.step(s, words.word())


OF_A_MATCH = ("dealer", "deals", "repeats", "champion", "wins", "drawn", "order", "seated")
"""fields that a deal does not begin anew"""


@pytest.mark.parametrize("game", GAMES)
def test_used_state_is_as_good_as_a_new_one(game: str) -> None:
    """Whatever stands in a state, after `start` nothing is left of it but the match."""
    m = compiled(game)
    used, fresh = m.State(), m.State()
    for name, value in fields(used).items():
        setattr(used, name, [3 + i for i in range(len(value))] if isinstance(value, list) else 2)
    for name in (name for name in OF_A_MATCH if name in m.FIELDS):
        setattr(fresh, name, getattr(used, name))
    used.dealer = fresh.dealer = 1
    for s in (used, fresh):
        m.start(s, shuffled(game, 1))
    assert fields(used) == fields(fresh)
    for s in (used, fresh):
        m.begin(s, 1)
        m.start(s, shuffled(game, 2))
    assert (used.champion, used.wins) == (ruleset(game).players, [0] * ruleset(game).sides)
    assert fields(used) == fields(fresh)


@pytest.mark.parametrize("game", GAMES)
def test_played_state_is_as_good_as_a_new_one(game: str) -> None:
    """The same after deals that were played out, and after some that were not."""
    m, words, used = compiled(game), Stream(3, 1, 0), compiled(game).State()
    for seed in range(30):
        fresh = m.State()
        for s in (used, fresh):
            m.draw_lot(s, shuffled(game, seed))
            m.begin(s, seed % ruleset(game).players)
            m.start(s, shuffled(game, 100 + seed))
        assert fields(used) == fields(fresh)
        while not used.over and used.trick < (3 if seed % 3 else 99):
            m.step(used, words.word())


@pytest.mark.parametrize("game", GAMES)
def test_copies_are_equal_and_apart(game: str) -> None:
    m, words = compiled(game), Stream(4, 1, 0)
    s = m.State()
    m.begin(s, 0)
    m.start(s, shuffled(game, 5))
    copy: State = s.copy()  # type: ignore[attr-defined]
    before = fields(copy)
    assert before == fields(s)
    before = {name: list(v) if isinstance(v, list) else v for name, v in before.items()}
    play_out(m, s, words)
    assert fields(copy) == before


@pytest.mark.parametrize("game", GAMES)
def test_every_card_is_somewhere(game: str) -> None:
    m, words = compiled(game), Stream(5, 1, 0)
    for seed in range(20):
        s, cards, aside = m.State(), shuffled(game, seed), 0
        m.begin(s, seed % ruleset(game).players)
        m.start(s, cards)
        while not s.over:
            legal = m.cards(s)
            assert legal | m.calls(s, legal)
            assert legal & ~s.hand[s.turn] == 0
            hidden = sum(1 << card for card in cards[s.next :])
            turned = 1 << s.turned if s.turned < len(m.CODES) else 0
            held = [hidden, turned, s.played, aside, *s.hand]
            assert sum(held) == (1 << len(m.CODES)) - 1
            me, hand, puts = s.turn, s.hand[s.turn], getattr(s, "aside", 0)
            m.step(s, words.word())
            aside |= hand & ~s.hand[me] if puts else 0
        assert not any(s.hand) or s.winner < ruleset(game).players


def test_calls_have_names() -> None:
    for game in GAMES:
        names = call_names(ruleset(game))
        assert "pass" in names
        assert len(set(names)) == len(names)
        assert names == compiled(game).CALLS
    answers, signs = ["pass", "yes", "no"], ["signal nod", "signal shrug", "signal wink"]
    for game, calls_ in (
        ("council", [*answers, *signs]),
        (QUICK, [*answers, *signs]),
        ("council pace=silent", answers),
        ("six", ["pass"]),
    ):
        assert list(call_names(ruleset(game))) == calls_
