"""What a ruleset adds to the words of the language: ranks, suits, named values, variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ..text.syntax import KEYWORDS, Syntax
from .types import Extent, Range, Type
from .vocabulary import BY_NAME


@dataclass(frozen=True)
class Named:
    """A set, number or condition that the ruleset names; its tree is checked where it is used.

    tree: None if something is wrong with it, which has been told; depth, size: how deep and how
    large it is with the names in it written out.
    """

    name: str
    type: Type
    tree: Syntax | None
    depth: int = 1
    size: int = 1


@dataclass(frozen=True)
class Names:
    """Everything a name can mean in one ruleset.

    ranks, suits: the cards of each as a mask; values: card points by card number;
    bounds: what the words that depend on the ruleset can be at most; variables: those of an
    `each` in force; options: their values, and settings: the one that is agreed on; questions: the
    numbers of the stages that are one; unasked: those that the settings rule out.
    """

    ranks: dict[str, int]
    suits: dict[str, int]
    values: tuple[int, ...] = ()
    groups: int = 0
    named: dict[str, Named] = field(default_factory=dict)
    bounds: dict[str, Extent | Range] = field(default_factory=dict)
    variables: dict[str, Extent] = field(default_factory=dict)
    options: dict[str, tuple[str, ...]] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    questions: dict[str, int] = field(default_factory=dict)
    unasked: set[int] = field(default_factory=set)

    @property
    def deck(self) -> int:
        """All cards, as a mask."""
        return sum(self.suits.values())

    def extent(self, mask: int, one_suit: bool = False, most: int | None = None) -> Extent:
        """The extent of a set within `mask`; a mask within one suit is seen to be so."""
        shares = [(mask & suit).bit_count() for suit in self.suits.values()]
        one_suit = one_suit or most in (0, 1) or sum(share > 0 for share in shares) <= 1
        limit = max(shares, default=0) if one_suit else mask.bit_count()
        return Extent(mask, one_suit, limit if most is None else min(most, limit))

    def value_range(self, extent: Extent) -> Range:
        """The least and the most card points that a set can have."""
        points = [p for card, p in enumerate(self.values) if extent.mask >> card & 1]
        low = sorted(p for p in points if p < 0)[: extent.most]
        high = sorted((p for p in points if p > 0), reverse=True)[: extent.most]
        return sum(low), sum(high)

    def with_variable(self, name: str) -> Names:
        """These names and a variable that stands for one suit."""
        return replace(self, variables={name: self.extent(self.deck, one_suit=True)})

    def with_bounds(self, **bounds: Extent | Range) -> Names:
        """These names with more bounds known."""
        return replace(self, bounds={**self.bounds, **bounds})

    def __contains__(self, name: str) -> bool:
        """Whether a name that is no word of the language means something."""
        return any(name in table for table in self._tables())

    def known(self) -> Iterator[str]:
        """Every name that is not a word of the language."""
        for table in self._tables():
            yield from table

    def _tables(self) -> tuple[Iterable[str], ...]:
        more = (self.options, self.questions)
        return (self.variables, self.ranks, self.suits, self.named, *more)


def clashes(names: Iterable[str]) -> Iterator[str]:
    """The names that the language already uses."""
    for name in names:
        if name in BY_NAME or name in KEYWORDS or name == "each":
            yield name
