"""Matches of rounds: who draws when, and what their records hold. The game is variants/legs.py."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from typing import Any

import pytest
from helpers import evenly, played
from variants.legs import FOUR, legs, random_match

from interpreter import Match, RecordError
from interpreter.machine.packs import LOT, Stream
from interpreter.table.lines import check
from interpreter.text.limits import MAX_LOTS

# -- draws -----------------------------------------------------------------------------------------


def test_packs_of_draws_are_numbered_on() -> None:
    """A seed gives the same cards to a draw whatever happened before it."""
    game, several = legs(), 0
    codes = game.ruleset.deck.codes
    for seed in range(40):
        match = random_match(game, seed)
        drawn = [round_ for line in match.record if "draw" in line for round_ in line["draw"]]
        packs = [Stream(seed, LOT, i + 1).shuffled(16) for i in range(len(drawn))]
        assert drawn == [[codes[card] for card in pack[:2]] for pack in packs]
        several += len(drawn) > 2
    assert several


def test_equal_cards_draw_again_in_a_later_round() -> None:
    """Keys that no longer decide are a draw too, without `redraw`; it ends after many rounds."""
    keys = (
        "if round = 2 then -strength(drawn) else strength(drawn)",
        "if round = 1 then strength(drawn) else 0",
    )
    game = legs(keys, ("  redraw: round = 3\n", ""))
    match = random_match(game, 3)
    draws = [line for line in match.record if "draw" in line]
    assert [len(line["draw"]) for line in draws[1:]] == [MAX_LOTS] * (len(draws) - 1)
    assert all(line["dealer"] == 0 for line in draws[1:])
    assert Match.from_record(match.record).record == match.record


def test_copies_draw_the_same_cards() -> None:
    """Also from packs that nobody can foresee."""
    game = legs(("redraw: round = 3", "redraw: round > 1"))
    for _ in range(5):
        match = game.match()
        rng = random.Random(1)
        twin, other = match.copy(), random.Random(1)
        while not match.over:
            match.apply(evenly(rng, match.actions()))
            twin.apply(evenly(other, twin.actions()))
        assert twin.record == match.record


def test_without_lots_the_same_player_deals_first() -> None:
    """Packs that were written down, or a seed and a dealer: nobody draws."""
    for seed in range(10):
        for seat in (0, 1):
            match = played(legs().match(seed=seed, dealer=seat), seed)
            assert [line for line in match.record if "draw" in line] == [match.record[1]]
            assert match.record[1] == {"draw": [], "dealer": seat}
            firsts = [e.seat for e in first_deals(match)]
            assert set(firsts) == {seat}
            assert "lot" not in {event.kind for event in match.events}
            assert Match.from_record(match.record).record == match.record


def first_deals(match: Match) -> list[Any]:
    """The events that begin the first deal of each round."""
    found, fresh = [], True
    for event in match.events:
        if event.kind == "deals" and fresh:
            found.append(event)
            fresh = False
        fresh = fresh or event.kind == "round"
    return found


def test_seats_are_drawn_once() -> None:
    """The cards that the seats were drawn with decide in each round again."""
    order = "[most: strength(drawn), most: if drawn in spades then 1 else 0]"
    seats = f"seats: {{from: deck, order: {order}}}\n"
    keys = (
        "if round = 2 then -strength(drawn) else strength(drawn)",
        "if round = 2 then -strength(seated) else strength(seated)",
    )
    more = ("dealer:\n", f"{seats}dealer:\n"), ("  redraw: round = 3\n", ""), keys
    game, second = legs(*more), 0
    for seed in range(30):
        match = random_match(game, seed)
        seated = match.record[1]["seating"][-1]
        place = [["J", "Q", "K", "A"].index(card[:-1]) for card in seated]
        if place[0] == place[1]:
            continue
        high = match.record[1]["seats"].index(place.index(max(place)))
        firsts = [event.seat for event in first_deals(match)]
        expected = [1 - high, high, 1 - high]
        assert firsts == expected[: len(firsts)]
        second += len(firsts) > 1
        assert [line["draw"] for line in match.record if "draw" in line] == [[]]
        assert Match.from_record(match.record).record == match.record
    assert second > 10


# -- records ---------------------------------------------------------------------------------------


def with_a_belle() -> list[dict[str, Any]]:
    """A short record of a match with a third round, and so with a second draw."""
    return copy.deepcopy(_with_a_belle())


@cache
def _with_a_belle() -> list[dict[str, Any]]:
    records = ([*random_match(legs(), seed).record] for seed in range(60))
    return min((r for r in records if sum("draw" in line for line in r) == 2), key=len)


def second_draw(record: list[dict[str, Any]]) -> int:
    return [i for i, line in enumerate(record) if "draw" in line][1]


def refused(record: list[dict[str, Any]]) -> tuple[int, str]:
    with pytest.raises(RecordError) as caught:
        Match.from_record(json.loads(json.dumps(record)))
    return caught.value.line, str(caught.value)


def test_records_replay() -> None:
    for game in (legs(), legs(*FOUR), legs(("rounds: 2", "rounds: 5"))):
        for seed in range(6):
            record = random_match(game, seed).record
            assert Match.from_record(record).record == record
            assert Match.from_record(json.loads(json.dumps(record)), game).record == record


def test_a_record_may_end_anywhere() -> None:
    record = with_a_belle()
    for end in range(3, len(record)):
        part = record[:end]
        assert [*Match.from_record(part).record][:end] == part
    match = Match.from_record(record[: second_draw(record)])
    with pytest.raises(RecordError) as caught:
        _turn = match.turn
    assert str(caught.value) == "the match needs a draw for the first deal of its next round"
    assert not match.over
    assert match.view(0).turn is None


def test_a_draw_that_is_missing() -> None:
    record = with_a_belle()
    at = second_draw(record)
    del record[at]
    sentence = "the match needs a draw for the first deal of its next round"
    assert refused(record) == (at + 1, sentence)


def test_a_draw_that_makes_another_dealer() -> None:
    record = with_a_belle()
    at = second_draw(record)
    dealer = record[at]["dealer"]
    record[at]["dealer"] = 1 - dealer
    sentence = f"the drawn cards do not make seat {1 - dealer} the dealer"
    assert refused(record) == (at + 1, sentence)
    record[at]["draw"][-1].reverse()
    assert refused(record)[0] == at + 2, "the deal is another player's then"


def test_a_draw_with_rounds_too_many_or_too_few() -> None:
    record = with_a_belle()
    at = second_draw(record)
    longer, none = copy.deepcopy(record), copy.deepcopy(record)
    longer[at]["draw"].append(["AS", "KS"])
    assert refused(longer) == (at + 1, "the draw for the first deal is wanted here")
    none[at]["draw"] = []
    assert refused(none) == (at + 1, "the match needs a draw for the first deal of its next round")


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        ("AS", "`draw` must be a list of drawn cards"),
        ([["AS"]], "each round of the draw has one card for every player"),
        ([["AS", "AS"]], "AS cannot have been drawn"),
        ([["AS", "7S"]], "7S cannot have been drawn"),
    ],
)
def test_a_draw_that_cannot_be(draw: Any, sentence: str) -> None:
    record = with_a_belle()
    at = second_draw(record)
    record[at]["draw"] = draw
    assert refused(record) == (at + 1, sentence)


def test_every_line_counts() -> None:
    """Whatever line is left out or doubled, the record is refused."""
    record = with_a_belle()
    for i in range(len(record)):
        if i < len(record) - 1:
            refused([*record[:i], *record[i + 1 :]])
        refused([*record[: i + 1], *record[i:]])


def test_the_check_of_a_trick_covers_rounds() -> None:
    story = random_match(legs(), 2).chronicle
    sound = check(story)
    story.state.rounds[0] += 1
    assert check(story) != sound
