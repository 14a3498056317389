"""Running a plan: ranges are given out, their parts come back and are merged in order.

In: a Plan and any Executor of `concurrent.futures`, or none. Out: Totals, which at any time are
those of the first so many deals: parts are merged in order of their numbers, whoever finishes
first, so that a run that is stopped has found what a shorter run would have. Only a few ranges more
than there are workers are out at a time, so memory does not grow with the length of a run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait

from .plan import Plan
from .tally import Totals
from .work import Part, work

PAUSE = 0.5
"""seconds after which a tick comes at the latest"""
Tick = Callable[[int], object]
Write = Callable[[str], object]


class Simulation:
    """One simulation. Whatever `tick` raises ends `run`, which may be called again, with another
    executor too: it goes on from `found`, which holds what was found until then.

    write: is given the rows of deals, in order, if the plan asks for rows.
    """

    def __init__(self, plan: Plan, write: Write = lambda rows: None) -> None:
        self.plan, self.write = plan, write
        self.found = Totals()

    @property
    def over(self) -> bool:
        """Whether all has been played."""
        return self.found.count == self.plan.count

    def run(
        self,
        step: int,
        executor: Executor | None = None,
        ahead: int = 1,
        tick: Tick = lambda done: None,
    ) -> Totals:
        """Play what is left. step: how many deals or matches go into one range. ahead: how many
        ranges are given out at a time. tick: is given the number of deals or matches played, now
        and then. Raises what a worker raised."""
        ranges = self.plan.ranges(self.found.count, step)
        if executor is None:
            for span in ranges:
                self._merge(work(self.plan, *span))
                tick(self.found.count)
        else:
            self._share_out(ranges, executor, ahead, tick)
        return self.found

    def _share_out(
        self, ranges: Iterator[tuple[int, int]], executor: Executor, ahead: int, tick: Tick
    ) -> None:
        """Keep an executor at work."""
        out: set[Future[Part]] = set()
        parts: dict[int, Part] = {}  # that came before one with a lower number
        try:
            while not self.over:
                while len(out) + len(parts) < ahead and (span := next(ranges, None)):
                    out.add(executor.submit(work, self.plan, *span))
                done, out = wait(out, PAUSE, FIRST_COMPLETED)
                for future in done:
                    part = future.result()
                    parts[part.first] = part
                while self.found.count in parts:
                    self._merge(parts.pop(self.found.count))
                tick(self.found.count)
        finally:
            for future in out:
                future.cancel()

    def _merge(self, part: Part) -> None:
        """Add the next part."""
        self.write(part.rows)
        self.found = self.found + part.totals
