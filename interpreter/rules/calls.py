"""What a player may do besides playing a card: exchanges and declarations.

In: the fields of a document, with trumps and ranking known. Out: the rules, in alphabetical order.
"""

from __future__ import annotations

from ..text.document import Mapping, Scalar
from ..text.messages import _
from .expression import bind, constant_cards
from .fields import Fields
from .labels import about, text_at
from .named import free_name
from .names import clashes
from .ruleset import Declaration, Exchange
from .types import Type


def read_exchanges(fields: Fields) -> tuple[Exchange, ...]:
    found = []
    for key, body in fields.bodies(fields.document, "exchanges"):
        give = fields.expr(body, "give", Type.CARD, "choice")
        when = fields.expr(body, "when", Type.TRUTH, "choice")
        ask = fields.map(body, "ask")
        asked = fields.expr(ask, "when", Type.TRUTH, "question")
        if "take" in body and _turns_none_up(fields):
            text = _("no card is turned up in this game, so there is none to take")
            fields.problems.add("nothing-turned", text, fields.span(body, "take"))
        if give is not None:
            found.append(Exchange(about(key, body), give, when, asked, text_at(ask, "say")))
    return tuple(found)


def makes_trump(fields: Fields) -> bool:
    """Whether some declaration can make its suit trump."""
    return any("trump" in body for _key, body in fields.bodies(fields.document, "declarations"))


def _turns_none_up(fields: Fields) -> bool:
    """Whether the deal, in all that it rightly says, turns no card up."""
    part = fields.document.get("deal")
    if not isinstance(part, Mapping):
        return False
    return "turn_up" not in part or fields.word(part, "turn_up") == "no"


def read_declarations(fields: Fields) -> tuple[Declaration, ...]:
    plain, found, most = fields.names, [], 0
    for key, body in fields.bodies(fields.document, "declarations"):
        variable = _variable(fields, body)
        if variable:
            fields.names = plain.with_variable(variable)
        elif "each" in body:
            continue
        declaration = _declaration(fields, key, body, variable)
        fields.names = plain
        if declaration is not None:
            found.append(declaration)
            if declaration.points is not None:
                worth = max(abs(n) for n in declaration.points.range)
                most += worth * len(declaration.masks)
    fields.names = plain.with_bounds(declared=(-most, most))
    return tuple(found)


def _variable(fields: Fields, body: Mapping) -> str:
    """The variable of an `each`; empty if there is none or it cannot be one."""
    node = body.get("each")
    if not isinstance(node, Scalar) or node.missing:
        return ""
    name = node.text.split(" ")[0]
    if not fields.sound(node):
        return name if name.isidentifier() and not any(clashes([name])) else ""
    key = Scalar(name, node.part(0, len(name)))
    return name if free_name(key, fields.names, fields.problems) else ""


def _declaration(fields: Fields, key: Scalar, body: Mapping, variable: str) -> Declaration | None:
    cards = fields.expr(body, "cards", Type.CARDS, "combination")
    suits = fields.deck.suit_masks.values() if variable else [0]
    when = fields.expr(body, "when", Type.TRUTH, "choice", len(suits))
    points = fields.expr(body, "points", Type.NUMBER, "announcement")
    makes = fields.expr(body, "trump", Type.TRUTH, "announcement")
    prefer = [fields.typed(node, Type.TRUTH, "claim") for node in fields.items(body, "prefer")]
    if cards is None or None in prefer:
        return None
    masks = [constant_cards(bind(cards, {variable: suit})) for suit in suits]
    if None in masks:
        text = _("an `if` cannot stand here: the cards must be the same in every deal")
        fields.problems.add("not-constant", text, fields.span(body, "cards"))
        return None
    sets = [mask for mask in masks if mask is not None]
    smallest = min(mask.bit_count() for mask in sets)
    number = fields.number(body, "number", smallest)
    if not smallest:
        text = _("there is no such card in the pack")
        fields.problems.add("no-card", text, fields.span(body, "cards"))
    elif not 1 <= number <= smallest:
        text = _("the combination has {n} cards").format(n=smallest)
        place = "number" if "number" in body else "cards"
        fields.problems.add("out-of-range", text, fields.span(body, place))
    return Declaration(
        about(key, body),
        variable,
        tuple(sets),
        number,
        fields.word(body, "slot"),
        when,
        points,
        makes,
        fields.word(body, "wins") == "deal",
        tuple(expr for expr in prefer if expr is not None),
        "show" in body,
    )
