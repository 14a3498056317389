"""What several tests of games/council.yaml share: the game, two packs, players that choose.

Seat 2 deals. Seats 0, 1 and 2 hold FIRST, SECOND and DEALER; the cards that are left are taken in
the order of LEFT. In PACK 8H is turned, in SEVEN the seven.
"""

from __future__ import annotations

import random
from functools import cache

from positions import FOLDER

from interpreter import Action, Game, Match, load

SETTINGS: tuple[dict[str, str], ...] = (
    {},
    {"pace": "quick"},
    {"pace": "silent"},
    {"frank": "no"},
)


@cache
def _council(*settings: tuple[str, str]) -> Game:
    return load(FOLDER / "council.yaml").with_options(dict(settings))


def council(**settings: str) -> Game:
    return _council(*sorted(settings.items()))


CODES = load(FOLDER / "council.yaml").ruleset.deck.codes


def packed(front: str) -> list[str]:
    """A pack that begins with these cards; the others in the order of the deck."""
    cards = front.split()
    return cards + [code for code in CODES if code not in cards]


HANDS = "KS QS JS  AS 7S 8S  10S 9S AH  9H 10H 7H  JH QH KH  JD 9D 8D  QD 7D AC"
LEFT = "KC AD 9C QC 7C 10D  JC 8C  10C KD"
PACK, SEVEN = packed(f"{HANDS} 8H {LEFT}"), packed(f"{HANDS.replace('7H', '8H')} 7H {LEFT}")
FIRST = {"KS", "QS", "JS", "9H", "10H", "7H", "QD"}
SECOND = {"AS", "7S", "8S", "JH", "QH", "KH", "7D"}
DEALER = {"10S", "9S", "AH", "JD", "9D", "8D", "AC"}


def begun(pack: list[str] = PACK, **settings: str) -> Match:
    """A match whose first deal is that of seat 2."""
    return council(**settings).match(packs=[pack], dealer=2)


def do(match: Match, actions: str) -> Match:
    """Several actions: `yes`, `-KS` to put a card aside, `KS` to play it, `signal_nod`."""
    for text in actions.split():
        kind = "" if text.islower() else "discard " if text[0] == "-" else "play "
        match.apply(kind + text.lstrip("-").replace("_", " "))
    return match


def offered(match: Match) -> set[str]:
    return {str(action) for action in match.actions()}


def willingly(rng: random.Random, actions: tuple[Action, ...]) -> Action:
    """Mostly yes; a sign now and then."""
    kinds = {action.kind: action for action in actions}
    if "yes" in kinds:
        return kinds["yes" if rng.random() < 0.85 else "no"]
    plays = [action for action in actions if action.kind != "signal"]
    return rng.choice(plays if plays and rng.random() < 0.8 else actions)
