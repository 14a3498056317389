"""A game that can be played: a Ruleset with its compiled module, its actions and notation.

>>> game = load("NAME")
>>> match = game.match(seed=7)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from os import PathLike, fspath
from typing import TYPE_CHECKING

from ..machine.module import Machine, machine
from ..rules.read import read_ruleset
from ..rules.ruleset import Ruleset
from ..rules.shelf import find
from ..text.messages import _
from .action import Action, all_actions
from .notation import Notation

if TYPE_CHECKING:
    from .match import Match


def load(name: str | PathLike[str]) -> Game:
    """The game of a shipped ruleset (by name) or of a file (a path with a slash or `.yaml`).

    Raises RulesetError with every problem in the file, FileNotFoundError if there is none.
    """
    text = fspath(name)
    return Game(read_ruleset(find(text), None if "/" not in text else text))


class Game:
    """One ruleset, checked and compiled. Immutable; many matches may share it."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.notation = Notation(ruleset.deck)

    @cached_property
    def machine(self) -> Machine:
        """The compiled module."""
        return machine(self.ruleset)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action that the game knows, by index."""
        return all_actions(self.machine.CODES, self.machine.CALLS)

    @cached_property
    def _by_text(self) -> dict[str, Action]:
        return {str(action): action for action in self.actions}

    @property
    def name(self) -> str:
        """The ruleset's name."""
        return self.ruleset.name

    @property
    def seats(self) -> int:
        """How many play."""
        return self.ruleset.players

    @property
    def hash(self) -> str:
        """The content hash: equal for rulesets that play alike."""
        return self.ruleset.hash

    def action(self, text: str) -> Action | None:
        """The action that a text such as `play 10H` means, or None."""
        return self._by_text.get(" ".join(text.split()))

    def codes(self, mask: int) -> tuple[str, ...]:
        """The codes of the cards of a set, by suit and in the game's order."""
        return tuple(self.ruleset.deck.codes[card] for card in self.ordered(mask))

    def ordered(self, mask: int) -> list[int]:
        """The cards of a set, by suit, the strongest first."""
        cards = [card for card in range(self.ruleset.deck.size) if mask >> card & 1]
        return self.notation.sorted(cards, self.strength)

    @cached_property
    def strength(self) -> tuple[int, ...]:
        """The place of every card in the ranking; the weakest has 1."""
        groups = self.ruleset.tricks.ranking
        size = self.ruleset.deck.size
        return tuple(
            next(len(groups) - i for i, group in enumerate(groups) if group >> card & 1)
            for card in range(size)
        )

    def match(
        self,
        seed: int | None = None,
        packs: Iterable[Sequence[str]] | None = None,
        dealer: int | None = None,
        options: Mapping[str, str] | None = None,
        names: Sequence[str] | None = None,
    ) -> Match:
        """A new match.

        seed: from 0 to 2**64 - 1; without one the packs come from the system's secure source.
        packs: the packs themselves, as codes in the order in which the cards leave them; needs
        `dealer`, the seat that deals first. options: none yet. names: of the players, by seat.
        Raises ValueError for a bad seed, dealer or option, RecordError for a bad pack.
        """
        from .match import Match
        from .supply import Given, Secure, Seeded

        for name in options or ():
            raise ValueError(_("this ruleset has no option `{name}`").format(name=name))
        if packs is not None:
            if dealer is None:
                raise ValueError(_("packs need a dealer"))
            supply: Given | Secure | Seeded = Given(self, packs)
        else:
            supply = Secure(self) if seed is None else Seeded(self, seed)
        return Match(self, supply, dealer, names)
