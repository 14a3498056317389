"""What several tests of a whole game share: the game, packs put in order, matches played out."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from interpreter import Action, Game, Match, View, load

ROOT = Path(__file__).parent.parent
TRIES = int(os.environ.get("TRICKPLAY_TRIES", "1"))
"""how many times as many random examples are tried as in a usual run"""
RULES = ROOT / "rulesets" / "chouine.yaml"
SUITS = "SHDC"
RANKS = ("A", "10", "K", "Q", "J", "9", "8", "7")
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)


@cache
def chouine() -> Game:
    """The game as it is shipped."""
    return load(str(RULES))


def changed(folder: Path, old: str, new: str) -> Game:
    """The game with a small change in its document."""
    text = RULES.read_text(encoding="utf-8")
    assert old in text
    path = folder / "chouine.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return load(str(path))


def stacked(first: str, second: str, turned: str, stock: str = "") -> list[str]:
    """A pack that deals these hands; `first` is the hand of the player who does not deal.

    Cards that are not named lie between the named ones of the stock and its end, in the order of
    PACK; after `...` in the stock come its last face-down cards.
    """
    hands = [first.split(), second.split()]
    front, _dots, back = stock.partition("...")
    named = [*hands[0], *hands[1], turned, *front.split(), *back.split()]
    assert len(hands[0]) == len(hands[1]) == 5, "five cards each"
    assert len(set(named)) == len(named), "a card is named twice"
    others = [card for card in PACK if card not in named]
    dealt = [card for pair in zip(*hands, strict=True) for card in pair]
    pack = [*dealt, turned, *front.split(), *others, *back.split()]
    assert sorted(pack) == sorted(PACK)
    return pack


def beats(card: str, led: str, trump: str) -> bool:
    """Whether the reply takes the trick, for packs in which tricks must go as planned."""
    if card[-1] == led[-1]:
        return RANKS.index(card[:-1]) < RANKS.index(led[:-1])
    return card[-1] == trump


def late(leader: str, other: str, turned: str) -> tuple[list[str], list[str]]:
    """A pack and the first eleven tricks after which these hands are held.

    The player who does not deal wins all eleven tricks, so leads the twelfth with `leader`; the
    other one holds `other`, with the turned card in it. Both play the cards that they got first.
    """
    hands = [leader.split(), [card for card in other.split() if card != turned] + [turned]]
    order, cards = _tricks(hands, [], turned[-1])
    assert order[-1] == turned, "the turned card is in the other's hand"
    return [*order[:10], turned, *order[10:-1]], cards


def eleventh(leader: str, other: str, turned: str, last: str) -> tuple[list[str], list[str]]:
    """A pack and the first ten tricks after which these hands are held; `last` lies face down."""
    order, cards = _tricks([leader.split(), other.split()], [turned, last], turned[-1])
    return [*order[:10], turned, *order[10:], last], cards


def _tricks(hands: list[list[str]], lying: list[str], trump: str) -> tuple[list[str], list[str]]:
    """All cards but the lying ones in the order in which they are got, and the tricks before."""
    assert len(hands[0]) == len(hands[1]) == 5, "five cards each"
    rest = [card for card in PACK if card not in [*hands[0], *hands[1], *lying]]
    pairs: list[tuple[str, str]] = []
    while rest:  # trumps lead; whatever is weakest replies
        strong = min(rest, key=lambda c: (c[-1] != trump, RANKS.index(c[:-1])))
        replies = [card for card in rest if card != strong and not beats(card, strong, trump)]
        weak = max(replies, key=lambda c: (c[-1] != trump, RANKS.index(c[:-1])))
        pairs.append((strong, weak))
        rest = [card for card in rest if card not in (strong, weak)]
    ours = [strong for strong, _weak in pairs] + hands[0]
    theirs = [weak for _strong, weak in pairs] + hands[1]
    got = [card for pair in zip(ours, theirs, strict=True) for card in pair]
    return got, [card for pair in pairs for card in pair]


Choose = Callable[[random.Random, tuple[Action, ...]], Action]


def evenly(rng: random.Random, actions: tuple[Action, ...]) -> Action:
    """Any action."""
    return rng.choice(actions)


def eagerly(rng: random.Random, actions: tuple[Action, ...]) -> Action:
    """Mostly a call if there is one."""
    calls = [action for action in actions if action.kind != "play"]
    return rng.choice(calls if calls and rng.random() < 0.7 else actions)


def hoarding(rng: random.Random, actions: tuple[Action, ...]) -> Action:
    """Calls now and then, and keeps the cards of combinations as long as it can."""
    calls = [action for action in actions if action.kind != "play"]
    if calls and rng.random() < 0.25:
        return rng.choice(calls)
    plays = [action for action in actions if action.kind == "play"]
    low = [action for action in plays if action.card[:-1] in ("9", "8", "7")]
    return rng.choice(low or plays or calls)


def states(match: Match, rng: random.Random, choose: Choose = evenly) -> Iterator[Match]:
    """The match before each of its actions, and at its end."""
    while True:
        yield match
        if match.over:
            return
        match.apply(choose(rng, match.actions()))


def played(match: Match, seed: int, choose: Choose = evenly) -> Match:
    """The match, played to its end."""
    for _ in states(match, random.Random(seed), choose):
        pass
    return match


def dumped(data: View | Iterable[dict[str, Any]]) -> str:
    """A view or a record as text, to be compared byte for byte."""
    plain = data.to_dict() if isinstance(data, View) else list(data)
    return json.dumps(plain, ensure_ascii=False)
