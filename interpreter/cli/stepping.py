"""Stepping through a record at a terminal: forward, back, to any trick, from any seat."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from ..table.narration import Narrator
from ..table.notation import folded
from ..table.players import HUMAN
from ..table.replay import replay
from ..table.steps import Steps
from ..text.messages import _, plural
from .console import Painter, ask, display_names, say, show
from .explaining import Asking, tell
from .person import HELP, QUIT, WHY
from .replaying import closed_text, note_difference
from .screen import table

if TYPE_CHECKING:
    from ..table.replay import Record

FORWARD = ("", "n", "next", "suivant", "seguinte")
BACK = ("p", "b", "back", "retour", "voltar")
DEAL = ("d", "deal", "donne", "distribuicao")
END = ("e", "end", "fin", "fim")
ALL = ("all", "tous", "todos")
SEAT = re.compile(r"(?:seat|place|lugar|s) ?([1-9][0-9]?)")
PLACE = re.compile(r"([1-9][0-9]{0,5})\.([1-9][0-9]{0,5})")


def step_through(record: Record, me: int | None) -> int:
    """Let somebody look at a match, at first as the seat `me` saw it, or with all hands if that is
    None; the exit code. Raises RecordError."""
    match = replay(record)
    note_difference(match)
    viewer = Viewer(Steps(match), me)
    moves = plural("{n} move", "{n} moves", viewer.steps.last)
    deals = plural("{n} deal", "{n} deals", viewer.steps.place(viewer.steps.last)[0])
    title = match.game.ruleset.title
    say(_("{game}: {moves} in {deals}").format(game=title, moves=moves, deals=deals))
    try:
        viewer.run()
    except KeyboardInterrupt:
        say()
        return 130
    except EOFError:
        pass
    return 0


class Viewer:
    """Shows a position of a match, and goes where it is told."""

    def __init__(self, steps: Steps, me: int | None) -> None:
        self.steps, self.match, self.me, self.at = steps, steps.match, me, 0
        self.closed = not self.match.over and HUMAN in self.match.names
        self.own = me

    def run(self) -> None:
        """Ask where to go until somebody leaves. Raises EOFError."""
        self.show()
        while True:
            if self.understand(folded(ask(self.prompt()))):
                self.show()

    def prompt(self) -> str:
        """Where in the match this is."""
        deal, trick = self.steps.place(self.at)
        text = _("{deal}.{trick}, move {n} of {m} (? for help)")
        return text.format(deal=deal, trick=trick, n=self.at, m=self.steps.last)

    def show(self) -> None:
        """What the last move brought, and the table after it."""
        names = display_names(self.match.names, self.me)
        game = self.match.game
        narrator, painter = Narrator(game, names, self.me), Painter(game)
        for event in self.steps.events(self.at):
            text = narrator.tell(event if self.me is None else event.for_seat(self.me))
            if text:
                painter.show(text)
        views = [self.steps.view(self.at, seat) for seat in range(self.match.seats)]
        hands = [view.hand for view in views] if self.me is None else ()
        show(table(game, self.match.names, views[self.me or 0], hands))

    def understand(self, text: str) -> bool:
        """Go where a command says; whether there is something new to be shown."""
        place = PLACE.fullmatch(text)
        seat = SEAT.fullmatch(text)
        if text in QUIT or text == "q":
            raise EOFError
        if text in FORWARD or text in BACK:
            return self.go(self.at + (1 if text in FORWARD else -1))
        if text in END:
            return self.go(self.steps.last)
        if text in DEAL:
            return self.find(self.steps.place(self.at)[0] + 1, 1)
        if place:
            return self.find(int(place[1]), int(place[2]))
        if seat or text in ALL:
            return self.look(int(seat[1]) - 1 if seat else None)
        if why := WHY.fullmatch(text):
            self.why(why[1] or "")
            return False
        say(help_text() if text in HELP else _("? lists what can be typed here"))
        return False

    def why(self, text: str) -> None:
        """Explain a card or a call of the player to move, the last trick or the last deal."""
        try:
            tell(self.match, self.asking.why(self.at, text))
        except LookupError as error:
            say(str(error.args[0]))

    @cached_property
    def asking(self) -> Asking:
        """Made when something is asked."""
        return Asking(self.match)

    def go(self, position: int) -> bool:
        """To a position, if there is such a one."""
        if not 0 <= position <= self.steps.last:
            say(_("this is the last move") if position > 0 else _("this is the first deal"))
            return False
        self.at = position
        return True

    def find(self, deal: int, trick: int) -> bool:
        """To the beginning of a trick."""
        position = self.steps.find(deal, trick)
        if position is None:
            text = _("the record has no trick {deal}.{trick}")
            say(text.format(deal=deal, trick=trick))
            return False
        return self.go(position)

    def look(self, seat: int | None) -> bool:
        """From another seat, or from above."""
        if seat is not None and seat >= self.match.seats:
            say(_("there is no seat {n}").format(n=seat + 1))
            return False
        if self.closed and seat != self.own:
            say(closed_text())
            return False
        self.me = seat
        return True


def help_text() -> str:
    """What can be typed."""
    return _(
        "Enter: forward    b: back    d: the next deal    e: the end    2.5: deal 2, trick 5\n"
        "seat 1: what this seat sees    all: all hands    q: leave\n"
        "why 7S: why the player to move may play this card, or not    why: the last trick\n"
        "why score: how the last deal was counted"
    )
