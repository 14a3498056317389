"""What of a ruleset is reached: by its cases, by random play, by nothing.

In: the file of a ruleset, its cases. Out: a Coverage: every point with the number of cases and of
random deals that reach it. Numbers are exact: nothing is rounded anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from ...rules.read import read_flat, read_ruleset
from ...table.game import Game
from ..cases.suite import Excuse
from ..settings import every_setting
from .play import play
from .points import Point, Points
from .watch import Watch

DEALS = 10_000
SEED = 0


@dataclass(frozen=True)
class Row:
    """A point, and how many cases and random deals reach it. excuse: why nothing can; empty if
    nobody says so."""

    point: Point
    cases: int
    deals: int
    excuse: str = ""


@dataclass(frozen=True)
class Coverage:
    """All points of a ruleset in the order of its file. deals: how many were played at random.

    strange: names that are excused, but are no points, or are reached after all.
    """

    name: str
    rows: tuple[Row, ...]
    deals: int
    seed: int
    strange: tuple[str, ...] = ()

    @property
    def counted(self) -> tuple[Row, ...]:
        """The points that can be reached."""
        return tuple(row for row in self.rows if not row.excuse)

    @property
    def reached(self) -> int:
        """How many of them the cases reach."""
        return sum(row.cases > 0 for row in self.counted)

    @property
    def percent(self) -> Fraction:
        """The share that the cases reach, of a hundred; exact."""
        return Fraction(100 * self.reached, len(self.counted))


class Watches:
    """A ruleset under watch, in every setting of its options. Raises RulesetError."""

    def __init__(self, path: Path, shown: str | None = None) -> None:
        self.path, self.shown, self.points = path, shown, Points()
        self.document = read_flat(path, shown)
        self.ruleset = read_ruleset(path, shown)
        self.every = every_setting(self.ruleset)
        self._watches: dict[tuple[tuple[str, str], ...], Watch] = {}

    def watch(self, settings: Mapping[str, str]) -> Watch:
        """The watch over the game with these settings; each is made once."""
        whole = {**self.ruleset.settings, **settings}
        key = tuple(sorted(whole.items()))
        if key not in self._watches:
            r = read_ruleset(self.path, self.shown, whole)
            self._watches[key] = Watch(r, self.document, self.points)
        return self._watches[key]

    def game(self, settings: Mapping[str, str]) -> Game:
        """The game with these settings, under watch."""
        return self.watch(settings).game

    def reached(self) -> set[int]:
        """The points that were reached, in whatever setting, since this was last asked."""
        return {number for watch in self._watches.values() for number in watch.reached()}

    def random(
        self, deals: int, seed: int = SEED, tick: Callable[[], object] = lambda: None
    ) -> Counter[int]:
        """In how many random deals each point is reached; the settings get equal shares."""
        found: Counter[int] = Counter()
        for i, settings in enumerate(self.every):
            share = deals // len(self.every) + (i < deals % len(self.every))
            found += play(self.watch(settings), share, seed, tick)
        return found

    def coverage(
        self,
        cases: Counter[int],
        deals: Counter[int],
        played: int,
        excuses: Iterable[Excuse] = (),
        seed: int = SEED,
    ) -> Coverage:
        """What was counted, put together. Inherited excuses need not be about this ruleset."""
        for settings in self.every:
            self.watch(settings)
        given = {excuse.name: excuse for excuse in excuses}
        rows, left = [], {name for name, excuse in given.items() if excuse.own}
        for point, number in self.points.numbers.items():
            why, hit = "", cases[number] or deals[number]
            if point.name in given and not hit:
                why = given[point.name].why
                left.discard(point.name)
            rows.append(Row(point, cases[number], deals[number], why))
        rows.sort(key=lambda row: _place(row.point))
        strange = tuple(name for name in given if name in left)
        return Coverage(self.ruleset.name, tuple(rows), played, seed, strange)


def _place(point: Point) -> tuple[str, int, int, str, str]:
    span = point.span
    return span.source.name, span.start, -span.end, point.rule, point.kind
