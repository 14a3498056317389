"""Whole processes, as a person starts them: first use, warm start, and commands with several jobs.

Out: tables in Markdown, of wall time. Commands that are compared are run in turn.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from pathlib import Path

from interpreter.rules.shelf import shipped

from .timing import output_of, seconds_of

FIRST = """
import sys
from interpreter import load
next(load(sys.argv[1]).native("native", print).deals(1, 10))
"""
COMMAND = """
import sys
from interpreter.cli.main import main
main(sys.argv[1:])
"""
SIMULATED = 20_000_000
PLAYED = 4_000
COMPARED = 100_000


def starts(rounds: int) -> None:
    """Cold, with nothing compiled, and warm."""
    print("| | cold | warm |\n|---|---|---|")
    for name in ("chouine", "aluette"):
        with tempfile.TemporaryDirectory() as folder:
            cold = seconds_of(FIRST, Path(folder), name)
            warm = statistics.median(seconds_of(FIRST, Path(folder), name) for _ in range(rounds))
        print(f"| {name} | {cold:.2f} | {warm:.2f} |")
    alone = statistics.median(
        seconds_of(COMMAND, Path(), "validate", "rulesets") for _ in range(rounds)
    )
    print(f"\n`trickplay validate rulesets` ({len(shipped())} rulesets): {alone:.2f} s\n")


def commands(part: int, rounds: int) -> None:
    """Simulations with one job and with more, and a comparison of two rulesets.

    part: how often the usual number of deals is divided.
    """
    native = ["simulate", "chouine", "-n", str(SIMULATED // part), "--json"]
    viewed = ["simulate", "chouine", "-n", str(PLAYED // part), "--players", "greedy,random"]
    compared = ["diff", "chouine", "chouine-cent", "-n", str(COMPARED // part)]
    print("| | seconds | deals/s | times as fast as with one job |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for words in (["simulate", "chouine", "-n", "10"], compared):
            output_of(COMMAND, Path(folder), *words)  # compiles
        for words, deals in ((native, SIMULATED), (viewed, PLAYED)):
            jobs = sorted({1, 2, os.cpu_count() or 1})
            _several(words, deals // part, jobs, rounds, Path(folder))
        seconds = statistics.median(
            seconds_of(COMMAND, Path(folder), *compared) for _ in range(rounds)
        )
    print(f"| {' '.join(compared)} | {seconds:.2f} | {COMPARED / part / seconds:,.0f} | |")


def _several(words: list[str], deals: int, jobs: list[int], rounds: int, folder: Path) -> None:
    """One command with several numbers of jobs, in turn."""
    taken: dict[int, list[float]] = {number: [] for number in jobs}
    for _ in range(rounds):
        for number in jobs:
            taken[number].append(seconds_of(COMMAND, folder, *words, "--jobs", str(number)))
    for number, seconds in taken.items():
        ratio = statistics.median(a / b for a, b in zip(taken[1], seconds, strict=True))
        middle = statistics.median(seconds)
        row = f"{' '.join(words)} --jobs {number}"
        print(f"| {row} | {middle:.2f} | {deals / middle:,.0f} | {ratio:.2f} |", flush=True)
