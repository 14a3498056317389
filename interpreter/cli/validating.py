"""`trickplay validate`: every problem of every file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..rules.shelf import is_test_file
from ..text.messages import _, plural
from . import completing
from .console import say
from .options import allow_outside, speaks

if TYPE_CHECKING:
    from ..text.problem import Problem

KIND = re.compile(
    rb"\A(?:\xef\xbb\xbf)?(?:[ \t]*(?:#[^\n]*)?\r?\n|---[ \t]*\r?\n)*(ruleset|deck|tests)[ \t]*:"
)
"""the first key of a file says what it is; comments may stand before it"""


MAX_DEALS = 1_000_000


@click.command()
@click.argument(
    "paths", nargs=-1, required=True, metavar="PATH...", shell_complete=completing.paths
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="text for people, json for programs, github for annotations.",
)
@click.option("--strict", is_flag=True, help="Warnings count as problems.")
@click.option("--leaks", is_flag=True, help="Play deals, too: hidden cards may not show.")
@click.option(
    "-n",
    "deals",
    type=click.IntRange(1, MAX_DEALS),
    default=25,
    show_default=True,
    metavar="N",
    help="With --leaks: deals for each choice of options.",
)
@allow_outside
@speaks
def validate(paths: tuple[str, ...], form: str, strict: bool, leaks: bool, deals: int) -> int:
    """Check rulesets and decks, in files or in whole folders.

    So it does the files of cases that stand beside rulesets. Exit code 0: no
    problem, though perhaps warnings; 1: problems; 2: no such path.
    """
    from .leaking import leaks_of, told
    from .report import report

    files: list[tuple[Path, str]] = []
    skipped = 0
    for name in paths:
        found, left = collect(name)
        files += found
        skipped += left
    problems: list[Problem] = []
    results: list[dict[str, Any]] = []
    for path, kind in files:
        wrong = problems_of(path, kind)
        problems += wrong or judged(path, kind)
        if leaks and kind == "ruleset" and not wrong:
            results.append(leaks_of(path, deals))
    more = {"leaks": results} if leaks else {}
    text = report(problems, form, _summary(len(files), problems, skipped, results), **more)
    if form != "json":
        text = "\n".join([*(line for result in results for line in told(result)), text])
    say(text)
    errors = [problem for problem in problems if strict or not problem.warning]
    return 1 if errors or any(result["leak"] for result in results) else 0


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
    """What a file says it is. Cases are about the ruleset whose name they have, so that nothing but
    `NAME.test.yaml` holds any."""
    with path.open("rb") as file:
        match = KIND.match(file.read(20_000))
    kind = match[1].decode() if match else ""
    return "" if kind == "tests" and not is_test_file(path) else kind


def problems_of(path: Path, kind: str) -> tuple[Problem, ...]:
    from ..rules.read import read_deck, read_ruleset
    from ..study.cases.read import read_cases
    from ..text.problem import RulesetError

    readers: dict[str, Callable[..., object]]
    readers = {"deck": read_deck, "ruleset": read_ruleset, "tests": read_cases}
    try:
        readers[kind](path)
    except RulesetError as error:
        return error.problems
    return ()


def judged(path: Path, kind: str) -> tuple[Problem, ...]:
    """What is stated and does not hold, and what nobody will mean, in a file that loads."""
    from ..study.invariants import broken
    from ..study.warnings import warnings

    if kind != "ruleset":
        return ()
    return (*broken(path), *warnings(path))


def _summary(files: int, found: list[Problem], skipped: int, results: list[dict[str, Any]]) -> str:
    parts = [plural("{n} file checked", "{n} files checked", files)]
    if skipped:
        text = plural("{n} other file skipped", "{n} other files skipped", skipped)
        parts.append(text)
    warnings = sum(problem.warning for problem in found)
    problems, leaks = len(found) - warnings, sum(bool(result["leak"]) for result in results)
    if problems:
        parts.append(plural("{n} problem", "{n} problems", problems))
    elif not warnings and not leaks:
        parts.append(_("no problems"))
    if leaks:
        parts.append(plural("{n} leak", "{n} leaks", leaks))
    if warnings:
        parts.append(plural("{n} warning", "{n} warnings", warnings))
    return ", ".join(parts)
