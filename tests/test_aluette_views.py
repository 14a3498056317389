"""What a seat may know in Aluette. Cards hidden from a seat change places, its view does not.

At a state the match is played again in another world: in every deal the cards that the seat has
never seen, in the other hands, among the twelve or put aside, are exchanged for each other, and the
same is done. What others put aside changes with the cards; signs that must be true stay true. What
the seat has seen is told by the rules in words, not by the program.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import aluette_words as words
import pytest
from aluette_table import ALL_ON, agreeably, aluette, settings, shuffled, silently
from aluette_words import PACK, SIGNS, Settings
from helpers import dumped, states

from interpreter import Match

Places = dict[int, list[int]]


class Told:
    """A deal of a match so far, and what a seat has seen of it."""

    def __init__(self, pack: list[str], dealer: int, done: list[str], options: Settings) -> None:
        self.pack, self.done = pack, done
        deal = words.Deal(pack, dealer, options)
        self.held = [set(hand) for hand in deal.hands]
        self.signs: list[tuple[int, str, list[str]]] = []
        for text in done:
            kind, name = (*text.split(), "")[:2]
            if kind == "signal" and options.get("signals_truthful") != "no":
                self.signs.append((deal.turn, name, list(deal.hands[deal.turn])))
            deal.do(text)
            for seat, hand in enumerate(deal.hands):
                self.held[seat].update(hand)
        self.played = {text.split()[1] for text in done if text.startswith("play")}

    def unseen(self, seat: int) -> list[str]:
        return [card for card in PACK if card not in self.held[seat] | self.played]

    def places(self, seat: int) -> list[int]:
        """Where in the pack the cards lay that this seat got."""
        return [i for i, card in enumerate(self.pack) if card in self.held[seat]]


def told(match: Match, options: Settings) -> list[Told]:
    """The deals of a match, the last of them perhaps not ended."""
    lines, found = match.record, []
    starts = [i for i, line in enumerate(lines) if "deal" in line]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        done = [line["do"] for line in lines[start:end] if "do" in line]
        found.append(Told(lines[start]["pack"], lines[start]["dealer"], done, options))
    return found


# -- another world --------------------------------------------------------------------------------


def exchanged(deal: Told, seat: int, rng: random.Random) -> dict[str, str]:
    """For every card the one that takes its place; the signs of the others stay true."""
    unseen = deal.unseen(seat)
    signs = [(name, hand) for who, name, hand in deal.signs if who != seat]
    now = dict(zip(PACK, PACK, strict=True))
    if not signs:
        now.update(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
        return now
    for _ in range(4 * len(unseen)):
        one, other = rng.choice(unseen), rng.choice(unseen)
        now[one], now[other] = now[other], now[one]
        if not all(SIGNS[name]([now[card] for card in hand]) for name, hand in signs):
            now[one], now[other] = now[other], now[one]
    return now


def elsewhere(deal: Told, seat: int, rng: random.Random) -> tuple[list[str], list[str]]:
    """The pack and what is done in another world that looks the same to a seat."""
    now = exchanged(deal, seat, rng)
    pack = [now[card] for card in deal.pack]
    for other in range(4):
        if other != seat:  # its cards came to it in any order
            places = deal.places(other)
            cards = [pack[i] for i in places]
            for i, card in zip(places, rng.sample(cards, len(cards)), strict=True):
                pack[i] = card
    done = []
    for text in deal.done:
        kind, card = (*text.split(), "")[:2]
        done.append(f"{kind} {now[card]}" if card in now else text)
    return pack, done


def phase_of(match: Match) -> str:
    if match.over:
        return "over"
    view = match.view(0)
    if view.stage:
        return {"song": "asked", "exchange": "discarding"}[view.stage]
    if view.trick_number == 1 and not view.trick and not view.signals:
        return "before the lead"
    return "signalled" if view.signals else "in play"


CHANCES = {
    "asked": 0.3,
    "discarding": 0.2,
    "before the lead": 0.7,
    "signalled": 0.07,
    "in play": 0.07,
    "over": 1.0,
}
"""how often states of a phase are compared"""


def compare(
    match: Match, deals: list[Told], seat: int, rng: random.Random, met: Counter[str]
) -> None:
    """The view and the record of a seat, byte for byte in both worlds."""
    worlds = [elsewhere(deal, seat, rng) for deal in deals]
    packs = [pack for pack, _done in worlds] + shuffled(rng, 1)
    again = match.game.match(packs=packs, dealer=match.lots.dealer)
    for _pack, done in worlds:
        for text in done:
            again.apply(text)
    assert dumped(again.view(seat)) == dumped(match.view(seat))
    assert dumped(again.record_for(seat)) == dumped(match.record_for(seat))
    changed(deals[-1], worlds[-1], met)
    met["later deal"] += len(deals) > 1


def changed(deal: Told, world: tuple[list[str], list[str]], met: Counter[str]) -> None:
    """Count what is otherwise in the other world."""
    pack, done = world
    met["a hand"] += pack[:36] != deal.pack[:36]
    met["the twelve"] += pack[36:] != deal.pack[36:]
    met["put aside"] += done != deal.done
    met["true signs"] += bool(deal.signs)


@pytest.mark.parametrize("options", [ALL_ON, f"{ALL_ON} signals_truthful=no"])
def test_hidden_cards_do_not_show(options: str) -> None:
    """In every phase and for each seat."""
    rng, met = random.Random(3), Counter[str]()
    for number in range(10):
        match = aluette(options).match(packs=shuffled(rng, 12), dealer=number % 4)
        last = 99 if number < 2 else rng.randrange(1, 4)
        for state in states(match, rng, (agreeably, silently)[number % 2]):
            if state.record[-1].get("deal") == last + 1:
                break
            phase = phase_of(state)
            if rng.random() < CHANCES[phase]:
                deals = told(state, settings(options))
                for seat in range(4):
                    compare(state, deals, seat, rng, met)
                    met[phase] += 1
    for phase in CHANCES:
        assert met[phase] >= (8 if phase == "over" else 30), met
    assert met["later deal"] >= 200, met
    for what in ("a hand", "the twelve", "put aside"):
        assert met[what] >= 70, met
    if "truthful" not in options:
        assert met["true signs"] >= 50, met


def test_other_worlds_are_other_ones() -> None:
    """The seat's own hand stays, other hands and the twelve are nearly always new."""
    rng = random.Random(1)
    for seat in range(4):
        match = aluette().match(packs=shuffled(rng, 1), dealer=0)
        (deal,) = told(match, {})
        hands: list[set[tuple[str, ...]]] = [set(), set(), set(), set()]
        twelve = set()
        for _ in range(20):
            pack, _done = elsewhere(deal, seat, rng)
            again = aluette().match(packs=[pack], dealer=0)
            twelve.add(tuple(pack[36:]))
            for other in range(4):
                hands[other].add(again.view(other).hand)
        assert [len(found) for found in hands] == [1 if p == seat else 20 for p in range(4)]
        assert len(twelve) == 20


# -- what is never written ------------------------------------------------------------------------


def parts(lines: list[dict[str, Any]], key: str, value: object = None) -> list[str]:
    """Lines by deal as texts, without what stands before the first deal."""
    starts = [i for i, line in enumerate(lines) if key in line and value in (None, line[key])]
    ends = [*starts[1:], len(lines)]
    return [json.dumps(lines[a:b]) for a, b in zip(starts, ends, strict=True)]


def names_a_card(text: str, card: str) -> bool:
    return f'"{card}"' in text or f' {card}"' in text


@pytest.mark.parametrize("options", ["", ALL_ON, f"{ALL_ON} signals_truthful=no"])
def test_a_card_that_is_hidden_is_never_written(options: str) -> None:
    """Neither in the view of a seat nor in its record, in any deal; all that it saw is there."""
    rng, compared = random.Random(8), 0
    match = aluette(options).match(packs=shuffled(rng, 12), dealer=3)
    for state in states(match, rng, agreeably):
        if rng.random() < 0.93 and not state.over:
            continue
        deals = told(state, settings(options))
        for seat in range(4):
            view = state.view(seat).to_dict()
            stories = parts(view.pop("seen"), "event", "deals")
            records = parts(list(state.record_for(seat)), "deal")
            stories[-1] += json.dumps(view)
            for deal, story, record in zip(deals, stories, records, strict=True):
                hidden = deal.unseen(seat)
                compared += len(hidden)
                assert [card for card in PACK if not names_a_card(story, card)] == hidden
                assert [card for card in PACK if not names_a_card(record, card)] == hidden
    assert compared > 2000


def test_others_are_told_that_a_card_was_put_aside() -> None:
    """A21: `discard ?` in the records of the others, its place in the pack only in one's own."""
    match = aluette("chanter=yes").match(packs=shuffled(random.Random(2), 1), dealer=3)
    for _ in range(4):
        match.apply("yes")
    own = [f"discard {card}" for card in match.view(0).hand[:6]]
    for text in own:
        match.apply(text)
    assert match.turn == 3
    lines = [[line["do"] for line in match.record_for(p) if "do" in line] for p in range(4)]
    assert lines[0] == ["yes"] * 4 + own
    assert lines[1] == lines[2] == lines[3] == ["yes"] * 4 + ["discard ?"] * 6
