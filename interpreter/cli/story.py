"""Telling a match at the terminal, as it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..table.narration import Narrator
from ..table.spelling import rank_text, suit_text
from ..text.messages import _
from .console import Painter, display_names

if TYPE_CHECKING:
    from ..table.game import Game
    from ..table.match import Match


class Story:
    """Prints the events of a match as one seat sees them, or all of them if nobody sits there.

    told: how many of them were told before.
    """

    def __init__(self, match: Match, me: int | None = None, told: int = 0) -> None:
        self.match, self.me, self.told, self.number = match, me, told, 0
        self.narrator = Narrator(match.game, display_names(match.names, me), me)
        self.painter = Painter(match.game)

    def name_agreements(self) -> None:
        """Say which options are not at their default, and what stands for what in another pack."""
        for line in agreements(self.match.game):
            self.painter.show(line)

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


def agreements(game: Game) -> list[str]:
    """Which options are not at their default, and what stands for what in another pack."""
    lines = []
    for name, value in game.ruleset.agreed().items():
        title = next(o.about.title for o in game.ruleset.options if o.about.name == name)
        lines.append(
            _("option: {title} ({name}={value})").format(title=title, name=name, value=value)
        )
    if game.face is not game.ruleset.deck:
        lines.append(_("cards: {pairs}").format(pairs=_pairs(game)))
    return lines


def _pairs(game: Game) -> str:
    """Suits of the game's own pack, and ranks that are called otherwise, as the table has them."""
    deck, face = game.ruleset.deck, game.face
    pairs = [f"{suit.title} {suit_text(game, suit.code)}" for suit in deck.suits]
    for own, shown in zip(deck.ranks, face.ranks, strict=True):
        if own.name != shown.name:
            pairs.append(f"{own.title} {rank_text(shown)}")
    return ", ".join(pairs)
