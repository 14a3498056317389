"""`trickplay resume` and `trickplay games`: saved games taken up again, and a list of them."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

import click

from ..text.messages import _, plural, speak
from .completing import saved_games
from .console import at_a_terminal, display_names, say, signs_can_be_shown
from .options import lang, speaks

if TYPE_CHECKING:
    from ..table.listing import Entry
    from ..table.match import Match


@click.command()
@click.argument("game", required=False, metavar="[ID]", shell_complete=saved_games)
@speaks
@click.option("--ascii", "letters", is_flag=True, help="Letters instead of suit signs.")
@click.option("--plain", is_flag=True, help="Line by line, not the full-screen table.")
def resume(game: str | None, letters: bool, plain: bool) -> int:
    """Go on with a saved game.

    It is the one played last, or the one with this ID; `trickplay games` lists them. A game goes
    on by the rules that it was begun with, even if the installed ones have changed.
    """
    from ..table import saved
    from ..table.errors import RecordError
    from ..table.laid import person
    from ..table.listing import unfinished
    from ..table.spelling import ascii_only
    from .playing import Keeper, play
    from .seating import look

    name = game or unfinished()
    if name is None:
        say(_("there is no game to go on with; trickplay run begins one"), err=True)
        return 1
    try:
        found = saved.resume(name)
        me = person(found.match)
    except saved.InUse:
        say(_("{name} is being played by another process").format(name=name), err=True)
        return 1
    except RecordError as error:
        say(f"{saved.path_of(name)}:{error.line}: {error}", err=True)
        return 1
    speak(lang() or found.laid.language)
    ascii_only(letters or not signs_can_be_shown(found.match.game))
    keeper = Keeper(found.saved)
    _greet(found.match, name, found.torn)
    table = None if found.match.over else look(plain, letters)
    return play(found.match, found.laid, keeper, told=_told(found.match, me), table=table)


def _greet(match: Match, name: str, torn: bool) -> None:
    """Say what goes on, and what is not as it was."""
    from .replaying import note_difference

    if match.over:
        text = _("{name} is over; trickplay replay {name} shows it again")
        say(text.format(name=name))
        return
    say(_("{name} goes on").format(name=name))
    note_difference(match)
    if torn:
        text = _("note: its last line was cut off; it goes on from the move before")
        say(text, err=True)


def _told(match: Match, me: int) -> int:
    """How much of the story was told before the last move of the person, or before any move."""
    from ..table.steps import Steps

    steps = Steps(match)
    if match.over:
        return steps.count(steps.last)
    own = [position for position, turn in enumerate(steps.turns) if turn == me]
    return steps.count(own[-1]) if own else 0


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option(
    "--forget",
    metavar="ID",
    multiple=True,
    shell_complete=saved_games,
    help="Remove this game.",
)
@click.option("--yes", is_flag=True, help="Remove it without a question.")
@speaks
def games(as_json: bool, forget: tuple[str, ...], yes: bool) -> int:
    """List the saved games, those to be continued first."""
    from ..table.listing import entries
    from ..table.saved import folder

    if forget:
        return max(_forget(name, yes) for name in forget)
    found = entries()
    if as_json:
        say(json.dumps([entry.to_dict() for entry in found], ensure_ascii=False, indent=2))
        return 0
    if not found:
        say(_("there are no saved games in {folder}").format(folder=folder()))
    width = max((len(entry.name) for entry in found), default=0)
    for heading, over in ((_("to be continued:"), False), (_("over:"), True)):
        rows = [entry for entry in found if entry.over == over and not entry.problem]
        if rows:
            say(heading)
        for entry in rows:
            say(f"  {entry.name:{width}}  {_row(entry)}")
    for entry in found:
        if entry.problem:
            say(entry.problem, err=True)
    return 0


def _row(entry: Entry) -> str:
    """How a game stands, or ended, against whom, and when it was played."""
    from ..table.players import HUMAN

    me = entry.players.index(HUMAN) if HUMAN in entry.players else None
    names = display_names(entry.players, me)
    sides = [" + ".join(names[side :: len(entry.wins)]) for side in range(len(entry.wins))]
    score = f"{' – '.join(sides)} {'–'.join(map(str, entry.wins))}"
    if entry.over:
        won = sides[entry.winner] if entry.winner is not None else _("nobody")
        where = _("won by {name}").format(name=won)
    else:
        where = _("deal {n}, trick {m}").format(n=entry.deal, m=entry.trick)
    parts = [score, where, age(entry.changed)]
    return ", ".join([*parts, _("being played")] if entry.playing else parts)


def age(then: float) -> str:
    """How long ago something was."""
    minutes = int(max(0.0, time.time() - then)) // 60
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return plural("{n} minute ago", "{n} minutes ago", minutes)
    if minutes < 24 * 60:
        return plural("{n} hour ago", "{n} hours ago", minutes // 60)
    return plural("{n} day ago", "{n} days ago", minutes // (24 * 60))


def _forget(name: str, yes: bool) -> int:
    """Remove a game, once somebody has said that it may go; the exit code."""
    from ..table import saved
    from .authoring import YES

    saved.path_of(name)
    if not yes:
        if not at_a_terminal():
            raise click.UsageError(_("--forget asks at a terminal only; elsewhere add --yes"))
        print(_("remove {name}? (yes or no)").format(name=name) + " > ", end="", flush=True)
        answer = sys.stdin.readline().strip().lower()
        if answer not in YES:
            say(_("{name} is kept").format(name=name))
            return 1
    try:
        saved.forget(name)
    except saved.InUse:
        say(_("{name} is being played by another process").format(name=name), err=True)
        return 1
    say(_("{name} is removed").format(name=name))
    return 0
