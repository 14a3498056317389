"""A ruleset whose expressions tell what they come to.

In: a Ruleset, Points. Out: the same Ruleset with marks around conditions, obligations and terms,
and the points that they note. It is compiled as any ruleset is: there is one translation only, in
which a mark is a call around what it marks. What the settings decide is not marked: that the
options are played with each of their values is a point by itself.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from ...rules.expression import Expr, constant_truth
from ...rules.labels import About
from ...rules.ruleset import Key, Obligation, Ruleset, Term
from ...rules.types import Type
from ...text.source import Span
from ..changes import SECTIONS
from .points import Points

RULES = {
    "seats": "seats",
    "first_dealer": "dealer.first",
    "redraw": "dealer.redraw",
    "next_dealer": "dealer.next",
    "deal": "deal",
    "stages": "stages",
    "trump": "trump",
    "tricks": "tricks",
    "signals": "signals",
    "exchanges": "exchanges",
    "declarations": "declarations",
    "terms": "scoring.points",
    "winner": "scoring.winner",
    "worth": "scoring.worth",
}
"""the parts of a Ruleset that hold expressions, and where they stand in the document"""


def marked(r: Ruleset, points: Points) -> Ruleset:
    """The ruleset with marks; the functions `watch_…` are to be put into its module."""
    marker = _Marker(points)
    return replace(r, **{name: marker.rule(getattr(r, name), at) for name, at in RULES.items()})


def one_line(span: Span) -> str:
    """What an author wrote."""
    return " ".join(span.text.split())


class _Marker:
    def __init__(self, points: Points) -> None:
        self.points = points

    def rule(self, value: Any, at: str) -> Any:
        """A part of a ruleset, which stands at `at`."""
        if isinstance(value, Expr):
            return self._expr(value, at, root=True)
        if isinstance(value, tuple):
            return tuple(self.rule(item, _place(item, at)) for item in value)
        if not is_dataclass(value) or isinstance(value, About | type):
            return value
        own = hasattr(value, "about") or isinstance(value, Key)
        made: Any
        parts = {
            f.name: self.rule(getattr(value, f.name), at if own else f"{at}.{f.name}")
            for f in fields(value)
        }
        made = replace(value, **parts)
        if isinstance(made, Obligation):
            numbers = self._numbers(at, made.about.span, "narrowed", "fitted", "lacking")
            return replace(made, play=_mark(made.play, f"watch_choice({numbers}, legal, _0)"))
        if isinstance(made, Term):
            numbers = self._numbers(at, made.about.span, "counted")
            return replace(made, points=_mark(made.points, f"watch_points({numbers}, _0)"))
        return made

    def _expr(self, expr: Expr, at: str, root: bool = False) -> Expr:
        """An expression with marks around the conditions in it that decide something."""
        here = f"{SECTIONS[expr.type]}.{expr.value}" if expr.op == "named" else at
        decide = {"or": len(expr.args), "and": len(expr.args), "if": 1}.get(expr.op, 0)
        args = tuple(self._expr(arg, here, i < decide) for i, arg in enumerate(expr.args))
        made = replace(expr, args=args)
        if not root or expr.type is not Type.TRUTH or constant_truth(expr) is not None:
            return made
        yes, no = (
            self.points.number(at, one_line(expr.span), kind, expr.span)
            for kind in ("true", "false")
        )
        return _mark(made, f"watch_truth({yes}, {no}, _0)")

    def _numbers(self, at: str, span: Span, *kinds: str) -> str:
        return ", ".join(str(self.points.number(at, "", kind, span)) for kind in kinds)


def _place(item: object, at: str) -> str:
    about = getattr(item, "about", None)
    return f"{at}.{about.name}" if isinstance(about, About) else at


def _mark(expr: Expr, call: str) -> Expr:
    return Expr("mark", expr.type, expr.span, (expr,), call, expr.bound)
