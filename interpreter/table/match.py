"""A match in play: whose turn it is, what may be done, what came of it.

In: a game, a supply of packs, actions. Out: state, views, record. The engine's state is advanced
at once; the story (events, views, record) is told by a chronicle only when somebody asks.

>>> from interpreter import load
>>> match = load(NAME).match(seed=7)
>>> match.turn, match.view(match.turn).hand
(1, ('AS', '7S', 'KD', 'QD', '9C'))
>>> match.apply("play AH")
Traceback (most recent call last):
interpreter.table.errors.IllegalAction: you do not hold A♥
>>> match.apply("play AS")
>>> [str(action) for action in match.actions()][:2]
['play KS', 'play QS']
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
from .lots import Lots, TooFewCards, begin_match, begin_round, draw_again, draw_lots, no_lots
from .position import Position, place, stand
from .refusal import why_not
from .supply import Pack, Supply
from .view import View

FORMAT = "trickplay-record-1"


@dataclass(frozen=True)
class Result:
    """How a match ended: the winning side or None, points of won deals by side, deals played, deals
    without a winner. In a match of rounds the points are those of the last one, and `rounds` those
    that each side won. Where everybody plays for himself a side is a seat."""

    winner: int | None
    wins: tuple[int, ...]
    deals: int
    repeats: int
    rounds: tuple[int, ...] = ()


class Match:
    """One match. Make it with `Game.match` or `Match.from_record`.

    With a `position` it begins there: it can be played and looked at, but has no record.
    """

    def __init__(
        self,
        game: Game,
        supply: Supply,
        dealer: int | None = None,
        names: Sequence[str] | None = None,
        lots: Lots | None = None,
        position: Position | None = None,
    ) -> None:
        self.game, self.supply = game, supply
        if dealer is not None and not 0 <= dealer < game.seats:
            raise ValueError(_("there is no seat {n}").format(n=dealer))
        if position is not None:
            lots = position.lots
        if lots is None:
            lots = draw_lots(game, supply.lot) if dealer is None else no_lots(game, dealer)
        self.lots = lots
        self.players = tuple(names or (f"seat {p}" for p in range(game.seats)))
        self.names = tuple(self.players[player] for player in lots.seats)
        self.log: list[Action | Pack | Lots | Position] = []
        self._state = game.machine.State()
        self._chronicle: Chronicle | None = None
        self._told = 0
        begin_match(game, self._state, lots)
        if position is None:
            self._deal()
        else:
            self._begin(position)

    def _begin(self, position: Position) -> None:
        """Begin in the middle."""
        machine, s = self.game.machine, self._state
        stand(s, position)
        self.log.append(position)
        if position.deal is None:
            machine.start(s, position.pack)
            self.log.append(position.pack)
            return
        place(self.game, s, position)
        while s.step:
            machine.advance(s)

    def _deal(self) -> None:
        """Deal the next pack if there is one, after a draw if that is needed; otherwise the match
        waits."""
        if self._state.over == 3 and not self._draw():
            return
        pack = self.supply.deal(self._state.deals + 1)
        if pack is not None:
            self.game.machine.start(self._state, pack)
            self.log.append(pack)

    def _draw(self) -> bool:
        """Draw for the first deal of a new round; False if no cards are left for that."""
        drawn = [self.lots, *(entry for entry in self.log if isinstance(entry, Lots))]
        before = len(self.lots.seating) + sum(len(lots.draws) for lots in drawn)
        try:
            lots = draw_again(
                self.game, self._state, self.lots, lambda number: self.supply.lot(before + number)
            )
        except TooFewCards:
            return False
        begin_round(self.game, self._state, lots)
        self.log.append(lots)
        return True

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
        """The seat that is to act; None at the end. Raises RecordError if cards are missing."""
        if self._state.over == 1:
            n = self._state.deals
            text = _("the match needs a pack for deal {n}; {m} were given")
            raise RecordError(text.format(n=n + 1, m=n))
        if self._state.over == 3:
            raise RecordError(_("the match needs a draw for the first deal of its next round"))
        return None if self._state.over else self._state.turn

    def actions(self) -> tuple[Action, ...]:
        """What the player to move may do; never empty before the end."""
        return () if self.turn is None else self.game.offered(self._state)

    def apply(self, action: Action | str) -> None:
        """The player to move does something. Raises IllegalAction with the reason in words."""
        turn = self.turn
        machine, s = self.game.machine, self._state
        given = self.game.action(str(action))
        if turn is None:
            raise IllegalAction(_("the match is over"), "over")
        if given is None or (isinstance(action, Action) and action != given):
            text = _("this game has no action `{text}`").format(text=str(action)[:60])
            raise IllegalAction(text, "unknown")
        if not self.game.legal(s) >> given.index & 1:
            refusal = why_not(self.game, s, given)
            raise IllegalAction(refusal.text, refusal.rule)
        machine.act(s, given.index)
        while s.step:
            machine.advance(s)
        self.log.append(given)
        if s.over in (1, 3):
            self._deal()

    @property
    def result(self) -> Result | None:
        """How the match ended; None before."""
        if not self.over:
            return None
        data = self.chronicle.result()
        points, rounds = tuple(data["wins"]), tuple(data.get("rounds", ()))
        return Result(data["winner"], points, data["deals"], data["repeats"], rounds)

    def go_on(self, supply: Supply) -> None:
        """Take the packs that are still to come from another supply; a match that waited for one
        goes on."""
        self.supply = supply
        if self._state.over in (1, 3):
            self._deal()

    # -- looking -------------------------------------------------------------------------------

    @property
    def chronicle(self) -> Chronicle:
        """The story so far."""
        if self._chronicle is None:
            self._chronicle = Chronicle(self.game, self.lots)
        for entry in self.log[self._told :]:
            self._chronicle.tell(entry)
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
            "rules": rules.rules,
            "version": __version__,
            "options": rules.agreed(),
            "seats": list(self.players),
        }

    @property
    def record(self) -> tuple[dict[str, Any], ...]:
        """The whole record: header, draw, deals, actions, tricks, result."""
        self._refuse_without_record()
        return (self.header, *(line.data for line in self.chronicle.lines))

    def record_for(self, seat: int) -> tuple[dict[str, Any], ...]:
        """The record as a seat may have it: cards it never saw leave the pack are `?`."""
        self._refuse_without_record()
        story = self.chronicle
        count = len(story.lines)
        if story.pending and self._state.turn != seat:
            count -= 1
        return (self.header, *(story.line_for(i, seat) for i in range(count)))

    def _refuse_without_record(self) -> None:
        if self.log and isinstance(self.log[0], Position):
            raise RecordError(_("a match that began in the middle has no record"))

    @classmethod
    def from_record(cls, record: Sequence[dict[str, Any]], game: Game | None = None) -> Match:
        """The match of a record, played again and verified line by line.

        The ruleset embedded in the record is used unless `game` is given. Raises RecordError at the
        first line that does not fit.

        >>> from interpreter import load
        >>> match = load(NAME).match(seed=7)
        >>> match.apply(match.actions()[0])
        >>> Match.from_record(match.record).view(0) == match.view(0)
        True
        """
        from .replay import replay

        return replay(record, game)

    def copy(self) -> Match:
        """An independent match in the same state, with the same packs to come.

        >>> from interpreter import load
        >>> match = load(NAME).match(seed=7)
        >>> trial = match.copy()
        >>> trial.apply(trial.actions()[0])
        >>> len(trial.view(0).trick), len(match.view(0).trick)
        (1, 0)
        """
        other = object.__new__(Match)
        other.game, other.supply, other.lots = self.game, self.supply, self.lots
        other.names, other.players = self.names, self.players
        other.log = self.log[:]
        other._state = self._state.copy()  # type: ignore[attr-defined]
        other._chronicle, other._told = None, 0
        return other
