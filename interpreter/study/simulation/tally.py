"""Counting deals and matches: exact totals, which can be added in any order.

In: a game and the tables of what came of its deals. Out: Totals of whole numbers. To merge is to
add, so that the number of processes, the carrier and where a run was cut cannot change a digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import add
from typing import Any

from ...machine.native.carrier import Carrier, Table
from ...machine.native.measures import Measure, call_groups, measure_constants, measures
from ...rules.ruleset import Ruleset

PAIR = 4
"""numbers for each linked measure of a pair: sums of the products x · y, x · per y, per x · y and
per x · per y"""
WINNERS = ("seat.won", "match.side")
"""measures by which the winner of a deal, or of a match, is another one"""


@dataclass(frozen=True)
class Totals:
    """What was counted. count: deals, or matches. games: for each game its totals, laid out as
    `measures.py` says. pairs: those of both games together; empty for one game."""

    count: int = 0
    games: tuple[tuple[int, ...], ...] = ()
    pairs: tuple[int, ...] = ()

    def __add__(self, other: Totals) -> Totals:
        if not (self.count and other.count):
            return self if self.count else other
        pairs = zip(self.games, other.games, strict=True)
        return Totals(
            self.count + other.count,
            tuple(tuple(map(add, one, two)) for one, two in pairs),
            tuple(map(add, self.pairs, other.pairs)),
        )


class Layout:
    """Where the measures of a game stand in its totals."""

    def __init__(self, r: Ruleset, calls: Sequence[str]) -> None:
        self.measures = measures(r, calls)
        self.sizes = measure_constants(r, calls)
        self.groups = call_groups(calls)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each measure by its key."""
        return {measure.key: i for i, measure in enumerate(self.measures)}

    def per(self, measure: Measure) -> int:
        """The place of what a measure is taken over."""
        return self.places[measure.per]


class Counter:
    """Turns the tables of one game into measures of units and adds them up, on its carrier."""

    def __init__(self, carrier: Carrier, whole: bool) -> None:
        self.carrier, self.whole = carrier, whole
        self.layout = layout = Layout(carrier.ruleset, carrier.CALLS)
        self.groups = carrier.integers([*layout.groups.values(), 0])
        self.per = carrier.integers([layout.per(measure) for measure in layout.measures])
        self.wide = layout.sizes["WIDE"]

    def fresh(self) -> Any:
        """Totals of nothing."""
        return self.carrier.zeros(self.layout.sizes["TOTALS"])

    def room(self, count: int) -> Any:
        """Room for the measures of so many units."""
        return self.carrier.room(count * self.wide)

    def units(self, tables: Iterable[Table], count: int, units: Any, totals: Any) -> None:
        """Put the measures of so many units into `units`, and add them to the totals."""
        done = 0
        for table in tables:
            data = self.carrier.integers(table.data) if isinstance(table.data, list) else table.data
            done = self.carrier.call(
                "measure_units",
                *(data, table.room, len(table), int(self.whole)),
                *(self.groups, units, int(done), totals),
            )
        assert done == count, "whole units only"
        self.carrier.call("add_units", units, count, self.per, totals)


class Pairs:
    """Adds up pairs of units of two games."""

    def __init__(self, one: Counter, other: Counter) -> None:
        self.one, self.other = one, other
        self.keys, self.winners = linked(one.layout, other.layout, one.whole)
        links = [place for key in self.keys for place in self._places(key)]
        self.links = one.carrier.integers([*links])

    def _places(self, key: str) -> tuple[int, int, int, int]:
        mine, theirs = self.one.layout, self.other.layout
        a, b = mine.places[key], theirs.places[key]
        return a, b, mine.per(mine.measures[a]), theirs.per(theirs.measures[b])

    def fresh(self) -> Any:
        """Totals of nothing."""
        return self.one.carrier.zeros(2 + PAIR * len(self.keys))

    def add(self, x: Any, y: Any, count: int, totals: Any) -> None:
        """Add so many pairs."""
        wide = self.one.wide, self.other.wide
        self.one.carrier.call("add_pairs", x, y, count, *wide, self.winners, self.links, totals)


def linked(a: Layout, b: Layout, whole: bool) -> tuple[tuple[str, ...], int]:
    """The keys of the measures that both games have, those first by which the winner is another
    one, and how many these are. With other sides a side is not the same thing."""
    sides = len([m for m in a.measures if m.name == "side.won"])
    same = sides == len([m for m in b.measures if m.name == "side.won"])
    keys = [
        m.key
        for m in a.measures
        if m.key in b.places and (same or m.name not in ("side.won", "side.worth", "match.side"))
    ]
    first = [key for key in keys if key.rsplit(".", 1)[0] == WINNERS[whole]]
    rest = [key for key in keys if key not in first]
    return (*first, *rest), len(first)


def whole_numbers(values: Sequence[Any]) -> tuple[int, ...]:
    """Numbers of an array as those of Python, which have no end."""
    return tuple(map(int, values))
