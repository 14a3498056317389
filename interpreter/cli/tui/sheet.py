"""The score sheet: every deal that was counted, with every term of every player.

In: the events that a seat saw. Out: lines. Sums are written under a line, as on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from ...table.narration import Narrator
from ...text.messages import _
from .. import screen

if TYPE_CHECKING:
    from ...table.event import Event
    from .table import Board

COLUMN, MARGIN = 9, 3


def deals(events: Iterable[Event]) -> list[list[Event]]:
    """The events deal by deal; what comes before the first deal is left out."""
    found: list[list[Event]] = []
    for event in events:
        if event.kind == "deals":
            found.append([])
        if found:
            found[-1].append(event)
    return found


def sheet(board: Board, width: int) -> list[Text]:
    """All deals that have come to their end, then what was won so far."""
    lines: list[Text] = []
    for deal in deals(board.view.seen):
        if any(event.kind == "closed" for event in deal):
            lines += [*counted(board, deal, width), Text()]
    if not lines:
        lines = [Text(" " * MARGIN + _("no deal has been counted yet")), Text()]
    return [*lines, *standings(board)]


def standings(board: Board) -> list[Text]:
    """What the sides have won."""
    game, view, names = board.game, board.view, board.names
    what = _("points won") if game.partners else _("deals won")
    rows = [(what, view.score.wins)]
    if view.score.rounds:
        rows.append((_("rounds won"), view.score.rounds))
    return [
        Text.assemble(
            (f"{' ' * MARGIN}{title}   ", board.style("title")),
            screen.standing(game, names, view, counts),
        )
        for title, counts in rows
    ]


def counted(board: Board, deal: Sequence[Event], width: int) -> list[Text]:
    """One deal: declarations, the terms with their sums, tricks, and who won."""
    narrator = Narrator(board.game, tuple(board.names), board.view.seat)
    lines, margin = [], " " * MARGIN
    if plays := _last_plays(deal):
        text = screen.plays(board.game, board.names, plays)
        lines.append(board.painted(margin + _("last trick") + "   " + text))
    for event in deal:
        if event.kind in ("declared", "claimed"):
            lines.append(board.painted(margin + narrator.tell(event), "dim"))
        elif event.kind == "counted":
            lines += _terms(board, event, width)
        elif event.kind == "closed":
            lines += _tricks(board, event, width) if event.tricks else []
            lines.append(Text(margin + narrator.tell(event).split("\n")[-1], board.style("title")))
        elif event.kind in ("round", "over"):
            lines.append(Text(margin + narrator.tell(event), board.style("title")))
    return lines


def _last_plays(deal: Sequence[Event]) -> list[tuple[int, str]]:
    """Who played what to the last trick of a deal."""
    plays: list[tuple[int, str]] = []
    ended = True
    for event in deal:
        if event.kind == "played" and event.seat is not None:
            plays = [*([] if ended else plays), (event.seat, event.cards[0])]
            ended = False
        elif event.kind in ("taken", "spoiled"):
            ended = True
    return plays


def _terms(board: Board, event: Event, width: int) -> list[Text]:
    """A row for each term, a column for each player, and the sums."""
    titles = {t.about.name: str(t.about.title) for t in board.game.ruleset.terms}
    names = [name for name, _n in event.scores[0]] if event.scores else []
    if not names:
        return []
    table = [(titles[name], [dict(terms)[name] for terms in event.scores]) for name in names]
    sums = [sum(n for _name, n in terms) for terms in event.scores]
    rows = _rows(board, [*table, ("", []), (_("together"), sums)], width)
    return [_heading(board, width), *rows]


def _tricks(board: Board, event: Event, width: int) -> list[Text]:
    row = _rows(board, [(_("tricks"), event.tricks)], width)
    return [_heading(board, width), *row]


def _label_width(board: Board, width: int) -> int:
    """What is left for the titles beside a column for every player."""
    return max(10, min(24, width - MARGIN - _column(board, width) * board.game.seats))


def _column(board: Board, width: int) -> int:
    return max(6, min(12, (width - MARGIN - 14) // board.game.seats))


def _heading(board: Board, width: int) -> Text:
    """The players above their columns, the person first."""
    size = _column(board, width)
    cells = "".join(f"{board.names[seat][: size - 1]:>{size}}" for seat in _order(board))
    return Text(" " * (MARGIN + _label_width(board, width)) + cells, board.style("title"))


def _order(board: Board) -> list[int]:
    seats = board.game.seats
    return [(board.view.seat + i) % seats for i in range(seats)]


def _rows(board: Board, table: Sequence[tuple[str, Sequence[int]]], width: int) -> Iterator[Text]:
    """Titles and numbers; a row without numbers is the line under which a sum is written."""
    label, size = _label_width(board, width), _column(board, width)
    for title, values in table:
        if values:
            cells = "".join(f"{values[seat]:>{size}}" for seat in _order(board))
            yield Text(f"{' ' * MARGIN}{title[: label - 1]:<{label}}{cells}")
        else:
            rule = f"{board.look.glyphs.line * (size - 3):>{size}}" * board.game.seats
            yield Text(" " * (MARGIN + label) + rule, board.style("dim"))
