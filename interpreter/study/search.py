"""Looking for deals that two rulesets play otherwise: the third level of a diff.

In: two games that share a pack, the rules that differ, a seed. Out: in how many random deals
something differs, and for each kind of difference the shortest deal found. Half the packs are
random, half stacked so that the cards that the rules name come together. Everything is drawn from
counter-based streams: the same seed finds the same deals everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt

from ..machine.packs import DEALS, LOT, Stream
from ..table.game import Game
from ..table.lots import draw_lots
from .board import Deal, Pair
from .changes import Change, leaves
from .stack import Stacker

STACKS, CHOICES, DEALERS, SHORTER = 1001, 1002, 1003, 1004
"""streams, apart from those of play"""
RANDOM, STACKED = "random", "stacked"
TRIES = 60
"""other choices for the packs of a witness, to find a shorter one"""
HALF, MOSTLY = 2, 3
"""in how many of four choices a call is made, if there is one"""


@dataclass(frozen=True)
class Witness:
    """A deal that the two rulesets play otherwise, at its last move.

    packs: of each deal, as codes; packs_b: the same for the second game, where a card that only one
    of them turns up is drawn last all the same. moves: of each deal, as text. dealer: who deals
    first. where: the kind of pack and its number. A witness about the draw before a match has the
    cards drawn for packs and no moves.
    """

    kind: str
    dealer: int
    packs: tuple[tuple[str, ...], ...]
    packs_b: tuple[tuple[str, ...], ...]
    moves: tuple[tuple[str, ...], ...]
    where: tuple[str, int]

    @property
    def length(self) -> tuple[int, int]:
        """Shorter ones come first."""
        return len(self.packs), sum(map(len, self.moves))


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


def interval(count: int, total: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson)."""
    if not total:
        return 0.0, 1.0
    z = 1.959964
    share, square = count / total, z * z / total
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * sqrt(share * (1 - share) / total + square / total / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


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
        self.past: list[tuple[tuple[int, ...], list[int]]] = []
        self.first = 0

    def run(self, deals: int, tick: Callable[[], object] = lambda: None) -> Findings:
        """Play so many deals, half of them stacked, and shorten what was found."""
        for number in range(1, (deals + 1) // 2 + 1):
            if self.lots:
                self._draw(number)
            pack = Stream(self.seed, DEALS, number).shuffled(len(self.pair.a.turn_into))
            self._deal(RANDOM, number, pack, self._chooser(CHOICES, number, HALF))
            tick()
        self.past = []
        for number in range(1, deals // 2 + 1):
            pack = self.stacker.pack(Stream(self.seed, STACKS, number), number)
            choose = self._chooser(CHOICES, -number, MOSTLY)
            careful = number // 4 % 2
            self._deal(STACKED, number, pack, self._careful(choose) if careful else choose)
            tick()
        for kind, witness in list(self.found.witnesses.items()):
            if kind != "lots":
                shorter = {**self.found.witnesses, kind: self._shortened(witness)}
                self.found = replace(self.found, witnesses=shorter)
            tick()
        return self.found

    # -- one deal ------------------------------------------------------------------------------

    def _deal(self, sort: str, number: int, pack: Sequence[int], choose: Chooser) -> None:
        """Play a pack in the present match, or in a new one if that is over or has parted."""
        if not self.past:
            self.first = Stream(self.seed, DEALERS, number).below(self.pair.seats)
            self.pair.begin(self.first)
        dealer = self.pair.dealer
        deal = self.pair.play(pack, choose)
        self.past.append((tuple(pack), deal.moves))
        counts, witnesses = dict(self.found.counts), dict(self.found.witnesses)
        for kind, moves in deal.found.items():
            if sort == RANDOM:
                counts[kind] = counts.get(kind, 0) + 1
            witness = self._shortest(witnesses.get(kind), kind, moves, dealer, (sort, number))
            witnesses[kind] = witness
        if deal.parted or self.pair.over:
            self.past = []
        played = {sort: getattr(self.found, sort) + 1}
        self.found = replace(self.found, counts=counts, witnesses=witnesses, **played)

    def _shortest(
        self, best: Witness | None, kind: str, moves: int, dealer: int, where: tuple[str, int]
    ) -> Witness:
        """The best witness so far, or the deal just played if that is shorter; without the deals
        before it if it differs without them."""
        if best is not None and best.length <= (1, moves):
            return best
        last = self.past[-1]
        one = self._witness(kind, dealer, [(last[0], last[1][:moves])], where)
        if len(self.past) > 1 and not self._holds(one):
            whole = [*self.past[:-1], (last[0], last[1][:moves])]
            one = self._witness(kind, self.first, whole, where)
        return one if best is None or one.length < best.length else best

    def _witness(
        self,
        kind: str,
        dealer: int,
        past: Sequence[tuple[tuple[int, ...], list[int]]],
        where: tuple[str, int],
    ) -> Witness:
        codes = self.games[0].ruleset.deck.codes
        packs, second = (
            tuple(tuple(codes[card] for card in way(pack)) for pack, _moves in past)
            for way in (tuple, self.pair.second)
        )
        moves = tuple(tuple(self.pair.texts[n] for n in moves) for _pack, moves in past)
        return Witness(kind, dealer, packs, second, moves, where)

    def _draw(self, number: int) -> None:
        """Draw for the seats and the first deal in both games."""
        size = len(self.pair.a.turn_into)
        codes = self.games[0].ruleset.deck.codes

        asked: list[int] = []

        def packs(round_: int) -> list[int]:
            asked.append(round_)
            return Stream(self.seed, LOT, number * 1000 + round_).shuffled(size)

        counts, witnesses = dict(self.found.counts), dict(self.found.witnesses)
        if lots_differ(self.games, packs):
            counts["lots"] = counts.get("lots", 0) + 1
            if "lots" not in witnesses:
                rounds = range(1, max(asked) + 1)
                drawn = tuple(tuple(codes[card] for card in packs(r)) for r in rounds)
                witnesses["lots"] = Witness("lots", 0, drawn, drawn, (), (RANDOM, number))
        draws = self.found.draws + 1
        self.found = replace(self.found, counts=counts, witnesses=witnesses, draws=draws)

    # -- choices -------------------------------------------------------------------------------

    def _chooser(self, stream: int, number: int, eager: int) -> Chooser:
        """Any card, or a call in some of four choices; who calls mostly rather makes the calls that
        differ, and says yes rather than no."""
        random = Stream(self.seed, stream, number)

        def choose(pair: Pair, common: int) -> int:
            calls, plays = common & ~pair.plays, common & pair.plays
            if calls and (not plays or random.below(4) < eager):
                plays = calls
                if eager == MOSTLY and random.below(4):
                    plays = calls & self.wanted or calls & ~pair.declines or calls
            return nth(plays, random.below(plays.bit_count()))

        return choose

    def _careful(self, choose: Chooser) -> Chooser:
        """Look at a card before it is played: rather none that parts the games."""

        def careful(pair: Pair, common: int) -> int | None:
            while True:
                move = choose(pair, common)
                rest = common & ~(1 << move) if move is not None else 0
                if move is None or not rest or pair.a.state.count + 1 < pair.seats:
                    return move
                if not pair.plays >> move & 1 or not parts(pair, move):
                    return move
                common = rest

        return careful

    # -- shorter witnesses ---------------------------------------------------------------------

    def _holds(self, witness: Witness) -> bool:
        """Whether a witness still shows its kind of difference, at its last move."""
        return self.replay(witness) is not None

    def replay(self, witness: Witness) -> Deal | None:
        """The last deal of a witness played again; None if it does not differ as it says."""
        return replay(self.other, witness)

    def _shortened(self, witness: Witness) -> Witness:
        """A shorter one: with other choices in its last deal, without calls that it can spare."""
        best, self.past = witness, []
        for t in range(TRIES):
            if best.length[1] < 2:
                break
            best = self._other(best, self._chooser(SHORTER, t, MOSTLY if t % 2 else 0))
        for i in reversed(range(len(best.moves[-1]))):
            moves = best.moves[-1]
            if not moves[i].startswith("play "):
                fewer = (*best.moves[:-1], (*moves[:i], *moves[i + 1 :]))
                shorter = replace(best, moves=fewer)
                if self._holds(shorter):
                    best = shorter
        return best

    def _other(self, witness: Witness, choose: Chooser) -> Witness:
        """The witness, or a shorter one with other choices in its last deal."""
        left = iter(witness.moves[-1][1:])

        def limited(pair: Pair, common: int) -> int | None:
            return choose(pair, common) if next(left, None) else None

        deal = replay(self.other, witness, limited)
        if deal is None:
            return witness
        moves = tuple(self.pair.texts[n] for n in deal.moves[: deal.found[witness.kind]])
        return replace(witness, moves=(*witness.moves[:-1], moves))


Chooser = Callable[[Pair, int], int | None]
"""a pair and what both offer to one of these choices, or None to stop"""


def replay(pair: Pair, witness: Witness, last: Chooser | None = None) -> Deal | None:
    """The last deal of a witness, played with its moves or with `last`; None unless it differs
    as the witness says: at its last move, or with `last` anywhere."""
    pair.begin(witness.dealer)
    numbers = pair.games[0].ruleset.deck.numbers
    for i, codes in enumerate(witness.packs):
        final = i == len(witness.packs) - 1
        choose = last if final and last else told(pair, witness.moves[i])
        deal = pair.play([numbers[code] for code in codes], choose)
        if not final and (deal.parted or pair.over):
            return None
    at = deal.found.get(witness.kind)
    if at is None or (last is None and at != len(witness.moves[-1])):
        return None
    return deal


def told(pair: Pair, moves: Sequence[str]) -> Chooser:
    """The moves that are given, one after the other."""
    row: Iterator[str] = iter(moves)

    def choose(pair: Pair, common: int) -> int | None:
        number = pair.numbers.get(next(row, ""), -1)
        return number if number >= 0 and common >> number & 1 else None

    return choose


def lots_differ(games: tuple[Game, Game], packs: Callable[[int], Sequence[int]]) -> bool:
    """Whether a draw puts players in other seats or makes another one deal first."""
    codes = games[0].ruleset.deck.codes
    numbers = games[1].ruleset.deck.numbers
    mine = draw_lots(games[0], packs)
    theirs = draw_lots(games[1], lambda n: [numbers[codes[card]] for card in packs(n)])
    return (mine.seats, mine.dealer) != (theirs.seats, theirs.dealer)


def parts(pair: Pair, move: int) -> bool:
    """Whether a card gives the trick to two players."""
    a, b = pair.a, pair.b
    states = a.state, b.state
    a.state, b.state = (state.copy() for state in states)  # type: ignore[attr-defined]
    took = a.act(move), b.act(move)
    a.state, b.state = states
    return took[0] != took[1]


def nth(mask: int, k: int) -> int:
    """Bit number `k` of a mask, from 0."""
    while k:
        mask &= mask - 1
        k -= 1
    return (mask & -mask).bit_length() - 1
