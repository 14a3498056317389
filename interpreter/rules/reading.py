"""How a person reads an expression: the type it has by itself, and readings that go two ways."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from ..text.messages import _
from ..text.problem import refuse
from ..text.syntax import Syntax
from .names import Names
from .types import Type
from .vocabulary import BY_NAME

FIXED = {
    "both": Type.TRUTH,
    "negate": Type.TRUTH,
    "compare": Type.TRUTH,
    "within": Type.TRUTH,
    "difference": Type.CARDS,
    "share": Type.CARDS,
    "sum": Type.NUMBER,
    "product": Type.NUMBER,
    "minus": Type.NUMBER,
}


def natural(node: Syntax, names: Names) -> Type | None:
    """The type an expression has by itself; None for digits, which may be a rank or a number."""
    node = node.bare()
    if node.op in FIXED:
        return FIXED[node.op]
    if node.op == "literal":
        return None
    if node.op == "either":
        return next((t for t in (natural(p, names) for p in node.parts) if t), Type.CARDS)
    if node.op == "cond":
        return natural(node.parts[1], names) or natural(node.parts[2], names)
    name = node.words[0]
    if node.op == "name" and name in names.named:
        return names.named[name].type
    if node.op == "name" and name in (*names.options, *names.questions):
        return Type.TRUTH
    if node.op == "name" and name in (*names.variables, *names.ranks, *names.suits):
        return Type.CARDS
    return BY_NAME[name].type if name in BY_NAME else None


def gathered(parts: tuple[Syntax, ...], kinds: list[Type], odd: int, names: Names) -> str | None:
    """A hint for `led in A or 10`, where the cards from `odd` on belong to the comparison."""
    before = parts[odd - 1] if odd else None
    if before is None or before.op not in ("within", "compare"):
        return None
    sign = before.words[0] if before.words else "in"
    about_cards = Type.CARDS in [natural(part, names) for part in before.parts]
    if sign not in ("in", "=", "!=") or not about_cards:
        return None
    left, right = (one_line(part) for part in before.parts)
    cards = takewhile(
        lambda pair: pair[1] is Type.CARDS, zip(parts[odd:], kinds[odd:], strict=True)
    )
    others = " or ".join(one_line(part) for part, _kind in cards)
    return _("write `{a} {sign} ({b} or {c})`").format(a=left, sign=sign, b=right, c=others)


def refuse_ambiguous(node: Syntax, names: Names) -> None:
    """Refuse unions of cards that a plain reader may take the other way."""
    parts = node.parts
    for i, part in enumerate(parts):
        if part.op == "difference":
            message = _("`or` beside `except` can be read in two ways")
            refuse("ambiguous", message, node.span, _("put one of them in brackets"))
        if part.op != "share":
            continue
        ranks = _bare(reversed(parts[:i]), names.ranks)[::-1]
        suits = _bare(parts[i + 1 :], names.suits)
        first, rest = one_line(part.parts[0]), one_line(part.parts[-1])
        hint: str | None = None
        if ranks and suits:
            hint = _("put brackets around what belongs together")
        elif ranks:
            hint = _("write `({a} or {b}) of {c}`, or `{a} or ({b} of {c})`").format(
                a=" or ".join(ranks), b=first, c=rest
            )
        elif suits:
            hint = _("write `({a}) or {b}`, or `{c} of ({d} or {b})`").format(
                a=one_line(part), b=" or ".join(suits), c=first, d=rest
            )
        if hint:
            refuse("ambiguous", _("this can be read in two ways"), node.span, hint)


def _bare(nodes: Iterable[Syntax], table: dict[str, int]) -> list[str]:
    """The first nodes that are nothing but a name in a table."""
    found = takewhile(lambda n: n.op in ("literal", "name") and n.words[0] in table, nodes)
    return [node.words[0] for node in found]


def one_line(node: Syntax) -> str:
    """What an author wrote, on one line."""
    return " ".join(node.span.text.split())
