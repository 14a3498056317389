"""How a person reads an expression: the type it has by itself, and readings that go two ways."""

from __future__ import annotations

from typing import NoReturn, Protocol

from ..text.messages import _
from ..text.source import Span
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
    if node.op == "name" and name in (*names.variables, *names.ranks, *names.suits):
        return Type.CARDS
    return BY_NAME[name].type if name in BY_NAME else None


class Refuse(Protocol):
    """Raises one problem."""

    def __call__(
        self, kind: str, message: str, span: Span, hint: str | None = None
    ) -> NoReturn: ...


def refuse_ambiguous(node: Syntax, names: Names, refuse: Refuse) -> None:
    """Refuse unions of cards that a plain reader may take the other way."""
    parts = node.parts
    for i, part in enumerate(parts):
        if part.op == "difference":
            message = _("`or` beside `except` can be read in two ways")
            refuse("ambiguous", message, node.span, _("put one of them in brackets"))
        if part.op != "share":
            continue
        before = parts[i - 1] if i else None
        after = parts[i + 1] if i + 1 < len(parts) else None
        first, last = part.parts[0], part.parts[-1]
        if _bare(before, names.ranks):
            assert before is not None
            rank, other = before.span.text, first.span.text
            hint = _("write `({a} or {b}) of {c}`, or `{a} or ({b} of {c})`").format(
                a=rank, b=other, c=last.span.text
            )
            refuse("ambiguous", _("this can be read in two ways"), node.span, hint)
        if _bare(after, names.suits):
            assert after is not None
            hint = _("write `({a}) or {b}`, or `{c} of ({d} or {b})`").format(
                a=part.span.text, b=after.span.text, c=first.span.text, d=last.span.text
            )
            refuse("ambiguous", _("this can be read in two ways"), node.span, hint)


def _bare(node: Syntax | None, table: dict[str, int]) -> bool:
    return node is not None and node.op in ("literal", "name") and node.words[0] in table
