"""A typed expression as a Python expression over a state `s` and a player `me`.

In: an Expr and what its variables are. Out: text of Python. The translation of each word stands in
the vocabulary; it is parsed once and arguments are put in as trees, so that precedence never
depends on brackets. Constant sets become numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from ..rules.expression import Expr, constant_cards
from ..rules.types import Type
from ..rules.vocabulary import Word

Variables = Mapping[str, str]
"""the Python expression for each variable of an `each`"""


def python(expr: Expr, variables: Variables | None = None) -> str:
    """The expression as Python text."""
    return ast.unparse(_emit(expr, variables or {}))


def _emit(expr: Expr, variables: Variables) -> ast.expr:
    if expr.type is Type.CARDS:
        constant = constant_cards(expr)
        if constant is not None:
            return ast.Constant(constant)
    if expr.op == "number":
        assert isinstance(expr.value, int)
        return ast.Constant(expr.value)
    if expr.op == "truth":
        return ast.Constant(bool(expr.value))
    if expr.op == "agreed":
        return _parse(f"(s.agreed >> {expr.value} & 1 != 0)")
    if expr.op == "named":
        return _emit(expr.args[0], variables)
    if expr.op == "var":
        return _parse(variables[str(expr.value)])
    if expr.op == "word":
        return _word(expr, variables)
    if expr.op == "mark":
        return _Put({"_0": _emit(expr.args[0], variables)}).visit(_parse(str(expr.value)))  # type: ignore[no-any-return]
    args = [_emit(arg, variables) for arg in expr.args]
    if expr.op == "in":
        return _within(expr, args, variables)
    if expr.op == "if":
        return ast.IfExp(args[0], args[1], args[2])
    if expr.op == "not":
        return ast.UnaryOp(ast.Not(), args[0])
    if expr.op == "minus":
        return ast.UnaryOp(ast.USub(), args[0])
    if expr.op == "compare":
        return ast.Compare(args[0], [COMPARE[str(expr.value)]()], [args[1]])
    if expr.op == "product":
        return _chain(ast.Mult, args)
    if expr.op == "sum":
        assert isinstance(expr.value, tuple)
        return _sum(["+", *expr.value], args)
    return _joined(expr, args)


COMPARE: dict[str, type[ast.cmpop]] = {
    "=": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
}
LONG = 16
"""chains of more operands than this are written as a balanced tree"""


def _chain(op: type[ast.operator], args: Sequence[ast.expr]) -> ast.expr:
    """`a op b op c`, whose brackets mean nothing. Python's own tools recurse on its depth."""
    if len(args) > LONG:
        half = len(args) // 2
        return ast.BinOp(_chain(op, args[:half]), op(), _chain(op, args[half:]))
    result = args[0]
    for arg in args[1:]:
        result = ast.BinOp(result, op(), arg)
    return result


def _sum(signs: Sequence[str], args: Sequence[ast.expr]) -> ast.expr:
    """`a + b - c`; a long one as what is added less what is taken away."""
    if len(args) <= LONG:
        result = args[0]
        for sign, arg in zip(signs[1:], args[1:], strict=True):
            result = ast.BinOp(result, ast.Add() if sign == "+" else ast.Sub(), arg)
        return result
    plus, minus = (
        [arg for sign, arg in zip(signs, args, strict=True) if sign == which] for which in "+-"
    )
    added = _chain(ast.Add, plus)
    return ast.BinOp(added, ast.Sub(), _chain(ast.Add, minus)) if minus else added


def _joined(expr: Expr, args: list[ast.expr]) -> ast.expr:
    """`or`, `and`, `of`, `except`."""
    if expr.type is Type.TRUTH:
        return ast.BoolOp(ast.Or() if expr.op == "or" else ast.And(), args)
    if expr.op == "or":
        return _chain(ast.BitOr, args)
    if expr.op == "of":
        return _chain(ast.BitAnd, args)
    without = ast.UnaryOp(ast.Invert(), _chain(ast.BitOr, args[1:]))
    return ast.BinOp(args[0], ast.BitAnd(), without)


def _within(expr: Expr, args: list[ast.expr], variables: Variables) -> ast.expr:
    """`c in S`: a shift where c is one card by nature, else a function."""
    index = _known_index(expr.args[0])
    if index is None:
        return ast.Call(ast.Name("within"), args, [])
    shifted = ast.BinOp(args[1], ast.RShift(), index)
    bit = ast.BinOp(shifted, ast.BitAnd(), ast.Constant(1))
    return ast.Compare(bit, [ast.NotEq()], [ast.Constant(0)])


def _known_index(expr: Expr) -> ast.expr | None:
    """The number of the card that a set is, where it is one card by nature."""
    if expr.op == "word" and isinstance(expr.value, Word) and expr.value.index:
        return _parse(expr.value.index)
    constant = constant_cards(expr)
    if constant is not None and constant.bit_count() == 1:
        return ast.Constant(constant.bit_length() - 1)
    return None


def _word(expr: Expr, variables: Variables) -> ast.expr:
    word = expr.value
    assert isinstance(word, Word)
    args: dict[str, ast.expr] = {}
    for i, (kind, arg) in enumerate(zip(word.params, expr.args, strict=True)):
        if kind is Type.CARD:
            index = _known_index(arg)
            call = ast.Call(ast.Name("index_of"), [_emit(arg, variables)], [])
            args[f"_{i}"] = index or call
        else:
            args[f"_{i}"] = _emit(arg, variables)
    return _Put(args).visit(_parse(word.python))  # type: ignore[no-any-return]


class _Put(ast.NodeTransformer):
    """Puts arguments in the place of `_0`, `_1`."""

    def __init__(self, args: dict[str, ast.expr]) -> None:
        self.args = args

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.args.get(node.id, node)


def _parse(text: str) -> ast.expr:
    """A fresh tree: to copy one takes four times as long."""
    return ast.parse(text, mode="eval").body
