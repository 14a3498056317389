"""The four types of the language, and what is known about a value before a card is dealt.

Everything is a set of cards, a number, a truth value or a player. A `CARD` is asked for by words
that are about one card; it is a set that never holds more. `Extent` bounds a set of cards and a
pair of integers bounds a number, so that a ruleset that has loaded can neither overflow nor mean
two cards where one is meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ..text.messages import _

Range = tuple[int, int]


class Type(Enum):
    """What an expression is."""

    CARDS = "cards"
    CARD = "card"
    NUMBER = "number"
    TRUTH = "truth"
    PLAYER = "player"

    def phrase(self) -> str:
        """The type in words, with its article."""
        return {
            Type.CARDS: _("a set of cards"),
            Type.CARD: _("one card"),
            Type.NUMBER: _("a number"),
            Type.TRUTH: _("a condition"),
            Type.PLAYER: _("a player"),
        }[self]


@dataclass(frozen=True)
class Extent:
    """What a set of cards can hold at most.

    mask: the cards that can be in it; one_suit: whether they are always of a single printed suit;
    most: how many at once.
    """

    mask: int
    one_suit: bool
    most: int
