"""Which mutants are rulesets of their own.

In: the file of a ruleset. Out: for each mutant the game that it makes, or why it is none: the
checker refuses it, or it plays as the ruleset does. A word that means nothing at its place makes no
mutant at all: nobody could have written it there.
"""

from __future__ import annotations

from collections.abc import Mapping as Map
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import cast

from ...rules.chain import read_chain
from ...rules.read import from_document
from ...rules.ruleset import Ruleset
from ...table.game import Game
from ...text.document import Mapping, Plain, from_data
from ...text.problem import Problems, RulesetError
from ..settings import every_setting
from .edit import edited
from .make import Mutant, mutants

UNKNOWN = "not-known-here"


class Whole:
    """A whole document as a game, for each choice of settings."""

    def __init__(self, document: Mapping) -> None:
        self.document = document
        self._games: dict[tuple[tuple[str, str], ...], Game] = {}

    def ruleset(self, settings: Map[str, str]) -> Ruleset:
        """The ruleset. Raises RulesetError if the document is none."""
        return self.game(settings).ruleset

    def game(self, settings: Map[str, str]) -> Game:
        """The game with these settings; each is made once."""
        key = tuple(sorted(settings.items()))
        if key not in self._games:
            self._games[key] = Game(from_document(self.document, None, None, settings))
        return self._games[key]


@dataclass(frozen=True)
class Sifted:
    """A mutant. refused: what the checker says of it; same: whether it plays as the ruleset."""

    mutant: Mutant
    whole: Whole
    refused: str = ""
    same: bool = False

    @property
    def real(self) -> bool:
        """Whether it is a ruleset of its own."""
        return not self.refused and not self.same


class Sifter:
    """The mutants of the ruleset in a file. Raises RulesetError if that is none."""

    def __init__(self, path: Path, shown: str | None = None) -> None:
        problems = Problems()
        flat = read_chain(path, shown or str(path), problems)
        ruleset = from_document(flat.document, flat.reach, problems)
        self.origin = Whole(_bare(flat.document, ruleset))
        usual = self.origin.ruleset({}).settings
        self.settings = [
            {name: value for name, value in row.items() if value != usual[name]}
            for row in every_setting(self.origin.ruleset({}))
        ]

    @cached_property
    def mutants(self) -> tuple[Mutant, ...]:
        """All that can be made."""
        return mutants(self.origin.document, self.origin.ruleset({}).deck)

    def sift(self, mutant: Mutant) -> Sifted | None:
        """What a mutant is; None if it means nothing."""
        whole = Whole(mutant.document)
        try:
            usual = whole.ruleset({})
        except RulesetError as error:
            problem = error.problems[0]
            if problem.kind == UNKNOWN:
                return None
            return Sifted(mutant, whole, refused=problem.message)
        same = usual.hash == self.origin.ruleset({}).hash and all(
            whole.ruleset(settings).hash == self.origin.ruleset(settings).hash
            for settings in self.settings
        )
        return Sifted(mutant, whole, same=same)


def _bare(document: Mapping, r: Ruleset) -> Mapping:
    """The document with the deck in it, so that it need not be read again; without other packs for
    it and without what single cards are called, which changes no game, but could speak of cards
    that a mutant leaves alone."""
    deck = cast("dict[str, dict[str, Plain]]", r.document)["deck"]["use"]
    data = {key: value for key, value in cast("dict[str, Plain]", deck).items() if key != "also"}
    entries = tuple(entry for entry in document.entries if entry[0].text != "nicknames")
    whole = edited(
        Mapping(entries, document.span), ("deck", "use"), lambda node: from_data(data, node.span)
    )
    return cast("Mapping", whole)
