"""Cards as pictures: open, face down, an empty place, and a row of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...table.spelling import rank_text, suit_text
from .drawing import Area, Canvas, Drawing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...table.game import Game
    from .ink import Glyphs


@dataclass(frozen=True)
class Look:
    """How everything is drawn: the signs and styles, the encoding of texts, the size of a card."""

    glyphs: Glyphs
    styles: Mapping[str, str]
    encoding: str = "utf-8"
    width: int = 5
    height: int = 4

    def large(self) -> Look:
        """The same with larger cards."""
        return replace(self, width=7, height=5)


def draw_card(
    canvas: Canvas, x: int, y: int, game: Game, code: str, look: Look, state: str = ""
) -> None:
    """One card at a place. state: nothing, `chosen`, `faded` or `faded chosen`."""
    faded, chosen = "faded" in state, "chosen" in state
    number = game.ruleset.deck.numbers[code]
    suit, rank = game.face.suit(number), game.face.rank(number)
    ink = look.styles[f"{'faded' if faded else 'ink'} {suit.colour}"]
    edge = look.styles["chosen" if chosen else "faded edge" if faded else "edge"]
    _frame(canvas, x, y, look, look.glyphs.chosen if chosen else look.glyphs.card, edge)
    inner = look.width - 2
    for row in range(1, look.height - 1):
        canvas.put(x + 1, y + row, " " * inner, ink)
    letter, sign = rank_text(rank), suit_text(game, game.ruleset.deck.suit(number).code)
    if look.width < 7:
        canvas.put(x + 1, y + 1, f"{letter:^{inner}}", ink)
        canvas.put(x + 2, y + 2, sign, ink)
    else:
        canvas.put(x + 1, y + 1, letter, ink)
        canvas.put(x + 3, y + 2, sign, ink)
        canvas.put(x + 1, y + 3, f"{letter:>{inner}}", ink)


def draw_back(canvas: Canvas, x: int, y: int, look: Look) -> None:
    """A card that lies face down."""
    style = look.styles["back"]
    _frame(canvas, x, y, look, look.glyphs.card, style)
    for row in range(1, look.height - 1):
        canvas.put(x + 1, y + row, look.glyphs.back * (look.width - 2), style)


def draw_place(canvas: Canvas, x: int, y: int, look: Look) -> None:
    """A place where no card lies."""
    _frame(canvas, x, y, look, look.glyphs.place, look.styles["place"])


def _frame(canvas: Canvas, x: int, y: int, look: Look, signs: str, style: str) -> None:
    inner = look.width - 2
    canvas.put(x, y, signs[0] + signs[1] * inner + signs[2], style)
    for row in range(1, look.height - 1):
        canvas.put(x, y + row, signs[3], style)
        canvas.put(x + look.width - 1, y + row, signs[3], style)
    canvas.put(x, y + look.height - 1, signs[4] + signs[1] * inner + signs[5], style)


def steps(count: int, room: int, look: Look) -> tuple[int, int]:
    """How many cards go into a row of `room` cells, and from how many cells to the next card.

    Cards lie side by side if they can; else over one another so that rank and suit can be read.
    """
    for step in range(look.width + 1, 3, -1):
        if (count - 1) * step + look.width <= room:
            return max(1, count), step
    return max(1, (room - look.width) // 4 + 1), 4


def row(game: Game, codes: Sequence[str], look: Look, room: int) -> Drawing:
    """Cards in a row, in several if there are many; nothing to press."""
    each, step = steps(len(codes), room, look)
    lines = max(1, -(-len(codes) // each))
    canvas = Canvas(room, lines * look.height)
    for i, code in enumerate(codes):
        draw_card(canvas, i % each * step, i // each * look.height, game, code, look)
    return canvas.drawing()


def area_of(x: int, y: int, look: Look, target: str) -> Area:
    """The area that a card covers."""
    return Area(x, y, look.width, look.height, target)
