"""A match at a terminal, from its first move or from where it stopped, written down as it goes."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from ..text.messages import _
from .console import say

if TYPE_CHECKING:
    from ..table.laid import Laid
    from ..table.match import Match
    from ..table.players import Player
    from ..table.recorder import Recorder
    from ..table.saved import Saved
    from .tui.cards import Look


class Keeper:
    """Writes a match down wherever it is to be kept: as a saved game, in a record that somebody
    asked for. A game that cannot be saved is played all the same; that is told once, by `note`."""

    def __init__(self, saved: Saved | None = None, record: Recorder | None = None) -> None:
        self.saved, self.record, self.told = saved, record, False
        self.note: Callable[[str], None] = partial(say, err=True)

    @classmethod
    def begin(cls, match: Match, laid: Laid, record: Recorder | None) -> Keeper:
        """For a match that begins. What nobody plays is not saved: it can be played again."""
        from ..table import saved
        from ..table.players import HUMAN

        keeper = cls(None, record)
        if HUMAN in match.names:
            try:
                keeper.saved = saved.begin(match, laid)
            except OSError as error:
                keeper.tell(error)
        return keeper

    def update(self, match: Match) -> None:
        """Write what is new."""
        if self.record:
            self.record.update(match)
        if self.saved:
            try:
                self.saved.update(match)
            except OSError as error:
                self.tell(error)

    def tell(self, error: OSError) -> None:
        """Say why the game cannot be saved, but only once."""
        if not self.told:
            why = error.strerror or str(error)
            self.note(_("note: this game cannot be saved: {why}").format(why=why))
        self.told = True

    def stopped(self) -> None:
        """Say what is left of a game that somebody stopped."""
        text = _("stopped; the record is kept in {file}") if self.record else _("stopped")
        say()
        say(text.format(file=self.record.file.name if self.record else ""), err=True)
        if self.saved and not self.told:
            command = f"trickplay resume {self.saved.name}"
            say(_("to go on with this game: {command}").format(command=command), err=True)

    def close(self) -> None:
        """Nothing more comes."""
        for written in (self.record, self.saved):
            if written:
                written.close()


@contextmanager
def unbroken() -> Iterator[None]:
    """Ctrl-C waits until this is done, so that a move is made and saved, or neither."""
    caught: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: caught.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
    if caught:
        raise KeyboardInterrupt


def play(
    match: Match,
    laid: Laid,
    keeper: Keeper,
    deals: int | None = None,
    told: int = 0,
    table: Look | None = None,
) -> int:
    """Play to the end, or so many deals, telling what happens after the first `told` events; the
    exit code. table: how the full-screen table is drawn; without one the match is told in lines."""
    from .seating import at_the_table

    again = False
    try:
        if table is None:
            _play(match, laid, keeper, deals, told)
        else:
            again = at_the_table(match, laid, keeper, deals, told, table)
    except (KeyboardInterrupt, EOFError):
        keeper.stopped()
        return 130
    finally:
        keeper.close()
    return play(*_another(match, laid), deals, table=table) if again else 0


def _another(match: Match, laid: Laid) -> tuple[Match, Laid, Keeper]:
    """The next match of the same players, with the next cards."""
    from ..machine.packs import MAX_SEED
    from ..table.laid import Laid

    seed = None if laid.seed is None else (laid.seed + 1) % (MAX_SEED + 1)
    following = match.game.match(seed=seed, names=match.players)
    laid = Laid.of(match.game, seed, laid.language)
    return following, laid, Keeper.begin(following, laid, None)


def _play(match: Match, laid: Laid, keeper: Keeper, deals: int | None, told: int) -> None:
    from ..table.narration import deals_text
    from ..table.players import HUMAN
    from .person import Person
    from .story import Story

    me = match.names.index(HUMAN) if HUMAN in match.names else None
    story = Story(match, me, told)
    story.name_agreements()
    seats: list[Player] = [
        Person(match, seat) if seat == me else laid.player(match, seat)
        for seat in range(match.seats)
    ]
    keeper.update(match)
    while True:
        story.tell(deals)
        turn = match.turn
        if turn is None:
            return
        if deals is not None and match.view(turn).deal > deals:
            say(_("stopped after {deals}").format(deals=deals_text(deals)))
            return
        action = seats[turn].choose(match.view(turn))
        with unbroken():
            match.apply(action)
            keeper.update(match)
