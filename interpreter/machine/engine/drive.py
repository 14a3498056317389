"""Driving the machine: one action, what follows by itself, one random action."""

from __future__ import annotations

from .bits import nth, popcount
from .calls import call, calls
from .deal import deal
from .result import close, count, settle
from .spec import (
    CLAIMS,
    CLOSE,
    COUNT,
    DISCARDS,
    DRAW,
    DRAWS,
    LEAD,
    RESOLVE,
    SETTLE,
    SIZE,
    STAGE,
    STAGES,
    TAKES,
    State,
)
from .stages import next_stage, put_aside
from .stock import draw
from .tricks import cards, lead, play, resolve


def start(s: State, pack: list[int]) -> None:
    """A pack is dealt, and what follows by itself until a player is to move."""
    deal(s, pack)
    while s.step:
        advance(s)


def act(s: State, a: int) -> None:
    """Action `a`: a card, from SIZE on a call, from DISCARDS on a card that is put aside."""
    if a < SIZE:
        play(s, a)
    elif TAKES and a >= DISCARDS:
        put_aside(s, a - DISCARDS)
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
    elif STAGES and s.step == STAGE:
        next_stage(s)
    elif s.step == COUNT:
        count(s)
    elif s.step == CLOSE:
        close(s)
    else:
        lead(s)


def move(s: State, legal: int, other: int, k: int) -> int:
    """The player to move, who may play `legal` and call `other`, does number `k` of these: which
    action that is."""
    n = popcount(legal)
    if TAKES and s.aside:
        card = nth(legal, k)
        put_aside(s, card)
        return DISCARDS + card
    if k < n:
        card = nth(legal, k)
        play(s, card)
        return card
    a = nth(other, k - n)
    call(s, a)
    return SIZE + a


def follow(s: State) -> None:
    """What follows an action by itself, until a player is to move or the deal is about to close.

    It is what `advance` does; but most often a trick is taken, cards are drawn and the next trick
    is opened, and to do that straight away is quicker than to ask each time what is to be done.
    """
    if s.step == RESOLVE:
        resolve(s)
        if DRAWS and s.step == DRAW:
            draw(s)
        if s.step == LEAD:
            lead(s)
    while s.step and s.step != CLOSE:
        advance(s)


def step(s: State, r: int) -> None:
    """One uniformly chosen action and all that follows; `r` is a number below 2**32."""
    legal = cards(s)
    other = calls(s, legal)
    move(s, legal, other, r * (popcount(legal) + popcount(other)) >> 32)
    follow(s)
    if s.step:
        close(s)
