"""What came of a case, against what is expected, one thing at a time.

In: a match in which all has been played, an Expectation. Out: nothing if it holds, else in words
what came instead. Legal cards, offers, refusals and views are those that players are given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...table.errors import IllegalAction
from ...table.event import Event
from ...table.match import Match
from ...table.view import View
from ...text.messages import _
from .suite import DRAW, NOBODY, SPOILED, Expectation

PLAYING, ENDED, MATCH_OVER, AWAITED = 0, 1, 2, 3
"""`over` in a state: playing; the deal has ended; the match; a draw decides who deals next"""


class Judge:
    """Looks at one match, at the end of what was played."""

    def __init__(self, match: Match) -> None:
        self.match, self.game = match, match.game
        self.state = match._state
        self.codes = match.game.ruleset.deck.codes
        self._views: dict[int, View] = {}

    def check(self, wanted: Expectation) -> str | None:
        """None if it holds, else what came instead."""
        if wanted.key.startswith("sees."):
            return SIGHTS[wanted.key.removeprefix("sees.")](self, wanted)
        return CHECKS[wanted.key](self, wanted)

    def expected(self, wanted: Expectation) -> str:
        """What was expected, in words."""
        key, value = wanted.key.rsplit(".", 1)[-1], wanted.value
        if key in CARD_KEYS:
            return self.cards(value)
        if key in SEAT_KEYS:
            return seat_text(value)
        if key == "seats":
            return seats_text(value)
        return _text(value)

    # -- words ---------------------------------------------------------------------------------

    def cards(self, mask: int) -> str:
        """A set of cards as it is written in a file."""
        return " ".join(self.game.codes(mask)) or "none"

    @property
    def actions(self) -> frozenset[str]:
        """What the player to move may do."""
        if self.state.over:
            return frozenset()
        return frozenset(str(action) for action in self.match.actions())

    def view(self, seat: int) -> View:
        """What a seat sees."""
        if seat not in self._views:
            self._views[seat] = self.match.view(seat)
        return self._views[seat]

    def scores(self) -> tuple[dict[str, int], ...]:
        """The terms of each seat in the deal that has ended; empty if it was not counted."""
        return tuple(dict(terms) for terms in self.match.chronicle.last)

    # -- checks --------------------------------------------------------------------------------

    def set_of_cards(self, wanted: Expectation, came: int) -> str | None:
        """Exactly these cards."""
        return None if came == wanted.value else self.cards(came)

    def number(self, wanted: Expectation, came: object) -> str | None:
        """Exactly this number, word or seat."""
        return None if came == wanted.value else _text(came)

    def seat(self, wanted: Expectation, came: int) -> str | None:
        """Exactly this player."""
        return None if came == wanted.value else seat_text(came)

    def legal(self, wanted: Expectation) -> str | None:
        """The cards that may be played or put aside."""
        known = self.game.ruleset.deck.numbers
        came = 0
        for text in self.actions:
            kind, _space, rest = text.partition(" ")
            if kind in ("play", "discard"):
                came |= 1 << known[rest]
        return self.set_of_cards(wanted, came)

    def calls(self, wanted: Expectation) -> str | None:
        """All that can be done but play a card."""
        came = frozenset(t for t in self.actions if not t.startswith(("play ", "discard ")))
        return None if came == wanted.value else _text(came)

    def offered(self, wanted: Expectation) -> str | None:
        """An action is offered, or it is not."""
        there = wanted.about[0] in self.actions
        return None if there == wanted.value else _text(self.actions)

    def refused(self, wanted: Expectation) -> str | None:
        """An action is refused by a rule."""
        if self.state.over in (ENDED, AWAITED):
            return "over"
        try:
            self.match.copy().apply(wanted.about[0])
        except IllegalAction as error:
            return None if error.rule == wanted.value else f"{error.rule}: {error}"
        return _("it may be done")

    def trick(self, wanted: Expectation) -> str | None:
        """Who took the last trick."""
        last = self.match.chronicle.last_trick
        winner = None if last is None else last.winner
        if last is None:
            return _("no trick has been played")
        return self.seat(wanted, SPOILED if winner is None else winner)

    def points(self, wanted: Expectation) -> str | None:
        """Points of a deal that was counted."""
        seat, term = wanted.about
        scores = self.scores()
        if not scores or not self.state.over:
            return _("the deal has not been counted")
        came = scores[seat].get(term) if term else sum(scores[seat].values())
        return self.number(wanted, came)

    def winner(self, wanted: Expectation) -> str | None:
        """Who wins the deal."""
        if not self.state.over:
            return _("the deal goes on")
        came = self.state.winner
        return self.seat(wanted, came if came < self.game.seats else NOBODY)

    def next_dealer(self, wanted: Expectation) -> str | None:
        """Who deals next."""
        over = self.state.over
        if over in (PLAYING, MATCH_OVER):
            return _("the match is over") if over else _("the deal goes on")
        return self.seat(wanted, DRAW if over == AWAITED else self.state.dealer)

    def match_winner(self, wanted: Expectation) -> str | None:
        """The side that wins the match."""
        if self.state.over != MATCH_OVER:
            return _("the match goes on")
        came = self.state.champion
        return self.seat(wanted, came if came < self.game.ruleset.sides else NOBODY)

    # -- what a seat sees ----------------------------------------------------------------------

    def codes_seen(self, wanted: Expectation, came: tuple[str, ...]) -> str | None:
        """Exactly these cards, of which the view has the codes."""
        numbers = self.game.ruleset.deck.numbers
        return self.set_of_cards(wanted, sum(1 << numbers[code] for code in came))

    def last_won(self, wanted: Expectation) -> str | None:
        """The cards of a trick that may be looked at."""
        seat, taker = wanted.about
        trick = self.view(seat).last_won[taker]
        return self.codes_seen(wanted, tuple(code for _p, code in trick.cards) if trick else ())

    def told(self, wanted: Expectation) -> str | None:
        """Events in this order."""
        texts = [event_text(event) for event in self.view(wanted.about[0]).seen]
        left = iter(texts)
        for text in wanted.value:
            if not any(_begins(event, text) for event in left):
                return ", ".join(texts) or _("nothing")
        return None

    def untold(self, wanted: Expectation) -> str | None:
        """Events that are not there."""
        for event in map(event_text, self.view(wanted.about[0]).seen):
            if any(_begins(event, text) for text in wanted.value):
                return event
        return None

    def unseen(self, wanted: Expectation) -> str | None:
        """Cards that stand nowhere in a view."""
        data = self.view(wanted.about[0]).to_dict()
        del data["trump"]  # which cards are trumps, wherever they are
        shown = frozenset(_strings(data))
        numbers = self.game.ruleset.deck.numbers
        seen = sum(1 << numbers[code] for code in shown if code in numbers) & wanted.value
        return self.cards(seen) if seen else None


def _strings(data: Any) -> list[str]:
    """Every text in JSON data, and its words."""
    if isinstance(data, dict):
        return [text for value in data.values() for text in _strings(value)]
    if isinstance(data, list):
        return [text for value in data for text in _strings(value)]
    return data.split() if isinstance(data, str) else []


def event_text(event: Event) -> str:
    """An event in a file of cases: its kind, player, name, suit, points declared, cards."""
    points = event.number if event.kind == "declared" else None
    seat = None if event.seat is None else event.seat + 1
    hidden = [f"({event.count})"] if event.count and not event.cards else []
    parts = [event.kind, seat, event.name, event.suit, points, *event.cards, *hidden]
    return " ".join(str(part) for part in parts if part not in ("", None))


def _begins(event: str, text: str) -> bool:
    """Whether an event is one that a text means: its first words, or all of them."""
    return f"{event} ".startswith(f"{text} ")


def seats_text(seats: tuple[int, ...]) -> str:
    """The players in the seats, one after the other."""
    return " ".join(str(seat + 1) for seat in seats)


def seat_text(seat: int) -> str:
    """A player, or what stands for none."""
    return {SPOILED: "nobody", DRAW: "draw"}.get(seat) or _("player {n}").format(n=seat + 1)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | frozenset | list):
        items = sorted(value) if isinstance(value, frozenset) else value
        return ", ".join(str(item) for item in items) or "none"
    return str(value)


CARD_KEYS = (
    "legal",
    "holds",
    "lacks",
    "turned",
    "trump",
    "hand",
    "known",
    "won",
    "last_won",
    "not",
)
SEAT_KEYS = ("turn", "dealer", "leader", "trick", "winner", "next_dealer")
Check = Callable[[Judge, Expectation], str | None]


def _holds(j: Judge, w: Expectation) -> str | None:
    hand = j.state.hand[w.about[0]]
    return None if w.value & ~hand == 0 else j.cards(hand)


def _lacks(j: Judge, w: Expectation) -> str | None:
    hand = j.state.hand[w.about[0]]
    return None if w.value & hand == 0 else j.cards(hand)


def _declared(j: Judge, w: Expectation) -> str | None:
    came = sum(d.points for d in j.match.chronicle.declared if d.seat == w.about[0])
    return j.number(w, came)


CHECKS: dict[str, Check] = {
    "turn": lambda j, w: j.seat(w, NOBODY if j.state.over else j.state.turn),
    "dealer": lambda j, w: j.seat(w, j.state.dealer),
    "leader": lambda j, w: j.seat(w, j.state.leader),
    "seats": lambda j, w: None if j.match.lots.seats == w.value else seats_text(j.match.lots.seats),
    "legal": Judge.legal,
    "calls": Judge.calls,
    "offered": Judge.offered,
    "not_offered": Judge.offered,
    "refused": Judge.refused,
    "trick": Judge.trick,
    "holds": _holds,
    "lacks": _lacks,
    "turned": lambda j, w: j.set_of_cards(w, 1 << j.state.turned & (1 << len(j.codes)) - 1),
    "trump": lambda j, w: j.set_of_cards(w, j.state.trump),
    "stock": lambda j, w: j.number(w, j.game.machine.stock_left(j.state)),
    "declared": _declared,
    "points": Judge.points,
    "winner": Judge.winner,
    "next_dealer": Judge.next_dealer,
    "match.wins": lambda j, w: j.number(w, j.state.wins[w.about[0]]),
    "match.rounds": lambda j, w: j.number(w, (j.match.chronicle.rounds or (None,) * 9)[w.about[0]]),
    "match.over": lambda j, w: j.number(w, j.state.over == MATCH_OVER),
    "match.winner": Judge.match_winner,
}
SIGHTS: dict[str, Check] = {
    "hand": lambda j, w: j.codes_seen(w, j.view(w.about[0]).hand),
    "hands": lambda j, w: j.number(w, j.view(w.about[0]).hands[w.about[1]]),
    "known": lambda j, w: j.codes_seen(w, j.view(w.about[0]).known[w.about[1]]),
    "won": lambda j, w: j.codes_seen(w, j.view(w.about[0]).won),
    "last_won": Judge.last_won,
    "turned": lambda j, w: j.codes_seen(w, tuple(filter(None, [j.view(w.about[0]).turned]))),
    "trump": lambda j, w: j.codes_seen(w, j.view(w.about[0]).trump),
    "stock": lambda j, w: j.number(w, j.view(w.about[0]).stock),
    "declared": lambda j, w: j.number(w, j.view(w.about[0]).score.declared[w.about[1]]),
    "told": Judge.told,
    "untold": Judge.untold,
    "not": Judge.unseen,
}
