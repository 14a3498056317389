"""Players, numbers and conditions of a ruleset in words.

In: a typed expression, settled. Out: text that stands in a sentence: a noun with its article, or a
clause that can follow `if`. Shapes that people have a way to say are recognised by what they are,
never by a name. What has no phrase is told as it is written in the file, and noted in `unsaid`.
"""

from __future__ import annotations

from dataclasses import replace

from ...rules.expression import Expr
from ...rules.types import Type
from ...rules.vocabulary import Word
from ...text.messages import _, plural
from ..unparse import meaning, question, settled
from .grammar import all_of, any_of
from .moments import constant, in_words, timely
from .things import Things

OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def name_of(expr: Expr) -> str:
    """The word of the language that an expression is; empty if it is none."""
    return expr.value.name if isinstance(expr.value, Word) else ""


def resolved(expr: Expr) -> Expr:
    """The expression with settings put in and named values by what they stand for."""
    return settled(_unnamed(expr))


def _unnamed(expr: Expr) -> Expr:
    if expr.op == "named":
        return _unnamed(expr.args[0])
    return replace(expr, args=tuple(map(_unnamed, expr.args)))


def negated(expr: Expr) -> Expr:
    """The opposite of a condition."""
    if expr.op == "not":
        return expr.args[0]
    if expr.op == "compare":
        return replace(expr, value=OPPOSITE[str(expr.value)])
    if expr.op in ("and", "or"):
        args = tuple(map(negated, expr.args))
        return replace(expr, op="or" if expr.op == "and" else "and", args=args)
    return replace(expr, op="not", value=None, args=(expr,))


class Phrases(Things):
    """What the expressions of one ruleset say, in the language in use."""

    # -- players -------------------------------------------------------------------------------

    def player(self, expr: Expr) -> str:
        """Who somebody is, with an article."""
        expr = resolved(expr)
        if expr.op == "if":
            text = _("{yes} if {test}, otherwise {no}")
            yes, no = (self.player(arg) for arg in expr.args[1:])
            return text.format(yes=yes, no=no, test=self.clause(expr.args[0]))
        name = name_of(expr)
        if name in ("left", "right"):
            return self._beside(expr)
        return {
            "dealer": _("the dealer"),
            "leader": _("the player who led"),
            "me": _("the player"),
            "winner": _("the winner of {trick:the}").format(**self.terms),
            "last_winner": _("the winner of the last {trick}").format(**self.terms),
        }[name]

    def _beside(self, expr: Expr) -> str:
        """A neighbour: of two players the opponent, of two pairs also the partner."""
        steps, players = 0, self.r.players
        while name_of(expr) in ("left", "right"):
            steps += 1 if name_of(expr) == "left" else -1
            expr = expr.args[0]
        who, steps = self.player(expr), steps % players
        if steps == 0:
            return who
        relation = "partner" if 2 * steps == players == 2 * self.r.sides else "across"
        relation = {1: "left", players - 1: "right"}.get(steps, relation)
        if players == 2:
            relation = "opponent" if self.facing else "left"
        if relation != "across":
            text = _relations(name_of(expr) == "dealer")[relation]
            return text.format(player=who)
        text = _("the player {n} seats to the left of {player}")
        return text.format(n=steps, player=who)

    # -- numbers -------------------------------------------------------------------------------

    def number(self, expr: Expr) -> str:
        """A number, with an article if it has one."""
        expr = resolved(expr)
        known = constant(expr, self.r)
        if known is not None:
            return str(known)
        if expr.op == "if":
            text = _("{yes} if {test}, otherwise {no}")
            yes, no = (self.number(arg) for arg in expr.args[1:])
            return text.format(yes=yes, no=no, test=self.clause(expr.args[0]))
        if expr.op == "minus":
            return _("minus {number}").format(number=self.number(expr.args[0]))
        if expr.op in ("sum", "product"):
            return self._reckoned(expr)
        if name_of(expr) in ("min", "max"):
            text = _("the smaller of {a} and {b}")
            text = _("the larger of {a} and {b}") if name_of(expr) == "max" else text
            a, b = map(self.number, expr.args)
            return text.format(a=a, b=b)
        return self._counted(expr)

    def _reckoned(self, expr: Expr) -> str:
        """A sum or a product; a sum within a product has brackets."""
        parts = [self.number(arg) for arg in expr.args]
        if expr.op == "product":
            inner = ("sum", "if", "minus")
            pairs = zip(expr.args, parts, strict=True)
            return " × ".join(f"({p})" if arg.op in inner else p for arg, p in pairs)
        assert isinstance(expr.value, tuple)
        text = parts[0]
        for sign, part in zip(expr.value, parts[1:], strict=True):
            template = _("{a} plus {b}") if sign == "+" else _("{a} minus {b}")
            text = template.format(a=text, b=part)
        return text

    def _counted(self, expr: Expr) -> str:
        """A number that one of the words tells."""
        name = name_of(expr)
        if name in ("count", "value", "strength"):
            cards = self.cards(expr.args[0])
            text = {
                "count": _("the number of {cards:s}"),
                "value": _("the points of {cards:the s}"),
                "strength": _("the strength of {cards:the}"),
            }[name]
            return text.format(cards=cards)
        text = {
            "stock": _("the number of cards in {stock:the}"),
            "trick": _("the number of {trick:the}"),
            "round": _("the number of {round:the}"),
            "declared": _("the points of the declarations"),
            "tricks": _("the number of {trick:s} taken"),
            "first_win": _("the number of the first {trick} taken"),
            "last_win": _("the number of the last {trick} taken"),
            "points": _("the points"),
        }.get(name, "")
        return text.format(**self.terms) if text else self.code(expr)

    # -- conditions ----------------------------------------------------------------------------

    def when(self, expr: Expr | None) -> str:
        """A condition as the circumstance of a sentence: `in the last 5 tricks, if …`; empty for
        one that always holds."""
        expr = None if expr is None else resolved(expr)
        if expr is None or expr.op == "truth":
            return "" if expr is None or expr.value else _("never")
        parts = list(expr.args) if expr.op == "and" else [expr]
        timed = [part for part in parts if timely(part)]
        found = []
        if timed:
            both = timed[0] if len(timed) == 1 else replace(expr, args=tuple(timed))
            found.append(in_words(both, self.r, self.terms["trick"]))
        rounds = [part for part in parts if _is_round(part)]
        for part in rounds:
            text = _("in {round} {n}")
            found.append(text.format(n=self.number(part.args[1]), **self.terms))
        rest = [self.clause(part) for part in parts if part not in (*timed, *rounds)]
        found += [_("if {clause}").format(clause=all_of(rest))] if rest else []
        return ", ".join(filter(None, found))

    def clause(self, expr: Expr) -> str:
        """A condition as a clause."""
        expr = resolved(expr)
        if expr.op in ("and", "or"):
            return self._joined(expr)
        if timely(expr):
            return self._timely(expr)
        negative = expr.op == "not"
        inner = expr.args[0] if negative else expr
        if negative and inner.op in ("compare", "and", "or"):
            return self.clause(negated(inner))
        found = getattr(self, f"_c_{inner.op if inner.op != 'word' else name_of(inner)}", None)
        text = found(inner, negative) if found else ""
        return text or _("this holds: {code}").format(code=self.code(expr))

    def _timely(self, expr: Expr) -> str:
        words = in_words(expr, self.r, self.terms["trick"])
        return _("it is {moment}").format(moment=words) if words else _("any card may be played")

    def _joined(self, expr: Expr) -> str:
        parts = []
        for arg in expr.args:
            text = self.clause(arg)
            inner = resolved(arg).op
            if inner in ("and", "or"):
                text = _("({clause})").format(clause=text)
            parts.append(text)
        return all_of(parts) if expr.op == "and" else any_of(parts)

    def _c_truth(self, expr: Expr, negative: bool) -> str:
        return _("always") if bool(expr.value) != negative else _("never")

    def _c_agreed(self, expr: Expr, negative: bool) -> str:
        name = question(self.r, expr.value)
        title = next((s.about.title for s in self.r.stages if s.about.name == name), name)
        text = (
            _("not all have agreed to “{title}”") if negative else _("all have agreed to “{title}”")
        )
        return text.format(title=title)

    def _c_decided(self, _expr: Expr, negative: bool) -> str:
        text = _("{deal:the} has no winner") if negative else _("{deal:the} has a winner")
        return text.format(**self.terms)

    def _c_empty(self, expr: Expr, negative: bool) -> str:
        (of,) = expr.args
        if name_of(of) == "trump":
            text = _("there are {trump:s}") if negative else _("there are no {trump:s} yet")
            return text.format(**self.terms)
        cards = self.cards(of)
        if cards.single:
            text = _("{cards:the} is there") if negative else _("{cards:the} is not there")
        else:
            text = _("there are {cards:s}") if negative else _("there are no {cards:s}")
        return text.format(cards=cards)

    def _c_holds(self, expr: Expr, negative: bool) -> str:
        cards = self.cards(expr.args[0])
        text = _("the player holds {cards:a}")
        if negative:
            text = _("the player holds {cards:no}")
            text = _("the player does not hold {cards:a}") if cards.single else text
        return text.format(cards=cards)

    def _c_in(self, expr: Expr, negative: bool) -> str:
        one, of = expr.args
        if of.op == "or" and [name_of(arg) for arg in of.args] == ["turned", "played"]:
            text = _("{card:the} has been neither turned up nor played")
            text = text if negative else _("{card:the} has been turned up or played")
            return text.format(card=self.cards(one))
        if name_of(one) == "turned":
            text = (
                _("{turned:the} is not {cards:a}") if negative else _("{turned:the} is {cards:a}")
            )
            return text.format(cards=self.cards(of), **self.terms)
        if one.extent.most == 1:
            text = _("{card:the} is not {cards:a}") if negative else _("{card:the} is {cards:a}")
            return text.format(card=self.cards(one), cards=self.cards(of))
        text = (
            _("not all {some:the s} are {cards:s}")
            if negative
            else _("all {some:the s} are {cards:s}")
        )
        return text.format(some=self.cards(one), cards=self.cards(of))

    def _c_compare(self, expr: Expr, negative: bool) -> str:
        sign = OPPOSITE[str(expr.value)] if negative else str(expr.value)
        left, right = expr.args
        if left.type is Type.PLAYER:
            return self._players(left, right, sign == "=")
        if left.type is Type.CARDS:
            return self._sets(left, right, sign == "=")
        last_to_first = self._final_run(expr)
        if last_to_first and sign == "=":
            return last_to_first
        return self._numbers(left, right, sign)

    def _players(self, left: Expr, right: Expr, equal: bool) -> str:
        if name_of(right) == "me":
            left, right = right, left
        text = _("{a} is {b}") if equal else _("{a} is not {b}")
        return text.format(a=self.player(left), b=self.player(right))

    def _sets(self, left: Expr, right: Expr, equal: bool) -> str:
        if "trump" in (name_of(left), name_of(right)) and "var" in (left.op, right.op):
            text = _("{suit:the} is {trump}") if equal else _("{suit:the} is not {trump}")
            return text.format(suit=self.variable, **self.terms)
        text = _("{a:the s} are just {b:the s}") if equal else _("{a:the s} are not just {b:the s}")
        return text.format(a=self.cards(left), b=self.cards(right))

    def _numbers(self, left: Expr, right: Expr, sign: str) -> str:
        if constant(left, self.r) is not None and constant(right, self.r) is None:
            turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
            left, right, sign = right, left, turned.get(sign, sign)
        text = {
            "=": _("{a} is {b}"),
            "!=": _("{a} is not {b}"),
            "<": _("{a} is below {b}"),
            "<=": _("{a} is at most {b}"),
            ">": _("{a} is above {b}"),
            ">=": _("{a} is at least {b}"),
        }[sign]
        return text.format(a=self.number(left), b=self.number(right))

    def _final_run(self, expr: Expr) -> str:
        """Whether a player took every trick from the first one that he took to the last."""
        read = ["compare", "=", _sum("first_win", "tricks"), ["sum", ("+",), TRICK, ONE]]
        other = ["compare", "=", _sum("tricks", "first_win"), read[3]]
        if meaning(expr, self.r) not in (read, other):
            return ""
        text = _("its winner took every {trick} from the first one of his own to the last")
        return text.format(**self.terms)


def _is_round(test: Expr) -> bool:
    """Whether a condition asks which round of the match it is."""
    return test.op == "compare" and test.value == "=" and name_of(test.args[0]) == "round"


TRICK, ONE = ["word", "trick"], ["number", 1]


def _sum(a: str, b: str) -> list[object]:
    return ["sum", ("+",), ["word", a], ["word", b]]


def _relations(dealer: bool) -> dict[str, str]:
    """A player by the place at the table, seen from the dealer or from somebody else."""
    if dealer:
        return {
            "opponent": _("the dealer’s opponent"),
            "partner": _("the dealer’s partner"),
            "left": _("the dealer’s left neighbour"),
            "right": _("the dealer’s right neighbour"),
        }
    return {
        "opponent": _("the opponent of {player}"),
        "partner": _("the partner of {player}"),
        "left": _("the left neighbour of {player}"),
        "right": _("the right neighbour of {player}"),
    }


def points(number: int) -> str:
    """A number of points."""
    return plural("{n} point", "{n} points", number)
