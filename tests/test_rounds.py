"""Matches that are made of rounds: points that begin again, who deals first in a round, draws.

Most of it in the game of variants/legs.py. Who deals is told a second time by `check_in_words`;
what is drawn, and what records hold, is in test_rounds_records.py.
"""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from commands import Run
from helpers import chouine, evenly, played
from rich.console import Console
from variants.legs import FOUR, changed, legs, random_match
from variants.packs import shipped

from interpreter import Game, Match
from interpreter.cli.screen import table
from interpreter.machine.compile import compile_ruleset
from interpreter.rules.read import read_ruleset
from interpreter.table.narration import Narrator
from interpreter.text.problem import RulesetError

# -- in words --------------------------------------------------------------------------------------


def told(match: Match) -> Iterator[tuple[str, Any]]:
    """What a record says: draws, deals with their dealers, winners of deals."""
    winners = iter([e.seat for e in match.events if e.kind == "closed"])
    for line in match.record[1:]:
        if "draw" in line:
            yield "draw", line["draw"]
        elif "deal" in line:
            yield "dealer", line["dealer"]
            yield "winner", next(winners)


def check_in_words(match: Match, wins: int, rounds: int, ranks: list[str], belle: int) -> None:
    """Two players. `ranks` upwards: the lower card deals first; in the second round the higher one;
    in round `belle` all draw anew, and the lower card deals. Then the deal goes round."""
    story = list(told(match))
    won, points, round_, dealer = [0, 0], [0, 0], 1, -1
    drawn: list[str] = []
    fresh = True
    for i, (kind, value) in enumerate(story):
        if kind == "draw":
            assert round_ in (1, belle), "no draw but before the first round and the belle"
            assert fresh
            assert value, "somebody drew"
            places = [[ranks.index(card[:-1]) for card in pair] for pair in value]
            assert all(a == b for a, b in places[:-1]), "only equal ranks draw again"
            drawn = value[-1]
            assert places[-1][0] != places[-1][1]
        elif kind == "dealer":
            if fresh:
                low = 0 if ranks.index(drawn[0][:-1]) < ranks.index(drawn[1][:-1]) else 1
                dealer = 1 - low if round_ == 2 else low
                assert story[i - 1][0] == "draw" or round_ not in (1, belle)
            fresh = False
            assert value == dealer
        elif value is not None:
            points[value] += 1
            dealer = 1 - dealer
            if points[value] == wins:
                won[value] += 1
                points, round_, fresh = [0, 0], round_ + 1, True
    result = match.result
    assert result is not None
    assert list(result.rounds) == won
    assert result.winner == (won.index(rounds) if rounds in won else None)


@pytest.mark.parametrize("seed", range(60))
def test_rounds_and_their_dealers(seed: int) -> None:
    check_in_words(random_match(legs(), seed), 2, 2, ["J", "Q", "K", "A"], 3)


def test_manches_and_their_dealers() -> None:
    """The shipped game: five deals, two manches. Some of these matches have a belle."""
    belles = 0
    for seed in range(25):
        match = random_match(shipped("chouine-proust"), seed)
        check_in_words(match, 5, 2, ["7", "8", "9", "J", "Q", "K", "10", "A"], 3)
        belles += sum("draw" in line for line in match.record) == 2
    assert belles > 3


def test_more_rounds_than_three() -> None:
    """Four to win, so seven at most; from the third on the keys are those of the first."""
    game = legs(("rounds: 2", "rounds: 4"), ("repeats: 3", "repeats: 200"))
    longest = 0
    for seed in range(40):
        match = random_match(game, seed)
        check_in_words(match, 2, 4, ["J", "Q", "K", "A"], 3)
        result = match.result
        assert result is not None
        assert sum(result.rounds) <= 7
        longest = max(longest, sum(result.rounds))
    assert longest == 7


# -- points and rounds -----------------------------------------------------------------------------


def test_points_begin_again() -> None:
    match = random_match(legs(), 5)
    again = match.game.match(seed=5)
    rng = random.Random(5)
    rounds: tuple[int, ...] = (0, 0)
    points: tuple[int, ...] = (0, 0)
    while not again.over:
        again.apply(evenly(rng, again.actions()))
        score = again.view(0).score
        assert sum(score.rounds) - sum(rounds) in (0, 1)
        if score.rounds != rounds and not again.over:
            assert score.wins == (0, 0)
            assert 1 in points
        rounds, points = score.rounds, score.wins
    assert 2 in rounds


def test_repeats_are_those_of_the_whole_match() -> None:
    """Nobody wins three deals of the first round; the first such deal of the second ends it."""
    game = legs()
    fronts = ["AS AH", "KS KD", "JC JD", "AS QS", "QS AS", "KS KH"]
    packs = [
        [*f.split(), *(c for c in game.ruleset.deck.codes if c not in f.split())] for f in fronts
    ]
    match = game.match(packs=packs, dealer=1)
    while not match.over:
        match.apply(match.actions()[0])
    assert [e.seat for e in match.events if e.kind == "closed"] == [None, None, None, 0, 0, None]
    data = {"winner": None, "wins": [0, 0], "deals": 6, "repeats": 4, "rounds": [1, 0]}
    assert match.record[-1] == {"result": data}


def test_result_and_record() -> None:
    match = random_match(legs(), 8)
    result = match.result
    assert result is not None
    assert match.record[-1]["result"]["rounds"] == list(result.rounds)
    assert sorted(match.record[-1]["result"]) == ["deals", "repeats", "rounds", "winner", "wins"]
    assert result.wins == tuple(match.record[-1]["result"]["wins"])
    assert match.view(1).to_dict()["score"]["rounds"] == list(result.rounds)


def test_other_games_know_nothing_of_rounds() -> None:
    match = played(chouine().match(seed=1), 1)
    assert "rounds" not in match.record[-1]["result"]
    assert "rounds" not in match.view(0).to_dict()["score"]
    assert match.result is not None
    assert match.result.rounds == ()
    text = compile_ruleset(chouine().ruleset)
    assert "round" not in text
    assert "draw_again" not in text
    text = compile_ruleset(shipped("chouine-proust").ruleset)
    assert "s.round == 3" in text
    assert "def draw_again" in text


def test_the_module_runs_alone() -> None:
    module, out = ModuleType("alone"), io.StringIO()
    exec(compile_ruleset(shipped("chouine-proust").ruleset), module.__dict__)
    with redirect_stdout(out):
        module.main(300)
    assert out.getvalue().startswith("300 deals; won by each seat, and by nobody: ")


def test_rounds_are_part_of_what_is_played() -> None:
    """Not what they are called, but how many, who deals first in them, when all draw anew."""
    changes: list[tuple[tuple[str, str], ...]] = [
        (),
        (("rounds: 2, ", ""), ("  redraw: round = 3\n", "")),
        (("rounds: 2", "rounds: 3"),),
        (("redraw: round = 3", "redraw: round = 2"),),
        (("  redraw: round = 3\n", ""),),
    ]
    hashes = {legs(*change).hash for change in changes}
    assert len(hashes) == len(changes)
    assert legs(("round: leg", "round: {fr: manche}")).hash == legs().hash


# -- told and shown --------------------------------------------------------------------------------


def test_narration() -> None:
    match = random_match(legs(), 2)
    (event, *_others) = [event for event in match.events if event.kind == "round"]
    assert event.to_dict() == {"event": "round", "seat": event.seat, "number": 1}
    assert event.seat is not None
    names = ("Ann", "Ben")
    assert Narrator(match.game, names).tell(event) == f"{names[event.seat]} wins leg 1"
    assert Narrator(match.game, names, event.seat).tell(event) == "you win leg 1"
    numbers = [event.number for event in match.events if event.kind == "round"]
    assert numbers == [*range(1, len(numbers) + 1)]


def test_narration_of_partners() -> None:
    game = legs(*FOUR)
    match = next(m for m in (random_match(game, seed) for seed in range(9)) if m.result)
    event = next(event for event in match.events if event.kind == "round")
    sides = ("a and c", "b and d")
    assert Narrator(game, ("a", "b", "c", "d")).tell(event) == f"{sides[event.seat or 0]} win leg 1"


@pytest.mark.parametrize(("changes", "rows"), [((), 2), (FOUR, 1)])
def test_the_screen_shows_the_rounds_won(changes: Any, rows: int) -> None:
    view = random_match(legs(*changes), 4).view(0)
    out = io.StringIO()
    names = ["x"] * len(view.hands)
    Console(file=out, width=100).print(table(legs(*changes), names, view))
    assert out.getvalue().count("rounds won") == rows


# -- what the checker says -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("wins: 2, rounds", "deals: 2, rounds", "`rounds` needs `wins` beside it"),
        ("rounds: 2", "rounds: 1", "`rounds` must be at least 2"),
        ("rounds: 2", "rounds: 101", "`rounds` must be at most 100"),
        ("rounds: 2, ", "", "this match has no `rounds`, so nobody draws anew"),
        (
            "redraw: round = 3",
            "redraw: drawn in hearts",
            "`drawn` cannot be used here: no card is dealt yet",
        ),
        (
            "ranking: [A, K, Q, J]",
            "ranking: [if round = 1 then A else K, A, K, Q, J]",
            "`round` cannot be used here: the ranking stands before any card is dealt",
        ),
    ],
)
def test_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "legs.yaml"
    path.write_text(changed((old, new)), encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        read_ruleset(path)
    assert [problem.message for problem in caught.value.problems] == [message]


def test_the_word_is_bounded() -> None:
    """Three rounds at most where two win; with four sides and five to win seventeen."""
    worth = ("winner: [most: tricks]", "winner: [most: tricks], worth: round")
    assert worth_range(legs(worth)) == (1, 3)
    more = ("players: 2", "players: 4"), ("rounds: 2", "rounds: 5")
    assert worth_range(legs(worth, *more)) == (1, 17)
    without = ("rounds: 2, ", ""), ("  redraw: round = 3\n", "")
    assert worth_range(legs(worth, *without)) == (1, 1)


def worth_range(game: Game) -> tuple[int, int]:
    assert game.ruleset.worth is not None
    return game.ruleset.worth.range


def test_rounds_can_decide_what_a_deal_is_worth() -> None:
    """In a second round each deal counts two, and so one wins it."""
    game = legs(("winner: [most: tricks]", "winner: [most: tricks], worth: round"))
    for seed in range(10):
        match, last, counts = random_match(game, seed), 0, []
        for event in match.events:
            if event.kind == "closed" and event.seat is not None:
                counts.append((last + 1, event.worth))
            last += event.kind == "round"
        assert all(round_ == worth for round_, worth in counts)


def test_replay_tells_the_rounds_won(somewhere: None, trickplay: Run) -> None:
    ran = trickplay("run", "chouine-proust", "--seed", "4", "--record", "r.jsonl")
    assert ran.out.endswith(" wins the match\n")
    ran = trickplay("replay", "-q", "r.jsonl")
    assert re.fullmatch(r"verified: \d+ lines; rounds won (2–[01]|[01]–2)\n", ran.out)
