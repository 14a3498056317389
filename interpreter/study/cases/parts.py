"""The rules that decide an expectation, with the value of each part of their expressions.

In: a case in one filling, the game, what failed. Out: for each rule that has a say its name, its
place in the file and its expressions as trees of values, worked out in the state in which the rule
was asked: a card's legality when the player is to move, a trick when it is full, points when the
deal is counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ...machine.engine.spec import CLOSE, COUNT, RESOLVE, State
from ...rules.expression import Expr, bind
from ...rules.ruleset import Declaration, Key, Ruleset
from ...rules.types import Type
from ...rules.vocabulary import Word
from ...table.errors import IllegalAction
from ...table.game import Game
from ...table.match import Match
from ...text.messages import _
from ...text.source import Span
from ..worked import Worked, Workings
from .run import Failure, Trial, begun
from .suite import Expectation

MAX_DEPTH = 6
MAX_CARDS = 12


@dataclass(frozen=True)
class Part:
    """A part of an expression: as it is written, and its value; the parts in it."""

    text: str
    value: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Asked:
    """A rule that was asked about one player: its name, its place, its expression by parts."""

    name: str
    about: str
    span: Span
    part: Part


@dataclass(frozen=True)
class Ask:
    """An expression to be worked out: the rule's name, the seat that is `me`, in which state, and a
    condition without which it is not asked."""

    name: str
    expr: Expr
    me: int
    moment: int = 0
    under: Expr | None = None


def deciding(trial: Trial, game: Game, failure: Failure) -> tuple[Asked, ...]:
    """The rules that decide what failed; none if no expression does."""
    wanted = failure.expectation
    if wanted is None or trial.laid is None or wanted.key not in ASKS:
        return ()
    states = _moments(trial, game)
    if not states:
        return ()
    asks = list(ASKS[wanted.key](game, states[0], wanted))
    return _worked_out(game, asks, states)


def _moments(trial: Trial, game: Game) -> dict[int, State]:
    """The state at the end under 0, and the one before each step that followed the last action."""
    assert trial.laid is not None
    match = begun(game, trial.laid, trial.case)
    if not isinstance(match, Match):
        return {}
    found: dict[int, State] = {}
    m = game.machine
    for text, _at in trial.case.play:
        s = match._state.copy()  # type: ignore[attr-defined]
        action = game.action(text)
        try:
            match.apply(text)
        except (IllegalAction, ValueError):
            return {}
        assert action is not None
        m.act(s, action.index)
        while s.step:
            found[s.step] = s.copy()
            m.advance(s)
        found[0] = s
    return found or {0: match._state}


# -- which rules ----------------------------------------------------------------------------------


def _obligations(game: Game, s: State, wanted: Expectation) -> Iterator[Ask]:
    r = game.ruleset
    for rule in r.tricks.lead if s.led == r.deck.size else r.tricks.reply:
        if rule.when:
            yield Ask(f"{rule.about.name}.when", rule.when, s.turn)
        yield Ask(f"{rule.about.name}.play", rule.play, s.turn, under=rule.when)


def _call(game: Game, s: State, wanted: Expectation) -> Iterator[Ask]:
    """What decides whether a call is offered."""
    kind, _space, rest = wanted.about[0].partition(" ")
    name, _space, suit = rest.partition(" ")
    r, me = game.ruleset, s.turn
    if kind == "play":
        yield from _obligations(game, s, wanted)
    for x in r.exchanges:
        if kind in ("exchange", "pass") and name in ("", x.about.name):
            for key, expr in (("give", x.give), ("when", x.when), ("ask.when", x.ask)):
                if expr:
                    yield Ask(f"{x.about.name}.{key}", expr, me)
    for d in r.declarations:
        if kind == "declare" and d.about.name == name and d.when:
            yield Ask(f"{name}.when", _of_suit(r, d, d.when, suit), me)
    for sign in r.signals.signs:
        if kind == "signal" and sign.about.name == name:
            yield Ask(f"{name}.means", sign.means, me)


def _of_suit(r: Ruleset, d: Declaration, expr: Expr, suit: str) -> Expr:
    masks = {s.code: mask for s, mask in zip(r.deck.suits, r.deck.suit_masks.values(), strict=True)}
    return bind(expr, {d.each: masks[suit]}) if d.each and suit in masks else expr


def _wins(game: Game, s: State, wanted: Expectation) -> Iterator[Ask]:
    for i, expr in enumerate(game.ruleset.tricks.wins, 1):
        yield Ask(f"tricks.wins {i}", expr, 0, RESOLVE)


def _terms(game: Game, s: State, wanted: Expectation) -> Iterator[Ask]:
    seat, name = wanted.about
    for term in game.ruleset.terms:
        if name in ("", term.about.name):
            yield Ask(f"points.{term.about.name}", term.points, seat, COUNT)


def _keys(name: str, keys: tuple[Key, ...], game: Game, moment: int) -> Iterator[Ask]:
    for i, key in enumerate(keys, 1):
        for seat in range(game.seats):
            word = "most" if key.most else "least"
            yield Ask(f"{name} {i}, {word}", key.number, seat, moment)


def _winner(game: Game, s: State, wanted: Expectation) -> Iterator[Ask]:
    yield from _keys("scoring.winner", game.ruleset.winner, game, CLOSE)


def _next(game: Game, s: State, wanted: Expectation) -> Iterator[Ask]:
    yield Ask("dealer.next", game.ruleset.next_dealer, 0, CLOSE)


def _standing(game: Game, s: State, wanted: Expectation) -> Iterator[Ask]:
    if game.ruleset.worth and s.winner < game.seats:
        yield Ask("scoring.worth", game.ruleset.worth, s.winner, CLOSE)
    yield from _winner(game, s, wanted)


def _first(game: Game, s: State, wanted: Expectation) -> Iterator[Ask]:
    if "drawn" in game.machine.FIELDS:
        yield from _keys("dealer.first", game.ruleset.first_dealer, game, 0)


def _declared(game: Game, s: State, wanted: Expectation) -> Iterator[Ask]:
    for d in game.ruleset.declarations:
        if d.points and not d.each:
            yield Ask(f"{d.about.name}.points", d.points, wanted.about[0])


def _trump(game: Game, s: State, wanted: Expectation) -> Iterator[Ask]:
    if game.ruleset.trump:
        yield Ask("trump", game.ruleset.trump, 0)


ASKS: dict[str, Callable[[Game, State, Expectation], Iterator[Ask]]] = {
    "legal": _obligations,
    "refused": _call,
    "offered": _call,
    "not_offered": _call,
    "trick": _wins,
    "points": _terms,
    "winner": _winner,
    "next_dealer": _next,
    "match.wins": _standing,
    "dealer": _first,
    "declared": _declared,
    "trump": _trump,
}
"""the expressions behind each key"""


# -- their values ---------------------------------------------------------------------------------


def _worked_out(game: Game, asks: list[Ask], states: dict[int, State]) -> tuple[Asked, ...]:
    """Each expression by parts, all worked out by one module."""
    exprs = [expr for ask in asks for expr in (ask.expr, ask.under) if expr is not None]
    works = Workings(game, map(_closed, exprs))
    found = []
    for ask in asks:
        s = states.get(ask.moment, states[0])
        if ask.under is not None and not works.of(_closed(ask.under), s, ask.me).value:
            continue
        about = _("player {n}").format(n=ask.me + 1) if _about_me(ask.expr) else ""
        part = _part(game.ruleset, works.of(_closed(ask.expr), s, ask.me), 0)
        found.append(Asked(ask.name, about, ask.expr.span, part))
    return tuple(found)


def _closed(expr: Expr) -> Expr:
    """An expression by itself; a variable that is left in it stands for no card."""
    if expr.op == "var":
        return replace(expr, op="cards", value=0)
    return replace(expr, args=tuple(map(_closed, expr.args)))


def _about_me(expr: Expr) -> bool:
    """Whether an expression is about one player."""
    own = isinstance(expr.value, Word) and re.search(r"\bme\b", expr.value.python)
    return bool(own) or any(map(_about_me, expr.args))


def _part(r: Ruleset, worked: Worked, depth: int) -> Part:
    """A part as an author wrote it."""
    expr, inner = worked.expr, worked.parts if depth < MAX_DEPTH else ()
    text = str(expr.value) if expr.op == "named" else " ".join(expr.span.text.split())
    value = value_text(r, expr.type, worked.value)
    return Part(text, value, tuple(_part(r, part, depth + 1) for part in inner))


def value_text(r: Ruleset, kind: Type, value: int) -> str:
    """A value as it is written in rulesets and cases."""
    if kind is Type.TRUTH:
        return "yes" if value else "no"
    if kind is Type.PLAYER:
        return _("player {n}").format(n=value + 1)
    if kind is Type.NUMBER:
        return str(value)
    return set_text(r, value)


def set_text(r: Ruleset, mask: int) -> str:
    """A set of cards: suits and ranks by their words, others by their codes."""
    if mask == (1 << r.deck.size) - 1:
        return "deck"
    words, left = [], mask
    for table in (r.deck.suit_masks, r.deck.rank_masks):
        for name, whole in table.items():
            if whole & ~left == 0:
                words.append(name)
                left &= ~whole
    codes = [code for card, code in enumerate(r.deck.codes) if left >> card & 1]
    if len(codes) > MAX_CARDS:
        codes[MAX_CARDS:] = ["…"]
    return " ".join([*words, *codes]) or "none"
