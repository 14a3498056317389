"""A person's match without a screen: whose turn it is, what happened, what the others do.

In: a match, the seat of the person, players for the other seats. Out: events as that seat sees
them, their sentences, and views. `kept` is called after every change, so that nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ...table.narration import Narrator
from ...table.notation import folded
from ..console import display_names
from ..person import Person
from ..story import agreements

if TYPE_CHECKING:
    from ...table.action import Action
    from ...table.event import Event
    from ...table.match import Match
    from ...table.players import Player
    from ...table.view import View


def nothing() -> None:
    """Keeps nothing."""


class Sitting:
    """One match at the table. deals: after how many to stop, if not at the end. known: how many
    events the person knows from before."""

    def __init__(
        self,
        match: Match,
        me: int,
        players: Sequence[Player | None],
        kept: Callable[[], None] = nothing,
        deals: int | None = None,
        known: int = 0,
    ) -> None:
        self.match, self.game, self.me = match, match.game, me
        self.players, self.kept, self.deals = players, kept, deals
        self.names = display_names(match.names, me)
        self.narrator = Narrator(match.game, self.names, me)
        self.said: list[str] = []
        self.person = Person(match, me, self.said.append)
        self.person.hinted = True  # a key for it stands on the screen
        self.log: list[str] = agreements(match.game)
        self.seen_to = 0
        """how many lines of the log the person knew when choosing last"""
        self.told, self.number, self.known = 0, 0, known
        kept()

    @property
    def view(self) -> View:
        """What the person may know."""
        return self.match.view(self.me)

    @property
    def stopped(self) -> bool:
        """Whether as many deals have been played as were wanted."""
        return self.deals is not None and self.number > self.deals and not self.match.over

    @property
    def turn(self) -> int | None:
        """The seat that is to act; None when nothing more comes."""
        return None if self.stopped else self.match.turn

    def news(self) -> list[Event]:
        """What is new; its sentences go into the log. Nothing of a deal beyond the last one."""
        found = []
        for event in self.match.events[self.told :]:
            if event.kind == "deals":
                self.number = event.number or 0
            if self.stopped:
                break
            self.told += 1
            seen = event.for_seat(self.me)
            found.append(seen)
            self.log += filter(None, self.narrator.tell(seen).split("\n"))
            if self.told == self.known:
                self.seen_to = len(self.log)
        return found

    def act(self, action: Action) -> None:
        """The player to move does that. Raises IllegalAction."""
        if self.match.turn == self.me:
            self.seen_to = len(self.log)
        self.match.apply(action)
        self.kept()

    def others_act(self) -> None:
        """The player to move, who is not the person, makes a choice."""
        turn = self.match.turn
        player = self.players[turn] if turn is not None else None
        if player is not None and turn is not None:
            self.act(player.choose(self.match.view(turn)))

    def refusal(self, action: str) -> str:
        """Why an action is not possible, in words; nothing if it is."""
        self.said.clear()
        self.person.checked(action)
        return "\n".join(self.said)

    def understood(self, text: str) -> tuple[Action | None, str]:
        """The action that a typed text means, or an answer in words. Raises EOFError on `quit`."""
        self.said.clear()
        action = self.person.understand(text, self.view)
        return action, "\n".join(self.said)

    def why(self, text: str) -> list[str]:
        """By which rules a card or a call is allowed or not; without a text, who took the last
        trick."""
        self.said.clear()
        self.person.why(folded(text))
        return [line for said in self.said for line in said.split("\n")]
