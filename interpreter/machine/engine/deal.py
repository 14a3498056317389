"""Beginning a match and dealing. In: who deals, a pack in the order in which its cards leave it.
Out: a state before the first stage, or before the first lead. Every field is set, so that a used
state may be used again.
"""

from __future__ import annotations

from .result import contest
from .spec import (
    ASKS,
    CLAIMS,
    COUNTS,
    DEALT,
    DECLARES,
    LOT,
    MAKES,
    NOBODY,
    NONE,
    ONCE,
    ORDER,
    PLACES,
    PLAYERS,
    POLLS,
    SEATS,
    SERIES,
    SIDES,
    SIGNALS,
    SPOILS,
    STAGE,
    STAGES,
    TAKES,
    TURNS_UP,
    State,
    first_player,
    trump_of,
)
from .tricks import lead


def find_seats(s: State, cards: list[int]) -> bool:
    """Player p has drawn card p of `cards`: the keys put all in order, or some are equal."""
    for p in range(PLAYERS):
        s.drawn[p] = cards[p]
    left = (1 << PLAYERS) - 1
    for i in range(PLAYERS):
        p = contest(s, ORDER, left)
        if p == NOBODY:
            return False
        s.order[i] = p
        left ^= 1 << p
    for i in range(PLAYERS):
        s.seated[PLACES[i]] = s.drawn[s.order[i]]
    return True


def draw_lot(s: State, pack: list[int]) -> int:
    """Each player draws a card of `pack`, seat 0 first; who deals first, or NOBODY on a tie."""
    for p in range(PLAYERS):
        s.drawn[p] = pack[p]
    return contest(s, LOT, (1 << PLAYERS) - 1)


def draw_again(s: State, pack: list[int]) -> None:
    """Draw a lot for the first deal of a new round; if several are left it has yet to be drawn."""
    p = draw_lot(s, pack)
    if p != NOBODY:
        first_deal(s, p)


def first_deal(s: State, dealer: int) -> None:
    """A new round whose first deal is that player's."""
    s.dealer = dealer
    s.over = 1


def begin(s: State, dealer: int) -> None:
    """A match before its first deal."""
    s.dealer = dealer
    s.over = 1
    s.deals = 0
    s.repeats = 0
    s.champion = NOBODY
    s.step = 0
    s.turned = NONE
    for side in range(SIDES):
        s.wins[side] = 0
        if SERIES:
            s.rounds[side] = 0
    if SERIES:
        s.round = 1


def deal(s: State, pack: list[int]) -> None:
    """Deal a pack. With stages before the first trick the first of them is the next step."""
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
        if COUNTS:
            s.tricks[p] = 0
            s.first_win[p] = 0
            s.last_win[p] = 0
        if SIGNALS:
            s.signs[p] = 0
        if ONCE:
            s.swapped[p] = 0
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
    if MAKES:
        s.making = 0
    if STAGES:
        clear(s)
    else:
        lead(s)


def clear(s: State) -> None:
    """No stage has begun, and there is no trick yet."""
    s.stage = 0
    s.agreed = 0
    if POLLS:
        s.polled = 0
    if TAKES:
        s.aside = 0
        s.taking = 0
    s.leader = s.taker
    s.turn = s.taker
    s.led = NONE
    s.best = NONE
    s.count = 0
    s.table = 0
    if SPOILS:
        s.tied = 0
    if ASKS:
        s.asked = 0
    s.step = STAGE
