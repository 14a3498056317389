"""A game that can be played: a Ruleset with its compiled module, its actions and notation.

>>> game = load(NAME)
>>> game.seats, game.action("play 10H").card
(2, '10H')
>>> match = game.match(seed=7)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from os import PathLike, fspath
from typing import TYPE_CHECKING

from ..machine.engine.spec import State
from ..machine.module import Machine, machine
from ..rules.deck import Deck
from ..rules.reach import anywhere
from ..rules.read import read_ruleset, with_settings
from ..rules.ruleset import Ruleset
from ..rules.shelf import find
from ..text.messages import _
from .action import Action, all_actions
from .notation import Notation

if TYPE_CHECKING:
    from ..machine.native.carrier import Carrier, Tell
    from .batch import Batch
    from .match import Match


def load(name: str | PathLike[str], allow_outside: bool = False) -> Game:
    """The game of a shipped ruleset (by name) or of a file (a path with a slash or `.yaml`).

    allow_outside: whether the file may lead to others outside its folder, by what it extends.
    Raises RulesetError with every problem in the file, FileNotFoundError if there is none.

    >>> load("./nothing.yaml")
    Traceback (most recent call last):
    FileNotFoundError: there is no file ./nothing.yaml
    """
    text = fspath(name)
    with anywhere(allow_outside):
        return Game(read_ruleset(find(text), None if "/" not in text else text))


class Game:
    """One ruleset, checked and compiled. Immutable; many matches may share it."""

    def __init__(self, ruleset: Ruleset, face: Deck | None = None) -> None:
        self.ruleset = ruleset
        self.face = face or ruleset.deck
        self.notation = Notation(self.face, ruleset.nicknames)

    def with_options(self, options: Mapping[str, str]) -> Game:
        """The game with other settings of some options; those made before are kept.

        Raises ValueError, with what there is, for an option or a value that the ruleset lacks.
        """
        if not options:
            return self
        return Game(with_settings(self.ruleset, options), self.face)

    def with_cards(self, name: str) -> Game:
        """The game with another pack on the table: cards are shown and typed as that pack's.

        Raises ValueError, with what there is, for a pack that cannot stand for the game's own.
        """
        deck = self.ruleset.deck
        packs = {deck.name: deck, **deck.faces}
        if name not in packs:
            text = _("{game} cannot be played with the cards `{name}`; there are: {names}")
            names = ", ".join(packs)
            raise ValueError(text.format(game=self.name, name=name[:40], names=names))
        return Game(self.ruleset, packs[name])

    @cached_property
    def machine(self) -> Machine:
        """The compiled module."""
        return machine(self.ruleset)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action that the game knows, by index."""
        takes = any(stage.take for stage in self.ruleset.stages)
        return all_actions(self.machine.CODES, self.machine.CALLS, takes)

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

    def legal(self, s: State) -> int:
        """What the player to move may do in a state, a bit for each action's index."""
        machine, size = self.machine, self.ruleset.deck.size
        cards = machine.cards(s)
        if getattr(s, "aside", 0):
            return cards << size + len(machine.CALLS)
        return cards | machine.calls(s, cards) << size

    def offered(self, s: State) -> tuple[Action, ...]:
        """The same as actions, by their index; none between deals."""
        bits, found = 0 if s.over else self.legal(s), []
        while bits:
            low = bits & -bits
            found.append(self.actions[low.bit_length() - 1])
            bits ^= low
        return tuple(found)

    def codes(self, mask: int) -> tuple[str, ...]:
        """The codes of the cards of a set, by suit and in the game's order."""
        return tuple(self.ruleset.deck.codes[card] for card in self.ordered(mask))

    def ordered(self, mask: int) -> list[int]:
        """The cards of a set, by suit, the strongest first."""
        cards = [card for card in range(self.ruleset.deck.size) if mask >> card & 1]
        return self.notation.sorted(cards, self.strength)

    def side(self, seat: int) -> int:
        """The side that a seat plays for."""
        return seat % self.ruleset.sides

    @property
    def partners(self) -> bool:
        """Whether several seats play for one side."""
        return self.ruleset.sides < self.seats

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
        `dealer`, the seat that deals first. options: settings, where not the default. names: of the
        players, in the order in which they come; with a dealer they sit in that order.
        Raises ValueError for a bad seed, dealer or option, RecordError for a bad pack.

        >>> load(NAME).match(seed=7, names=["Ana", "Rui"]).names
        ('Ana', 'Rui')
        """
        from .match import Match
        from .supply import Given, Secure, Seeded

        if options:
            return self.with_options(options).match(seed, packs, dealer, None, names)
        if packs is not None:
            if dealer is None:
                raise ValueError(_("packs need a dealer"))
            supply: Given | Secure | Seeded = Given(self, packs)
        else:
            supply = Secure(self) if seed is None else Seeded(self, seed)
        return Match(self, supply, dealer, names)

    def native(self, kind: str = "auto", tell: Tell | None = None) -> Carrier:
        """The compiled module on its fastest carrier: whole deals and matches at random by the
        million, and the functions of the machine on records of arrays.

        kind: `auto` takes machine code if numba is installed (the extra `fast`) and can do this
        game, else plain Python, with a line that says why; `native` and `python` force one of them.
        tell: is given such lines; else they are logged. Raises ValueError for another kind,
        RuntimeError if machine code is asked for and there is none.
        """
        from ..machine.native.carrier import carrier

        if kind not in self._carriers:
            made = carrier(self.ruleset, kind, tell, self.machine)
            kinds = ("auto", "native") if made.kind == "native" else (kind,)
            self._carriers.update(dict.fromkeys(kinds, made))
        return self._carriers[kind]

    @cached_property
    def _carriers(self) -> dict[str, Carrier]:
        """Those that were asked for."""
        return {}

    def batch(
        self, n: int, seed: int, first: int = 1, kind: str = "auto", tell: Tell | None = None
    ) -> Batch:
        """Deals `first` to `first` + n - 1 of a seed, stepped together. Needs numpy.

        kind, tell: as of `native`. Raises ValueError for a bad seed or number.
        """
        from .batch import Batch

        return Batch(self, self.native(kind, tell), n, seed, first)
