"""All mutants of a ruleset, over several processes.

In: the file of a ruleset. Out: the verdicts as they come, in the order of the file; with a witness
for each survivor, where one is found.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

from ...table.spelling import ascii_only
from ...text.messages import language, speak
from ..diff import Diff
from ..report import as_text, example
from .judge import SURVIVED, Judge, Verdict

DEALS = 2_000
"""deals that are looked through for a witness"""


@cache
def _judge(path: Path, shown: str | None) -> Judge:
    """The judge of a process; one that was forked has that of its parent."""
    return Judge(path, shown)


def number_of(path: Path, shown: str | None = None) -> int:
    """How many mutants there are to judge, those that mean nothing among them."""
    return len(_judge(path, shown).sifter.mutants)


def judged(
    path: Path,
    shown: str | None = None,
    processes: int | None = None,
    tick: Callable[[], object] = lambda: None,
    plain: bool = False,
) -> Iterator[Verdict]:
    """The verdicts on all mutants; `tick` is called once for each of them, of `number_of`.

    processes: how many work at it; as many as there are processors if not given, none but this one
    for 1. plain: cards are told in letters only. Raises RulesetError if the ruleset or its cases
    cannot be read.
    """
    ascii_only(plain)
    total = number_of(path, shown)
    with _workers(processes or os.cpu_count() or 1, plain) as work:
        for verdict in work(path, shown, total):
            tick()
            if verdict is not None:
                yield verdict


Work = Callable[[Path, str | None, int], Iterator[Verdict | None]]


@contextmanager
def _workers(processes: int, plain: bool) -> Iterator[Work]:
    if processes == 1:
        yield lambda path, shown, total: (_one(path, shown, number) for number in range(total))
        return
    begin = (language(), plain)
    pool = ProcessPoolExecutor(processes, initializer=_begin, initargs=begin)
    try:
        yield lambda path, shown, total: pool.map(
            _one, [path] * total, [shown] * total, range(total), chunksize=4
        )
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(lang: str, plain: bool) -> None:
    """Speak as the process does that asked; Ctrl-C is for that one."""
    speak(lang)
    ascii_only(plain)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _one(path: Path, shown: str | None, number: int) -> Verdict | None:
    judge = _judge(path, shown)
    verdict = judge.verdict(number)
    if verdict is not None and verdict.fate == SURVIVED:
        return replace(verdict, witness=_witness(judge, number))
    return verdict


def _witness(judge: Judge, number: int) -> str:
    """The shortest deal found that a mutant plays otherwise, in words; empty if there is none. The
    settings in which its rules are others get equal shares of the deals."""
    sifted = judge.sifter.sift(judge.sifter.mutants[number])
    assert sifted is not None
    pairs = [
        (judge.sifter.origin.game(settings), sifted.whole.game(settings))
        for settings in judge.sifter.settings
    ]
    pairs = [(mine, other) for mine, other in pairs if mine.hash != other.hash]
    for mine, other in pairs:
        diff = Diff(mine, other)
        diff.play(DEALS // len(pairs))
        if diff.findings is not None and diff.findings.witnesses:
            shortest = min(diff.findings.witnesses.values(), key=lambda found: found.length)
            return as_text(example(diff, shortest))
    return ""
