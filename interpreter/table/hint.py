"""A hint for a person: what the best player there is would do, and why.

In: a game and a view. Out: one of the view's actions and a sentence. The sentence is told from the
numbers by which that player chose, and claims nothing that they do not say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..text.messages import _, plural
from .players import GreedyPlayer, Scene
from .spelling import code_text

if TYPE_CHECKING:
    from .action import Action
    from .game import Game
    from .view import View


@dataclass(frozen=True)
class Hint:
    """What to do, and the reason in a sentence."""

    action: Action
    reason: str


def hint(game: Game, view: View) -> Hint:
    """A hint for the player to move, whose view it is."""
    action = GreedyPlayer(game, 0, view.seat).choose(view)
    return Hint(action, _reason(game, view, action))


def _reason(game: Game, view: View, action: Action) -> str:
    if len(view.actions) == 1:
        return _("nothing else is possible")
    if action.kind == "play":
        return _why_play(game, view, action)
    if action.kind == "declare":
        return _why_declare(game, view, action)
    if action.kind == "exchange":
        return _("{card} is stronger than your weakest card").format(
            card=code_text(game, view.turned or "")
        )
    if action.kind == "discard":
        return _("it is your weakest card")
    if action.kind == "yes":
        return _("your cards are weaker than those of the pack on average")
    if action.kind == "no":
        return _("your cards are not weaker than those of the pack on average")
    return _("an exchange would not make your hand stronger")


def _why_declare(game: Game, view: View, action: Action) -> str:
    """It wins, or it is worth the most."""
    if any(d.wins and d.about.name == action.name for d in game.ruleset.declarations):
        return _("it wins at once")
    points = dict(view.worth)[str(action)]
    return plural("it is worth {n} point", "it is worth {n} points", points)


def _why_play(game: Game, view: View, action: Action) -> str:
    """What the card can take, or that it loses little. Equal cards are beaten by none of them, but
    may keep each other from the trick: only the last card is said to take it."""
    scene = Scene(game, view)
    chance, points = scene.chance(action.index), scene.points(action.index)
    others = [scene.chance(other.index) for other in view.actions if other.kind == "play"]
    if chance == 1 and scene.last:
        worth = plural("{n} point", "{n} points", points)
        valued = any(game.ruleset.values)
        text = _("it takes the trick ({worth})") if valued else _("it takes the trick")
        return text.format(worth=worth)
    if chance == 1:
        return _("no card that you have not seen beats it")
    if chance:
        text = _("by the cards that you have not seen, nobody beats it with a chance of {n} %")
        return text.format(n=max(1, min(99, round(100 * chance))))
    if any(others):
        return _("it loses less than trying to take the trick would")
    return _("you cannot take the trick, and this card loses least")
