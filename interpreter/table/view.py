"""What one seat may know: frozen data, and the only thing that a player is given.

Permuting all cards that are hidden from a seat never changes its view. What may be *looked at*
again at the table (own tricks, the opponent's last one) stands in fields of its own; `seen` is
everything the seat ever saw, in order, whether or not a table would let it look again.

>>> from interpreter import load
>>> view = load(NAME).match(seed=7).view(0)
>>> view.hand, view.hands, view.turned, view.actions
(('KS', 'QS', '10H', '8D', 'KC'), (5, 5), '7C', ())
>>> sorted(view.to_dict())[:4]
['actions', 'agreed', 'aside', 'asked']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .action import Action
from .event import Event, Scores


@dataclass(frozen=True)
class Trick:
    """A trick: who took it (None if nobody did) and the cards in the order of play."""

    winner: int | None
    cards: tuple[tuple[int, str], ...]

    def to_dict(self) -> dict[str, Any]:
        """JSON data."""
        return {"winner": self.winner, "cards": [list(pair) for pair in self.cards]}


@dataclass(frozen=True)
class Declared:
    """A declaration made in this deal. `cards` are those that everyone has been shown."""

    seat: int
    name: str
    suit: str
    points: int
    cards: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """JSON data."""
        return {
            "seat": self.seat,
            "name": self.name,
            "suit": self.suit,
            "points": self.points,
            "cards": list(self.cards),
        }


@dataclass(frozen=True)
class Score:
    """wins: deals won by each side, or what they count. declared: points declared by each seat in
    this deal. taken: the card points this seat has taken. last: the terms of every seat in the deal
    before; empty if it was not counted. rounds: those won by each side, in a match that has them,
    where `wins` is about the present one."""

    wins: tuple[int, ...]
    declared: tuple[int, ...]
    taken: int
    last: Scores
    rounds: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """JSON data."""
        data: dict[str, Any] = {
            "wins": list(self.wins),
            "declared": list(self.declared),
            "taken": self.taken,
            "last": [dict(terms) for terms in self.last],
        }
        return {**data, "rounds": list(self.rounds)} if self.rounds else data


@dataclass(frozen=True)
class View:
    """A match as `seat` knows it. Cards are codes such as 10H.

    turn: who is to act, None between deals and at the end. asked: the exchange about which that
    player is asked. stage: what that player is asked before the first trick, or puts cards aside
    for. agreed: the questions to which all said yes. aside: how many cards are to be put aside.
    hands: how many cards each seat holds. stock: how many can be drawn. known: for each seat the
    cards that everyone knows to be in its hand. trick: the cards on the table in the order of play.
    won: the cards this seat has taken. last_trick: the trick played last. last_won: for each seat
    the trick it took last. tricks: how many each seat took. signals: those given in this deal, by
    whom. worth: points of the declarations offered, by the action's text.
    """

    seat: int
    deal: int
    trick_number: int
    dealer: int
    leader: int
    turn: int | None
    asked: str
    stage: str
    agreed: tuple[str, ...]
    aside: int
    hand: tuple[str, ...]
    hands: tuple[int, ...]
    stock: int
    trump: tuple[str, ...]
    turned: str | None
    trick: tuple[tuple[int, str], ...]
    last_trick: Trick | None
    won: tuple[str, ...]
    last_won: tuple[Trick | None, ...]
    tricks: tuple[int, ...]
    signals: tuple[tuple[int, str], ...]
    known: tuple[tuple[str, ...], ...]
    declarations: tuple[Declared, ...]
    score: Score
    options: tuple[tuple[str, str], ...]
    actions: tuple[Action, ...]
    worth: tuple[tuple[str, int], ...]
    over: bool
    seen: tuple[Event, ...]

    def to_dict(self) -> dict[str, Any]:
        """JSON data."""
        return {
            "seat": self.seat,
            "deal": self.deal,
            "trick_number": self.trick_number,
            "dealer": self.dealer,
            "leader": self.leader,
            "turn": self.turn,
            "asked": self.asked,
            "stage": self.stage,
            "agreed": list(self.agreed),
            "aside": self.aside,
            "hand": list(self.hand),
            "hands": list(self.hands),
            "stock": self.stock,
            "trump": list(self.trump),
            "turned": self.turned,
            "trick": [list(pair) for pair in self.trick],
            "last_trick": self.last_trick and self.last_trick.to_dict(),
            "won": list(self.won),
            "last_won": [trick and trick.to_dict() for trick in self.last_won],
            "tricks": list(self.tricks),
            "signals": [list(pair) for pair in self.signals],
            "known": [list(cards) for cards in self.known],
            "declarations": [declared.to_dict() for declared in self.declarations],
            "score": self.score.to_dict(),
            "options": dict(self.options),
            "actions": [str(action) for action in self.actions],
            "worth": dict(self.worth),
            "over": self.over,
            "seen": [event.to_dict() for event in self.seen],
        }
