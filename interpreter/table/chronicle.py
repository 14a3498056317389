"""The story of a match: events, what everyone knows, and the lines of its record.

In: packs and actions, in order. Out: everything that people are shown. The engine keeps no history
and emits no text; a chronicle plays the same packs and actions on a state of its own, one step at
a time, and notes what each step did. A match that nobody looks at has none.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..machine.engine.spec import CLOSE, COUNT, DRAW, LEAD, RESOLVE, SETTLE, STAGE
from .action import Action
from .drawn import tell_draw, tell_lots
from .event import Event, Scores
from .lines import PUBLIC, Line, check, seen_by
from .lots import Lots, begin_match, begin_round
from .position import Position, place, recall, stand
from .supply import Pack
from .view import Declared, Trick

if TYPE_CHECKING:
    from ..rules.ruleset import Stage
    from .game import Game


class Chronicle:
    """Grows with a match. `deal` and `action` take what happened; the rest can be read."""

    def __init__(self, game: Game, lots: Lots) -> None:
        self.game, self.machine = game, game.machine
        self.state = self.machine.State()
        begin_match(game, self.state, lots)
        self.events: list[Event] = []
        self.lines: list[Line] = []
        self.known = [0] * game.seats
        self.plays: list[tuple[int, str]] = []
        self.last_trick: Trick | None = None
        self.last_won: list[Trick | None] = [None] * game.seats
        self.tricks = [0] * game.seats
        self.signals: list[tuple[int, str]] = []
        self.aside: list[tuple[int, str]] = []
        self.agreed: list[str] = []
        self.declared: list[Declared] = []
        self.last: Scores = ()
        self.owners: list[int | None] = []
        self.rest: dict[int, int] = {}
        tell_lots(self, lots)

    def note(
        self, kind: str, seat: int | None = None, cards: tuple[str, ...] = (), **more: Any
    ) -> None:
        """Add an event."""
        self.events.append(Event(kind, seat, cards, **more))

    @property
    def stage(self) -> Stage | None:
        """The stage before the first trick in which somebody has to act."""
        s = self.state
        if getattr(s, "polled", 0) or getattr(s, "aside", 0):
            return self.game.ruleset.stages[s.stage - 1]
        return None

    @property
    def pending(self) -> bool:
        """Whether a declaration waits for its card: nobody else has seen it yet."""
        return bool(getattr(self.state, "pending", 0))

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds that each side has won; empty if a match has none."""
        return tuple(self.state.rounds) if self.game.ruleset.rounds > 1 else ()

    def tell(self, entry: Action | Pack | Lots | Position) -> None:
        """An entry of the log of a match."""
        if isinstance(entry, Action):
            self.action(entry)
        elif isinstance(entry, Lots):
            self.draw(entry)
        elif isinstance(entry, Position):
            self.begin(entry)
        else:
            self.deal(entry)

    # -- what happens --------------------------------------------------------------------------

    def draw(self, lots: Lots) -> None:
        """A new round begins; cards were drawn for its first deal, or somebody said who deals."""
        begin_round(self.game, self.state, lots)
        if lots.draws:
            tell_draw(self, lots)

    def begin(self, position: Position) -> None:
        """The match begins in the middle: what came before is known but not told."""
        stand(self.state, position)
        if position.deal is not None:
            points = place(self.game, self.state, position)
            self._clear(position.pack)
            recall(self, position.deal, points)
            self._follow()

    def _clear(self, pack: Pack) -> None:
        """A deal of which nothing is known yet."""
        game, s = self.game, self.state
        self.known = [0] * game.seats
        self.plays, self.last_trick, self.declared = [], None, []
        self.last_won = [None] * game.seats
        self.tricks, self.signals = [0] * game.seats, []
        self.aside, self.agreed = [], []
        self.owners = [None] * len(pack)
        codes = game.ruleset.deck.codes
        data = {"deal": s.deals + 1, "dealer": s.dealer, "pack": [codes[card] for card in pack]}
        self.lines.append(Line(data))

    def deal(self, pack: Pack) -> None:
        """A pack is dealt."""
        s, game = self.state, self.game
        number, dealer = s.deals + 1, s.dealer
        self.machine.deal(s, pack)
        self._clear(pack)
        self.note("deals", dealer, number=number)
        if game.ruleset.deal.cut is not None:
            self.note("cut", self.machine.cutter(s))
        for seat in range(game.seats):
            p = (s.leader + seat) % game.seats
            hand = game.codes(s.hand[p])
            self.note("dealt", p, hand, count=len(hand), to=p)
        codes = game.ruleset.deck.codes
        for i in range(game.seats * game.ruleset.deal.cards):
            self.owners[i] = next(p for p in range(game.seats) if s.hand[p] >> pack[i] & 1)
        if game.ruleset.deal.turn_up:
            at = game.seats * game.ruleset.deal.cards
            self.owners[at] = PUBLIC
            self.note("turned", dealer, (codes[pack[at]],))
        self._follow()

    def action(self, action: Action) -> None:
        """The player to move does something, and all that follows happens."""
        s, me = self.state, self.state.turn
        self.lines.append(Line({"seat": me, "do": str(action)}))
        getattr(self, f"_{action.kind}")(me, action)
        if action.kind in ("exchange", "pass") and not s.step:
            self._questions(again=True)
        elif s.step:
            self._follow()

    def _follow(self) -> None:
        """All that happens by itself until somebody is to act."""
        if not self.state.step:
            self._questions()
        while self.state.step:
            ADVANCE[self.state.step](self)

    def _play(self, me: int, action: Action) -> None:
        s = self.state
        card = 1 << action.index
        if self.pending:
            self.rest[me] = s.pending & ~card
        makes = getattr(s, "making", 0)
        self.machine.act(s, action.index)
        self.known[me] &= ~card
        self.plays.append((me, action.card))
        self.note("played", me, (action.card,))
        if makes:
            self.note("trump", me, suit=self.declared[-1].suit)

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

    def _yes(self, me: int, action: Action) -> None:
        self._answer("agreed", me, action)

    def _no(self, me: int, action: Action) -> None:
        self._answer("refused", me, action)

    def _answer(self, kind: str, me: int, action: Action) -> None:
        assert self.stage is not None
        stage = self.stage
        self.note(kind, me, name=stage.about.name)
        self.machine.act(self.state, action.index)
        if self.state.agreed >> stage.number & 1:
            self.agreed.append(stage.about.name)

    def _discard(self, me: int, action: Action) -> None:
        self.machine.act(self.state, action.index)
        self.aside.append((me, action.card))
        self.note("discarded", me, (action.card,), count=1, to=me)

    def _signal(self, me: int, action: Action) -> None:
        self.machine.act(self.state, action.index)
        self.signals.append((me, action.name))
        self.note("signalled", me, name=action.name)

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
        equal, number = self._equal() if spoiled else (), s.trick
        self.machine.advance(s)
        winner = None if spoiled else s.taker
        trick = Trick(winner, tuple(self.plays))
        cards = tuple(code for _seat, code in self.plays)
        if winner is None:
            self.note("spoiled", s.leader, equal, number=number)
        else:
            self.tricks[winner] += 1
            self.last_won[winner] = trick
            self.note("taken", winner, cards, number=number)
        self.last_trick, self.plays = trick, []
        data = {"trick": number, "winner": winner, "check": check(self)}
        self.lines.append(Line(data))
        self._show()

    def _equal(self) -> tuple[str, ...]:
        """The highest cards of a spoiled trick: the same cards would take it from each of them."""
        s, number = self.state, self.game.ruleset.deck.numbers
        above = self.machine.beating(s, s.best)
        cards = [code for _seat, code in self.plays]
        return tuple(code for code in cards if self.machine.beating(s, number[code]) == above)

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

    def _stage(self) -> None:
        """The next stage begins, or the first trick."""
        s, at = self.state, self.state.next
        self.machine.advance(s)
        if self.stage is None:
            self._questions()
        elif s.next > at:
            players = [
                self.machine.stage_player(s, s.stage - 1, k) for k in range(len(self.stage.by))
            ]
            for i in range(at, s.next):
                self.owners[i] = players[(i - at) % len(players)]
            for p in dict.fromkeys(players):
                mask = sum(1 << s.pack[i] for i in range(at, s.next) if self.owners[i] == p)
                cards = self.game.codes(mask)
                self.note("took", p, cards, count=len(cards), to=p, name=self.stage.about.name)

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
        s, more = self.state, dict[str, Any]()
        self.lines[self._deal_line()] = self.masked_deal()
        winner = s.winner if s.winner < self.game.seats else None
        if self.game.ruleset.counts_tricks:
            more["tricks"] = tuple(s.tricks)
        if winner is not None and self.game.ruleset.worth is not None:
            more["worth"] = self.machine.worth_of(s, winner)
        before = self.rounds
        self.machine.advance(s)
        self.note("closed", winner, number=s.deals, **more)
        for side, (now, then) in enumerate(zip(self.rounds, before, strict=True)):
            if now > then:
                self.note("round", side, number=sum(self.rounds))
        if s.over == 2:
            self.note("over", s.champion if s.champion < self.game.seats else None)
            self.lines.append(Line({"result": self.result()}))

    def result(self) -> dict[str, Any]:
        """The result of a match that is over."""
        s = self.state
        winner = s.champion if s.champion < self.game.seats else None
        data = {"winner": winner, "wins": list(s.wins), "deals": s.deals, "repeats": s.repeats}
        return {**data, "rounds": list(self.rounds)} if self.rounds else data

    # -- lines ---------------------------------------------------------------------------------

    def _deal_line(self) -> int:
        return max(i for i, line in enumerate(self.lines) if "deal" in line.data)

    def masked_deal(self) -> Line:
        """The line of the present deal with who has seen each card."""
        return replace(self.lines[self._deal_line()], owners=tuple(self.owners))

    def line_for(self, i: int, seat: int) -> dict[str, Any]:
        """A line of the record as a seat may have it."""
        line = self.lines[i]
        return seen_by(seat, replace(line, owners=line.owners or tuple(self.owners)))


ADVANCE = {
    RESOLVE: Chronicle._resolve,
    SETTLE: Chronicle._settle,
    DRAW: Chronicle._draw,
    LEAD: Chronicle._lead,
    COUNT: Chronicle._count,
    CLOSE: Chronicle._close,
    STAGE: Chronicle._stage,
}
"""what to note for each step of the engine"""
