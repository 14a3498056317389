"""Syntax to typed expression: types, scopes, bounds, and messages that say what would be right.

In: a syntax tree, the type that is wanted, the names of the ruleset and the scope of the place.
Out: an `Expr`, or a RulesetError with the first thing that is wrong.

A number may be a rank (`10`): where cards are wanted it is one, in `=` and `if` the other side
decides, and what nothing decides is refused. A named value is checked again wherever it is used,
in the scope of its user, so that a name never lets a place read what it may not know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from ..text.document import Scalar
from ..text.messages import _
from ..text.problem import Problem, RulesetError, did_you_mean
from ..text.source import Span
from ..text.syntax import Syntax, parse
from .expression import Expr, constant_cards
from .names import Names
from .ranges import number_range, word_bound
from .reading import natural, refuse_ambiguous
from .types import LIMIT, Extent, Range, Type
from .vocabulary import BY_NAME, SCOPES, Word


def check(scalar: Scalar, want: Type, names: Names, scope: str) -> Expr:
    """The typed expression that a scalar holds. Raises RulesetError."""
    return Checker(names, scope).check(parse(scalar), want)


def refuse(kind: str, message: str, span: Span, hint: str | None = None) -> NoReturn:
    """Raise one problem."""
    raise RulesetError([Problem(kind, message, span, hint)])


class Checker:
    """Checks trees for one place of one ruleset."""

    def __init__(self, names: Names, scope: str, used: tuple[str, ...] = ()) -> None:
        self.names, self.scope, self.used = names, scope, used

    def check(self, node: Syntax, want: Type) -> Expr:
        """The typed tree; `want` is the type that the place asks for."""
        handler: Callable[[Syntax, Type], Expr] = getattr(self, f"_{node.op}")
        expr = handler(node, Type.CARDS if want is Type.CARD else want)
        if want is Type.CARD and expr.extent.most > 1:
            message = _("one card is wanted here; this can be {n} cards").format(n=expr.extent.most)
            refuse("not-one-card", message, node.span)
        if expr.type is Type.NUMBER and not -LIMIT < expr.range[0] <= expr.range[1] < LIMIT:
            refuse("too-large", _("this number can get too large"), node.span)
        return expr

    def _need(self, got: Type, want: Type, span: Span, hint: str | None = None) -> None:
        if got is not want:
            message = _("{wanted} is wanted here; this is {given}").format(
                wanted=want.phrase(), given=got.phrase()
            )
            refuse("wrong-type", message, span, hint)

    def _group(self, node: Syntax, want: Type) -> Expr:
        return self.check(node.parts[0], want)

    def _literal(self, node: Syntax, want: Type) -> Expr:
        digits = node.words[0]
        if want is Type.CARDS:
            if digits not in self.names.ranks:
                message = _("no rank is called `{name}`").format(name=digits)
                refuse("unknown-name", message, node.span, self._listed(self.names.ranks))
            return self._cards(node.span, self.names.ranks[digits])
        self._need(Type.NUMBER, want, node.span)
        if len(digits) > 15:
            refuse("too-large", _("this number is too large"), node.span)
        value = int(digits)
        return Expr("number", Type.NUMBER, node.span, (), value, (value, value))

    def _listed(self, names: dict[str, int]) -> str:
        return _("the pack has {names}").format(names=", ".join(names))

    def _cards(self, span: Span, mask: int) -> Expr:
        return Expr("cards", Type.CARDS, span, (), mask, self.names.extent(mask))

    def _name(self, node: Syntax, want: Type) -> Expr:
        name = node.words[0]
        if name in self.names.variables:
            self._need(Type.CARDS, want, node.span)
            return Expr("var", Type.CARDS, node.span, (), name, self.names.variables[name])
        for table in (self.names.ranks, self.names.suits):
            if name in table:
                self._need(Type.CARDS, want, node.span)
                return self._cards(node.span, table[name])
        if name in self.names.named:
            return self._named(node, name, want)
        word = BY_NAME.get(name)
        if word is None:
            words = [w.name for w in BY_NAME.values() if w.needs in SCOPES[self.scope].needs]
            self._unknown(node.span, name, [*self.names.known(), *words])
        if word.params:
            message = _("`{name}` needs something in brackets").format(name=name)
            refuse("missing-argument", message, node.span, f"`{word.signature}`")
        return self._word(word, node, (), want)

    def _unknown(self, span: Span, name: str, candidates: list[str]) -> NoReturn:
        message = _("`{name}` is not a word of the language or a name of this ruleset")
        refuse("unknown-name", message.format(name=name), span, did_you_mean(name, candidates))

    def _named(self, node: Syntax, name: str, want: Type) -> Expr:
        named = self.names.named[name]
        self._need(named.type, want, node.span)
        if name in self.used:
            ring = " → ".join((*self.used[self.used.index(name) :], name))
            refuse(
                "cycle", _("these names go round in a circle: {ring}").format(ring=ring), node.span
            )
        if named.tree is None:
            raise RulesetError([])
        try:
            inner = Checker(self.names, self.scope, (*self.used, name)).check(
                named.tree, named.type
            )
        except RulesetError as error:
            first = error.problems[0] if error.problems else None
            if first is not None and first.kind == "not-known-here":
                message = _("in `{name}`: {message}").format(name=name, message=first.message)
                refuse("not-known-here", message, node.span, first.hint)
            raise
        return Expr("named", inner.type, node.span, (inner,), name, inner.bound)

    def _call(self, node: Syntax, want: Type) -> Expr:
        name = node.words[0]
        word = BY_NAME.get(name)
        span = Span(node.span.source, node.span.start, node.span.start + len(name))
        if word is None:
            if name in self.names.known():
                message = _("`{name}` takes nothing in brackets").format(name=name)
                refuse("extra-argument", message, node.span, _("write `{w}`").format(w=name))
            self._unknown(span, name, [w.name for w in BY_NAME.values() if w.params])
        if len(word.params) != len(node.parts):
            message = _("`{name}` takes {n} in brackets, not {m}").format(
                name=name, n=len(word.params), m=len(node.parts)
            )
            refuse("wrong-arguments", message, node.span, f"`{word.signature}`")
        args = tuple(self.check(a, t) for a, t in zip(node.parts, word.params, strict=True))
        return self._word(word, node, args, want)

    def _word(self, word: Word, node: Syntax, args: tuple[Expr, ...], want: Type) -> Expr:
        scope = SCOPES[self.scope]
        if word.needs not in scope.needs:
            message = _("`{name}` cannot be used here: {why}").format(
                name=word.name, why=_(scope.why)
            )
            refuse("not-known-here", message, node.span)
        self._need(word.type, want, node.span)
        bound = word_bound(word, args, self.names)
        return Expr("word", word.type, node.span, args, word, bound)

    def _either(self, node: Syntax, want: Type) -> Expr:
        kinds = [natural(part, self.names) or Type.CARDS for part in node.parts]
        if Type.CARDS in kinds and Type.TRUTH in kinds:
            odd = Type.CARDS if kinds[0] is Type.TRUTH else Type.TRUTH
            message = _("`or` joins a condition with cards here")
            hint = _("`in` and `=` bind tighter than `or`: write `led in (A or 10)`")
            refuse("mixed-or", message, node.parts[kinds.index(odd)].span, hint)
        if want is Type.CARDS or kinds[0] is Type.CARDS:
            refuse_ambiguous(node, self.names, refuse)
            return self._join("or", node, want, Type.CARDS)
        return self._join("or", node, want, Type.TRUTH)

    def _join(self, op: str, node: Syntax, want: Type, type_: Type) -> Expr:
        """An operator whose operands have the type of the result."""
        self._need(type_, want, node.span)
        args = tuple(self.check(part, type_) for part in node.parts)
        bound = None
        if type_ is Type.CARDS:
            bound = args[0].extent
            for arg in args[1:]:
                bound = self._combined(op, bound.mask, bound, arg)
        return Expr(op, type_, node.span, args, None, bound)

    def _combined(self, op: str, mask: int, left: Extent, arg: Expr) -> Extent:
        right = arg.extent
        if op == "or":
            return self.names.extent(mask | right.mask, False, left.most + right.most)
        if op == "of":
            one_suit = left.one_suit or right.one_suit
            return self.names.extent(mask & right.mask, one_suit, min(left.most, right.most))
        constant = constant_cards(arg)
        return self.names.extent(mask & ~(constant or 0), left.one_suit, left.most)

    def _both(self, node: Syntax, want: Type) -> Expr:
        hint = _("for cards in both sets write `of`: `hearts of hand`")
        for part in node.parts:
            if natural(part, self.names) is Type.CARDS:
                refuse("wrong-type", _("`and` joins conditions, not cards"), part.span, hint)
        return self._join("and", node, want, Type.TRUTH)

    def _negate(self, node: Syntax, want: Type) -> Expr:
        hint = _("for the other cards write `deck except …`") if want is Type.CARDS else None
        self._need(Type.TRUTH, want, node.span, hint)
        return self._join("not", node, want, Type.TRUTH)

    def _difference(self, node: Syntax, want: Type) -> Expr:
        return self._join("except", node, want, Type.CARDS)

    def _share(self, node: Syntax, want: Type) -> Expr:
        return self._join("of", node, want, Type.CARDS)

    def _within(self, node: Syntax, want: Type) -> Expr:
        self._need(Type.TRUTH, want, node.span)
        args = tuple(self.check(part, Type.CARDS) for part in node.parts)
        return Expr("in", Type.TRUTH, node.span, args)

    def _compare(self, node: Syntax, want: Type) -> Expr:
        self._need(Type.TRUTH, want, node.span)
        sign = node.words[0]
        kinds = [natural(part, self.names) for part in node.parts]
        kind = kinds[0] or kinds[1]
        if sign in ("=", "!="):
            if kind is None:
                message = _("nothing says whether these are numbers or ranks")
                refuse(
                    "undecided", message, node.span, _("compare with a set of cards or a number")
                )
            if kind is Type.TRUTH:
                message = _("`{sign}` compares numbers, cards or players").format(sign=sign)
                refuse("wrong-type", message, node.span, _("use `and`, `or`, `not`"))
        elif Type.CARDS in kinds:
            message = _("`{sign}` compares numbers").format(sign=sign)
            refuse("wrong-type", message, node.span, _("for cards: `strength(c)`, `c in beats(d)`"))
        else:
            kind = Type.NUMBER
        args = tuple(self.check(part, kind) for part in node.parts)
        return Expr("compare", Type.TRUTH, node.span, args, sign)

    def _numbers(self, op: str, node: Syntax, want: Type) -> Expr:
        self._need(Type.NUMBER, want, node.span)
        args = tuple(self.check(part, Type.NUMBER) for part in node.parts)
        bound = number_range(node.words, [arg.range for arg in args])
        return Expr(op, Type.NUMBER, node.span, args, node.words, bound)

    def _sum(self, node: Syntax, want: Type) -> Expr:
        return self._numbers("sum", node, want)

    def _product(self, node: Syntax, want: Type) -> Expr:
        return self._numbers("product", node, want)

    def _minus(self, node: Syntax, want: Type) -> Expr:
        return self._numbers("minus", node, want)

    def _cond(self, node: Syntax, want: Type) -> Expr:
        condition, yes, no = node.parts
        args = (self.check(condition, Type.TRUTH), self.check(yes, want), self.check(no, want))
        bound: Extent | Range | None = None
        if want is Type.CARDS:
            a, b = args[1].extent, args[2].extent
            bound = replace(
                self.names.extent(a.mask | b.mask, a.one_suit and b.one_suit),
                most=max(a.most, b.most),
            )
        elif want is Type.NUMBER:
            low, high = zip(args[1].range, args[2].range, strict=True)
            bound = min(low), max(high)
        return Expr("if", want, node.span, args, None, bound)
