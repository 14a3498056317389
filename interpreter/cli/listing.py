"""`trickplay list`: the games that come with the program, each with its variants."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ..text.messages import plural
from .console import say
from .options import speaks

if TYPE_CHECKING:
    from ..table.game import Game


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@speaks
def list_(as_json: bool) -> None:
    """List the rulesets that come with the program."""
    from ..rules.shelf import shipped
    from ..table.game import load

    games = [load(name) for name in shipped()]
    if as_json:
        rows = [
            {
                "name": g.name,
                "title": dict(g.ruleset.title),
                "extends": g.ruleset.bases[0] if g.ruleset.bases else None,
                "players": g.seats,
                "hash": g.hash,
            }
            for g in games
        ]
        say(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    width = max(len(game.name) + 2 * bool(game.ruleset.bases) for game in games)
    for game in sorted(games, key=_family):
        players = plural("{n} player", "{n} players", game.seats)
        name = f"  {game.name}" if game.ruleset.bases else game.name
        say(f"{name:{width}}  {game.ruleset.title}, {players}")


def _family(game: Game) -> tuple[str, bool, str]:
    """A game before its variants."""
    bases = game.ruleset.bases
    return (bases[-1] if bases else game.name, bool(bases), game.name)
