"""Other packs with which the cards of a deck can be played, for those who own no other.

In: the document of a deck, the deck built from it, the decks that can be found. Out: for each other
pack a deck of the same card numbers, with that pack's suits, ranks and codes. Records keep the
codes of the game's own deck; what people read and type is the pack on their table.
"""

from __future__ import annotations

from collections.abc import Callable

from ..text.document import Mapping, Node, Scalar, Sequence
from ..text.messages import _
from ..text.problem import Problems, did_you_mean
from .deck import Deck, Rank, Suit

Find = Callable[[Scalar], Deck | None]
"""the whole deck with that name; None, with a problem added, if there is none"""


def read_faces(document: Mapping, deck: Deck, find: Find, problems: Problems) -> dict[str, Deck]:
    """The other packs by name."""
    found = {}
    also = document.get("also")
    entries = also.entries if isinstance(also, Mapping) else ()
    for key, body in sorted(entries, key=lambda entry: entry[0].text):
        if key.text == deck.name:
            text = _("a deck stands for itself anyway")
            problems.add("repeated", text, key.span)
            continue
        other = find(key)
        if other is not None and isinstance(body, Mapping):
            _refuse_unknown(document, body, problems)
            face = _face(key, body, deck, other, problems)
            if face is not None:
                found[key.text] = face
    return found


def _refuse_unknown(document: Mapping, body: Mapping, problems: Problems) -> None:
    """What stands for another suit or rank must be one of the deck's own."""
    for section in ("suits", "ranks"):
        whole, given = document.get(section), body.get(section)
        items = whole.items if isinstance(whole, Sequence) else ()
        own = [item.entries[0][0].text for item in items if isinstance(item, Mapping)]
        for key, _value in given.entries if isinstance(given, Mapping) else ():
            if key.text not in own:
                text = _("the deck has no `{name}`").format(name=key.text)
                hint = did_you_mean(key.text, own) or _("it has {names}").format(
                    names=", ".join(own)
                )
                problems.add("unknown-name", text, key.span, hint)


def _face(key: Scalar, body: Mapping, deck: Deck, other: Deck, problems: Problems) -> Deck | None:
    """The other pack's cards in the order of the deck's."""
    suits, ranks = _texts(body.get("suits")), _texts(body.get("ranks"))
    before = len(problems.found)
    own_suits: dict[str, Suit] = {suit.name: suit for suit in other.suits}
    own_ranks: dict[str, Rank] = {rank.name: rank for rank in other.ranks}
    chosen = [_named(suits.get(s.name), s.name, own_suits, key, problems) for s in deck.suits]
    named = [_named(ranks.get(r.name), r.name, own_ranks, key, problems) for r in deck.ranks]
    if len(problems.found) > before:
        return None
    face = Deck(
        other.name,
        tuple(own_suits[name] for name in chosen),
        tuple(own_ranks[name] for name in named),
    )
    if len(set(face.codes)) < deck.size:
        text = _("two cards are the same card of `{name}`").format(name=key.text)
        problems.add("repeated", text, key.span)
        return None
    return face


def _texts(node: Node | None) -> dict[str, Scalar]:
    pairs = node.entries if isinstance(node, Mapping) else ()
    return {key.text: value for key, value in pairs if isinstance(value, Scalar)}


def _named(
    given: Scalar | None,
    name: str,
    known: dict[str, Suit] | dict[str, Rank],
    key: Scalar,
    problems: Problems,
) -> str:
    """The name of a suit or rank of the other deck: the one given, else the same name."""
    text, span = (given.text, given.span) if given else (name, key.span)
    if text not in known:
        message = _("the deck `{deck}` has no `{name}`").format(deck=key.text, name=text)
        hint = did_you_mean(text, known) or _("it has {names}").format(names=", ".join(known))
        problems.add("unknown-name", message, span, hint)
    return text
