"""What `trickplay test` measures of cases: what they reach, and which mutants they kill.

In: a ruleset with its cases. Out: a Measured, as lines for people and data for programs; with a bar
on a terminal while that goes on.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from ..text.messages import _, plural
from .console import say, signs_can_be_shown

NUMBER = re.compile(r"[0-9]{1,3}(\.[0-9]{1,20})?")

if TYPE_CHECKING:
    from ..study.cases.read import Settle
    from ..study.cases.report import Tested
    from ..study.cases.suite import Suite
    from ..study.coverage.cover import Coverage
    from ..study.mutants.tally import Tally


def percent(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Fraction | None:
    """A share of a hundred, exact: 99.99 is not 100. Raises BadParameter for anything else."""
    if value is None:
        return None
    share = Fraction(value) if NUMBER.fullmatch(value) else Fraction(101)
    if share > 100:
        raise click.BadParameter(_("a number from 0 to 100 is wanted"))
    return share


@dataclass(frozen=True)
class Ask:
    """What is to be measured. least: the share of a hundred that the cases are to reach, which
    needs the coverage; fillings: of each case."""

    coverage: bool
    least: Fraction | None
    mutate: bool
    fillings: int

    @property
    def reach(self) -> bool:
        """Whether it is to be counted what the cases reach."""
        return self.coverage or self.least is not None

    @property
    def anything(self) -> bool:
        """Whether anything is to be measured."""
        return self.reach or self.mutate


@dataclass(frozen=True)
class Measured:
    """What was measured of a ruleset; None where nobody asked. least: the share of a hundred that
    the cases are to reach. stopped: whether somebody stopped the mutants."""

    name: str
    coverage: Coverage | None = None
    tally: Tally | None = None
    least: Fraction | None = None
    stopped: bool = False

    def lines(self) -> Iterator[str]:
        """What is told of it."""
        from ..study.coverage.report import coverage_lines
        from ..study.mutants.tally import tally_lines

        if self.coverage is not None:
            yield from coverage_lines(self.coverage)
        if self.tally is not None:
            yield from tally_lines(self.tally)

    def data(self) -> dict[str, Any]:
        """The same for programs."""
        from ..study.coverage.report import coverage_data
        from ..study.mutants.tally import tally_data

        found = {}
        if self.coverage is not None:
            found["coverage"] = coverage_data(self.coverage)
        if self.tally is not None:
            found["mutants"] = tally_data(self.tally)
        return found

    def wrong(self) -> Iterator[str]:
        """What is not as it should be: an empty list is success."""
        from ..study.naming import titled

        if self.coverage is not None and self.coverage.strange:
            text = _("{name}: what is said to be out of reach is not")
            yield text.format(name=self.name)
        if self.coverage is not None and self.coverage.percent < (self.least or 0):
            text = _("{name}: the cases reach less than {least} %")
            yield text.format(name=self.name, least=_number(self.least or Fraction()))
        if self.tally is not None and self.tally.unexplained:
            told = plural("{n} mutant survives", "{n} mutants survive", len(self.tally.unexplained))
            yield titled(self.name, told)
        if self.tally is not None and self.tally.strange:
            yield _("{name}: what is said to survive does not").format(name=self.name)


def _number(share: Fraction) -> str:
    return str(share) if share.denominator == 1 else f"{share.numerator / share.denominator:.15g}"


def measured(tested: Tested, ask: Ask) -> Measured:
    """Measure what is asked for. Mutants need cases that hold."""
    from ..study.cases.read import settling

    suite, tally, stopped = tested.suite, None, False
    settle = settling(suite.path, suite.shown)
    reached = _coverage(suite, settle, ask.fillings) if ask.reach else None
    if ask.mutate and tested.results.ok:
        tally, stopped = _mutants(suite, settle)
    elif ask.mutate:
        text = _("{file}: its cases fail, so no mutants are made")
        say(text.format(file=suite.shown), err=True)
    return Measured(suite.ruleset, reached, tally, ask.least, stopped)


def _coverage(suite: Suite, settle: Settle, fillings: int) -> Coverage:
    from ..study.coverage import cover
    from ..study.coverage.cases import covered

    with _bar(_("counting"), len(suite.cases) + cover.DEALS) as tick:
        return covered(suite, settle, fillings, cover.DEALS, tick)


def _mutants(suite: Suite, settle: Settle) -> tuple[Tally, bool]:
    """What becomes of the mutants, and whether somebody stopped that before its end."""
    from ..study.mutants.run import judged, number_of
    from ..study.mutants.tally import tally

    found, stopped = [], False
    try:
        with _bar(_("mutants"), number_of(suite.path, suite.shown)) as tick:
            plain = not signs_can_be_shown(settle({}))
            for verdict in judged(suite.path, suite.shown, tick=tick, plain=plain):
                found.append(verdict)
    except KeyboardInterrupt:
        stopped = True
    return tally(suite.ruleset, found, suite.survivors, not stopped), stopped


@contextmanager
def _bar(title: str, total: int) -> Iterator[Callable[[], object]]:
    """A bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda: progress.advance(task)
