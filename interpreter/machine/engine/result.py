"""Who wins: keys in order, several left means nobody. The same for lots, claims and deals."""

from __future__ import annotations

from .bits import lowest
from .spec import (
    CLAIM,
    CLOSE,
    KEYS,
    NOBODY,
    PLAYERS,
    REPEATS,
    WINNER,
    WINS,
    State,
    key,
    next_dealer,
    points_of,
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
        s.wins[w] += 1
        if s.wins[w] == WINS:
            s.over = 2
            s.champion = w
    if s.over == 1:
        s.dealer = next_dealer(s)
