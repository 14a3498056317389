"""Where a person plays: at the full-screen table if the terminal can show it, else line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from ..text.messages import _
from .console import say

if TYPE_CHECKING:
    from ..table.laid import Laid
    from ..table.match import Match
    from .playing import Keeper
    from .tui.cards import Look

COLUMNS, ROWS = 80, 24
"""the smallest window that holds the table"""


def look(plain: bool, letters: bool) -> Look | None:
    """How the table is drawn in this terminal; None if it cannot be, or is not wanted.

    plain: it is not wanted. letters: ASCII alone is. A window that is only too small is told of.
    """
    streams = (sys.stdin, sys.stdout, sys.stderr)  # the table is drawn on the last one
    kind = os.environ.get("TERM") or ("dumb" if os.name == "posix" else "console")
    if plain or kind in ("dumb", "unknown") or not all(stream.isatty() for stream in streams):
        return None
    try:
        from .tui import app  # noqa: F401
    except ImportError:
        return None
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    if columns < COLUMNS or rows < ROWS:
        say(small(columns, rows))
        return None
    from .tui import ink
    from .tui.cards import Look

    encoding = "ascii" if letters else sys.stdout.encoding or "ascii"
    styles = ink.PLAIN if os.environ.get("NO_COLOR") else ink.COLOURED
    return Look(ink.glyphs(encoding), styles, encoding)


def small(columns: int, rows: int) -> str:
    """That a window does not hold the table."""
    text = _("this terminal has {columns} columns and {rows} rows; the table needs {m} and {n}")
    return text.format(columns=columns, rows=rows, m=COLUMNS, n=ROWS)


def at_the_table(
    match: Match, laid: Laid, keeper: Keeper, deals: int | None, told: int, table: Look
) -> bool:
    """Play a match, or so many deals, at the table; whether another one is wanted.

    told: how many events the person knows from before. Raises EOFError when the person stops.
    """
    from ..table.players import HUMAN
    from .tui import app, playing
    from .tui.sitting import Sitting

    me = match.names.index(HUMAN)
    players = [None if seat == me else laid.player(match, seat) for seat in range(match.seats)]
    sitting = Sitting(match, me, players, lambda: keeper.update(match), deals, told)
    notes: list[str] = []
    keeper.note = partial(_note, (notes, sitting.log))
    ended = app.play(sitting, table, again=keeper.record is None)
    for note in notes:  # the screen is gone, and with it what was told there
        say(note, err=True)
    if ended == playing.STOPPED:
        raise EOFError
    say(sitting.log[-1])
    return ended == playing.AGAIN


def _note(places: Sequence[list[str]], text: str) -> None:
    """Write something down in several places."""
    for place in places:
        place.append(text)
