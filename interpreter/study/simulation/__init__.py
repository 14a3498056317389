"""Many deals or whole matches, counted: who wins, what is declared, how long it takes.

>>> from interpreter import load
>>> from interpreter.study.simulation import simulate
>>> found = simulate(load("NAME"), 100_000, seed=1)
>>> found.games[0].estimate("place.won.0")

`plan.py` says what is asked, `work.py` plays a range of numbers (random players in the loops of
`machine/native`, others by `seated.py`), `tally.py` holds exact totals, `run.py` merges them in
order, `executors.py` says who works; `outcome.py` and `estimate.py` make numbers with intervals of
them, `report.py`, `data.py` and `plot.py` show them, `rows.py` writes a row for each deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor

from ...table.game import Game
from ...table.players import Maker
from .executors import play, speed, step
from .outcome import Outcome
from .plan import Plan, planned
from .run import Simulation, Tick

__all__ = ["Outcome", "Plan", "Simulation", "planned", "simulate"]


def simulate(
    game: Game,
    count: int,
    *,
    seed: int = 0,
    players: Sequence[str | Maker] = (),
    matches: bool = False,
    against: Game | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    ahead: int = 64,
    kind: str = "auto",
    tick: Tick = lambda done: None,
) -> Outcome:
    """Play `count` deals, or whole `matches`, and count what comes of them.

    seed: the packs and choices; the same seed gives the same result for any jobs, executor or
    carrier. players: for each seat `random`, `greedy`, or what makes a player: a function or class
    of a module, called with the game, a seed, the seat and the number of the deal (0 in a match).
    against: another game, played with the same packs. jobs: workers on this machine. executor:
    whoever does the work instead, any Executor of `concurrent.futures`; `ahead` ranges are given to
    it at a time. kind: the carrier, as of `Game.native`. tick: is given the number played so far.
    Raises ValueError for arguments that do not fit the game, or games that share no pack.
    """
    asked = planned(game, count, seed, players, matches, against, kind=kind)
    how = speed(asked)
    simulation = Simulation(asked)
    if executor is None:
        play(simulation, how, jobs, tick)
    else:
        simulation.run(step(asked, how, ahead), executor, ahead, tick)
    return Outcome(asked, simulation.found)
