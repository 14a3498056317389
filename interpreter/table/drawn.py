"""What was drawn for the seats and for first deals, told in a chronicle.

In: a chronicle and the lots of its match, or of a round of it. Out: events and lines of the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lines import Line
from .lots import turn_up

if TYPE_CHECKING:
    from .chronicle import Chronicle
    from .lots import Lots


def tell_lots(story: Chronicle, lots: Lots) -> None:
    """What was drawn before a match."""
    codes, rules = story.game.ruleset.deck.codes, story.game.ruleset
    if rules.seats is not None:
        for round_ in lots.seating:
            _all, own = turn_up(story.game, round_)
            for player, card in enumerate(own):
                story.note("lot", lots.seats.index(player), (codes[card],), name="seats")
        named = [[codes[card] for card in round_] for round_ in lots.seating]
        story.note("seated")
        story.lines.append(Line({"seating": named, "seats": list(lots.seats)}))
    tell_draw(story, lots)


def tell_draw(story: Chronicle, lots: Lots) -> None:
    """What was drawn for a first deal."""
    codes = story.game.ruleset.deck.codes
    for round_ in lots.draws:
        for seat, card in enumerate(round_):
            story.note("lot", seat, (codes[card],))
    named = [[codes[card] for card in round_] for round_ in lots.draws]
    story.lines.append(Line({"draw": named, "dealer": lots.dealer}))
