"""What decides a trick: the winning set that is the first with a card of the trick, then strength.

In: the winning sets of a ruleset as they are in a state, and the cards of a trick. Out: which of
the sets decides and by what, as values and in a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..machine.engine.spec import State
from ..rules.ruleset import Ruleset
from ..table.game import Game
from ..text.messages import _
from .naming import code
from .unparse import unparse


def deciding(sets: Sequence[int], card: int, cards: Sequence[int]) -> tuple[int, list[int]]:
    """The number of the first set that the winning card is in, and other cards of the trick in
    it."""
    number = next((i for i, cards_in in enumerate(sets) if cards_in >> card & 1), 0)
    return number, [c for c in cards if c != card and sets[number] >> c & 1]


def equal_highest(game: Game, s: State, cards: Sequence[int]) -> int:
    """The cards of a spoiled trick that no card of it beats, as a set."""
    above = {card: game.machine.beating(s, card) for card in cards}
    return sum(1 << c for c, mask in above.items() if not any(mask >> d & 1 for d in above))


def why_taken(r: Ruleset, number: int, others: Sequence[int]) -> str:
    """Why a card takes a trick: the strongest of a set, or the only one of it."""
    what = code(unparse(r.tricks.wins[number], r))
    if others:
        return _("it is the strongest card in {cards}").format(cards=what)
    return _("it is the only card in {cards}").format(cards=what)
