"""How a table is laid: what a match needs besides its record to go on as it would have.

In: what was asked for when the match began, or the header of a saved game. Out: the supply of the
packs that are still to come, and the computer players, each where it stood.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..machine.packs import MAX_SEED
from ..text.messages import LANGUAGES, _
from .errors import RecordError
from .game import Game
from .match import Match
from .players import HUMAN, PLAYERS, Player
from .replay import embedded_game, resumed
from .steps import Steps
from .supply import Secure, Seeded, fresh_seed

KEY = "table"
"""where it stands in the header of a saved game"""


@dataclass(frozen=True)
class Laid:
    """seed: of the packs, None if nobody can foresee them. bots: a seed for the player in each
    seat. language: of the texts. cards: the name of the pack on the table."""

    seed: int | None
    bots: tuple[int, ...]
    language: str
    cards: str

    @classmethod
    def of(cls, game: Game, seed: int | None, language: str) -> Laid:
        """A table for a match that begins. Computer players have the seed of the packs."""
        bots = tuple(fresh_seed() if seed is None else seed for _seat in range(game.seats))
        return cls(seed, bots, language, game.face.name)

    @classmethod
    def read(cls, record: Sequence[dict[str, Any]]) -> Laid:
        """The table in the header of a record. Raises RecordError."""
        data = record[0].get(KEY)
        if not isinstance(data, dict):
            raise RecordError(_("this is the record of a match, not a saved game"), 1)
        seed, bots = data.get("seed"), data.get("bots")
        language, cards = data.get("language"), data.get("cards")
        if (
            not (seed is None or _is_seed(seed))
            or not isinstance(bots, list)
            or not all(map(_is_seed, bots))
            or not isinstance(record[0].get("seats"), list)
            or len(bots) != len(record[0]["seats"])
            or language not in LANGUAGES
            or not isinstance(cards, str)
        ):
            raise RecordError(_("`{key}` does not say how the table was laid").format(key=KEY), 1)
        return cls(seed, tuple(bots), language, cards)

    def header(self) -> dict[str, Any]:
        """What is written into the header of a saved game."""
        data = {
            "seed": self.seed,
            "bots": list(self.bots),
            "language": self.language,
            "cards": self.cards,
        }
        return {KEY: data}

    def resumed(self, record: Sequence[dict[str, Any]]) -> Match:
        """The match of a record, ready to go on. Raises RecordError."""
        game = embedded_game(record)
        with suppress(ValueError):  # without the pack that lay on the table its own will do
            game = game.with_cards(self.cards)
        supply = Secure(game) if self.seed is None else Seeded(game, self.seed)
        return resumed(record, game, supply)

    def player(self, match: Match, seat: int) -> Player:
        """The computer player in a seat; one that remembers is shown what it answered before."""
        player = PLAYERS[match.names[seat]](match.game, self.bots[seat], seat)
        recall = getattr(player, "recall", None)
        if recall is not None:
            steps = Steps(match)
            for number, turn in enumerate(steps.turns):
                if turn == seat:
                    recall(steps.view(number, seat))
        return player


def _is_seed(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= MAX_SEED


def person(match: Match) -> int:
    """The seat of the person. Raises RecordError if not just one plays, or a player is unknown."""
    unknown = [name for name in match.names if name != HUMAN and name not in PLAYERS]
    if unknown:
        names = ", ".join((HUMAN, *sorted(PLAYERS)))
        text = _("there is no player {name}; there are: {names}")
        raise RecordError(text.format(name=unknown[0], names=names), 1)
    if match.names.count(HUMAN) != 1:
        raise RecordError(_("one person can play at a terminal"), 1)
    return match.names.index(HUMAN)
