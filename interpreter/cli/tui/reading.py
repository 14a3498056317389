"""Pages that a person reads over the table: what opens them, and what happens when they close."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ...text.messages import _
from . import hand, pages, sheet, texts
from .drawing import Drawing, below
from .widgets import Draw, Page

if TYPE_CHECKING:
    from ...table.event import Event
    from .playing import Table


def _aid(table: Table) -> None:
    keys = list(texts.commands().values())
    _show(table, _("help"), lambda width: pages.aid(table.board, width, keys), "aid")


def _score(table: Table) -> None:
    _show(table, _("score"), lambda width: pages.score(table.board, width), "score")


def _last(table: Table) -> None:
    _show(table, _("last trick"), lambda width: pages.last(table.board, width), "last")


def _taken(table: Table) -> None:
    _show(table, _("cards taken"), lambda width: pages.taken(table.board, width), "taken")


def _told(table: Table) -> None:
    _show(
        table, _("moves"), lambda width: pages.lines(table.board, table.sitting.log, width), "told"
    )


def _why(table: Table) -> None:
    """Of the card or the call under the cursor; of the last trick if there is none."""
    cursor, view = table.cursor, table.view
    if cursor.card is not None:
        asked = view.hand[cursor.card]
    elif cursor.call is not None:
        asked = str(hand.calls(view)[cursor.call])
    else:
        asked = ""
    show_why(table, asked)


def show_why(table: Table, asked: str) -> None:
    """By which rules a card may be played or not, who took the last trick, how a deal counts."""
    lines = table.sitting.why(asked)
    _show(table, _("why"), lambda width: pages.lines(table.board, lines, width), "why")


PAGES: dict[str, Callable[[Table], None]] = {
    "aid": _aid,
    "score": _score,
    "last": _last,
    "why": _why,
    "taken": _taken,
    "told": _told,
}
"""the pages by the command that opens them"""


def _show(table: Table, title: str, body: Draw, command: str) -> None:
    """A page that is read and closed."""
    key = texts.commands()[command][0]
    _open(table, title, body, [texts.close()], lambda _key: table.resume(), key)


def _open(
    table: Table,
    title: str,
    body: Draw,
    answers: Sequence[texts.Answer],
    then: Callable[[str | None], Any],
    closes: str = "",
) -> None:
    """A page with a title and what can be answered."""

    def head(width: int) -> Drawing:
        return below([pages.heading(table.board, title, width), Drawing([Text()])])

    def foot(more: bool) -> Draw:
        glyphs = table.board.look.glyphs
        scroll = [(glyphs.up + glyphs.down, _("there is more"))] if more else []
        return lambda width: hand.keys(table.board, width, [*answers, *scroll])

    table.app.push_screen(Page(head, body, foot, answers, closes), then)


def show_deal(table: Table, closed: Event) -> None:
    """The sheet of a deal, before the next one."""
    table.view = table.sitting.view
    deal = next(d for d in reversed(sheet.deals(table.view.seen)) if closed in d)
    title = texts.deal_title(table.board, closed.number or 0)

    def body(width: int) -> Drawing:
        lines = sheet.counted(table.board, deal, width)
        return Drawing([*lines, Text(), *sheet.standings(table.board)])

    _open(table, title, body, [texts.answer(_("Enter go on"))], lambda _key: table.next_turn())


def show_end(table: Table) -> None:
    """The whole sheet, and whether to play again."""
    answers = [texts.answer(_("q quit"))]
    if table.again:
        answers.append(texts.answer(_("n new match")))

    def answered(key: str | None) -> None:
        table.leave(again=table.again and key == answers[-1][0])

    title = str(table.sitting.game.ruleset.title)
    _open(table, title, lambda width: pages.score(table.board, width), answers, answered)
