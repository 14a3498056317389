"""Syntax to typed expression: types, scopes, bounds, and messages that say what would be right.

In: a syntax tree, the type that is wanted, the names of the ruleset and the scope of the place.
Out: an `Expr`, or a RulesetError with the first thing that is wrong.

A number may be a rank (`10`): where cards are wanted it is one, in `=` and `if` the other side
decides, and what nothing decides is refused. A named value is checked again wherever it is used,
in the scope of its user, so that a name never lets a place read what it may not know; what is wrong
with the value itself is told once, where it stands, and an error without problems stands for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NoReturn

from ..text.document import Scalar
from ..text.limits import MAX_DEPTH, MAX_NUMBER, MAX_SIZE
from ..text.messages import _
from ..text.problem import RulesetError, did_you_mean, refuse
from ..text.source import Span
from ..text.syntax import Syntax, above, parse
from .agreed import comparison, option, question
from .expression import Expr, constant_cards
from .names import Names
from .ranges import number_range, word_bound
from .reading import gathered, natural, one_line, refuse_ambiguous
from .scopes import SCOPES
from .types import Extent, Range, Type
from .vocabulary import BY_NAME, Word


def check(scalar: Scalar, want: Type, names: Names, scope: str) -> Expr:
    """The typed expression that a scalar holds. Raises RulesetError."""
    tree = parse(scalar)
    weigh(tree, names)
    return Checker(names, scope).check(tree, want)


def weigh(tree: Syntax, names: Names) -> tuple[int, int]:
    """Depth and size with all names written out. Raises RulesetError if that is too much."""
    depth, size = _weight(tree, names)
    if depth > MAX_DEPTH or size > MAX_SIZE:
        message = _("with the names in it written out, this expression is too large")
        refuse("too-large", message, tree.span)
    return depth, size


def _weight(node: Syntax, names: Names) -> tuple[int, int]:
    if node.op == "name" and node.words[0] in names.named:
        named = names.named[node.words[0]]
        return above([named.depth]), 1 + named.size
    weights = [_weight(part, names) for part in node.parts]
    return above([depth for depth, _size in weights]), 1 + sum(size for _depth, size in weights)


class Checker:
    """Checks trees for one place of one ruleset."""

    def __init__(self, names: Names, scope: str) -> None:
        self.names, self.scope = names, scope

    def check(self, node: Syntax, want: Type) -> Expr:
        """The typed tree; `want` is the type that the place asks for."""
        handler: Callable[[Syntax, Type], Expr] = getattr(self, f"_{node.op}")
        expr = handler(node, Type.CARDS if want is Type.CARD else want)
        if want is Type.CARD and expr.extent.most > 1:
            message = _("one card is wanted here; this can be {n} cards").format(n=expr.extent.most)
            refuse("not-one-card", message, node.span)
        if (
            expr.type is Type.NUMBER
            and not -MAX_NUMBER <= expr.range[0] <= expr.range[1] <= MAX_NUMBER
        ):
            refuse("too-large", _("this number can get too large"), node.span)
        return expr

    def _all(self, parts: Sequence[Syntax], wanted: Sequence[Type]) -> tuple[Expr, ...]:
        """The parts of a node, all checked, so that the problems of each are told."""
        found, errors = [], []
        for part, want in zip(parts, wanted, strict=True):
            try:
                found.append(self.check(part, want))
            except RulesetError as error:
                errors.append(error)
        if errors:
            raise RulesetError(problem for error in errors for problem in error.problems)
        return tuple(found)

    def _known(self, parts: Sequence[Syntax]) -> None:
        """Refuse unknown names among the parts, before their types are weighed up."""
        named = [part for part in parts if part.bare().op in ("name", "call")]
        unknown = [part for part in named if natural(part, self.names) is None]
        self._all(unknown, [Type.CARDS] * len(unknown))

    def _need(self, got: Type, want: Type, span: Span, hint: str | None = None) -> None:
        if got is not want:
            if hint is None and want is Type.TRUTH and got is Type.CARDS:
                hint = _("conditions about cards: `c in S`, `S = T`, `empty(S)`, `holds(S)`")
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
        if name in self.names.options:
            return self._agreed(option(node, self.names), want)
        if name in self.names.questions:
            if "agreed" not in SCOPES[self.scope].needs:
                self._not_known(name, node.span)
            return self._agreed(question(node, self.names), want)
        word = BY_NAME.get(name)
        if word is None:
            words = [w.name for w in BY_NAME.values() if w.needs in SCOPES[self.scope].needs]
            few = len(name) < 3 and name.isupper() and want is Type.CARDS
            hint = self._listed(self.names.ranks) if few else None
            self._unknown(node.span, name, [*self.names.known(), *words], hint)
        if word.params:
            message = _("`{name}` needs something in brackets").format(name=name)
            refuse("missing-argument", message, node.span, f"`{word.signature}`")
        return self._word(word, node, (), want)

    def _unknown(
        self, span: Span, name: str, candidates: list[str], hint: str | None = None
    ) -> NoReturn:
        message = _("`{name}` is not a word of the language or a name of this ruleset")
        hint = did_you_mean(name, candidates) or hint
        for asked, values in self.names.options.items():
            if name in values:
                hint = _("write `{name} = {value}`").format(name=asked, value=name)
        refuse("unknown-name", message.format(name=name), span, hint)

    def _named(self, node: Syntax, name: str, want: Type) -> Expr:
        named = self.names.named[name]
        if named.tree is None:
            raise RulesetError([])
        self._need(named.type, want, node.span)
        try:
            inner = self.check(named.tree, named.type)
        except RulesetError as error:
            hidden = [p for p in error.problems if p.kind == "not-known-here"]
            if hidden:
                message = _("in `{name}`: {message}").format(name=name, message=hidden[0].message)
                refuse("not-known-here", message, node.span, hidden[0].hint)
            raise RulesetError([]) from None
        return Expr("named", inner.type, node.span, (inner,), name, inner.bound)

    def _agreed(self, expr: Expr, want: Type) -> Expr:
        """A condition about what was agreed on."""
        self._need(Type.TRUTH, want, expr.span)
        return expr

    def _call(self, node: Syntax, want: Type) -> Expr:
        name = node.words[0]
        word = BY_NAME.get(name)
        span = Span(node.span.source, node.span.start, node.span.start + len(name))
        if name in self.names or (word is not None and not word.params):
            message = _("`{name}` takes nothing in brackets").format(name=name)
            right = name
            if len(node.parts) == 1 and name in (*self.names.ranks, *self.names.suits):
                right = f"{name} of {one_line(node.parts[0])}"
            refuse("extra-argument", message, node.span, _("write `{w}`").format(w=right))
        if word is None:
            self._unknown(span, name, [w.name for w in BY_NAME.values() if w.params])
        if len(word.params) != len(node.parts):
            one, many = (
                _("`{name}` needs one value in brackets"),
                _("`{name}` needs {n} values in brackets"),
            )
            number = len(word.params)
            message = (one if number == 1 else many).format(name=name, n=number)
            refuse("wrong-arguments", message, node.span, f"`{word.signature}`")
        args = self._all(node.parts, word.params)
        return self._word(word, node, args, want)

    def _word(self, word: Word, node: Syntax, args: tuple[Expr, ...], want: Type) -> Expr:
        if word.needs not in SCOPES[self.scope].needs:
            start = node.span.start
            end = min(start + len(word.name), node.span.end)
            self._not_known(word.name, Span(node.span.source, start, end))
        self._need(word.type, want, node.span)
        fixed = self._fixed(word, args)
        if fixed is not None:
            return self._cards(node.span, fixed)
        bound = word_bound(word, args, self.names)
        return Expr("word", word.type, node.span, args, word, bound)

    def _not_known(self, name: str, span: Span) -> NoReturn:
        scope = SCOPES[self.scope]
        message = _("`{name}` cannot be used here: {why}").format(name=name, why=_(scope.why))
        refuse("not-known-here", message, span)

    def _fixed(self, word: Word, args: tuple[Expr, ...]) -> int | None:
        """The cards of a word that is the same set in every deal."""
        if word.name in ("deck", "none"):
            return self.names.deck if word.name == "deck" else 0
        card = constant_cards(args[0]) if word.name == "suit" else None
        if card is None:
            return None
        return next((suit for suit in self.names.suits.values() if suit & card), 0)

    def _either(self, node: Syntax, want: Type) -> Expr:
        self._known(node.parts)
        kinds = [natural(part, self.names) or Type.CARDS for part in node.parts]
        if Type.CARDS in kinds and Type.TRUTH in kinds:
            odd = kinds.index(Type.CARDS if kinds[0] is Type.TRUTH else Type.TRUTH)
            message = _("`or` joins a condition with cards here")
            hint = gathered(node.parts, kinds, odd, self.names)
            refuse("mixed-or", message, node.parts[odd].span, hint)
        if want is Type.CARDS or kinds[0] is Type.CARDS:
            refuse_ambiguous(node, self.names)
            return self._join("or", node, want, Type.CARDS)
        return self._join("or", node, want, Type.TRUTH)

    def _join(self, op: str, node: Syntax, want: Type, type_: Type) -> Expr:
        """An operator whose operands have the type of the result."""
        self._need(type_, want, node.span)
        args = self._all(node.parts, [type_] * len(node.parts))
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
        kinds = [natural(part, self.names) for part in node.parts]
        if Type.CARDS in kinds and Type.TRUTH not in kinds:
            message = _("`and` joins conditions, not cards")
            hint = _("for cards in both sets write `of`: `hearts of hand`")
            refuse("wrong-type", message, node.parts[kinds.index(Type.CARDS)].span, hint)
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
        args = self._all(node.parts, (Type.CARDS, Type.CARDS))
        return Expr("in", Type.TRUTH, node.span, args)

    def _compare(self, node: Syntax, want: Type) -> Expr:
        self._need(Type.TRUTH, want, node.span)
        sign = node.words[0]
        chosen = comparison(node, self.names)
        if chosen is not None:
            return chosen
        kinds = [natural(part, self.names) for part in node.parts]
        kind = kinds[0] or kinds[1]
        if sign in ("=", "!="):
            if kind is None:
                self._known(node.parts)
                message = _("nothing says whether these are numbers or ranks")
                refuse(
                    "undecided", message, node.span, _("compare with a set of cards or a number")
                )
            if kind is Type.TRUTH:
                message = _("`{sign}` compares numbers, cards or players").format(sign=sign)
                refuse("wrong-type", message, node.span, _("use `and`, `or`, `not`"))
        else:
            odd = next((i for i, k in enumerate(kinds) if k not in (None, Type.NUMBER)), None)
            if odd is not None:
                message = _("`{sign}` compares numbers").format(sign=sign)
                cards = _("for cards: `strength(c)`, `c in beats(d)`")
                hint = cards if kinds[odd] is Type.CARDS else None
                refuse("wrong-type", message, node.parts[odd].span, hint)
            kind = Type.NUMBER
        args = self._all(node.parts, (kind, kind))
        return Expr("compare", Type.TRUTH, node.span, args, sign)

    def _numbers(self, op: str, node: Syntax, want: Type) -> Expr:
        self._need(Type.NUMBER, want, node.span)
        args = self._all(node.parts, [Type.NUMBER] * len(node.parts))
        bound = number_range(node.words, [arg.range for arg in args])
        return Expr(op, Type.NUMBER, node.span, args, node.words, bound)

    def _sum(self, node: Syntax, want: Type) -> Expr:
        return self._numbers("sum", node, want)

    def _product(self, node: Syntax, want: Type) -> Expr:
        return self._numbers("product", node, want)

    def _minus(self, node: Syntax, want: Type) -> Expr:
        return self._numbers("minus", node, want)

    def _cond(self, node: Syntax, want: Type) -> Expr:
        args = self._all(node.parts, (Type.TRUTH, want, want))
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
