"""What cases reach.

In: a ruleset under watch, trials of its cases. Out: how many cases reach each point. A case reaches
what each of its fillings reaches, so that nothing is reached by luck; one that does not hold
reaches nothing. A call was refused where a case says that it is, or that it is not offered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import groupby

from ..cases.read import Settle
from ..cases.run import Trial, judged, trials
from ..cases.suite import Case, Suite
from .cover import Coverage, Watches
from .watch import Watch

REFUSING = ("refused", "not_offered")


def by_cases(
    watches: Watches, made: Iterable[Trial], tick: Callable[[], object] = lambda: None
) -> Counter[int]:
    """The number of cases that reach each point. made: trials, those of a case together."""
    found: Counter[int] = Counter()
    watches.reached()
    for case, several in groupby(made, key=lambda trial: trial.case):
        watch = watches.watch(dict(case.given.options))
        found.update(set() if case.todo else _reached(watch, case, several))
        tick()
    return found


def _reached(watch: Watch, case: Case, several: Iterable[Trial]) -> set[int]:
    """The points that a case reaches in all its fillings; none if it does not hold."""
    common: set[int] | None = None
    for trial in several:
        watch.reached()
        if judged(trial, watch.game) is not None:
            return set()
        seen = watch.reached()
        common = seen if common is None else common & seen
    return (common or set()) | _refused(watch, case)


def _refused(watch: Watch, case: Case) -> set[int]:
    size, found = watch.ruleset.deck.size, set[int]()
    for wanted in case.expect:
        action = watch.game.action(str(wanted.about[0])) if wanted.key in REFUSING else None
        if action is not None and action.index >= size:
            found |= watch.refused(action.index - size)
    return found


def covered(
    suite: Suite,
    settle: Settle,
    fillings: int,
    deals: int,
    tick: Callable[[], object] = lambda: None,
) -> Coverage:
    """What the cases of a ruleset and random play reach of it. `tick` is called once for each case
    and for each deal."""
    watches = Watches(suite.path, suite.shown)
    cases = by_cases(watches, trials(suite, settle, fillings=fillings), tick)
    found = watches.random(deals, tick=tick)
    return watches.coverage(cases, found, deals, suite.unreachable)
