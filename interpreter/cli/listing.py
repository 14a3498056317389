"""`trickplay list`: the games that come with the program."""

from __future__ import annotations

import json

import click

from ..text.messages import plural
from .console import say


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def list_(as_json: bool) -> None:
    """List the rulesets that come with the program."""
    from ..rules.shelf import shipped
    from ..table.game import load

    games = [load(name) for name in shipped()]
    if as_json:
        rows = [
            {"name": g.name, "title": dict(g.ruleset.title), "players": g.seats, "hash": g.hash}
            for g in games
        ]
        say(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    width = max(len(game.name) for game in games)
    for game in games:
        players = plural("{n} player", "{n} players", game.seats)
        say(f"{game.name:{width}}  {game.ruleset.title}, {players}")
