"""The lower part of the table: the hand, what can be called, the message and the keys.

A card that may be played lies a row higher than one that may not, with its number below it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ...table.spelling import action_text
from .cards import area_of, draw_card, steps
from .drawing import Area, Canvas, Drawing, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...table.action import Action
    from ...table.view import View
    from .table import Board

CALL_ROWS = 2
"""how many rows of calls are shown at a time"""


def calls(view: View) -> list[Action]:
    """What can be done besides playing a card."""
    return [action for action in view.actions if not action.card]


def numbers(view: View) -> dict[str, int]:
    """The number in the menu of every card that may be chosen; the calls have those after them."""
    allowed = {action.card for action in view.actions if action.card}
    return {code: i for i, code in enumerate((c for c in view.hand if c in allowed), 1)}


def hand(board: Board, width: int) -> Drawing:
    """The cards of the person. On the person's turn those that may not be played lie lower."""
    look, view = board.look, board.view
    number = numbers(view)
    each, step = steps(len(view.hand), width - 4, look)
    rows = max(1, -(-len(view.hand) // each))
    span = (min(each, len(view.hand)) - 1) * step + look.width
    indent = max(2, (width - span) // 2)
    canvas = Canvas(width, rows * (look.height + 1))
    for i, code in enumerate(view.hand):
        x, y = indent + i % each * step, i // each * (look.height + 1)
        barred = board.mine and bool(number) and code not in number
        state = "faded" if barred else ""
        if board.cursor.card == i:
            state += " chosen"
        draw_card(canvas, x, y + barred, board.game, code, look, state)
        canvas.areas.append(area_of(x, y + barred, look, f"place {i}"))
        if code in number:
            text = f"{number[code]:^{min(step, look.width)}}"
            style = board.style("pressed" if board.cursor.card == i else "number")
            canvas.put(x, y + look.height, text, style)
    return canvas.drawing()


def called(board: Board, width: int) -> Drawing:
    """The calls as buttons; if there are too many, the rows around the one under the cursor."""
    view, game, look = board.view, board.game, board.look
    worth, first = dict(view.worth), len(numbers(view)) + 1
    texts = [
        f"[ {i} {action_text(game, action, worth.get(str(action), 0))} ]"
        for i, action in enumerate(calls(view), first)
    ]
    rows = _rows(texts, width - 4)
    here = next((i for i, row in enumerate(rows) if board.cursor.call in row), 0)
    start = max(0, min(here, len(rows) - CALL_ROWS))
    lines, areas = [], []
    for y, row in enumerate(rows[start : start + CALL_ROWS]):
        line = Text("  ")
        for i in row:
            chosen = board.cursor.call == i
            areas.append(Area(line.cell_len, y, len(texts[i]), 1, f"place {len(view.hand) + i}"))
            text = texts[i].replace(" ", look.glyphs.turn, 1) if chosen else texts[i]
            line.append_text(board.painted(text, "pressed" if chosen else "button"))
            line.append("  ")
        lines.append(line)
    if len(rows) > start + CALL_ROWS:
        lines[-1].append(f"{look.glyphs.down}{look.glyphs.more}", board.style("dim"))
    return Drawing(lines, areas).cut(width)


def _rows(texts: Sequence[str], width: int) -> list[list[int]]:
    """The places of texts, by rows that are not too long."""
    rows: list[list[int]] = []
    used = width
    for i, text in enumerate(texts):
        if used + len(text) > width:
            rows.append([])
            used = 0
        rows[-1].append(i)
        used += len(text) + 2
    return rows


def message(board: Board, width: int) -> Drawing:
    """What is asked, or answered to a choice that is not possible."""
    text = board.painted(board.message, "warning" if board.warning else "title")
    return Drawing(wrapped(text, width - 4)).moved(2)


def keys(board: Board, width: int, entries: Sequence[tuple[str, str]]) -> Drawing:
    """The keys with what they do; each can be pressed with the mouse too."""
    line, areas = Text("  "), []
    for key, text in entries:
        size = len(key) + 1 + len(text)
        if line.cell_len + size > width:
            break
        areas.append(Area(line.cell_len, 0, size, 1, f"key {key}"))
        line.append(key, board.style("key"))
        line.append(f" {text}  ", board.style("dim"))
    return Drawing([line], areas)
