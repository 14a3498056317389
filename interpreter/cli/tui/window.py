"""The window of the table: which drawing stands where, and how it follows the size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input

from ...text.messages import _
from ..seating import COLUMNS, ROWS
from . import hand, pages, table, texts
from .cards import Look
from .cursor import Cursor
from .drawing import Drawing, below, wrapped
from .table import Board
from .widgets import Draw, Picture

if TYPE_CHECKING:
    from .sitting import Sitting

WIDE, SIDE, TALL = 116, 50, 34
"""from how many columns there is a panel at the side, how wide it is at most; from how many rows
the cards are large"""


class Window(Screen[str]):
    """The parts of the screen, drawn from what the person may know."""

    AUTO_FOCUS = ""
    CSS = """
    Screen { background: ansi_default; color: ansi_default; }
    #main { width: 1fr; }
    #side { width: 0; display: none; }
    #story { height: 1fr; }
    #called { min-height: 1; }
    #message { height: 2; }
    #typed { display: none; height: 1; border: none; padding: 0 2;
             background: ansi_default; color: ansi_default; }
    #small { display: none; height: 1fr; }
    """

    def __init__(self, sitting: Sitting, look: Look) -> None:
        super().__init__()
        self.sitting, self.base, self.view = sitting, look, sitting.view
        self.cursor, self.message, self.warning = Cursor(), "", False
        self.answers: Sequence[texts.Answer] = ()
        """what can be answered to the question that is open, if there is one"""

    def compose(self) -> ComposeResult:
        with Horizontal(id="window"):
            with Vertical(id="main"):
                for part in ("title", "players", "centre", "story", "own", "hand", "called"):
                    yield Picture(id=part)
                yield Picture(id="message")
                # a key that comes before the focus has moved is not to be replaced by the next one
                hint = _("a card, a number or a word; Esc: back")
                yield Input(id="typed", placeholder=hint, select_on_focus=False)
                yield Picture(id="keys")
            yield Picture(id="side")
        yield Picture(id="small")

    @property
    def board(self) -> Board:
        """What stands on the screen now."""
        s, look = self.sitting, self.base.large() if self.size.height >= TALL else self.base
        shown = (self.cursor, s.log, s.seen_to, self.message, self.warning)
        return Board(s.game, s.names, self.view, look, *shown)

    def redraw(self) -> None:
        """Draw everything again."""
        board, rows = self.board, self.size.height
        answers = self.answers or list(texts.commands().values())
        parts: dict[str, Draw] = {
            "title": lambda width: table.title(board, width),
            "players": lambda width: table.players(board, width),
            "centre": lambda width: table.centre(board, width),
            "story": lambda width: table.story(board, width, self.picture("story").size.height),
            "own": lambda width: table.own(board, width),
            "hand": lambda width: hand.hand(board, width),
            "called": lambda width: hand.called(board, width),
            "message": lambda width: hand.message(board, width),
            "keys": lambda width: hand.keys(board, width, answers),
            "side": lambda width: pages.beside(board, width, rows),
            "small": self.too_small,
        }
        for name, draw in parts.items():
            self.picture(name).show(draw)

    def too_small(self, width: int) -> Drawing:
        """What stands in a window that does not hold the table, and a question that is open."""
        text = Drawing(wrapped(Text(texts.too_small(*self.size)), width))
        if not self.answers:
            return text
        asked = hand.message(self.board, width), hand.keys(self.board, width, self.answers)
        return below([text, *asked])

    def picture(self, name: str) -> Picture:
        """A part of the screen."""
        return self.query_one(f"#{name}", Picture)

    def on_resize(self) -> None:
        """Draw for the new size."""
        columns, rows = self.size
        small = columns < COLUMNS or rows < ROWS
        self.picture("small").display, self.query_one("#window").display = small, not small
        side = self.picture("side")
        side.styles.display = "block" if columns >= WIDE else "none"
        side.styles.width = min(SIDE, columns - COLUMNS) if columns >= WIDE else 0
        self.redraw()

    @property
    def typing(self) -> bool:
        """Whether the line to type in is open."""
        return self.query_one("#typed", Input).display

    def open_typing(self, wanted: bool) -> None:
        """Open or close the line to type in; it takes the place of an empty one."""
        self.query_one("#typed", Input).display = wanted
        self.picture("message").styles.height = 1 if wanted else 2

    def say(self, message: str, warning: bool = False) -> None:
        """Show a message below the hand."""
        self.message, self.warning = message, warning
        self.redraw()
