"""The text of an expression as a tree of places; what it means is decided elsewhere.

In: a scalar of a document. Out: a `Syntax` tree, or a RulesetError with one problem.
Lark builds the tree bottom-up while it parses, so that nothing here recurses on what an author
wrote, and depth and length are bounded before anything else reads the tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from .document import Scalar
from .limits import MAX_DEPTH, MAX_LENGTH, MAX_TERMS
from .messages import _
from .problem import Problem, RulesetError
from .source import Span

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

KEYWORDS = ("if", "then", "else", "or", "and", "not", "in", "except", "of")


@dataclass(frozen=True)
class Syntax:
    """A node: what it is, where it stands, its parts, and its words or operators.

    `op` is one of literal, name, call, group, cond, either, both, negate, compare, within,
    difference, sum, product, share, minus. `words` holds a name, a number's digits, or operators.
    """

    op: str
    span: Span
    parts: tuple[Syntax, ...] = ()
    words: tuple[str, ...] = ()
    depth: int = 1

    def bare(self) -> Syntax:
        """The node inside any brackets."""
        node = self
        while node.op == "group":
            node = node.parts[0]
        return node


def above(depths: Sequence[int]) -> int:
    """The depth of a node, from those of its parts. Long chains count: they become deep code."""
    return 1 + max(depths, default=0) + max(len(depths) - 1, 0) // 4


def parse(scalar: Scalar) -> Syntax:
    """The tree of an expression. Raises RulesetError with the one place that does not fit."""
    from lark import UnexpectedInput

    from .slips import explain

    text = scalar.text
    if len(text) > MAX_LENGTH:
        if text.isdigit():
            raise _refusal("too-large", _("this number is too large"), scalar.part(0, 1), None)
        message = _("this expression is longer than {n} characters").format(n=MAX_LENGTH)
        raise _refusal("too-long", message, scalar.part(0, 1), _split())
    try:
        tree = _tree(text)
    except UnexpectedInput as error:
        raise RulesetError([explain(scalar, error)]) from None
    return _placed(tree, scalar)


@lru_cache(maxsize=2048)
def _tree(text: str) -> Tree[Token]:
    """Lark's tree, which nobody changes: files say the same again and again, and bases of variants,
    packs and settings of options are read more than once."""
    return _parser().parse(text)


@cache
def _parser() -> Lark:
    from lark import Lark

    grammar = Path(__file__).with_name("expression.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="basic", propagate_positions=True)


def _placed(tree: Tree[Token], scalar: Scalar) -> Syntax:
    """The tree with places in the file, children before parents; only as deep as allowed."""
    from lark import Tree

    done: dict[int, Syntax] = {}
    for node in tree.iter_subtrees():
        parts = tuple(done[id(c)] for c in node.children if isinstance(c, Tree))
        words = tuple(str(c) for c in node.children if c is not None and not isinstance(c, Tree))
        start, end = node.meta.start_pos, node.meta.end_pos
        span = scalar.part(start, end)
        if len(parts) > MAX_TERMS:
            message = _("this is a chain of more than {n} parts").format(n=MAX_TERMS)
            raise _refusal("too-long", message, scalar.part(start, start + 1), _split())
        done[id(node)] = Syntax(str(node.data), span, parts, words, above([p.depth for p in parts]))
        if done[id(node)].depth > MAX_DEPTH:
            message = _("this expression is nested more than {n} deep").format(n=MAX_DEPTH)
            raise _refusal("too-deep", message, scalar.part(0, 1), None)
    return done[id(tree)]


def _split() -> str:
    return _("split it with names of your own (sets, numbers, conditions)")


def _refusal(kind: str, message: str, span: Span, hint: str | None) -> RulesetError:
    return RulesetError([Problem(kind, message, span, hint)])
