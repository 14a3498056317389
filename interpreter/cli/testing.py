"""`trickplay test`: the worked examples of rulesets, played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..text.messages import _
from ..text.problem import RulesetError, did_you_mean
from .completing import rulesets
from .console import say
from .measuring import Ask, Measured, measured, percent
from .options import allow_outside, speaks
from .validating import collect

if TYPE_CHECKING:
    from fractions import Fraction

    from ..study.cases.report import Tested
    from ..study.cases.suite import Suite

MAX_FILLINGS = 10_000


@click.command("test")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=rulesets)
@click.option(
    "--case", "names", multiple=True, metavar="NAME", help="Only cases of this name; * is anything."
)
@click.option(
    "--fillings",
    type=click.IntRange(1, MAX_FILLINGS),
    default=20,
    show_default=True,
    metavar="N",
    help="In how many random positions each case is played.",
)
@click.option(
    "--filling",
    type=click.IntRange(1, MAX_FILLINGS),
    metavar="N",
    help="Only in this one, which a failure names.",
)
@click.option("--coverage", is_flag=True, help="Tell what of the rules the cases reach.")
@click.option(
    "--fail-under",
    callback=percent,
    metavar="N",
    help="Exit code 1 if they reach less than N %; 99.99 is less than 100.",
)
@click.option(
    "--mutate", is_flag=True, help="Change each rule in small ways, and tell what no case notices."
)
@click.option("--allow-empty", is_flag=True, help="A ruleset without cases is all right.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "junit"]),
    default="text",
    show_default=True,
    help="text for people, json for programs, junit for servers.",
)
@allow_outside
@speaks
def test(
    paths: tuple[str, ...],
    names: tuple[str, ...],
    fillings: int,
    filling: int | None,
    coverage: bool,
    fail_under: Fraction | None,
    mutate: bool,
    allow_empty: bool,
    form: str,
) -> int:
    """Play the worked examples of rulesets.

    They stand beside NAME.yaml in NAME.test.yaml. PATH is the name of a shipped ruleset, a file or
    a folder. Exit code 0: all cases hold; 1: a case fails, or there is none, or too little is
    reached, or a mutant survives; 2: no such path or case; 130: stopped.
    """
    ask = Ask(coverage, fail_under, mutate, fillings)
    if ask.anything and (names or filling):
        raise click.UsageError(_("all cases are measured together: leave --case and --filling out"))
    found, measures, wrong = [], list[Measured](), False
    for path, shown in files_of(paths):
        try:
            tested = _tested(path, shown, names, fillings, filling)
        except RulesetError as error:
            wrong = True
            for problem in error.problems:
                say(problem.drawn(), err=True)
            continue
        found.append(tested)
        if form == "text" and (tested.results.count or not names):
            _show(tested, allow_empty)
        wrong = wrong or not (tested.suite.cases or allow_empty)
        if ask.anything:
            measures.append(measured(tested, ask))
            for line in measures[-1].lines() if form == "text" else ():
                say(line)
            if measures[-1].stopped:
                say(_("stopped"), err=True)
                return 130
    if names and found and not any(tested.results.count for tested in found):
        raise click.UsageError(_no_such_case(names, found))
    _print(found, measures, form)
    for line in (line for what in measures for line in what.wrong()):
        wrong = True
        say(line, err=True)
    return int(wrong or not all(tested.results.ok for tested in found))


def _show(tested: Tested, allow_empty: bool) -> None:
    """A ruleset that was tested, for people."""
    from ..study.cases.report import text_lines

    for line in text_lines(tested):
        say(line)
    if not tested.suite.cases and not allow_empty:
        text = _("{file}: there are no cases; --allow-empty lets that pass")
        say(text.format(file=tested.suite.shown))


def _print(found: list[Tested], measures: list[Measured], form: str) -> None:
    """All of it, for programs."""
    from ..study.cases.junit import junit
    from ..study.cases.report import to_dict

    if form == "json":
        data = [to_dict(tested) for tested in found]
        for row, what in zip(data, measures, strict=False):
            row.update(what.data())
        say(json.dumps(data, ensure_ascii=False, indent=2))
    elif form == "junit":
        say(junit(found))


def _no_such_case(names: tuple[str, ...], found: list[Tested]) -> str:
    """A complaint about names of cases, with the nearest that there is."""
    text = _("no case is called {names}").format(names=", ".join(names))
    known = [case.name for tested in found for case in tested.suite.cases]
    near = next(filter(None, (did_you_mean(name, known) for name in names)), None)
    return f"{text}; {near}" if near else text


def files_of(paths: tuple[str, ...]) -> list[tuple[Path, str]]:
    """The files of rulesets that are named, and how they are shown; each once."""
    from ..rules.shelf import find, is_test_file, shipped
    from ..study.cases.read import ruleset_file

    found: dict[Path, tuple[Path, str]] = {}
    for name in paths:
        files = [find(name)] if name in shipped() or not Path(name).is_dir() else _inside(name)
        for file in files:
            path = find(str(ruleset_file(file))) if is_test_file(file) else file
            shown = path.name if name in shipped() else str(path)
            found.setdefault(path.resolve(), (path, shown))
    return list(found.values())


def _inside(folder: str) -> list[Path]:
    """The rulesets in a folder."""
    return [path for path, kind in collect(folder)[0] if kind == "ruleset"]


def _tested(
    path: Path, shown: str, names: tuple[str, ...], fillings: int, filling: int | None
) -> Tested:
    """One ruleset, tested."""
    from ..study.cases.read import read_suite, settling
    from ..study.cases.report import Tested, told
    from ..study.cases.run import run_cases, trials

    settle = settling(path, shown)
    suite: Suite = read_suite(path, shown, settle)
    chosen = names or None
    made = None
    if filling is not None:
        made = tuple(trials(suite, settle, chosen, filling, filling))
    results = run_cases(suite, settle, chosen, fillings, made=made)
    failures = tuple(told(failure, settle) for failure in results.failures)
    return Tested(suite, results, failures, 1 if filling else fillings)
