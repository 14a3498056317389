"""The text of an expression as a tree of places; what it means is decided elsewhere.

In: a scalar of a document. Out: a `Syntax` tree, or a RulesetError with one problem.
Lark builds the tree bottom-up while it parses, so that nothing here recurses on what an author
wrote, and depth and length are bounded before anything else reads the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .document import Scalar
from .messages import _
from .problem import Problem, RulesetError
from .source import Span

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

MAX_LENGTH = 4_000
MAX_DEPTH = 48
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


def parse(scalar: Scalar) -> Syntax:
    """The tree of an expression. Raises RulesetError with the one place that does not fit."""
    from lark import UnexpectedInput

    text = scalar.text
    if len(text) > MAX_LENGTH:
        message = _("this expression is longer than {n} characters").format(n=MAX_LENGTH)
        raise _refusal("too-long", message, scalar.part(0, 1), _split())
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        raise _explain(scalar, error) from None
    return _placed(tree, scalar)


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
        depth = 1 + max((part.depth for part in parts), default=0)
        start, end = node.meta.start_pos, node.meta.end_pos
        if depth > MAX_DEPTH:
            message = _("this expression is nested more than {n} deep").format(n=MAX_DEPTH)
            raise _refusal("too-deep", message, scalar.part(start, start + 1), _split())
        done[id(node)] = Syntax(str(node.data), scalar.part(start, end), parts, words, depth)
    return done[id(tree)]


def _split() -> str:
    return _("split it with names of your own (sets, numbers, conditions)")


def _refusal(kind: str, message: str, span: Span, hint: str | None) -> RulesetError:
    return RulesetError([Problem(kind, message, span, hint)])


FOREIGN = {"==": "=", "&&": "and", "&": "of", "||": "or", "|": "or", "!": "not", "<>": "!="}
"""operators of other languages, and what is written here"""


def _explain(scalar: Scalar, error: Any) -> RulesetError:
    """Say what does not fit, for the mistakes that people make."""
    from lark import UnexpectedToken

    text = scalar.text
    token: Token | None = error.token if isinstance(error, UnexpectedToken) else None
    at = len(text) if token is not None and token.type == "$END" else (error.pos_in_stream or 0)
    if at >= len(text):
        return _unfinished(scalar)
    end = at + (len(str(token)) if token is not None else 1)
    span = scalar.part(at, end)
    for foreign, ours in FOREIGN.items():
        begin = at - text[:at].endswith("=") if foreign == "==" else at
        if text.startswith(foreign, begin):
            message = _("`{sign}` is not written here").format(sign=foreign)
            place = scalar.part(begin, begin + len(foreign))
            return _refusal("syntax", message, place, _("write `{word}`").format(word=ours))
    if token is not None and token.type == "COMPARE":
        message = _("comparisons do not chain")
        return _refusal("syntax", message, span, _("write `a < b and b < c`"))
    if token is not None and token.type == "IF":
        message = _("an `if` inside a larger expression needs brackets")
        return _refusal("syntax", message, span, _("write `(if … then … else …)`"))
    if token is None and text[at].isdigit():
        message = _("a number runs into a word here")
        return _refusal("syntax", message, span, _("leave a space between them"))
    if token is None:
        message = _("`{c}` has no meaning in an expression").format(c=text[at])
        return _refusal("syntax", message, span, None)
    message = _("this expression stops making sense at `{word}`").format(word=str(token))
    hint: str | None = None
    if str(token) not in KEYWORDS and token.type in ("NAME", "INT"):
        hint = _("a word is missing before it: `of`, `or`, `and`, …")
    return _refusal("syntax", message, span, hint)


def _unfinished(scalar: Scalar) -> RulesetError:
    """The text ends too early; perhaps YAML cut it."""
    last = max(len(scalar.text.rstrip()) - 1, 0)
    span = scalar.part(last, last + 1)
    source, line = span.source, span.source.place(span.end)[0]
    after = source.line(line)[source.place(span.end)[1] - 1 :].lstrip()
    hint = None
    if not scalar.style and after.startswith("#"):
        hint = _("in YAML a ` #` begins a comment; put the expression in quotes")
    elif scalar.text.count("(") > scalar.text.count(")"):
        hint = _("a bracket is not closed")
        if not scalar.style and after.startswith(","):
            hint = _("a comma ends a value between `{` and `}`; use quotes or a line of its own")
    return _refusal("syntax", _("this expression is unfinished"), span, hint)
