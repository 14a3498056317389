"""Deals and matches of any players, who are asked at a table by their views.

In: a game, what makes the players, a seed and numbers. Out: the same tables as the loops of
`machine/native` fill for random players, so that what follows need not know who played; and with
random players the same numbers in them. All that is written down is read from the public events of
the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...machine.native.carrier import Table
from ...machine.native.layout import columns
from ...machine.packs import DEALS, Stream, match_seed
from ...table.action import Action
from ...table.errors import RecordError
from ...table.event import Event
from ...table.game import Game
from ...table.lots import draw_lots
from ...table.match import Match
from ...table.players import Maker, Player
from ...table.supply import Pack, Seeded
from ...text.messages import _

GOES_ON, OVER = 1, 2
Row = dict[str, list[int]]
"""the numbers of each column, one for each seat or side or only one"""


class One:
    """The pack of one deal of a seed, and no other."""

    def __init__(self, game: Game, seed: int, number: int) -> None:
        self.size, self.seed, self.number = game.ruleset.deck.size, seed, number

    def deal(self, number: int) -> Pack | None:
        if number > 1:
            return None
        return tuple(Stream(self.seed, DEALS, self.number).shuffled(self.size))

    def lot(self, number: int) -> Pack:
        raise RecordError(_("packs need a dealer"))


class Scribe:
    """Writes a row for each deal of a match from what happens in it."""

    def __init__(self, game: Game, match: int) -> None:
        self.game, self.match = game, match
        self.wins, self.rounds = [0] * game.ruleset.sides, [0] * game.ruleset.sides
        self.claims = {d.about.name for d in game.ruleset.declarations if d.wins}
        self.rows: list[Row] = []

    def choice(self, seat: int, offered: Sequence[Action], chosen: Action) -> None:
        """A player chooses."""
        row = self.rows[-1]
        row["decisions"][0] += 1
        for action in offered:
            row["offered"][seat] |= self._bit(action)
        row["made"][seat] |= self._bit(chosen)

    def _bit(self, action: Action) -> int:
        """The bit of a call; a card has none."""
        card = action.kind in ("play", "discard")
        return 0 if card else 1 << action.index - self.game.ruleset.deck.size

    def note(self, event: Event) -> None:
        """Something happens."""
        if event.kind == "deals":
            self._begin(event)
        elif event.kind in SCRIBES:
            SCRIBES[event.kind](self, self.rows[-1], event)

    def _begin(self, event: Event) -> None:
        places = columns(self.game.seats, self.game.ruleset.sides)
        row = {name: [0] * max(length, 1) for name, (_at, length) in places.items()}
        row |= {"match": [self.match], "number": [event.number or 0], "dealer": [_seat(event)]}
        row |= {name: [self.game.seats] for name in ("winner", "champion")}
        self.rows.append(row)

    def _declared(self, row: Row, event: Event) -> None:
        row["declared"][_seat(event)] += event.number or 0
        if event.name in self.claims:
            row["claimed"][0] |= 1 << _seat(event)

    def _taken(self, row: Row, event: Event) -> None:
        row["tricks"][_seat(event)] += 1
        row["length"][0] += 1

    def _spoiled(self, row: Row, event: Event) -> None:
        row["length"][0] += 1

    def _counted(self, row: Row, event: Event) -> None:
        row["points"] = [sum(n for _name, n in terms) for terms in event.scores]
        row["claimed"] = [0]

    def _closed(self, row: Row, event: Event) -> None:
        if event.seat is not None:
            worth = event.worth if self.game.ruleset.worth is not None else 1
            row["winner"], row["worth"] = [event.seat], [worth]
            self.wins[self.game.side(event.seat)] += worth
        row["over"] = [GOES_ON]
        row["wins"], row["rounds"] = self.wins[:], self.rounds[:]

    def _round(self, row: Row, event: Event) -> None:
        self.rounds[_seat(event)] += 1
        if max(self.rounds) < self.game.ruleset.rounds:
            self.wins = [0] * len(self.wins)
        row["wins"], row["rounds"] = self.wins[:], self.rounds[:]

    def _over(self, row: Row, event: Event) -> None:
        row["over"] = [OVER]
        row["champion"] = [self.game.seats if event.seat is None else event.seat]


SCRIBES: dict[str, Callable[[Scribe, Row, Event], None]] = {
    "declared": Scribe._declared,
    "taken": Scribe._taken,
    "spoiled": Scribe._spoiled,
    "counted": Scribe._counted,
    "closed": Scribe._closed,
    "round": Scribe._round,
    "over": Scribe._over,
}
"""what to write down for each kind of event"""


def _seat(event: Event) -> int:
    assert event.seat is not None
    return event.seat


def seated_deals(
    game: Game, makers: Sequence[Maker], seed: int, count: int, first: int = 1
) -> Iterator[Table]:
    """Deals `first` … of a seed, each by itself, as `Carrier.deals` has them; one in each table."""
    for number in range(first, first + count):
        match = Match(game, One(game, seed, number), (number - 1) % game.seats)
        players = [make(game, seed, seat, number) for seat, make in enumerate(makers)]
        scribe = Scribe(game, 0)
        for _done in _play(match, players, scribe):
            break
        (row,) = scribe.rows
        yield _table(game, [{**row, "number": [number]}])


def seated_matches(
    game: Game, makers: Sequence[Maker], seed: int, count: int, first: int = 0
) -> Iterator[Table]:
    """Matches `first` … of a seed, as `Carrier.matches` has them; one in each table.

    If the players are not all alike they keep their seats, so that each goes on with his partners,
    and only the first deal is drawn for.
    """
    for number in range(first, first + count):
        own = match_seed(seed, number)
        supply = Seeded(game, own)
        lots = draw_lots(game, supply.lot)
        if len(set(makers)) > 1:
            lots = replace(lots, seating=(), seats=tuple(range(game.seats)))
        match = Match(game, supply, lots=lots)
        players = [make(game, own, seat, 0) for seat, make in enumerate(makers)]
        scribe = Scribe(game, number)
        for _done in _play(match, players, scribe):
            pass
        yield _table(game, scribe.rows)


def _play(match: Match, players: Sequence[Player], scribe: Scribe) -> Iterator[None]:
    """Play a match; stop after each deal."""
    told = 0
    while True:
        events, told = match.events[told:], len(match.events)
        for event in events:
            scribe.note(event)
        if any(event.kind == "closed" for event in events):
            yield
        turn = match.turn
        if turn is None:
            return
        view = match.view(turn)
        chosen = players[turn].choose(view)
        scribe.choice(turn, view.actions, chosen)
        match.apply(chosen)


def _table(game: Game, rows: Sequence[Row]) -> Table:
    """Rows as a table, column by column."""
    places = columns(game.seats, game.ruleset.sides)
    data = [row[name][i] for name in places for i in range(len(rows[0][name])) for row in rows]
    return Table(places, data, len(rows), len(rows))
