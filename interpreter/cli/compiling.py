"""`trickplay compile`: the module that a ruleset becomes."""

from __future__ import annotations

import click

from .console import say


@click.command("compile")
@click.argument("ruleset")
def compile_(ruleset: str) -> None:
    """Print the Python module of a ruleset. It runs alone.

    RULESET is the name of a shipped one or a path.
    """
    from ..machine.compile import compile_ruleset
    from ..table.game import load

    say(compile_ruleset(load(ruleset).ruleset), end="")
