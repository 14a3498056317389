"""Calls: everything a player can do but play a card, one bit each."""

from __future__ import annotations

from .spec import (
    ASKS,
    DECLARATIONS,
    DECLARES,
    EXCHANGES,
    LEFT,
    NO,
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
        return swappable(s, me) & s.asked | 1 << PASS
    out = 0
    if DECLARES:
        if s.pending:
            return 0
        out = declarable(s, me, s.hand[me], legal)
    if EXCHANGES:
        out |= swappable(s, me)
    if SIGNALS:
        out |= (givable(s, me) & ~s.signs[me]) << SIGNS
    return out


def call(s: State, a: int) -> None:
    """The player to move makes call `a`."""
    me = s.turn
    if POLLS and s.polled:
        answer(s, a)
    elif SIGNALS and a >= SIGNS:
        s.signs[me] |= 1 << a - SIGNS
    elif ASKS and s.asked:
        if a != PASS:
            swap(s, me, a)
        p = LEFT[me]
        s.asked = 0 if p == s.leader else ask_due(s)
        s.turn = p if s.asked else s.leader
    elif EXCHANGES and a >= DECLARATIONS:
        swap(s, me, a)
    elif DECLARES:
        declare(s, me, a)
