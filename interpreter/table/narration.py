"""Events as sentences, in the language in use and with the words of the game.

In: events as one seat sees them (or all of them), the names of the players. Out: lines of text.
Nothing here knows a game: titles come from the ruleset, sentences from the catalogue.
"""

from __future__ import annotations

from collections.abc import Callable

from ..text.messages import _, plural
from .event import Event
from .game import Game
from .spelling import code_text, declared_text, rule_title


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
        return " ".join(code_text(self.game, code) for code in event.cards)

    def _who(self, event: Event, others: str, me: str, **words: object) -> str:
        """The sentence about somebody, or the one that is said to the person addressed."""
        text = me if event.seat is not None and event.seat == self.me else others
        return text.format(name=self.name(event.seat), cards=self.cards(event), **words)

    def _lot(self, event: Event) -> str:
        others = _("{name} draws {cards} for the first deal")
        return self._who(event, others, _("you draw {cards} for the first deal"))

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

    def _passed(self, event: Event) -> str:
        return self._who(event, _("{name} passes"), _("you pass"))

    def _declared(self, event: Event) -> str:
        what = declared_text(self.game, event.name, event.suit)
        text = self._who(event, _("{name} declares {what}"), _("you declare {what}"), what=what)
        return f"{text} ({event.number})" if event.number else text

    def _played(self, event: Event) -> str:
        return self._who(event, _("{name} plays {cards}"), _("you play {cards}"))

    def _taken(self, event: Event) -> str:
        trick = self.label("trick", _("trick"))
        others, me = _("  {trick} {n} goes to {name}"), _("  {trick} {n} is yours")
        return self._who(event, others, me, trick=trick, n=event.number)

    def _spoiled(self, event: Event) -> str:
        trick = self.label("trick", _("trick"))
        return _("  {trick} {n} is spoiled: the highest cards are equal").format(
            trick=trick, n=event.number
        )

    def _shown(self, event: Event) -> str:
        return self._who(event, _("{name} shows {cards}"), _("you show {cards}"))

    def _drew(self, event: Event) -> str:
        if not event.cards:
            return ""
        return self._who(event, _("{name} draws {cards}"), _("you draw {cards}"))

    def _counted(self, event: Event) -> str:
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
        deal = self.label("deal", _("deal"))
        if event.seat is None:
            return _("{deal} {n}: equal, nobody wins").format(deal=deal, n=event.number)
        others, me = _("{deal} {n}: {name} wins"), _("{deal} {n}: you win")
        return self._who(event, others, me, deal=deal, n=event.number)

    def _over(self, event: Event) -> str:
        if event.seat is None:
            return _("the match ends undecided: too many deals without a winner")
        others, me = _("{name} wins the {match}"), _("you win the {match}")
        return self._who(event, others, me, match=self.label("match", _("match")))


def deals_text(number: int) -> str:
    """A number of deals."""
    return plural("{n} deal", "{n} deals", number)
