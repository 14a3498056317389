"""An expression changed in every sensible small way.

In: the text of an expression, the type that its place wants, what its names mean. Out: what was
changed, and the whole text as it is then. The ways follow from the grammar and from the vocabulary;
what a change makes of the game, or whether it fits at all, is found out elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...rules.names import Names
from ...rules.reading import natural
from ...rules.types import Type
from ...rules.vocabulary import BY_NAME, WORDS
from ...text.document import Scalar
from ...text.source import Source, Span
from ...text.syntax import Syntax, parse

RELATIONS = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""each comparison and the one that says the opposite"""
LIMITS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
"""each comparison with a limit and the one with the next limit"""
JOINS = {"either": "or", "both": "and", "share": "of", "difference": "except"}
DROPPED, SWAPPED, TIED, BY_ONE, NEGATED, JOINED, REPLACED, FLIPPED = (
    "dropped",
    "swapped",
    "tied",
    "off by one",
    "negated",
    "joined otherwise",
    "replaced",
    "flipped",
)
"""kinds of changes"""


@dataclass(frozen=True)
class Variant:
    """A change of an expression: its kind, the part of the text that was changed, what stands there
    now, and the whole text."""

    kind: str
    old: str
    new: str
    text: str


def variants(text: str, want: Type, names: Names, two: bool = False) -> Iterator[Variant]:
    """Every small change of an expression. two: two play, so that left is right; and the card led
    is the best one as long as it is the only one, so that one of the two stands for both."""
    tree = parse(Scalar(text, Span(Source("", text), 0, len(text))))
    return _Phrase(text, names, two).of(tree, want)


class _Phrase:
    """beside: what stands around the node that is being changed; inside: whether it stands in the
    brackets of a word."""

    def __init__(self, text: str, names: Names, two: bool) -> None:
        self.text, self.names, self.two = text, names, two
        self.ranks, self.suits = list(names.ranks), list(names.suits)
        self.beside, self.inside = set[str](), False

    def of(self, node: Syntax, want: Type, negated: bool = False) -> Iterator[Variant]:
        """The changes of a node and of those within it. negated: there is a `not` before it."""
        if node.op == "group":
            yield from self.of(node.parts[0], want, negated)
            return
        if want is Type.TRUTH and not negated:
            yield from self._negated(node)
        handler = getattr(self, f"_{node.op}", None)
        if handler is not None:
            yield from handler(node, want)
        for part, kind in self._wanted(node, want):
            self.beside = {other.span.text for other in node.parts}
            self.inside = node.op == "call"
            yield from self.of(part, kind, node.op == "negate")

    def _changed(self, kind: str, node: Syntax, new: str) -> Variant:
        start, end = node.span.start, node.span.end
        whole = self.text[:start] + new + self.text[end:]
        return Variant(kind, node.span.text, new, whole)

    def _wanted(self, node: Syntax, want: Type) -> Iterable[tuple[Syntax, Type]]:
        """The parts of a node that can be changed, each with the type that is wanted there."""
        parts, kinds = node.parts, [Type.NUMBER] * len(node.parts)
        if node.op == "cond":
            kinds = [Type.TRUTH, want, want]
        elif node.op == "call":
            kinds = [*BY_NAME[node.words[0]].params]
        elif node.op in ("compare", "within"):
            found = [natural(part, self.names) for part in parts]
            if Type.TRUTH in found:  # an option and one of its values
                return ()
            known = Type.CARDS if node.op == "within" else found[0] or found[1] or Type.NUMBER
            kinds = [known, known]
        elif node.op in ("both", "negate"):
            kinds = [Type.TRUTH] * len(parts)
        elif node.op == "either":
            kinds = [want] * len(parts)
        elif node.op in ("share", "difference"):
            kinds = [Type.CARDS] * len(parts)
        return zip(parts, kinds, strict=True)

    # -- conditions ------------------------------------------------------------------------------

    def _negated(self, node: Syntax) -> Iterator[Variant]:
        """A condition, but for chains and what is negated, whose parts are changed instead."""
        text = node.span.text
        if node.op == "negate":
            yield self._changed(NEGATED, node, node.parts[0].span.text)
        elif node.op == "compare":
            left, right = (part.span.text for part in node.parts)
            yield self._changed(NEGATED, node, f"{left} {RELATIONS[node.words[0]]} {right}")
        elif node.op in ("name", "call", "within"):
            yield self._changed(NEGATED, node, f"not {text}")

    def _compare(self, node: Syntax, want: Type) -> Iterator[Variant]:
        sign = node.words[0]
        if sign in LIMITS:
            left, right = (part.span.text for part in node.parts)
            yield self._changed(BY_ONE, node, f"{left} {LIMITS[sign]} {right}")

    def _cond(self, node: Syntax, want: Type) -> Iterator[Variant]:
        test, yes, no = (part.span.text for part in node.parts)
        if node.parts[0].bare().op in JOINS:  # else the test is negated, which is the same
            yield self._changed(SWAPPED, node, f"if {test} then {no} else {yes}")
        for branch in (yes, no):
            yield self._changed(DROPPED, node, branch)

    # -- chains ----------------------------------------------------------------------------------

    def _chain(self, node: Syntax, want: Type) -> Iterator[Variant]:
        texts = [part.span.text for part in node.parts]
        first = 1 if node.op == "difference" else 0
        for i in range(first, len(texts)):
            rest = texts[:i] + texts[i + 1 :]
            yield self._changed(DROPPED, node, f" {JOINS[node.op]} ".join(rest))

    def _either(self, node: Syntax, want: Type) -> Iterator[Variant]:
        if want is Type.TRUTH:
            yield self._other(node, "and")
        yield from self._chain(node, want)

    def _both(self, node: Syntax, want: Type) -> Iterator[Variant]:
        yield self._other(node, "or")
        yield from self._chain(node, want)

    _share = _difference = _chain

    def _other(self, node: Syntax, sign: str) -> Variant:
        new = f" {sign} ".join(part.span.text for part in node.parts)
        return self._changed(JOINED, node, new)

    def _sum(self, node: Syntax, want: Type) -> Iterator[Variant]:
        signs = ["+", *node.words]
        for i in range(1, len(signs)):
            other = {"+": "-", "-": "+"}[signs[i]]
            changed = [*signs[:i], other, *signs[i + 1 :]]
            parts = zip(changed, node.parts, strict=True)
            new = " ".join(f"{sign} {part.span.text}" for sign, part in parts)
            yield self._changed(SWAPPED, node, new.removeprefix("+ "))

    def _minus(self, node: Syntax, want: Type) -> Iterator[Variant]:
        yield self._changed(DROPPED, node, node.parts[0].span.text)

    # -- single words ------------------------------------------------------------------------------

    def _literal(self, node: Syntax, want: Type) -> Iterator[Variant]:
        digits = node.words[0]
        if want in (Type.CARDS, Type.CARD):
            yield from self._neighbour(node, digits)
        else:
            for number in (int(digits) - 1, int(digits) + 1):
                yield self._changed(BY_ONE, node, str(number))

    def _neighbour(self, node: Syntax, name: str) -> Iterator[Variant]:
        """The next rank or suit of the pack, if it does not stand beside."""
        for row in (self.ranks, self.suits):
            if name in row:
                new = row[(row.index(name) + 1) % len(row)]
                if new not in self.beside:
                    yield self._changed(REPLACED, node, new)

    def _name(self, node: Syntax, want: Type) -> Iterator[Variant]:
        name = node.words[0]
        if name in self.names:
            yield from self._neighbour(node, name)
            return
        word = BY_NAME.get(name)
        if word is None:
            return
        for other in WORDS:
            like = (other.params, other.type) == ((), word.type) and other is not word
            near = other.needs == word.needs and bool(other.index) == bool(word.index)
            near &= not (self.two and word.index)
            if like and (near or word.type is Type.PLAYER) and other.needs:
                yield self._changed(REPLACED, node, other.name)
        if word.type is Type.PLAYER and not self.inside:
            yield self._changed(REPLACED, node, f"left({name})")

    def _call(self, node: Syntax, want: Type) -> Iterator[Variant]:
        word = BY_NAME[node.words[0]]
        arguments = ", ".join(part.span.text for part in node.parts)
        for other in WORDS:
            like = (other.params, other.type) == (word.params, word.type) and other is not word
            like &= other.needs in ("", word.needs)
            if like and not (self.two and word.params == (Type.PLAYER,)):
                yield self._changed(REPLACED, node, f"{other.name}({arguments})")
        if word.params == (word.type,):
            yield self._changed(DROPPED, node, arguments)
