"""The stock: what is left in it, and drawing after a trick. A turned card is drawn last."""

from __future__ import annotations

from .spec import (
    DRAWS,
    EACH,
    LEAD,
    LEFT,
    NONE,
    PLAYERS,
    ROUND,
    SIZE,
    TURNS_UP,
    State,
    first_to_draw,
)


def stock_left(s: State) -> int:
    """How many cards lie in the stock, a turned one with them."""
    return SIZE + TURNS_UP - s.next if DRAWS else 0


def draw(s: State) -> None:
    """Everybody draws, in the order of play, if there is enough for all."""
    s.step = LEAD
    if s.next + ROUND > SIZE + TURNS_UP:
        return
    p = first_to_draw(s)
    for _ in range(PLAYERS):
        for _ in range(EACH):
            if s.next < SIZE:
                s.hand[p] |= 1 << s.pack[s.next]
            else:
                s.hand[p] |= 1 << s.turned
                s.turned = NONE
            s.next += 1
        p = LEFT[p]
