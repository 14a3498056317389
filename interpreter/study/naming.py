"""Cards, rules and numbers of a ruleset in words, for sentences about it.

In: a ruleset, a set of cards or a place in the document. Out: text in the language in use. Cards
are written out (`9 of coins`), since the signs of a local pack say little in a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..rules.ruleset import Key, Ruleset
from ..text.document import Plain
from ..text.messages import _, language, plural
from .unparse import settled, unparse

CODE = re.compile(r"[\w-]+")


def card_name(r: Ruleset, card: int, nickname: bool = True) -> str:
    """A card by rank and suit, with what players call it."""
    rank, suit = r.deck.rank(card), r.deck.suit(card)
    text = _("{rank} of {suit}").format(rank=rank.letter, suit=suit.title)
    if language() == "fr":
        text = re.sub(r"\bde (?=[aeiouyàâéèêëîïôûœ])", "d’", text)
    name = r.nicknames.get(card)
    return f"{text} ({name})" if name and nickname else text


def cards_name(r: Ruleset, mask: int) -> str:
    """A set of cards: whole ranks by their letter, whole suits by their title, the rest one by one.

    A rank whose cards are all in it stands for them.
    """
    everything = (1 << r.deck.size) - 1
    if mask in (0, everything):
        return _("all cards") if mask else _("no card")
    parts, left = [], mask
    tables = (
        [(m, str(s.title)) for m, s in zip(r.deck.suit_masks.values(), r.deck.suits, strict=True)],
        [(m, str(k.letter)) for m, k in zip(r.deck.rank_masks.values(), r.deck.ranks, strict=True)],
    )
    for table in tables:
        for whole, name in table:
            if whole & ~left == 0:
                parts.append(name)
                left &= ~whole
    parts += [card_name(r, card) for card in cards_of(left)]
    return ", ".join(parts)


def cards_of(mask: int) -> list[int]:
    """The numbers of the cards of a set."""
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def titled(title: object, text: str) -> str:
    """What is said of something."""
    return _("{title}: {text}").format(title=title, text=text)


def clauses(parts: Iterable[str]) -> str:
    """Several things that are said, in one sentence."""
    return _("; ").join(parts)


def code(text: str) -> str:
    """A text of the language as it stands in a sentence: in quotes unless it is one word."""
    return text if CODE.fullmatch(text) else f"`{text}`"


def keys_text(r: Ruleset, keys: tuple[Key, ...]) -> str:
    """What decides a contest, key by key."""
    parts = []
    for key in keys:
        if settled(key.number).op == "number":
            continue  # the same for all, so that it decides nothing
        text = _("most {number}") if key.most else _("least {number}")
        parts.append(text.format(number=code(unparse(key.number, r))))
    return _(", then ").join(parts) or _("nothing")


def label(r: Ruleset, name: str, default: str) -> str:
    """What players of this game call a thing."""
    return str(r.label(name) or default)


def sides_text(r: Ruleset) -> str:
    """Who plays with whom."""
    if r.sides == r.players:
        return _("each for himself")
    players = plural("{n} player", "{n} players", r.players // r.sides)
    sides = plural("{n} side", "{n} sides", r.sides)
    return _("{sides} of {players}").format(sides=sides, players=players)


def at(document: Plain, path: str) -> list[dict[str, Plain]]:
    """The maps on the way to a place in a document, the nearest first: `tricks.reply.follow`."""
    found: list[dict[str, Plain]] = []
    node = document
    for step in ["", *path.split(".")]:
        if step and isinstance(node, dict):
            node = node.get(step)
        elif step and isinstance(node, list):
            bodies = (item[step] for item in node if isinstance(item, dict) and step in item)
            node = next(bodies, None)
        if isinstance(node, dict):
            found.insert(0, node)
    return found[:-1]


def source_of(r: Ruleset, path: str) -> str:
    """Where a rule was read: its own source, else that of the section it stands in."""
    for body in at(r.document, path):
        source, via = body.get("source"), body.get("via")
        if isinstance(source, str) and isinstance(via, str):
            return _("{source} via {teller}").format(source=source, teller=via)
        for found in (source, via):
            if isinstance(found, str):
                return found
    return ""
