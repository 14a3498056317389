"""Completion in the shell: rulesets, their options and packs, saved games; `trickplay completion`.

click does the work; here is what it is given to choose from. Bash takes `NAME=VALUE` apart at its
`=`, so that it is put together again for it. Nothing here is imported before it is needed.
"""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

import click

from ..rules.shelf import shipped
from .console import say
from .options import speaks

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ..table.game import Game

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_TRICKPLAY_COMPLETE"
Items = list["CompletionItem"]


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@speaks
def completion(shell: str) -> None:
    """Print what a shell needs to complete commands.

    It completes commands, options, rulesets and their options, and saved games. Put what is
    printed where your shell reads it when it starts.
    """
    from click.shell_completion import get_completion_class

    from .main import cli

    found = get_completion_class(shell)
    assert found is not None
    made = found(cli, {}, "trickplay", VARIABLE)
    say((made.source_template % made.source_vars()).strip())


def _items(words: list[str], incomplete: str, files: bool = False) -> Items:
    """The words that begin as what was typed, and files if they may stand there."""
    from click.shell_completion import CompletionItem

    found = [CompletionItem(word) for word in words if word.startswith(incomplete)]
    # bash forgets what stands before the files
    return [CompletionItem(incomplete, type="file"), *found] if files else found


def rulesets(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """Shipped rulesets, and files."""
    return _items(shipped(), incomplete, files=True)


def paths(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """Files."""
    return _items([], incomplete, files=True)


def saved_games(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """The saved games."""
    from ..table.saved import names

    return _items(names(), incomplete)


def records(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The saved games, and files."""
    return [*paths(ctx, param, incomplete), *saved_games(ctx, param, incomplete)]


def _game() -> Game | None:
    """The ruleset that stands in the command already, if there is one that can be read. (Of a
    command that ends in an option without its value click knows no arguments.)"""
    from click.shell_completion import split_arg_string

    from ..rules.shelf import is_path
    from ..table.game import load
    from ..text.problem import RulesetError

    for word in split_arg_string(os.environ.get("COMP_WORDS", ""))[1:]:
        if word in shipped() or (is_path(word) and os.path.isfile(word)):
            try:
                return load(word)
            except (RulesetError, OSError):
                return None
    return None


def settings(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """NAME=VALUE of the options of the ruleset."""
    game = _game()
    found = game.ruleset.options if game else ()
    return _items([f"{o.about.name}={value}" for o in found for value in o.values], incomplete)


setting = partial(click.option, metavar="NAME=VALUE", multiple=True, shell_complete=settings)
"""an option of a command for options of a game"""


def packs(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """The packs with which the ruleset can be played."""
    game = _game()
    if game is None:
        return []
    deck = game.ruleset.deck
    return _items([deck.name, *deck.faces], incomplete)


def kinds(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """Kinds of players, one after the other."""
    from ..table.players import HUMAN, PLAYERS

    before = incomplete.rpartition(",")[0]
    head = f"{before}," if before else ""
    return _items([head + kind for kind in (HUMAN, *sorted(PLAYERS))], incomplete)


def prepare() -> None:
    """When a shell asks: make bash's words what was typed."""
    if os.environ.get(VARIABLE) != "bash_complete":
        return
    from click.shell_completion import BashComplete, CompletionItem, add_completion_class

    class Bash(BashComplete):
        """Words joined at `=`; of an answer bash wants what is behind it."""

        behind = False

        def get_completion_args(self) -> tuple[list[str], str]:
            args, incomplete = super().get_completion_args()
            words = [*args, incomplete]
            while "=" in words[1:]:
                at = words.index("=", 1)
                words[at - 1 : at + 2] = ["".join(words[at - 1 : at + 2])]
                self.behind = at >= len(words)
            if words[-1].endswith("=") and incomplete == "=":
                self.behind = True
            return words[:-1], words[-1]

        def format_completion(self, item: CompletionItem) -> str:
            if self.behind:
                item = CompletionItem(str(item.value).partition("=")[2], type=item.type)
            return str(super().format_completion(item))

    add_completion_class(Bash)
