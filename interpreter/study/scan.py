"""Playing through many deals, to see which of them two games play otherwise.

In: a pair of games and a course: packs by number, and how both choose in each deal. Out: stretches
of it: how many deals differ in each way, and the spots where they do. A chain of 32 deals is one
match after the other, and then a match begins anew: so chains are independent, and machine code
plays many of them side by side. Plain Python plays deal after deal, with the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..machine.native import pairs
from ..machine.native.carrier import Carrier, halves
from ..machine.packs import Stream
from .board import Deal, Pair
from .choosing import Chooser

KINDS = ("cards", "trump", "legal", "tricks", "calls", "points", "result", "match")
"""what can differ in a deal, in the order of the columns in `pairs.py`"""
ROWS = 500
"""chains side by side: their states fit into a processor's cache"""
STRETCH = 1000 * pairs.CHAIN
"""deals after which machine code tells what it has found"""
Length = tuple[int, int]
"""deals of a match, and moves in all of them"""


@dataclass(frozen=True)
class Course:
    """A row of deals. sort: what kind of packs. pack, choose: by the number of the deal, from 1."""

    sort: str
    seed: int
    pack: Callable[[int], Sequence[int]]
    choose: Callable[[int], Chooser]


@dataclass(frozen=True)
class Played:
    """A deal of a course as both games have played it. past: deals before it in its match; before:
    moves made in these."""

    number: int
    past: int
    before: int
    dealer: int
    pack: Sequence[int]
    deal: Deal


@dataclass(frozen=True)
class Spot:
    """Where a kind of difference was seen: in which deal, and after how many moves of it."""

    number: int
    past: int
    before: int
    moves: int

    @property
    def length(self) -> Length:
        """Of its match up to there."""
        return self.past + 1, self.before + self.moves


class Stretch(Protocol):
    """Some deals of a course, one after the other. counts: how many differ in each way."""

    @property
    def deals(self) -> int: ...
    @property
    def counts(self) -> Mapping[str, int]: ...
    def spots(self, kind: str, best: Length | None, alone: bool) -> Iterator[Spot]:
        """Where that kind of difference is seen, at least where it is shorter than the best so far:
        counted without the deals before it if it may be taken `alone`."""


def play(pair: Pair, course: Course, first: int, last: int) -> Iterator[Played]:
    """Some deals of a course; with the first of them a match begins."""
    past = before = 0
    anew = True
    for number in range(first, last + 1):
        if anew or (number - 1) % pairs.CHAIN == 0:
            pair.begin(Stream(course.seed, pairs.OF_DEALERS, number).below(pair.seats))
            past = before = 0
        dealer, pack = pair.dealer, course.pack(number)
        deal = pair.play(pack, course.choose(number))
        yield Played(number, past, before, dealer, pack, deal)
        anew = deal.parted or pair.over
        past, before = past + 1, before + len(deal.moves)


@dataclass(frozen=True)
class Single:
    """A stretch of one deal."""

    played: Played
    deals = 1

    @property
    def counts(self) -> Mapping[str, int]:
        return dict.fromkeys(self.played.deal.found, 1)

    def spots(self, kind: str, best: Length | None, alone: bool) -> Iterator[Spot]:
        one = self.played
        if kind in one.deal.found:
            yield Spot(one.number, one.past, one.before, one.deal.found[kind])


def one_by_one(pair: Pair, course: Course, first: int, last: int) -> Iterator[Stretch]:
    """Some deals of a course, by plain Python."""
    return map(Single, play(pair, course, first, last))


# -- side by side ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rows:
    """A stretch as machine code has written it: a row for each deal, from number `first` on."""

    first: int
    table: Any

    @property
    def deals(self) -> int:
        return len(self.table)

    @property
    def counts(self) -> Mapping[str, int]:
        found = (self.table[:, : len(KINDS)] >= 0).sum(axis=0)
        return {kind: int(n) for kind, n in zip(KINDS, found, strict=True) if n}

    def spots(self, kind: str, best: Length | None, alone: bool) -> Iterator[Spot]:
        past, before = self.table[:, pairs.OUT_PAST], self.table[:, pairs.OUT_BEFORE]
        moves = self.table[:, KINDS.index(kind)]
        shorter = moves >= 0
        if best is not None:
            whole = (past + 1 < best[0]) | (past + 1 == best[0]) & (before + moves < best[1])
            shorter &= whole | (alone & ((moves < best[1]) | (best[0] > 1)))
        for i in shorter.nonzero()[0].tolist():
            yield Spot(self.first + i, int(past[i]), int(before[i]), int(moves[i]))


def side_by_side(
    pair: Pair, carriers: tuple[Carrier, Carrier], seed: int, first: int, last: int
) -> Iterator[Stretch]:
    """Random deals of a seed, on a carrier for each of the two games; the first begins a chain."""
    chains = (last - first) // pairs.CHAIN + 1
    table = SideBySide(pair, carriers, seed, min(ROWS, chains))
    for start in range(first, last + 1, STRETCH):
        yield table.play(start, min(last, start + STRETCH - 1))


class SideBySide:
    """Rows in which the chains of a seed are played, on a carrier for each of the two games."""

    def __init__(self, pair: Pair, carriers: tuple[Carrier, Carrier], seed: int, rows: int) -> None:
        self.carriers, self.rows, self.seed = carriers, rows, halves(seed)
        one, size = carriers[0], pair.a.size
        self.states = tuple(carrier.states(self.rows) for carrier in carriers)
        self.seen = one.zeros(self.rows * (pairs.SEEN_SEATS + pairs.OWN_ALL * pair.seats))
        self.work = one.zeros(size), one.zeros(4)
        known, own = len(pair.games[0].actions), size + len(pair.b.machine.CALLS)
        numbers = [shared.bit_length() - 1 for shared in pair.b.shared[:own]]
        into = [number if number < known else size + pairs.UNKNOWN for number in numbers]
        cards, calls = (range(size), range(size, len(into)))
        alike = [into[each.start : each.stop] == list(each) for each in (cards, calls)]
        options = [*alike, pair.counts, size + len(pair.a.machine.CALLS)]
        self.tables = (
            one.zeros(4 * self.rows),
            one.zeros(size),
            one.integers(pair.second(range(size))),
            one.integers([pair.b.own.get(number, 0) for number in range(known)]),
            one.integers(into),
            one.integers([int(option) for option in options]),
        )

    def play(self, first: int, last: int) -> Rows:
        """Play some chains: whenever a row is through with one, it takes the next."""
        import numpy

        one, other = self.carriers
        plan = [0] * (pairs.PLAN * self.rows)
        for row in range(self.rows):
            number = first + row * pairs.CHAIN
            plan[row * pairs.PLAN + pairs.ROW_NEXT] = pairs.MATCH if number <= last else pairs.IDLE
            plan[row * pairs.PLAN + pairs.ROW_DEAL] = number
        clock = one.integers([first, last, first + self.rows * pairs.CHAIN])
        out = one.room(pairs.OUT * (last - first + 1))
        shared = one.integers(plan), self.seen, *self.work, *self.seed
        busy = True
        while busy:
            one.call("lead_pairs", self.states[0], *shared)
            busy = other.call("follow_pairs", self.states[1], *shared, *self.tables, out, clock)
        return Rows(first, numpy.array(out).reshape(-1, pairs.OUT))
