"""Looking for deals that two rulesets play otherwise: the third level of a diff.

In: two games that share a pack, the rules that differ, a seed. Out: in how many random deals
something differs, and for each kind of difference the shortest deal found. Most packs are random;
some are stacked so that the cards that the rules name come together. Everything is drawn from
counter-based streams: the same seed finds the same deals everywhere. Many random deals are played
by machine code if that is there; what it finds is played again in Python before it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from ..machine.native.carrier import Tell
from ..machine.native.pairs import CHAIN, OF_CHOICES
from ..machine.packs import DEALS, LOT, Stream
from ..table.game import Game
from ..table.lots import draw_lots
from .board import Pair
from .changes import Change, leaves
from .choosing import MOSTLY, Chooser, careful, chooser
from .scan import KINDS, Course, Length, Played, Spot, Stretch, one_by_one, play, side_by_side
from .stack import Stacker
from .witness import Witness, replay, shortened

STACKS = 1001
"""the stream of stacked packs"""
RANDOM, STACKED = "random", "stacked"
MOST_STACKED = MOST_DRAWS = 1000
"""stacked deals, and draws before a match, that are played at most"""
MANY, EARLY = 10_000, 8 * CHAIN
"""random deals from which on machine code is worth its start; those played before it is there"""
TRIALS = 20
"""deals of each kind that are tried in vain without those before them in the match"""


@dataclass(frozen=True)
class Findings:
    """What was found so far. counts: in how many random deals each kind of difference was seen.

    Frozen: whoever stops a search between any two of its steps finds numbers that fit together.
    """

    random: int = 0
    stacked: int = 0
    draws: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    witnesses: dict[str, Witness] = field(default_factory=dict)

    def total(self, kind: str) -> int:
        """How many random deals, or draws, were looked at for a kind of difference."""
        return self.draws if kind == "lots" else self.random


Value = TypeVar("Value", int, Witness)


class Search:
    """One search. `run` may be interrupted; `found` holds what was found until then."""

    def __init__(
        self, a: Game, b: Game, changes: Sequence[Change], seed: int, lots: bool = True
    ) -> None:
        self.games, self.seed, self.lots = (a, b), seed, lots
        self.pair, self.other, self.found = Pair(a, b), Pair(a, b), Findings()
        cards = [cards for change in changes for cards in change.cards]
        rules = {change.rule.rsplit(".", 1)[-1] for change in leaves(changes)}
        self.wanted = sum(
            1 << n for text, n in self.pair.numbers.items() if rules & set(text.split()[1:2])
        )
        numbers = a.ruleset.deck.numbers
        sets = [[numbers[code] for code in codes if code in numbers] for codes in cards]
        self.stacker = Stacker(a.ruleset, [found for found in sets if found])
        self.failed: dict[str, int] = {}
        self.random = Course(RANDOM, seed, self._shuffled, self._chooser)
        self.stacked = Course(STACKED, seed, self._stacked, self._eager)

    def run(
        self,
        deals: int,
        tick: Callable[[int], object] = lambda n: None,
        carrier: str = "auto",
        tell: Tell | None = None,
    ) -> Findings:
        """Play so many deals, half of them stacked but no more than 1000, and shorten what was
        found.

        tick: is given the number of deals that were just played. carrier, tell: as of
        `Game.native`, for the random deals; `auto` plays few of them by Python.
        """
        stacked = min(deals // 2, MOST_STACKED)
        drawn = min(deals - stacked, MOST_DRAWS) if self.lots else 0
        for number in range(1, drawn + 1):
            self._draw(number)
        for stretch in self._stretches(deals - stacked, carrier, tell):
            self._take(self.random, stretch)
            tick(stretch.deals)
        for stretch in one_by_one(self.pair, self.stacked, 1, stacked):
            self._take(self.stacked, stretch)
            tick(stretch.deals)
        for kind, witness in self.found.witnesses.items():
            if kind != "lots":
                short = shortened(self.other, witness, self.seed, self.wanted)
                witnesses = {**self.found.witnesses, kind: short}
                self.found = replace(self.found, witnesses=witnesses)
        return self.found

    def _stretches(self, last: int, carrier: str, tell: Tell | None) -> Iterator[Stretch]:
        """The random deals, on the carrier that suits. The first of many are played by Python, so
        that there is something to tell while machine code is made."""
        begun = EARLY if carrier == "auto" and last >= MANY else 0
        yield from one_by_one(self.pair, self.random, 1, begun)
        if begun or carrier == "native":
            one = self.games[0].native(carrier, tell)
            other = self.games[1].native(carrier, tell) if one.kind == "native" else one
            if other.kind == "native":
                yield from side_by_side(self.pair, (one, other), self.seed, begun + 1, last)
                return
        yield from one_by_one(self.pair, self.random, begun + 1, last)

    # -- the deals ---------------------------------------------------------------------------------

    def _shuffled(self, number: int) -> list[int]:
        return Stream(self.seed, DEALS, number).shuffled(self.pair.a.size)

    def _chooser(self, number: int) -> Chooser:
        return chooser(Stream(self.seed, OF_CHOICES, number))

    def _stacked(self, number: int) -> list[int]:
        return self.stacker.pack(Stream(self.seed, STACKS, number), number)

    def _eager(self, number: int) -> Chooser:
        choose = chooser(Stream(self.seed, OF_CHOICES, -number), MOSTLY, self.wanted)
        return careful(choose) if number // 4 % 2 else choose

    # -- what they show ----------------------------------------------------------------------------

    def _take(self, course: Course, stretch: Stretch) -> None:
        """Count what differs in a stretch, and keep what is shorter than the witnesses so far."""
        counts, witnesses = dict(self.found.counts), dict(self.found.witnesses)
        for kind, count in stretch.counts.items():
            if course is self.random:
                counts[kind] = counts.get(kind, 0) + count
            best = witnesses.get(kind)
            alone = self.failed.get(kind, 0) < TRIALS
            for spot in stretch.spots(kind, best.length if best else None, alone):
                best = self._shortest(course, kind, spot, best)
            if best is not None:
                witnesses[kind] = best
        played = {course.sort: getattr(self.found, course.sort) + stretch.deals}
        self.found = replace(
            self.found, counts=_ordered(counts), witnesses=_ordered(witnesses), **played
        )

    def _shortest(self, course: Course, kind: str, spot: Spot, best: Witness | None) -> Witness:
        """The best witness so far, or the deal of the spot if that is shorter; without the deals
        before it if it differs without them."""
        alone = self.failed.get(kind, 0) < TRIALS
        hope: Length = (1, spot.moves) if alone else spot.length
        if best is not None and best.length <= hope:
            return best
        past = list(play(self.other, course, spot.number - spot.past, spot.number))
        found = past[-1].deal.found.get(kind)
        assert found == spot.moves, f"deal {spot.number}: {kind} {found}, not {spot.moves}"
        one = self._witness(course, kind, past[-1:], spot.moves)
        if spot.past and not (alone and replay(self.other, one)):
            self.failed[kind] = self.failed.get(kind, 0) + 1
            one = self._witness(course, kind, past, spot.moves)
        return one if best is None or one.length < best.length else best

    def _witness(self, course: Course, kind: str, past: list[Played], last: int) -> Witness:
        """A witness of some deals of a match; of the last one so many moves."""
        codes, texts = self.games[0].ruleset.deck.codes, self.pair.texts
        packs, second = (
            tuple(tuple(codes[card] for card in way(one.pack)) for one in past)
            for way in (tuple, self.pair.second)
        )
        upto = [len(one.deal.moves) for one in past[:-1]]
        moves = tuple(
            tuple(texts[move] for move in one.deal.moves[:count])
            for one, count in zip(past, [*upto, last], strict=True)
        )
        where = course.sort, past[-1].number
        return Witness(kind, past[0].dealer, packs, second, moves, where)

    def _draw(self, number: int) -> None:
        """Draw for the seats and the first deal in both games."""
        codes = self.games[0].ruleset.deck.codes
        asked: list[int] = []

        def packs(round_: int) -> list[int]:
            asked.append(round_)
            return Stream(self.seed, LOT, number * 1000 + round_).shuffled(self.pair.a.size)

        counts, witnesses = dict(self.found.counts), dict(self.found.witnesses)
        if lots_differ(self.games, packs):
            counts["lots"] = counts.get("lots", 0) + 1
            if "lots" not in witnesses:
                rounds = range(1, max(asked) + 1)
                drawn = tuple(tuple(codes[card] for card in packs(r)) for r in rounds)
                witnesses["lots"] = Witness("lots", 0, drawn, drawn, (), (RANDOM, number))
        draws = self.found.draws + 1
        self.found = replace(self.found, counts=counts, witnesses=witnesses, draws=draws)


def _ordered(found: dict[str, Value]) -> dict[str, Value]:
    """The same in the order of kinds, whichever was seen first."""
    return {kind: found[kind] for kind in ("lots", *KINDS) if kind in found}


def lots_differ(games: tuple[Game, Game], packs: Callable[[int], Sequence[int]]) -> bool:
    """Whether a draw puts players in other seats or makes another one deal first."""
    codes = games[0].ruleset.deck.codes
    numbers = games[1].ruleset.deck.numbers
    mine = draw_lots(games[0], packs)
    theirs = draw_lots(games[1], lambda n: [numbers[codes[card]] for card in packs(n)])
    return (mine.seats, mine.dealer) != (theirs.seats, theirs.dealer)
