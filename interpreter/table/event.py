"""What happened, one thing at a time: the story from which views, records and narration are told.

An event is public but for its cards, which only `to` may see if it is set.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

Scores = tuple[tuple[tuple[str, int], ...], ...]
"""for each seat the named terms of its points"""


@dataclass(frozen=True)
class Event:
    """One thing that happened.

    kind: lot (a card drawn for the first deal, or for the `seats` if that is its name), seated,
    deals, cut, dealt, turned, asked, agreed, refused, took, discarded, said, exchanged, passed,
    declared, signalled, played, trump (a suit has become it), taken, spoiled, shown, drew, counted,
    claimed, closed, round, over.
    cards: codes; of a spoiled trick the equal ones. count: how many cards, where they may be
    hidden. name and suit: a declaration, exchange, stage or signal. number: points, a deal, a
    trick, a round. scores: terms of every seat. tricks: those taken by each seat in a deal. worth:
    what a deal counts, if that is not always the same. `round` and `over` have the winning side for
    their seat.
    """

    kind: str
    seat: int | None = None
    cards: tuple[str, ...] = ()
    count: int = 0
    to: int | None = None
    name: str = ""
    suit: str = ""
    number: int | None = None
    scores: Scores = ()
    tricks: tuple[int, ...] = ()
    worth: int = 0

    def for_seat(self, seat: int) -> Event:
        """The event as that seat sees it."""
        if self.to is None:
            return self
        return replace(self, cards=self.cards if self.to == seat else (), to=None)

    def to_dict(self) -> dict[str, Any]:
        """JSON data without what is empty."""
        data: dict[str, Any] = {"event": self.kind}
        if self.seat is not None:
            data["seat"] = self.seat
        for key in ("name", "suit", "number"):
            if getattr(self, key) not in ("", None):
                data[key] = getattr(self, key)
        if self.cards:
            data["cards"] = list(self.cards)
        for key in ("count", "worth"):
            if getattr(self, key):
                data[key] = getattr(self, key)
        if self.tricks:
            data["tricks"] = list(self.tricks)
        if self.scores:
            data["scores"] = [dict(terms) for terms in self.scores]
        return data
