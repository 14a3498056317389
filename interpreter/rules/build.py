"""A document of the right shape to a Ruleset: names, expressions and sums are checked here.

In: a document, its deck. Out: a Ruleset, or None with problems added. Every part is read even if
another is wrong, so that all problems of a file are reported in one run; a part that depends on a
wrong one is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar, cast

from ..text.document import Mapping, Node, Plain, Scalar, Sequence
from ..text.messages import Text, _
from ..text.problem import Problem, Problems, RulesetError, did_you_mean
from ..text.source import Span
from ..text.syntax import Syntax, parse
from .check import Checker, check
from .deck import Deck
from .expression import Expr, bind, constant_cards
from .labels import about, text_at
from .names import Named, Names, clashes
from .ruleset import Deal, Declaration, Draw, Exchange, Key, Obligation, Ruleset, Term, Tricks
from .types import Type

T = TypeVar("T")
SECTIONS = (("sets", Type.CARDS), ("numbers", Type.NUMBER), ("conditions", Type.TRUTH))


def build(document: Mapping, deck: Deck, problems: Problems) -> Ruleset | None:
    """The ruleset of a document whose shape is right."""
    return Builder(document, deck, problems).build()


class Builder:
    """Reads the sections of one document, in the order in which they depend on each other."""

    def __init__(self, document: Mapping, deck: Deck, problems: Problems) -> None:
        self.document, self.deck, self.problems = document, deck, problems
        self.names = Names(deck.rank_masks, deck.suit_masks)

    # -- small readers -------------------------------------------------------------------------

    def expr(self, body: Mapping, key: str, want: Type, scope: str) -> Expr | None:
        """The expression under a key; None if there is none or it is wrong."""
        node = body.get(key)
        return self.typed(node, want, scope) if node is not None else None

    def typed(self, node: Node, want: Type, scope: str) -> Expr | None:
        """The expression that a scalar holds; None if it is wrong."""
        assert isinstance(node, Scalar)
        try:
            return check(node, want, self.names, scope)
        except RulesetError as error:
            self.note(error.problems)
            return None

    def note(self, problems: tuple[Problem, ...]) -> None:
        """Add problems that were raised."""
        for p in problems:
            self.problems.add(p.kind, p.message, p.span, p.hint)

    def map(self, body: Mapping, key: str) -> Mapping:
        """The map under a key; empty if there is none."""
        node = body.get(key)
        return node if isinstance(node, Mapping) else Mapping((), body.span)

    def items(self, body: Mapping, key: str) -> tuple[Node, ...]:
        """The list under a key; empty if there is none."""
        node = body.get(key)
        return node.items if isinstance(node, Sequence) else ()

    def number(self, body: Mapping, key: str, default: int = 0) -> int:
        """The whole number under a key."""
        node = body.get(key)
        return int(node.text) if isinstance(node, Scalar) else default

    def word(self, body: Mapping, key: str) -> str:
        """The text under a key; empty if there is none."""
        node = body.get(key)
        return node.text if isinstance(node, Scalar) else ""

    def span(self, body: Mapping, key: str) -> Span:
        """Where the value of a key stands."""
        node = body.get(key)
        return node.span if isinstance(node, Scalar) else body.key(key).span

    # -- sections ------------------------------------------------------------------------------

    def build(self) -> Ruleset | None:
        doc, before = self.document, len(self.problems.found)
        self.sources = {
            k.text: text_at(self.map(doc, "sources"), k.text) for k in self.keys("sources")
        }
        self.check_sources(doc)
        self.players = self.number(doc, "players")
        self.named_values()
        values = self.values()
        deal, ranking, trump = self.deal(), self.ranking(), self.trump()
        exchanges, declarations = self.exchanges(), self.declarations()
        tricks = self.tricks(ranking)
        first, following = self.dealer()
        terms, winner = self.scoring()
        self.check_named()
        if len(self.problems.found) > before:
            return None
        match = self.map(doc, "match")
        return Ruleset(
            name=self.word(doc, "name"),
            title=text_at(doc, "title"),
            labels={k.text: text_at(self.map(doc, "labels"), k.text) for k in self.keys("labels")},
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

    def keys(self, section: str) -> list[Scalar]:
        """The keys of a section, in alphabetical order: the order of a map means nothing."""
        return sorted((k for k, _v in self.map(self.document, section).entries), key=_text)

    def bodies(self, section: str) -> Iterator[tuple[Scalar, Mapping]]:
        """Names and rules of a section that is a map, in alphabetical order."""
        part = self.map(self.document, section)
        for key in self.keys(section):
            body = part.get(key.text)
            if isinstance(body, Mapping):
                yield key, body

    def check_sources(self, node: Node) -> None:
        """Every `source:` must be a name under `sources:`."""
        if isinstance(node, Sequence):
            for item in node.items:
                self.check_sources(item)
        if not isinstance(node, Mapping):
            return
        for key, value in node.entries:
            if key.text == "source" and isinstance(value, Scalar):
                if value.text not in self.sources:
                    text = _("`{name}` is not among the sources").format(name=value.text)
                    hint = did_you_mean(value.text, self.sources) or _("add it to `sources`")
                    self.problems.add("unknown-name", text, value.span, hint)
            elif node is not self.document or key.text != "sources":
                self.check_sources(value)

    def named_values(self) -> None:
        """Put the named sets, numbers and conditions into the names, each parsed once."""
        seen: dict[str, Scalar] = {}
        for section, type_ in SECTIONS:
            part = self.map(self.document, section)
            for key, node in part.entries:
                if not isinstance(node, Scalar):
                    continue
                if not self.free_name(key, seen):
                    continue
                seen[key.text] = key
                tree: Syntax | None = None
                try:
                    tree = parse(node)
                except RulesetError as error:
                    self.note(error.problems)
                self.names.named[key.text] = Named(key.text, type_, node, tree)

    def free_name(self, key: Scalar, seen: dict[str, Scalar]) -> bool:
        """Whether a name is free; a problem if it is not."""
        message = None
        if any(clashes([key.text])):
            message = _("`{name}` is a word of the language")
        elif key.text in self.names.ranks or key.text in self.names.suits:
            message = _("`{name}` is a rank or a suit of the deck")
        elif key.text in seen:
            message = _("`{name}` is the name of something else already")
        if message:
            text = message.format(name=key.text)
            self.problems.add("name-clash", text, key.span, _("choose another name"))
        return message is None

    def check_named(self) -> None:
        """Check every named value by itself, also those that nothing uses."""
        for named in self.names.named.values():
            if named.tree is None:
                continue
            try:
                Checker(self.names, "any", (named.name,)).check(named.tree, named.type)
            except RulesetError as error:
                self.note(error.problems)

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
        for key, node in self.map(self.document, "values").entries:
            mask = self.constant(key, "values")
            for card in _cards(mask or 0):
                if card in points:
                    text = _("`{card}` has a value already").format(card=self.deck.codes[card])
                    self.problems.add("repeated", text, key.span)
                    break
                points[card] = int(cast("Scalar", node).text)
        values = tuple(points.get(card, 0) for card in range(self.deck.size))
        self.names = Names(self.names.ranks, self.names.suits, values, 0, self.names.named)
        return values

    def constant(self, node: Scalar, scope: str) -> int | None:
        """The mask of a set that must be the same in every deal; None with a problem if not."""
        expr = self.typed(node, Type.CARDS, scope)
        if expr is None:
            return None
        mask = constant_cards(expr)
        if mask is None:
            text = _("this set of cards must be the same in every deal")
            self.problems.add("not-constant", text, node.span)
        return mask

    def ranking(self) -> tuple[int, ...]:
        """Groups of equal cards, strongest first."""
        part = self.map(self.document, "tricks")
        placed, groups = 0, []
        found = len(self.problems.found)
        for node in self.items(part, "ranking"):
            mask = self.constant(cast("Scalar", node), "ranking")
            if mask is None:
                continue
            if not mask & ~placed:
                text = _("this entry places no new card: all of it stands further up")
                self.problems.add("no-new-card", text, node.span)
            groups.append(mask & ~placed)
            placed |= mask
        missing = self.names.deck & ~placed
        if missing and len(self.problems.found) == found:
            names = ", ".join(self.deck.codes[card] for card in list(_cards(missing))[:8])
            text = _("the ranking does not place {cards}").format(
                cards=names + (" …" if missing.bit_count() > 8 else "")
            )
            self.problems.add("unplaced-card", text, part.key("ranking").span)
        self.names = Names(
            self.names.ranks, self.names.suits, self.names.values, len(groups), self.names.named
        )
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
        found, seen = [], set()
        for item in self.items(part, key):
            name, body = cast("Mapping", item).entries[0]
            if not isinstance(body, Mapping):
                continue
            if name.text in seen:
                text = _("`{key}` stands here a second time").format(key=name.text)
                self.problems.add("duplicate-key", text, name.span)
            seen.add(name.text)
            when = self.expr(body, "when", Type.TRUTH, "choice")
            play = self.expr(body, "play", Type.CARDS, "choice")
            say = self.saying(body)
            if play is not None:
                found.append(Obligation(about(name, body), when, play, say))
        return tuple(found)

    def saying(self, body: Mapping) -> Text:
        """What is said, with placeholders that exist."""
        known = ("card", "allowed", "led", "best", "trump")
        node = body.get("say")
        texts = [v for _k, v in node.entries] if isinstance(node, Mapping) else [node]
        for text in texts:
            if not isinstance(text, Scalar):
                continue
            try:
                text.text.format(**dict.fromkeys(known, ""))
            except (KeyError, ValueError, IndexError, AttributeError):
                hint = _("placeholders: {names}").format(names=" ".join(f"{{{k}}}" for k in known))
                message = _("this text has a placeholder that means nothing")
                self.problems.add("bad-placeholder", message, text.span, hint)
        return text_at(body, "say")

    def exchanges(self) -> tuple[Exchange, ...]:
        found = []
        for key, body in self.bodies("exchanges"):
            give = self.expr(body, "give", Type.CARD, "choice")
            when = self.expr(body, "when", Type.TRUTH, "choice")
            ask = self.map(body, "ask")
            asked = self.expr(ask, "when", Type.TRUTH, "question")
            if self.word(self.map(self.document, "deal"), "turn_up") != "yes":
                text = _("no card is turned up in this game, so there is none to take")
                self.problems.add("nothing-turned", text, self.span(body, "take"))
            if give is not None:
                found.append(Exchange(about(key, body), give, when, asked, text_at(ask, "say")))
        return tuple(found)

    def declarations(self) -> tuple[Declaration, ...]:
        plain, found, most = self.names, [], 0
        for key, body in self.bodies("declarations"):
            variable = self.word(body, "each").split(" ")[0]
            if variable:
                if not self.free_name(key=self.each_name(body, variable), seen={}):
                    continue
                self.names = plain.with_variable(variable)
            declaration = self.declaration(key, body, variable)
            self.names = plain
            if declaration is not None:
                found.append(declaration)
                if declaration.points is not None:
                    worth = max(abs(n) for n in declaration.points.range)
                    most += worth * len(declaration.masks)
        self.names = plain.with_bounds(declared=(-most, most))
        return tuple(found)

    def each_name(self, body: Mapping, variable: str) -> Scalar:
        """The variable of an `each`, with its place."""
        node = cast("Scalar", body.get("each"))
        return Scalar(variable, node.part(0, len(variable)))

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
            text = _("this set of cards must be the same in every deal")
            self.problems.add("not-constant", text, self.span(body, "cards"))
            return None
        sets = [_sure(mask) for mask in masks]
        smallest = min(mask.bit_count() for mask in sets)
        number = self.number(body, "number", smallest)
        if not 1 <= number <= smallest:
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
        for item in self.items(part, key):
            way, node = cast("Mapping", item).entries[0]
            number = self.typed(node, Type.NUMBER, scope)
            if number is not None:
                found.append(Key(way.text == "most", number))
        return tuple(found)

    def scoring(self) -> tuple[tuple[Term, ...], tuple[Key, ...]]:
        part = self.map(self.document, "scoring")
        points, terms = self.map(part, "points"), []
        for key, body in sorted(points.entries, key=lambda entry: entry[0].text):
            if isinstance(body, Mapping):
                expr = self.expr(body, "points", Type.NUMBER, "score")
                if expr is not None:
                    terms.append(Term(about(key, body), expr))
        low = sum(term.points.range[0] for term in terms)
        high = sum(term.points.range[1] for term in terms)
        self.names = self.names.with_bounds(points=(low, high))
        return tuple(terms), self.contest(part, "winner", "result")


def _text(key: Scalar) -> str:
    return key.text


def _cards(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _sure(value: T | None) -> T:
    assert value is not None
    return value
