"""What is shown beside the table or over it: the last trick, the cards taken, the help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from ...table.spelling import code_text, ranking_text
from ...text.messages import _, plural
from .. import screen
from ..person import help_text
from .cards import row
from .drawing import Drawing, below, wrapped
from .sheet import sheet

if TYPE_CHECKING:
    from .table import Board

INDENT = 3


def score(board: Board, width: int) -> Drawing:
    """The score sheet."""
    return Drawing(sheet(board, width))


def last(board: Board, width: int) -> Drawing:
    """The trick played last, in pictures and in a sentence."""
    trick = board.view.last_trick
    text = screen.last_trick_text(board.game, board.names, board.view)
    sentence = Drawing(wrapped(board.painted(text), width - 2 * INDENT)).moved(INDENT)
    if trick is None:
        return sentence
    cards = [code for _seat, code in trick.cards]
    return below([row(board.game, cards, board.look, width - INDENT).moved(INDENT), sentence])


def taken(board: Board, width: int) -> Drawing:
    """The person's own tricks, open; of the others the trick that each took last."""
    game, view = board.game, board.view
    parts = [_text(board, plural("you took {n} card", "you took {n} cards", len(view.won)), width)]
    for suit in dict.fromkeys(code[-1] for code in view.won):
        cards = " ".join(code_text(game, code) for code in view.won if code[-1] == suit)
        parts.append(_text(board, f"  {cards}", width))
    for seat in ((view.seat + i) % game.seats for i in range(1, game.seats)):
        trick = view.last_won[seat]
        if trick:
            text = _("{name} took last: {cards}")
            cards = screen.plays(game, board.names, trick.cards)
            parts.append(_text(board, text.format(name=board.names[seat], cards=cards), width))
    return below(parts)


def lines(board: Board, texts: Sequence[str], width: int) -> Drawing:
    """Lines as they are: everything that was told in this match, an explanation."""
    return below(_text(board, line, width) for line in texts)


def aid(board: Board, width: int, keys: Sequence[tuple[str, str]]) -> Drawing:
    """How to play with keys, mouse and words; the order of the cards; what the signs stand for."""
    game, suits = board.game, board.game.face.suits
    signs = "   ".join(f"{suit.symbol} {suit.title}" for suit in suits)
    lines = [
        _("Arrow keys choose, Enter plays. With the mouse: press a card, and again to play it."),
        _("Cards that lie lower may not be played now; choose one to read why."),
        _("/ or a digit opens a line to type in.") + " " + help_text(game).split("\n")[0],
        _("+ and - make the others play faster or slower; any key ends a pause."),
        "",
        *("".join(f"{key} {text}".ljust(22) for key, text in keys[i : i + 3]) for i in (0, 3, 6)),
        "",
        _("suits: {signs}").format(signs=signs),
        _("strongest first: {cards}").format(cards=ranking_text(game)),
    ]
    if game.ruleset.has_trumps:
        trump = screen.label(game, "trump", _("trump"))
        text = _("{name}: {cards}")
        lines.append(text.format(name=trump, cards=screen.trump(game, board.view)))
    return below(_text(board, line, width) for line in lines)


def beside(board: Board, width: int, height: int) -> Drawing:
    """In a wide terminal: the score sheet, the last trick and the cards taken."""
    parts = []
    for title, page in ((_("last trick"), last), (_("cards taken"), taken), (_("score"), score)):
        parts += [heading(board, title, width), page(board, width), Drawing([Text()])]
    drawn = below(parts)
    return Drawing(drawn.lines[:height])


def heading(board: Board, title: str, width: int) -> Drawing:
    """A line with a title in it."""
    line, dim = board.look.glyphs.line, board.style("dim")
    parts = [(f"{line} ", dim), (title, board.style("title")), (f" {line * width}", dim)]
    return Drawing([Text.assemble(*parts)]).cut(width - 1)


def _text(board: Board, text: str, width: int) -> Drawing:
    lines = wrapped(board.painted(text), width - 2 * INDENT)
    return Drawing(lines).moved(INDENT)
