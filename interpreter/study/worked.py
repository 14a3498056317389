"""Expressions worked out in a position, with what every part of them came to.

In: a game, typed expressions of it, a state and a player. Out: a tree of parts, each with its text
and its value; and the same in words. The values come from the compiled module of the game itself,
which is made once with a function for each part, so that what is shown is what was played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..machine.engine.spec import State
from ..machine.evaluate import probing
from ..rules.expression import Expr, constant_cards
from ..rules.ruleset import Ruleset
from ..rules.types import Type
from ..table.game import Game
from ..table.spelling import cards_text
from ..text.messages import _
from .unparse import settled, unparse

CONSTANT = ("cards", "truth", "number")
JOINS = ("and", "or", "not", "if", "named", "sum", "product", "minus")
"""what is explained by its parts; the rest by the values of its words"""


@dataclass(frozen=True)
class Worked:
    """An expression, its text, what it came to, and its parts that are not the same in every deal.

    value: a set of cards as bits, a number, a condition as 0 or 1, or a seat; `expr.type` says
    which. parts: those of a chain, the definition of a name, the condition of an `if` and the side
    that it chose, the arguments of a word.
    """

    expr: Expr
    text: str
    value: int
    parts: tuple[Worked, ...] = ()


class Workings:
    """Works out the given expressions of a game, none of which may have a variable.

    game: the same game on a machine that knows the parts; positions to be looked at are played on
    it, so that their states have all that is read.
    """

    def __init__(self, game: Game, exprs: Iterable[Expr]) -> None:
        self.ruleset = game.ruleset
        found = dict.fromkeys(part for expr in exprs for part in _parts(settled(expr)))
        machine, probes = probing(game.ruleset, list(found))
        self.probes = dict(zip(found, probes, strict=True))
        self.game = Game(game.ruleset, game.face)
        self.game.__dict__["machine"] = machine

    def of(self, expr: Expr, s: State, me: int = 0) -> Worked:
        """The expression worked out in a state, for the player who is `me` in it."""
        return self._of(settled(expr), s, me)

    def _of(self, expr: Expr, s: State, me: int) -> Worked:
        text = unparse(expr, self.ruleset)
        if expr not in self.probes:
            return Worked(expr, text, _constant(expr))
        args = expr.args
        if expr.op == "if":
            args = (args[0], args[1] if self.probes_say(args[0], s, me) else args[2])
        parts = tuple(self._of(arg, s, me) for arg in args if _varies(arg))
        return Worked(expr, text, int(self.probes[expr](s, me)), parts)

    def probes_say(self, expr: Expr, s: State, me: int) -> bool:
        """Whether a condition holds, be it constant or not."""
        return bool(self.probes[expr](s, me) if expr in self.probes else _constant(expr))


def _parts(expr: Expr) -> Iterator[Expr]:
    """An expression and all within it that is not the same in every deal."""
    if _varies(expr):
        yield expr
        for arg in expr.args:
            yield from _parts(arg)


def _varies(expr: Expr) -> bool:
    return expr.op not in CONSTANT and constant_cards(expr) is None


def _constant(expr: Expr) -> int:
    mask = constant_cards(expr)
    assert mask is not None or isinstance(expr.value, int)
    return int(expr.value) if mask is None else mask  # type: ignore[arg-type]


# -- in words --------------------------------------------------------------------------------------

Names = Callable[[int], str]
"""what a player is called"""


def value_text(game: Game, worked: Worked, names: Names) -> str:
    """What an expression came to."""
    kind = worked.expr.type
    if kind is Type.TRUTH:
        return _("yes") if worked.value else _("no")
    if kind is Type.PLAYER:
        return names(worked.value) if worked.value < game.seats else _("nobody")
    if kind is Type.CARDS:
        return set_text(game, worked.value)
    return str(worked.value)


def set_text(game: Game, mask: int) -> str:
    """A set of cards: whole suits by their title, all others one by one."""
    r: Ruleset = game.ruleset
    if mask in (0, (1 << r.deck.size) - 1):
        return _("all cards") if mask else _("no card")
    parts = []
    for whole, suit in zip(r.deck.suit_masks.values(), game.face.suits, strict=True):
        if whole & ~mask == 0:
            parts.append(str(suit.title))
            mask &= ~whole
    return ", ".join([*parts, cards_text(game, mask)] if mask else parts)


def lines(game: Game, worked: Worked, names: Names, depth: int = 0) -> Iterator[tuple[int, str]]:
    """A row for each step that explains the value, with its depth; the expression itself first."""
    value = value_text(game, worked, names)
    text = _("{expression}: {value}").format(expression=worked.text, value=value)
    words = "" if worked.expr.op in JOINS else _words(game, worked, names)
    yield depth, f"{text} ({words})" if words else text
    if worked.expr.op in JOINS:
        for part in worked.parts:
            yield from lines(game, part, names, depth + 1)


def _words(game: Game, worked: Worked, names: Names) -> str:
    """What the words in an expression stand for."""
    found = dict[str, str]()
    for part in worked.parts:
        for inner in _leaves(part):
            found.setdefault(inner.text, value_text(game, inner, names))
    return ", ".join(f"{text} {value}" for text, value in found.items())


def _leaves(worked: Worked) -> Iterator[Worked]:
    """The words and names in an expression."""
    if worked.expr.op in ("word", "named", "agreed"):
        yield worked
    for part in worked.parts:
        yield from _leaves(part)
