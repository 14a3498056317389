"""The story of a match: events, what everyone knows, and the lines of its record.

In: packs and actions, in order. Out: everything that people are shown. The engine keeps no history
and emits no text; a chronicle plays the same packs and actions on a state of its own, one step at
a time, and notes what each step did. A match that nobody looks at has none.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..machine.engine.spec import CLOSE, COUNT, DRAW, LEAD, RESOLVE, SETTLE
from .event import Event, Scores
from .supply import Pack
from .view import Declared, Trick

if TYPE_CHECKING:
    from .action import Action
    from .game import Game

PUBLIC = -1
"""owner of a card of the pack that everyone has seen there"""


@dataclass(frozen=True)
class Line:
    """A line of the record. `owners`: for a pack, who saw each card come from it."""

    data: dict[str, Any]
    owners: tuple[int | None, ...] = ()


class Chronicle:
    """Grows with a match. `deal` and `action` take what happened; the rest can be read."""

    def __init__(self, game: Game, draws: list[tuple[int, ...]], dealer: int) -> None:
        self.game, self.machine = game, game.machine
        self.state = self.machine.State()
        self.machine.begin(self.state, dealer)
        self.events: list[Event] = []
        self.lines: list[Line] = []
        self.known = [0] * game.seats
        self.plays: list[tuple[int, str]] = []
        self.last_trick: Trick | None = None
        self.last_won: list[Trick | None] = [None] * game.seats
        self.declared: list[Declared] = []
        self.last: Scores = ()
        self.owners: list[int | None] = []
        self.rest: dict[int, int] = {}
        codes = game.ruleset.deck.codes
        for round_ in draws:
            for seat, card in enumerate(round_):
                self.note("lot", seat, (codes[card],))
        named = [[codes[card] for card in round_] for round_ in draws]
        self.lines.append(Line({"draw": named, "dealer": dealer}))

    def note(
        self, kind: str, seat: int | None = None, cards: tuple[str, ...] = (), **more: Any
    ) -> None:
        """Add an event."""
        self.events.append(Event(kind, seat, cards, **more))

    @property
    def pending(self) -> bool:
        """Whether a declaration waits for its card: nobody else has seen it yet."""
        return bool(getattr(self.state, "pending", 0))

    # -- what happens --------------------------------------------------------------------------

    def deal(self, pack: Pack) -> None:
        """A pack is dealt."""
        s, game = self.state, self.game
        number, dealer = s.deals + 1, s.dealer
        self.machine.start(s, pack)
        self.known = [0] * game.seats
        self.plays, self.last_trick, self.declared = [], None, []
        self.last_won = [None] * game.seats
        self.note("deals", dealer, number=number)
        if game.ruleset.deal.cut is not None:
            self.note("cut", self.machine.cutter(s))
        for seat in range(game.seats):
            p = (s.leader + seat) % game.seats
            hand = game.codes(s.hand[p])
            self.note("dealt", p, hand, count=len(hand), to=p)
        codes = game.ruleset.deck.codes
        self.owners = [None] * len(pack)
        for i in range(game.seats * game.ruleset.deal.cards):
            self.owners[i] = next(p for p in range(game.seats) if s.hand[p] >> pack[i] & 1)
        if game.ruleset.deal.turn_up:
            at = game.seats * game.ruleset.deal.cards
            self.owners[at] = PUBLIC
            self.note("turned", dealer, (codes[pack[at]],))
        data = {"deal": number, "dealer": dealer, "pack": [codes[card] for card in pack]}
        self.lines.append(Line(data))
        self._questions()

    def action(self, action: Action) -> None:
        """The player to move does something, and all that follows happens."""
        s, me = self.state, self.state.turn
        self.lines.append(Line({"seat": me, "do": str(action)}))
        getattr(self, f"_{action.kind}")(me, action)
        if action.kind in ("exchange", "pass") and not s.step:
            self._questions(again=True)
        while s.step:
            ADVANCE[s.step](self)

    def _play(self, me: int, action: Action) -> None:
        s = self.state
        card = 1 << action.index
        if self.pending:
            self.rest[me] = s.pending & ~card
        self.machine.act(s, action.index)
        self.known[me] &= ~card
        self.plays.append((me, action.card))
        self.note("played", me, (action.card,))

    def _declare(self, me: int, action: Action) -> None:
        call = action.index - self.game.ruleset.deck.size
        points = self.machine.worth(self.state, me, call)
        self.machine.act(self.state, action.index)
        self.declared.append(Declared(me, action.name, action.suit, points, ()))
        self.note("declared", me, name=action.name, suit=action.suit, number=points)

    def _exchange(self, me: int, action: Action) -> None:
        s, codes = self.state, self.game.ruleset.deck.codes
        taken = s.turned
        self.machine.act(s, action.index)
        self.known[me] = self.known[me] & ~(1 << s.turned) | 1 << taken
        self.note("exchanged", me, (codes[s.turned], codes[taken]), name=action.name)

    def _pass(self, me: int, action: Action) -> None:
        self.machine.act(self.state, action.index)
        self.note("passed", me)

    def _questions(self, again: bool = False) -> None:
        """Somebody is asked whether to exchange; the leader says so first."""
        s = self.state
        asked = getattr(s, "asked", 0)
        for i, exchange in enumerate(self.game.ruleset.exchanges):
            call = sum(len(d.masks) for d in self.game.ruleset.declarations) + i
            if asked >> call & 1:
                if not again:
                    self.note("said", s.leader, name=exchange.about.name)
                self.note("asked", s.turn, name=exchange.about.name)

    # -- what follows by itself ----------------------------------------------------------------

    def _resolve(self) -> None:
        s = self.state
        spoiled = bool(getattr(s, "tied", 0))
        number = s.trick
        self.machine.advance(s)
        winner = None if spoiled else s.taker
        trick = Trick(winner, tuple(self.plays))
        cards = tuple(code for _seat, code in self.plays)
        if winner is None:
            self.note("spoiled", s.leader, cards, number=number)
        else:
            self.last_won[winner] = trick
            self.note("taken", winner, cards, number=number)
        self.last_trick, self.plays = trick, []
        data = {"trick": number, "winner": winner, "check": self.check()}
        self.lines.append(Line(data))
        self._show()

    def _show(self) -> None:
        """What was declared in this trick is shown before anything is drawn."""
        shown = {d.about.name for d in self.game.ruleset.declarations if d.shown}
        for seat in sorted(self.rest, key=lambda p: (p - self.state.leader) % self.game.seats):
            last = max(i for i, made in enumerate(self.declared) if made.seat == seat)
            made = self.declared[last]
            if made.name in shown:
                cards = self.game.codes(self.rest[seat])
                self.known[seat] |= self.rest[seat]
                self.declared[last] = replace(made, cards=cards)
                self.note("shown", seat, cards, name=made.name, suit=made.suit)
        self.rest = {}

    def _settle(self) -> None:
        s = self.state
        claims = [getattr(s, "claim", [0])[p] for p in range(self.game.seats)]
        self.machine.advance(s)
        if s.winner < self.game.seats:
            action = self.game.actions[self.game.ruleset.deck.size + claims[s.winner] - 1]
            self.note("claimed", s.winner, name=action.name, suit=action.suit)
        self.last = ()

    def _draw(self) -> None:
        s, game = self.state, self.game
        draw = game.ruleset.tricks.draw
        assert draw is not None
        p, at, turned = self.machine.first_to_draw(s), s.next, s.turned
        before = list(s.hand)
        self.machine.advance(s)
        for _ in range(game.seats):
            new = s.hand[p] & ~before[p]
            if new:
                openly = turned < game.ruleset.deck.size and bool(new >> turned & 1)
                for i in range(at, min(at + draw.each, len(s.pack))):
                    self.owners[i] = p
                at += draw.each
                self._drew(p, new, 1 << turned if openly else 0)
            p = (p + 1) % game.seats

    def _drew(self, p: int, new: int, openly: int) -> None:
        if new & ~openly:
            cards = self.game.codes(new & ~openly)
            self.note("drew", p, cards, count=len(cards), to=p)
        if openly:
            self.known[p] |= openly
            self.note("drew", p, self.game.codes(openly), count=1)

    def _lead(self) -> None:
        self.machine.advance(self.state)
        self._questions()

    def _count(self) -> None:
        s, terms = self.state, self.game.ruleset.terms
        self.last = tuple(
            tuple((t.about.name, self.machine.term(s, i, p)) for i, t in enumerate(terms))
            for p in range(self.game.seats)
        )
        self.machine.advance(s)
        self.note("counted", scores=self.last)

    def _close(self) -> None:
        s = self.state
        self.lines[self._deal_line()] = self.masked_deal()
        self.machine.advance(s)
        winner = s.winner if s.winner < self.game.seats else None
        self.note("closed", winner, number=s.deals)
        if s.over == 2:
            self.note("over", s.champion if s.champion < self.game.seats else None)
            self.lines.append(Line({"result": self.result()}))

    def result(self) -> dict[str, Any]:
        """The result of a match that is over."""
        s = self.state
        winner = s.champion if s.champion < self.game.seats else None
        return {"winner": winner, "wins": list(s.wins), "deals": s.deals, "repeats": s.repeats}

    # -- lines ---------------------------------------------------------------------------------

    def _deal_line(self) -> int:
        return max(i for i, line in enumerate(self.lines) if "deal" in line.data)

    def masked_deal(self) -> Line:
        """The line of the present deal with who has seen each card."""
        return replace(self.lines[self._deal_line()], owners=tuple(self.owners))

    def line_for(self, i: int, seat: int) -> dict[str, Any]:
        """A line of the record as a seat may have it: packs masked, no hashes of hidden cards."""
        line = self.lines[i]
        if "deal" in line.data:
            owners = line.owners or tuple(self.owners)
            pack = [
                code if owner in (seat, PUBLIC) else "?"
                for code, owner in zip(line.data["pack"], owners, strict=True)
            ]
            return {**line.data, "pack": pack}
        return {key: value for key, value in line.data.items() if key != "check"}

    def check(self) -> str:
        """A short hash of the state, worked out from cards and not from the engine's fields."""
        s, codes = self.state, self.game.codes
        facts = [
            [codes(hand) for hand in s.hand],
            [codes(won) for won in s.won],
            codes(1 << s.turned) if s.turned < len(s.pack) else None,
            [self.game.ruleset.deck.codes[card] for card in s.pack],
            [[made.seat, made.name, made.suit, made.points] for made in self.declared],
            list(s.wins),
        ]
        text = json.dumps(facts, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:12]


ADVANCE = {
    RESOLVE: Chronicle._resolve,
    SETTLE: Chronicle._settle,
    DRAW: Chronicle._draw,
    LEAD: Chronicle._lead,
    COUNT: Chronicle._count,
    CLOSE: Chronicle._close,
}
"""what to note for each step of the engine"""
