"""The cards of a game: their points, their order, what players call them, sets with a name.

In: the fields of a document. Out: tables by card number; the names are told what bounds follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..text.messages import Text, _
from .check import Checker
from .expression import constant_cards
from .fields import Fields
from .labels import text_at
from .types import Type


def constant_sets(fields: Fields) -> dict[str, int]:
    """The named sets that are the same in every deal."""
    found = {}
    for named in fields.names.named.values():
        if named.type is Type.CARDS and named.tree is not None:
            mask = constant_cards(Checker(fields.names, "any").check(named.tree, Type.CARDS))
            if mask is not None:
                found[named.name] = mask
    return found


def read_values(fields: Fields) -> tuple[int, ...]:
    """Card points by card number; sets with different values may not overlap."""
    points: dict[int, int] = {}
    part = fields.map(fields.document, "values")
    for key, _node in part.entries:
        mask = fields.constant(key, "values")
        number = fields.number(part, key.text)
        twice = [card for card in _cards(mask or 0) if card in points]
        if twice:
            text = _("`{card}` has a value already").format(card=fields.deck.codes[twice[0]])
            fields.problems.add("repeated", text, key.span)
        points.update(dict.fromkeys(_cards(mask or 0), number))
    values = tuple(points.get(card, 0) for card in range(fields.deck.size))
    fields.names = replace(fields.names, values=values)
    return values


def read_ranking(fields: Fields) -> tuple[int, ...]:
    """Groups of equal cards, strongest first."""
    part = fields.map(fields.document, "tricks")
    placed, groups, nodes = 0, [], fields.items(part, "ranking")
    masks = [fields.constant(node, "ranking") for node in nodes]
    for node, mask in zip(nodes, masks, strict=True):
        if mask and not mask & ~placed:
            text = _("this entry places no new card: all of it stands further up")
            fields.problems.add("no-new-card", text, node.span)
        groups.append((mask or 0) & ~placed)
        placed |= mask or 0
    missing = fields.names.deck & ~placed
    if masks and all(masks) and missing:
        names = ", ".join(fields.deck.codes[card] for card in list(_cards(missing))[:8])
        text = _("the ranking does not place {cards}").format(
            cards=names + (" …" if missing.bit_count() > 8 else "")
        )
        fields.problems.add("unplaced-card", text, part.key("ranking").span)
    fields.names = replace(fields.names, groups=len(groups))
    return tuple(groups)


def read_nicknames(fields: Fields) -> dict[int, Text]:
    """What players call single cards, by card number."""
    found: dict[int, Text] = {}
    part = fields.map(fields.document, "nicknames")
    for key, _node in part.entries:
        mask = fields.constant(key, "agreement") or 0
        if mask.bit_count() > 1:
            text = _("one card is wanted here; these are {n}").format(n=mask.bit_count())
            fields.problems.add("not-one-card", text, key.span)
        elif mask and mask.bit_length() - 1 in found:
            code = fields.deck.codes[mask.bit_length() - 1]
            text = _("`{card}` has a nickname already").format(card=code)
            fields.problems.add("repeated", text, key.span)
        elif mask:
            found[mask.bit_length() - 1] = text_at(part, key.text)
    return found


def _cards(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
