"""Numbers with intervals: against the formulas of textbooks, and against how often they hold."""

from __future__ import annotations

import random
from math import isclose, sqrt
from pathlib import Path
from statistics import NormalDist, mean, stdev

import pytest
from helpers import ROOT
from natively import FOLDER, game

from interpreter import load
from interpreter.study.interval import interval, reach
from interpreter.study.simulation import Outcome, planned, simulate
from interpreter.study.simulation import estimate as e
from interpreter.study.simulation.tally import Totals


@pytest.fixture(autouse=True)
def _kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code of tests is kept, but not among the user's own."""
    monkeypatch.setenv("TRICKPLAY_CACHE", FOLDER)


def sums(xs: list[int], ds: list[int], whole: bool) -> e.Sums:
    """Those of a measure over what it is taken over, unit by unit."""
    pairs = list(zip(xs, ds, strict=True))
    return e.Sums(
        sum(xs),
        sum(ds),
        sum(x * x for x in xs),
        sum(x * d for x, d in pairs),
        sum(d * d for d in ds),
        len(xs),
        whole,
    )


# -- formulas --------------------------------------------------------------------------------------


def test_a_share_of_deals_is_wilsons() -> None:
    wins = [1] * 130 + [0] * 250
    found = e.share(sums(wins, [1] * 380, False))
    assert found is not None
    assert (found.value, found.sum, found.over) == (130 / 380, 130, 380)
    assert isclose(found.low, 0.29620, abs_tol=1e-5), "worked out by hand from Wilson's formula"
    assert isclose(found.high, 0.39117, abs_tol=1e-5)
    assert (found.low, found.high) == pytest.approx(interval(130, 380), abs=1e-12)


def test_a_share_of_some_of_the_deals() -> None:
    """Deals that nobody won are no part of the share, nor of its interval."""
    wins, won = [1] * 30 + [0] * 70, [1] * 90 + [0] * 10
    found = e.share(sums(wins, won, False))
    assert found is not None
    assert (found.low, found.high) == pytest.approx(interval(30, 90), abs=1e-12)


@pytest.mark.parametrize("count", [0, 40])
def test_a_share_of_nothing_or_everything(count: int) -> None:
    found = e.share(sums([int(count > 0)] * 40, [1] * 40, False))
    assert found is not None
    assert (found.low, found.high) == pytest.approx(interval(count, 40), abs=1e-12)
    assert found.low <= found.value <= found.high, "to the last digit: it is drawn"


def test_a_mean_of_deals() -> None:
    rng = random.Random(5)
    points = [rng.randrange(0, 160) for _ in range(500)]
    found = e.mean(sums(points, [1] * 500, False))
    assert found is not None
    half = 1.959964 * stdev(points) * sqrt(499 / 500) / sqrt(500)
    assert found.value == mean(points)
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half))


def test_nothing_to_take_it_over() -> None:
    nothing = sums([0, 0], [0, 0], False)
    assert e.share(nothing) is None
    assert e.mean(nothing) is None
    assert e.difference(nothing, nothing, e.Products(0, 0, 0, 0)) is None


def test_matches_are_the_units_of_their_deals() -> None:
    """The deals of a match may be all alike: then there is one finding a match, not five."""
    xs, ds = [5, 0] * 50, [5] * 100
    found, naive = e.share(sums(xs, ds, True)), interval(250, 500)
    assert found is not None
    assert found.value == 0.5
    assert (found.low, found.high) == pytest.approx(interval(49.5, 99), abs=1e-9)
    assert found.half > 2 * (naive[1] - naive[0]) / 2
    rng = random.Random(6)
    ds = [rng.randrange(3, 9) for _ in range(300)]
    xs = [rng.randrange(0, 100 * d) for d in ds]
    found = e.mean(sums(xs, ds, True))
    assert found is not None
    r = sum(xs) / sum(ds)
    residuals = [x - r * d for x, d in zip(xs, ds, strict=True)]
    half = 1.959964 * sqrt(300 / 299 * sum(y * y for y in residuals)) / sum(ds)
    assert (found.low, found.high) == pytest.approx((r - half, r + half))


@pytest.mark.parametrize("whole", [False, True])
def test_a_difference_on_the_same_packs(whole: bool) -> None:
    """Against the residuals of every unit, worked out one by one."""
    rng = random.Random(7)
    ds = [rng.randrange(1, 9) if whole else 1 for _ in range(400)]
    cs = [rng.randrange(1, 9) if whole else 1 for _ in range(400)]
    common = [rng.randrange(0, 100) for _ in range(400)]
    xs = [d * (c + rng.randrange(9)) for c, d in zip(common, ds, strict=True)]
    ys = [d * (c + rng.randrange(12)) for c, d in zip(common, cs, strict=True)]
    pairs = list(zip(xs, ys, ds, cs, strict=True))
    both = e.Products(
        sum(x * y for x, y, _d, _c in pairs),
        sum(x * c for x, _y, _d, c in pairs),
        sum(d * y for _x, y, d, _c in pairs),
        sum(d * c for _x, _y, d, c in pairs),
    )
    found = e.difference(sums(xs, ds, whole), sums(ys, cs, whole), both)
    assert found is not None
    r, s = sum(xs) / sum(ds), sum(ys) / sum(cs)
    errors = [(y - s * c) / sum(cs) - (x - r * d) / sum(ds) for x, y, d, c in pairs]
    half = 1.959964 * sqrt(sum(z * z for z in errors) * (400 / 399 if whole else 1))
    assert (found.low, found.high) == pytest.approx((s - r - half, s - r + half))
    if not whole:
        alone = 1.959964 * sqrt((stdev(xs) ** 2 + stdev(ys) ** 2) / 400)
        assert found.half < alone / 4, "the same packs make it sharper"


def test_several_comparisons_together() -> None:
    assert reach(1) == 1.959964
    assert isclose(reach(4), NormalDist().inv_cdf(0.99375))
    assert reach(4) > reach(2) > reach(1)


# -- how often intervals hold ----------------------------------------------------------------------


@pytest.mark.parametrize("whole", [False, True], ids=["deals", "matches"])
def test_nineteen_of_twenty_intervals_hold(whole: bool) -> None:
    """Of 300 small runs about 285 have the truth, that of a large one, in their interval."""
    pytest.importorskip("numba", reason="the extra `fast` is not installed")
    own, small = game("chouine"), 60 if whole else 200
    (truth,) = simulate(own, 200_000, seed=10_000, matches=whole).games
    keys = ["place.won.0", "place.points.1", "offered declare tierce", "seat.tricks.0"]
    keys += ["match.deals", "match.dealer"] if whole else ["decisions", "made exchange seven"]
    held = dict.fromkeys(keys, 0)
    for seed in range(300):
        (found,) = simulate(own, small, seed=seed, matches=whole, kind="native").games
        for key in keys:
            true, one = truth.estimate(key), found.estimate(key)
            assert true is not None
            assert one is not None
            held[key] += one.low <= true.value <= one.high
    assert all(274 <= count <= 295 for count in held.values()), held


def test_an_advantage_that_is_there_and_one_that_is_not() -> None:
    pytest.importorskip("numba", reason="the extra `fast` is not installed")
    (found,) = simulate(game("chouine"), 50_000, seed=1).games
    by_seat, by_place = found.advantages
    assert (by_seat.group, by_seat.even, by_seat.more, by_seat.less) == ("seat.won", 0.5, (), ())
    assert (by_place.group, by_place.more, by_place.less) == ("place.won", (1,), (0,))
    wrong = 0
    for seed in range(200):
        (found,) = simulate(game("aluette"), 400, seed=seed, kind="native").games
        groups = {a.group: a for a in found.advantages}
        assert set(groups) == {"seat.won", "place.won", "side.won"}
        wrong += bool(groups["seat.won"].more or groups["seat.won"].less)
    assert wrong <= 18, "one false alarm in twenty, though four seats are compared"


# -- two games -------------------------------------------------------------------------------------


def test_a_game_against_itself() -> None:
    found = simulate(game("chouine"), 400, against=game("chouine"), kind="python")
    assert found.totals.pairs[:2] == (0, 0)
    assert found.totals.games[0] == found.totals.games[1]
    for key in found.keys:
        by = found.difference(key)
        assert by is None or (by.value, by.low, by.high) == (0, 0, 0), key
    assert found.differences(found.keys) == []
    winner, other = found.differing
    assert (winner.value, other.high) == (0, interval(0, 400)[1])


def test_a_difference_that_was_planted(tmp_path: Path) -> None:
    """A last trick of 40 points instead of 10: known to the point, and not by its interval only."""
    text = (ROOT / "rulesets" / "chouine.yaml").read_text(encoding="utf-8")
    old = "if me = last_winner then 10 else 0"
    assert old in text
    path = tmp_path / "late.yaml"
    path.write_text(text.replace(old, "if me = last_winner then 40 else 0"), encoding="utf-8")
    other = load(str(path))
    found = simulate(game("chouine"), 600, seed=2, against=other, kind="python")
    one, two = found.games
    more = sum(two.total(f"seat.points.{p}") - one.total(f"seat.points.{p}") for p in (0, 1))
    assert more == 30 * one.total("counted")
    differing = {key: sure for key, _by, sure in found.differences(found.keys)}
    assert differing["seat.points.0"]
    assert differing["place.points.1"]
    assert not {"length", "offered declare tierce", "seat.tricks.0"} & set(differing)
    winner, anything = found.differing
    (a,), (b,) = (list(load_.native("python").deals(2, 600)) for load_ in (game("chouine"), other))
    parted = sum(x != y for x, y in zip(a["winner"], b["winner"], strict=True))
    assert winner.sum == parted > 0
    assert anything.sum == one.total("counted")


def test_what_two_games_can_be_compared_in() -> None:
    """Names that both know; sides only if they are the same."""
    found = simulate(game("chouine"), 3, against=game("chouine-mondoubleau"), kind="python")
    assert "offered exchange seven" not in found.keys
    assert {"side.won.0", "made declare tierce.1"} <= set(found.keys)
    assert found.keys[:2] == ("seat.won.0", "seat.won.1")


def test_merging_nothing() -> None:
    asked = planned(game("chouine"), 2, kind="python")
    totals = simulate(game("chouine"), 2, kind="python").totals
    assert Totals() + totals == totals + Totals() == totals
    assert Outcome(asked, totals + totals).count == 4
