"""What a player can do, as text and as a small stable number.

Cards come first, by their number, then the calls: declarations, exchanges, pass. The text of an
action parses back: `play 10H`, `declare NAME H`, `exchange NAME`, `pass`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """One thing a player can do in a game.

    index: stable for a ruleset. kind: play, declare, exchange or pass. name: the declaration or
    exchange. card: the code of the card played. suit: the code of the suit declared.
    """

    index: int
    kind: str
    name: str = ""
    card: str = ""
    suit: str = ""

    def __str__(self) -> str:
        return " ".join(w for w in (self.kind, self.card, self.name, self.suit) if w)


def all_actions(codes: tuple[str, ...], calls: tuple[str, ...]) -> tuple[Action, ...]:
    """Every action of a game by index."""
    plays = [Action(i, "play", card=code) for i, code in enumerate(codes)]
    others = []
    for index, text in enumerate(calls, len(codes)):
        kind, name, suit = (*text.split(" "), "", "")[:3]
        others.append(Action(index, kind, name, suit=suit))
    return (*plays, *others)
