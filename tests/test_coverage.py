"""Coverage: points that were counted by hand, and what reaches them."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from interpreter import Match, load
from interpreter.rules.read import read_flat, read_ruleset
from interpreter.rules.shelf import find, shipped
from interpreter.study.cases.suite import Excuse
from interpreter.study.coverage.cover import Coverage, Row, Watches
from interpreter.study.coverage.play import play
from interpreter.study.coverage.points import Point, Points, missing
from interpreter.study.coverage.possible import possible
from interpreter.study.coverage.report import coverage_data, coverage_lines
from interpreter.study.coverage.watch import Watch
from interpreter.table.supply import Given
from interpreter.text.source import Source, Span

TINY = Path(__file__).parent / "games" / "tiny.yaml"
WHEN = "trick = 2 or led in trump"

POINTS = {
    f"tricks.reply.follow: `{WHEN}` true",
    f"tricks.reply.follow: `{WHEN}` false",
    "tricks.reply.follow: `trick = 2` true",
    "tricks.reply.follow: `trick = 2` false",
    "tricks.reply.follow: `led in trump` true",
    "tricks.reply.follow: `led in trump` false",
    "tricks.reply.follow: narrowed",
    "tricks.reply.follow: fitted",
    "tricks.reply.follow: lacking",
    "tricks.ranking: `A` won",
    "tricks.ranking: `A` beaten",
    "tricks.ranking: `K` won",
    "tricks.ranking: `K` beaten",
    "scoring.points.last: counted",
    "scoring.points.last: `me = last_winner` true",
    "scoring.points.last: `me = last_winner` false",
    "scoring.winner: `most: points` decided",
    "scoring.winner: `most: count(won)` decided",
    "scoring.winner: nobody",
    "dealer.first: `most: strength(drawn)` decided",
    "dealer.first: nobody",
    "match: ended",
    "match: void",
}


def watched() -> Watches:
    """The tiny game under watch."""
    watches = Watches(TINY, "tiny.yaml")
    watches.watch({})
    return watches


def names(watches: Watches, numbers: set[int]) -> set[str]:
    points = list(watches.points.numbers)
    return {points[number].name for number in numbers}


def test_the_points_of_a_ruleset() -> None:
    assert {point.name for point in watched().points.numbers} == POINTS
    assert len(watched().points.numbers) == len(POINTS)


def play_out(watches: Watches, pack: str, *moves: str) -> set[str]:
    """The points that a deal reaches; seat 1 leads."""
    game = watches.game({})
    others = [card for card in game.ruleset.deck.codes if card not in pack.split()]
    watches.reached()
    match = Match(game, Given(game, [[*pack.split(), *others]]), dealer=0)
    for move in moves:
        match.apply(move)
    return names(watches, watches.reached())


def test_what_a_deal_reaches() -> None:
    found = play_out(watched(), "AS KS AH KH", "play AS", "play KS", "play AH", "play KH")
    assert found == {
        "tricks.reply.follow: `trick = 2` false",
        "tricks.reply.follow: `led in trump` false",
        f"tricks.reply.follow: `{WHEN}` false",
        "tricks.reply.follow: `trick = 2` true",
        f"tricks.reply.follow: `{WHEN}` true",
        "tricks.reply.follow: fitted",
        "tricks.ranking: `A` won",
        "tricks.ranking: `K` beaten",
        "scoring.points.last: counted",
        "scoring.points.last: `me = last_winner` true",
        "scoring.points.last: `me = last_winner` false",
        "scoring.winner: `most: points` decided",
    }


def test_an_obligation_narrows_or_finds_no_card() -> None:
    """A trump is led: one of the two cards follows; then no card does."""
    found = play_out(watched(), "AH KH KS AC", "play AH", "play KH", "play KS", "play AC")
    assert "tricks.reply.follow: narrowed" in found
    assert "tricks.reply.follow: lacking" in found
    assert "tricks.reply.follow: fitted" not in found
    assert "tricks.ranking: `K` won" in found, "the king led wins against a club"
    assert "tricks.ranking: `A` beaten" in found


def test_looking_reaches_nothing_more() -> None:
    """Views, stories and refusals read the rules of the position that is played anyway."""
    watches = watched()
    moves = ["play AS", "play KS", "play AH", "play KH"]
    once = play_out(watches, "AS KS AH KH", *moves)
    game = watches.game({})
    pack = ["AS", "KS", "AH", "KH"]
    pack += [card for card in game.ruleset.deck.codes if card not in pack]
    match = Match(game, Given(game, [pack]), dealer=0)
    for move in moves:
        with pytest.raises(ValueError, match="you do not hold"):
            match.apply("play AD")
        assert match.view(0).hand != match.view(1).hand
        match.apply(move)
    assert match.record
    assert names(watches, watches.reached()) == once


def test_random_play_is_the_same_everywhere() -> None:
    one, two = watched().random(300), watched().random(300)
    assert one == two
    watches = watched()
    found = watches.random(300)
    counted = {point.name: found[n] for point, n in watches.points.numbers.items()}
    assert counted[f"tricks.reply.follow: `{WHEN}` true"] == 300, "every deal has a second trick"
    assert counted["scoring.winner: nobody"] == 0, "who took the last trick has the point"
    assert watched().random(300, seed=1) != one


@pytest.mark.parametrize("name", sorted(shipped()))
def test_a_watched_game_plays_as_ever(name: str) -> None:
    """The same packs and choices lead through the same states."""
    path, rng = find(name), random.Random(3)
    r = read_ruleset(path)
    watch = Watch(r, read_flat(path), Points())
    plain, marked = load(str(path)).machine, watch.machine
    s, t = plain.State(), marked.State()
    pack = list(range(r.deck.size))
    for machine, state in ((plain, s), (marked, t)):
        machine.begin(state, 0)
    for _deal in range(25):
        rng.shuffle(pack)
        plain.start(s, pack)
        marked.start(t, pack)
        while not s.over:
            word = rng.getrandbits(32)
            plain.step(s, word)
            marked.step(t, word)
            assert [getattr(s, f) for f in plain.FIELDS] == [getattr(t, f) for f in plain.FIELDS]
        assert t.over == s.over
        if s.over != 1:
            plain.begin(s, 0)
            marked.begin(t, 0)


# -- the ranking ---------------------------------------------------------------------------------

RANKED = """
ruleset: 1
name: ranked
title: Ranked
players: {players}
deck: {{use: french, ranks: [A, K, Q]}}
dealer: {{first: [most: strength(drawn)], next: left(dealer)}}
deal: {{cards: 2, first: left(dealer)}}
tricks: {{ranking: {ranking}, wins: {wins}}}
scoring: {{winner: [most: tricks]}}
match: {{wins: 1, repeats: 1}}
"""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("ranking", "wins"),
    [
        ("[A, K, Q]", "[deck]"),
        ("[Q of hearts, A, K or Q]", "[deck]"),
        ("[A of spades, A, Q of clubs, K, Q]", "[deck]"),
        ("[A, K, Q]", "[hearts, deck]"),
        ("[A or K, Q]", "[hearts or A, deck]"),
    ],
)
def test_what_a_group_can_come_to(tmp_path: Path, players: int, ranking: str, wins: str) -> None:
    """Every trick there can be is looked at: of the cards in the first set that has any the highest
    wins; two of them spoil the trick."""
    path = tmp_path / "ranked.yaml"
    path.write_text(RANKED.format(players=players, ranking=ranking, wins=wins), encoding="utf-8")
    r = read_ruleset(path)
    groups, hearts = r.tricks.ranking, r.deck.suit_masks["hearts"]
    first = hearts if "hearts" in wins else 0
    first |= r.deck.rank_masks["A"] if "or A" in wins else 0
    level = [
        (not first >> card & 1, next(i for i, g in enumerate(groups) if g >> card & 1))
        for card in range(r.deck.size)
    ]
    seen = {(i, kind): False for i in range(len(groups)) for kind in ("won", "beaten", "equal")}
    for trick in itertools.combinations(range(r.deck.size), players):
        best = min(level[card] for card in trick)
        top = [card for card in trick if level[card] == best]
        for card in trick:
            kind = "beaten" if card not in top else "won" if len(top) == 1 else "equal"
            seen[level[card][1], kind] = True
    told = {(i, kind): can for i in range(len(groups)) for kind, can in possible(r, i).items()}
    assert told == seen


# -- reports -------------------------------------------------------------------------------------


def coverage(reached: int, total: int, **more: object) -> Coverage:
    source = Source("some.yaml", "match:\n")
    rows = [
        Row(Point(f"rule{i}", "", "made", Span(source, 0, 5)), int(i < reached), 0)
        for i in range(total)
    ]
    return Coverage("some", tuple(rows), 10, 0, **more)  # type: ignore[arg-type]


def test_almost_all_is_not_all() -> None:
    found = coverage(9999, 10000)
    assert found.percent == Fraction(9999, 100) < 100
    assert next(iter(coverage_lines(found))) == "some: the cases reach 9999 of 10000 points"
    assert coverage(10000, 10000).percent == 100


def test_a_report_says_what_is_missing() -> None:
    watches = watched()
    numbers = {point.name: n for point, n in watches.points.numbers.items()}
    cases = Counter({n: 1 for name, n in numbers.items() if "void" not in name})
    cases[numbers["scoring.winner: nobody"]] = 0
    deals = Counter({numbers["match: ended"]: 3})
    cases[numbers["match: ended"]] = 0
    span = Span(Source("tiny.test.yaml", " "), 0, 1)
    why = (
        Excuse("scoring.winner: nobody", "one of two players took the last trick", True, span),
        Excuse("nonsense", "?", True, span),
        Excuse("inherited nonsense", "?", False, span),
        Excuse("tricks.ranking: `A` won", "no", True, span),
    )
    found = watches.coverage(cases, deals, 50, why)
    assert list(coverage_lines(found)) == [
        "tiny: the cases reach 20 of 22 points",
        "  random play reaches 1 of them in 50 deals (seed 0)",
        "Only random play reaches:",
        "  tiny.yaml:21:1: match: no match was ever won (3 deals)",
        "Nothing reaches:",
        "  tiny.yaml:21:1: match: no match ever ended undecided, for deals without a",
        "    winner",
        "Cannot be reached, it is said:",
        "  tiny.yaml:20:3: scoring.winner: never left several players equal: one of two",
        "    players took the last trick",
        "  `nonsense` is said to be out of reach, but it is reached, or is no point at",
        "    all",
        "  `tricks.ranking: `A` won` is said to be out of reach, but it is reached, or is",
        "    no point at all",
    ]
    data = coverage_data(found)
    assert (data["points"], data["reached"], data["strange"]) == (
        22,
        20,
        ["nonsense", "tricks.ranking: `A` won"],
    )
    assert data["rows"][-1] == {
        "name": "match: void",
        "rule": "match",
        "of": "",
        "what": "void",
        "file": "tiny.yaml",
        "line": 21,
        "column": 1,
        "cases": 0,
        "deals": 0,
    }


def test_every_kind_has_a_sentence() -> None:
    for name in shipped():
        watches = Watches(find(name))
        for settings in watches.every[:2]:
            watches.watch(settings)
        for point in watches.points.numbers:
            assert missing(point.kind)
            assert "{" not in point.missing


def test_deals_go_on_after_a_match() -> None:
    watches = watched()
    found = play(watches.watch({}), 40, 0)
    number = next(n for p, n in watches.points.numbers.items() if p.name == "match: ended")
    assert 10 <= found[number] <= 20, "two or three deals a match"
