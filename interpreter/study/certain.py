"""What is certain of an expression before a card is dealt.

In: a ruleset, a place where expressions stand, an expression. Out: all that its value can be: for a
condition whether it can hold and whether it can fail. The few inputs that have few values (the
number of the trick, the seats, what was agreed to) are gone through one by one; sets of cards and
numbers have bounds. Nothing is guessed: what could be otherwise is not certain.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product

from ..rules.expression import Expr, constant_cards
from ..rules.ranges import number_range
from ..rules.ruleset import Ruleset
from ..rules.types import Type
from ..rules.vocabulary import Word
from .inputs import Cards, Inputs, Numbers, Place, TooMuch, Work, cards, joined

NO, YES, EITHER = 1, 2, 3
"""what a condition can be, as bits"""
MOST_ATOMS = 8
"""conditions of which nothing is certain whose combinations are gone through"""
COMPARE = {
    "=": lambda a, b: (a == b == (a[0], a[0]), a[1] < b[0] or b[1] < a[0]),
    "<": lambda a, b: (a[1] < b[0], a[0] >= b[1]),
    "<=": lambda a, b: (a[1] <= b[0], a[0] > b[1]),
    ">": lambda a, b: (a[0] > b[1], a[1] <= b[0]),
    ">=": lambda a, b: (a[0] >= b[1], a[1] < b[0]),
}
"""of two numbers between bounds: whether it surely holds, and whether it surely does not"""


class Certain:
    """Works out expressions for one choice of inputs. assumed: what the conditions are taken to be
    of which nothing is certain; those met on the way are added to `open`."""

    def __init__(
        self, place: Place, inputs: Inputs, assumed: Mapping[str, int] | None = None
    ) -> None:
        self.place, self.inputs, self.assumed = place, inputs, assumed or {}
        self.open: set[str] = set()
        self.deck = (1 << place.r.deck.size) - 1

    def truth(self, expr: Expr) -> int:
        """Whether a condition can fail and can hold."""
        self.place.work.spend()
        if expr.op == "named":
            return self.truth(expr.args[0])
        if expr.op == "truth":
            return self._assumed(expr)  # an option, which may have another value
        if expr.op == "not":
            found = self.truth(expr.args[0])
            return (found & NO) << 1 | (found & YES) >> 1
        if expr.op in ("and", "or"):
            decides = NO if expr.op == "and" else YES
            parts = [self.truth(arg) for arg in expr.args]
            if decides in parts:
                return decides
            return EITHER if any(part & decides for part in parts) else EITHER - decides
        if expr.op == "if":
            return self._either(expr, self.truth)
        found = self._atom(expr)
        return self._assumed(expr) if found == EITHER else found

    def _either(self, expr: Expr, work_out: object) -> int:
        test, out = self.truth(expr.args[0]), 0
        assert callable(work_out)
        out |= work_out(expr.args[1]) if test & YES else 0
        return out | (work_out(expr.args[2]) if test & NO else 0)

    def _assumed(self, expr: Expr) -> int:
        """What a condition is taken to be; the same everywhere in an expression."""
        key = json.dumps(meaning(expr))
        self.open.add(key)
        return self.assumed.get(key, EITHER)

    def _atom(self, expr: Expr) -> int:
        """A condition that joins no others."""
        if expr.op == "in":
            one, other = (self.cards(arg) for arg in expr.args)
            if not one.may & other.may:
                return NO
            return YES if one.least and not one.may & ~other.must else EITHER
        if expr.op == "compare":
            return self._compared(expr)
        if expr.op == "word" and expr.args:
            one = self.cards(expr.args[0])
            name = expr.value.name if isinstance(expr.value, Word) else ""
            if name == "empty":
                return YES if not one.most else NO if one.least else EITHER
            if name == "holds":
                hand = self._word("hand")
                full = isinstance(hand, Cards) and hand.least and one.must == self.deck
                return NO if not one.most else YES if full else EITHER
        return EITHER

    def _compared(self, expr: Expr) -> int:
        sign, kind = str(expr.value), expr.args[0].type
        if sign == "!=":
            found = self._compared(Expr("compare", Type.TRUTH, expr.span, expr.args, "="))
            return (found & NO) << 1 | (found & YES) >> 1
        if kind is Type.NUMBER:
            holds, fails = COMPARE[sign](*(self.number(arg) for arg in expr.args))
        elif kind is Type.PLAYER:
            a, b = (self.player(arg) for arg in expr.args)
            holds, fails = a == b and a.bit_count() == 1, not a & b
        else:
            one, other = (self.cards(arg) for arg in expr.args)
            holds = one == other and one.must == one.may
            apart = one.must & ~other.may or other.must & ~one.may
            fails = bool(apart) or one.most < other.least or other.most < one.least
            fails = fails or (not one.may & other.may and bool(one.least or other.least))
        return YES if holds else NO if fails else EITHER

    def player(self, expr: Expr) -> int:
        """The seats that it can be, as bits."""
        if expr.op == "named":
            return self.player(expr.args[0])
        if expr.op == "if":
            return self._either(expr, self.player)
        if expr.args:
            assert isinstance(expr.value, Word)
            seats, n = self.player(expr.args[0]), self.place.r.players
            step = 1 if expr.value.name == "left" else n - 1
            turned = seats << step
            return (turned | turned >> n) & (1 << n) - 1
        found = self._word(expr.value.name) if isinstance(expr.value, Word) else None
        return found if isinstance(found, int) else (1 << self.place.r.players) - 1

    def number(self, expr: Expr) -> Numbers:
        """Its bounds."""
        self.place.work.spend()
        if expr.op == "named":
            return self.number(expr.args[0])
        if expr.op == "number":
            assert isinstance(expr.value, int)
            return expr.value, expr.value
        if expr.op == "if":
            test = self.truth(expr.args[0])
            branches = [
                arg for arg, way in zip(expr.args[1:], (YES, NO), strict=True) if test & way
            ]
            low, high = zip(*(self.number(arg) for arg in branches), strict=True)
            return min(low), max(high)
        if expr.op in ("sum", "product", "minus"):
            assert isinstance(expr.value, tuple)
            return number_range(expr.value, [self.number(arg) for arg in expr.args])
        return self._number_of(expr)

    def _number_of(self, expr: Expr) -> Numbers:
        """The bounds of a word."""
        assert isinstance(expr.value, Word)
        name, known = expr.value.name, expr.range
        if name in ("min", "max"):
            choose = min if name == "min" else max
            low, high = zip(*(self.number(arg) for arg in expr.args), strict=True)
            return choose(low), choose(high)
        if name == "count":
            found = self.cards(expr.args[0])
            return found.least, found.most
        if name in ("strength", "value"):
            found = self.cards(expr.args[0])
            if found.must == found.may:
                exact = self._exact(name, found.must)
                return exact, exact
            return known if found.most else (0, 0)
        value = self._word(name)
        return value if isinstance(value, tuple) else known

    def _exact(self, name: str, mask: int) -> int:
        """The strength or the value of a known set."""
        r = self.place.r
        if name == "value":
            return sum(points for card, points in enumerate(r.values) if mask >> card & 1)
        groups = r.tricks.ranking
        return next((len(groups) - i for i, group in enumerate(groups) if group & mask), 0)

    def cards(self, expr: Expr) -> Cards:
        """The set."""
        self.place.work.spend()
        constant = constant_cards(expr)
        if constant is not None:
            return cards(constant, constant)
        if expr.op == "named":
            return self.cards(expr.args[0])
        if expr.op == "var":
            suit = self.place.suits[str(expr.value)]
            return cards(suit, suit)
        if expr.op == "if":
            test = self.truth(expr.args[0])
            branches = zip(expr.args[1:], (YES, NO), strict=True)
            return joined(*(self.cards(arg) for arg, way in branches if test & way))
        if expr.op == "word":
            return self._cards_of(expr)
        parts = [self.cards(arg) for arg in expr.args]
        result = parts[0]
        for part in parts[1:]:
            result = _combined(expr.op, result, part)
        extent = expr.extent
        return cards(
            result.must, result.may & extent.mask, result.least, min(result.most, extent.most)
        )

    def _cards_of(self, expr: Expr) -> Cards:
        """The set that a word means."""
        assert isinstance(expr.value, Word)
        extent = expr.extent
        if expr.args:
            one = self.cards(expr.args[0])
            if expr.value.name == "suit" and one.must == one.may:
                suits = self.place.r.deck.suit_masks.values()
                suit = next((mask for mask in suits if mask & one.must), 0)
                return cards(suit, suit)
            return cards(0, extent.mask if one.most else 0, 0, extent.most)
        found = self._word(expr.value.name)
        return found if isinstance(found, Cards) else cards(0, extent.mask, 0, extent.most)

    def _word(self, name: str) -> Cards | Numbers | int | None:
        if name == "trump" and self.place.trump is None:
            self.place.trump = _trump(self.place.r, self.place.work)
        return self.place.word(name, self.inputs)


def _trump(r: Ruleset, work: Work) -> Cards:
    """What the trumps can be."""
    found, there = cards(0, 0), Place(r, work=work)
    if r.trump is not None:
        found = joined(*(Certain(there, inputs).cards(r.trump) for inputs in there.inputs(r.trump)))
    if r.makes_trump:
        found = joined(found, *(cards(suit, suit) for suit in r.deck.suit_masks.values()))
    return found


def meaning(expr: Expr) -> object:
    """Equal for expressions that mean the same with whatever options."""
    if expr.op == "truth":
        return expr.span.text
    if expr.op == "named":
        return meaning(expr.args[0])
    value = expr.value.name if isinstance(expr.value, Word) else expr.value
    return [expr.op, value, *(meaning(arg) for arg in expr.args)]


def _combined(op: str, a: Cards, b: Cards) -> Cards:
    """Two sets joined by an operator."""
    if op == "or":
        return cards(a.must | b.must, a.may | b.may, max(a.least, b.least), a.most + b.most)
    if op == "of":
        return cards(a.must & b.must, a.may & b.may, 0, min(a.most, b.most))
    return cards(a.must & ~b.may, a.may & ~b.must, max(a.least - b.most, 0), a.most)


# -- conditions ------------------------------------------------------------------------------------


def outcomes(expr: Expr, place: Place) -> int:
    """Whether a condition can fail and can hold, whatever the inputs are."""
    try:
        found = 0 if place.known(expr) else EITHER
        for inputs in place.inputs(expr):
            found |= _outcome(expr, place, inputs)
            if found == EITHER:
                break
    except TooMuch:
        return EITHER
    return found


def _outcome(expr: Expr, place: Place, inputs: Inputs) -> int:
    first = Certain(place, inputs)
    found = first.truth(expr)
    if found != EITHER or not 0 < len(first.open) <= MOST_ATOMS:
        return found
    keys, found = sorted(first.open), 0
    for values in product((NO, YES), repeat=len(keys)):
        found |= Certain(place, inputs, dict(zip(keys, values, strict=True))).truth(expr)
    return found
