"""Players that play by themselves. They are given views, never a match.

`random` chooses evenly among the offered actions. `greedy` looks one trick ahead and knows a game
only through its ruleset: strength, value, what takes a trick from what.
"""

from __future__ import annotations

from typing import Protocol

from ..machine.packs import BOTS, Stream
from .action import Action
from .game import Game
from .view import View


class Player(Protocol):
    """Anything that answers a view with one of its actions."""

    def choose(self, view: View) -> Action:
        """One of `view.actions`."""


class RandomPlayer:
    """Every offered action is equally likely; a declaration is one action.

    A seat has one stream for the whole match: golden records hold what it chose. number: 0 for a
    match, n for deal n played by itself.
    """

    def __init__(self, game: Game, seed: int, seat: int, number: int = 0) -> None:
        self.stream = Stream(seed, BOTS + seat, number)

    def choose(self, view: View) -> Action:
        return view.actions[self.stream.below(len(view.actions))]

    def recall(self, view: View) -> None:
        """Take a view that was answered in an earlier sitting: the stream goes on from there."""
        self.choose(view)


class GreedyPlayer:
    """Takes what a trick is worth if it is worth a card, declares whatever it can."""

    def __init__(self, game: Game, seed: int, seat: int, number: int = 0) -> None:
        self.game, self.machine = game, game.machine
        self.number = game.ruleset.deck.numbers
        self.winning = {d.about.name for d in game.ruleset.declarations if d.wins}

    def choose(self, view: View) -> Action:
        calls = [action for action in view.actions if action.kind != "play"]
        worth = dict(view.worth)
        declarations = [action for action in calls if action.kind == "declare"]
        if declarations:
            return max(declarations, key=lambda a: (a.name in self.winning, worth[str(a)]))
        for action in calls:
            if action.kind == "exchange" and self._gains(view):
                return action
        plays = [action for action in view.actions if action.kind == "play"]
        if not plays:
            return self._answer(view)
        scene = Scene(self.game, view)
        return max(plays, key=lambda action: (scene.promise(action.index), -action.index))

    def _answer(self, view: View) -> Action:
        """Put the weakest card aside; say yes with a hand below the middle of the pack; pass."""
        strength, first = self.game.strength, view.actions[0]
        if first.kind == "discard":
            return min(view.actions, key=lambda action: strength[self.number[action.card]])
        held = sum(strength[self.number[code]] for code in view.hand)
        weak = held * len(strength) < sum(strength) * len(view.hand)
        wanted = ("pass", "yes" if weak else "no")
        return next(action for action in view.actions if action.kind in wanted)

    def _gains(self, view: View) -> bool:
        """Whether the turned card is stronger than the weakest card that could be given."""
        strength = self.game.strength
        turned = strength[self.number[view.turned]] if view.turned else 0
        return turned > min(strength[self.number[code]] for code in view.hand)


class Scene:
    """The trick in play, set up on a state of its own from a view."""

    def __init__(self, game: Game, view: View) -> None:
        self.game, self.view, self.machine = game, view, game.machine
        deck = game.ruleset.deck
        s = self.state = self.machine.State()
        s.trump = _mask(game, view.trump)
        s.dealer, s.leader, s.trick = view.dealer, view.leader, view.trick_number
        s.turned = deck.numbers[view.turned] if view.turned else deck.size
        for stage in game.ruleset.stages if view.agreed else ():
            s.agreed |= (stage.about.name in view.agreed) << stage.number
        s.led = s.best = deck.size
        for _seat, code in view.trick:
            card = deck.numbers[code]
            if s.led == deck.size:
                s.led = s.best = card
            elif self.machine.beating(s, s.best) >> card & 1:
                s.best = card
        self.table = _mask(game, [code for _seat, code in view.trick])
        self.last = len(view.trick) == game.seats - 1
        self.unseen = self._unseen()

    def _unseen(self) -> int:
        """The cards that may still be with others or in the stock."""
        seen = _mask(self.game, self.view.hand)
        for event in reversed(self.view.seen):
            if event.kind == "deals":
                break
            if event.kind == "played":
                seen |= _mask(self.game, event.cards)
        return (1 << self.game.ruleset.deck.size) - 1 & ~seen

    def promise(self, card: int) -> float:
        """What playing a card promises: points won or lost by it, less what it is worth to keep."""
        s, points, chance = self.state, self.points(card), self.chance(card)
        keep = self.game.strength[card] / len(self.game.ruleset.tricks.ranking)
        if s.trump >> card & 1:
            keep *= 3
        return points * (2 * chance - 1) + chance - 2 * keep

    def points(self, card: int) -> int:
        """What the trick is worth with the card."""
        return int(self.machine.value_of(self.table | 1 << card))

    def chance(self, card: int) -> float:
        """How likely it is that the card takes the trick."""
        s = self.state
        if s.led < self.game.ruleset.deck.size:
            if not self.machine.beating(s, s.best) >> card & 1:
                return 0.0
            if self.last:
                return 1.0
        led, s.led = s.led, s.led if s.led < self.game.ruleset.deck.size else card
        better = self.machine.beating(s, card) & self.unseen
        s.led = led
        left = self.game.seats - 1 - len(self.view.trick)
        share = 1 - better.bit_count() / max(1, self.unseen.bit_count())
        return float(share**left)


def _mask(game: Game, codes: tuple[str, ...] | list[str]) -> int:
    numbers = game.ruleset.deck.numbers
    return sum(1 << numbers[code] for code in codes)


class Maker(Protocol):
    """Makes a player for a seat of a game. number: 0 for a match, n for deal n played by itself."""

    def __call__(self, game: Game, seed: int, seat: int, number: int = 0) -> Player: ...


HUMAN = "human"
"""the kind of player who is a person"""
PLAYERS: dict[str, Maker] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}
"""players by name"""
