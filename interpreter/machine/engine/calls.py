"""Calls: everything a player can do but play a card, one bit each."""

from __future__ import annotations

from .spec import (
    ASKS,
    DECLARATIONS,
    DECLARES,
    EXCHANGES,
    LEFT,
    NO,
    ONCE,
    PASS,
    POLLS,
    SIGNALS,
    SIGNS,
    TAKES,
    YES,
    State,
    ask_due,
    declarable,
    declare,
    givable,
    swap,
    swappable,
)
from .stages import answer


def calls(s: State, legal: int) -> int:
    """The calls of the player to move, who may play the cards `legal`."""
    me = s.turn
    if POLLS and s.polled:
        return 1 << YES | 1 << NO
    if TAKES and s.aside:
        return 0
    if ASKS and s.asked:
        return possible(s, me) & s.asked | 1 << PASS
    out = 0
    if DECLARES:
        if s.pending:
            return 0
        out = declarable(s, me, s.hand[me], legal)
    if EXCHANGES:
        out |= possible(s, me)
    if SIGNALS:
        out |= (givable(s, me) & ~s.signs[me]) << SIGNS
    return out


def possible(s: State, me: int) -> int:
    """The exchanges that a player can make, each once in a deal."""
    if ONCE:
        return swappable(s, me) & ~s.swapped[me]
    return swappable(s, me)


def exchange(s: State, me: int, a: int) -> None:
    """A player makes exchange `a`."""
    if ONCE:
        s.swapped[me] |= 1 << a
    swap(s, me, a)


def call(s: State, a: int) -> None:
    """The player to move makes call `a`."""
    me = s.turn
    if POLLS and s.polled:
        answer(s, a)
    elif SIGNALS and a >= SIGNS:
        s.signs[me] |= 1 << a - SIGNS
    elif ASKS and s.asked:
        if a != PASS:
            exchange(s, me, a)
        p = LEFT[me]
        s.asked = 0 if p == s.leader else ask_due(s)
        s.turn = p if s.asked else s.leader
    elif EXCHANGES and a >= DECLARATIONS:
        exchange(s, me, a)
    elif DECLARES:
        declare(s, me, a)
