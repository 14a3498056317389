"""What a case gives, checked: no card twice, nothing that the game lacks, no sum that cannot be.

In: the node under `given`. Out: a Given; problems for all that contradicts itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...machine.tables import can_tie
from ...rules.ruleset import Ruleset
from ...text.document import Mapping, Node, Scalar, Sequence
from ...text.messages import _
from ...text.source import Span
from .sizes import Sizes
from .suite import SPOILED, Given
from .words import Words

PLACES = ("hands", "table", "captured", "turned", "top")
"""where a card can be"""


def read_given(node: Node | None, words: Words, options: tuple[tuple[str, str], ...]) -> Given:
    """What stands under `given`; options were read before."""
    if not isinstance(node, Mapping):
        return Given(options)
    before = len(words.problems.found)
    _refuse_lacking(node, words.ruleset, words)
    found: dict[str, Any] = {}
    for key, value in node.entries:
        if key.text in ("dealer", "leader"):
            found[key.text] = words.seat(value)
        elif key.text in ("trick", "stock", "deals", "repeats"):
            found[key.text] = words.number(value)
        elif key.text in ("hands", "lacks", "captured"):
            found[key.text] = _by_seat(value, words)
        elif key.text in ("table", "pack", "top"):
            found[key.text] = words.row(value)
        elif key.text == "trump":
            found["trump"] = words.cards(value)
        elif key.text in ("wins", "rounds"):
            found[key.text] = tuple(n or 0 for n in words.sides(value, 0))
        elif key.text in ("seating", "drawn"):
            found[key.text] = _rounds(value, words)
    turned = words.row(node.get("turned")) if "turned" in node else None
    if turned is not None:
        found["turned"] = turned[0] if turned else words.ruleset.deck.size
    found["declared"] = _declared(node.get("declared"), words)
    found.update(_taken(node.get("taken"), words))
    given = Given(options, **found)
    if len(words.problems.found) > before:
        return given
    given = led(given, words.ruleset)
    if _each_card_once(node, words):
        _possible(node, given, words)
    return given


def led(given: Given, r: Ruleset) -> Given:
    """With the leader, where the tricks say who it is."""
    if given.leader is None and given.taken:
        takers = [seat for seat in given.taken if seat != SPOILED]
        if takers:
            return replace(given, leader=takers[-1])
    return given


def _by_seat(value: Node, words: Words) -> tuple[int, ...]:
    masks = [0] * words.ruleset.players
    for seat, cards, _span in words.by_seat(value):
        masks[seat] |= words.cards(cards)
    return tuple(masks)


def _rounds(value: Node, words: Words) -> tuple[tuple[int, ...], ...]:
    items = value.items if isinstance(value, Sequence) else (value,)
    return tuple(words.row(item) for item in items)


def _declared(value: Node | None, words: Words) -> tuple[tuple[int, str], ...]:
    found = []
    winning = {d.about.name for d in words.ruleset.declarations if d.wins}
    for seat, made, _span in words.by_seat(value):
        for text, span in words.texts(made):
            whole = words.action(f"declare {text}", span)
            if text.split()[0] in winning:
                message = _("this would have ended the deal; it can be declared under `play`")
                words.problems.add("contradiction", message, span)
            found.append((seat, whole))
    return tuple(found)


def _taken(value: Node | None, words: Words) -> dict[str, Any]:
    """Who took each trick, or how many each player took."""
    if isinstance(value, Mapping):
        counts: list[int | None] = [None] * words.ruleset.players
        for seat, number, _span in words.by_seat(value):
            counts[seat] = words.number(number)
        return {"counts": tuple(counts)}
    takers: list[int] = []
    if isinstance(value, Scalar):
        pieces: list[Node] = [Scalar(text, span) for text, span in words.pieces(value)]
    else:
        pieces = list(value.items) if isinstance(value, Sequence) else []
    for piece in pieces:
        takers.append(words.seat(piece, {"spoiled": SPOILED}))
    return {"taken": tuple(takers)} if value is not None else {}


# -- contradictions -------------------------------------------------------------------------------


def _refuse_lacking(node: Mapping, r: Ruleset, words: Words) -> None:
    """Refuse what this game does not have."""
    lacking = {
        "turned": (r.deal.turn_up, _("no card is turned up in this game")),
        "trump": (r.has_trumps, _("there are no trumps in this game")),
        "stock": (r.tricks.draw, _("no cards are drawn in this game, so there is no stock")),
        "top": (
            r.tricks.draw or any(stage.take for stage in r.stages),
            _("no cards are drawn in this game, so there is no stock"),
        ),
        "declared": (r.declarations, _("nothing is declared in this game")),
        "seating": (r.seats, _("the seats are not drawn for in this game")),
        "rounds": (r.rounds > 1, _("a match of this game has no rounds")),
    }
    for key, (there, message) in lacking.items():
        if key in node and not there:
            words.problems.add("lacking", message, node.key(key).span)


def _each_card_once(node: Mapping, words: Words) -> bool:
    """Whether no card is in two places."""
    seen: dict[int, str] = {}
    sound = True
    for place, value in _card_places(node, words):
        mask = words.cards(value)
        double = [card for card in range(mask.bit_length()) if mask >> card & 1 and card in seen]
        if double:
            code = words.ruleset.deck.codes[double[0]]
            text = _("{card} stands here and under `{place}`; a card is in one place")
            text = text.format(card=code, place=seen[double[0]])
            words.problems.add("card-twice", text, _span(value))
            sound = False
        seen.update(dict.fromkeys((c for c in range(mask.bit_length()) if mask >> c & 1), place))
    if "pack" in node:
        for key in PLACES:
            if key in node:
                text = _("the pack says where every card is; `{key}` says it again")
                words.problems.add("contradiction", text.format(key=key), node.key(key).span)
                sound = False
    return sound


def _card_places(node: Mapping, words: Words) -> list[tuple[str, Node]]:
    found: list[tuple[str, Node]] = []
    for place in PLACES:
        value = node.get(place)
        if isinstance(value, Mapping):
            found += [(f"{place}: {key.text}", cards) for key, cards in value.entries]
        elif value is not None:
            found.append((place, value))
    return found


def _span(node: Node) -> Span:
    return node.part(0, len(node.text)) if isinstance(node, Scalar) else node.span


def _possible(node: Mapping, given: Given, words: Words) -> None:
    """A problem if there is no trick before which all this can be."""
    left, key, why = Sizes(words.ruleset).possible(given)
    if not left:
        where = node.key(key).span if key in node else node.entries[0][0].span
        words.problems.add("contradiction", why, where)
        return
    leader = given.leader or 0
    if given.counts and given.counts[leader] == 0 and min(left) > 1 and not can_tie(words.ruleset):
        text = _("player {n} leads, so the last trick went there").format(n=leader + 1)
        words.problems.add("contradiction", text, node.key("taken").span)
    for seat, mask in enumerate(given.lacks):
        both = mask & (given.hands[seat] if given.hands else 0)
        if both:
            code = words.ruleset.deck.codes[both.bit_length() - 1]
            text = _("player {n} holds {card} and lacks it").format(n=seat + 1, card=code)
            words.problems.add("contradiction", text, node.key("lacks").span)
    r = words.ruleset
    if given.table and len(given.table) >= r.players:
        text = _("a trick has {n} cards; the last one is played under `play`").format(n=r.players)
        words.problems.add("contradiction", text, node.key("table").span)
    if given.wins is not None and r.wins and max(given.wins) >= r.wins:
        text = _("the match would be over with {n} wins").format(n=r.wins)
        words.problems.add("contradiction", text, node.key("wins").span)
