"""What a case expects, one thing at a time.

In: the node under `expect`. Out: Expectations with numbers for cards and seats, each with its
place; problems for what can never be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...table.refusal import REASONS
from ...text.document import Mapping, Node, Scalar
from ...text.messages import _
from ...text.source import Span
from .suite import DRAW, NOBODY, SPOILED, Expectation
from .words import Words

Found = Iterator[tuple[tuple[Any, ...], Any, Span]]
"""what an expectation is about, its value, its place"""


def read_expect(node: Node | None, words: Words) -> tuple[Expectation, ...]:
    """All that stands under `expect`."""
    found: list[Expectation] = []
    if not isinstance(node, Mapping):
        return ()
    for key, value in node.entries:
        if key.text == "sees":
            for seat, fields, _span in words.by_seat(value):
                found += _sees(seat, fields, words)
        elif key.text == "match" and isinstance(value, Mapping):
            for field, inner in value.entries:
                rows = READERS[f"match.{field.text}"](inner, words, field.span)
                found += [Expectation(f"match.{field.text}", *row) for row in rows]
        elif key.text in READERS:
            rows = READERS[key.text](value, words, key.span)
            found += [Expectation(key.text, *row) for row in rows]
    return tuple(found)


def _sees(seat: int, node: Node, words: Words) -> Iterator[Expectation]:
    """What a seat sees."""
    if not isinstance(node, Mapping):
        return
    for key, value in node.entries:
        for about, wanted, span in SIGHTS[key.text](value, words, key.span):
            yield Expectation(f"sees.{key.text}", (seat, *about), wanted, span)


def _cards(node: Node, words: Words, span: Span) -> Found:
    yield (), words.cards(node), span


def _cards_by_seat(node: Node, words: Words, span: Span) -> Found:
    for seat, value, place in words.by_seat(node):
        yield (seat,), words.cards(value), place


def _numbers_by_seat(node: Node, words: Words, span: Span) -> Found:
    for seat, value, place in words.by_seat(node):
        yield (seat,), words.number(value), place


def _by_side(node: Node, words: Words, span: Span) -> Found:
    words.sides(node, None)
    for seat, value, place in words.by_seat(node):
        yield (seat % words.ruleset.sides,), words.number(value), place


def _number(node: Node, words: Words, span: Span) -> Found:
    yield (), words.number(node), span


def _truth(node: Node, words: Words, span: Span) -> Found:
    yield (), words.truth(node), span


def _seat_or(**others: int) -> Callable[[Node, Words, Span], Found]:
    def reader(node: Node, words: Words, span: Span) -> Found:
        yield (), words.seat(node, others), span

    return reader


def _side_or(**others: int) -> Callable[[Node, Words, Span], Found]:
    def reader(node: Node, words: Words, span: Span) -> Found:
        seat = words.seat(node, others)
        yield (), seat if seat < 0 else seat % words.ruleset.sides, span

    return reader


def _one_by_one(node: Node, words: Words, span: Span) -> Found:
    for text, place in words.texts(node):
        yield (words.action(text, place),), True, place


def _none_of(node: Node, words: Words, span: Span) -> Found:
    for text, place in words.texts(node):
        yield (words.action(text, place),), False, place


def _calls(node: Node, words: Words, span: Span) -> Found:
    yield (), frozenset(words.of(node)), span


def _refused(node: Node, words: Words, span: Span) -> Found:
    r = words.ruleset
    rules = [rule.about.name for rule in (*r.tricks.lead, *r.tricks.reply)]
    names = [*rules, *REASONS]
    if not isinstance(node, Mapping):
        return
    for key, value in node.entries:
        message = _("`{word}` is no rule that refuses an action")
        reason = words.one_of(value, names, message, "unknown-rule")
        action = words.action(key.text, key.span, known=reason != "unknown")
        yield (action,), reason, key.span


def _points(node: Node, words: Words, span: Span) -> Found:
    terms = [term.about.name for term in words.ruleset.terms]
    for seat, value, place in words.by_seat(node):
        if not isinstance(value, Mapping):
            yield (seat, ""), words.number(value), place
            continue
        for key, number in value.entries:
            name = words.one_of(key, terms, _("`{word}` is no part of the points"), "unknown-term")
            yield (seat, name), words.number(number), key.span


def _seats(node: Node, words: Words, span: Span) -> Found:
    numbers = [words.seat(Scalar(text, place)) for text, place in words.pieces(node)]
    if sorted(numbers) != list(range(words.ruleset.players)):
        text = _("name every player once, in the order of the seats")
        words.problems.add("wrong-value", text, span)
    yield (), tuple(numbers), span


def _told(node: Node, words: Words, span: Span) -> Found:
    texts = words.texts(node)
    if texts:
        yield (), tuple(text for text, _place in texts), span


def _trick_of(node: Node, words: Words, span: Span) -> Found:
    for seat, value, place in words.by_seat(node):
        yield (seat,), words.cards(value), place


READERS: dict[str, Callable[[Node, Words, Span], Found]] = {
    "turn": _seat_or(nobody=NOBODY),
    "dealer": _seat_or(),
    "leader": _seat_or(),
    "seats": _seats,
    "legal": _cards,
    "calls": _calls,
    "offered": _one_by_one,
    "not_offered": _none_of,
    "refused": _refused,
    "trick": _seat_or(spoiled=SPOILED),
    "holds": _cards_by_seat,
    "lacks": _cards_by_seat,
    "turned": _cards,
    "trump": _cards,
    "stock": _number,
    "declared": _numbers_by_seat,
    "points": _points,
    "winner": _seat_or(nobody=NOBODY),
    "next_dealer": _seat_or(draw=DRAW),
    "match.wins": _by_side,
    "match.rounds": _by_side,
    "match.over": _truth,
    "match.winner": _side_or(nobody=NOBODY),
}
"""how the value of each key is read"""
SIGHTS: dict[str, Callable[[Node, Words, Span], Found]] = {
    "hand": _cards,
    "hands": _numbers_by_seat,
    "known": _cards_by_seat,
    "won": _cards,
    "last_won": _trick_of,
    "turned": _cards,
    "trump": _cards,
    "stock": _number,
    "declared": _numbers_by_seat,
    "told": _told,
    "untold": _told,
    "not": _cards,
}
"""the same for what a seat sees"""
