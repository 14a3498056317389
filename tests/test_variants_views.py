"""What a seat may know in the variants: cards hidden from it change places, its view does not.

As in test_views.py, but for any number of players, in a first deal, between declarations and what
is shown of them; the cards that nobody ever draws are among those that change places.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from helpers import dumped, eagerly, hoarding, states
from variants.packs import MONDOUBLEAU, SEVERAL, shipped

from interpreter import IllegalAction, Match


def unseen(match: Match, seat: int) -> set[str]:
    """The cards that have not been before the eyes of a seat."""
    cards = {*match.game.ruleset.deck.codes}
    for event in match.events:
        if event.kind != "lot" and event.to in (None, seat):
            cards -= {*event.cards}
    return cards


def settled(match: Match) -> bool:
    """Whether all that was declared in this deal has been shown."""
    made = match.view(0).declarations
    return not match.chronicle.pending and all(declared.cards for declared in made)


@pytest.mark.parametrize("name", sorted({*SEVERAL, *MONDOUBLEAU}))
def test_hidden_cards_do_not_show(name: str) -> None:
    game, rng, met = shipped(name), random.Random(5), Counter[str]()
    for number in range(60):
        pack = rng.sample(game.ruleset.deck.codes, game.ruleset.deck.size)
        dealer, texts = rng.randrange(game.seats), list[str]()
        match = game.match(packs=[pack, pack], dealer=dealer)
        for state in states(match, rng, (eagerly, hoarding)[number % 2]):
            if state.view(0).deal > 1 or state.over:
                break
            texts = [line["do"] for line in state.record if "do" in line]
            if rng.random() < 0.15 and settled(state):
                seat = rng.randrange(game.seats)
                met[compare(state, pack, dealer, seat, texts, rng)] += 1
    assert met["alike"] > 100
    assert met["impossible"] < met["alike"] / 2


def compare(
    match: Match, pack: list[str], dealer: int, seat: int, texts: list[str], rng: random.Random
) -> str:
    """Whether the seat sees the same with other cards in the places that it does not know."""
    hidden = unseen(match, seat)
    places = [i for i, card in enumerate(pack) if card in hidden]
    other, cards = list(pack), [pack[i] for i in places]
    rng.shuffle(cards)
    for i, card in zip(places, cards, strict=True):
        other[i] = card
    again = match.game.match(packs=[other, pack], dealer=dealer)
    try:
        for text in texts:
            again.apply(text)
    except IllegalAction:
        return "impossible"  # somebody could have followed with the cards that he holds now
    assert dumped(again.view(seat)) == dumped(match.view(seat))
    assert dumped(again.record_for(seat)) == dumped(match.record_for(seat))
    return "alike"
