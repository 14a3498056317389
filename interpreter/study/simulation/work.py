"""Playing a range of deals or matches: what a worker does, in whatever process or machine.

In: a Plan, where the range begins and how long it is. Out: a Part: its Totals and, if they were
asked for, its rows as text. `work` is a function of a module and all that it is given or gives back
can be pickled, so that any Executor can run it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass

from ...machine.native.carrier import Table, Tell
from .plan import Plan, Rules
from .rows import Line, lines
from .seated import seated_deals, seated_matches
from .tally import Counter, Pairs, Totals, whole_numbers

PIECE = 1000
"""units that are measured at once: their numbers stay in the processor's cache"""

_made: dict[tuple[Rules, str, bool], Counter] = {}
_making = threading.Lock()


@dataclass(frozen=True)
class Part:
    """What came of a range: the number it begins with, from 0, its totals, its rows."""

    first: int
    totals: Totals
    rows: str = ""


def counters(plan: Plan, tell: Tell | None = None) -> list[Counter]:
    """The counters of the games of a plan; the same ones for all threads of a process. tell: as of
    `Game.native`."""
    kind = plan.carrier
    with _making:
        for rules in plan.rules:
            key = (rules, kind, plan.whole)
            if key not in _made:
                _made[key] = Counter(rules.game.native(kind, tell), plan.whole)
        return [_made[rules, kind, plan.whole] for rules in plan.rules]


def work(plan: Plan, first: int, count: int) -> Part:
    """Play so many deals or matches of a plan from number `first`, which is 0 for the first one."""
    games = counters(plan)
    totals = [one.fresh() for one in games]
    pairs = Pairs(games[0], games[1]) if len(games) > 1 else None
    paired = pairs.fresh() if pairs else []
    units = [one.room(min(count, PIECE)) for one in games]
    texts: list[str] = []
    for begun in range(first, first + count, PIECE):
        some = min(PIECE, first + count - begun)
        tables = [played(plan, i, one, begun, some) for i, one in enumerate(games)]
        if plan.rows:
            tables = [list(some_tables) for some_tables in tables]
            texts += _rows(plan, games, tables)
        for one, *numbers in zip(games, tables, units, totals, strict=True):
            one.units(numbers[0], some, *numbers[1:])
        if pairs:
            pairs.add(units[0], units[1], some, paired)
    found = tuple(map(whole_numbers, totals))
    return Part(first, Totals(count, found, whole_numbers(paired)), "".join(texts))


def played(plan: Plan, game: int, one: Counter, first: int, count: int) -> Iterable[Table]:
    """The tables of some deals or matches of one of the games."""
    begun = first if plan.whole else first + 1  # deals are numbered from 1
    if plan.random:
        loop = one.carrier.matches if plan.whole else one.carrier.deals
        return loop(plan.seed, count, begun)
    table = seated_matches if plan.whole else seated_deals
    return table(plan.rules[game].game, plan.makers, plan.seed, count, begun)


def _rows(plan: Plan, games: list[Counter], tables: list[Iterable[Table]]) -> Iterable[str]:
    """The rows of both games in order of their numbers, those of the first game first."""
    letters = ("A", "B") if len(games) > 1 else ("",)
    found: list[Line] = []
    for one, letter, some in zip(games, letters, tables, strict=True):
        for table in some:
            found += lines(one.carrier, table, plan.whole, letter)
    return [text for _number, text in sorted(found, key=lambda line: line[0])]
