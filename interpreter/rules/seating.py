"""Finding the seats by lot.

In: the fields of a document. Out: which cards decide, and the keys that put the players in order;
whatever the settings are, everybody can get one of these cards.
"""

from __future__ import annotations

from ..text.messages import _
from .expression import Expr, constant_cards, constant_truth
from .fields import Fields
from .ruleset import Seats
from .types import Type


def read_seats(fields: Fields) -> Seats | None:
    """Finding the seats by lot. Whatever the settings are, everybody can get a card."""
    if "seats" not in fields.document:
        return None
    part = fields.map(fields.document, "seats")
    among, cards = fields.expr(part, "from", Type.CARDS, "agreement"), fields.names.deck
    for choice in _choices(among) if among else ():
        mask = constant_cards(choice)
        if mask is not None and mask.bit_count() < fields.number(fields.document, "players"):
            text = _("too few cards for {m} players: {n}")
            message = text.format(n=mask.bit_count(), m=fields.number(fields.document, "players"))
            fields.problems.add("too-few-cards", message, choice.span)
        elif mask is None:
            text = _("only the settings can decide here: a set of cards, or `if` about options")
            fields.problems.add("not-constant", text, choice.span)
    if among is not None:
        cards = constant_cards(_chosen(among)) or cards
    return Seats(cards, fields.contest(part, "order", "seating"))


def _choices(expr: Expr) -> list[Expr]:
    """The sets that an expression can be, where `if` chooses between them by the settings."""
    if expr.op == "if" and constant_truth(expr.args[0]) is not None:
        return [*_choices(expr.args[1]), *_choices(expr.args[2])]
    return [expr]


def _chosen(expr: Expr) -> Expr:
    """The set that the settings choose."""
    while expr.op == "if":
        expr = expr.args[1] if constant_truth(expr.args[0]) else expr.args[2]
    return expr
