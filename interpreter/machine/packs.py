"""Shuffled packs and choices from a seed: the same cards everywhere and for ever.

In: a seed, a stream, a number. Out: unbiased small numbers and permutations. Counter based: deal 7
of a seed is made without making deals 1 to 6, so that a simulation gives the same games however
it is split. Streams are apart, so that another bot never changes the cards.
Only 32-bit additions, shifts and exclusive-ors: the generator is sfc32 by Chris Doty-Humphrey
(PractRand), started from the four words (seed low, seed high, stream, number).
Numbers below n are taken from the top bits of a word and drawn again if too large: no modulo.
"""

from __future__ import annotations

WORD = 0xFFFFFFFF
MAX_SEED = 2**64 - 1
WARM_UP = 20
DEALS, LOT, BOTS, MATCHES = 0, 1, 2, WORD
"""streams: packs of deals, by number; packs of the draws for seats and first deals, by number; from
BOTS on one for the bot of each seat: number 0 for a match, n for deal n by itself; seeds of the
matches of a run, by number"""


class Stream:
    """An endless row of 32-bit words."""

    __slots__ = ("a", "b", "c", "d")

    def __init__(self, seed: int, stream: int, number: int) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
            raise ValueError(f"a seed is a whole number from 0 to {MAX_SEED}")
        self.a, self.b, self.c, self.d = seed & WORD, seed >> 32, stream & WORD, number & WORD
        for _ in range(WARM_UP):
            self.word()

    def word(self) -> int:
        """The next 32 bits."""
        a, b, c = self.a, self.b, self.c
        result = (a + b + self.d) & WORD
        self.d = (self.d + 1) & WORD
        self.a = b ^ b >> 9
        self.b = (c + (c << 3)) & WORD
        self.c = ((c << 21 | c >> 11) + result) & WORD
        return result

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely; n from 1 to 2**32."""
        if n < 1:
            raise ValueError("there is nothing to choose from")
        shift = 32 - (n - 1).bit_length()
        while True:
            value = self.word() >> shift
            if value < n:
                return value

    def shuffled(self, size: int) -> list[int]:
        """The numbers 0 to size - 1 in random order (Fisher and Yates, from the end)."""
        cards = list(range(size))
        for i in range(size - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards


def match_seed(seed: int, number: int) -> int:
    """The seed of match `number`, from 0, of a run of matches that has a seed itself."""
    words = Stream(seed, MATCHES, number)
    low = words.word()
    return words.word() << 32 | low
