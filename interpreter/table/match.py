"""A match in play: whose turn it is, what may be done, what came of it.

In: a game, a supply of packs, actions. Out: state, views, record. The engine's state is advanced
at once; the story (events, views, record) is told by a chronicle only when somebody asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..text.messages import _
from .action import Action
from .chronicle import Chronicle
from .errors import IllegalAction, RecordError
from .event import Event
from .game import Game
from .look import look
from .refusal import why_not
from .supply import Pack, Supply
from .view import View

FORMAT = "trickplay-record-1"
MAX_DRAWS = 100
"""rounds of the draw for the first deal"""


@dataclass(frozen=True)
class Result:
    """How a match ended: the winner's seat or None, deals won by each seat, deals played, deals
    without a winner."""

    winner: int | None
    wins: tuple[int, ...]
    deals: int
    repeats: int


class Match:
    """One match. Make it with `Game.match` or `Match.from_record`."""

    def __init__(
        self,
        game: Game,
        supply: Supply,
        dealer: int | None = None,
        names: Sequence[str] | None = None,
        draws: Sequence[tuple[int, ...]] = (),
    ) -> None:
        self.game, self.supply = game, supply
        self.names = tuple(names or (f"seat {p}" for p in range(game.seats)))
        self.log: list[Action | Pack] = []
        self._state = game.machine.State()
        self._draws = list(draws)
        self._chronicle: Chronicle | None = None
        self._told = 0
        if dealer is None:
            dealer = self._draw_lots()
        elif not 0 <= dealer < game.seats:
            raise ValueError(_("there is no seat {n}").format(n=dealer))
        self._dealer = dealer
        game.machine.begin(self._state, dealer)
        self._deal()

    def _draw_lots(self) -> int:
        """Everybody draws a card until the keys leave one player.

        Rounds are bounded, so that keys that never decide cannot hang a match: then seat 0 deals.
        """
        for number in range(1, MAX_DRAWS + 1):
            pack = self.supply.lot(number)
            self._draws.append(tuple(pack[: self.game.seats]))
            seat = self.game.machine.draw_lot(self._state, pack)
            if seat < self.game.seats:
                return seat
        return 0

    def _deal(self) -> None:
        """Deal the next pack if there is one; otherwise the match waits."""
        pack = self.supply.deal(self._state.deals + 1)
        if pack is not None:
            self.game.machine.start(self._state, pack)
            self.log.append(pack)

    # -- playing -------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many play."""
        return self.game.seats

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._state.over == 2

    @property
    def turn(self) -> int | None:
        """The seat that is to act; None at the end. Raises RecordError if a pack is missing."""
        if self._state.over == 1:
            n = self._state.deals
            text = _("the match needs a pack for deal {n}; {m} were given")
            raise RecordError(text.format(n=n + 1, m=n))
        return None if self._state.over else self._state.turn

    def actions(self) -> tuple[Action, ...]:
        """What the player to move may do; never empty before the end."""
        if self.turn is None:
            return ()
        machine, known = self.game.machine, self.game.actions
        cards = machine.cards(self._state)
        bits = cards | machine.calls(self._state, cards) << self.game.ruleset.deck.size
        found = []
        while bits:
            low = bits & -bits
            found.append(known[low.bit_length() - 1])
            bits ^= low
        return tuple(found)

    def apply(self, action: Action | str) -> None:
        """The player to move does something. Raises IllegalAction with the reason in words."""
        turn = self.turn
        machine, s = self.game.machine, self._state
        given = self.game.action(str(action))
        if turn is None:
            raise IllegalAction(_("the match is over"))
        if given is None or (isinstance(action, Action) and action != given):
            raise IllegalAction(_("this game has no action `{text}`").format(text=str(action)[:60]))
        size = self.game.ruleset.deck.size
        cards = machine.cards(s)
        legal = cards | machine.calls(s, cards) << size
        if not legal >> given.index & 1:
            raise IllegalAction(why_not(self.game, s, given))
        machine.act(s, given.index)
        while s.step:
            machine.advance(s)
        self.log.append(given)
        if s.over == 1:
            self._deal()

    @property
    def result(self) -> Result | None:
        """How the match ended; None before."""
        if not self.over:
            return None
        data = self.chronicle.result()
        return Result(data["winner"], tuple(data["wins"]), data["deals"], data["repeats"])

    # -- looking -------------------------------------------------------------------------------

    @property
    def chronicle(self) -> Chronicle:
        """The story so far."""
        if self._chronicle is None:
            self._chronicle = Chronicle(self.game, self._draws, self._dealer)
        for entry in self.log[self._told :]:
            if isinstance(entry, Action):
                self._chronicle.action(entry)
            else:
                self._chronicle.deal(entry)
        self._told = len(self.log)
        return self._chronicle

    def view(self, seat: int) -> View:
        """What a seat may know."""
        if not 0 <= seat < self.seats:
            raise ValueError(_("there is no seat {n}").format(n=seat))
        return look(self.chronicle, seat, self.actions() if self._is_turn(seat) else ())

    def _is_turn(self, seat: int) -> bool:
        return self._state.over == 0 and self._state.turn == seat

    @property
    def events(self) -> list[Event]:
        """Everything that happened, with all cards; not for players."""
        return self.chronicle.events

    # -- records -------------------------------------------------------------------------------

    @property
    def header(self) -> dict[str, Any]:
        """The first line of the record."""
        from .. import __version__

        rules = self.game.ruleset
        return {
            "format": FORMAT,
            "ruleset": rules.name,
            "hash": rules.hash,
            "rules": rules.document,
            "version": __version__,
            "options": {},
            "seats": list(self.names),
        }

    @property
    def record(self) -> tuple[dict[str, Any], ...]:
        """The whole record: header, draw, deals, actions, tricks, result."""
        return (self.header, *(line.data for line in self.chronicle.lines))

    def record_for(self, seat: int) -> tuple[dict[str, Any], ...]:
        """The record as a seat may have it: cards it never saw leave the pack are `?`."""
        story = self.chronicle
        count = len(story.lines)
        if story.pending and self._state.turn != seat:
            count -= 1
        return (self.header, *(story.line_for(i, seat) for i in range(count)))

    @classmethod
    def from_record(cls, record: Sequence[dict[str, Any]], game: Game | None = None) -> Match:
        """The match of a record, played again and verified line by line.

        The ruleset embedded in the record is used unless `game` is given. Raises RecordError at the
        first line that does not fit.
        """
        from .replay import replay

        return replay(record, game)

    def copy(self) -> Match:
        """An independent match in the same state, with the same packs to come."""
        other = object.__new__(Match)
        other.game, other.supply, other.names = self.game, self.supply, self.names
        other.log = self.log[:]
        other._state = self._state.copy()  # type: ignore[attr-defined]
        other._draws, other._dealer = self._draws, self._dealer
        other._chronicle, other._told = None, 0
        return other
