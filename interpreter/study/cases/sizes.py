"""How many cards are where before each trick, and which tricks a position can be before.

In: a Ruleset, what a case gives. Out: numbers of tricks, or what contradicts the rest. Nothing here
is random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ...rules.expression import constant_cards
from ...rules.ruleset import Ruleset
from ...text.messages import _
from .suite import Given

Allows = Callable[[int], bool]


class Sizes:
    """The sums of a deal of one ruleset."""

    def __init__(self, r: Ruleset) -> None:
        self.ruleset = r
        self.players, self.cards, self.size = r.players, r.deal.cards, r.deck.size
        self.each = r.tricks.draw.each if r.tricks.draw else 0
        self.draws = r.drawable // (self.each * r.players) if self.each else 0
        self.tricks = r.tricks_a_deal

    def drawn(self, trick: int) -> int:
        """Cards that each player has drawn before a trick."""
        return self.each * min(trick - 1, self.draws)

    def hand(self, trick: int) -> int:
        """Cards in each hand before a trick."""
        return self.cards + self.drawn(trick) - (trick - 1)

    def undealt(self, trick: int) -> int:
        """Cards that are in nobody's hand and not played, a turned one with them."""
        return self.size - self.players * (self.cards + self.drawn(trick))

    def stock(self, trick: int) -> int:
        """The same in a game with a stock, else 0."""
        return self.undealt(trick) if self.each else 0

    def turned(self, trick: int) -> bool:
        """Whether a card lies face up before a trick; it is drawn last."""
        return self.ruleset.deal.turn_up and self.undealt(trick) > 0

    def possible(self, given: Given) -> tuple[list[int], str, str]:
        """The tricks before which a position can be; if there are none the key of what contradicts
        the rest, and why in words."""
        left = list(range(1, self.tricks + 1))
        for key, allows, why in self._limits(given):
            kept = [trick for trick in left if allows(trick)]
            if not kept:
                return [], key, why
            left = kept
        return left, "", ""

    def _limits(self, given: Given) -> Iterator[tuple[str, Allows, str]]:
        """What is given, one after the other: its key, the tricks it allows, and what is wrong."""
        n = self.players
        if given.trick is not None:
            text = _("a deal of this game has {n} tricks").format(n=self.tricks)
            yield "trick", lambda t: t == given.trick, text
        if given.pack:
            yield "pack", lambda t: t == 1, _("a pack is dealt before the first trick")
        if self.ruleset.stages and not opens(given):
            text = _("what comes before the first trick is wanted with `trick: 1` only")
            yield "trick", lambda t: t > 1, text
        if begins(given):
            text = _("a match that begins with a draw is before its first trick")
            yield "drawn" if given.drawn else "seating", lambda t: t == 1, text
        if given.stock is not None:
            text = _("the stock never holds {n} cards before such a trick")
            yield "stock", lambda t: self.stock(t) == given.stock, text.format(n=given.stock)
        if given.taken is not None:
            text = _("these are {n} tricks, which does not fit").format(n=len(given.taken))
            yield "taken", lambda t: t - 1 == len(given.taken or ()), text
        known = sum(count for count in given.counts if count)
        if known:
            text = _("these are {n} tricks, which does not fit").format(n=known)
            yield "taken", lambda t: known <= t - 1, text
        whole = sum(-(-cards.bit_count() // n) for cards in given.captured)
        if whole:
            text = _("these are cards of {n} tricks at least, which does not fit")
            yield "captured", lambda t: whole <= t - 1, text.format(n=whole)
        if given.trump and self._made_later():
            text = _("trumps have not been made before the first trick")
            yield "trump", lambda t: t > 1, text
        if given.declared:
            text = _("who has declared has played a card of it")
            yield "declared", lambda t: t > 1, text
        yield from self._hands(given)
        if given.turned is not None:
            up = given.turned < self.size
            text = _("no card lies face up then") if up else _("a card lies face up then")
            yield "turned", lambda t: self.turned(t) == up, text
        if given.top:
            text = _("the stock has fewer cards then")
            count = len(given.top)
            yield "top", lambda t: self.undealt(t) - self.turned(t) >= count, text

    def _made_later(self) -> bool:
        """Whether there are no trumps before a declaration makes them."""
        r = self.ruleset
        return r.makes_trump and (r.trump is None or constant_cards(r.trump) == 0)

    def _hands(self, given: Given) -> Iterator[tuple[str, Allows, str]]:
        """Hands that are not too large, with what was played to the trick."""
        n, leader = self.players, given.leader
        if leader is None and not opens(given):
            leader = 0
        for seat, hand in enumerate(given.hands):
            behind = n if leader is None else (seat - leader) % n
            count = hand.bit_count() + (behind < len(given.table))
            text = _("player {n} cannot hold so many cards then").format(n=seat + 1)
            yield "hands", partial(self._holds, count), text

    def _holds(self, count: int, trick: int) -> bool:
        return self.hand(trick) >= count


def begins(given: Given) -> bool:
    """Whether the match begins with the draws that are given, so that they decide who deals."""
    lots = bool(given.seating or given.drawn)
    return lots and (given.dealer, given.wins, given.rounds) == (None, None, None)


def opens(given: Given) -> bool:
    """Whether a case says that its deal has yet to begin."""
    return given.trick == 1 or bool(given.pack) or begins(given)
