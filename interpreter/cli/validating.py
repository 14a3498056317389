"""`trickplay validate`: every problem of every file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..text.messages import _, plural
from .console import say

if TYPE_CHECKING:
    from ..text.problem import Problem

KIND = re.compile(
    rb"\A(?:\xef\xbb\xbf)?(?:[ \t]*(?:#[^\n]*)?\r?\n|---[ \t]*\r?\n)*(ruleset|deck)[ \t]*:"
)
"""the first key of a file says what it is; comments may stand before it"""


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="text for people, json for programs, github for annotations.",
)
def validate(paths: tuple[str, ...], form: str) -> int:
    """Check rulesets and decks, in files or in whole folders.

    Exit code 0: no problem; 1: problems; 2: no such path.
    """
    from .report import report

    files: list[tuple[Path, str]] = []
    skipped = 0
    for name in paths:
        found, left = collect(name)
        files += found
        skipped += left
    problems: list[Problem] = []
    for path, kind in files:
        problems += problems_of(path, kind)
    say(report(problems, form, _summary(len(files), len(problems), skipped)))
    return 1 if problems else 0


def collect(name: str) -> tuple[list[tuple[Path, str]], int]:
    """The files to check under a path, with their kinds, and how many were passed over."""
    path = Path(name)
    if path.is_file():
        return [(path, _kind(path) or "ruleset")], 0
    if not name or not path.is_dir():
        raise FileNotFoundError(_("there is no file or folder {path}").format(path=name))
    files = sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml") and p.is_file())
    kinds = [(file, _kind(file)) for file in files]
    known = [(file, kind) for file, kind in kinds if kind]
    return known, len(kinds) - len(known)


def _kind(path: Path) -> str:
    with path.open("rb") as file:
        match = KIND.match(file.read(20_000))
    return match[1].decode() if match else ""


def problems_of(path: Path, kind: str) -> tuple[Problem, ...]:
    from ..rules.read import read_deck, read_ruleset
    from ..text.problem import RulesetError

    try:
        (read_deck if kind == "deck" else read_ruleset)(path)
    except RulesetError as error:
        return error.problems
    return ()


def _summary(files: int, problems: int, skipped: int) -> str:
    parts = [plural("{n} file checked", "{n} files checked", files)]
    if skipped:
        text = plural("{n} other file skipped", "{n} other files skipped", skipped)
        parts.append(text)
    if problems:
        parts.append(plural("{n} problem", "{n} problems", problems))
    else:
        parts.append(_("no problems"))
    return ", ".join(parts)
