"""A typed expression: what the checker makes of a syntax tree. Immutable; compared by meaning.

`op` is one of: cards (a constant set), truth (a constant condition), agreed (whether all said yes
in a stage), number, word, var, named, or, of, except, and, not, in, compare, sum, product, minus,
if. `value` holds the constant, the number of the stage, the word, the name or the operators.
One more, mark, is put around another node by whoever watches a game, never by a ruleset: its value
is the translation, in which `_0` is the node.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ..text.source import Span
from .types import Extent, Range, Type
from .vocabulary import Word

Value = int | str | Word | tuple[str, ...] | None


@dataclass(frozen=True)
class Expr:
    """A typed node. `bound` is an Extent for cards, a Range for numbers, else None."""

    op: str
    type: Type
    span: Span = field(compare=False, repr=False)
    args: tuple[Expr, ...] = ()
    value: Value = None
    bound: Extent | Range | None = field(default=None, compare=False, repr=False)

    @property
    def extent(self) -> Extent:
        """The bound of a set of cards."""
        assert isinstance(self.bound, Extent)
        return self.bound

    @property
    def range(self) -> Range:
        """The bound of a number."""
        assert isinstance(self.bound, tuple)
        return self.bound


def bind(expr: Expr, masks: dict[str, int]) -> Expr:
    """The expression with the given variables replaced by constant sets."""
    if expr.op == "var" and expr.value in masks:
        return replace(expr, op="cards", value=masks[str(expr.value)])
    return replace(expr, args=tuple(bind(arg, masks) for arg in expr.args))


def constant_cards(expr: Expr) -> int | None:
    """The cards of a set that reads nothing of a deal, as a mask; None if it does."""
    if expr.op == "cards":
        assert isinstance(expr.value, int)
        return expr.value
    if expr.op == "named":
        return constant_cards(expr.args[0])
    if expr.type is not Type.CARDS or expr.op not in ("or", "of", "except"):
        return None
    masks = [constant_cards(arg) for arg in expr.args]
    result = masks[0]
    for mask in masks[1:]:
        if result is None or mask is None:
            return None
        result = {"or": result | mask, "of": result & mask, "except": result & ~mask}[expr.op]
    return result


def constant_truth(expr: Expr) -> bool | None:
    """Whether a condition holds that reads nothing of a deal; None if it does."""
    if expr.op == "truth":
        return bool(expr.value)
    if expr.op == "named":
        return constant_truth(expr.args[0])
    if expr.op not in ("not", "and", "or") or expr.type is not Type.TRUTH:
        return None
    parts = [constant_truth(arg) for arg in expr.args]
    if expr.op == "not":
        return None if parts[0] is None else not parts[0]
    decides = expr.op == "or"
    if decides in parts:
        return decides
    return None if None in parts else not decides


def words(expr: Expr) -> Iterator[str]:
    """The words of the language in an expression."""
    if isinstance(expr.value, Word):
        yield expr.value.name
    for arg in expr.args:
        yield from words(arg)


def questions(expr: Expr) -> Iterator[int]:
    """The numbers of the stages about whose answers an expression asks."""
    if expr.op == "agreed":
        assert isinstance(expr.value, int)
        yield expr.value
    for arg in expr.args:
        yield from questions(arg)


def canonical(expr: Expr) -> object:
    """Nested lists for hashing: equal for expressions that mean the same text, names resolved."""
    if expr.op == "named":
        return canonical(expr.args[0])
    if expr.op == "var":
        return ["var"]
    value = expr.value.name if isinstance(expr.value, Word) else expr.value
    return [expr.op, value, *(canonical(arg) for arg in expr.args)]
