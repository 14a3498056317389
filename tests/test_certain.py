"""What is said to be certain of an expression is so: random expressions in states that come up.

Whatever a condition is in a state of its place must be among what it was said that it can be; so
must sets, numbers and players. The values are worked out by reference.py.
"""

from __future__ import annotations

from typing import cast

import pytest
from helpers import TRIES
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from positions import compiled, expression, mask, ruleset
from reference import Cards, Facts, value
from test_random_expressions import expressions, parts, states

from interpreter.machine.engine.spec import State
from interpreter.rules.expression import Expr
from interpreter.rules.scopes import SCOPES as SCOPES_OF
from interpreter.rules.types import Type
from interpreter.rules.vocabulary import WORDS
from interpreter.study.certain import NO, YES, Certain, outcomes
from interpreter.study.inputs import Place, Work

GAMES = ("chouine", "jacks", "three", "council", "six")
SCOPES = (
    *(
        "announcement",
        "choice",
        "claim",
        "drawing",
        "lot",
        "next",
        "question",
        "result",
        "score",
        "seat",
    ),
    *("stage", "trump", "wins"),
)


class Said:
    """What is said of an expression in a place."""

    def __init__(self, expr: Expr, place: Place) -> None:
        self.expr, self.type = expr, expr.type
        self.truth = outcomes(expr, place) if expr.type is Type.TRUTH else 0
        choices = [] if self.truth else [Certain(place, inputs) for inputs in place.inputs(expr)]
        self.numbers = [c.number(expr) for c in choices if expr.type is Type.NUMBER]
        self.players = [c.player(expr) for c in choices if expr.type is Type.PLAYER]
        self.cards = [c.cards(expr) for c in choices if expr.type is Type.CARDS]

    def allows(self, facts: Facts, game: str) -> bool:
        """Whether the value that the expression has is among what was said."""
        found = value(self.expr, facts)
        if self.type is Type.TRUTH:
            return bool(self.truth & (YES if found else NO))
        if self.type is Type.CARDS:
            cards = mask(game, " ".join(cast("Cards", found)))
            fitting = (
                not known.must & ~cards
                and not cards & ~known.may
                and known.least <= cards.bit_count() <= known.most
                for known in self.cards
            )
            return any(fitting) or not self.cards
        number = cast("int", found)
        if self.type is Type.NUMBER:
            return any(low <= number <= high for low, high in self.numbers) or not self.numbers
        return any(seats >> number & 1 for seats in self.players) or not self.players


@pytest.mark.parametrize("game", GAMES)
@settings(
    deadline=None, max_examples=7 * TRIES, phases=(Phase.explicit, Phase.reuse, Phase.generate)
)
@given(data=st.data())
def test_nothing_else_comes_up(game: str, data: st.DataObject) -> None:
    scope, r = data.draw(st.sampled_from(SCOPES)), ruleset(game)
    expr = data.draw(expressions(game, scope))
    plain, led, replied = (
        [
            Said(part, Place(r, led=led, counted=scope in ("score", "result")))
            for part in parts(expr)
        ]
        for led in (None, 0, 1)
    )
    for s in states(game)[scope]:
        for me in range(r.players):
            if scope in ("announcement", "choice") and me != s.turn:
                continue  # a choice is that of the player to move
            facts = Facts(r, s, me, compiled(game).stock_left(s))
            there = led if s.led == r.deck.size else replied
            for said in (
                *plain,
                *(there if scope in ("announcement", "choice", "question") else ()),
            ):
                assert said.allows(facts, game), (said.expr, facts)


@pytest.mark.parametrize("game", GAMES)
def test_words_in_each_trick(game: str) -> None:
    """With the trick, the seats and the cards that there are, every word is as it was said."""
    r, compared = ruleset(game), 0
    for scope in SCOPES:
        for word in (w for w in WORDS if not w.params and w.needs in SCOPES_OF[scope].needs):
            expr = expression(game, word.name, word.type, scope)
            if word.type is Type.CARDS:
                expr = expression(game, f"count({word.name})", Type.NUMBER, scope)
            for s in states(game)[scope]:
                lead = s.led == r.deck.size
                places = [Place(r, counted=scope in ("score", "result"))]
                places += (
                    [Place(r, 0 if lead else 1)]
                    if scope in ("announcement", "choice", "question")
                    else []
                )
                for place in places:
                    compared += told_right(expr, place, s, game)
    assert compared > 400


def told_right(expr: Expr, place: Place, s: State, game: str) -> bool:
    """What is said of the very inputs of a state holds in it; False if none was said."""
    facts = Facts(ruleset(game), s, s.turn, compiled(game).stock_left(s))
    own = {"trick": s.trick, "dealer": s.dealer, "me": s.turn, "leader": s.leader}
    own |= {"led": s.led, "best": s.best, "turned": s.turned}
    own |= {"drawn": s.drawn[s.turn], "seated": s.seated[s.turn]}
    own |= {"winner": s.taker, "last_winner": s.last_winner}
    none = ruleset(game).deck.size
    for inputs in place.inputs(expr):
        if all(own.get(name, v) in (v, none if v < 0 else v) for name, v in inputs.items()):
            said = Certain(place, inputs)
            found = cast("int", value(expr, facts))
            if expr.type is Type.NUMBER:
                low, high = said.number(expr)
                assert low <= found <= high, (expr, inputs)
            elif expr.type is Type.PLAYER:
                assert said.player(expr) >> found & 1, (expr, inputs)
            return True
    return False


def test_what_would_take_too_long_is_not_said() -> None:
    r = ruleset("chouine")
    expr = expression("chouine", "trick > 16", Type.TRUTH, "choice")
    assert outcomes(expr, Place(r)) == NO
    assert outcomes(expr, Place(r, work=Work(left=20))) == YES | NO
