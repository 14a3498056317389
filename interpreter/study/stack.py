"""Packs in which the cards that matter come together.

In: a ruleset, sets of cards, a stream. Out: packs. In turn they put cards of one set into one hand,
spread them over the hands, give each hand cards of another set, or leave them for the end of the
pack; everything else is shuffled.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..machine.packs import Stream
from ..machine.tables import tables
from ..rules.ruleset import Ruleset


class Stacker:
    """Stacks packs for one ruleset. Cards are numbers; places are those of the pack."""

    def __init__(self, r: Ruleset, sets: Sequence[Sequence[int]]) -> None:
        self.sets, self.size = [list(cards) for cards in sets], r.deck.size
        seats = tables(r)["SEATS"]
        self.hands = [
            [place for place, seat in enumerate(seats) if seat == player]
            for player in range(r.players)
        ]
        self.ways = (self._together, self._spread, self._apart, self._late)

    def pack(self, random: Stream, number: int) -> list[int]:
        """A pack, stacked in a way that its number decides."""
        placed: dict[int, int] = {}
        if self.sets:
            self.ways[number % len(self.ways)](random, placed)
        used = set(placed.values())
        rest = [card for card in random.shuffled(self.size) if card not in used]
        return [placed[i] if i in placed else rest.pop() for i in range(self.size)]

    def _some(self, random: Stream) -> list[int]:
        """One of the sets, in random order."""
        cards = self.sets[random.below(len(self.sets))]
        return [cards[i] for i in random.shuffled(len(cards))]

    def _place(
        self, random: Stream, placed: dict[int, int], places: Sequence[int], cards: list[int]
    ) -> None:
        """Put cards into some of the places, as many as there are."""
        order = [places[i] for i in random.shuffled(len(places)) if places[i] not in placed]
        free = [card for card in cards if card not in placed.values()]
        placed.update(zip(order, free, strict=False))

    def _together(self, random: Stream, placed: dict[int, int]) -> None:
        hand = self.hands[random.below(len(self.hands))]
        self._place(random, placed, hand, self._some(random))

    def _spread(self, random: Stream, placed: dict[int, int]) -> None:
        cards = self._some(random)
        for i, hand in enumerate(self.hands):
            self._place(random, placed, hand, cards[i :: len(self.hands)])

    def _apart(self, random: Stream, placed: dict[int, int]) -> None:
        for hand in self.hands:
            self._place(random, placed, hand, self._some(random))

    def _late(self, random: Stream, placed: dict[int, int]) -> None:
        cards = self._some(random)
        first = max(self.size // 2, sum(map(len, self.hands)))
        self._place(random, placed, range(first, self.size), cards)
