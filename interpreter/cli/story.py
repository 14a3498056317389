"""Telling a match at the terminal, as it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..table.narration import Narrator
from .console import Painter, display_names

if TYPE_CHECKING:
    from ..table.match import Match


class Story:
    """Prints the events of a match as one seat sees them, or all of them if nobody sits there."""

    def __init__(self, match: Match, me: int | None = None) -> None:
        self.match, self.me, self.told, self.number = match, me, 0, 0
        self.narrator = Narrator(match.game, display_names(match.names, me), me)
        self.painter = Painter(match.game)

    def tell(self, deals: int | None = None) -> None:
        """Print what is new; nothing of a deal beyond the given number."""
        for event in self.match.events[self.told :]:
            if event.kind == "deals":
                self.number = event.number or 0
            if deals is not None and self.number > deals:
                return
            self.told += 1
            text = self.narrator.tell(event if self.me is None else event.for_seat(self.me))
            if text:
                self.painter.show(text)
