"""Many deals of two games: by machine code and by Python the same is found, to the last number.

`SideBySide` plays chains of deals in rows, by `machine/native/pairs.py`; `Pair` plays one deal at a
time. Here both play the same deals. The text of the first also runs under CPython: so much can be
tried without compiling a game, as `test_diff_play.py` does with every planted difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="the extra `fast` is not installed")

import helpers
from aluette_table import aluette
from natively import FOLDER, MACHINE_CODE, game
from rows import in_rows, one_by_one
from test_diff_play import CASES, planted
from variants.legs import FOUR, legs

from interpreter import Game, load
from interpreter.machine.native import carrier as carriers
from interpreter.machine.native.pairs import CHAIN
from interpreter.study import scan, search
from interpreter.study.data import to_dict
from interpreter.study.diff import Diff
from interpreter.study.report import report
from interpreter.study.scan import KINDS
from interpreter.study.search import Search

pytestmark = MACHINE_CODE

TURNED = ("ranks: [A, K, Q, J]}", "ranks: [Q, J, A, K]}")
"""the cards of a pack in another order"""


@pytest.fixture(autouse=True)
def _kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRICKPLAY_CACHE", FOLDER)


PAIRS: dict[str, tuple[Game, Game]] = {
    "calls": (game("chouine"), game("chouine-mondoubleau")),
    "aside": (aluette("signals=yes"), aluette("chanter=yes")),
    "round": (legs(), legs(TURNED, ("wins: 2", "wins: 3"))),
    "sides": (legs(*FOUR), legs(TURNED, ("players: 2", "players: 4"))),
}


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("turned", [False, True])
def test_rows_are_what_a_pair_plays(name: str, turned: bool) -> None:
    games = PAIRS[name][::-1] if turned else PAIRS[name]
    rows = one_by_one(games, 200)
    assert any(row[KINDS.index("match")] > 0 for row in rows) == (name in ("round", "sides"))
    assert in_rows(games, 200, "python") == rows


@pytest.mark.parametrize("name", ["calls", "round"])
def test_machine_code_finds_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a diff says, whatever has played it, and wherever a stretch ends."""
    pytest.importorskip("numba")
    monkeypatch.setattr(scan, "ROWS", 5)
    monkeypatch.setattr(scan, "STRETCH", 8 * CHAIN)
    monkeypatch.setattr(search, "MANY", 300)
    said: list[Any] = []
    for kind in ("python", "native", "auto"):
        diff, told = Diff(*PAIRS[name]), list[int]()
        diff.play(1300, told.append, kind)
        said.append(to_dict(diff))
        by_stretch = {
            "python": [1] * 650,
            "native": [256, 256, 138],
            "auto": [1] * 256 + [256, 138],
        }
        assert told == by_stretch[kind] + [1] * 650
    assert said[0]["play"]["witnesses"]
    assert said[1] == said[0]
    assert said[2] == said[0]

    def stop(_deals: int) -> None:
        raise KeyboardInterrupt

    diff = Diff(*PAIRS[name])
    with pytest.raises(KeyboardInterrupt):
        diff.play(1300, stop, "native")
    assert diff.findings is not None
    assert (diff.findings.random, diff.findings.stacked) == (256, 0)
    assert list(report(diff))


def test_a_match_ends_with_its_chain(tmp_path: Path) -> None:
    """One that would go on for ever, in both games and on both ways."""
    one, other = (helpers.changed(tmp_path, "wins: 3", f"wins: {n}") for n in (90, 91))
    rows = one_by_one((one, other), 70)
    assert [row[-2] for row in rows] == [*range(32), *range(32), *range(6)]
    assert rows[32][-1] == 0
    assert rows[31][-1] > 500
    assert in_rows((one, other), 70, "python") == rows


# -- without machine code --------------------------------------------------------------------------


def no_numba(name: str) -> object:
    return None if name == "numba" else object()


def test_without_numba_it_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the same is found, by Python."""
    monkeypatch.setattr(search, "MANY", 300)
    monkeypatch.setattr(carriers, "find_spec", no_numba)
    games = load("chouine"), load("chouine-mondoubleau")
    diff, same = Diff(*games), Diff(*games)
    told: list[str] = []
    diff.play(640, tell=told.append)
    assert told == [
        "chouine runs as plain Python: numba is not installed: `pip install 'trickplay[fast]'`"
    ]
    same.play(640, carrier="python")
    assert to_dict(diff) == to_dict(same)


def test_few_deals_ask_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> Iterator[None]:
        raise AssertionError("machine code was asked for")

    monkeypatch.setattr(Game, "native", refuse)
    Diff(load("chouine"), load("chouine-cent")).play(60)


def test_most_deals_are_random(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than some are stacked, and drawn for."""
    monkeypatch.setattr(search, "MOST_STACKED", 20)
    monkeypatch.setattr(search, "MOST_DRAWS", 30)
    case = next(case for case in CASES if case["rule"] == "dealer.first")
    for deals, numbers in ((30, (15, 15, 15)), (45, (25, 20, 25)), (90, (70, 20, 30))):
        diff = Diff(*planted(case))
        diff.play(deals)
        assert diff.findings is not None
        assert (diff.findings.random, diff.findings.stacked, diff.findings.draws) == numbers


def test_what_a_bad_row_would_be() -> None:
    """What machine code has found is played again, and must be there."""
    own = Search(*PAIRS["calls"], (), seed=0)
    stretch = next(iter(scan.one_by_one(own.pair, own.random, 1, 1)))
    real = next(stretch.spots("tricks", None, True))
    wrong = scan.Spot(real.number, real.past, real.before, real.moves + 1)
    own._shortest(own.random, "tricks", real, None)
    with pytest.raises(AssertionError, match=r"^deal 1: tricks \d+, not \d+$"):
        own._shortest(own.random, "tricks", wrong, None)
