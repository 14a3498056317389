"""Cards and actions as text, both ways, in every language of the deck.

In: what a person typed. Out: a card. A card is written as its code (10H), with the suit's sign
(♥10, 10♥) or in words (as de coeur, ten of hearts). The letters printed on local cards (R for roi)
count only beside a sign or are words, since D is a suit in codes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cached_property

from ..rules.deck import Deck, Rank, Suit
from ..text.messages import Text

LINKS = frozenset(
    ("de", "d", "du", "des", "da", "do", "das", "dos", "of", "l", "la", "le", "les", "the")
)
"""words between a rank and a suit, and articles"""


def folded(text: str) -> str:
    """Text as it is compared: no case, no accents, no ligatures, plain spaces."""
    text = text.replace("œ", "oe").replace("Œ", "OE").replace("’", "'")
    parts = unicodedata.normalize("NFKD", text)
    kept = "".join(c for c in parts if not unicodedata.combining(c) and c not in "\ufe0e\ufe0f")
    return " ".join(kept.casefold().split())


class Notation:
    """The names of the cards of one deck, and what players call some of them."""

    def __init__(self, deck: Deck, nicknames: Mapping[int, Text] | None = None) -> None:
        self.deck, self.nicknames = deck, nicknames or {}

    def find(self, text: str) -> int | None:
        """The number of the card that a person means, or None."""
        plain = folded(text)
        found = self._short.get(plain.replace(" ", ""))
        if found is not None:
            return found
        return self._words.get(_words(plain))

    @cached_property
    def _short(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for card, code in enumerate(self.deck.codes):
            suit, rank = self.deck.suit(card), self.deck.rank(card)
            for letter in dict.fromkeys((rank.name, *rank.letter.values())):
                for text in (suit.symbol + letter, letter + suit.symbol):
                    found.setdefault(folded(text).replace(" ", ""), card)
            found[folded(code)] = card
        return found

    @cached_property
    def _words(self) -> dict[tuple[str, ...], int]:
        found: dict[tuple[str, ...], int] = {}
        for card in range(self.deck.size):
            suit, rank = self.deck.suit(card), self.deck.rank(card)
            for first in _names(rank):
                for second in _names(suit):
                    found.setdefault((first, second), card)
                    found.setdefault((second, first), card)
        for card, names in self.nicknames.items():
            for name in names.values():
                found.setdefault(_words(folded(name)), card)
        return found

    def sorted(self, cards: Iterable[int], strength: Iterable[int]) -> list[int]:
        """Cards by suit, the strongest first."""
        place = list(strength)
        width = len(self.deck.ranks)
        return sorted(cards, key=lambda c: (c // width, -place[c], c))


def _words(plain: str) -> tuple[str, ...]:
    """The words of a folded text that mean something."""
    return tuple(w for w in re.split(r"[ ']+", plain) if w and w not in LINKS)


def _names(thing: Rank | Suit) -> set[str]:
    names = {folded(title) for title in thing.title.values()} | {folded(thing.name)}
    if isinstance(thing, Suit):
        names |= {name.removesuffix("s") for name in names} | {folded(thing.symbol)}
    return {name for name in names if name}
