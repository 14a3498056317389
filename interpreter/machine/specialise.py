"""Fitting the engine to one ruleset: constants folded, short functions put in place, the rest cut.

In: function definitions, constants, the entry points. Out: the definitions that are left. What a
ruleset has no use for (a stock, declarations, spoiled tricks) leaves no trace in its module.
"""

from __future__ import annotations

import ast
import copy
import operator
from collections.abc import Callable, Mapping

FOLDABLE: dict[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.LShift: operator.lshift,
}


def specialise(
    functions: list[ast.FunctionDef], constants: Mapping[str, int], roots: tuple[str, ...]
) -> list[ast.FunctionDef]:
    """The functions that the roots reach, fitted to the constants."""
    return fitted(folded(functions, constants), roots)


def folded(functions: list[ast.FunctionDef], constants: Mapping[str, int]) -> list[ast.FunctionDef]:
    """The functions with constants folded."""
    return [_Fold(constants).fit(function) for function in functions]


def fitted(functions: list[ast.FunctionDef], roots: tuple[str, ...]) -> list[ast.FunctionDef]:
    """Those of the functions that the roots reach, with short ones put in place."""
    lines = {f.name: f for f in functions if _is_line(f)}
    whole = [_Inline(lines).visit(function) for function in functions]
    used = _reached(whole, roots)
    return [function for function in whole if function.name in used]


def _reached(functions: list[ast.FunctionDef], roots: tuple[str, ...]) -> set[str]:
    """The names of those that the roots call, and so on."""
    by_name = {function.name: function for function in functions}
    reached: set[str] = set()
    todo = [root for root in roots if root in by_name]
    while todo:
        name = todo.pop()
        if name not in reached and name in by_name:
            reached.add(name)
            todo += [n.id for n in ast.walk(by_name[name]) if isinstance(n, ast.Name)]
    return reached


def _is_line(function: ast.FunctionDef) -> bool:
    return len(function.body) == 1 and isinstance(function.body[0], ast.Return)


class _Fold(ast.NodeTransformer):
    """Names of constants become numbers; what they decide is decided."""

    def __init__(self, constants: Mapping[str, int]) -> None:
        self.constants = constants

    def fit(self, function: ast.FunctionDef) -> ast.FunctionDef:
        """The function without annotations and documentation, folded."""
        for argument in function.args.args:
            argument.annotation = None
        function.returns = None
        first = function.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            function.body = function.body[1:]
        self.generic_visit(function)
        function.body = function.body or [ast.Pass()]
        return function

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self.constants:
            return ast.Constant(self.constants[node.id])
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        left, right, fold = node.left, node.right, FOLDABLE.get(type(node.op))
        if isinstance(left, ast.Constant) and isinstance(right, ast.Constant) and fold:
            assert isinstance(left.value, int)
            assert isinstance(right.value, int)
            return ast.Constant(fold(left.value, right.value))
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        decides = isinstance(node.op, ast.Or)
        kept: list[ast.expr] = []
        for value in node.values:
            if not isinstance(value, ast.Constant):
                kept.append(value)
            elif bool(value.value) == decides:
                kept.append(value)
                break
        if not kept:
            return ast.Constant(not decides)
        if len(kept) == 1 or isinstance(kept[0], ast.Constant):
            return kept[0]
        node.values = kept
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and isinstance(node.operand, ast.Constant):
            return ast.Constant(not node.operand.value)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        return node

    def visit_If(self, node: ast.If) -> ast.If | list[ast.stmt]:
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        return node


class _Inline(ast.NodeTransformer):
    """A call of a one-line function becomes the line, if no argument is worked out twice."""

    def __init__(self, lines: Mapping[str, ast.FunctionDef]) -> None:
        self.lines = lines

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        function = self.lines.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if function is None:
            return node
        line = function.body[0]
        assert isinstance(line, ast.Return)
        assert line.value is not None
        arguments = dict(zip((a.arg for a in function.args.args), node.args, strict=True))
        for name, argument in arguments.items():
            uses = sum(isinstance(n, ast.Name) and n.id == name for n in ast.walk(line.value))
            if uses > 1 and not isinstance(argument, ast.Name | ast.Constant | ast.Attribute):
                return node
        result = _Substitute(arguments).visit(copy.deepcopy(line.value))
        return _Inline(self.lines).visit(result)  # type: ignore[no-any-return]


class _Substitute(ast.NodeTransformer):
    def __init__(self, arguments: Mapping[str, ast.expr]) -> None:
        self.arguments = arguments

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.arguments.get(node.id, node))
