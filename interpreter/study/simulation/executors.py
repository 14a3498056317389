"""Who does the work: threads, processes, or a cluster of machines.

In: a Plan and a number of jobs, or the address of a scheduler. Out: an Executor, ready to work.
Machine code lets other threads run, so random players of a compiled game are played by threads of
this process: nothing has to be started, and everything is compiled once. Whatever runs as Python
(other players, plain Python, the text of rows) needs processes. They are started anew rather than
forked, leave Ctrl-C to their parent and never outlive it.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import Any

from ...machine.native.carrier import Tell
from ...text.messages import _
from .plan import STEPS, Plan
from .run import Simulation, Tick
from .work import counters, work

WORTH = 30
"""ranges that are worth the start of processes"""
AHEAD = 3
"""ranges that are given out for each worker: one that it plays, others that wait for it"""
PATIENCE = "10s"
"""how long a scheduler may take to answer"""


class Unreachable(Exception):
    """There is no cluster, or what is needed to ask it is missing."""


def speed(plan: Plan, tell: Tell | None = None) -> str:
    """How a plan is played here: `native`, `python`, or at a `table`. Machine code is compiled now,
    unless it is on the disk. tell: is given lines for people, as by `Game.native`."""
    made = counters(plan, tell)
    if not plan.random:
        return "table"
    if made[0].carrier.kind == "native":
        work(plan, 0, 1)
    return made[0].carrier.kind


def step(plan: Plan, kind: str, jobs: int) -> int:
    """How many deals or matches go into one range, so that all workers have some."""
    most = STEPS[kind][plan.whole]
    return max(1, min(most, plan.count // (AHEAD * jobs)))


def cores() -> int:
    """How many processors there are for this process."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def sensible_jobs(plan: Plan, kind: str) -> int:
    """All processors if that is worth their start, else one job."""
    threads = kind == "native" and not plan.rows
    least = STEPS[kind][plan.whole] * (1 if threads else WORTH)
    return cores() if plan.count > least else 1


def play(simulation: Simulation, kind: str, jobs: int, tick: Tick = lambda done: None) -> None:
    """Run a simulation with so many workers on this machine, to its end.

    What a process had in hand that was ended from outside is done again by others. Raises
    BrokenExecutor if processes do not even live for one range.
    """
    some = step(simulation.plan, kind, jobs)
    while not simulation.over:
        before = simulation.found.count
        try:
            with local(simulation.plan, kind, jobs) as workers:
                simulation.run(some, workers, AHEAD * jobs, tick)
        except BrokenExecutor:
            if simulation.found.count == before:
                raise


@contextmanager
def local(plan: Plan, kind: str, jobs: int) -> Iterator[Executor | None]:
    """So many workers on this machine; None for one: there is nothing to give out then."""
    if jobs == 1:
        yield None
        return
    threads = kind == "native" and not plan.rows
    executor = ThreadPoolExecutor(jobs) if threads else Processes(jobs)
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


class Processes(ProcessPoolExecutor):
    """The pool of processes, deaf to Ctrl-C from their first moment on."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs, get_context("spawn"), _begin)

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        """Give out a call. It may start a process, which inherits what is blocked meanwhile."""
        with _deaf():
            return super().submit(*args, **kwargs)


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C waits until this is over."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """In a new process: Ctrl-C is the parent's, and its end is the end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave, daemon=True).start()


def _leave() -> None:
    """Wait for the end of the parent, however it comes."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a scheduler of Dask, and how many threads they have. Raises Unreachable."""
    try:
        from distributed import Client
    except ImportError:
        text = _("{module} is not installed: `pip install 'trickplay[cluster]'`")
        raise Unreachable(text.format(module="distributed")) from None

    class Guest(Client):  # type: ignore[misc]
        """One that was never let in has nothing to close."""

        def __del__(self) -> None:
            pass

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = Guest(address, timeout=PATIENCE, set_as_default=False)
    except Exception as error:  # whatever listens there may say anything
        text = _("no scheduler answers at {address}: {error}")
        raise Unreachable(text.format(address=address, error=error)) from None
    try:
        yield client.get_executor(), max(1, sum(client.nthreads().values()))
    finally:
        client.close(timeout=1)


def over_cluster(
    simulation: Simulation, kind: str, address: str, tick: Tick = lambda done: None
) -> None:
    """Run a simulation on the workers of a cluster. Raises Unreachable with what is wrong."""
    with cluster(address) as (executor, workers):
        some = step(simulation.plan, kind, workers)
        try:
            simulation.run(some, executor, AHEAD * workers, tick)
        except (Exception, CancelledError) as error:
            said = str(error) or type(error).__name__
            text = _("the cluster has failed: {error}").format(error=said)
            raise Unreachable(text) from error
