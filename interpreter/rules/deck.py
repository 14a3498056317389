"""The pack: a deck file and which of its ranks a game uses.

In: the document of a deck and the names of ranks. Out: a `Deck`: suits, ranks, and cards numbered
suit by suit in the order of the game's ranks. Names, letters and signs are for people and never
change play; codes stand in records.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from ..text.document import Mapping, Scalar, Sequence
from ..text.messages import Text, _
from ..text.problem import Problems, did_you_mean
from .labels import text_at
from .names import clashes


@dataclass(frozen=True)
class Suit:
    """A suit: its word in expressions, its letter in codes, its sign, colour and names."""

    name: str
    code: str
    symbol: str
    colour: str
    title: Text


@dataclass(frozen=True)
class Rank:
    """A rank: its word, which is its code too, its local letters and names."""

    name: str
    letter: Text
    title: Text


@dataclass(frozen=True)
class Deck:
    """A pack of cards. Card number `suit * len(ranks) + rank`.

    faces: other packs with which it can be played, by name; their cards have the same numbers.
    """

    name: str
    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]
    faces: dict[str, Deck] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many cards."""
        return len(self.suits) * len(self.ranks)

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The code of every card by number, such as 10H."""
        return tuple(rank.name + suit.code for suit in self.suits for rank in self.ranks)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of every card by code."""
        return {code: card for card, code in enumerate(self.codes)}

    def suit(self, card: int) -> Suit:
        """The suit printed on a card."""
        return self.suits[card // len(self.ranks)]

    def rank(self, card: int) -> Rank:
        """The rank of a card."""
        return self.ranks[card % len(self.ranks)]

    @cached_property
    def suit_masks(self) -> dict[str, int]:
        """The cards of each suit."""
        n = len(self.ranks)
        return {suit.name: (1 << n) - 1 << n * i for i, suit in enumerate(self.suits)}

    @cached_property
    def rank_masks(self) -> dict[str, int]:
        """The cards of each rank."""
        n = len(self.ranks)
        return {
            rank.name: sum(1 << n * i + j for i in range(len(self.suits)))
            for j, rank in enumerate(self.ranks)
        }


def build_deck(document: Mapping, ranks: Sequence | None, problems: Problems) -> Deck | None:
    """The deck of a document that has the right shape, restricted to some ranks; None if wrong."""
    suits = _items(document.get("suits"))
    names = _items(document.get("ranks"))
    before = len(problems.found)
    for items in (suits, names):
        _check_names([key for key, _body in items], problems)
    if len({key.text for key, _body in suits} & {key.text for key, _body in names}):
        both = next(key for key, _body in names if key.text in {k.text for k, _b in suits})
        text = _("`{name}` is a suit and a rank").format(name=both.text)
        problems.add("name-clash", text, both.span)
    _check_codes(suits, problems)
    used = {key.text: _rank(key, body) for key, body in names}
    if ranks is not None:
        used = _chosen(used, ranks, problems)
    if len(problems.found) > before:
        return None
    name = document.get("name")
    assert isinstance(name, Scalar)
    return Deck(name.text, tuple(_suit(k, b) for k, b in suits), tuple(used.values()))


def _items(node: object) -> list[tuple[Scalar, Mapping]]:
    assert isinstance(node, Sequence)
    pairs = (item.entries[0] for item in node.items if isinstance(item, Mapping))
    return [(key, body) for key, body in pairs if isinstance(body, Mapping)]


def _check_names(keys: list[Scalar], problems: Problems) -> None:
    taken = set(clashes(key.text for key in keys))
    seen: set[str] = set()
    for key in keys:
        if key.text in taken:
            text = _("`{name}` is a word of the language").format(name=key.text)
            problems.add("name-clash", text, key.span, _("choose another name"))
        if key.text in seen:
            text = _("`{key}` stands here a second time").format(key=key.text)
            problems.add("duplicate-key", text, key.span)
        seen.add(key.text)


def _check_codes(suits: list[tuple[Scalar, Mapping]], problems: Problems) -> None:
    seen: set[str] = set()
    for _key, body in suits:
        code = body.get("code")
        assert isinstance(code, Scalar)
        if code.text in seen:
            text = _("another suit has the code `{code}`").format(code=code.text)
            problems.add("duplicate-code", text, code.span)
        seen.add(code.text)


def _chosen(used: dict[str, Rank], ranks: Sequence, problems: Problems) -> dict[str, Rank]:
    chosen: dict[str, Rank] = {}
    for item in ranks.items:
        assert isinstance(item, Scalar)
        if item.text in used:
            chosen[item.text] = used[item.text]
        else:
            text = _("the deck has no rank `{name}`").format(name=item.text)
            hint = did_you_mean(item.text, used)
            hint = hint or _("it has {names}").format(names=", ".join(used))
            problems.add("unknown-name", text, item.part(0, len(item.text)), hint)
    return chosen


def _suit(key: Scalar, body: Mapping) -> Suit:
    def word(name: str, default: str) -> str:
        node = body.get(name)
        return node.text if isinstance(node, Scalar) else default

    code = word("code", "")
    return Suit(
        key.text, code, word("symbol", code), word("colour", "black"), text_at(body, "title")
    )


def _rank(key: Scalar, body: Mapping) -> Rank:
    letter = text_at(body, "letter") or Text({"": key.text})
    return Rank(key.text, letter, text_at(body, "title"))
