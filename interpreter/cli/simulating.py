"""`trickplay simulate`: many deals or matches, counted."""

from __future__ import annotations

import gc
import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..text.messages import _
from .completing import kinds, paths, rulesets, setting
from .console import say, signs_can_be_shown
from .options import allow_outside, speaks
from .running import agreed

if TYPE_CHECKING:
    from ..study.simulation import Outcome, Plan, Simulation
    from ..table.game import Game

MAX = 2**32 - 1
MOST_JOBS = 256
PLAIN = str.maketrans({"–": "-", "−": "-", "±": "+-"})
SUFFIXES = (".svg", ".png")
USUAL = {True: (10_000, 2_000), False: (200, 40)}
"""how many deals or matches, of random players and of others, if nobody says"""


@click.command()
@click.argument("ruleset", shell_complete=rulesets)
@click.option("-n", "count", type=click.IntRange(1, MAX), metavar="N", help="How many deals.")
@click.option("--matches", is_flag=True, help="Whole matches: N of them.")
@click.option("--players", metavar="LIST", shell_complete=kinds, help="Who plays: random, greedy.")
@setting("--set", "settings", help="An option of the game.")
@click.option(
    "--against",
    metavar="OTHER",
    shell_complete=rulesets,
    help="Another ruleset on the same packs.",
)
@setting("--set-against", help="An option of the other ruleset.")
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=0, metavar="N", help="Other packs."
)
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    metavar="N",
    help="How many work at it; the result is the same.",
)
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--plot", metavar="FILE", shell_complete=paths, help="Draw it too: .svg or .png.")
@click.option(
    "--per-deal",
    metavar="FILE",
    shell_complete=paths,
    help="Write a row for each deal, as CSV.",
)
@click.option("--force", is_flag=True, help="Write over existing files.")
@allow_outside
@speaks
def simulate(
    ruleset: str,
    count: int | None,
    matches: bool,
    players: str | None,
    settings: tuple[str, ...],
    against: str | None,
    set_against: tuple[str, ...],
    seed: int,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
    plot: str | None,
    per_deal: str | None,
    force: bool,
) -> int:
    """Play many deals, and count what comes of them.

    RULESET is the name of a shipped one, or a path. Players choose at random unless --players says
    otherwise. Each deal is played by itself, dealt by each seat in turn; with --matches whole
    matches are. Numbers come with their 95 % intervals. Ctrl-C shows what was found until then.
    """
    from ..study.simulation import Outcome, Simulation
    from ..study.simulation.executors import speed
    from ..table.game import load

    if set_against and against is None:
        raise click.UsageError(_("--set-against is about the ruleset of --against"))
    with _keeping_all():
        games = [agreed(load(ruleset), settings)]
        games += [agreed(load(against), set_against)] if against is not None else []
    asked = _plan(games, count, matches, players, seed, per_deal is not None)
    _check_plot(plot, force)
    with _rows_file(per_deal, force, asked) as write:
        with _keeping_all():
            kind = speed(asked, lambda line: say(line, err=True))
        simulation = Simulation(asked, write)
        ended = _run(simulation, kind, jobs, cluster)
    outcome = Outcome(asked, simulation.found)
    _show(outcome, as_json)
    if plot is not None and outcome.count:
        from ..study.simulation.plot import draw

        draw(outcome, plot)
    if ended.text:
        say(ended.text, err=True)
    return ended.code


@dataclass(frozen=True)
class Ended:
    """How a run ended: the exit code, and what is to be said about it."""

    code: int = 0
    text: str = ""


@contextmanager
def _keeping_all() -> Iterator[None]:
    """What is loaded at the start stays; to look for garbage in it takes a tenth of the start."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _plan(
    games: list[Game], count: int | None, whole: bool, players: str | None, seed: int, rows: bool
) -> Plan:
    """What is asked for; without a number as much as takes a second or two."""
    from ..study.simulation import planned

    kinds = tuple(kind.strip() for kind in players.split(",")) if players is not None else ()
    try:
        other = games[1] if len(games) > 1 else None
        asked = planned(games[0], count or 1, seed, kinds, whole, other, rows)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    return replace(asked, count=count or USUAL[asked.random][whole])


def _check_plot(plot: str | None, force: bool) -> None:
    """Say now what would be wrong with the drawing."""
    if plot is None:
        return
    if Path(plot).suffix.lower() not in SUFFIXES:
        raise click.UsageError(_("--plot wants a file name that ends in .svg or .png"))
    if not Path(plot).absolute().parent.is_dir():
        text = _("{path}: there is no such folder")
        raise click.UsageError(text.format(path=Path(plot).parent))
    if Path(plot).exists() and not force:
        raise click.UsageError(_("{path} exists already; --force writes over it").format(path=plot))
    if find_spec("matplotlib") is None:
        text = _("{module} is not installed: `pip install 'trickplay[plot]'`")
        raise click.UsageError(text.format(module="matplotlib"))


@contextmanager
def _rows_file(path: str | None, force: bool, asked: Plan) -> Iterator[Callable[[str], object]]:
    """What takes the rows of deals: a file, or nothing."""
    if path is None:
        yield lambda rows: None
        return
    from ..study.simulation.rows import header

    if Path(path).exists() and not force:
        raise click.UsageError(_("{path} exists already; --force writes over it").format(path=path))
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(header(asked))
        yield file.write


def _run(simulation: Simulation, kind: str, jobs: int | None, address: str | None) -> Ended:
    """Play. However it ends, `simulation.found` holds what was found until then."""
    from ..study.simulation.executors import Unreachable, over_cluster, play, sensible_jobs

    plan = simulation.plan
    try:
        with _progress(plan.count) as show, _stopping() as check:

            def tick(done: int) -> None:
                show(done)
                check()

            if address is not None:
                over_cluster(simulation, kind, address, tick)
            else:
                play(simulation, kind, jobs or sensible_jobs(plan, kind), tick)
    except KeyboardInterrupt:
        return Ended(130, _("stopped"))
    except (BrokenExecutor, Unreachable) as error:
        return Ended(1, str(error))
    return Ended()


@contextmanager
def _stopping() -> Iterator[Callable[[], None]]:
    """Ctrl-C waits for the next tick, so that nothing is left half done; a second one does not."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    asked = threading.Event()

    def note(_number: int, _frame: object) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    def check() -> None:
        if asked.is_set():
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress(count: int) -> Iterator[Callable[[int], object]]:
    """A bar on a terminal, with the rate and the time left; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(30),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn(_("{rate} a second").replace("{rate}", "{task.fields[rate]}")),
        TimeRemainingColumn(compact=True),
    )
    begun = time.monotonic()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=count, rate="–")

        def tick(done: int) -> None:
            rate = done / max(time.monotonic() - begun, 1e-6)
            progress.update(task, completed=done, rate=f"{rate:,.0f}")

        yield tick


def _show(outcome: Outcome, as_json: bool) -> None:
    from ..study.simulation.data import to_dict
    from ..study.simulation.report import report

    if as_json:
        say(json.dumps(to_dict(outcome), ensure_ascii=False, indent=2))
        return
    plain = not signs_can_be_shown()
    for line in report(outcome):
        say(line.translate(PLAIN) if plain else line)
