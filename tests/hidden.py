"""Packs that look the same to a seat: the cards that it has not seen lie in other places.

In: a match of Chouine, a seat. Out: other packs with which the same actions can be done. What the
seat had seen by then is gathered from the whole story, not from its view.
"""

from __future__ import annotations

import random

from helpers import PACK, eleventh, stacked

from interpreter import Match

Packs = list[list[str]]

RANKS_OF = {
    "mariage": ("K", "Q"),
    "tierce": ("K", "Q", "J"),
    "quarteron": ("A", "K", "Q", "J"),
    "chouine": ("A", "10", "K", "Q", "J"),
}


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
