"""How long a ruleset can take to work out: a bound for every expression, from its tree alone.

In: a Ruleset. Out: a problem for the expression that could take too many steps. The language has no
loops, so that an expression takes one step for each of its parts, and more only for the words that
look through the cards (`value`) or through `tricks: wins` (`beats`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from ..text.limits import MAX_ALL_STEPS, MAX_STEPS
from ..text.messages import _
from ..text.problem import Problems
from .expression import Expr
from .ruleset import Declaration, Ruleset
from .vocabulary import Word


def expressions(value: object) -> Iterator[Expr]:
    """The expressions of a ruleset or of a part of one, each in the place where it stands."""
    if isinstance(value, Expr):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from expressions(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from expressions(getattr(value, field.name))


def check_cost(r: Ruleset, problems: Problems) -> None:
    """Add a problem where an expression, or all together, could take too long."""
    weigh, total = Weights(r), 0
    for part in (getattr(r, field.name) for field in fields(r)):
        for expr, times in _worked_out(part):
            steps = weigh.steps(expr)
            total += steps * times
            if steps > MAX_STEPS:
                text = _("working this out could take {n} steps; {m} are allowed")
                message = text.format(n=f"{steps:,}", m=f"{MAX_STEPS:,}")
                problems.add("too-slow", message, expr.span)
                return
            if total > MAX_ALL_STEPS:
                text = _("with this, all expressions could take {n} steps; {m} are allowed")
                message = text.format(n=f"{total:,}", m=f"{MAX_ALL_STEPS:,}")
                problems.add("too-slow", message, expr.span)
                return


def _worked_out(part: object) -> Iterator[tuple[Expr, int]]:
    """Each expression, and for how many suits it is worked out."""
    for rule in part if isinstance(part, tuple) else (part,):
        times = len(rule.masks) if isinstance(rule, Declaration) else 1
        for expr in expressions(rule):
            yield expr, times


class Weights:
    """Steps of the expressions of one ruleset."""

    def __init__(self, r: Ruleset) -> None:
        self.of_word = {"value": len({points for points in r.values if points}), "beats": 0}
        self.of_word["beats"] = sum(self.steps(expr) for expr in r.tricks.wins)

    def steps(self, expr: Expr) -> int:
        """The most steps that an expression can take."""
        own = self.of_word.get(expr.value.name, 0) if isinstance(expr.value, Word) else 0
        return 1 + own + sum(self.steps(arg) for arg in expr.args)
