"""A document of the right shape to a Ruleset: names, expressions and sums are checked here.

In: a document, its deck. Out: a Ruleset, or None with problems added. Every part is read even if
another is wrong, so that all problems of a file are reported in one run; a part that depends on a
wrong one is left alone.
"""

from __future__ import annotations

from collections.abc import Mapping as Map
from dataclasses import replace
from typing import TypeVar, cast

from ..text.document import Mapping, Node, Plain, Scalar, Sequence
from ..text.limits import MAX_WORTH
from ..text.messages import Text, _
from ..text.problem import Problems, did_you_mean
from .calls import makes_trump, read_declarations, read_exchanges
from .cards import constant_sets, read_nicknames, read_ranking, read_values
from .cost import check_cost
from .deck import Deck
from .expression import Expr
from .fields import Fields
from .labels import about, text_at
from .named import SECTIONS, check_named, read_named
from .options import read_options, settled
from .ruleset import (
    Deal,
    Draw,
    Invariant,
    Key,
    Obligation,
    Ruleset,
    Stage,
    Term,
    Tricks,
)
from .saying import check_saying
from .seating import read_seats
from .stages import note_questions, read_signals, read_stages
from .types import Type

T = TypeVar("T")
NAMES_ONLY = ("sources", "labels", "deck", "values", "nicknames", *SECTIONS)
"""sections that hold names of the author's and no rules"""


def build(
    document: Mapping, deck: Deck, problems: Problems, settings: Map[str, str] | None = None
) -> Ruleset | None:
    """The ruleset of a document; None if there are problems, also some found before.

    settings: values of options, where not the default. Raises OptionError if there are none such.
    """
    return Builder(document, deck, problems, settings).build()


class Builder(Fields):
    """Reads the sections of one document, in the order in which they depend on each other."""

    def __init__(
        self,
        document: Mapping,
        deck: Deck,
        problems: Problems,
        settings: Map[str, str] | None = None,
    ) -> None:
        super().__init__(document, deck, problems)
        self.asked = settings or {}

    def build(self) -> Ruleset | None:
        """All sections, or None with problems added. Raises OptionError for settings asked for."""
        doc = self.document
        self.sources = self.texts("sources")
        if isinstance(doc.get("sources"), Mapping | None):
            self.check_sources(doc)
        self.players = self.number(doc, "players")
        self.sides = self.number(doc, "sides", self.players)
        if self.sides and self.players % self.sides:
            text = _("{n} players cannot form {m} sides of equal size")
            message = text.format(n=self.players, m=self.sides)
            self.problems.add("unequal-sides", message, self.span(doc, "sides"))
        self.rounds = self.number(self.map(doc, "match"), "rounds", 1)
        most = self.sides * (self.rounds - 1) + 1
        self.names = self.names.with_bounds(round=(1, max(most, 1)))
        self.options = read_options(self)
        self.names.settings.update(settled(self.options, self.asked))
        read_named(doc, self.names, self.problems, self.sound)
        note_questions(self)
        values, nicknames = read_values(self), read_nicknames(self)
        deal, ranking, trump = self.deal(), read_ranking(self), self.trump()
        stages = self.stages()  # first, since whether a question is ever put is known to the rest
        exchanges, declarations = read_exchanges(self), read_declarations(self)
        tricks, signals = self.tricks(ranking), read_signals(self)
        seats, first, following = read_seats(self), *self.dealer()
        redraw = self.redraw()
        terms, winner, worth = self.scoring()
        invariants = self.invariants()
        wins, deals = self.match_end()
        check_named(self.names, self.problems)
        if self.problems.found:
            return None
        found = Ruleset(
            name=self.word(doc, "name"),
            title=text_at(doc, "title"),
            labels=self.texts("labels"),
            sources=self.sources,
            players=self.players,
            sides=self.sides,
            options=self.options,
            settings=self.names.settings,
            deck=self.deck,
            nicknames=nicknames,
            values=values,
            sets=constant_sets(self),
            seats=seats,
            first_dealer=first,
            redraw=redraw,
            next_dealer=_sure(following),
            deal=_sure(deal),
            stages=stages,
            trump=trump,
            tricks=_sure(tricks),
            signals=signals,
            exchanges=exchanges,
            declarations=declarations,
            terms=terms,
            winner=winner,
            worth=worth,
            invariants=invariants,
            wins=wins,
            deals=deals,
            rounds=self.rounds,
            repeats=self.number(self.map(doc, "match"), "repeats"),
            document=cast("dict[str, Plain]", None),
        )
        check_cost(found, self.problems)
        return None if self.problems.found else found

    def texts(self, section: str) -> dict[str, Text]:
        """The texts of a section that is a map, in alphabetical order."""
        part = self.map(self.document, section)
        return {name: text_at(part, name) for name in sorted(key.text for key, _v in part.entries)}

    def check_sources(self, node: Node) -> None:
        """Every `source:` of a rule must be a name under `sources:`."""
        if isinstance(node, Sequence):
            for item in node.items:
                self.check_sources(item)
        if not isinstance(node, Mapping):
            return
        for key, value in node.entries:
            if node is self.document and key.text in NAMES_ONLY:
                continue
            if key.text == "source" and isinstance(value, Scalar) and self.sound(value):
                if value.text not in self.sources:
                    text = _("`{name}` is not among the sources").format(name=value.text)
                    hint = did_you_mean(value.text, self.sources) or _("add it to `sources`")
                    self.problems.add("unknown-name", text, value.span, hint)
            else:
                self.check_sources(value)

    def deal(self) -> Deal | None:
        """The deal, which must fit the pack."""
        part = self.map(self.document, "deal")
        cards, turn_up = self.number(part, "cards"), self.word(part, "turn_up") == "yes"
        needed = self.players * cards + turn_up
        if needed > self.deck.size:
            text = _("the deal takes {n} cards, the pack has {m}")
            message = text.format(n=needed, m=self.deck.size)
            self.problems.add("too-many-cards", message, self.span(part, "cards"))
        packets = self.number(part, "packets", 1)
        first = self.expr(part, "first", Type.PLAYER, "seat")
        cut = self.expr(part, "cut", Type.PLAYER, "seat")
        return Deal(cards, packets, first, cut, turn_up) if first else None

    def trump(self) -> Expr | None:
        """The trumps; the bounds of words that depend on the deal are known from here on.

        Where a declaration makes trump, they can also become a suit.
        """
        trump = self.expr(self.document, "trump", Type.CARDS, "trump")
        extent = trump.extent if trump else self.names.extent(0)
        if makes_trump(self):
            suit = self.names.extent(self.names.deck, one_suit=True)
            any_suit = self.names.extent(suit.mask, extent.one_suit)
            extent = replace(any_suit, most=max(extent.most, suit.most))
        size = self.deck.size
        self.names = self.names.with_bounds(
            trump=extent,
            stock=(0, size),
            trick=(1, size),
            players=(self.players, self.players),
        )
        return trump

    def tricks(self, ranking: tuple[int, ...]) -> Tricks | None:
        part = self.map(self.document, "tricks")
        wins = [self.typed(node, Type.CARDS, "wins") for node in self.items(part, "wins")]
        lead, reply = self.obligations(part, "lead"), self.obligations(part, "reply")
        draw, body = None, part.get("draw")
        if isinstance(body, Mapping):
            first = self.expr(body, "first", Type.PLAYER, "drawing")
            draw = Draw(self.number(body, "each"), first) if first else None
        if None in wins:
            return None
        return Tricks(ranking, tuple(_sure(w) for w in wins), lead, reply, draw)

    def obligations(self, part: Mapping, key: str) -> tuple[Obligation, ...]:
        """The filters of a list; each has a name of its own."""
        found: dict[str, Obligation | None] = {}
        for name, body in self.steps(part, key):
            if not isinstance(body, Mapping):
                continue
            if name.text in found:
                text = _("`{key}` stands here a second time").format(key=name.text)
                self.problems.add("duplicate-key", text, name.span)
            when = self.expr(body, "when", Type.TRUTH, "choice")
            play = self.expr(body, "play", Type.CARDS, "choice")
            check_saying(body.get("say"), self.problems)
            rule = Obligation(about(name, body), when, play, text_at(body, "say")) if play else None
            found[name.text] = rule
        return tuple(rule for rule in found.values() if rule is not None)

    def stages(self) -> tuple[Stage, ...]:
        """What happens before the first trick."""
        deal = self.map(self.document, "deal")
        dealt = self.players * self.number(deal, "cards") + (self.word(deal, "turn_up") == "yes")
        known = self.players and self.value(deal, "cards") is not None
        return read_stages(self, self.deck.size - dealt if known else None)

    def match_end(self) -> tuple[int, int]:
        """How many points win, or how many deals are played; one of the two is 0."""
        match = self.map(self.document, "match")
        given = isinstance(self.value(self.document, "match"), Mapping)
        if given and ("wins" in match) == ("deals" in match):
            text = _("a match ends with a number of points (`wins`) or of deals (`deals`)")
            hint = _("leave one of them out") if "wins" in match else None
            self.problems.add("match-end", text, self.document.key("match").span, hint)
        return self.number(match, "wins"), self.number(match, "deals")

    def dealer(self) -> tuple[tuple[Key, ...], Expr | None]:
        part = self.map(self.document, "dealer")
        first = self.contest(part, "first", "lot")
        return first, self.expr(part, "next", Type.PLAYER, "next")

    def redraw(self) -> Expr | None:
        """When the players draw anew for the first deal of a round after the first."""
        part = self.map(self.document, "dealer")
        if "redraw" in part and "rounds" not in self.map(self.document, "match"):
            text = _("this match has no `rounds`, so nobody draws anew")
            self.problems.add("no-rounds", text, part.key("redraw").span)
        return self.expr(part, "redraw", Type.TRUTH, "seat")

    def scoring(self) -> tuple[tuple[Term, ...], tuple[Key, ...], Expr | None]:
        part, terms = self.map(self.document, "scoring"), []
        for key, body in self.bodies(part, "points"):
            expr = self.expr(body, "points", Type.NUMBER, "score")
            if expr is not None:
                terms.append(Term(about(key, body), expr))
        low = sum(term.points.range[0] for term in terms)
        high = sum(term.points.range[1] for term in terms)
        self.names = self.names.with_bounds(points=(low, high))
        worth = self.expr(part, "worth", Type.NUMBER, "result")
        if worth is not None and not 1 <= worth.range[0] <= worth.range[1] <= MAX_WORTH:
            text = _("a won deal must count 1 to {n}; this can be {low} to {high}")
            least, most = (f"{n:,}" for n in worth.range)
            message = text.format(n=f"{MAX_WORTH:,}", low=least, high=most)
            self.problems.add("out-of-range", message, worth.span)
        return tuple(terms), self.contest(part, "winner", "result"), worth

    def invariants(self) -> tuple[Invariant, ...]:
        """What is stated of every deal."""
        found = []
        for key, body in self.bodies(self.document, "invariants"):
            expr = self.expr(body, "sum", Type.NUMBER, "result")
            if expr is not None:
                found.append(Invariant(about(key, body), expr, self.number(body, "is")))
        return tuple(found)


def _sure(value: T | None) -> T:
    assert value is not None
    return value
