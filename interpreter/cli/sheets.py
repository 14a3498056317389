"""`trickplay rules`: a game's rules as a sheet for people, as Markdown or as a page of HTML."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..text.messages import _
from .completing import paths, rulesets, setting
from .console import say
from .options import allow_outside, speaks

FORMATS = ("md", "html")


def _no_folder(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    if value is not None and Path(value).is_dir():
        raise click.BadParameter(_("{path} is a folder").format(path=value))
    return value


@click.command()
@click.argument("ruleset", shell_complete=rulesets)
@speaks
@click.option(
    "--format",
    "kind",
    type=click.Choice(FORMATS),
    default="md",
    show_default=True,
    help="How it is written.",
)
@setting("--set", "settings", help="An option of the game.")
@allow_outside
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    callback=_no_folder,
    shell_complete=paths,
    help="A file to write.",
)
def rules(ruleset: str, kind: str, settings: tuple[str, ...], output: str | None) -> None:
    """Print the rules of RULESET in words, for people to read.

    RULESET is the name of a shipped one, or a path. With --format html it is one page that needs
    nothing else, for a telephone or for paper. For a variant what differs from its base comes
    first.
    """
    from ..rules.read import read_bases
    from ..rules.shelf import find, is_path
    from ..study.sheet import sheet
    from ..study.sheet.example import cases_for
    from ..study.sheet.html import html
    from ..study.sheet.markdown import markdown
    from ..table.game import load

    game = load(ruleset)
    asked = dict(setting.partition("=")[::2] for setting in settings)
    try:
        game = game.with_options({name.strip(): value.strip() for name, value in asked.items()})
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    path, shown = find(ruleset), ruleset if is_path(ruleset) else None
    cases = cases_for(path, shown)
    found = sheet(game.ruleset, read_bases(path, shown), cases)
    text = html(found) if kind == "html" else markdown(found)
    if output is not None:
        Path(output).write_text(text, encoding="utf-8")
        say(_("{path} is written").format(path=output))
        return
    if kind == "html" and (sys.stdout.encoding or "").lower() not in ("utf-8", "utf8"):
        text = text.encode("ascii", "xmlcharrefreplace").decode()  # the page says that it is UTF-8
    say(text, end="")
