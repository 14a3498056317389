"""Beginning a match and dealing. In: who deals, a pack in the order in which its cards leave it.
Out: a state before the first lead. Every field is set, so that a used state may be used again."""

from __future__ import annotations

from .result import contest
from .spec import (
    CLAIMS,
    DEALT,
    DECLARES,
    LOT,
    NOBODY,
    NONE,
    PLAYERS,
    SEATS,
    TURNS_UP,
    State,
    first_player,
    trump_of,
)
from .tricks import lead


def draw_lot(s: State, pack: list[int]) -> int:
    """Each player draws a card of `pack`, seat 0 first; who deals first, or NOBODY on a tie."""
    for p in range(PLAYERS):
        s.drawn[p] = pack[p]
    return contest(s, LOT, (1 << PLAYERS) - 1)


def begin(s: State, dealer: int) -> None:
    """A match before its first deal."""
    s.dealer = dealer
    s.over = 1
    s.deals = 0
    s.repeats = 0
    s.champion = NOBODY
    s.step = 0
    s.turned = NONE
    for p in range(PLAYERS):
        s.wins[p] = 0


def start(s: State, pack: list[int]) -> None:
    """Deal a pack."""
    s.over = 0
    for i in range(len(pack)):
        s.pack[i] = pack[i]
    for p in range(PLAYERS):
        s.hand[p] = 0
        s.won[p] = 0
        s.points[p] = 0
        if DECLARES:
            s.declared[p] = 0
            s.slots[p] = 0
        if CLAIMS:
            s.claim[p] = 0
    first = first_player(s)
    for i in range(DEALT):
        s.hand[(first + SEATS[i]) % PLAYERS] |= 1 << pack[i]
    s.turned = pack[DEALT] if TURNS_UP else NONE
    s.next = DEALT + TURNS_UP
    s.trump = trump_of(s)
    s.played = 0
    s.trick = 0
    s.taker = first
    s.last_winner = first
    s.winner = NOBODY
    if DECLARES:
        s.pending = 0
    lead(s)
