"""The game that is installed under the name of another, such as that of a record."""

from __future__ import annotations

from ..rules.read import read_ruleset
from ..rules.shelf import find, shipped
from .game import Game


def installed(game: Game) -> Game | None:
    """The shipped game of that name with the same settings and cards; None if there is none.

    It plays alike if its hash is the same; its rules know their places in a file.
    """
    if game.name not in shipped():
        return None
    try:
        found = read_ruleset(find(game.name), settings=game.ruleset.agreed())
        return Game(found).with_cards(game.face.name)
    except ValueError:  # it has lost an option, or a pack
        return None
