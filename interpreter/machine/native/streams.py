"""Packs and choices from a seed, over plain integers: the words of `machine/packs.py`, natively.

In: the seed in two halves of 32 bits, a stream, a number. Out: the same words, packs and choices as
`Stream` gives, which a test compares. A list `w` holds the four words of each player's stream,
since a class would not be the same thing on both carriers.

These functions go the way of the engine's: the compiler fits them to a ruleset, CPython runs them
as they are and numba compiles them. So they are written for both: numbers stay below 2**63, and
the loop that shuffles does not branch on what was drawn, since no processor can foresee it.
"""

from __future__ import annotations

from ..engine.spec import SIZE
from ..packs import WARM_UP, WORD


def sow(w: list[int], at: int, low: int, high: int, stream: int, number: int) -> None:
    """Begin a stream; its state is put at `w[at]` and the three places behind it."""
    a, b, c, d = low, high, stream, number
    for _ in range(WARM_UP):
        word = a + b + d & WORD
        d = d + 1 & WORD
        a = b ^ b >> 9
        b = c + (c << 3) & WORD
        c = (c << 21 & WORD | c >> 11) + word & WORD
    w[at] = a
    w[at + 1] = b
    w[at + 2] = c
    w[at + 3] = d


def draw_word(w: list[int], at: int) -> int:
    """The next word of the stream at `w[at]`."""
    a, b, c, d = w[at], w[at + 1], w[at + 2], w[at + 3]
    word = a + b + d & WORD
    w[at] = b ^ b >> 9
    w[at + 1] = c + (c << 3) & WORD
    w[at + 2] = (c << 21 & WORD | c >> 11) + word & WORD
    w[at + 3] = d + 1 & WORD
    return word


def below(w: list[int], at: int, n: int) -> int:
    """A number from 0 to n - 1 by the stream at `w[at]`."""
    shift = 32 - (n - 1).bit_length()
    found = draw_word(w, at) >> shift
    while found >= n:
        found = draw_word(w, at) >> shift
    return found


def shuffle(
    pack: list[int], w: list[int], at: int, low: int, high: int, stream: int, number: int
) -> None:
    """Put the pack of a stream into `pack`: Fisher and Yates from the end. `w[at]` is overwritten.

    A number that is too large is drawn again. Until then the card changes places with itself.
    """
    sow(w, at, low, high, stream, number)
    a, b, c, d = w[at], w[at + 1], w[at + 2], w[at + 3]
    for i in range(SIZE):
        pack[i] = i
    i = SIZE - 1
    while i > 0:
        word = a + b + d & WORD
        d = d + 1 & WORD
        a = b ^ b >> 9
        b = c + (c << 3) & WORD
        c = (c << 21 & WORD | c >> 11) + word & WORD
        drawn = word >> 32 - i.bit_length()
        j = drawn if drawn <= i else i
        card = pack[i]
        pack[i] = pack[j]
        pack[j] = card
        i -= 1 if drawn <= i else 0
