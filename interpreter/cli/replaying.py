"""`trickplay replay`: a record played again and verified."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..text.messages import _, plural
from .completing import records
from .console import say
from .options import speaks

if TYPE_CHECKING:
    from ..table.match import Match
    from ..table.replay import Record


@click.command()
@click.argument("file", shell_complete=records)
@click.option("--until", metavar="DEAL.TRICK", help="Stop after this trick and show the hands.")
@click.option("--seat", type=click.IntRange(1), metavar="N", help="Tell what this seat saw.")
@click.option("-q", "--quiet", is_flag=True, help="Only verify; do not tell the story.")
@click.option("--json", "as_json", is_flag=True, help="All that happened, for programs.")
@speaks
@click.option("--ascii", "plain", is_flag=True, help="Letters instead of suit signs.")
def replay(
    file: str,
    until: str | None,
    seat: int | None,
    quiet: bool,
    as_json: bool,
    plain: bool,
) -> int:
    """Play the record of a match again and verify every line of it.

    FILE is a record; a saved game is named by its ID. At a terminal you step through the match,
    forward and back. The hands of a game that a person plays are shown once it is over.
    """
    from ..table.errors import RecordError
    from ..table.replay import read_kept
    from ..table.spelling import ascii_only
    from .console import at_a_terminal, signs_can_be_shown

    ascii_only(plain or not signs_can_be_shown())
    stop, path = _stop(until), record_path(file)
    try:
        record, cut = read_kept(path)
        me = _seat(record, seat)
        if at_a_terminal() and not (stop or quiet or as_json):
            from .stepping import step_through

            return step_through(record, me)
        code = _tell(record, me, stop, quiet, as_json)
    except RecordError as error:
        say(f"{path}:{error.line}: {error}", err=True)
        return 1
    if cut is None or stop or code:
        return code
    text = _("line {n} is incomplete: whoever wrote the record was stopped there")
    say(f"{path}:{cut.line}: " + text.format(n=cut.line), err=True)
    return 1


def record_path(text: str) -> Path:
    """The file of a record, or of a saved game with that ID. Raises FileNotFoundError."""
    from ..table import saved

    path = Path(text)
    if path.is_file():
        return path
    if text in saved.names():
        return saved.path_of(text)
    raise FileNotFoundError(_("there is no file {path}").format(path=text))


def _seat(record: Record, asked: int | None) -> int | None:
    """The seat that the story is told to, from 0; None for all of it.

    Raises click.UsageError for the hand of somebody in a game that a person still plays.
    """
    from ..table.players import HUMAN

    names = _names(record)
    if asked is not None and asked > len(names):
        raise click.UsageError(_("there is no seat {n}").format(n=asked))
    if HUMAN not in names or "result" in record[-1]:
        return asked - 1 if asked else None
    if asked and names[asked - 1] != HUMAN:
        raise click.UsageError(closed_text())
    return names.index(HUMAN)


def _names(record: Record) -> list[str]:
    """The players as they sit, if the record says so; it is verified later."""
    players = record[0].get("seats")
    if not isinstance(players, list):
        return []
    order = record[1].get("seats") if len(record) > 1 else None
    known = range(len(players))
    if isinstance(order, list) and all(type(i) is int and i in known for i in order):
        return [players[i] for i in order]
    return players


def closed_text() -> str:
    """Why a hand is not shown."""
    return _("the hands of the others are shown once the match is over")


def _tell(record: Record, me: int | None, stop: list[int] | None, quiet: bool, raw: bool) -> int:
    """Verify line by line, telling the story meanwhile; the exit code."""
    from ..table.replay import replaying
    from .story import Story

    place, story = [0, 0], None
    for line, match in zip([*record[1:], {}], replaying(record), strict=False):
        story = story or Story(match, me)
        place = _place(line, place)
        if not quiet and not raw:
            story.tell(place[0])
        if place == stop:
            if not raw:
                _show_hands(match, me)
                return 0
            break
    else:
        if stop:
            until = ".".join(map(str, stop))
            raise click.UsageError(_("the record ends before {until}").format(until=until))
    if raw:
        say(json.dumps(_data(match, me), ensure_ascii=False, indent=2))
        return 0
    note_difference(match)
    say(_verified(match, len(record), place))
    return 0


def _data(match: Match, me: int | None) -> dict[str, Any]:
    """What happened, as a seat saw it if one is named, as JSON data."""
    events = match.events if me is None else [event.for_seat(me) for event in match.events]
    result = match.result
    return {
        "ruleset": match.game.name,
        "hash": match.game.hash,
        "options": match.game.ruleset.agreed(),
        "players": list(match.names),
        "seat": me,
        "events": [event.to_dict() for event in events],
        "result": None if result is None else asdict(result),
    }


def _stop(until: str | None) -> list[int] | None:
    if until is None:
        return None
    if not re.fullmatch(r"[1-9][0-9]{0,5}\.[1-9][0-9]{0,5}", until):
        raise click.UsageError(_("--until wants a deal and a trick, such as 2.5"))
    return [int(number) for number in until.split(".")]


def _place(line: dict[str, Any], place: list[int]) -> list[int]:
    """Deal and trick after a line of the record."""
    if "deal" in line:
        return [line["deal"], 0]
    return [place[0], line["trick"]] if "trick" in line else place


def _show_hands(match: Match, me: int | None) -> None:
    """The hands after a trick in the middle of a deal, or the one that may be seen."""
    from ..table.spelling import code_text
    from .console import display_names

    views = [match.view(seat) for seat in range(match.seats)]
    if views[0].trick_number == 1:
        return  # the deal is over and the next one dealt
    for name, view in zip(display_names(match.names), views, strict=True):
        if me in (None, view.seat):
            cards = " ".join(code_text(match.game, code) for code in view.hand)
            say(_("{name} holds {cards}").format(name=name, cards=cards or "-"))


def note_difference(match: Match) -> None:
    """Say so if the ruleset of a record is not the one that is installed under its name."""
    from ..rules.shelf import shipped
    from ..table.installed import installed

    name, now = match.game.name, installed(match.game)
    if name in shipped() and (now is None or now.hash != match.game.hash):
        text = _("note: the installed {name} plays otherwise than the one in this record")
        say(text.format(name=name), err=True)


def _verified(match: Match, lines: int, place: list[int]) -> str:
    text = plural("verified: {n} line", "verified: {n} lines", lines)
    result = match.result
    if result is None:
        deal, trick = place
        if deal:
            more = (
                _("; the match is not finished: it ends after trick {m} of deal {n}")
                if trick
                else _("; the match is not finished: it ends before the first trick of deal {n}")
            )
            return text + more.format(n=deal, m=trick)
        return text + _("; the match is not finished")
    if result.rounds:
        return text + _("; rounds won {rounds}").format(rounds="–".join(map(str, result.rounds)))
    return text + _("; deals won {wins}").format(wins="–".join(map(str, result.wins)))
