"""Calls: everything a player can do but play a card, one bit each."""

from __future__ import annotations

from .spec import (
    ASKS,
    DECLARATIONS,
    DECLARES,
    EXCHANGES,
    LEFT,
    PASS,
    State,
    ask_due,
    declarable,
    declare,
    swap,
    swappable,
)


def calls(s: State, legal: int) -> int:
    """The calls of the player to move, who may play the cards `legal`."""
    me = s.turn
    if ASKS and s.asked:
        return swappable(s, me) & s.asked | 1 << PASS
    out = 0
    if DECLARES:
        if s.pending:
            return 0
        out = declarable(s, me, s.hand[me], legal)
    if EXCHANGES:
        out |= swappable(s, me)
    return out


def call(s: State, a: int) -> None:
    """The player to move makes call `a`."""
    me = s.turn
    if ASKS and s.asked:
        if a != PASS:
            swap(s, me, a)
        p = LEFT[me]
        s.asked = 0 if p == s.leader else ask_due(s)
        s.turn = p if s.asked else s.leader
    elif EXCHANGES and a >= DECLARATIONS:
        swap(s, me, a)
    elif DECLARES:
        declare(s, me, a)
