"""Both carriers side by side: some deals in a test, many as a campaign.

    python tests/carriers.py                   # every ruleset with every setting: 20 minutes
    python tests/carriers.py --deals 100000 NAME ...   # these only, longer

In: games and numbers of deals. Out: nothing, or an AssertionError that names the first difference.
With NUMBA_BOUNDSCHECK=1 the campaign also finds an index that is out of range.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Iterator

import numpy
from rows import in_rows, one_by_one

from interpreter import Game, load
from interpreter.machine.native.carrier import Table
from interpreter.machine.packs import match_seed
from interpreter.rules.shelf import shipped
from interpreter.table.batch import Batch
from interpreter.table.players import RandomPlayer

ROWS = 250
"""deals that stand side by side"""
LEAST = 400
"""deals for each setting, if a ruleset has many"""


def every_setting(game: Game) -> Iterator[dict[str, str]]:
    """All choices of all options, the defaults first."""
    options = game.ruleset.options
    lists = [[o.default, *(v for v in o.values if v != o.default)] for o in options]
    for values in itertools.product(*lists):
        yield dict(zip((o.about.name for o in options), values, strict=True))


def compare_deals(game: Game, deals: int, seed: int) -> int:
    """Every field of every state after every action, and all that is offered, is the same. How many
    actions that was."""
    moves = 0
    for first in range(1, deals + 1, ROWS):
        n = min(ROWS, deals + 1 - first)
        native, plain = (game.batch(n, seed, first, kind) for kind in ("native", "python"))
        same_states(native, plain)
        while (native.turn >= 0).any():
            chosen = native.random()
            assert chosen.tolist() == plain.random().tolist()
            native.step(chosen)
            plain.step(chosen)
            moves += int((chosen >= 0).sum())
            same_states(native, plain)
        assert (native.returns == plain.returns).all()
    return moves


def same_states(native: Batch, plain: Batch) -> None:
    """Two batches are in the same states."""
    for name in native.carrier.machine.FIELDS:
        one = native._states[name].tolist()
        other = [getattr(s, name) for s in plain._states]
        if one != other:
            row = next(
                i for i, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]
            )
            where = f"{native.game.name}, deal {native.number[row]}, {name}"
            raise AssertionError(f"{where}: {one[row]} is not {other[row]}")
    assert (native.turn == plain.turn).all()
    assert (native.legal == plain.legal).all()


def compare_tables(game: Game, deals: int, matches: int, seed: int) -> None:
    """The loops over deals and over matches write down the same."""
    native, plain = (game.native(kind) for kind in ("native", "python"))
    for one, other in zip(native.deals(seed, deals), plain.deals(seed, deals), strict=True):
        same_tables(one, other)
    for one, other in zip(native.matches(seed, matches), plain.matches(seed, matches), strict=True):
        same_tables(one, other)


def same_tables(one: Table, other: Table) -> None:
    """Two tables have the same columns."""
    assert len(one) == len(other)
    for name in one.places:
        assert numpy.array_equal(numpy.array(one[name]), numpy.array(other[name])), name


def compare_match(game: Game, seed: int, number: int) -> None:
    """A match of the loop is the match of two or more random players at a table."""
    table = next(game.native("native").matches(seed, 1, number))
    own = match_seed(seed, number)
    match = game.match(seed=own)
    players = [RandomPlayer(game, own, seat) for seat in range(game.seats)]
    decisions = [0]
    while (turn := match.turn) is not None:
        before = match._state.deals
        decisions[-1] += 1
        match.apply(players[turn].choose(match.view(turn)))
        decisions += [0] * (match._state.deals - before)
    result = match.result
    assert result is not None
    assert table["decisions"].tolist() == decisions[:-1]
    assert len(table) == result.deals
    champion = table["champion"][-1]
    assert (None if champion >= game.ruleset.sides else champion) == result.winner
    assert tuple(wins[-1] for wins in table["wins"]) == result.wins
    if result.rounds:
        assert tuple(rounds[-1] for rounds in table["rounds"]) == result.rounds
    deals = [line for line in match.record if "pack" in line]
    assert table["dealer"].tolist() == [line["dealer"] for line in deals]
    assert (table["winner"] == game.seats).sum() == result.repeats


def compare_rows(games: tuple[Game, Game], deals: int, seed: int) -> None:
    """Deals of two games in step show the same differences as `Pair`, which plays them alone."""
    native, plain = in_rows(games, deals, "native", seed), one_by_one(games, deals, seed)
    for number, (one, other) in enumerate(zip(native, plain, strict=True), 1):
        assert one == other, f"{games[0].name} and {games[1].name}, deal {number}: {one}, {other}"


def main() -> None:
    """The campaign."""
    parser = argparse.ArgumentParser(description="compare both carriers of shipped rulesets")
    parser.add_argument("names", nargs="*", default=shipped(), help="rulesets; else all")
    parser.add_argument("--deals", type=int, default=10_000, help="for each ruleset")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for name in args.names:
        settings = list(every_setting(load(name)))
        deals = max(args.deals // len(settings), LEAST)
        for number, setting in enumerate(settings):
            begun = time.perf_counter()
            game = load(name).with_options(setting)
            moves = compare_deals(game, deals, args.seed + number)
            compare_tables(game, deals, 20, args.seed + number)
            for match in range(5):
                compare_match(game, args.seed + number, match)
            for games in ((load(name), game), (game, load(name))):
                compare_rows(games, deals, args.seed + number)
            agreed = " ".join(f"{k}={v}" for k, v in game.ruleset.agreed().items())
            seconds = time.perf_counter() - begun
            print(f"{name} {agreed}: {deals} deals, {moves} states, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
