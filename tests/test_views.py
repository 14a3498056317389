"""What a seat may know: what stands in its view, and that no hidden card is ever written.

That hidden cards cannot be told in any other way is the matter of test_leaks.py.
"""

from __future__ import annotations

import json
import random
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from helpers import PACK, chouine, dumped, eagerly, stacked, states
from hidden import seen_by

from interpreter import Match


def test_a_card_that_is_hidden_is_never_written() -> None:
    """Cards that are only in the other's hand or the stock do not occur in what a seat gets."""
    rng = random.Random(8)
    for match in states(chouine().match(seed=5), rng, eagerly):
        if rng.random() < 0.8:
            continue
        for seat in (0, 1):
            hidden = set(PACK) - seen_by(match, seat)[-1]
            view = match.view(seat).to_dict()
            del view["trump"]
            events = view["seen"]
            start = max(i for i, event in enumerate(events) if event["event"] == "deals")
            view["seen"] = events[start:]
            record = match.record_for(seat)
            begin = max(i for i, line in enumerate(record) if "deal" in line)
            for part in (view, record[begin:]):
                text = json.dumps(part)
                assert not [card for card in hidden if f'"{card}"' in text or f" {card}" in text]


# -- what stands in a view ------------------------------------------------------------------------


def looked() -> Match:
    pack = stacked("AS 9S 8S 10C KH", "7S QS QH 7C 8C", "9H", "KS 9C 10S 9D JS 8D QD 7D KD JD")
    match = chouine().match(packs=[pack], dealer=1)
    for card in ("AS", "7S", "8S", "QS", "7C", "10C"):
        match.apply(f"play {card}")
    return match


def test_own_tricks_and_the_last_one_of_the_other() -> None:
    """§02, C44: the other's last trick stays to be looked at after own later ones."""
    match = looked()
    mine, other = match.view(0), match.view(1)
    assert mine.last_trick == other.last_trick == mine.last_won[0]
    assert mine.to_dict()["last_won"] == [
        {"winner": 0, "cards": [[1, "7C"], [0, "10C"]]},
        {"winner": 1, "cards": [[0, "8S"], [1, "QS"]]},
    ]
    assert mine.won == ("AS", "7S", "10C", "7C")
    assert other.won == ("QS", "8S")
    assert mine.last_won == other.last_won


def test_what_is_public() -> None:
    view = looked().view(0)
    assert (view.seat, view.deal, view.trick_number, view.dealer, view.leader) == (0, 1, 4, 1, 0)
    assert view.hands == (5, 5)
    assert view.stock == 16
    assert view.turned == "9H"
    assert view.trump == ("AH", "10H", "KH", "QH", "JH", "9H", "8H", "7H")
    assert view.trick == ()
    assert view.score.taken == 21
    assert looked().view(1).score.taken == 3
    assert view.known == ((), ())
    assert [str(action) for action in view.actions] == [f"play {code}" for code in view.hand] + []
    assert looked().view(1).actions == ()


def test_a_view_is_frozen_json() -> None:
    view = looked().view(0)
    data = view.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert data == looked().view(0).to_dict()
    with pytest.raises(FrozenInstanceError):
        view.hand = ()  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        view.seen[0].cards = ("AS",)  # type: ignore[misc]
    assert hash(view) == hash(looked().view(0))


def test_a_view_stays_as_it_was() -> None:
    match = looked()
    view = match.view(0)
    before = dumped(view)
    for state in states(match, random.Random(2)):
        if state.view(0).deal == 1 and state.view(0).trick_number == 16:
            break
    assert dumped(view) == before


def test_seen_is_the_whole_story_of_a_seat() -> None:
    """Own cards in full, the other's as numbers; nothing is forgotten between deals."""
    match = chouine().match(seed=11)
    for _ in states(match, random.Random(2), eagerly):
        pass
    for seat in (0, 1):
        seen = match.view(seat).seen
        assert [event.kind for event in seen] == [event.kind for event in match.events]
        for event, whole in zip(seen, match.events, strict=True):
            assert event.to is None
            if event.kind in ("dealt", "drew") and whole.to not in (None, seat):
                assert event.cards == ()
                assert event.count == len(whole.cards)
            else:
                assert event.cards == whole.cards


def test_worth_of_offered_declarations() -> None:
    pack = stacked("AH 10H KH QH JH", "7S QS 8H 7C 8C", "9H")
    view = chouine().match(packs=[pack], dealer=1).view(0)
    expected: dict[str, Any] = {
        "declare mariage H": 40,
        "declare tierce H": 60,
        "declare quarteron H": 80,
        "declare chouine H": 0,
    }
    assert dict(view.worth) == expected
