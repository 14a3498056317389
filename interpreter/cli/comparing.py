"""`trickplay diff`: what differs between two rulesets, in words, by dependence and in play."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ..text.messages import _
from .completing import rulesets, setting
from .console import Painter, progress, say, signs_can_be_shown
from .options import allow_outside, speaks

if TYPE_CHECKING:
    from ..study.diff import Diff
    from ..table.game import Game

MAX_DEALS = 10_000_000
PLAIN = str.maketrans({"→": "->", "·": "|", "–": "-"})


@click.command()
@click.argument("a", shell_complete=rulesets)
@click.argument("b", shell_complete=rulesets)
@click.option(
    "-n",
    "deals",
    type=click.IntRange(1, MAX_DEALS),
    default=2000,
    show_default=True,
    metavar="N",
    help="How many deals to play; half of them stacked, but no more than 1000.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=0, metavar="N", help="Other deals."
)
@click.option(
    "--level",
    type=click.IntRange(1, 3),
    default=3,
    show_default=True,
    help="1: rules in words; 2: what they can touch, too; 3: deals that differ, too.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--exit-code", is_flag=True, help="Leave with 1 if they do not play alike.")
@setting("--set-a", help="An option of A.")
@setting("--set-b", help="An option of B.")
@allow_outside
@speaks
def diff(
    a: str,
    b: str,
    deals: int,
    seed: int,
    level: int,
    as_json: bool,
    exit_code: bool,
    set_a: tuple[str, ...],
    set_b: tuple[str, ...],
) -> int:
    """Compare the rulesets A and B: names of shipped ones, or paths.

    First the rules that differ; then what reads them; then deals that are played otherwise, with
    how often that was seen and the shortest examples. Ctrl-C shows what was found until then.
    """
    from ..study.diff import Diff
    from ..table.game import load
    from ..table.spelling import ascii_only

    games = (_agreed(load(a), set_a), _agreed(load(b), set_b))
    ascii_only(not all(signs_can_be_shown(game) for game in games))
    found = Diff(*games, level=level, seed=seed)
    stopped = _play(found, deals)
    _show(found, as_json)
    if stopped:
        say(_("stopped"), err=True)
        return 130
    return int(exit_code and not found.comparison.same)


def _agreed(game: Game, settings: tuple[str, ...]) -> Game:
    """The game with these settings of its options."""
    asked = dict(setting.partition("=")[::2] for setting in settings)
    try:
        return game.with_options({name.strip(): value.strip() for name, value in asked.items()})
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _play(found: Diff, deals: int) -> bool:
    """Play; whether somebody stopped it."""
    if found.search is None:
        return False
    try:
        with progress(deals, _("playing")) as (tick, tell):
            found.play(deals, tick, tell=tell)
    except KeyboardInterrupt:
        return True
    return False


def _show(found: Diff, as_json: bool) -> None:
    from ..study.data import to_dict
    from ..study.report import report

    if as_json:
        say(json.dumps(to_dict(found), ensure_ascii=False, indent=2))
        return
    painter, plain = Painter(found.games[0]), not signs_can_be_shown()
    for line in report(found):
        painter.show(line.rstrip().translate(PLAIN) if plain else line.rstrip())
