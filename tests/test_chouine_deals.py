"""Ten thousand random deals on the compiled module alone."""

from __future__ import annotations

from helpers import chouine

from interpreter.machine.engine.spec import State
from interpreter.machine.packs import BOTS, DEALS, Stream

DEALS_PLAYED = 10_000


def play_out(s: State, choices: Stream) -> None:
    """A deal has 32 cards, a declaration with each at most, one exchange and one question."""
    steps = 0
    while not s.over:
        chouine().machine.step(s, choices.word())
        steps += 1
        assert steps <= 66


def test_ten_thousand_deals() -> None:
    """No error; 120 card points in each deal played out; 1.4 % of the deals tied, 0.4 more or less.

    Every deal is the first of a match, so no state is one that the deal before left behind.
    """
    machine = chouine().machine
    codes = machine.CODES
    values = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
    value = [values[code[:-1]] for code in codes]
    everything = (1 << 32) - 1
    choices = Stream(1, BOTS, 0)
    ties = counted = 0
    won = [0, 0]
    s = machine.State()
    for number in range(DEALS_PLAYED):
        machine.begin(s, number % 2)
        machine.start(s, Stream(1, DEALS, number).shuffled(32))
        play_out(s, choices)
        assert s.step == 0
        assert s.over == 1
        if any(s.claim):
            assert s.winner in (0, 1)
        else:
            counted += 1
            assert s.won[0] | s.won[1] == everything
            assert s.won[0] & s.won[1] == 0
            points = [sum(v for i, v in enumerate(value) if w >> i & 1) for w in s.won]
            assert sum(points) == 120
            points[s.last_winner] += 10
            assert s.points == [a + b for a, b in zip(points, s.declared, strict=True)]
            ties += s.winner == 2
            assert (s.winner == 2) == (s.points[0] == s.points[1])
        if s.winner < 2:
            won[s.winner] += 1
            assert s.dealer == 1 - number % 2
        else:
            assert s.dealer == number % 2
    assert counted > 0.99 * DEALS_PLAYED
    assert 0.010 <= ties / DEALS_PLAYED <= 0.018
    assert abs(won[0] - won[1]) < 0.04 * DEALS_PLAYED


def test_a_used_state_is_as_good_as_a_fresh_one() -> None:
    """`begin` and `start` set every field."""
    machine = chouine().machine
    used = machine.State()
    for number in range(50):
        pack = Stream(2, DEALS, number).shuffled(32)
        fresh = machine.State()
        for s in (used, fresh):
            choices = Stream(3, BOTS, number)
            machine.begin(s, number % 2)
            machine.start(s, pack)
            play_out(s, choices)
        for name in machine.FIELDS:
            if name != "drawn":
                assert getattr(used, name) == getattr(fresh, name), name
