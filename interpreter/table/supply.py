"""Where packs come from: a seed, the system's secure source, or somebody's list."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from ..machine.packs import DEALS, LOT, MAX_SEED, Stream
from ..text.messages import _
from .errors import RecordError

if TYPE_CHECKING:
    from .game import Game

Pack = tuple[int, ...]


class Supply(Protocol):
    """A source of packs. `deal` is None when there is none left."""

    def deal(self, number: int) -> Pack | None:
        """The pack of a deal, counted from 1."""

    def lot(self, number: int) -> Pack:
        """The pack of a draw for the first deal, counted from 1."""


class Seeded:
    """Packs from a seed."""

    def __init__(self, game: Game, seed: int) -> None:
        self.size, self.seed = game.ruleset.deck.size, seed
        Stream(seed, DEALS, 0)

    def deal(self, number: int) -> Pack | None:
        return tuple(Stream(self.seed, DEALS, number).shuffled(self.size))

    def lot(self, number: int) -> Pack:
        return tuple(Stream(self.seed, LOT, number).shuffled(self.size))


class Secure:
    """Packs that nobody can foresee."""

    def __init__(self, game: Game) -> None:
        self.size, self.random = game.ruleset.deck.size, secrets.SystemRandom()
        self.dealt: dict[int, Pack] = {}
        self.drawn: dict[int, Pack] = {}

    def deal(self, number: int) -> Pack | None:
        """The same pack for the copies of a match."""
        if number not in self.dealt:
            self.dealt[number] = tuple(self.random.sample(range(self.size), self.size))
        return self.dealt[number]

    def lot(self, number: int) -> Pack:
        """The same pack for the copies of a match."""
        if number not in self.drawn:
            self.drawn[number] = tuple(self.random.sample(range(self.size), self.size))
        return self.drawn[number]


class Given:
    """Packs that were written down. Raises RecordError for one that is not the game's pack."""

    def __init__(self, game: Game, packs: Iterable[Sequence[str]]) -> None:
        self.packs = [pack_of(game, pack) for pack in packs]

    def deal(self, number: int) -> Pack | None:
        return self.packs[number - 1] if number <= len(self.packs) else None

    def lot(self, number: int) -> Pack:
        raise RecordError(_("packs need a dealer"))


class Continued:
    """Packs that were written down, and those of another supply after them."""

    def __init__(self, first: Supply, then: Supply) -> None:
        self.first, self.then = first, then

    def deal(self, number: int) -> Pack | None:
        return self.first.deal(number) or self.then.deal(number)

    def lot(self, number: int) -> Pack:
        return self.first.lot(number) or self.then.lot(number)


def pack_of(game: Game, codes: object) -> Pack:
    """A pack from codes; every card of the game must be there once."""
    numbers, size = game.ruleset.deck.numbers, game.ruleset.deck.size
    if not isinstance(codes, list | tuple):
        raise RecordError(_("a pack must be a list of cards"))
    seen: set[str] = set()
    for code in codes:
        if not isinstance(code, str) or code not in numbers:
            raise RecordError(_("the pack of this game has no card {card}").format(card=code))
        if code in seen:
            raise RecordError(_("the card {card} is twice in the pack").format(card=code))
        seen.add(code)
    if len(codes) != size:
        text = _("a pack has {n} cards, not {m}").format(n=size, m=len(codes))
        raise RecordError(text)
    return tuple(numbers[code] for code in codes)


def fresh_seed() -> int:
    """A seed that nobody can foresee, for players that need one."""
    return secrets.randbelow(MAX_SEED + 1)
