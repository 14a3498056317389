"""Places where expressions stand, and the inputs that an expression can read there.

In: a ruleset. Out: for an expression all choices of the few inputs that have few values, such as
the number of the trick, the seats, the card led; and what every word is then known to be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod

from ..rules.expression import Expr
from ..rules.ruleset import Ruleset
from ..rules.vocabulary import Word

MOST_INPUTS = 20_000
"""combinations of inputs that are gone through; where there are more nothing is said"""
Inputs = Mapping[str, int]
Numbers = tuple[int, int]
SEATS = ("dealer", "me", "leader", "winner", "last_winner")
SINGLE = ("led", "best", "turned", "drawn", "seated")
"""words that are one card or none"""
NONE = -1


@dataclass(frozen=True)
class Cards:
    """A set: the cards that are surely in it, those that can be, and how many there are."""

    must: int
    may: int
    least: int
    most: int


def cards(must: int, may: int, least: int = 0, most: int = 1 << 30) -> Cards:
    """A set with bounds that fit together."""
    return Cards(must, may, max(least, must.bit_count()), min(most, may.bit_count()))


class TooMuch(Exception):
    """What is certain would take too long to find out."""


@dataclass
class Work:
    """How much may still be worked out, for all expressions of a ruleset together."""

    left: int = 3_000_000

    def spend(self) -> None:
        """One step. Raises TooMuch when nothing is left."""
        self.left -= 1
        if self.left < 0:
            raise TooMuch


@dataclass
class Place:
    """Where an expression stands. led: how many cards have been led, None if that is not certain;
    counted: whether the deal has been played; suits: that of an `each`, for its name; trump: noted
    when it is first worked out."""

    r: Ruleset
    led: int | None = None
    counted: bool = False
    suits: dict[str, int] = field(default_factory=dict)
    trump: Cards | None = None
    work: Work = field(default_factory=Work)

    # -- inputs --------------------------------------------------------------------------------

    def inputs(self, expr: Expr) -> Iterator[dict[str, int]]:
        """All values of the inputs that an expression reads; without those that are cards, or none
        at all, where they are too many. Raises TooMuch."""
        r, used = self.r, {*_inputs(expr)}
        if used & {"stock", "hand", "played", "turned"} and not self.counted:
            used.add("trick")
        used |= {"me", "leader"} if used & {"me", "leader"} else set()
        ranges = {name: range(r.players) for name in SEATS}
        ranges["trick"] = range(r.tricks_a_deal if self.counted else 1, r.tricks_a_deal + 1)
        ranges["round"] = range(1, r.sides * (r.rounds - 1) + 2)
        ranges.update({name: range(NONE, r.deck.size) for name in SINGLE})
        names = sorted(used & ranges.keys())
        for some in (names, [name for name in names if name not in SINGLE]):
            if prod(len(ranges[name]) for name in some) <= MOST_INPUTS:
                for values in product(*(ranges[name] for name in some)):
                    self.work.spend()
                    found = dict(zip(some, values, strict=True))
                    if self._possible(found):
                        yield found
                return

    def known(self, expr: Expr) -> bool:
        """Whether the inputs of an expression can be gone through."""
        return next(self.inputs(expr), None) is not None

    def _possible(self, inputs: Inputs) -> bool:
        """Whether some inputs can come together; of what is not certain it is not said."""
        if inputs.get("turned", NONE) != NONE and not self.r.deal.turn_up:
            return False
        if self.led is None or self.counted:
            return True
        if "me" in inputs and (inputs["me"] == inputs["leader"]) != (self.led == 0):
            return False
        cards = [inputs[name] for name in ("led", "best") if name in inputs]
        if any((card == NONE) != (self.led == 0) for card in cards):
            return False
        return self.r.players > 2 or len({*cards}) < 2

    def stock(self, trick: int) -> int:
        """How many cards lie in the stock in that trick."""
        draw, r = self.r.tricks.draw, self.r
        if draw is None:
            return 0
        return r.deck.size - r.players * r.deal.cards - r.players * self._drawn(trick)

    def _drawn(self, trick: int) -> int:
        """How many cards each player has drawn before that trick."""
        draw, r = self.r.tricks.draw, self.r
        return min((trick - 1) * draw.each, r.drawable // r.players) if draw else 0

    def word(self, name: str, inputs: Inputs) -> Cards | Numbers | int | None:
        """What a word without arguments can be; None if only its bounds are known."""
        r, deck = self.r, (1 << self.r.deck.size) - 1
        trick = inputs.get("trick", 0)
        if name in SEATS:
            return 1 << inputs[name]
        if name in SINGLE and name in inputs:
            one = 1 << inputs[name] if inputs[name] != NONE else 0
            return cards(one, one)
        if name in ("trick", "round"):
            return inputs[name], inputs[name]
        if name == "players":
            return r.players, r.players
        if name == "stock":
            return self.stock(trick), self.stock(trick)
        if name in ("led", "best"):
            least, most = (0, 1) if self.led is None else (self.led, self.led)
            return cards(0, deck if most else 0, least, most)
        if name == "hand":
            held = r.deal.cards + self._drawn(trick) - trick + 1
            return cards(0, deck, held, held)
        if name == "played":
            low = r.players * (trick - 1)
            return cards(0, deck, low, low if self.led == 0 else low + r.players)
        if name == "turned":
            lies = r.deal.turn_up and (r.tricks.draw is None or not trick or self.stock(trick) > 0)
            return cards(0, deck if r.deal.turn_up else 0, int(lies), 1)
        return self.trump if name == "trump" else None


def _inputs(expr: Expr) -> Iterator[str]:
    if isinstance(expr.value, Word):
        yield expr.value.name
    for arg in expr.args:
        yield from _inputs(arg)


def joined(*parts: Cards) -> Cards:
    """A set that is one of these."""
    must, may = parts[0].must, parts[0].may
    for part in parts[1:]:
        must, may = must & part.must, may | part.may
    return cards(must, may, min(p.least for p in parts), max(p.most for p in parts))
