"""Two games compared at up to three levels: rules, effect, behaviour.

In: two games. Out: a Diff, which holds what each level found. The third level plays, which takes
time: `play` may be interrupted, and what was found until then stays.
"""

from __future__ import annotations

from collections.abc import Callable

from ..machine.native.carrier import Tell
from ..table.game import Game
from .changes import Change, leaves
from .compare import Comparison, compare
from .effects import Effect, effects, readers
from .search import Findings, Search
from .witness import Witness


class Diff:
    """Two games and what differs between them. effects: at level 2 and above; findings: at level 3
    if the games can share a pack."""

    def __init__(self, a: Game, b: Game, level: int = 3, seed: int = 0) -> None:
        self.games, self.level, self.seed = (a, b), level, seed
        self.comparison: Comparison = compare(a.ruleset, b.ruleset)
        self.effects: tuple[Effect, ...] = ()
        if level > 1 and not self.comparison.same:
            self.effects = effects(self.comparison)
        self.search: Search | None = None
        if level > 2 and not self.comparison.same and self.comparison.sharing:
            lots = self.effect("lots").differs
            self.search = Search(a, b, self.comparison.changes, seed, lots)

    def play(
        self,
        deals: int,
        tick: Callable[[int], object] = lambda n: None,
        carrier: str = "auto",
        tell: Tell | None = None,
    ) -> None:
        """Play so many deals if the two can share a pack; see `Search.run`."""
        if self.search is not None:
            self.search.run(deals, tick, carrier, tell)

    @property
    def findings(self) -> Findings | None:
        """What playing has found so far."""
        return self.search.found if self.search else None

    def effect(self, name: str) -> Effect:
        """What is known of one thing that a game decides."""
        return next(effect for effect in self.effects if effect.name == name)

    def deciding(self, witness: Witness, names: frozenset[str]) -> tuple[Change, ...]:
        """The changes that decide a witness: of those that are read there, the ones with these
        names if there are any. A call that nobody made decides nothing but what may be called."""
        kind, moves = witness.kind, witness.moves[-1] if witness.moves else ()
        made = {text.split()[1] for text in moves if " " in text}
        found = [
            change
            for change in self._read(kind, set())
            if kind == "calls" or not change.rule.startswith(CALLS) or _name(change) in made
        ]
        direct = [c for c in found if kind in readers(self.comparison, c)]
        named = [change for change in direct if _name(change) in names]
        return tuple(named or found)

    def _read(self, kind: str, seen: set[str]) -> list[Change]:
        """The changes that something reads, else those that are read by what it reads."""
        seen.add(kind)
        comparison = self.comparison
        rules = [(c, readers(comparison, c)) for c in leaves(comparison.changes)]
        by = [name for name in self.effect(kind).by if name not in seen]
        for kinds in ({kind}, set(by)):
            found = [change for change, read in rules if read & kinds]
            if found:
                return found
        return next(filter(None, (self._read(name, seen) for name in by)), [])


CALLS = ("declarations.", "exchanges.", "signals.")


def _name(change: Change) -> str:
    return change.rule.rsplit(".", 1)[-1]
