"""Runs taken alternately, and what they say: on a shared machine nothing else can be compared.

In: named functions that each do a known amount of work. Out: for each the median rate, and the
median of its ratio to the first, taken run by run. Time is that of this process on the processor,
so that waiting for others is not counted; start-up is wall time of whole processes.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

Work = Callable[[], float]
"""does some work and says how much it was"""


@dataclass(frozen=True)
class Rate:
    """Work in a second of processor time, and as a part of what the first of its group does."""

    median: float
    lowest: float
    highest: float
    ratio: float


def alternately(group: Mapping[str, Work], rounds: int) -> dict[str, Rate]:
    """Run all in turn, so many times."""
    rates: dict[str, list[float]] = {name: [] for name in group}
    for work in group.values():
        work()
    for _ in range(rounds):
        for name, work in group.items():
            begun = time.process_time()
            amount = work()
            rates[name].append(amount / (time.process_time() - begun))
    first = rates[next(iter(rates))]
    return {
        name: Rate(
            statistics.median(found),
            min(found),
            max(found),
            statistics.median(a / b for a, b in zip(found, first, strict=True)),
        )
        for name, found in rates.items()
    }


def output_of(code: str, folder: Path, *args: str) -> str:
    """What a fresh interpreter prints that runs some code, with machine code kept in `folder`."""
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent.parent,
        env={**os.environ, "TRICKPLAY_CACHE": str(folder)},
    )
    return done.stdout.splitlines()[-1] if done.stdout else ""


def seconds_of(code: str, folder: Path, *args: str) -> float:
    """The wall time of that."""
    begun = time.perf_counter()
    output_of(code, folder, *args)
    return time.perf_counter() - begun
