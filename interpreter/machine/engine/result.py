"""Who wins: keys in order, several left means nobody. So for lots, seats, claims and deals."""

from __future__ import annotations

from .bits import lowest
from .spec import (
    CLAIM,
    CLOSE,
    DEALS,
    KEYS,
    LOT,
    NOBODY,
    PLAYERS,
    REPEATS,
    ROUNDS,
    SERIES,
    SIDES,
    WINNER,
    WINS,
    State,
    key,
    next_dealer,
    points_of,
    redraw,
    worth_of,
)


def contest(s: State, which: int, left: int) -> int:
    """The one player of the set `left` whom the keys leave, or NOBODY."""
    for i in range(KEYS[which]):
        if left & left - 1 == 0:
            break
        top = 0
        keep = 0
        for p in range(PLAYERS):
            if left >> p & 1:
                v = key(s, which, i, p)
                if keep == 0 or v > top:
                    top = v
                    keep = 1 << p
                elif v == top:
                    keep |= 1 << p
        left = keep
    return lowest(left) if left & left - 1 == 0 else NOBODY


def claimants(s: State) -> int:
    """The players who have declared something that wins the deal."""
    out = 0
    for p in range(PLAYERS):
        if s.claim[p]:
            out |= 1 << p
    return out


def settle(s: State) -> None:
    """A claim ends the deal; nothing is counted."""
    s.winner = contest(s, CLAIM, claimants(s))
    s.step = CLOSE


def count(s: State) -> None:
    """The deal has been played: points, then its winner."""
    for p in range(PLAYERS):
        s.points[p] = points_of(s, p)
    s.winner = contest(s, WINNER, (1 << PLAYERS) - 1)
    s.step = CLOSE


def leading(s: State) -> int:
    """The side with the most points, or NOBODY if several have."""
    top = -1
    side = NOBODY
    for i in range(SIDES):
        if s.wins[i] > top:
            top = s.wins[i]
            side = i
        elif s.wins[i] == top:
            side = NOBODY
    return side


def close(s: State) -> None:
    """The deal enters the match."""
    s.step = 0
    s.deals += 1
    s.over = 1
    w = s.winner
    if w == NOBODY:
        s.repeats += 1
        if s.repeats > REPEATS:
            s.over = 2
    else:
        side = w % SIDES
        s.wins[side] += worth_of(s, w)
        if WINS and s.wins[side] >= WINS:
            s.over = 2
            s.champion = side
        if DEALS and s.deals - s.repeats >= DEALS:
            s.champion = leading(s)
            if s.champion != NOBODY or s.deals - s.repeats == DEALS + REPEATS:
                s.over = 2
    if SERIES and s.over == 2 and s.champion != NOBODY:
        next_round(s)
    elif s.over == 1:
        s.dealer = next_dealer(s)


def next_round(s: State) -> None:
    """The champion has won a round: all begin again from 0, unless that was the match.

    Who deals first is said by the keys of the first deal and the cards drawn before, or by cards
    that are to be drawn anew.
    """
    s.rounds[s.champion] += 1
    if s.rounds[s.champion] == ROUNDS:
        return
    s.champion = NOBODY
    s.round += 1
    for side in range(SIDES):
        s.wins[side] = 0
    p = NOBODY if redraw(s) else contest(s, LOT, (1 << PLAYERS) - 1)
    if p == NOBODY:
        s.over = 3
    else:
        s.over = 1
        s.dealer = p
