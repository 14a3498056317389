"""Bounds of numbers and sets, by interval arithmetic over everything that can happen in a deal."""

from __future__ import annotations

from collections.abc import Sequence

from .expression import Expr
from .names import Names
from .types import Extent, Range, Type
from .vocabulary import Word


def number_range(signs: Sequence[str], ranges: Sequence[Range]) -> Range:
    """The range of `a + b - c`, `a * b` or `-a`, where `signs` are the operators in order."""
    if len(ranges) == 1:
        low, high = ranges[0]
        return -high, -low
    low, high = ranges[0]
    for sign, (a, b) in zip(signs, ranges[1:], strict=True):
        if sign == "*":
            corners = (low * a, low * b, high * a, high * b)
            low, high = min(corners), max(corners)
        elif sign == "+":
            low, high = low + a, high + b
        else:
            low, high = low - b, high - a
    return low, high


def word_bound(word: Word, args: tuple[Expr, ...], names: Names) -> Extent | Range | None:
    """What a word can be at most, given its arguments."""
    if word.name in names.bounds:
        return names.bounds[word.name]
    if word.type is Type.CARDS:
        return _cards(word, args, names)
    if word.type is Type.NUMBER:
        return _number(word, args, names)
    return None


def _cards(word: Word, args: tuple[Expr, ...], names: Names) -> Extent:
    if word.name == "none":
        return names.extent(0)
    if word.index:
        return names.extent(names.deck, most=1)
    if word.name == "suit":
        return names.extent(names.deck, one_suit=True)
    if word.name == "follows":
        trump = names.bounds.get("trump")
        one_suit = isinstance(trump, Extent) and trump.one_suit
        return names.extent(names.deck, one_suit=one_suit)
    return names.extent(names.deck)


def _number(word: Word, args: tuple[Expr, ...], names: Names) -> Range:
    if word.name == "count":
        return 0, args[0].extent.most
    if word.name == "value":
        return names.value_range(args[0].extent)
    if word.name == "strength":
        return 0, names.groups
    if word.name in ("min", "max"):
        choose = min if word.name == "min" else max
        low, high = zip(args[0].range, args[1].range, strict=True)
        return choose(low), choose(high)
    return 0, names.deck.bit_count()
