"""What a simulation is asked to do, and how it is cut.

In: games, players, a seed, how many deals or matches. Out: a Plan, which holds all that a worker on
another machine needs, and ranges of numbers. Every deal and every match has a number and is made
from the seed by that number alone, so ranges can be cut anywhere and played by anybody.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...machine.packs import WORD
from ...rules.read import ruleset_from_data, with_settings
from ...table.game import Game
from ...table.players import PLAYERS, Maker
from ...text.messages import _
from ...text.source import Source

RANDOM = "random"
STEPS = {
    # deals, matches: some tens of milliseconds, so that progress is seen and whoever stops waits
    "native": (32_000, 4_000),
    "python": (1_000, 150),
    "table": (10, 2),
}
"""how many deals or matches go into one range: as machine code, as plain Python, at a table"""
FEW = (3_000, 300)
"""so many deals or matches at random are played by plain Python before machine code would be read
from the disk, not to speak of making it"""


@dataclass(frozen=True)
class Rules:
    """A game as it can be sent anywhere: the document of its ruleset as JSON, its settings."""

    document: str
    settings: tuple[tuple[str, str], ...]
    hash: str

    @classmethod
    def of(cls, game: Game) -> Rules:
        """Those of a game."""
        r = game.ruleset
        text = json.dumps(r.document, ensure_ascii=False, separators=(",", ":"))
        rules = cls(text, tuple(sorted(r.agreed().items())), r.hash)
        _games.setdefault(rules, game)
        return rules

    @property
    def game(self) -> Game:
        """The game; the same one each time. Raises RuntimeError if it plays otherwise here, as
        another version of the program might."""
        if self not in _games:
            r = ruleset_from_data(json.loads(self.document), Source("rules", " "))
            if self.settings:
                r = with_settings(r, dict(self.settings))
            if r.hash != self.hash:
                text = _("the worker has another version of trickplay, which plays otherwise")
                raise RuntimeError(text)
            _games.setdefault(self, Game(r))
        return _games[self]


_games: dict[Rules, Game] = {}
"""those that are known in this process"""


@dataclass(frozen=True)
class Plan:
    """What is to be played.

    rules: one game, or two that are compared on the same packs. players: for each seat a name, or
    what makes a player. whole: whole matches rather than deals by themselves. rows: whether a row
    is written for each deal. kind: the carrier for random players.
    """

    rules: tuple[Rules, ...]
    players: tuple[str | Maker, ...]
    seed: int
    count: int
    whole: bool = False
    rows: bool = False
    kind: str = "auto"

    @property
    def random(self) -> bool:
        """Whether all players choose at random, so that nobody has to be asked."""
        return all(player == RANDOM for player in self.players)

    @property
    def carrier(self) -> str:
        """The carrier to ask for, as of `Game.native`; players who are asked leave nothing to do
        for machine code."""
        few = self.kind == "auto" and self.count < FEW[self.whole]
        return "python" if few or not self.random else self.kind

    @property
    def alike(self) -> bool:
        """Whether all players are of one kind, so that it does not matter who sits where."""
        return len(set(self.players)) == 1

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(p if isinstance(p, str) else getattr(p, "__name__", "?") for p in self.players)

    @cached_property
    def makers(self) -> tuple[Maker, ...]:
        """What makes the player of each seat."""
        return tuple(PLAYERS[p] if isinstance(p, str) else p for p in self.players)

    def ranges(self, first: int, most: int) -> Iterator[tuple[int, int]]:
        """The numbers from `first` on, in ranges of at most so many: where each begins, its size.
        Numbers are from 0 here."""
        for begun in range(first, self.count, most):
            yield begun, min(most, self.count - begun)


def planned(
    game: Game,
    count: int,
    seed: int = 0,
    players: Sequence[str | Maker] = (),
    whole: bool = False,
    against: Game | None = None,
    rows: bool = False,
    kind: str = "auto",
) -> Plan:
    """A Plan; see `simulate` for the arguments. Raises ValueError with what is wrong."""
    kinds = tuple(players) or (RANDOM,) * game.seats
    for name in kinds:
        if isinstance(name, str) and name not in PLAYERS:
            text = _("there is no player {name}; there are: {names}")
            names = ", ".join(sorted(PLAYERS))
            raise ValueError(text.format(name=name or "''", names=names))
    if len(kinds) != game.seats:
        text = _("{name} is played by {n}, not by {m}")
        raise ValueError(text.format(name=game.name, n=game.seats, m=len(kinds)))
    if not 1 <= count <= WORD:
        raise ValueError(_("how many must be from 1 to {max}").format(max=WORD))
    if against is not None:
        refuse_strangers(game, against)
    games = (game,) if against is None else (game, against)
    return Plan(tuple(map(Rules.of, games)), kinds, seed, count, whole, rows, kind)


def refuse_strangers(a: Game, b: Game) -> None:
    """Raise ValueError unless the same packs can be dealt to as many players in both games."""
    if a.seats != b.seats:
        why = _("they are played by {a} and by {b}").format(a=a.seats, b=b.seats)
    elif a.ruleset.deck.codes != b.ruleset.deck.codes:
        why = _("their packs differ")
    else:
        return
    raise ValueError(_("the two games cannot share a pack: {why}").format(why=why))
