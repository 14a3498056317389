"""`trickplay compile`: the module that a ruleset becomes."""

from __future__ import annotations

import click

from .completing import rulesets
from .console import say
from .options import allow_outside, speaks


@click.command("compile")
@click.argument("ruleset", shell_complete=rulesets)
@allow_outside
@speaks
def compile_(ruleset: str) -> None:
    """Print the Python module of a ruleset. It runs alone.

    RULESET is the name of a shipped one or a path.
    """
    from ..machine.compile import compile_ruleset
    from ..table.game import load

    say(compile_ruleset(load(ruleset).ruleset), end="")
