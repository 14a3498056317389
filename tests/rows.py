"""Deals of two games played in rows, and the same deals by `Pair`, one at a time.

In: two games, a seed. Out: for each deal the moves after which each kind of difference was seen,
then the moves made, the deals before it in its match and the moves made in these.
"""

from __future__ import annotations

from interpreter import Game
from interpreter.study.scan import KINDS, Rows, play, side_by_side
from interpreter.study.search import Search

Numbers = list[list[int]]


def in_rows(games: tuple[Game, Game], deals: int, kind: str, seed: int = 5) -> Numbers:
    """By the text of `pairs.py`, as machine code or as CPython runs it."""
    own, found = Search(*games, (), seed), Numbers()
    carriers = games[0].native(kind), games[1].native(kind)
    for stretch in side_by_side(own.pair, carriers, seed, 1, deals):
        assert isinstance(stretch, Rows)
        found += stretch.table.tolist()
    return found


def one_by_one(games: tuple[Game, Game], deals: int, seed: int = 5) -> Numbers:
    """By `Pair`."""
    own = Search(*games, (), seed)
    return [
        [one.deal.found.get(kind, -1) for kind in KINDS]
        + [len(one.deal.moves), one.past, one.before]
        for one in play(own.pair, own.random, 1, deals)
    ]
