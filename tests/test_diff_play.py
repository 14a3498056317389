"""Rulesets in play, side by side: planted differences are named and shown, witnesses hold.

tests/diff/planted.yaml  one rule changed at a time; the head of the file says how.

A witness is replayed with `Match` alone, which knows nothing of diffs: at its last move the two
matches must differ in what the witness is about, and before it they must not.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import aluette_table
import helpers
import pytest
import yaml
from aluette_table import settings
from rows import in_rows, one_by_one

from interpreter import Game, Match, load
from interpreter.rules.read import ruleset_from_data
from interpreter.study.diff import Diff
from interpreter.study.interval import interval
from interpreter.study.report import _count as count_line
from interpreter.study.report import change_lines, report
from interpreter.study.search import Findings, Search
from interpreter.study.witness import Witness
from interpreter.table.lots import draw_lots
from interpreter.text.source import Source

Case = dict[str, Any]
CASES: list[Case] = yaml.safe_load(
    (Path(__file__).parent / "diff" / "planted.yaml").read_text(encoding="utf-8")
)
BASES: dict[str, Callable[[], Game]] = {
    "chouine": helpers.chouine,
    "aluette": aluette_table.aluette,
}
CHANGED = {"chouine": helpers.changed, "aluette": aluette_table.changed}


def without(game: Game, rule: str) -> Game:
    """The game without a rule, which may stand in a map or in a list."""
    data: Any = copy.deepcopy(game.ruleset.document)
    *way, last = rule.split(".")
    inside = data
    for step in way:
        inside = inside[step]
    if isinstance(inside, list):
        inside[:] = [item for item in inside if last not in item]
    else:
        del inside[last]
    return Game(ruleset_from_data(data, Source("data", " ")))


def planted(case: Case) -> tuple[Game, Game]:
    """The game and the one with a difference in it."""
    base = BASES[case["game"]]()
    if "remove" in case:
        other = without(base, case["remove"])
    elif "old" in case:
        with TemporaryDirectory() as folder:
            other = CHANGED[case["game"]](Path(folder), case["old"], case["new"])
    else:
        other = base.with_options(settings(case["options"]))
    always = settings(case.get("always", ""))
    return base.with_options(always), other.with_options(always)


def says(diff: Diff) -> str:
    """What level 1 says."""
    changes = diff.comparison.changes
    return "\n".join(line for change in changes for line in change_lines(change, ""))


# -- a witness, replayed by matches ----------------------------------------------------------------


def played(game: Game, witness: Witness, second: bool, back: int = 0) -> Match:
    """The match after the moves of a witness, but the last few; one more pack may be dealt."""
    packs = [*(witness.packs_b if second else witness.packs)]
    match = game.match(packs=[*packs, packs[-1]], dealer=witness.dealer)
    moves = [move for deal in witness.moves for move in deal]
    for move in moves[: len(moves) - back]:
        match.apply(move)
    return match


def last(match: Match, *kinds: str) -> Any:
    """The last event of some kinds."""
    return next((event for event in reversed(match.events) if event.kind in kinds), None)


def observed(match: Match, kind: str) -> object:
    """What a match shows of the thing that a witness is about."""
    actions = [] if match.over else [str(action) for action in match.actions()]
    views = [match.view(seat) for seat in range(match.seats)]
    if kind == "legal":
        return sorted(text for text in actions if text.startswith("play "))
    if kind == "calls":
        calls = sorted(text for text in actions if not text.startswith("play "))
        return match.turn, calls, len(calls) == len(actions)
    if kind == "tricks":
        event = last(match, "taken", "spoiled")
        return event and (event.kind, event.seat, event.number)
    if kind == "cards":
        return [sorted(view.hand) for view in views], views[0].turned
    if kind == "trump":
        return sorted(views[0].trump)
    if kind == "points":
        closed = last(match, "closed")
        if closed is not None and closed.number == len(deals(match)) - 1:
            return [sum(n for _name, n in terms) for terms in last(match, "counted").scores]
        return max(([made.points for made in view.declarations] for view in views), key=len)
    closed = last(match, "closed")
    if kind == "result":
        return closed and closed.number, closed and closed.seat
    assert kind == "match"
    wins = tuple(views[0].score.wins)
    return match.over, match.result, wins, last(match, "deals").seat


def deals(match: Match) -> list[Any]:
    """The deals of a match."""
    return [event for event in match.events if event.kind == "deals"]


def check(games: tuple[Game, Game], witness: Witness) -> None:
    """A witness must show at its last move, and not before, what it is about."""
    if witness.kind == "lots":
        drawn = []
        for game in games:
            numbers = game.ruleset.deck.numbers
            packs = [[numbers[code] for code in pack] for pack in witness.packs]
            lots = draw_lots(game, lambda n, packs=packs: packs[n - 1])  # type: ignore[misc]
            drawn.append((lots.seats, lots.dealer))
        assert drawn[0] != drawn[1]
        return
    matches = [played(game, witness, bool(i)) for i, game in enumerate(games)]
    mine, theirs = (observed(match, witness.kind) for match in matches)
    assert mine != theirs, witness
    if any(witness.moves) and witness.kind in ("legal", "calls", "trump", "tricks", "result"):
        before = [played(game, witness, bool(i), 1) for i, game in enumerate(games)]
        mine, theirs = (observed(match, witness.kind) for match in before)
        assert mine == theirs or not witness.moves[-1], witness


# -- planted differences --------------------------------------------------------------------------


@cache
def found(n: int) -> Diff:
    """A planted difference, played."""
    diff = Diff(*planted(CASES[n]))
    diff.play(CASES[n].get("deals", 100))
    return diff


@pytest.mark.parametrize("n", range(len(CASES)), ids=lambda n: f"{n}-{CASES[n]['rule']}")
def test_planted(n: int) -> None:
    case, diff = CASES[n], found(n)
    assert [change.rule for change in diff.comparison.changes] == [case["rule"]]
    assert says(diff) == case["says"].rstrip()
    assert diff.findings is not None
    witnesses = diff.findings.witnesses
    assert set(witnesses) >= set(case["seen"].split())
    for kind, witness in witnesses.items():
        assert diff.effect(kind).differs, f"level 2 says that {kind} cannot differ"
        check(diff.games, witness)
    assert "\n".join(report(diff))
    if find_spec("numpy"):
        assert in_rows(diff.games, 70, "python") == one_by_one(diff.games, 70)


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 25
    assert sum(bool(case["seen"]) for case in CASES) >= 25


# -- counting and looking -------------------------------------------------------------------------


def number(rule: str, **more: str) -> int:
    """The case of a planted difference."""
    cases = enumerate(CASES)
    return next(n for n, c in cases if c["rule"] == rule and more.items() <= c.items())


QUINTE = number("declarations.quinte", new="points: 100")


def test_stopped_at_any_line() -> None:
    """Whatever line of a deal Ctrl-C falls on, what was found is told without an error."""
    games = load("chouine"), load("chouine-mondoubleau")
    deal = Search._take.__code__
    lines = 0

    def count(_frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal lines
        lines += event == "line"
        if lines == stop:
            raise KeyboardInterrupt
        return count

    stop = at = 0
    told: list[Findings] = []
    while stop == lines:
        lines, at, diff = 0, at + 1, Diff(*games)
        stop = at
        sys.settrace(lambda frame, *_event: count if frame.f_code is deal else None)
        with suppress(KeyboardInterrupt):
            diff.play(3)
        sys.settrace(None)
        found = diff.findings
        assert found is not None
        assert all(n <= found.total(kind) for kind, n in found.counts.items())
        assert found.counts.keys() <= found.witnesses.keys()
        if found not in told:  # a report is of what was found, and takes its time
            told.append(found)
            assert list(report(diff))
    assert len(told) > 3, "something was found between lines"
    assert at > 40, "lines were stopped at"


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (1, 1000, 0.0002, 0.0056),
    ],
)
def test_intervals(count: int, total: int, low: float, high: float) -> None:
    assert interval(count, total) == pytest.approx((low, high), abs=5e-5)


def test_nothing_was_played() -> None:
    assert interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("count", "total", "said"),
    [
        (2, 1000, "2 of 1000: 0.2 % (0.1–0.7)"),
        (0, 1000, "0 of 1000: 0.0 % (0.0–0.4), seen in stacked deals"),
        (33, 99_000, "33 of 99000: 0.03 % (0.02–0.05)"),
        (98_000, 99_000, "98000 of 99000: 99.0 % (98.9–99.1)"),
        (999_000, 999_000, "999000 of 999000: 100.0000 % (99.9996–100.0000)"),
        (0, 0, "0 of 0: 0.0 % (0.0–100.0), seen in stacked deals"),
    ],
)
def test_shares_have_the_digits_that_their_intervals_bear(
    count: int, total: int, said: str
) -> None:
    assert count_line(Findings(random=total, counts={"points": count}), "points") == said


def test_the_same_seed_finds_the_same() -> None:
    diff, again = found(QUINTE), Diff(*planted(CASES[QUINTE]))
    again.play(100)
    assert again.findings == diff.findings
    other = Diff(*planted(CASES[QUINTE]), seed=1)
    other.play(100)
    assert other.findings != diff.findings


def test_the_first_deals_do_not_depend_on_how_many_there_are() -> None:
    games = planted(CASES[number("tricks.ranking")])
    few, many = (Search(*games, (), 0) for _ in range(2))
    few.run(60)
    many.run(120)
    assert few.found.random == 30
    assert many.found.random == 60
    for kind, witness in few.found.witnesses.items():
        assert many.found.witnesses[kind].length <= witness.length


def test_the_layout_of_a_ruleset_does_not_matter() -> None:
    """Packs, choices and so witnesses are the same if ranks and keys stand in another order."""
    a, b = planted(CASES[QUINTE])
    data: Any = copy.deepcopy(b.ruleset.document)
    data["deck"]["ranks"].reverse()
    data["deck"]["use"]["suits"].reverse()
    turned = Game(ruleset_from_data(dict(reversed(data.items())), Source("data", " ")))
    assert turned.hash != b.hash
    one, other = Diff(a, b), Diff(a, turned)
    for diff in (one, other):
        diff.play(100)
    assert one.findings is not None
    assert other.findings is not None
    assert other.findings.witnesses["points"] == one.findings.witnesses["points"]
    assert [change.rule for change in other.comparison.changes] == ["deck", "declarations.quinte"]


def test_what_was_found_is_kept_when_it_is_stopped() -> None:
    diff, ticks = Diff(*planted(CASES[QUINTE])), iter(range(150))

    def tick(_deals: int) -> None:
        if next(ticks) == 149:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        diff.play(1000, tick)
    assert diff.findings is not None
    assert (diff.findings.random, diff.findings.stacked) == (150, 0)
    assert "Played 150 random and 0 stacked deals" in " ".join(report(diff))


def test_games_that_cannot_share_a_pack() -> None:
    diff = Diff(helpers.chouine(), aluette_table.aluette())
    diff.play(10)
    assert diff.findings is None
    last = " ".join(report(diff)[-2:])
    assert last == (
        "Nothing was played, since the two cannot share a pack: they are played by 2 and by 4."
    )
    small = load(str(Path(__file__).parent / "loading" / "small.yaml"))
    last = " ".join(report(Diff(helpers.chouine(), small))[-2:])
    assert last.endswith("cannot share a pack: their packs differ.")


# -- shipped variants -----------------------------------------------------------------------------

VARIANTS = [
    ("chouine", "chouine-cent"),
    ("chouine", "chouine-mondoubleau"),
    ("chouine", "chouine-proust"),
    ("chouine-trois", "chouine-mondoubleau-trois"),
    ("chouine-quatre", "chouine-mondoubleau-quatre"),
    ("aluette", "aluette-mordienne"),
    ("aluette", "aluette-cinq-points"),
    ("aluette", "aluette-chanter-partenaire"),
]


SELDOM = {"aluette-mordienne": 400}
"""how many deals show a difference that is rare"""


@pytest.mark.parametrize(("a", "b"), VARIANTS)
def test_variants(a: str, b: str) -> None:
    """Also the other way round: what one can do that the other cannot is seen from both sides."""
    one, other = load(a), load(b)
    for games in ((one, other), (other, one)):
        diff = Diff(*games)
        diff.play(SELDOM.get(b, 40))
        assert diff.findings is not None
        assert diff.findings.witnesses
        for kind, witness in diff.findings.witnesses.items():
            assert diff.effect(kind).differs
            check(diff.games, witness)
        assert "\n".join(report(diff))


def test_a_quinte_of_a_hundred() -> None:
    """One rule, and its witness is a deal with a declared quinte."""
    diff = Diff(load("chouine"), load("chouine-cent"))
    assert [change.rule for change in diff.comparison.changes] == ["declarations.quinte"]
    diff.play(200)
    assert diff.findings is not None
    assert diff.findings.witnesses["points"].moves == (("declare quinte",),)
