"""Driving the machine: one action, what follows by itself, one random action."""

from __future__ import annotations

from .bits import nth, popcount
from .calls import call, calls
from .result import close, count, settle
from .spec import CLAIMS, CLOSE, COUNT, DRAW, DRAWS, RESOLVE, SETTLE, SIZE, State
from .stock import draw
from .tricks import cards, lead, play, resolve


def act(s: State, a: int) -> None:
    """Action `a`: a card, or SIZE and more for a call."""
    if a < SIZE:
        play(s, a)
    else:
        call(s, a - SIZE)


def advance(s: State) -> None:
    """One of the things that follow an action by themselves."""
    if s.step == RESOLVE:
        resolve(s)
    elif DRAWS and s.step == DRAW:
        draw(s)
    elif CLAIMS and s.step == SETTLE:
        settle(s)
    elif s.step == COUNT:
        count(s)
    elif s.step == CLOSE:
        close(s)
    else:
        lead(s)


def step(s: State, r: int) -> None:
    """One uniformly chosen action and all that follows; `r` is a number below 2**32."""
    legal = cards(s)
    other = calls(s, legal)
    n = popcount(legal)
    k = r * (n + popcount(other)) >> 32
    if k < n:
        play(s, nth(legal, k))
    else:
        call(s, nth(other, k - n))
    while s.step:
        advance(s)
