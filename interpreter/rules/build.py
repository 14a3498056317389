"""A document of the right shape to a Ruleset: names, expressions and sums are checked here.

In: a document, its deck. Out: a Ruleset, or None with problems added. Every part is read even if
another is wrong, so that all problems of a file are reported in one run; a part that depends on a
wrong one is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar, cast

from ..text.document import Mapping, Node, Plain, Scalar, Sequence
from ..text.messages import Text, _
from ..text.problem import Problems, did_you_mean
from .check import Checker
from .deck import Deck
from .expression import Expr, bind, constant_cards
from .fields import Fields
from .labels import about, text_at
from .named import SECTIONS, check_named, free_name, read_named
from .names import Names, clashes
from .ruleset import Deal, Declaration, Draw, Exchange, Key, Obligation, Ruleset, Term, Tricks
from .saying import check_saying
from .types import Type

T = TypeVar("T")
NAMES_ONLY = ("sources", "labels", "deck", "values", *SECTIONS)
"""sections that hold names of the author's and no rules"""


def build(document: Mapping, deck: Deck, problems: Problems) -> Ruleset | None:
    """The ruleset of a document; None if there are problems, also some found before."""
    return Builder(document, deck, problems).build()


class Builder(Fields):
    """Reads the sections of one document, in the order in which they depend on each other."""

    def __init__(self, document: Mapping, deck: Deck, problems: Problems) -> None:
        super().__init__(Names(deck.rank_masks, deck.suit_masks), problems)
        self.document, self.deck = document, deck

    def build(self) -> Ruleset | None:
        """All sections, or None with problems added."""
        doc = self.document
        self.sources = self.texts("sources")
        if isinstance(doc.get("sources"), Mapping | None):
            self.check_sources(doc)
        self.players = self.number(doc, "players")
        read_named(doc, self.names, self.problems, self.sound)
        values = self.values()
        deal, ranking, trump = self.deal(), self.ranking(), self.trump()
        exchanges, declarations = self.exchanges(), self.declarations()
        tricks = self.tricks(ranking)
        first, following = self.dealer()
        terms, winner = self.scoring()
        check_named(self.names, self.problems)
        if self.problems.found:
            return None
        match = self.map(doc, "match")
        return Ruleset(
            name=self.word(doc, "name"),
            title=text_at(doc, "title"),
            labels=self.texts("labels"),
            sources=self.sources,
            players=self.players,
            deck=self.deck,
            values=values,
            sets=self.constant_sets(),
            first_dealer=first,
            next_dealer=_sure(following),
            deal=_sure(deal),
            trump=trump,
            tricks=_sure(tricks),
            exchanges=exchanges,
            declarations=declarations,
            terms=terms,
            winner=winner,
            wins=self.number(match, "wins"),
            repeats=self.number(match, "repeats"),
            document=cast("dict[str, Plain]", None),
        )

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

    def constant_sets(self) -> dict[str, int]:
        """The named sets that are the same in every deal."""
        found = {}
        for named in self.names.named.values():
            if named.type is Type.CARDS and named.tree is not None:
                mask = constant_cards(Checker(self.names, "any").check(named.tree, Type.CARDS))
                if mask is not None:
                    found[named.name] = mask
        return found

    def values(self) -> tuple[int, ...]:
        """Card points by card number; sets with different values may not overlap."""
        points: dict[int, int] = {}
        part = self.map(self.document, "values")
        for key, _node in part.entries:
            mask = self.constant(key, "values")
            number = self.number(part, key.text)
            twice = [card for card in _cards(mask or 0) if card in points]
            if twice:
                text = _("`{card}` has a value already").format(card=self.deck.codes[twice[0]])
                self.problems.add("repeated", text, key.span)
            points.update(dict.fromkeys(_cards(mask or 0), number))
        values = tuple(points.get(card, 0) for card in range(self.deck.size))
        self.names = replace(self.names, values=values)
        return values

    def ranking(self) -> tuple[int, ...]:
        """Groups of equal cards, strongest first."""
        part = self.map(self.document, "tricks")
        placed, groups, nodes = 0, [], self.items(part, "ranking")
        masks = [self.constant(node, "ranking") for node in nodes]
        for node, mask in zip(nodes, masks, strict=True):
            if mask and not mask & ~placed:
                text = _("this entry places no new card: all of it stands further up")
                self.problems.add("no-new-card", text, node.span)
            groups.append((mask or 0) & ~placed)
            placed |= mask or 0
        missing = self.names.deck & ~placed
        if masks and all(masks) and missing:
            names = ", ".join(self.deck.codes[card] for card in list(_cards(missing))[:8])
            text = _("the ranking does not place {cards}").format(
                cards=names + (" …" if missing.bit_count() > 8 else "")
            )
            self.problems.add("unplaced-card", text, part.key("ranking").span)
        self.names = replace(self.names, groups=len(groups))
        return tuple(groups)

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
        """The trumps; the bounds of words that depend on the deal are known from here on."""
        trump = self.expr(self.document, "trump", Type.CARDS, "trump")
        extent = trump.extent if trump else self.names.extent(0)
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

    def exchanges(self) -> tuple[Exchange, ...]:
        found = []
        for key, body in self.bodies(self.document, "exchanges"):
            give = self.expr(body, "give", Type.CARD, "choice")
            when = self.expr(body, "when", Type.TRUTH, "choice")
            ask = self.map(body, "ask")
            asked = self.expr(ask, "when", Type.TRUTH, "question")
            if "take" in body and self.turns_none_up():
                text = _("no card is turned up in this game, so there is none to take")
                self.problems.add("nothing-turned", text, self.span(body, "take"))
            if give is not None:
                found.append(Exchange(about(key, body), give, when, asked, text_at(ask, "say")))
        return tuple(found)

    def turns_none_up(self) -> bool:
        """Whether the deal, in all that it rightly says, turns no card up."""
        part = self.document.get("deal")
        if not isinstance(part, Mapping):
            return False
        return "turn_up" not in part or self.word(part, "turn_up") == "no"

    def declarations(self) -> tuple[Declaration, ...]:
        plain, found, most = self.names, [], 0
        for key, body in self.bodies(self.document, "declarations"):
            variable = self.variable(body)
            if variable:
                self.names = plain.with_variable(variable)
            elif "each" in body:
                continue
            declaration = self.declaration(key, body, variable)
            self.names = plain
            if declaration is not None:
                found.append(declaration)
                if declaration.points is not None:
                    worth = max(abs(n) for n in declaration.points.range)
                    most += worth * len(declaration.masks)
        self.names = plain.with_bounds(declared=(-most, most))
        return tuple(found)

    def variable(self, body: Mapping) -> str:
        """The variable of an `each`; empty if there is none or it cannot be one."""
        node = body.get("each")
        if not isinstance(node, Scalar) or node.missing:
            return ""
        name = node.text.split(" ")[0]
        if not self.sound(node):
            return name if name.isidentifier() and not any(clashes([name])) else ""
        key = Scalar(name, node.part(0, len(name)))
        return name if free_name(key, self.names, self.problems) else ""

    def declaration(self, key: Scalar, body: Mapping, variable: str) -> Declaration | None:
        cards = self.expr(body, "cards", Type.CARDS, "combination")
        when = self.expr(body, "when", Type.TRUTH, "choice")
        points = self.expr(body, "points", Type.NUMBER, "choice")
        prefer = [self.typed(node, Type.TRUTH, "claim") for node in self.items(body, "prefer")]
        if cards is None or None in prefer:
            return None
        suits = self.deck.suit_masks.values() if variable else [0]
        masks = [constant_cards(bind(cards, {variable: suit})) for suit in suits]
        if None in masks:
            text = _("an `if` cannot stand here: the cards must be the same in every deal")
            self.problems.add("not-constant", text, self.span(body, "cards"))
            return None
        sets = [_sure(mask) for mask in masks]
        smallest = min(mask.bit_count() for mask in sets)
        number = self.number(body, "number", smallest)
        if not smallest:
            text = _("there is no such card in the pack")
            self.problems.add("no-card", text, self.span(body, "cards"))
        elif not 1 <= number <= smallest:
            text = _("the combination has {n} cards").format(n=smallest)
            place = "number" if "number" in body else "cards"
            self.problems.add("out-of-range", text, self.span(body, place))
        return Declaration(
            about(key, body),
            variable,
            tuple(sets),
            number,
            self.word(body, "slot"),
            when,
            points,
            self.word(body, "wins") == "deal",
            tuple(_sure(expr) for expr in prefer),
            "show" in body,
        )

    def dealer(self) -> tuple[tuple[Key, ...], Expr | None]:
        part = self.map(self.document, "dealer")
        first = self.contest(part, "first", "lot")
        return first, self.expr(part, "next", Type.PLAYER, "next")

    def contest(self, part: Mapping, key: str, scope: str) -> tuple[Key, ...]:
        """Keys in order, each a one-key map with `most` or `least`."""
        found = []
        for way, node in self.steps(part, key):
            number = self.typed(node, Type.NUMBER, scope)
            if number is not None:
                found.append(Key(way.text == "most", number))
        return tuple(found)

    def scoring(self) -> tuple[tuple[Term, ...], tuple[Key, ...]]:
        part, terms = self.map(self.document, "scoring"), []
        for key, body in self.bodies(part, "points"):
            expr = self.expr(body, "points", Type.NUMBER, "score")
            if expr is not None:
                terms.append(Term(about(key, body), expr))
        low = sum(term.points.range[0] for term in terms)
        high = sum(term.points.range[1] for term in terms)
        self.names = self.names.with_bounds(points=(low, high))
        return tuple(terms), self.contest(part, "winner", "result")


def _cards(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _sure(value: T | None) -> T:
    assert value is not None
    return value
