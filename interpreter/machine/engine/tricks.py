"""Tricks: what may be played, who takes them, what follows."""

from __future__ import annotations

from .result import claimants
from .spec import (
    ASKS,
    CLAIMS,
    COUNT,
    COUNTS,
    DECLARES,
    DRAW,
    DRAWS,
    LEAD,
    LEFT,
    MAKES,
    NONE,
    PLAYERS,
    POLLS,
    RESOLVE,
    SETTLE,
    SPOILS,
    TAKES,
    TRICKS,
    State,
    ask_due,
    equals,
    lead_rules,
    outranks,
    reply_rules,
)


def lead(s: State) -> None:
    """Open the next trick; whoever took the last one leads, others may be asked before."""
    s.step = 0
    s.trick += 1
    s.leader = s.taker
    s.turn = s.taker
    s.led = NONE
    s.best = NONE
    s.count = 0
    s.table = 0
    if SPOILS:
        s.tied = 0
    if ASKS:
        s.asked = ask_due(s)
        if s.asked:
            s.turn = LEFT[s.leader]


def cards(s: State) -> int:
    """The cards that the player to move may play, or put aside."""
    if (ASKS and s.asked) or (POLLS and s.polled):
        return 0
    me = s.turn
    if TAKES and s.aside:
        return s.hand[me]
    legal = lead_rules(s, me, s.hand[me]) if s.led == NONE else reply_rules(s, me, s.hand[me])
    if DECLARES and s.pending:
        legal &= s.pending
    return legal


def play(s: State, c: int) -> None:
    """The player to move plays card `c`; a suit that is made trump is so from this card on."""
    me = s.turn
    card = 1 << c
    s.hand[me] ^= card
    s.table |= card
    s.played |= card
    if DECLARES:
        s.pending = 0
    if MAKES and s.making:
        s.trump = s.making
        s.making = 0
    if s.led == NONE:
        s.led = c
        s.best = c
        s.taker = me
    elif outranks(s, s.best) >> c & 1:
        s.best = c
        s.taker = me
        if SPOILS:
            s.tied = 0
    elif SPOILS and equals(s, s.best) >> c & 1:
        s.tied = 1
    s.count += 1
    if s.count < PLAYERS:
        s.turn = LEFT[me]
    else:
        s.step = RESOLVE


def resolve(s: State) -> None:
    """The trick goes to its taker; a spoiled one to nobody, and its leader leads again."""
    if SPOILS and s.tied:
        s.taker = s.leader
    else:
        s.won[s.taker] |= s.table
        s.last_winner = s.taker
        if COUNTS:
            s.tricks[s.taker] += 1
            if s.tricks[s.taker] == 1:
                s.first_win[s.taker] = s.trick
            s.last_win[s.taker] = s.trick
    if CLAIMS and claimants(s):
        s.step = SETTLE
    elif s.trick == TRICKS:
        s.step = COUNT
    elif DRAWS:
        s.step = DRAW
    else:
        s.step = LEAD
