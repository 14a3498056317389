"""Expressions that nobody would write: whatever the checker lets through has its meaning in play.

Random well-typed expressions are made from the vocabulary for a scope, compiled into the module of
a game and worked out in states that can come up in that scope. They must agree with `reference.py`,
and every part of them must keep within the bounds that the checker promised.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeVar

import pytest
from helpers import TRIES
from hypothesis import Phase, given, reject, settings
from hypothesis import strategies as st
from positions import GAMES, expression, names, options, ruleset, shuffled
from reference import Facts, Value, value

from interpreter.machine.engine.spec import CLOSE, RESOLVE, STAGE, State
from interpreter.machine.evaluate import probing
from interpreter.machine.module import machine
from interpreter.rules.expression import Expr
from interpreter.rules.names import Names
from interpreter.rules.scopes import SCOPES
from interpreter.rules.types import Extent, Type
from interpreter.rules.vocabulary import WORDS
from interpreter.text.problem import RulesetError

CARDS, CARD, NUMBER, TRUTH, PLAYER = (
    Type.CARDS,
    Type.CARD,
    Type.NUMBER,
    Type.TRUTH,
    Type.PLAYER,
)
PLAYING = ("wins", "choice", "announcement", "question")
LOTS = ("seating", "lot")
TAKEN = ("drawing", "claim")
COUNTED = ("score", "result", "next")
T = TypeVar("T")


class Maker:
    """Writes one random expression for a scope, with known names. Operands stand in brackets."""

    def __init__(self, draw: st.DrawFn, known: Names, scope: str) -> None:
        self.draw, self.known, self.needs = draw, known, SCOPES[scope].needs

    def choose(self, options: Sequence[T]) -> T:
        """Any of the options."""
        return self.draw(st.sampled_from(options))

    def one_in(self, n: int) -> bool:
        """Whether a chance came up."""
        return self.choose(range(n)) == 0

    def make(self, want: Type, depth: int) -> str:
        """An expression of a type, at most so deep."""
        rows = [w for w in WORDS if w.needs in self.needs and w.type is want]
        if want is CARD:
            return self.card(depth)
        if depth <= 0 or self.one_in(4):
            leaves = [w.name for w in rows if not w.params] + self.leaves(want)
            if leaves:
                return self.choose(leaves)
        calls = [w for w in rows if w.params]
        if calls and self.one_in(3):
            word = self.choose(calls)
            parts = ", ".join(self.make(kind, depth - 1) for kind in word.params)
            return f"{word.name}({parts})"
        if want is not TRUTH and self.one_in(6):
            return self.either_way(want, depth)
        compound = {CARDS: self.cards, NUMBER: self.number, TRUTH: self.truth}.get(want)
        return compound(depth) if compound else self.either_way(want, depth)

    def leaves(self, want: Type) -> list[str]:
        """Names that are not words of the language, and numbers."""
        known = self.known
        if want is CARDS:
            return [*known.ranks, *known.suits]
        if want is TRUTH:
            return [*self.agreed(), *(known.questions if "agreed" in self.needs else ())]
        return [str(n) for n in (0, 1, 2, 3, 7, 10, 32, 1000)] if want is NUMBER else []

    def agreed(self) -> list[str]:
        """Conditions about the options, true or not."""
        found = []
        for name, values in self.known.options.items():
            found += [f"({name} = {value})" for value in values]
            found += [f"({value} != {name})" for value in values]
            found += [name] if values == ("yes", "no") else []
        return found

    def either_way(self, want: Type, depth: int) -> str:
        condition = self.make(TRUTH, depth - 1)
        return (
            f"(if {condition} then {self.make(want, depth - 1)} else {self.make(want, depth - 1)})"
        )

    def card(self, depth: int) -> str:
        """A set of one card at most."""
        ones = [w.name for w in WORDS if w.index and w.needs in self.needs]
        known = self.known
        single = f"({self.choose([*known.ranks])} of {self.choose([*known.suits])})"
        one = self.choose([*ones, *ones, single, "none"])
        if depth <= 0 or self.one_in(2):
            return one
        form = self.choose(
            ["{0}", "({0} of {1})", "({0} except {1})", "(if {2} then {0} else {3})"]
        )
        return form.format(
            one, self.make(CARDS, depth - 1), self.make(TRUTH, depth - 1), self.card(depth - 1)
        )

    def cards(self, depth: int) -> str:
        operator = self.choose(["or", "of", "except"])
        parts = [self.make(CARDS, depth - 1) for _ in range(self.choose([2, 2, 3]))]
        return "(" + f" {operator} ".join(f"({part})" for part in parts) + ")"

    def number(self, depth: int) -> str:
        parts = [self.make(NUMBER, depth - 1) for _ in range(self.choose([1, 2, 2, 3]))]
        if len(parts) == 1:
            return f"(-{parts[0]})"
        signs = ["*"] if self.one_in(3) else ["+", "-"]
        text = parts[0]
        for part in parts[1:]:
            text += f" {self.choose(signs)} {part}"
        return f"({text})"

    def truth(self, depth: int) -> str:
        kind = self.choose(["in", "cards", "numbers", "players", "join", "not", "if"])
        if kind == "in":
            return f"(({self.make(CARDS, depth - 1)}) in ({self.make(CARDS, depth - 1)}))"
        if kind == "cards":
            sign, other = self.choose(["=", "!="]), self.make(CARDS, depth - 1)
            return f"(deck of ({self.make(CARDS, depth - 1)}) {sign} ({other}))"
        if kind == "players" and {"me", "deal", "play"} & self.needs:
            sign = self.choose(["=", "!="])
            return f"({self.make(PLAYER, depth - 1)} {sign} {self.make(PLAYER, depth - 1)})"
        if kind == "join":
            operator = self.choose(["and", "or"])
            parts = [self.make(TRUTH, depth - 1) for _ in range(self.choose([2, 3]))]
            return "(" + f" {operator} ".join(parts) + ")"
        if kind == "not":
            return f"(not {self.make(TRUTH, depth - 1)})"
        if kind == "if":
            return self.either_way(TRUTH, depth)
        sign = self.choose(["=", "!=", "<", "<=", ">", ">="])
        return f"(0 + {self.make(NUMBER, depth - 1)} {sign} {self.make(NUMBER, depth - 1)})"


@st.composite
def expressions(draw: st.DrawFn, game: str, scope: str) -> Expr:
    """A typed expression for a scope; those that could get too large are passed over."""
    kinds = [CARDS, CARD, NUMBER]
    if scope != "ranking":
        kinds += [TRUTH, PLAYER] if {"me", "deal", "play"} & SCOPES[scope].needs else [TRUTH]
    want = draw(st.sampled_from(kinds))
    text = Maker(draw, names(game), scope).make(want, draw(st.integers(0, 4)))
    try:
        return expression(game, text, want, scope)
    except RulesetError as error:
        if all("large" in p.message or "deep" in p.message for p in error.problems):
            reject()
        raise


@cache
def states(game: str) -> dict[str, list[State]]:
    """States of some random deals, by the scopes that can come up in them.

    The module that makes them is asked about every word, so that its states have all fields. In two
    of three deals all say yes.
    """
    every = [expression(game, w.name, w.type) for w in WORDS if not w.params]
    every += [expression(game, question, TRUTH) for question in names(game).questions]
    m, found = machine(ruleset(game), every), {scope: list[State]() for scope in SCOPES}
    for seed in range(6):
        s, pack, word = m.State(), shuffled(game, seed), seed * 2654435761 % 2**32
        agrees = seed % 3 < 2
        s.seated = [pack[-1 - p] for p in range(ruleset(game).players)]
        m.draw_lot(s, pack)
        for scope in LOTS:
            found[scope].append(s.copy())  # type: ignore[attr-defined]
        m.begin(s, seed % ruleset(game).players)
        m.deal(s, pack)
        while s.step != CLOSE:
            here = s.copy()  # type: ignore[attr-defined]
            if s.step == STAGE:
                found["stage"].append(here)
                m.advance(s)
            elif not s.step:
                word = (word * 1664525 + 1013904223) % 2**32
                actions = options(m, s)
                if agrees and getattr(s, "polled", 0) > 0:
                    actions = [len(m.CODES) + m.CALLS.index("yes")]
                m.act(s, actions[word * len(actions) >> 32])
                for scope in ("trump", *PLAYING) if here.trick else ():
                    found[scope].append(here)
            else:
                taken = s.step == RESOLVE
                m.advance(s)
                for scope in TAKEN if taken else ():
                    found[scope].append(s.copy())  # type: ignore[attr-defined]
        for scope in COUNTED:
            found[scope].append(s)
    for scope in ("seat", "values", "ranking", "combination", "agreement"):
        found[scope] = found["choice"][:1]
    found["stage"] = found["stage"] or found["trump"]
    return {scope: some[:: max(len(some) // 12, 1)] for scope, some in found.items()}


def parts(expr: Expr) -> Iterator[Expr]:
    yield expr
    for arg in expr.args:
        yield from parts(arg)


def within(expr: Expr, found: Value, game: str) -> bool:
    """Whether a value keeps to what the checker knew of it."""
    r = ruleset(game)
    if expr.type is PLAYER:
        return found in range(r.players)
    if isinstance(expr.bound, Extent):
        assert isinstance(found, frozenset)
        inside = all(expr.bound.mask >> r.deck.numbers[card] & 1 for card in found)
        suits = {card[-1] for card in found}
        alike = len(suits) <= 1 or not expr.bound.one_suit
        return inside and alike and len(found) <= expr.bound.most
    if expr.bound is not None:
        assert not isinstance(found, frozenset)
        return expr.bound[0] <= found <= expr.bound[1]
    return found in (False, True)


def test_states_differ_in_what_was_agreed_to() -> None:
    """Else a question that is always worth the same would not be noticed."""
    for scope in ("stage", *PLAYING, *TAKEN, *COUNTED):
        assert {0} < {s.agreed for s in states("council")[scope]}, scope


@pytest.mark.parametrize("game", GAMES)
@settings(
    deadline=None, max_examples=15 * TRIES, phases=(Phase.explicit, Phase.reuse, Phase.generate)
)
@given(data=st.data())
def test_random_expressions(game: str, data: st.DataObject) -> None:
    scope = data.draw(st.sampled_from([scope for scope in SCOPES if scope != "any"]))
    exprs = data.draw(st.lists(expressions(game, scope), min_size=1, max_size=6))
    m, probes = probing(ruleset(game), exprs)
    for s in states(game)[scope]:
        for me in range(ruleset(game).players):
            facts = Facts(ruleset(game), s, me, m.stock_left(s))
            for expr, probe in zip(exprs, probes, strict=True):
                found = probe(s, me)
                if expr.type is CARDS:
                    assert 0 <= found < 1 << ruleset(game).deck.size
                plain = facts.cards(found) if expr.type is CARDS else found
                assert plain == value(expr, facts)
                assert all(within(part, value(part, facts), game) for part in parts(expr))
