"""Why: the rules that allow or forbid a card or a call, decide a trick, count a deal.

In: a match as far as it was played, and what the players are called. Out: one Explained for a card
or call in any position, a trick, or a deal, all of it worked out from the ruleset. Nothing is shown
but what the rule reads: the own hand and what everyone knows for a choice, public facts for a
trick; so an explanation gives away no more than the answer does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

from ..machine.engine.spec import CLOSE, COUNT, RESOLVE, State
from ..rules.expression import Expr, bind
from ..rules.ruleset import Declaration, Ruleset
from ..table.action import Action
from ..table.game import Game
from ..table.installed import installed
from ..table.match import Match
from ..table.refusal import narrowings, why_not
from ..table.spelling import (
    action_text,
    card_text,
    cards_text,
    declared_text,
)
from ..table.steps import Steps
from ..text.messages import _
from .grounds import Explained, Ground, ground, placed
from .naming import clauses, keys_text, label, titled
from .taking import deciding, equal_highest, why_taken
from .worked import Workings, lines

Row = tuple[int, str]
WORKINGS = WeakKeyDictionary[Game, Workings]()
"""of the games that were explained: making one takes a tenth of a second"""


class Explainer:
    """Explains a match. names: what the players are called, by seat. me: the seat that is spoken
    to, if it is one."""

    def __init__(self, match: Match, names: Sequence[str], me: int | None = None) -> None:
        self.names, self.me = tuple(names), me
        if match.game not in WORKINGS:
            game = _placed(match.game)
            WORKINGS[match.game] = Workings(game, _expressions(game.ruleset))
        self.works = WORKINGS[match.game]
        self.game, self.r = self.works.game, self.works.ruleset
        self.steps = Steps(match, self.game)

    def name(self, seat: int) -> str:
        """What a player is called."""
        return self.names[seat]

    def who(self, seat: int, others: str, me: str, **words: object) -> str:
        """The sentence about somebody, or the one that is said to the person addressed."""
        return (me if seat == self.me else others).format(name=self.name(seat), **words)

    def rows(self, expr: Expr, s: State, me: int, text: str = "{row}") -> Iterator[Row]:
        """An expression with its parts; `text` says what the first row is."""
        for depth, row in lines(self.game, self.works.of(expr, s, me), self.name):
            yield depth, row if depth else text.replace("{row}", row)

    # -- cards and calls -----------------------------------------------------------------------

    def action(self, position: int, action: Action) -> Explained:
        """Why the player to move may take an action in a position, or may not."""
        s = self.steps.story(position).state
        allowed = not s.over and bool(self.game.legal(s) >> action.index & 1)
        refusal = "" if allowed else why_not(self.game, s, action).text
        what, kind = action_text(self.game, action), "card" if action.card else "call"
        heading = _("{what}: allowed") if allowed else _("{what}: not allowed")
        held = s.hand[s.turn] >> action.index & 1 if action.card else True
        busy = any(getattr(s, field, 0) for field in ("polled", "aside", "asked"))
        grounds: tuple[Ground, ...] = ()
        if action.kind == "play" and held and not busy:
            grounds = tuple(self._obligations(s, action.index))
        elif action.kind in CALLS and not (busy and action.kind != "exchange"):
            grounds = tuple(CALLS[action.kind](self, s, action))
        verdict = refusal or self._free(s, grounds)
        return Explained(kind, heading.format(what=what), grounds, verdict, s.turn)

    def _free(self, s: State, grounds: tuple[Ground, ...]) -> str:
        """What is said of something that is allowed."""
        if getattr(s, "pending", 0):
            return _("it is a card of what was declared")
        return _("no rule forbids it") if not grounds else ""

    def _obligations(self, s: State, card: int) -> Iterator[Ground]:
        """The obligations in their order, up to the one that removes the card."""
        where = "lead" if s.led == self.r.deck.size else "reply"
        for rule, before, after in narrowings(self.game, s):
            rows = list(self.rows(rule.when, s, s.turn, _("if {row}"))) if rule.when else []
            holds = rule.when is None or self.works.of(rule.when, s, s.turn).value
            if holds:
                rows += self.rows(rule.play, s, s.turn, _("play {row}"))
            outcome = self._outcome(bool(holds), before, after, card)
            name = f"tricks.{where}.{rule.about.name}"
            yield ground(self.r, name, str(rule.about.title), rule.about.span, rows, outcome)
            if not after >> card & 1:
                return

    def _outcome(self, holds: bool, before: int, after: int, card: int) -> str:
        """What an obligation does to the choice."""
        left, name = cards_text(self.game, after), card_text(self.game, card)
        if not holds:
            return _("it does not apply here")
        if not after >> card & 1:
            return _("of {before} it leaves {left}: {card} is forbidden").format(
                before=cards_text(self.game, before), left=left, card=name
            )
        if after != before:
            before_text = cards_text(self.game, before)
            text = _("of {before} it leaves {left}: {card} is among them")
            return text.format(before=before_text, left=left, card=name)
        return _("it leaves the choice as it is: {left}").format(left=left)

    def _declaration(self, s: State, action: Action) -> Iterator[Ground]:
        d = next(d for d in self.r.declarations if d.about.name == action.name)
        mask = self.game.machine.CARDS[action.index - self.r.deck.size]
        text = _("at least {n} of {cards}; in the hand: {held}")
        held = cards_text(self.game, s.hand[s.turn] & mask)
        row = text.format(n=d.number, cards=cards_text(self.game, mask), held=held)
        rows: list[Row] = [(0, row)]
        if d.when:
            rows += self.rows(_bound(self.r, d, d.when, action), s, s.turn, _("if {row}"))
        if d.points:
            rows += self.rows(_bound(self.r, d, d.points, action), s, s.turn, _("points: {row}"))
        name = f"declarations.{d.about.name}"
        yield ground(self.r, name, str(d.about.title), d.about.span, rows)

    def _exchange(self, s: State, action: Action) -> Iterator[Ground]:
        x = next(x for x in self.r.exchanges if x.about.name == action.name)
        rows = list(self.rows(x.give, s, s.turn, _("give {row}")))
        turned = s.turned < self.r.deck.size
        card = card_text(self.game, s.turned) if turned else _("no card")
        rows.append((0, _("face up: {card}").format(card=card)))
        if x.when:
            rows += self.rows(x.when, s, s.turn, _("if {row}"))
        yield ground(self.r, f"exchanges.{x.about.name}", str(x.about.title), x.about.span, rows)

    def _signal(self, s: State, action: Action) -> Iterator[Ground]:
        sign = next(sign for sign in self.r.signals.signs if sign.about.name == action.name)
        rows = self.rows(sign.means, s, s.turn, _("it means {row}"))
        name = f"signals.signs.{sign.about.name}"
        yield ground(self.r, name, str(sign.about.title), sign.about.span, rows)

    # -- tricks --------------------------------------------------------------------------------

    def moves(self, deal: int, trick: int) -> list[int]:
        """The positions before the moves of a trick; none if it was not played."""
        return [p for p in range(self.steps.last) if self.steps.place(p) == (deal, trick)]

    def move(self, position: int, open_: bool) -> Explained:
        """A move that was made: what else could have been chosen, and which rules left no more.

        If not open, only what was done: the choice of others tells what is in their hands.
        """
        s, action = self.steps.story(position).state, self.steps.move(position)
        cards = self.game.machine.cards(s)
        what = self._done(s.turn, action)
        if not open_ or action.kind != "play":
            return Explained("move", what, seat=s.turn)
        grounds = tuple(self._obligations(s, action.index))
        choice = _("allowed were {cards}").format(cards=cards_text(self.game, cards))
        return Explained("move", what, grounds, choice, s.turn)

    def _done(self, seat: int, action: Action) -> str:
        text = _("{name}: {cards}")
        return text.format(name=self.name(seat), cards=action_text(self.game, action))

    def trick(self, deal: int, trick: int) -> Explained | None:
        """Who took a trick and why; None if it was not played to its end."""
        plays = [p for p in self.moves(deal, trick) if self.steps.move(p).kind == "play"]
        if len(plays) < self.game.seats:
            return None
        played = [(self.steps.turns[p], self.steps.move(p)) for p in plays]
        s = self.moments(plays[-1])[RESOLVE]
        cards = [action.index for _seat, action in played]
        spoiled = bool(getattr(s, "tied", 0))
        masks = [self.works.of(expr, s).value for expr in self.r.tricks.wins]
        number, beaten = deciding(masks, s.best, cards)
        rows = [
            row for expr in self.r.tricks.wins[: number + 1] for row in self._in(expr, s, cards)
        ]
        if beaten or spoiled:
            rows.append((0, _("strongest first: {cards}").format(cards=self._order(cards))))
        span = self.r.tricks.wins[0].span
        grounds = (ground(self.r, "tricks.wins", _("what takes a trick"), span, rows),)
        heading = ", ".join(self._done(seat, action) for seat, action in played)
        if spoiled:
            equal = cards_text(self.game, equal_highest(self.game, s, cards))
            verdict = clauses(
                [_("nobody takes the trick"), _("these are equal: {cards}").format(cards=equal)]
            )
        else:
            others, me = (
                _("{name} takes the trick with {card}"),
                _("you take the trick with {card}"),
            )
            text = self.who(s.taker, others, me, card=card_text(self.game, s.best))
            verdict = clauses([text, why_taken(self.r, number, beaten)])
        return Explained("trick", heading, grounds, verdict, None if spoiled else s.taker)

    def _in(self, expr: Expr, s: State, cards: Sequence[int]) -> Iterator[Row]:
        """A winning set, and which cards of a trick are in it."""
        inside = self.works.of(expr, s).value & sum(1 << card for card in cards)
        yield from self.rows(expr, s, 0)
        yield 1, _("of the trick: {cards}").format(cards=cards_text(self.game, inside))

    def _order(self, cards: Sequence[int]) -> str:
        """Cards by their place in the ranking."""
        strength, parts = self.game.strength, list[str]()
        ordered = sorted(cards, key=lambda card: -strength[card])
        for before, card in zip([None, *ordered], ordered, strict=False):
            equal = before is not None and strength[before] == strength[card]
            sign = "" if before is None else " = " if equal else " > "
            parts.append(sign + card_text(self.game, card))
        return "".join(parts)

    def last_trick(self, position: int) -> Explained | None:
        """The trick that was completed last before a position."""
        deal, trick = self.steps.place(position)
        if not self.steps.story(position).state.over:
            trick -= 1
        if trick < 1:
            before = [p for p in range(position) if self.steps.place(p)[0] == deal - 1]
            deal, trick = self.steps.place(before[-1]) if before else (0, 0)
        return self.trick(deal, trick)

    def last_deal(self, position: int) -> Explained | None:
        """The deal that was counted last before a position."""
        over = self.steps.story(position).state.over
        return self.deal(self.steps.place(position)[0] - (not over))

    def moments(self, position: int) -> dict[int, State]:
        """What followed the move in a position: the state before each step of it, by the step."""
        s, found = self.steps.story(position).state.copy(), dict[int, State]()  # type: ignore[attr-defined]
        machine = self.game.machine
        machine.act(s, self.steps.move(position).index)
        while s.step:
            found[s.step] = s.copy()
            machine.advance(s)
        return found

    # -- deals ---------------------------------------------------------------------------------

    def deal(self, number: int) -> Explained | None:
        """How a deal was counted, and who won it; None if it was not played to its end."""
        own = [p for p in range(self.steps.last) if self.steps.place(p)[0] == number]
        found = self.moments(own[-1]) if own else {}
        if CLOSE not in found:
            return None
        s = found[CLOSE]
        grounds = list(self._terms(found[COUNT], s)) if COUNT in found else list(self._claims(s))
        if COUNT in found:
            grounds.append(self._winner(s))
        won = s.winner < self.game.seats
        if won and self.r.worth is not None:
            rows = self.rows(self.r.worth, s, s.winner)
            title = _("what a won deal counts")
            grounds.append(ground(self.r, "scoring.worth", title, self.r.worth.span, rows))
        verdict = _("nobody wins the deal")
        if won:
            verdict = self.who(s.winner, _("{name} wins the deal"), _("you win the deal"))
        heading = _("{deal} {n}").format(deal=label(self.r, "deal", _("deal")), n=number)
        return Explained("deal", heading, tuple(grounds), verdict, s.winner if won else None)

    def _terms(self, s: State, after: State) -> Iterator[Ground]:
        """The terms of everybody's points, and what they add up to."""
        for term in self.r.terms:
            rows = [row for p in range(self.game.seats) for row in self._of(term.points, s, p)]
            name = f"scoring.points.{term.about.name}"
            yield ground(self.r, name, str(term.about.title), term.about.span, rows)
        if self.r.terms:
            rows = [(0, self._sum(s, after, p)) for p in range(self.game.seats)]
            span = self.r.terms[0].about.span
            yield ground(self.r, "scoring.points", _("points"), span, rows)

    def _of(self, expr: Expr, s: State, seat: int) -> Iterator[Row]:
        """An expression for a player."""
        yield from self.rows(expr, s, seat, titled(self.name(seat), "{row}"))

    def _sum(self, s: State, after: State, seat: int) -> str:
        parts = []
        for i, term in enumerate(self.r.terms):
            parts.append(f"{term.about.title} {self.game.machine.term(s, i, seat)}")
        text = _("{name}: {terms} = {total}")
        terms, total = " + ".join(parts), after.points[seat]
        return text.format(name=self.name(seat), terms=terms, total=total)

    def _winner(self, s: State) -> Ground:
        """The keys that decide the deal, with everybody's numbers."""
        rows: list[Row] = []
        for key in self.r.winner:
            numbers = [self.works.of(key.number, s, p).value for p in range(self.game.seats)]
            named = (f"{self.name(p)} {number}" for p, number in enumerate(numbers))
            rows.append((0, titled(keys_text(self.r, (key,)), ", ".join(named))))
        title, span = _("winner of the deal"), self.r.winner[0].number.span
        return ground(self.r, "scoring.winner", title, span, rows)

    def _claims(self, s: State) -> Iterator[Ground]:
        """The declarations that ended the deal, with what decides between them."""
        for seat in range(self.game.seats):
            if s.claim[seat]:
                action = self.game.actions[self.r.deck.size + s.claim[seat] - 1]
                d = next(d for d in self.r.declarations if d.about.name == action.name)
                rows = [
                    (0, f"{self.name(seat)}: {declared_text(self.game, d.about.name, action.suit)}")
                ]
                for expr in d.prefer:
                    rows += [
                        (1, row) for _d, row in self.rows(_bound(self.r, d, expr, action), s, seat)
                    ]
                name = f"declarations.{d.about.name}"
                outcome = _("{what} wins at once; nothing is counted").format(what=d.about.title)
                yield ground(self.r, name, str(d.about.title), d.about.span, rows, outcome)


CALLS = {
    "declare": Explainer._declaration,
    "exchange": Explainer._exchange,
    "signal": Explainer._signal,
}
"""what is told of calls, by their kind"""


def _placed(game: Game) -> Game:
    """The game with the places of its rules: the installed one, if it plays alike."""
    if placed(game.ruleset):
        return game
    found = installed(game)
    return found if found is not None and found.hash == game.hash else game


def _bound(r: Ruleset, d: Declaration, expr: Expr, action: Action) -> Expr:
    """An expression of a declaration for the suit of an action."""
    masks = {s.code: mask for s, mask in zip(r.deck.suits, r.deck.suit_masks.values(), strict=True)}
    return bind(expr, {d.each: masks[action.suit]}) if d.each else expr


def _expressions(r: Ruleset) -> Iterator[Expr]:
    """All that can be asked for, without variables."""
    for rule in (*r.tricks.lead, *r.tricks.reply):
        yield from filter(None, (rule.when, rule.play))
    yield from r.tricks.wins
    yield from (term.points for term in r.terms)
    yield from (key.number for key in r.winner)
    yield from filter(None, [r.worth])
    for x in r.exchanges:
        yield from filter(None, (x.give, x.when))
    yield from (sign.means for sign in r.signals.signs)
    for d in r.declarations:
        for mask in r.deck.suit_masks.values() if d.each else (0,):
            for expr in filter(None, (d.when, d.points, *d.prefer)):
                yield bind(expr, {d.each: mask}) if d.each else expr
