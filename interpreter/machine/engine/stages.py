"""Stages: what happens between the deal and the first lead. A question goes round, which all must
answer with yes; or some players take cards that are left, and put as many aside.

In: a state whose cards are dealt. Out: the same before the first lead, with every hand as large as
it was.
"""

from __future__ import annotations

from .spec import (
    AGREES,
    EXTRA,
    LEFT,
    PLAYERS,
    POLLS,
    STAGE,
    STAGES,
    TAKERS,
    TAKES,
    YES,
    State,
    stage_due,
    stage_player,
)
from .tricks import lead


def next_stage(s: State) -> None:
    """The next stage that takes place begins; after the last one the first trick."""
    s.step = 0
    while s.stage < STAGES:
        s.stage += 1
        if stage_due(s, s.stage - 1):
            s.turn = stage_player(s, s.stage - 1, 0)
            if TAKES and EXTRA[s.stage - 1]:
                take(s)
            elif POLLS:
                s.polled = PLAYERS
            return
    lead(s)


def answer(s: State, a: int) -> None:
    """The player to move says yes or no; the first no ends the question."""
    s.polled -= 1
    if a != YES:
        s.polled = 0
    elif s.polled == 0:
        s.agreed |= AGREES[s.stage - 1]
    s.turn = LEFT[s.turn]
    if s.polled == 0:
        s.step = STAGE


def take(s: State) -> None:
    """The players of the stage take cards that are left, one at a time and in turn."""
    i = s.stage - 1
    for _ in range(EXTRA[i]):
        for k in range(TAKERS[i]):
            s.hand[stage_player(s, i, k)] |= 1 << s.pack[s.next]
            s.next += 1
    s.taking = 0
    s.aside = EXTRA[i]


def put_aside(s: State, c: int) -> None:
    """The player to move puts card `c` aside, out of play; after its last one the next player."""
    s.hand[s.turn] ^= 1 << c
    s.aside -= 1
    if s.aside == 0:
        s.taking += 1
        if s.taking == TAKERS[s.stage - 1]:
            s.step = STAGE
        else:
            s.turn = stage_player(s, s.stage - 1, s.taking)
            s.aside = EXTRA[s.stage - 1]
