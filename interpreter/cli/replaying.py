"""`trickplay replay`: a record played again and verified."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..text.messages import LANGUAGES, _, plural, speak
from .console import say

if TYPE_CHECKING:
    from ..table.match import Match


@click.command()
@click.argument("file")
@click.option("--until", metavar="DEAL.TRICK", help="Stop after this trick and show all hands.")
@click.option("-q", "--quiet", is_flag=True, help="Only verify; do not tell the story.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language of texts and cards.")
@click.option("--ascii", "plain", is_flag=True, help="Letters instead of suit signs.")
def replay(file: str, until: str | None, quiet: bool, lang: str | None, plain: bool) -> int:
    """Play the record of a match again and verify every line of it."""
    from ..table.errors import RecordError
    from ..table.replay import read_record, replaying
    from ..table.spelling import ascii_only
    from .console import signs_can_be_shown
    from .story import Story

    if lang:
        speak(lang)
    ascii_only(plain or not signs_can_be_shown())
    stop = _stop(until)
    if not Path(file).is_file():
        raise FileNotFoundError(_("there is no file {path}").format(path=file))
    place, story = [0, 0], None
    try:
        record = read_record(Path(file))
        for line, match in zip([*record[1:], {}], replaying(record), strict=False):
            story = story or Story(match)
            place = _place(line, place)
            if not quiet:
                story.tell(place[0])
            if place == stop:
                _show_hands(match)
                return 0
    except RecordError as error:
        say(f"{file}:{error.line}: {error}", err=True)
        return 1
    if stop:
        raise click.UsageError(_("the record ends before {until}").format(until=until))
    _note_difference(match)
    say(_verified(match, len(record)))
    return 0


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


def _show_hands(match: Match) -> None:
    """The hands after a trick in the middle of a deal."""
    from ..table.spelling import code_text
    from .console import display_names

    views = [match.view(seat) for seat in range(match.seats)]
    if views[0].trick_number == 1:
        return  # the deal is over and the next one dealt
    for name, view in zip(display_names(match.names), views, strict=True):
        cards = " ".join(code_text(match.game, code) for code in view.hand)
        say(_("{name} holds {cards}").format(name=name, cards=cards or "-"))


def _note_difference(match: Match) -> None:
    """Say so if the ruleset of the record is not the one that is installed under its name."""
    from ..rules.shelf import shipped
    from ..table.game import load

    name = match.game.name
    if name in shipped() and load(name).hash != match.game.hash:
        text = _("note: the installed {name} plays otherwise than the one in this record")
        say(text.format(name=name), err=True)


def _verified(match: Match, lines: int) -> str:
    text = plural("verified: {n} line", "verified: {n} lines", lines)
    result = match.result
    if result is None:
        return text + _("; the match is not finished")
    if result.rounds:
        return text + _("; rounds won {rounds}").format(rounds="–".join(map(str, result.rounds)))
    return text + _("; deals won {wins}").format(wins="–".join(map(str, result.wins)))
