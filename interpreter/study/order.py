"""What differs in the order of the cards and in their points, in words.

In: two rulesets that are being compared. Out: changes of `tricks.ranking`, `values` and `deck`.
Cards that stand together in both rankings are one thing, so that a rank that moved is told once;
those that need not move to get from one order to the other are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.ruleset import Ruleset
from ..text.messages import _, plural
from .changes import ARROW, Change, Comparer, Part, in_order
from .naming import cards_name, cards_of, titled
from .unparse import codes


@dataclass(frozen=True)
class Block:
    """Cards that are equal in both rankings. a, b: their places there; names: in words."""

    mask: int
    a: int
    b: int
    name: str


def alike(c: Comparer) -> bool:
    """Whether the cards of the two packs can be compared one by one."""
    old, new = ({suit.code: suit.name for suit in r.deck.suits} for r in (c.a, c.b))
    return old.keys() == new.keys() or set(old.values()) == set(new.values())


def compare_ranking(c: Comparer) -> None:
    """The order of the cards, by what moved, what is equal now and what no longer is."""
    if not alike(c):
        return
    blocks = _blocks(c)
    parts = [*_split(blocks), *_joined(blocks), *_moved(blocks)]
    if parts:
        _note(c, "tricks.ranking", _("ranking"), parts)


def _note(c: Comparer, rule: str, title: str, parts: list[tuple[Part, int]]) -> None:
    """A change whose cards are those that its parts are about."""
    masks = [mask for _part, mask in parts]
    c.note(rule, title, "changed", [part for part, _mask in parts], None, None)
    focus = tuple(codes(c.b, mask) for mask in masks)
    last = c.changes.pop()
    c.changes.append(
        Change(last.rule, last.title, last.kind, last.parts, last.sources, cards=focus)
    )


def _blocks(c: Comparer) -> list[Block]:
    """The blocks in the order of the first ruleset; cards that only one has are left out."""
    mine, theirs = _codes(c)
    place = {code: card for card, code in enumerate(theirs)}
    other = {card: i for i, group in enumerate(c.b.tricks.ranking) for card in cards_of(group)}
    blocks = []
    for a, group in enumerate(c.a.tricks.ranking):
        found: dict[int, int] = {}
        for card in cards_of(group):
            twin = place.get(mine[card])
            if twin is not None:
                found[other[twin]] = found.get(other[twin], 0) | 1 << twin
        blocks += [Block(m, a, b, cards_name(c.b, m)) for b, m in sorted(found.items())]
    return blocks


def _part(text: str, *blocks: Block) -> tuple[Part, int]:
    mask = 0
    for block in blocks:
        mask |= block.mask
    return Part("ranking", "", "", text), mask


def _split(blocks: list[Block]) -> list[tuple[Part, int]]:
    """Groups of equal cards of which some now are stronger."""
    parts = []
    for a in sorted({block.a for block in blocks}):
        members = sorted((x for x in blocks if x.a == a), key=lambda x: x.b)
        if len(members) > 1:
            names = " > ".join(x.name for x in members)
            parts.append(_part(_("no longer equal: {cards}").format(cards=names), *members))
    return parts


def _joined(blocks: list[Block]) -> list[tuple[Part, int]]:
    """Cards that now are equal."""
    parts = []
    for b in sorted({block.b for block in blocks}):
        members = [x for x in blocks if x.b == b]
        if len(members) > 1:
            names = " = ".join(x.name for x in members)
            parts.append(_part(_("now equal: {cards}").format(cards=names), *members))
    return parts


def _moved(blocks: list[Block]) -> list[tuple[Part, int]]:
    """What now stands elsewhere among the rest; two that changed places are told as that."""
    before = sorted(blocks, key=lambda x: (x.a, x.b))
    after = sorted(blocks, key=lambda x: (x.b, x.a))
    differ = [i for i, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    if len(differ) == 2 and differ[1] - differ[0] > 1:
        x, y = before[differ[0]], before[differ[1]]
        text = _("{x} and {y} have changed places").format(x=x.name, y=y.name)
        return [_part(text, x, y)]
    stay = in_order([str(x.mask) for x in before], [str(x.mask) for x in after])
    parts = []
    for x in (x for x in before if str(x.mask) not in stay):
        i = after.index(x)
        was = before.index(x)
        passed = [y for y in before[:was] if y in after[i + 1 :]]
        if passed:
            text = _("{x} moved above {y}").format(x=x.name, y=after[i + 1].name)
            parts.append(_part(text, x, *passed))
        else:
            passed = [y for y in before[was + 1 :] if y in after[:i]]
            text = _("{x} moved below {y}").format(x=x.name, y=after[i - 1].name)
            parts.append(_part(text, x, *passed))
    return parts


def compare_values(c: Comparer) -> None:
    """Card points, those of equal change together."""
    if not alike(c):
        return
    mine, theirs = _codes(c)
    place = {code: card for card, code in enumerate(mine)}
    found: dict[tuple[int, int], int] = {}
    for card, code in enumerate(theirs):
        twin = place.get(code)
        if twin is not None and c.a.values[twin] != c.b.values[card]:
            pair = (c.a.values[twin], c.b.values[card])
            found[pair] = found.get(pair, 0) | 1 << card
    parts = []
    for (old, new), mask in found.items():
        points = plural("{n} point", "{n} points", new)
        text = titled(cards_name(c.b, mask), ARROW.format(a=old, b=points))
        parts.append((Part("values", str(old), str(new), text), mask))
    if parts:
        _note(c, "values", _("card points"), parts)


def compare_pack(c: Comparer) -> None:
    """The cards themselves, how they are written, and how they are listed."""
    old, new = c.a.deck, c.b.deck
    parts = []
    if not alike(c):
        text = _("another pack: {a} → {b}").format(a=old.name, b=new.name)
        parts.append(Part("use", old.name, new.name, text))
    else:
        parts += _written(c)
        mine, theirs = _codes(c)
        gone = [card for card, code in enumerate(mine) if code not in theirs]
        added = [card for card, code in enumerate(theirs) if code not in mine]
        if gone or added:
            cards = ARROW.format(a=old.size, b=plural("{n} card", "{n} cards", new.size))
            parts.append(Part("size", str(old.size), str(new.size), cards))
        if added:
            parts.append(_cards(c.b, added, _("added: {cards}")))
        if gone:
            parts.append(_cards(c.a, gone, _("gone: {cards}")))
        if not parts and mine != theirs:
            text = _("the cards are listed in another order: {b}, no longer {a}")
            names = [[*deck.rank_masks, *deck.suit_masks] for deck in (old, new)]
            parts.append(_list(text, *names))
    if parts:
        c.note("deck", _("pack"), "changed", parts, None, None)


def _codes(c: Comparer) -> tuple[list[str], list[str]]:
    """The codes of both packs, by card, as the first pack has them."""
    masks = [[1 << card for card in range(r.deck.size)] for r in (c.a, c.b)]
    return (
        [codes(c.a, mask)[0] for mask in masks[0]],
        [codes(c.b, mask, c.suits)[0] for mask in masks[1]],
    )


def _written(c: Comparer) -> list[Part]:
    """Suits with another name in the file, or another letter in records."""
    old, new = c.a.deck.suits, c.b.deck.suits
    letters = {suit.name: suit.code for suit in old}
    parts = []
    for suit in new:
        was = letters.get(suit.name, suit.code)
        if was != suit.code:
            text = _("{suit}: the letter in records {a} → {b}")
            text = text.format(suit=suit.title, a=was, b=suit.code)
            parts.append(Part("code", was, suit.code, text))
    names = [[suit.name for suit in suits] for suits in (old, new)]
    if sorted(names[0]) != sorted(names[1]):
        parts.append(_list(_("the suits are called {b} in the file, no longer {a}"), *names))
    return parts


def _cards(r: Ruleset, cards: list[int], text: str) -> Part:
    mask = sum(1 << card for card in cards)
    return Part("cards", "", "", text.format(cards=cards_name(r, mask)))


def _list(text: str, old: list[str], new: list[str]) -> Part:
    a, b = " ".join(old), " ".join(new)
    return Part("order", a, b, text.format(a=a, b=b))
