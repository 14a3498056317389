"""What a seat may know. The main test: cards hidden from a seat change places, its view does not.

At a state the match is played again with other packs, in which the cards that the seat has never
seen lie in each other's places, the packs still to come too, and the same actions are done. What
the seat had seen by then is gathered here from the whole story, not from its view.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from helpers import PACK, chouine, dumped, eagerly, eleventh, evenly, hoarding, stacked, states

from interpreter import Match

Packs = list[list[str]]


def seen_by(match: Match, seat: int) -> list[set[str]]:
    """For each deal the cards that have been before the eyes of a seat."""
    seen: list[set[str]] = []
    for event in match.events:
        if event.kind == "deals":
            seen.append(set())
        elif event.kind in ("dealt", "drew"):
            if event.seat == seat or event.to is None:
                seen[-1].update(event.cards)
        elif seen:
            seen[-1].update(event.cards)
    return seen


RANKS_OF = {
    "mariage": ("K", "Q"),
    "tierce": ("K", "Q", "J"),
    "quarteron": ("A", "K", "Q", "J"),
    "chouine": ("A", "10", "K", "Q", "J"),
}


def groups(match: Match, seat: int, unseen: set[str]) -> list[set[str]]:
    """Unseen cards by what is told of them: within each set they may change places.

    Declared and not yet shown: the cards follow from its name, those of a quinte are brisques.
    """
    events = match.events[:-1] if phase_of(match) == "pending" else match.events
    for event in reversed(events):
        if event.kind in ("taken", "deals"):
            break
        if event.kind == "declared" and event.seat != seat:
            if event.name == "quinte":
                brisques = {card for card in unseen if card[:-1] in ("A", "10")}
                return [brisques, unseen - brisques]
            return [unseen - {rank + event.suit for rank in RANKS_OF[event.name]}]
    return [unseen]


def otherwise(packs: Packs, match: Match, seat: int, rng: random.Random) -> Packs:
    """Packs that look the same to a seat so far."""
    seen = seen_by(match, seat)
    dealers = [event.seat for event in match.events if event.kind == "deals"]
    changed = [rng.sample(pack, len(pack)) for pack in packs]
    for number, known in enumerate(seen):
        pack = list(packs[number])
        unseen = set(PACK) - known
        now = number == len(seen) - 1
        for group in groups(match, seat, unseen) if now else [unseen]:
            shuffle(pack, [i for i, card in enumerate(pack) if card in group], rng)
        first = 0 if dealers[number] == seat else 1  # the other player's cards, dealt in any order
        shuffle(pack, list(range(first, 10, 2)), rng)
        changed[number] = pack
    return changed


def shuffle(pack: list[str], places: list[int], rng: random.Random) -> None:
    cards = [pack[i] for i in places]
    rng.shuffle(cards)
    for i, card in zip(places, cards, strict=True):
        pack[i] = card


def test_the_packs_of_the_check_differ() -> None:
    """The other packs deal the same hand to the seat, other hands to the other."""
    rng = random.Random(1)
    packs = [rng.sample(PACK, 32) for _ in range(3)]
    for dealer, seat in ((0, 0), (0, 1), (1, 0), (1, 1)):
        match = chouine().match(packs=packs, dealer=dealer)
        others = [otherwise(packs, match, seat, rng) for _ in range(20)]
        for other in others:
            again = chouine().match(packs=other, dealer=dealer)
            assert again.view(seat).hand == match.view(seat).hand
            assert again.view(seat).turned == match.view(seat).turned
        hands = {chouine().match(packs=p, dealer=dealer).view(1 - seat).hand for p in others}
        assert len(hands) > 15


def some_packs(rng: random.Random) -> tuple[Packs, list[str]]:
    """Packs for a match, the first one stacked, and cards to be played first."""
    packs = [rng.sample(PACK, 32) for _ in range(40)]
    cards: list[str] = []
    kind = rng.randrange(4)
    if kind == 0:  # a chouine ends the first deal with cards never seen
        packs[0] = stacked("AS 10S KS QS JS", "KD QD AD 8D JD", "9H")
        packs[1] = stacked("KD QD 7D AD JD", "AS 10S KS QS JS", "9H")
    elif kind == 1:
        one, other = rng.sample(["AS KS QS JS 9S", "7H 7D 8D KC QC"], 2)
        packs[0], cards = eleventh(one, other, "AH", "7C")
    elif kind == 2:
        packs[0] = stacked("KS QS KC QC 7H", "AD 10D AC 10C 10S", "9H")
    return packs, cards


def test_hidden_cards_do_not_show() -> None:
    """In every phase: compared byte for byte, the view and the record of each seat."""
    rng, met = random.Random(4), Counter[str]()
    for number in range(48):
        packs, cards = some_packs(rng)
        dealer = rng.randrange(2)
        match = chouine().match(packs=packs, dealer=dealer)
        way = (evenly, eagerly, eagerly, hoarding)[number % 4]
        for text in cards:
            if str(match.actions()[-1]) != "pass":
                match.apply(f"play {text}")
        deals = rng.randrange(1, 4)
        for state in states(match, rng, way):
            phase = phase_of(state)
            deal = sum(event.kind == "deals" for event in state.events)
            if deal > deals:
                break
            if rng.random() < CHANCES[phase]:
                for seat in (0, 1):
                    compare(packs, state, seat, dealer, rng)
                    met[phase] += 1
                    met[f"deal {deal}"] += 1
                    met["something hidden"] += any(len(s) < 32 for s in seen_by(state, seat))
    assert min(met[phase] for phase in CHANCES) >= 30, met
    assert min(met[f"deal {n}"] for n in (1, 2, 3)) >= 100, met
    assert met["something hidden"] > 500, met


CHANCES = {
    "asked": 1.0,
    "pending": 0.6,
    "shown": 0.15,
    "open": 0.07,
    "strict": 0.07,
}
"""how often states of a phase are compared"""


def phase_of(match: Match) -> str:
    if match.over:
        return "strict"
    if str(match.actions()[-1]) == "pass":
        return "asked"
    if match.events[-1].kind == "declared":
        return "pending"
    view = match.view(0)
    if any(view.known):
        return "shown"
    return "open" if view.stock else "strict"


def compare(packs: Packs, match: Match, seat: int, dealer: int, rng: random.Random) -> None:
    done = [line["do"] for line in match.record if "do" in line]
    if phase_of(match) == "pending" and match.turn != seat:
        done.pop()  # the other one's declaration is hidden until its card lies on the table
    again = chouine().match(packs=otherwise(packs, match, seat, rng), dealer=dealer)
    for text in done:
        again.apply(text)
    assert dumped(again.view(seat)) == dumped(match.view(seat))
    assert dumped(again.record_for(seat)) == dumped(match.record_for(seat))


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
