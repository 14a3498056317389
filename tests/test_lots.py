"""Lots before a match: who sits where, and who deals first. In games/six.yaml six players draw for
seats on three sides; the cards come from a seed, and are read a second time in words.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from helpers import dumped
from positions import FOLDER

from interpreter import Game, Match, RecordError, load
from interpreter.machine.packs import LOT, Stream
from interpreter.text.limits import MAX_LOTS

TEXT = (FOLDER / "six.yaml").read_text(encoding="utf-8")
ORDER = ("A", "K", "C", "J", "7", "6", "5", "4")
COURT = ("K", "C", "J")


@cache
def six(lot: str = "all") -> Game:
    return load(FOLDER / "six.yaml").with_options({"lot": lot})


def changed(folder: Path, *changes: tuple[str, str]) -> Game:
    """The game with something else in its file."""
    text = TEXT
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "six.yaml").write_text(text, encoding="utf-8")
    return load(folder / "six.yaml")


def packs(seed: int) -> Iterator[list[str]]:
    """The packs of the draws of a seed."""
    for number in range(1, 10_000):
        yield [six().ruleset.deck.codes[card] for card in Stream(seed, LOT, number).shuffled(32)]


# -- in words -------------------------------------------------------------------------------------


def turned_up(pack: list[str], wanted: Callable[[str], bool]) -> tuple[list[str], list[str]]:
    """Cards one by one, for one player after the other; who has a card that is wanted gets no more.
    All of these cards, and the one of each player."""
    own, player = [""] * 6, 0
    for number, card in enumerate(pack, 1):
        while own[player]:
            player = (player + 1) % 6
        if wanted(card):
            own[player] = card
        player = (player + 1) % 6
        if all(own):
            return pack[:number], own
    raise AssertionError("the pack is too small")


def height(card: str) -> int:
    return -ORDER.index(card[:-1])


def key(card: str, lot: str) -> tuple[int, int]:
    """How high a card stands at the draw for the seats."""
    suits = {"D": 2, "C": 1} if lot == "court" else {}
    return height(card), suits.get(card[-1], 0)


def lots_in_words(seed: int, lot: str) -> tuple[Any, list[int], Any, int]:
    """The cards turned up for the seats, who sits where, the cards of the draw, who deals."""
    source = packs(seed)
    seating, draws = list[list[str]](), list[list[str]]()
    while True:
        cards, own = turned_up(next(source), lambda c: lot != "court" or c[:-1] in COURT)
        seating.append(cards)
        if len({key(card, lot) for card in own}) == 6:
            break
    best = sorted(range(6), key=lambda player: key(own[player], lot), reverse=True)
    seats = [best[0], best[2], best[4], best[1], best[3], best[5]]
    aces = [seat for seat in range(6) if own[seats[seat]][:-1] == "A"]
    if lot == "madame" and aces:
        return seating, seats, draws, aces[0]
    while True:
        drawn = next(source)[:6]
        draws.append(drawn)
        top = max(height(card) for card in drawn)
        if [height(card) for card in drawn].count(top) == 1:
            return seating, seats, draws, [height(card) for card in drawn].index(top)


@pytest.mark.parametrize("lot", ["all", "court", "madame"])
def test_many_lots_in_words(lot: str) -> None:
    rounds, without, dealers = set(), 0, set()
    for seed in range(60):
        match = six(lot).match(seed=seed)
        seating, seats, draws, dealer = lots_in_words(seed, lot)
        assert match.record[1] == {"seating": seating, "seats": seats}
        assert match.record[2] == {"draw": draws, "dealer": dealer}
        assert match.view(0).dealer == dealer
        assert match.turn == (dealer + 1) % 6
        rounds.add(len(seating))
        dealers.add(dealer)
        without += not draws
    assert {1, 2} <= rounds
    assert dealers == set(range(6))
    assert (without > 40) if lot == "madame" else not without


# -- seats ----------------------------------------------------------------------------------------


def seating(match: Match) -> tuple[list[list[str]], list[int]]:
    line = match.record[1]
    return line["seating"], line["seats"]


@pytest.mark.parametrize(
    ("sides", "places"),
    [
        ("sides: 3\n", [0, 3, 1, 4, 2, 5]),
        ("sides: 2\n", [0, 2, 4, 1, 3, 5]),
        ("sides: 6\n", [0, 1, 2, 3, 4, 5]),
        ("", [0, 1, 2, 3, 4, 5]),
    ],
)
def test_sides_are_filled_one_after_the_other(
    sides: str, places: list[int], tmp_path: Path
) -> None:
    """The best two of six are the first side, or the best three; partners sit alternately."""
    game = changed(tmp_path, ("sides: 3\n", sides))
    for seed in range(12):
        match = game.match(seed=seed)
        rounds, seats = seating(match)
        own = dict(enumerate(rounds[-1]))
        best = sorted(range(6), key=lambda player: height(own[player]), reverse=True)
        assert [seats[place] for place in places] == best
    assert [game.side(seat) for seat in range(6)] == [
        seat % {"sides: 3\n": 3, "sides: 2\n": 2}.get(sides, 6) for seat in range(6)
    ]


def test_equal_cards_draw_again_from_a_fresh_pack() -> None:
    seed = next(s for s in range(100) if len(seating(six().match(seed=s))[0]) == 3)
    rounds, _seats = seating(six().match(seed=seed))
    for cards, pack in zip(rounds, packs(seed), strict=False):
        assert cards == pack[:6]
    ties = [6 - len({card[:-1] for card in cards}) for cards in rounds]
    assert [tie > 0 for tie in ties] == [True, True, False]


def test_a_player_with_a_deciding_card_is_passed_over() -> None:
    """Kings, knights and jacks decide: the cards are turned up until everybody has one."""
    passed = 0
    for seed in range(20):
        rounds, _seats = seating(six("court").match(seed=seed))
        for cards in rounds:
            assert sum(card[:-1] in COURT for card in cards) == 6
            assert cards[-1][:-1] in COURT
            passed += cards[0][:-1] in COURT and len(cards) > 6
    assert passed > 5


def test_players_that_stay_equal_sit_as_they_came(tmp_path: Path) -> None:
    """Keys that never decide are cut off; then the dealer is drawn for, with the packs after."""
    suits = "    - most: if lot = court"
    game = changed(tmp_path, (f"    - most: strength(drawn)\n{suits}", suits))
    match = game.match(seed=4)
    rounds, seats = seating(match)
    assert (len(rounds), seats) == (MAX_LOTS, [0, 1, 2, 3, 4, 5]) == (100, list(range(6)))
    (first, *_others) = match.record[2]["draw"]
    pack = [game.ruleset.deck.codes[card] for card in Stream(4, LOT, 101).shuffled(32)]
    assert first == pack[:6]
    assert Match.from_record(match.record).record == match.record


def test_names_take_their_seats() -> None:
    names = [f"player {i}" for i in range(6)]
    match = six().match(seed=5, names=names)
    _rounds, seats = seating(match)
    assert seats != list(range(6))
    assert match.players == tuple(names)
    assert match.names == tuple(names[player] for player in seats)
    assert match.record[0]["seats"] == names


def test_who_deals_may_be_said() -> None:
    """Then nobody draws, and all sit as they came."""
    match = six().match(seed=5, dealer=4)
    assert match.record[1:3] == (
        {"seating": [], "seats": [0, 1, 2, 3, 4, 5]},
        {"draw": [], "dealer": 4},
    )
    assert (match.view(0).dealer, match.turn) == (4, 5)
    assert Match.from_record(match.record).record == match.record


def test_what_was_drawn_is_told() -> None:
    """Everybody sees every card; a player's card stands with the seat that the player got."""
    match = six().match(seed=2)
    rounds, seats = seating(match)
    told = [event for event in match.view(3).seen if event.kind == "lot"]
    first = [event for event in told if event.name == "seats"]
    assert [event.cards for event in first] == [(card,) for cards in rounds for card in cards]
    assert [event.seat for event in first] == [
        seats.index(player) for _cards in rounds for player in range(6)
    ]
    second = [event for event in told if not event.name]
    drawn = match.record[2]["draw"]
    assert [event.cards for event in second] == [(card,) for cards in drawn for card in cards]
    assert [event.seat for event in second] == [0, 1, 2, 3, 4, 5] * len(drawn)


# -- deciding without a draw ----------------------------------------------------------------------


def test_the_seats_can_decide_who_deals() -> None:
    """With `madame` whoever sits with an ace deals; without an ace all draw."""
    decided = [len(six("madame").match(seed=seed).record[2]["draw"]) == 0 for seed in range(60)]
    assert {True, False} == set(decided)
    for seed, without in enumerate(decided):
        match = six("madame").match(seed=seed)
        rounds, seats = seating(match)
        aces = [player for player, card in enumerate(rounds[-1]) if card[0] == "A"]
        assert bool(aces) is without
        assert not aces or seats[match.record[2]["dealer"]] == aces[0]
        if seed in (decided.index(True), decided.index(False)):
            assert Match.from_record(match.record).record == match.record


@pytest.mark.parametrize(
    ("first", "draws"),
    [
        ("most: if empty(seated) then strength(drawn) else 0", True),
        ("most: if empty(drawn) then 1 else strength(drawn)", True),
        ("most: strength(seated), most: strength(drawn)", True),
        ("most: if me = left(me) then 1 else 0", False),
    ],
)
def test_without_seats_nobody_has_a_card(first: str, draws: bool, tmp_path: Path) -> None:
    """Where no seats are found by lot, `seated` is no card; nothing is decided before the draw."""
    text = (FOLDER / "four.yaml").read_text(encoding="utf-8")
    old = "first: [most: strength(drawn)]"
    assert old in text
    (tmp_path / "four.yaml").write_text(text.replace(old, f"first: [{first}]"), encoding="utf-8")
    match = load(tmp_path / "four.yaml").match(seed=3)
    found = match.record[1]["draw"]
    assert len(found) == (1 if draws else MAX_LOTS)
    plain = load(FOLDER / "four.yaml").match(seed=3)
    assert found[0] == plain.record[1]["draw"][0]
    if draws:
        assert match.record[1] == plain.record[1]


# -- records --------------------------------------------------------------------------------------


def lines(seed: int = 2, lot: str = "all") -> list[dict[str, Any]]:
    match = six(lot).match(seed=seed)
    found: list[dict[str, Any]] = json.loads(dumped(match.record))
    return found


def refused(record: Any, number: int, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        Match.from_record(record)
    assert (caught.value.line, str(caught.value)) == (number, message)


SEATS = "the drawn cards do not put the players in their seats"


def test_forged_seats() -> None:
    record = lines()
    right = record[1]["seats"]
    record[1]["seats"] = right[::-1]
    refused(record, 2, f"the players sit otherwise: {right}")
    for wrong in (None, [], right[:-1], [*right, 6], "012345"):
        record[1]["seats"] = wrong
        refused(record, 2, f"the players sit otherwise: {right}")


def test_forged_cards_for_the_seats() -> None:
    record = lines()
    cards = record[1]["seating"]
    for wrong in ([], cards[:-1], [*cards, cards[-1]], [*cards[:-1], cards[-1][:-1]]):
        record[1]["seating"] = wrong
        refused(record, 2, SEATS)
    record[1]["seating"] = [["AD"] * 6]
    refused(record, 2, "AD cannot have been drawn")
    record[1]["seating"] = [["AD", "3D"]]
    refused(record, 2, "3D cannot have been drawn")
    record[1]["seating"] = "AD"
    refused(record, 2, "`seating` must be a list of drawn cards")
    record[1]["seating"] = ["AD"]
    refused(record, 2, "each round of the draw has one card for every player")
    del record[1]["seating"]
    refused(record, 2, "`seating` must be a list of drawn cards")
    refused(lines()[:1], 2, "`seating` must be a list of drawn cards")


def test_cards_that_decide_nothing_are_not_turned_up() -> None:
    """A card more at the end, or one less, is no record of a draw among the court cards."""
    record = lines(lot="court")
    cards = record[1]["seating"][-1]
    other = next(code for code in six().ruleset.deck.codes if code not in cards)
    for wrong in ([*cards, other], cards[:-1], cards[::-1]):
        record[1]["seating"][-1] = wrong
        with pytest.raises(RecordError) as caught:
            Match.from_record(record)
        assert caught.value.line == 2


def test_forged_first_deals() -> None:
    record = lines()
    for wrong in range(6):
        if wrong != lines()[2]["dealer"]:
            record[2]["dealer"] = wrong
            refused(record, 3, f"the drawn cards do not make seat {wrong} the dealer")
    record = lines(
        seed=next(s for s in range(60) if not lines(s, "madame")[2]["draw"]), lot="madame"
    )
    dealer = record[2]["dealer"]
    record[2]["draw"] = [["AD", "KD", "CD", "JD", "7D", "6D"]]
    refused(record, 3, f"the drawn cards do not make seat {dealer} the dealer")
    record[2] = {"draw": [], "dealer": (dealer + 1) % 6}
    refused(record, 3, f"the drawn cards do not make seat {(dealer + 1) % 6} the dealer")
