"""What lies before the eyes of each seat, worked out from packs and actions alone.

In: a match. Out: for each of its deals where the cards of the pack went, and which cards each seat
has seen. It is worked out on a state of its own from hands, played and turned cards, and not from
events or views, so that these can be judged by it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..machine.engine.spec import RESOLVE, State
from ..table.action import Action
from ..table.game import Game
from ..table.lots import Lots, begin_match, begin_round
from ..table.match import Match
from ..table.position import Position
from ..table.supply import Pack

NOBODY, ALL = -1, -2
"""owners of the cards that nobody got, and of the one that was turned up for all"""


@dataclass
class Deal:
    """A deal so far. owners: who got the card of each place of the pack. seen: for each seat a set
    of cards. moves: who did what."""

    pack: Pack
    owners: list[int]
    seen: list[int]
    moves: list[tuple[int, Action]] = field(default_factory=list)

    def hidden(self, seat: int) -> list[int]:
        """The places of which a seat does not know which card lay there."""
        return [i for i, owner in enumerate(self.owners) if owner not in (seat, ALL)]

    def unseen(self, seat: int) -> list[int]:
        """The places whose cards a seat has never seen."""
        return [i for i in self.hidden(seat) if not self.seen[seat] >> self.pack[i] & 1]


class Sight:
    """Follows a match."""

    def __init__(self, match: Match) -> None:
        self.game, self.machine = match.game, match.game.machine
        self.state: State = self.machine.State()
        self.deals: list[Deal] = []
        self.declared: list[tuple[int, int]] = []
        self.shown = _shown(match.game)
        self.glimpses: list[list[tuple[int, ...]]] = [[] for _ in range(match.seats)]
        begin_match(match.game, self.state, match.lots)
        for entry in match.log:
            if isinstance(entry, Action):
                self._action(entry)
            elif isinstance(entry, Lots):
                begin_round(match.game, self.state, entry)
            else:
                assert not isinstance(entry, Position), "a match is followed from its beginning"
                self._deal(entry)

    def alike(self, other: Sight, seat: int) -> bool:
        """Whether a seat has had the same cards before its eyes, in the same order, in both."""
        return self.glimpses[seat] == other.glimpses[seat]

    @property
    def waiting(self) -> int | None:
        """Who has declared something and not yet played a card of it, so that nobody else knows."""
        return self.state.turn if getattr(self.state, "pending", 0) else None

    def _deal(self, pack: Pack) -> None:
        seats = self.game.seats
        self.deals.append(Deal(pack, [NOBODY] * len(pack), [0] * seats))
        self.declared = []
        self.machine.deal(self.state, pack)
        self._look()
        self._follow()

    def _action(self, action: Action) -> None:
        s, me = self.state, self.state.turn
        self.deals[-1].moves.append((me, action))
        before = s.hand[me]
        self.machine.act(s, action.index)
        if action.kind == "declare" and action.index - len(s.pack) in self.shown:
            self.declared.append((me, s.pending))
        if action.kind == "discard":
            self.deals[-1].seen[me] |= before
        self._look()
        self._follow()

    def _follow(self) -> None:
        """What follows by itself. When a trick is over, what was declared in it is shown."""
        while self.state.step:
            over = self.state.step == RESOLVE
            self.machine.advance(self.state)
            for seat, cards in self.declared if over else ():
                self._all_see(cards)
                for seen in self.glimpses:
                    seen.append((seat, cards))
            self.declared = [] if over else self.declared
            self._look()

    def _look(self) -> None:
        """Note whose the cards are now, and who sees them."""
        s, deal = self.state, self.deals[-1]
        if s.turned < len(s.pack):
            self._all_see(1 << s.turned)
        for i, card in enumerate(deal.pack):
            if deal.owners[i] == NOBODY:
                if card == s.turned:
                    deal.owners[i] = ALL
                else:
                    holder = next((p for p, hand in enumerate(s.hand) if hand >> card & 1), NOBODY)
                    deal.owners[i] = holder
        for seat, hand in enumerate(s.hand):
            deal.seen[seat] |= hand
            seen = self.glimpses[seat]
            now = (len(self.deals), hand, s.played, s.turned)
            if not seen or seen[-1] != now:
                seen.append(now)
        self._all_see(s.played)

    def _all_see(self, cards: int) -> None:
        seen = self.deals[-1].seen
        seen[:] = [mask | cards for mask in seen]


def _shown(game: Game) -> set[int]:
    """The numbers of the calls whose cards are shown after the trick."""
    flags = [d.shown for d in game.ruleset.declarations for _mask in d.masks]
    return {number for number, shown in enumerate(flags) if shown}
