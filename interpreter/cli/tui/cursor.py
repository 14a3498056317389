"""What is under the cursor: nothing at first, a card of the hand, or one of the calls below it.

Nothing is chosen when a turn begins, so that a key pressed too often plays no card.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Cursor:
    """cards, calls: how many of them there are. place: cards count first; None before a choice.
    legal: the places of the cards that may be chosen."""

    cards: int = 0
    calls: int = 0
    legal: tuple[int, ...] = ()
    place: int | None = None

    @property
    def card(self) -> int | None:
        """The place in the hand."""
        return self.place if self.place is not None and self.place < self.cards else None

    @property
    def call(self) -> int | None:
        """The place among the calls."""
        if self.place is None or self.place < self.cards:
            return None
        return self.place - self.cards

    def at(self, place: int) -> Cursor:
        """The cursor there."""
        return Cursor(self.cards, self.calls, self.legal, place)

    def along(self, by: int) -> Cursor:
        """One further among the cards or among the calls; from nowhere to the first that may be
        chosen, or the last."""
        if self.call is not None:
            return self.at(self.cards + (self.call + by) % self.calls)
        if not self.cards:
            return self.down()
        if self.card is None:
            choice = self.legal or range(self.cards)
            return self.at(choice[0 if by > 0 else -1])
        return self.at((self.card + by) % self.cards)

    def down(self) -> Cursor:
        """From the cards to the calls, and on to the next call."""
        if not self.calls:
            return self.along(1) if self.cards and self.place is None else self
        if self.call is None:
            return self.at(self.cards)
        return self.at(min(self.cards + self.call + 1, self.cards + self.calls - 1))

    def up(self) -> Cursor:
        """To the call before, and from the first one to the cards."""
        if self.call:
            return self.at(self.cards + self.call - 1)
        if self.call is None and self.place is not None:
            return self
        return Cursor(self.cards, self.calls, self.legal).along(1) if self.cards else self
