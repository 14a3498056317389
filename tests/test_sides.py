"""Sides, what a won deal counts, and how a match ends: by points or by deals.

`in_words` says it a second time. The machine is given deals that are over, so that any row of
results can be tried.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from council_table import council
from helpers import dumped, played
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import FOLDER

from interpreter import Game, Match, load
from interpreter.machine.engine.spec import CLOSE
from interpreter.table.narration import Narrator

Results = list[tuple[int | None, int]]
"""of each deal its winner, or nobody, and what it counts"""


def six(folder: Path, sides: int, **match: int) -> Game:
    """Six players on two sides, or three, or six; with another end of the match."""
    text = (FOLDER / "six.yaml").read_text(encoding="utf-8")
    assert "sides: 3\n" in text
    assert "match: {wins: 9, repeats: 20}" in text
    text = text.replace("sides: 3\n", f"sides: {sides}\n")
    if match:
        end = ", ".join(f"{key}: {value}" for key, value in match.items())
        text = text.replace("wins: 9, repeats: 20", end)
    (folder / "six.yaml").write_text(text, encoding="utf-8")
    return load(folder / "six.yaml")


# -- in words -------------------------------------------------------------------------------------


def in_words(
    results: Results, sides: int, repeats: int, wins: int = 0, deals: int = 0
) -> tuple[int, int | None, list[int]]:
    """How many of these deals are played, which side wins, and the points of the sides."""
    points, void = [0] * sides, 0
    for number, (winner, worth) in enumerate(results, 1):
        if winner is None:
            void += 1
            if void > repeats:
                return number, None, points
            continue
        points[winner % sides] += worth
        if wins and points[winner % sides] >= wins:
            return number, winner % sides, points
        if deals and number - void >= deals:
            if points.count(max(points)) == 1:
                return number, points.index(max(points)), points
            if number - void == deals + repeats:
                return number, None, points
    raise AssertionError("the match goes on")


def closed(game: Game, results: Results) -> tuple[int, int | None, list[int], int]:
    """The same by the machine, which is told who has won each deal; and who deals at the end.

    A deal is worth as many points as the second trick of its winner was later than the first.
    """
    m = game.machine
    s = m.State()
    m.begin(s, 0)
    for number, (winner, worth) in enumerate(results, 1):
        assert s.over == 1
        m.start(s, list(range(32)))
        s.winner = game.seats if winner is None else winner
        s.first_win, s.last_win = [1] * game.seats, [1 + worth] * game.seats
        s.step = CLOSE
        m.advance(s)
        assert s.deals == number
        if s.over == 2:
            return number, None if s.champion == game.seats else s.champion, s.wins, s.dealer
    raise AssertionError("the match goes on")


RESULTS = st.lists(st.tuples(st.none() | st.integers(0, 5), st.integers(1, 3)), max_size=12)


@cache
def game_of(folder: Path, sides: int, end: str) -> Game:
    key, value = end.split()
    return six(folder, sides, **{key: int(value), "repeats": 3})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sides")


@pytest.mark.parametrize("sides", [2, 3, 6])
@pytest.mark.parametrize("end", ["wins 1", "wins 5", "deals 1", "deals 4"])
@settings(max_examples=60, deadline=None)
@given(results=RESULTS)
def test_ends_of_matches_in_words(folder: Path, sides: int, end: str, results: Results) -> None:
    """Any row of results, then one side wins everything, or nobody anything."""
    game = game_of(folder, sides, end)
    key, value = end.split()
    for last in ([(0, 1)] * 20, [(None, 1)] * 20, [(0, 1), (1, 1)] * 20):
        deals = in_words([*results, *last], sides, 3, **{key: int(value)})
        assert closed(game, [*results, *last])[:3] == deals


# -- match: deals ---------------------------------------------------------------------------------


def results_of(text: str) -> Results:
    """`0 - 1:3`: a deal of seat 0, one of nobody, one of seat 1 that counts three."""
    pairs = [(deal + ":1").split(":")[:2] for deal in text.split()]
    return [(None if seat == "-" else int(seat), int(worth)) for seat, worth in pairs]


@pytest.mark.parametrize(
    ("sides", "deals", "number", "champion"),
    [
        pytest.param(2, "0 0 0 0", 4, 0, id="all four are played though one side leads"),
        pytest.param(2, "0 3:2 4 2", 4, 0, id="seats 2 and 4 play for side 0"),
        pytest.param(2, "0 1 0 1 1", 5, 1, id="equal after four: a fifth decides"),
        pytest.param(3, "0 1 0 1 2 2 2", 7, 2, id="equal after six: a seventh"),
        pytest.param(6, "0:3 1:3 2 3 2 3 4", 7, None, id="equal after seven: nobody wins"),
        pytest.param(2, "0 - 1 - 0 1 0", 7, 0, id="void deals are not among the four"),
        pytest.param(2, "- - - -", 4, None, id="more void deals than three"),
        pytest.param(2, "0 0 0 - - - -", 7, None, id="nor for who leads after them"),
        pytest.param(2, "1:3 0 0 0 0", 5, 0, id="points count, not deals"),
    ],
)
def test_a_number_of_deals(
    folder: Path, sides: int, deals: str, number: int, champion: int | None
) -> None:
    """Four deals, three more at most, three void ones at most."""
    game = game_of(folder, sides, "deals 4")
    assert closed(game, results_of(deals))[:2] == (number, champion)


def test_matches_of_four_deals() -> None:
    """In games/council.yaml each plays for himself."""
    numbers = set()
    for seed in range(12):
        match = played(council().match(seed=seed), seed)
        result = match.result
        assert result is not None
        decided = result.deals - result.repeats
        assert decided >= 4
        assert result.winner == result.wins.index(max(result.wins))
        worths = [event.worth for event in match.events if event.kind == "closed"]
        assert sum(worths) == sum(result.wins)
        numbers.add(decided)
        assert match.events[-1].kind == "over"
        assert match.events[-1].seat == result.winner
        assert match.record[-1]["result"]["wins"] == list(result.wins)
    assert 4 in numbers


def test_an_undecided_match_of_deals_is_told(folder: Path) -> None:
    """Every deal had a winner, so it cannot have been for want of one."""
    game = game_of(folder, 6, "deals 4")
    names = tuple(f"seat {i}" for i in range(6))
    over = [event for event in played(game.match(seed=1), 1).events if event.kind == "over"]
    assert Narrator(game, names).tell(replace(over[0], seat=None)) == "the match ends undecided"


# -- worth, partners ------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [2, 3, 6])
def test_won_deals_count_for_the_side(sides: int, folder: Path) -> None:
    """From the tricks as they were told: who wins each deal, what it counts, who wins the match."""
    game = six(folder, sides)
    for seed in range(6):
        match = played(game.match(seed=seed), seed)
        points, wins = [0] * sides, {seat: list[int]() for seat in range(6)}
        for event in match.events:
            if event.kind == "deals":
                wins = {seat: [] for seat in range(6)}
            if event.kind == "taken" and event.seat is not None:
                wins[event.seat].append(event.number or 0)
            if event.kind == "closed":
                assert event.tricks == tuple(len(wins[seat]) for seat in range(6))
                best = max((len(w), -max(w, default=0)) for w in wins.values())
                tops = [s for s, w in wins.items() if (len(w), -max(w, default=0)) == best]
                assert event.seat == (tops[0] if len(tops) == 1 else None)
                if event.seat is None:
                    assert event.worth == 0
                    continue
                won = wins[event.seat]
                assert event.worth == max(1, won[-1] - won[0])
                points[event.seat % sides] += event.worth
        result = match.result
        assert result is not None
        assert result.wins == tuple(points)
        assert result.winner == points.index(max(points))
        assert max(points) >= 9
        assert match.view(5).score.wins == tuple(points)


def test_partners_win_together(folder: Path) -> None:
    """The deal is its winner's, and counts for both."""
    game = six(folder, 3)
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
    assert game.partners
    assert [game.side(seat) for seat in range(6)] == [0, 1, 2, 0, 1, 2]
    narrator = Narrator(game, names)
    match = played(game.match(seed=3), 3)
    closed_ = [event for event in match.events if event.kind == "closed"]
    event = replace(closed_[0], seat=4, worth=2)
    assert narrator.tell(event).endswith("deal 1: Eve wins 2 points for Ben and Eve")
    over = replace(match.events[-1], seat=2)
    assert narrator.tell(over) == "Cleo and Fay win the match"
    assert Narrator(game, names, 4).tell(event).endswith("you win 2 points for Eve and Ben")
    two = Narrator(six(folder, 2), names)
    assert two.tell(replace(over, seat=1)) == "Ben, Dan and Fay win the match"
    alone = six(folder, 6)
    assert not alone.partners
    assert Narrator(alone, names).tell(over) == "Cleo wins the match"
    assert Narrator(alone, names).tell(event).endswith("deal 1: Eve wins 2 points")


def test_records_of_partners(folder: Path) -> None:
    for sides in (2, 3):
        match = played(six(folder, sides).match(seed=4), 4)
        again = Match.from_record(match.record)
        assert dumped(again.record) == dumped(match.record)
        assert len(again.record[-1]["result"]["wins"]) == sides


# -- what a seat may know -------------------------------------------------------------------------


def test_partners_do_not_see_each_others_cards(folder: Path) -> None:
    """The cards of all others change places, the partner's too: the view stays."""
    game = six(folder, 3)
    codes, rng = list(game.ruleset.deck.codes), random.Random(5)
    for _ in range(10):
        pack = rng.sample(codes, len(codes))
        match = game.match(packs=[pack], dealer=5)
        seat = rng.randrange(6)
        own = [i for i in range(30) if i % 6 == seat]
        others = [i for i in range(32) if i not in own]
        new = pack[:]
        for i, j in zip(others, rng.sample(others, len(others)), strict=True):
            new[i] = pack[j]
        other = game.match(packs=[new], dealer=5)
        partner = (seat + 3) % 6
        assert match.view(partner).hand != other.view(partner).hand
        assert replace(match.view(seat), actions=()) == replace(other.view(seat), actions=())
        assert match.view(seat).actions == other.view(seat).actions
        assert set(match.view(seat).hand) == {pack[i] for i in own}


def test_views_of_many_players(folder: Path) -> None:
    """Whatever there is for each seat is there for six, what is for a side for three."""
    match = played(six(folder, 3).match(seed=8), 8)
    for seat in range(6):
        view = match.view(seat)
        assert len(view.hands) == len(view.tricks) == len(view.known) == len(view.last_won) == 6
        assert len(view.score.wins) == 3
        assert len(view.score.last) == 6
        assert view.to_dict()["score"]["wins"] == list(view.score.wins)
