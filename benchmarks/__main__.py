"""What this machine does: `python -m benchmarks`, or `python -m benchmarks --quick`.

Out: tables in Markdown. First all programs for one game are held against each other on the same
deals; then they are timed in turn, every shipped ruleset on both carriers, batches, matches from
Python, start-up, and whole commands with one and with several jobs.
"""

from __future__ import annotations

import argparse
import platform
import random
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy

from interpreter import Game, load
from interpreter.machine.native.carrier import Carrier
from interpreter.rules.shelf import shipped
from interpreter.table.batch import Batch

from .baselines import SLOW, Program, check, programs
from .commands import commands, starts
from .timing import Rate, Work, alternately, output_of

ROWS = 4000
"""deals in a batch"""


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, for a look")
    parser.add_argument("--rounds", type=int, default=7, help="runs of each, taken alternately")
    args = parser.parse_args()
    fast, slow = (20_000, 300) if args.quick else (200_000, 3_000)
    print(f"{platform.machine()}, Python {platform.python_version()}, {versions()}\n")
    found = programs()
    check(found, fast, slow)
    print(f"The same deals by {len(found)} programs, one core (they are equal deal by deal):\n")
    work = {n: partial(deals_of, p, slow if n in SLOW else fast) for n, p in found.items()}
    show("deals/s", alternately(work, args.rounds))
    plain = {name: work[name] for name in SLOW}
    show("deals/s, plain Python", alternately(plain, args.rounds))
    print("Every shipped ruleset on both carriers, random players:\n")
    show_rulesets(fast // 2, slow // 4, args.rounds)
    for name in ("chouine", "aluette"):
        print(f"{name}, {ROWS} deals at once (turn, legal, step, random choices), and the loop:\n")
        game = load(name)
        batch = {"loop": partial(decisions, game.native("native"), fast)}
        batch["batch"] = partial(in_batch, game.batch(ROWS, 1, kind="native"), fast // 100)
        show("decisions/s", alternately(batch, args.rounds))
        print(f"{name}, plain Python: whole deals by the loop, and decisions one by one:\n")
        single: dict[str, Work] = {"loop": partial(decisions, game.native("python"), slow)}
        single["Match: actions + apply, random choice"] = partial(by_match, game, 30 * slow)
        show("decisions/s", alternately(single, args.rounds))
    print(
        "Growth with the number of deals (a process each, chouine, native, machine code on disk):\n"
    )
    growth((10_000, 100_000) if args.quick else (100_000, 1_000_000, 10_000_000))
    print("Start-up to the first native deals of a new process, seconds of wall time:\n")
    starts(3 if args.quick else args.rounds)
    print("Whole commands, machine code on disk, seconds of wall time:\n")
    commands(10 if args.quick else 1, 3 if args.quick else args.rounds)


def versions() -> str:
    """Of what the carriers rest on."""
    import numba
    import numpy

    return f"numba {numba.__version__}, numpy {numpy.__version__}"


def deals_of(program: Program, count: int) -> float:
    """So many deals."""
    program(1, 1, count)
    return count


def decisions(carrier: Carrier, count: int) -> float:
    """The decisions of so many deals."""
    found = (table["decisions"] for table in carrier.deals(1, count))
    native = carrier.kind == "native"
    return sum(int(column.sum()) if native else sum(column) for column in found)


def show_rulesets(fast: int, slow: int, rounds: int) -> None:
    """What each carrier makes of every shipped ruleset."""
    work: dict[str, Work] = {}
    per_deal = {}
    for name in shipped():
        native, plain = (load(name).native(kind) for kind in ("native", "python"))
        per_deal[name] = decisions(native, 2_000) / 2_000
        work[name] = partial(decisions, native, fast)
        work[f"{name}, Python"] = partial(decisions, plain, slow)
    rates = alternately(work, rounds)
    heads = ("native deals/s", "decisions/s", "Python deals/s", "decisions/s", "native/Python")
    print(f"| | {' | '.join(heads)} |\n|---|---|---|---|---|---|")
    for name, each in per_deal.items():
        one, other = rates[name].median, rates[f"{name}, Python"].median
        numbers = (one / each, one, other / each, other, one / other)
        print(f"| {name} | {' | '.join(f'{number:,.0f}' for number in numbers)} |")
    print(flush=True)


def in_batch(batch: Batch, steps: int) -> float:
    """The decisions of so many steps; new deals come every second time where others are over."""
    done = 0
    for step in range(steps):
        turn, _legal = batch.turn, batch.legal
        done += int(numpy.count_nonzero(turn >= 0))
        batch.step(batch.random())
        if step % 2:
            batch.renew()
    return done


def by_match(game: Game, count: int) -> float:
    """So many decisions of matches, as a program makes them that plays one at a time."""
    match, rng = game.match(seed=1), random.Random(1)
    for seed in range(count):
        if match.over:
            match = game.match(seed=seed)
        match.apply(rng.choice(match.actions()))
    return count


MANY = """
import sys, time
from interpreter import load
carrier, begun = load("chouine").native("native"), time.process_time()
won = sum(int((table["winner"] == 0).sum()) for table in carrier.deals(1, int(sys.argv[1])))
seconds = time.process_time() - begun
most = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(seconds, int(most[0]) / 1024)
"""


def growth(numbers: tuple[int, ...]) -> None:
    """Seconds and memory of runs of different lengths."""
    if not Path("/proc/self/status").exists():
        print("(memory is read from /proc, which is not here)\n")
        return
    print("| deals | seconds of processor time | most memory, MiB |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        output_of(MANY, Path(folder), "1")
        for n in numbers:
            seconds, memory = map(float, output_of(MANY, Path(folder), str(n)).split())
            print(f"| {n:,} | {seconds:.2f} | {memory:.0f} |")
    print(flush=True)


def show(what: str, rates: Mapping[str, Rate]) -> None:
    """A table of rates."""
    print(f"| | {what} | lowest to highest | ratio |\n|---|---|---|---|")
    for name, rate in rates.items():
        spread = f"{rate.lowest:,.0f} to {rate.highest:,.0f}"
        print(f"| {name} | {rate.median:,.0f} | {spread} | {rate.ratio:.3g} |")
    print(flush=True)


if __name__ == "__main__":
    main()
