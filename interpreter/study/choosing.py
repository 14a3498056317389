"""Choosing for two games at once: what both do next, from what both offer.

In: a stream of random numbers, or moves that are told. Out: choosers. The same stream chooses the
same moves everywhere; the one that `chooser` makes is also what machine code follows
(`machine/native/pairs.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..machine.native.pairs import EAGER
from ..machine.packs import Stream
from .board import Pair

RARELY, MOSTLY = 0, 3
"""in how many of four choices a call is made, if there is one; EAGER is the usual number"""
Chooser = Callable[[Pair, int], int | None]
"""a pair and what both offer to one of these choices, or None to stop"""


def chooser(random: Stream, eager: int = EAGER, wanted: int = 0) -> Chooser:
    """Any card, or a call in some of four choices; who calls mostly rather makes a call that is
    wanted, and says yes rather than no."""

    def choose(pair: Pair, common: int) -> int:
        calls, plays = common & ~pair.plays, common & pair.plays
        if calls and (not plays or random.below(4) < eager):
            plays = calls
            if eager == MOSTLY and random.below(4):
                plays = calls & wanted or calls & ~pair.declines or calls
        return nth(plays, random.below(plays.bit_count()))

    return choose


def careful(choose: Chooser) -> Chooser:
    """Look at a card before it is played: rather none that parts the games."""

    def look(pair: Pair, common: int) -> int | None:
        while True:
            move = choose(pair, common)
            rest = common & ~(1 << move) if move is not None else 0
            if move is None or not rest or pair.a.state.count + 1 < pair.seats:
                return move
            if not pair.plays >> move & 1 or not parts(pair, move):
                return move
            common = rest

    return look


def parts(pair: Pair, move: int) -> bool:
    """Whether a card gives the trick to two players."""
    a, b = pair.a, pair.b
    states = a.state, b.state
    a.state, b.state = (state.copy() for state in states)  # type: ignore[attr-defined]
    took = a.act(move), b.act(move)
    a.state, b.state = states
    return took[0] != took[1]


def told(pair: Pair, moves: Sequence[str]) -> Chooser:
    """The moves that are given, one after the other."""
    row: Iterator[str] = iter(moves)

    def choose(pair: Pair, common: int) -> int | None:
        number = pair.numbers.get(next(row, ""), -1)
        return number if number >= 0 and common >> number & 1 else None

    return choose


def nth(mask: int, k: int) -> int:
    """Bit number `k` of a mask, from 0."""
    while k:
        mask &= mask - 1
        k -= 1
    return (mask & -mask).bit_length() - 1
