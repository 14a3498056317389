"""Expressions by themselves, worked out inside the module of their ruleset.

In: a Ruleset and typed expressions of it. Out: its machine, and a function of a state and a
player for each expression. They go the way of every rule, through folding and inlining, so that
what is seen here is what a game would do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..rules.expression import Expr
from ..rules.ruleset import Ruleset
from .engine.spec import State
from .module import Machine, machine

Probe = Callable[[State, int], int]
"""a state and the seat that is `me`, to a number, a truth value, a set of cards or a seat"""


def probing(r: Ruleset, exprs: Sequence[Expr]) -> tuple[Machine, tuple[Probe, ...]]:
    """The machine of a ruleset that can also work out these expressions."""
    m = machine(r, exprs)
    return m, tuple(getattr(m, f"probe_{i}") for i in range(len(exprs)))
