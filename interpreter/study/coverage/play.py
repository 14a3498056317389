"""Random play, to see what it reaches.

In: watches, a seed, a number of deals. Out: in how many deals each point was reached. Every choice
is equally likely; packs and choices come from counter-based streams, so that the same seed reaches
the same points everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count

from ...machine.packs import BOTS, DEALS, LOT, Stream
from ...table.lots import begin_match, begin_round, draw_again, draw_lots
from .watch import Watch

WAITS = 3
"""`over` in a state that waits for the draw for a new round"""


def play(
    watch: Watch, deals: int, seed: int, tick: Callable[[], object] = lambda: None
) -> Counter[int]:
    """Play so many deals, in matches: the number of deals that reach each point."""
    found: Counter[int] = Counter()
    watch.reached()
    for _deal in _played(watch, deals, seed):
        found.update(watch.reached(asking=True))
        tick()
    return found


def _played(watch: Watch, deals: int, seed: int) -> Iterator[int]:
    """The deals, one after the other, with the draws before them."""
    game, m = watch.game, watch.machine
    s, size, draws = m.State(), game.ruleset.deck.size, count(1)

    def packs(_number: int) -> Sequence[int]:
        return Stream(seed, LOT, next(draws)).shuffled(size)

    lots = draw_lots(game, packs)
    begin_match(game, s, lots)
    for number in range(1, deals + 1):
        choices = Stream(seed, BOTS, number)
        m.start(s, Stream(seed, DEALS, number).shuffled(size))
        while not s.over:
            m.step(s, choices.word())
        yield number
        if s.over == WAITS:
            begin_round(game, s, draw_again(game, s, lots, packs))
        elif s.over == 2:
            lots = draw_lots(game, packs)
            begin_match(game, s, lots)
