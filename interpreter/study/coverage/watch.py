"""A game that is played as ever and notes which points are reached.

In: a Ruleset read from its file, its document, Points. Out: a Game whose module notes what its
marks come to and what its engine decides. What is noted is a set: whether a point was reached since
somebody last asked, however often the same position was looked at meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...machine.engine.spec import CLAIM, State
from ...machine.module import machine
from ...rules.ruleset import Ruleset
from ...table.game import Game
from ...text.document import Mapping
from .listed import listed
from .marks import marked
from .points import Points

Function = Callable[..., Any]
OVER = 2
"""`over` in a state whose match is over"""


class Watch:
    """A ruleset under watch. game: to be played like any other; `reached` tells what it met."""

    def __init__(self, r: Ruleset, document: Mapping, points: Points) -> None:
        self.ruleset, self.game = r, Game(r)
        self.machine: Any = machine(marked(r, points))
        self.game.machine = self.machine
        self.listed = listed(r, document, points)
        self.seen: set[int] = set()
        self.offered = self.kept = self.made = 0
        self.won = self.beaten = self.equal = 0
        self.deepest = -1
        names = vars(self.machine)
        names.update(watch_truth=self._truth, watch_choice=self._choice, watch_points=self._points)
        for name in ("calls", "call", "resolve", "contest", "key", "close"):
            if name in names:
                names[name] = getattr(self, f"_watch_{name}")(names[name])

    def reached(self, asking: bool = False) -> set[int]:
        """The numbers of the points that were reached since this was last asked.

        asking: as if every player had asked for every call whenever it was not offered.
        """
        if self.seen or self.won or self.offered:
            self.seen |= self.listed.options
        for bits, kinds in self.listed.calls:
            self._note(self.offered & bits, kinds, "offered")
            self._note(self.made & bits, kinds, "made")
            self._note(asking and self.kept & bits, kinds, "refused")
        for cards, kinds in self.listed.groups:
            self._note(self.won & cards, kinds, "won")
            self._note(self.beaten & cards, kinds, "beaten")
            self._note(self.equal & cards, kinds, "equal")
        seen, self.seen = self.seen, set()
        self.offered = self.kept = self.made = 0
        self.won = self.beaten = self.equal = 0
        return seen

    def refused(self, call: int) -> set[int]:
        """The point of a call that was asked for and refused."""
        return {kinds["refused"] for bits, kinds in self.listed.calls if bits >> call & 1}

    def _note(self, happened: int, kinds: dict[str, int], kind: str) -> None:
        if happened and kind in kinds:
            self.seen.add(kinds[kind])

    # -- what the marks call -----------------------------------------------------------------------

    def _truth(self, yes: int, no: int, value: bool) -> bool:
        self.seen.add(yes if value else no)
        return value

    def _choice(self, narrowed: int, fitted: int, lacking: int, legal: int, play: int) -> int:
        left = legal & play
        self.seen.add(lacking if not left else fitted if left == legal else narrowed)
        return play

    def _points(self, number: int, points: int) -> int:
        if points:
            self.seen.add(number)
        return points

    # -- the engine's functions --------------------------------------------------------------------

    def _watch_calls(self, inner: Function) -> Function:
        def calls(s: State, legal: int) -> int:
            out: int = inner(s, legal)
            self.offered |= out
            self.kept |= ~out
            return out

        return calls

    def _watch_call(self, inner: Function) -> Function:
        def call(s: State, a: int) -> None:
            polled, stage = getattr(s, "polled", 0), getattr(s, "stage", 0)
            if not polled:
                self.made |= 1 << a
            inner(s, a)
            if polled and not s.polled:
                number = self.ruleset.stages[stage - 1].number
                kind = "agreed" if s.agreed >> number & 1 else "denied"
                self.seen.add(self.listed.answers[stage][kind])

        return call

    def _watch_resolve(self, inner: Function) -> Function:
        equal = self.machine.EQUAL if hasattr(self.machine, "EQUAL") else ()

        def resolve(s: State) -> None:
            if getattr(s, "tied", 0):
                self.equal |= s.table & equal[s.best]
                self.beaten |= s.table & ~equal[s.best]
            else:
                self.won |= 1 << s.best
                self.beaten |= s.table & ~(1 << s.best)
            inner(s)

        return resolve

    def _watch_key(self, inner: Function) -> Function:
        def key(s: State, contest: int, i: int, me: int) -> int:
            self.deepest = i
            value: int = inner(s, contest, i, me)
            return value

        return key

    def _watch_contest(self, inner: Function) -> Function:
        def contest(s: State, which: int, left: int) -> int:
            self.deepest = -1
            winner: int = inner(s, which, left)
            self._decided(s, which, winner)
            return winner

        return contest

    def _decided(self, s: State, which: int, winner: int) -> None:
        """Which key has decided a contest, if one has."""
        if winner == self.ruleset.players:
            self.seen.add(self.listed.left[which])
        elif which != CLAIM:
            if self.deepest >= 0:
                self.seen.add(self.listed.keys[which][self.deepest])
        else:
            call = s.claim[winner] - 1
            for bits, alone, keys in self.listed.claims:
                if bits >> call & 1:
                    self.seen.add(alone if self.deepest < 0 else keys[self.deepest])

    def _watch_close(self, inner: Function) -> Function:
        ends, deals = self.listed.ends, self.ruleset.deals

        def close(s: State) -> None:
            before, nobody = getattr(s, "round", 0), s.winner == self.ruleset.players
            inner(s)
            if getattr(s, "round", 0) != before:
                self.seen.add(ends["round"])
            elif s.over == OVER and s.champion == self.ruleset.players:
                self.seen.add(ends["void" if nobody else "level"])
            elif s.over == OVER:
                self.seen.add(ends["ended"])
            if deals and s.deals - s.repeats > deals:
                self.seen.add(ends["longer"])

        return close
