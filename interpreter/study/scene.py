"""A deal played again in one game, to be looked at: hands, tricks, who took what.

In: a game and a witness. Out: the game's own state after some of its moves. Nothing is compared
here; each game is played alone, so that what is told of it is what it does.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..machine.engine.spec import RESOLVE, State
from ..table.action import Action
from ..table.game import Game
from ..table.lots import begin_match, begin_round, no_lots
from ..table.spelling import action_text, card_text, cards_text, declared_text, signal_title
from ..text.messages import _
from .board import AWAITED, NONE_TAKEN, SPOILED
from .witness import Witness
from .wrapping import JOIN


@dataclass
class Scene:
    """A game after some moves. plays: of this deal, by seat; took: who took the last trick, if the
    last move completed one. second: whether it is the second of the two games."""

    game: Game
    state: State
    plays: list[tuple[int, Action]] = field(default_factory=list)
    took: int = NONE_TAKEN
    deals: int = 0
    second: bool = False

    @property
    def trick(self) -> list[tuple[int, Action]]:
        """The cards of the trick that is being played, or of the one just completed."""
        cards = [play for play in self.plays if play[1].kind == "play"]
        count = self.state.count if self.took == NONE_TAKEN else self.game.seats
        return cards[-count:] if count else []

    def name(self, seat: int) -> str:
        """A player's name."""
        return _("player {n}").format(n=seat + 1)

    def hand(self, seat: int) -> str:
        """A player's cards."""
        return cards_text(self.game, self.state.hand[seat])

    def names(self, side_of: int) -> str:
        """The players of somebody's side."""
        sides = self.game.ruleset.sides
        seats = [p for p in range(self.game.seats) if p % sides == side_of % sides]
        return _(" and ").join(self.name(p) for p in seats)


def scene(game: Game, witness: Witness, second: bool = False, back: int = 0) -> Scene:
    """The game after all moves of a witness but the last few."""
    machine, numbers = game.machine, game.ruleset.deck.numbers
    found = Scene(game, machine.State(), second=second)
    s = found.state
    lots = no_lots(game, witness.dealer)
    begin_match(game, s, lots)
    for i, pack in enumerate(witness.packs_b if second else witness.packs):
        found.plays, found.took, found.deals = [], NONE_TAKEN, i
        if s.over == AWAITED:
            begin_round(game, s, lots)
        machine.start(s, [numbers[code] for code in pack])
        moves = witness.moves[i]
        last = i == len(witness.packs) - 1
        for text in moves[: len(moves) - back] if last else moves:
            action = game.action(text)
            assert action is not None
            found.plays.append((s.turn, action))
            found.took = _act(found, action.index)
    return found


def _act(found: Scene, index: int) -> int:
    machine, s, took = found.game.machine, found.state, NONE_TAKEN
    machine.act(s, index)
    while s.step:
        if s.step == RESOLVE:
            took = SPOILED if getattr(s, "tied", 0) else s.taker
        machine.advance(s)
    return took


def call_text(game: Game, action: Action) -> str:
    """A call as it is told in a row of them."""
    if action.kind == "declare":
        return declared_text(game, action.name, action.suit)
    if action.kind == "signal":
        return signal_title(game, action.name)
    return action_text(game, action)


def story(found: Scene, upto: int) -> str:
    """The first moves of the deal: who led each trick, its cards, calls where they were made."""
    game, parts, count = found.game, list[str](), 0
    for seat, action in found.plays[:upto]:
        if action.kind == "play":
            card = card_text(game, action.index)
            if count % game.seats == 0:
                parts.append(f"{seat + 1}:{JOIN}{card}")
            else:
                parts[-1] += f"{JOIN}{card}"
            count += 1
        else:
            text = f"({seat + 1}: {_call(game, action)})"
            if count % game.seats == 0:
                parts.append(text)
            else:
                parts[-1] += f"{JOIN}{text}"
    return f"{JOIN}· ".join(parts)


def _call(game: Game, action: Action) -> str:
    if action.kind == "discard":
        return _("puts {card} aside").format(card=action_text(game, action))
    return call_text(game, action)
