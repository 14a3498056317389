"""What a simulation has found, as numbers with intervals.

In: a Plan and its Totals. Out: an Outcome: for each game an estimate of every measure, which seats,
places and sides have an advantage, how long deals and matches are; for two games what differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...machine.native.measures import Measure
from ...table.game import Game
from ..interval import Z, interval, reach
from .estimate import Estimate, Products, Sums, difference, mean, share
from .plan import Plan
from .tally import PAIR, Layout, Totals, linked

GROUPS = ("seat.won", "place.won", "side.won", "match.side")
"""what may have an advantage: each part against an even share"""


@dataclass(frozen=True)
class Advantage:
    """Who wins more, and who less, than an even share; parts of the group that do so by more than
    chance would explain if all that are compared had even shares."""

    group: str
    even: float
    more: tuple[int, ...]
    less: tuple[int, ...]


class Played:
    """What came of one game."""

    def __init__(self, game: Game, totals: Sequence[int], count: int, whole: bool) -> None:
        self.game, self.totals, self.count, self.whole = game, totals, count, whole
        self.layout = Layout(game.ruleset, game.machine.CALLS)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Those that say something: of matches only if whole ones were played."""
        found = self.layout.measures
        return tuple(m for m in found if self.whole or not m.key.startswith("match"))

    def measure(self, key: str) -> Measure:
        """A measure by its key."""
        return self.layout.measures[self.layout.places[key]]

    def total(self, key: str) -> int:
        """The sum of a measure."""
        return self.totals[self.layout.sizes["SUMS"] + self.layout.places[key]]

    def sums(self, key: str) -> Sums:
        """All sums of a measure."""
        sizes, at = self.layout.sizes, self.layout.places[key]
        to = self.layout.places[self.measure(key).per]
        of = {name: sizes[name] for name in ("SUMS", "SQUARES", "PRODUCTS")}
        return Sums(
            x=self.totals[of["SUMS"] + at],
            d=self.totals[of["SUMS"] + to],
            xx=self.totals[of["SQUARES"] + at],
            xd=self.totals[of["PRODUCTS"] + at],
            dd=self.totals[of["SQUARES"] + to],
            units=self.count,
            whole=self.whole,
        )

    def estimate(self, key: str, z: float = Z) -> Estimate | None:
        """A measure with its interval: a share, or a mean. None if nothing was counted."""
        sums = self.sums(key)
        return share(sums, z) if self.measure(key).share else mean(sums, z)

    @cached_property
    def advantages(self) -> tuple[Advantage, ...]:
        """For seats, for places after the dealer, for sides if there are partners; for the sides of
        matches."""
        return tuple(filter(None, map(self._advantage, GROUPS)))

    def _advantage(self, group: str) -> Advantage | None:
        parts = [m for m in self.measures if m.name == group]
        if not parts or (group == "side.won" and not self.game.partners):
            return None
        even, more, less = 1 / len(parts), list[int](), list[int]()
        z = reach(len(parts) if len(parts) > 2 else 1)  # of two, one decides about the other
        for part in parts:
            found = self.estimate(part.key, z)
            if found is None:
                return None
            assert part.of is not None
            if found.low > even:
                more.append(part.of)
            elif found.high < even:
                less.append(part.of)
        return Advantage(group, even, tuple(more), tuple(less))

    @property
    def lengths(self) -> dict[int, int]:
        """How many deals have so many tricks."""
        return self._spread(self.layout.sizes["LENGTHS"], self.layout.sizes["RUNS"])

    @property
    def runs(self) -> dict[int, int]:
        """How many matches have so many deals; measures.LONGEST stands for that and more."""
        return self._spread(self.layout.sizes["RUNS"], self.layout.sizes["TOTALS"])

    def _spread(self, first: int, end: int) -> dict[int, int]:
        return {i: n for i, n in enumerate(self.totals[first:end]) if n}


@dataclass(frozen=True)
class Outcome:
    """What a plan has brought so far, in `count` deals or matches."""

    plan: Plan
    totals: Totals

    @property
    def count(self) -> int:
        """How many deals or matches were played."""
        return self.totals.count

    @cached_property
    def games(self) -> tuple[Played, ...]:
        """What came of each game; of none if nothing was played."""
        return tuple(
            Played(rules.game, numbers, self.count, self.plan.whole)
            for rules, numbers in zip(self.plan.rules, self.totals.games, strict=False)
        )

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The measures that both games have."""
        if len(self.games) < 2:
            return ()
        a, b = self.games
        return linked(a.layout, b.layout, self.plan.whole)[0]

    def difference(self, key: str, z: float = Z) -> Estimate | None:
        """By how much a measure is larger in the second game, on the same packs."""
        a, b = self.games
        at = 2 + PAIR * self.keys.index(key)
        both = Products(*self.totals.pairs[at : at + PAIR])
        return difference(a.sums(key), b.sums(key), both, z)

    @property
    def differing(self) -> tuple[Estimate, Estimate]:
        """The share of deals, or matches, with another winner; and that of those in which anything
        that is counted differs."""
        winner, other = (
            Estimate(n / self.count, *interval(n, self.count), n, self.count)
            for n in self.totals.pairs[:2]
        )
        return winner, other

    def differences(self, keys: Iterable[str]) -> list[tuple[str, Estimate, bool]]:
        """Those of these measures in which the games differ: the key, by how much, and whether that
        is more than chance would explain, for all of them together."""
        found = [(key, self.difference(key)) for key in keys if self._told(key)]
        some = [(key, by) for key, by in found if by is not None and (by.value or by.half)]
        widened = reach(len(some)) / Z
        return [(key, by, abs(by.value) > by.half * widened) for key, by in some]

    def _told(self, key: str) -> bool:
        """Whether a measure says something; what others are taken over does not."""
        measure = self.games[0].measure(key)
        return key != measure.per and measure in self.games[0].measures
