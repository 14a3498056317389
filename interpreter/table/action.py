"""What a player can do, as text and as a small stable number.

Cards come first, by their number, then the calls: declarations, exchanges, pass, answers, signals;
last the cards that are put aside, by their number. The text of an action parses back: `play 10H`,
`declare NAME H`, `exchange NAME`, `pass`, `yes`, `no`, `signal NAME`, `discard 10H`.

>>> str(Action(3, "play", card="10H"))
'play 10H'
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """One thing a player can do in a game.

    index: stable for a ruleset. kind: play, declare, exchange, pass, yes, no, signal or discard.
    name: the declaration, exchange or signal. card: the code of the card played or put aside. suit:
    the code of the suit declared.
    """

    index: int
    kind: str
    name: str = ""
    card: str = ""
    suit: str = ""

    def __str__(self) -> str:
        return " ".join(w for w in (self.kind, self.card, self.name, self.suit) if w)


def all_actions(
    codes: tuple[str, ...], calls: tuple[str, ...], takes: bool = False
) -> tuple[Action, ...]:
    """Every action of a game by index. takes: whether players put cards aside in it."""
    size = len(codes) + len(calls)
    plays = [Action(i, "play", card=code) for i, code in enumerate(codes)]
    others = []
    for index, text in enumerate(calls, len(codes)):
        kind, name, suit = (*text.split(" "), "", "")[:3]
        others.append(Action(index, kind, name, suit=suit))
    aside = [Action(i, "discard", card=code) for i, code in enumerate(codes, size)] if takes else []
    return (*plays, *others, *aside)
