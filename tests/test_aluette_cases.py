"""Aluette's worked examples and corner cases, as data: tests/aluette/*.yaml.

points.yaml    nine tricks with their takers, who scores for them and how much; the head of the
               file says how a case is written. Each is played with every player dealing.
tricks.yaml    single tricks from the first one on, who takes them, who leads then.
lots.yaml      draws, with the seats and the first dealer that come of them.
options.yaml   a pack, then steps as in test_chouine_cases.py, which says what a step may be; these
               are added: `finish` among the actions plays the deal to its end with any cards, and
               `seen` is for a seat what it has been told since the last such list, other things
               between left out; (6) are six cards that are hidden.
"""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import aluette_words as words
import pytest
from aluette_table import (
    ALL_ON,
    SEATS,
    agreeably,
    aluette,
    cases,
    shuffled,
    stacked,
)
from aluette_words import PACK
from test_chouine_cases import Play

from interpreter import Match, RecordError
from interpreter.table.event import Event

RANKS = "AKCJ87654"
Case = dict[str, Any]


def seat_of(text: str) -> int | None:
    """The seat with a name; nobody's is - or nobody."""
    return SEATS.index(text) if text in SEATS else None


# -- who scores -----------------------------------------------------------------------------------


def cards_of(case: Case) -> list[list[str]]:
    """The cards of each trick by seat; the ranks of a player are of all four suits."""
    if "cards" in case:
        return [trick.split() for trick in case["cards"].split(",")]
    return [
        [rank + "DCBE"[(seat + RANKS.index(rank)) % 4] for seat, rank in enumerate(trick)]
        for trick in case["tricks"].split()
    ]


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("case", cases("points"))
def test_points(case: Case, dealer: int) -> None:
    assert set(case) <= {"case", "rule", "takers", "scores", "side", "points", "tricks", "cards"}
    tricks = cards_of(case)
    hands = {seat: [trick[seat] for trick in tricks] for seat in range(4)}
    for mordienne, points in zip(("no", "yes"), case["points"], strict=True):
        game = aluette(f"mordienne={mordienne}")
        match = game.match(packs=[stacked(hands, dealer)], dealer=dealer)
        for trick in tricks:
            for _ in range(4):
                assert match.turn is not None
                match.apply(f"play {trick[match.turn]}")
        check_points(match, case, points, dealer)


def check_points(match: Match, case: Case, points: int, dealer: int) -> None:
    takers = [seat_of(text) for text in case["takers"].split()]
    assert takers_of(match) == takers
    scorer = seat_of(case["scores"])
    assert words.best(takers) == scorer
    closed = [event for event in match.events if event.kind == "closed"]
    assert [(event.seat, event.worth or 0) for event in closed] == [(scorer, points)]
    side = ["North–South", "East–West", "none"].index(case["side"])
    assert side == (2 if scorer is None else scorer % 2)
    view = match.view(0)
    assert view.tricks == tuple(takers.count(seat) for seat in range(4))
    assert list(view.score.wins) == [points if side == number else 0 for number in (0, 1)]
    assert view.dealer == (dealer if scorer is None else (dealer + 1) % 4)


def takers_of(match: Match) -> list[int | None]:
    """Who took the tricks of a match."""
    events = [event for event in match.events if event.kind in ("taken", "spoiled")]
    return [event.seat if event.kind == "taken" else None for event in events]


def test_points_have_every_kind() -> None:
    """A tie at every total from 1 to 4, mordienne made and broken, and enough of all."""
    all_cases = [param.values[0] for param in cases("points")]
    ties = set()
    for case in all_cases:
        counts = [case["takers"].count(seat) for seat in SEATS]
        if counts.count(max(counts)) > 1:
            ties.add(max(counts))
    assert ties == {0, 1, 2, 3, 4}
    assert len(all_cases) >= 16
    assert [case["points"] for case in all_cases].count([1, 2]) >= 6


# -- tricks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("tricks"))
def test_tricks(case: Case) -> None:
    assert set(case) <= {"case", "rule", "dealer", "tricks"}
    dealer = SEATS.index(case.get("dealer", "W"))
    hands: dict[int, list[str]] = {seat: [] for seat in range(4)}
    leader = (dealer + 1) % 4
    for trick in case["tricks"]:
        for step, card in enumerate(trick["cards"].split()):
            hands[(leader + step) % 4].append(card)
        leader = SEATS.index(trick["leads"])
    match = aluette().match(packs=[stacked(hands, dealer)], dealer=dealer)
    for number, trick in enumerate(case["tricks"]):
        for card in trick["cards"].split():
            match.apply(f"play {card}")
        view, takes = match.view(0), seat_of(trick["takes"])
        assert takers_of(match)[number] == takes
        assert view.last_trick is not None
        assert view.last_trick.winner == takes
        assert words.taker(list(view.last_trick.cards)) == takes
        assert match.turn == view.leader == SEATS.index(trick["leads"])
        if takes is None:
            check_spoiled(match, trick["cards"].split(), view.leader)


def check_spoiled(match: Match, cards: list[str], leader: int) -> None:
    """What is told of a spoiled trick: who led it, and the equal cards at the top."""
    event = next(e for e in reversed(match.events) if e.kind == "spoiled")
    top = min(words.row(card) for card in cards)
    assert (event.seat, event.cards) == (leader, tuple(c for c in cards if words.row(c) == top))


def test_any_two_cards_are_in_order() -> None:
    """All 48 × 47 ordered pairs in the tables of the machine against the order in words."""
    game = aluette()
    machine, number = game.machine, game.ruleset.deck.numbers
    state = machine.State()
    machine.begin(state, 3)
    machine.start(state, range(48))
    pairs = list(permutations(PACK, 2))
    assert len(pairs) == 48 * 47
    for card, other in pairs:
        beaten = machine.beating(state, number[other]) >> number[card] & 1
        assert bool(beaten) == words.beats(card, other), (card, other)


def test_any_two_cards_in_a_trick() -> None:
    """The same pairs played, East's card on North's, South and West playing lower ones.

    Under a four there are only two cards, so nine pairs cannot be played in either order.
    """
    played = 0
    for led, reply in permutations(PACK, 2):
        top = min(led, reply, key=words.row)
        low = [c for c in reversed(PACK) if words.beats(top, c) and c != led and c != reply][:2]
        if len(low) == 2:
            played += 1
            pack = stacked({0: [led], 1: [reply], 2: low[:1], 3: low[1:]}, 3)
            match = aluette().match(packs=[pack], dealer=3)
            for card in (led, reply, *low):
                match.apply(f"play {card}")
            expected = words.taker([(0, led), (1, reply)])
            assert takers_of(match) == [expected], (led, reply)
    assert played == 48 * 47 - 2 * 9


# -- options --------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("options"))
def test_options(case: Case) -> None:
    assert set(case) <= {"case", "rule", "options", "dealer", "hands", "unused", "steps"}
    AluettePlay(case).run()


class AluettePlay(Play):
    """One case in play."""

    def __init__(self, case: Case) -> None:
        dealer = SEATS.index(case.get("dealer", "W"))
        hands = {SEATS.index(k): cards.split() for k, cards in case.get("hands", {}).items()}
        packs = [stacked(hands, dealer, case.get("unused", "").split()), stacked({}, dealer)]
        self.match = aluette(case.get("options", "")).match(packs=packs, dealer=dealer)
        self.case, self.told = case, 0
        self.seen = [0, 0, 0, 0]

    def do(self, text: str) -> None:
        if text == "finish":
            self.finish()
        else:
            self.match.apply(text if " " in text or text in ("yes", "no") else f"play {text}")

    def finish(self) -> None:
        deal = self.match.view(0).deal
        while self.match.view(0).deal == deal:
            self.match.apply(next(text for text in self.texts() if text.startswith("play")))

    def check_seen(self, lists: dict[int, list[str]]) -> None:
        for seat, texts in lists.items():
            events = [seen(event) for event in self.match.view(seat).seen]
            for text in texts:
                assert text in events[self.seen[seat] :], (text, events[self.seen[seat] :])
                self.seen[seat] = events.index(text, self.seen[seat]) + 1


def seen(event: Event) -> str:
    """An event as a seat is told it."""
    hidden = [f"({event.count})"] if event.count and not event.cards else []
    parts = [event.kind, event.seat, event.name, *event.cards, *hidden]
    return " ".join(str(part) for part in parts if part not in ("", None))


# -- seats ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("lots"))
def test_lots(case: Case) -> None:
    """A record that begins with these draws is one of a match; with other seats it is none."""
    assert set(case) <= {"case", "rule", "teams", "seating", "seats", "draw", "dealer"}
    game, dealer = aluette(f"teams={case['teams']}"), SEATS.index(case["dealer"])
    header = game.match(seed=1, names=["Ana", "Bruno", "Célia", "Duarte"]).header
    seating, draw = [[text.split() for text in case[key]] for key in ("seating", "draw")]

    def match(seats: list[int], dealer: int) -> Match:
        lots: list[dict[str, Any]] = [
            {"seating": seating, "seats": seats},
            {"draw": draw, "dealer": dealer},
        ]
        return Match.from_record([header, *lots], game)

    assert list(match(case["seats"], dealer).names) == [header["seats"][p] for p in case["seats"]]
    for seats, seat in ((case["seats"][::-1], dealer), (case["seats"], (dealer + 1) % 4)):
        with pytest.raises(RecordError):
            match(seats, seat)


@pytest.mark.parametrize("options", ["", ALL_ON])
def test_rotating_the_seats_rotates_everything(options: str) -> None:
    """A28: the same packs and the same actions, but everybody sits one place further."""
    rng, game = random.Random(28), aluette(options)
    for number in range(8):
        packs, dealer = shuffled(rng, 12), number % 4
        one = game.match(packs=packs, dealer=dealer)
        other = game.match(packs=packs, dealer=(dealer + 1) % 4)
        while not one.over:
            assert one.turn is not None
            assert other.turn == (one.turn + 1) % 4
            assert other.actions() == one.actions()
            action = agreeably(rng, one.actions())
            one.apply(action)
            other.apply(action)
        check_rotated(one, other)


def check_rotated(one: Match, other: Match) -> None:
    """The whole story, the points and the result."""
    assert [turned(event) for event in one.events] == [stays(event) for event in other.events]
    assert one.result is not None
    assert other.result is not None
    assert other.over
    assert other.result.wins == one.result.wins[::-1]
    assert (one.result.winner, other.result.winner) in ((0, 1), (1, 0))
    assert one.result.deals == other.result.deals
    for seat in range(4):
        a, b = one.view(seat), other.view((seat + 1) % 4)
        assert b.tricks[1:] + b.tricks[:1] == a.tricks
        assert b.dealer == (a.dealer + 1) % 4


def turned(event: Event) -> tuple[object, ...]:
    """An event as it is one seat further; a match is won by a side."""
    size = 2 if event.kind == "over" else 4
    seat = None if event.seat is None else (event.seat + 1) % size
    return (event.kind, seat, event.cards, event.name, event.count, event.number)


def stays(event: Event) -> tuple[object, ...]:
    return (event.kind, event.seat, event.cards, event.name, event.count, event.number)


TOP = ["3D", "3C", "2D", "2C", "9C", "9D", "2B", "2E", "AD"]


def sweep(dealer: int) -> list[str]:
    """A pack with which North takes all nine tricks: the other aces are not dealt."""
    return stacked({0: TOP}, dealer, ["AC", "AB", "AE"])


def test_seat_0_is_somebody() -> None:
    """It deals, leads, takes, is the first with a total and wins, and is never nobody."""
    packs = [sweep(dealer) for dealer in (3, 0, 1, 2, 3)]
    match = aluette().match(packs=packs, dealer=3)
    assert match.turn == match.view(0).leader == 0
    for deal in range(5):
        assert match.view(0).dealer == (3 + deal) % 4
        for trick in range(9):
            for _ in range(4):
                own = match.turn == 0
                match.apply(f"play {TOP[trick]}" if own else str(match.actions()[0]))
            if trick < 8:
                assert match.turn == 0
    assert takers_of(match) == [0] * 45
    assert [event.seat for event in match.events if event.kind == "closed"] == [0] * 5
    assert match.result is not None
    assert (match.result.winner, match.result.wins) == (0, (5, 0))
    assert (match.result.deals, match.result.repeats) == (5, 0)
    assert match.record[-1]["result"]["winner"] == 0


def test_a_void_deal_is_dealt_again_by_the_same_player() -> None:
    """A10, A24: nine spoiled tricks; seat 0 deals again, and the deal is not among the five."""
    ranks = {seat: [rank + "DCBE"[seat] for rank in RANKS] for seat in range(4)}
    void = stacked(ranks, 0)
    packs = [void, void, *(sweep(dealer) for dealer in (0, 1, 2, 3, 0))]
    match = aluette().match(packs=packs, dealer=0)
    for deal in (1, 2):
        assert (match.view(0).deal, match.view(0).dealer, match.turn) == (deal, 0, 1)
        for rank in RANKS:
            for _ in range(4):
                assert match.turn is not None
                match.apply(f"play {rank}{'DCBE'[match.turn]}")
    assert match.view(0).score.wins == (0, 0)
    for deal in range(5):
        assert match.view(0).dealer == deal % 4
        for number in range(36):
            own = match.turn == 0
            match.apply(f"play {TOP[number // 4]}" if own else str(match.actions()[0]))
    assert match.result is not None
    assert (match.result.wins, match.result.deals, match.result.repeats) == ((5, 0), 7, 2)
