"""The text of a ruleset's native module, and that of the loops for CPython.

In: a Ruleset. Out: Python text. The native one begins with the very module that `compile_ruleset`
writes; but its class of states is left out, since a state is a record of an array there, and
counting bits gets a name, since integers have no methods there. Everything that can change the
machine code stands in this text, so that its hash is a safe name for a file.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from ...rules.ruleset import Ruleset
from ..compile import call_names
from ..engine import spec
from ..specialise import specialise
from ..tables import constants
from . import loops, pairs, streams, totals
from .layout import loop_constants
from .measures import measure_constants

HERE = Path(__file__).parent
FILES = ("streams", "loops", "many", "pairs", "totals")
KERNELS = (
    *("sow", "draw_word", "shuffle", "play_deals", "play_matches"),
    *("open_deals", "step_deals", "draw_choices", "spread"),
    *("lead_pairs", "follow_pairs"),
    *("measure_units", "add_units", "add_pairs"),
)
"""the functions of the loops that are called from Python"""


def loop_functions(r: Ruleset) -> list[ast.FunctionDef]:
    """The loops, fitted to a ruleset; they call the functions of its module."""
    own = [vars(loops), vars(pairs), vars(streams), vars(totals), vars(spec)]
    fixed = {k: v for names in own for k, v in names.items() if k.isupper() and type(v) is int}
    body = [
        node
        for name in FILES
        for node in ast.parse(_file(name)).body
        if isinstance(node, ast.FunctionDef)
    ]
    folded = {**constants(r), **loop_constants(r), **measure_constants(r, call_names(r))}
    return specialise(body, {**fixed, **folded}, KERNELS)


def loop_text(r: Ruleset) -> str:
    """The loops as CPython runs them."""
    return "\n\n\n".join(map(ast.unparse, loop_functions(r)))


def native_text(module: str, functions: list[ast.FunctionDef]) -> str:
    """The whole native module: that of a ruleset, the loops, and what numba needs besides."""
    tree = ast.parse(module)
    tree.body += functions
    _head, intrinsics = _file("intrinsics").split("from typing import Any\n", 1)
    text = "\n\n\n".join(
        ["from typing import Any", ast.unparse(_Native().visit(tree)), intrinsics.strip() + "\n"]
    )
    for name in METHODS:
        assert f".{name}" not in text, "integers have no methods under numba"
    return text


@cache
def _file(name: str) -> str:
    return (HERE / f"{name}.py").read_text(encoding="utf-8")


class _Native(ast.NodeTransformer):
    """What numba cannot compile: methods of integers, the class of states, the part that prints."""

    def visit_Module(self, node: ast.Module) -> ast.Module:
        node.body = [
            self.visit(statement)
            for statement in node.body
            if not isinstance(statement, ast.ClassDef | ast.If)
            and not (isinstance(statement, ast.FunctionDef) and statement.name in LEFT_OUT)
        ]
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            return ast.Call(ast.Name(METHODS[node.func.attr]), [node.func.value], [])
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """No index is negative, and numba need not ask."""
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Constant):
            node.slice = ast.Call(ast.Name("index"), [node.slice], [])
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """`(x & -x).bit_length() - 1` is the lowest card of x."""
        found = _bits_before(node)
        self.generic_visit(node)
        return node if found is None else ast.Call(ast.Name("lowest"), [self.visit(found)], [])


LEFT_OUT = ("main", "popcount", "lowest")
METHODS = {"bit_count": "popcount", "bit_length": "width"}


def _bits_before(node: ast.BinOp) -> ast.expr | None:
    """The x of `(x & -x).bit_length() - 1`."""
    call = node.left
    if not (isinstance(node.op, ast.Sub) and isinstance(call, ast.Call)):
        return None
    if not (isinstance(call.func, ast.Attribute) and call.func.attr == "bit_length"):
        return None
    pair = call.func.value
    if isinstance(pair, ast.BinOp) and isinstance(pair.op, ast.BitAnd):
        other = pair.right
        if isinstance(other, ast.UnaryOp) and ast.dump(other.operand) == ast.dump(pair.left):
            return pair.left if isinstance(other.op, ast.USub) else None
    return None
