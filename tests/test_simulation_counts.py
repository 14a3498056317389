"""What a simulation counts is what happens: checked against matches at a table, one by one."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT
from natively import FOLDER, MACHINE_CODE, OWN, game
from variants.legs import legs

from interpreter import Game, load
from interpreter.machine.native.carrier import Table
from interpreter.machine.native.measures import LONGEST
from interpreter.machine.packs import match_seed
from interpreter.study.simulation import Outcome, Simulation, planned, simulate
from interpreter.study.simulation.plan import Rules, _games
from interpreter.study.simulation.seated import seated_deals, seated_matches
from interpreter.study.simulation.tally import Totals
from interpreter.study.simulation.work import work
from interpreter.table.players import PLAYERS, RandomPlayer

pytestmark = MACHINE_CODE

GAMES = ["chouine", "aluette", "chouine-proust", "chouine-mondoubleau", *map(str, OWN)]


@pytest.fixture(autouse=True)
def _kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code of tests is kept, but not among the user's own."""
    monkeypatch.setenv("TRICKPLAY_CACHE", FOLDER)


def short(name: str) -> str:
    """A name for a test."""
    return Path(name).stem


# -- a count by hand -------------------------------------------------------------------------------


@cache
def counted(name: str) -> tuple[Counter[str], Counter[int], Counter[int]]:
    """What happens in matches at a table, from their events; how long deals and matches are."""
    own, matches, seed = game(name), MATCHES.get(short(name), 3), SEED
    found, tricks, lengths = Counter[str](), Counter[int](), Counter[int]()
    for number in range(matches):
        match = own.match(seed=match_seed(seed, number))
        players = [RandomPlayer(own, match_seed(seed, number), p) for p in range(own.seats)]
        offered: list[set[tuple[int, str]]] = []
        deals = 0
        while (turn := match.turn) is not None:
            view = match.view(turn)
            if view.deal > deals:
                deals = view.deal
                offered.append(set())
            found["decisions"] += 1
            offered[-1] |= {(turn, f"{a.kind} {a.name}".strip()) for a in view.actions}
            match.apply(players[turn].choose(view))
        for some in offered:
            found.update(calls("offered", some))
        stories = list(told(match.events))
        for story in stories:
            count_deal(own, story, found, tricks)
        count_match(own, match, stories, found)
        lengths[min(len(stories), LONGEST)] += 1
    return found, tricks, lengths


def told(events: list[Any]) -> Iterator[list[Any]]:
    """The events of each deal."""
    starts = [i for i, event in enumerate(events) if event.kind == "deals"]
    for start, end in zip(starts, [*starts[1:], len(events)], strict=True):
        yield events[start:end]


def calls(what: str, some: set[tuple[int, str]]) -> Iterator[str]:
    """The keys of measures for calls of one deal."""
    known = {(p, text) for p, text in some if text.split()[0] in ("declare", "exchange", "signal")}
    known |= {(p, text) for p, text in some if text == "yes"}
    yield from {f"{what} {text}" for _p, text in known}
    yield from {f"{what} {text}.{p}" for p, text in known}


KINDS = {"declared": "declare", "exchanged": "exchange", "signalled": "signal"}


def count_deal(own: Game, story: list[Any], found: Counter[str], tricks: Counter[int]) -> None:
    """One deal, from its events."""
    dealer, seats = story[0].seat, own.seats
    kinds = Counter(event.kind for event in story)
    made = {(e.seat, f"{KINDS[e.kind]} {e.name}") for e in story if e.kind in KINDS}
    made |= {(e.seat, "yes") for e in story if e.kind == "agreed"}
    found.update(calls("made", made))
    found.update({"deals": 1, "length": kinds["taken"] + kinds["spoiled"]})
    found["spoiled"] += kinds["spoiled"]
    found["counted" if kinds["counted"] else "claimed"] += 1
    tricks[kinds["taken"] + kinds["spoiled"]] += 1
    closed = next(event for event in story if event.kind == "closed")
    gains = dict.fromkeys(range(seats), (0, 0))
    for event in story:
        if event.kind == "counted":
            totals = [sum(n for _name, n in terms) for terms in event.scores]
            declared = Counter[int]()
            for e in story:
                if e.kind == "declared":
                    declared[e.seat] += e.number
            gains = {p: (totals[p], declared[p]) for p in range(seats)}
    for p in range(seats):
        place = (p - dealer) % seats
        took = sum(e.kind == "taken" and e.seat == p for e in story)
        for who in (f"seat.{{}}.{p}", f"place.{{}}.{place}"):
            found[who.format("tricks")] += took
            found[who.format("points")] += gains[p][0]
            found[who.format("declared")] += gains[p][1]
    if closed.seat is None:
        found["undecided"] += 1
        return
    found["won"] += 1
    found[f"seat.won.{closed.seat}"] += 1
    found[f"place.won.{(closed.seat - dealer) % seats}"] += 1
    found[f"side.won.{own.side(closed.seat)}"] += 1
    found[f"side.worth.{own.side(closed.seat)}"] += closed.worth or 1


def count_match(own: Game, match: Any, stories: list[Any], found: Counter[str]) -> None:
    """One match, from its result."""
    result = match.result
    found.update({"matches": 1, "match.deals": len(stories), "match.repeats": result.repeats})
    found["match.rounds"] += sum(result.rounds)
    if result.winner is None:
        found["match.undecided"] += 1
        return
    found["match.won"] += 1
    found[f"match.side.{result.winner}"] += 1
    if own.side(stories[0][0].seat) == result.winner:
        found["match.dealer"] += 1


MATCHES = {"chouine": 10, "aluette": 5, "chouine-proust": 1}
SEED = 999
"""with it something of everything happens, which a test makes sure of"""


@pytest.mark.parametrize("name", GAMES, ids=short)
def test_the_totals_are_those_of_a_count_by_hand(name: str) -> None:
    expected, tricks, lengths = counted(name)
    matches = expected["matches"]
    found = simulate(game(name), matches, seed=SEED, matches=True, kind="python").games[0]
    keys = [measure.key for measure in found.measures]
    assert {key: found.total(key) for key in keys} == {key: expected[key] for key in keys}
    assert set(expected) - set(keys) <= {"spoiled"}
    assert (found.lengths, found.runs) == (dict(tricks), dict(lengths))


def test_the_count_by_hand_has_something_to_count() -> None:
    expected = counted("chouine")[0]
    for key in ("undecided", "made declare tierce", "offered declare quinte"):
        assert expected[key], key
    expected = counted("aluette")[0]
    for key in ("spoiled", "offered yes", "made yes", "offered signal wink.0"):
        assert expected[key], key
    worths = [expected["side.worth.0"], expected["side.worth.1"]]
    assert sum(worths) > expected["won"], "a deal of mordienne counts double"


# -- whoever plays, however it is cut --------------------------------------------------------------


def same_tables(one: Table, other: Table, row: int) -> None:
    """A table of one deal or match is these rows of another; that cards are drawn for the next
    round, which `over` says as well, is not told at a table."""
    for name in one.places:
        several = one.places[name][1]
        ours = one[name] if several else [one[name]]
        theirs = other[name] if several else [other[name]]
        for mine, column in zip(ours, theirs, strict=True):
            wanted = list(map(int, column))[row : row + len(one)]
            if name == "over":
                wanted = [1 if code == 3 else code for code in wanted]
            assert list(mine) == wanted, (name, row)


@pytest.mark.parametrize("name", GAMES, ids=short)
def test_random_players_at_a_table_do_what_the_loops_do(name: str) -> None:
    own = game(name)
    makers = [RandomPlayer] * own.seats
    carrier = own.native("python")
    (expected,) = carrier.deals(4, 12, 3)
    for row, table in enumerate(seated_deals(own, makers, 4, 12, 3)):
        same_tables(table, expected, row)
    (expected,) = carrier.matches(4, 1)
    (table,) = seated_matches(own, makers, 4, 1)
    assert len(table) == len(expected)
    same_tables(table, expected, 0)


def test_a_deal_that_a_declaration_ends() -> None:
    own = game("chouine")
    (expected,) = own.native("python").deals(4, 1, 90137)
    (table,) = seated_deals(own, [RandomPlayer] * 2, 4, 1, 90137)
    same_tables(table, expected, 0)
    assert (table["claimed"], table["winner"], table["points"]) == ([2], [1], [[0], [0]])
    found = work(planned(own, 90137, 4, kind="python"), 90136, 1).totals
    (played,) = Outcome(planned(own, 90137, 4), found).games
    ended = [played.total(key) for key in ("claimed", "counted", "won", "seat.won.1")]
    assert ended == [1, 0, 1, 1]
    assert played.estimate("seat.points.0") is None, "nothing was counted"


def test_rounds_with_new_draws_at_a_table() -> None:
    own = legs()
    (expected,) = own.native("python").matches(5, 4)
    row = 0
    for table in seated_matches(own, [RandomPlayer] * own.seats, 5, 4):
        same_tables(table, expected, row)
        row += len(table)


@pytest.mark.parametrize("name", ["chouine", "aluette"])
@pytest.mark.parametrize("whole", [False, True], ids=["deals", "matches"])
def test_both_carriers_count_the_same(name: str, whole: bool) -> None:
    pytest.importorskip("numba", reason="the extra `fast` is not installed")
    count = 60 if whole else 250
    runs = [
        simulate(game(name), count, seed=8, matches=whole, against=game(name), kind=kind).totals
        for kind in ("native", "python")
    ]
    assert runs[0] == runs[1]
    assert runs[0].count == count


@pytest.mark.parametrize("players", [("random", "random"), ("greedy", "random")])
@pytest.mark.parametrize("whole", [False, True], ids=["deals", "matches"])
def test_it_does_not_matter_how_a_run_is_cut(players: tuple[str, ...], whole: bool) -> None:
    asked = planned(game("chouine"), 5, 2, players, whole, game("chouine-cent"), kind="python")
    expected = work(asked, 0, 5).totals
    for cuts in [(0, 1, 5)] if "greedy" in players else [(0, 1, 5), (0, 3, 4, 5)]:
        parts = [work(asked, a, b - a).totals for a, b in pairwise(cuts)]
        assert sum(reversed(parts), Totals()) == expected


class Backwards(Executor):
    """Does nothing until it is asked for a result, and then the last thing first."""

    def __init__(self) -> None:
        self.out: list[tuple[Future[Any], Any, tuple[Any, ...]]] = []
        self.most = 0

    def submit(self, fn: Any, /, *args: Any, **_more: Any) -> Future[Any]:
        """Keep a call; do those that wait once there are three of them, or for the last one."""
        future: Future[Any] = Future()
        self.out.append((future, fn, args))
        self.most = max(self.most, len(self.out))
        if len(self.out) == 3 or args[1] + args[2] == 40:
            for one, call, given in reversed(self.out):
                one.set_result(call(*given))
            self.out = []
        return future


@pytest.mark.parametrize(("whole", "few"), [(False, 3000), (True, 300)])
def test_few_are_played_without_machine_code(whole: bool, few: int) -> None:
    """Unless it is asked for, and whatever part of them a worker is given."""
    kinds = [planned(game("chouine"), n, whole=whole).carrier for n in (few - 1, few)]
    assert kinds == ["python", "auto"]
    assert planned(game("chouine"), 1, whole=whole, kind="native").carrier == "native"
    asked = planned(game("chouine"), few, players=("greedy", "random"), whole=whole)
    assert asked.carrier == "python"


def test_parts_are_merged_in_order() -> None:
    """What was found is at any time what a shorter run would have found."""
    asked = planned(game("chouine"), 40, kind="python")
    seen: list[tuple[int, str]] = []
    rows: list[str] = []
    executor = Backwards()
    simulation = Simulation(asked, rows.append)
    simulation.run(7, executor, 3, lambda done: seen.append((done, str(simulation.found))))
    assert executor.most == 3, "no more than three ranges are out"
    assert [done for done, _found in seen] == [21, 40]
    for done, found in seen:
        assert found == str(simulate(game("chouine"), done, kind="python").totals)


def test_a_run_that_was_stopped_goes_on() -> None:
    asked = planned(game("chouine"), 30, kind="python")
    simulation = Simulation(asked)

    def stop(done: int) -> None:
        if done == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulation.run(10, tick=stop)
    assert simulation.found == simulate(game("chouine"), 20, kind="python").totals
    with ThreadPoolExecutor(2) as executor:
        simulation.run(4, executor, 5)
    assert simulation.found == simulate(game("chouine"), 30, kind="python").totals


def test_an_error_of_a_worker_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        simulate(game("chouine"), 10, players=(Clumsy, "random"), executor=ThreadPoolExecutor(1))


class Clumsy(RandomPlayer):
    """A player who fails."""

    def choose(self, view: Any) -> Any:
        return 1 // 0


class Last(RandomPlayer):
    """A player of one's own, who does the last thing that is offered."""

    def choose(self, view: Any) -> Any:
        return view.actions[-1]


def test_a_player_of_ones_own() -> None:
    found = simulate(game("chouine"), 12, players=(Last, "random"), jobs=2, kind="python")
    assert found.plan.names == ("Last", "random")
    assert found.totals == simulate(game("chouine"), 12, players=(Last, "random")).totals
    calls_made = found.games[0].estimate("made exchange seven.0")
    assert calls_made is not None
    assert calls_made.sum == found.games[0].total("offered exchange seven.0") > 0


def test_players_of_two_kinds_keep_their_seats_in_matches() -> None:
    """The draw would part partners; only who deals first is drawn for."""
    own = load("aluette")
    made = list[int]()

    def maker(kind: str) -> Any:
        def make(game: Game, seed: int, seat: int, number: int = 0) -> Any:
            made.append(seat)
            return PLAYERS[kind](game, seed, seat, number)

        return make

    for makers in ([maker("greedy"), maker("random")] * 2, [RandomPlayer] * 4):
        tables = list(seated_matches(own, makers, 6, 6))
        lots = [own.match(seed=match_seed(6, number)).lots for number in range(6)]
        assert [table["dealer"][0] for table in tables] == [drawn.dealer for drawn in lots]
    assert made == [0, 1, 2, 3] * 6


# -- what is sent to workers -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chouine-mondoubleau", "aluette", str(OWN[0])], ids=short)
def test_a_game_can_be_sent_without_its_file(name: str) -> None:
    """From its document comes the same machine, so that machine code on the disk is found."""
    own = game(name)
    rules = pickle.loads(pickle.dumps(Rules.of(own)))
    _games.clear()
    assert rules.game is not own
    assert rules.game.machine.TEXT == own.machine.TEXT
    assert rules.game.ruleset.agreed() == own.ruleset.agreed()
    assert rules.game is rules.game


def test_a_worker_with_other_rules_says_so() -> None:
    rules = Rules.of(game("chouine"))
    with pytest.raises(
        RuntimeError, match=r"^the worker has another version of trickplay, which plays otherwise$"
    ):
        Rules(rules.document, rules.settings, "0" * 16).game  # noqa: B018


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"players": ("human", "random")}, "there is no player human; there are: greedy, random"),
        ({"players": ("random",)}, "chouine is played by 2, not by 1"),
        ({"count": 0}, "how many must be from 1 to 4294967295"),
        ({"seed": -1}, "a seed is a whole number from 0 to 18446744073709551615"),
        (
            {"against": "aluette"},
            "the two games cannot share a pack: they are played by 2 and by 4",
        ),
        ({"against": "three"}, "the two games cannot share a pack: their packs differ"),
    ],
)
def test_arguments_that_do_not_fit(arguments: dict[str, Any], complaint: str) -> None:
    if arguments.get("against") == "three":
        arguments = {"against": load(str(ROOT / "tests" / "loading" / "small.yaml"))}
        if arguments["against"].seats != 2:
            pytest.skip("no other pack for two")
    elif "against" in arguments:
        arguments = {"against": game(arguments["against"])}
    with pytest.raises(ValueError, match=f"^{complaint}$"):
        simulate(game("chouine"), **{"count": 5, **arguments})


def test_the_outcome_of_nothing() -> None:
    asked = planned(game("chouine"), 5)
    assert Outcome(asked, Totals()).games == ()
