"""Events as sentences, in the language in use and with the words of the game.

In: events as one seat sees them (or all of them), the names of the players. Out: lines of text.
Nothing here knows a game: titles come from the ruleset, sentences from the catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..text.messages import _, plural
from .event import Event
from .game import Game
from .spelling import (
    code_text,
    declared_text,
    named_text,
    rule_title,
    signal_title,
    stage_title,
    suit_text,
)


class Narrator:
    """Tells the events of one match."""

    def __init__(self, game: Game, names: tuple[str, ...], me: int | None = None) -> None:
        self.game, self.names, self.me = game, names, me

    def tell(self, event: Event) -> str:
        """A sentence, or nothing for an event that needs none."""
        teller: Callable[[Event], str] = getattr(self, f"_{event.kind}")
        return teller(event)

    def name(self, seat: int | None) -> str:
        """A player's name."""
        return self.names[seat] if seat is not None else _("nobody")

    def label(self, key: str, default: str) -> str:
        """What players of this game call a thing."""
        return str(self.game.ruleset.label(key) or default)

    def cards(self, event: Event) -> str:
        """The cards of an event."""
        text = named_text if len(event.cards) == 1 else code_text
        return " ".join(text(self.game, code) for code in event.cards)

    def _who(self, event: Event, others: str, me: str, **words: object) -> str:
        """The sentence about somebody, or the one that is said to the person addressed."""
        text = me if event.seat is not None and event.seat == self.me else others
        return text.format(name=self.name(event.seat), cards=self.cards(event), **words)

    def side(self, side: int) -> str:
        """The players of a side, the one addressed first."""
        seats = [*range(side, self.game.seats, self.game.ruleset.sides)]
        if self.me in seats:
            seats.sort(key=lambda seat: seat != self.me)
        return joined([self.names[seat] for seat in seats])

    def _lot(self, event: Event) -> str:
        if event.name == "seats":
            others = _("{name} draws {cards} for the seats")
            return self._who(event, others, _("you draw {cards} for the seats"))
        others = _("{name} draws {cards} for the first deal")
        return self._who(event, others, _("you draw {cards} for the first deal"))

    def _seated(self, event: Event) -> str:
        sides = [self.side(side) for side in range(self.game.ruleset.sides)]
        if self.game.partners:
            return _("partners: {sides}").format(sides=" – ".join(sides))
        return _("the players sit in this order: {names}").format(names=", ".join(sides))

    def _deals(self, event: Event) -> str:
        deal = self.label("deal", _("deal"))
        others, me = _("— {deal} {n}: {name} deals —"), _("— {deal} {n}: you deal —")
        return self._who(event, others, me, deal=deal, n=event.number)

    def _cut(self, event: Event) -> str:
        return self._who(event, _("{name} cuts"), _("you cut"))

    def _dealt(self, event: Event) -> str:
        if not event.cards:
            return ""
        return self._who(event, _("{name} is dealt {cards}"), _("you are dealt {cards}"))

    def _turned(self, event: Event) -> str:
        return _("{turned}: {cards}").format(
            turned=self.label("turned", _("turned card")), cards=self.cards(event)
        )

    def _said(self, event: Event) -> str:
        for exchange in self.game.ruleset.exchanges:
            if exchange.about.name == event.name and exchange.say:
                others, me = _("{name} says “{words}”"), _("you say “{words}”")
                return self._who(event, others, me, words=exchange.say)
        return ""

    def _asked(self, event: Event) -> str:
        return ""

    def _exchanged(self, event: Event) -> str:
        given, taken = (code_text(self.game, code) for code in event.cards)
        others, me = _("{name} gives {given} for {taken}"), _("you give {given} for {taken}")
        return self._who(event, others, me, given=given, taken=taken)

    def _agreed(self, event: Event) -> str:
        others, me = _("{name} says yes to {what}"), _("you say yes to {what}")
        return self._who(event, others, me, what=stage_title(self.game, event.name))

    def _refused(self, event: Event) -> str:
        others, me = _("{name} says no to {what}"), _("you say no to {what}")
        return self._who(event, others, me, what=stage_title(self.game, event.name))

    def _took(self, event: Event) -> str:
        if event.cards:
            return self._who(event, _("{name} takes {cards}"), _("you take {cards}"))
        cards = plural("{n} card", "{n} cards", event.count)
        return _("{name} takes {cards}").format(name=self.name(event.seat), cards=cards)

    def _discarded(self, event: Event) -> str:
        if event.cards:
            return self._who(event, _("{name} puts {cards} aside"), _("you put {cards} aside"))
        return _("{name} puts a card aside").format(name=self.name(event.seat))

    def _signalled(self, event: Event) -> str:
        others, me = _("{name} signals: {what}"), _("you signal: {what}")
        return self._who(event, others, me, what=signal_title(self.game, event.name))

    def _passed(self, event: Event) -> str:
        return self._who(event, _("{name} passes"), _("you pass"))

    def _declared(self, event: Event) -> str:
        what = declared_text(self.game, event.name, event.suit)
        text = self._who(event, _("{name} declares {what}"), _("you declare {what}"), what=what)
        return f"{text} ({event.number})" if event.number else text

    def _played(self, event: Event) -> str:
        return self._who(event, _("{name} plays {cards}"), _("you play {cards}"))

    def _trump(self, event: Event) -> str:
        text = _("{suit} is {trump} from this card on")
        trump = self.label("trump", _("trump"))
        return text.format(suit=suit_text(self.game, event.suit), trump=trump)

    def _taken(self, event: Event) -> str:
        trick = self.label("trick", _("trick"))
        others, me = _("  {trick} {n} goes to {name}"), _("  {trick} {n} is yours")
        return self._who(event, others, me, trick=trick, n=event.number)

    def _spoiled(self, event: Event) -> str:
        trick, spoiled = self.label("trick", _("trick")), self.label("spoiled", _("spoiled"))
        return _("  {trick} {n}: {spoiled}, nobody takes it; equal: {cards}").format(
            trick=trick, n=event.number, spoiled=spoiled, cards=self.cards(event)
        )

    def _shown(self, event: Event) -> str:
        return self._who(event, _("{name} shows {cards}"), _("you show {cards}"))

    def _drew(self, event: Event) -> str:
        if not event.cards:
            return ""
        return self._who(event, _("{name} draws {cards}"), _("you draw {cards}"))

    def _counted(self, event: Event) -> str:
        if not self.game.ruleset.terms:
            return ""
        titles = {t.about.name: str(t.about.title) for t in self.game.ruleset.terms}
        lines = []
        for seat, terms in enumerate(event.scores):
            parts = " + ".join(f"{titles[name]} {n}" for name, n in terms)
            total = sum(n for _name, n in terms)
            text = _("  {name}: {terms} = {total}")
            lines.append(text.format(name=self.name(seat), terms=parts, total=total))
        return "\n".join(lines)

    def _claimed(self, event: Event) -> str:
        what = rule_title(self.game, event.name)
        return _("{what} wins at once; nothing is counted").format(what=what)

    def _closed(self, event: Event) -> str:
        counts = self._tricks(event)
        return f"{counts}\n{self._decided(event)}" if counts else self._decided(event)

    def _tricks(self, event: Event) -> str:
        """How many tricks each player took, where that decides."""
        if not event.tricks:
            return ""
        counts = ", ".join(f"{self.name(p)}: {n}" for p, n in enumerate(event.tricks))
        return _("  tricks: {counts}").format(counts=counts)

    def _decided(self, event: Event) -> str:
        deal = self.label("deal", _("deal"))
        if event.seat is None:
            return _("{deal} {n}: equal, nobody wins").format(deal=deal, n=event.number)
        if self.game.partners or event.worth:
            points = plural("{n} point", "{n} points", event.worth or 1)
            others, me = _("{deal} {n}: {name} wins {points}"), _("{deal} {n}: you win {points}")
            if self.game.partners:
                others = _("{deal} {n}: {name} wins {points} for {side}")
                me = _("{deal} {n}: you win {points} for {side}")
            side = self.side(self.game.side(event.seat))
            return self._who(event, others, me, deal=deal, n=event.number, points=points, side=side)
        others, me = _("{deal} {n}: {name} wins"), _("{deal} {n}: you win")
        return self._who(event, others, me, deal=deal, n=event.number)

    def _round(self, event: Event) -> str:
        round_ = self.label("round", _("round"))
        if self.game.partners and event.seat is not None:
            text = _("{side} win {round} {n}")
            return text.format(side=self.side(event.seat), round=round_, n=event.number)
        others, me = _("{name} wins {round} {n}"), _("you win {round} {n}")
        return self._who(event, others, me, round=round_, n=event.number)

    def _over(self, event: Event) -> str:
        if event.seat is None:
            if self.game.ruleset.deals:
                return _("the match ends undecided")
            return _("the match ends undecided: too many deals without a winner")
        if self.game.partners:
            text = _("{side} win the {match}")
            return text.format(side=self.side(event.seat), match=self.label("match", _("match")))
        others, me = _("{name} wins the {match}"), _("you win the {match}")
        return self._who(event, others, me, match=self.label("match", _("match")))


def joined(names: Sequence[str]) -> str:
    """Names in a row."""
    if len(names) == 1:
        return names[0]
    return _("{some} and {last}").format(some=", ".join(names[:-1]), last=names[-1])


def deals_text(number: int) -> str:
    """A number of deals."""
    return plural("{n} deal", "{n} deals", number)
