"""A game's rules as immutable values, typed and checked: what the compiler and the table read.

Once a Ruleset exists nothing in it can fail: every expression has its type, every name is known,
every set that must be one card is one, and the deal fits the pack.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property

from ..text.document import Plain
from ..text.messages import Text
from .deck import Deck
from .expression import Expr, canonical, words
from .labels import About


@dataclass(frozen=True)
class Option:
    """Something to agree on. `values` in the order of the file."""

    about: About
    values: tuple[str, ...]
    default: str


@dataclass(frozen=True)
class Key:
    """One key of a contest: the players with the most (or least) of `number` stay in it."""

    most: bool
    number: Expr


@dataclass(frozen=True)
class Seats:
    """Finding the seats by lot: a set of cards of which everybody gets one, as cards are turned up
    in turn, and the keys that then put the players in order."""

    among: int
    order: tuple[Key, ...]


@dataclass(frozen=True)
class Deal:
    """How the cards are dealt."""

    cards: int
    packets: int
    first: Expr
    cut: Expr | None
    turn_up: bool


@dataclass(frozen=True)
class Stage:
    """Between the deal and the first trick: a question that goes round from `ask`, or cards that
    the players of `by` take, `take` each. `number`: its place in the file, from 0."""

    about: About
    number: int
    when: Expr | None
    ask: Expr | None
    take: int
    by: tuple[Expr, ...]


@dataclass(frozen=True)
class Signal:
    """A sign, and what is true of the hand of a player who gives it honestly."""

    about: About
    means: Expr


@dataclass(frozen=True)
class Signals:
    """The signs that may be given, whether they are at all, and whether only true ones are."""

    signs: tuple[Signal, ...] = ()
    when: Expr | None = None
    truthful: Expr | None = None


@dataclass(frozen=True)
class Obligation:
    """A filter of the choice of cards; `say` is what is told to a player whose card it forbids."""

    about: About
    when: Expr | None
    play: Expr
    say: Text


@dataclass(frozen=True)
class Draw:
    """Drawing after a trick."""

    each: int
    first: Expr


@dataclass(frozen=True)
class Tricks:
    """How tricks are played: groups of equal cards, strongest first; winning sets; filters."""

    ranking: tuple[int, ...]
    wins: tuple[Expr, ...]
    lead: tuple[Obligation, ...]
    reply: tuple[Obligation, ...]
    draw: Draw | None


@dataclass(frozen=True)
class Exchange:
    """A card in hand for the turned one."""

    about: About
    give: Expr
    when: Expr | None
    ask: Expr | None
    say: Text


@dataclass(frozen=True)
class Declaration:
    """A combination. `masks` are its cards, one set for each suit of `each`, else one.

    trump: when declaring it makes its suit trump; None if it never does.
    """

    about: About
    each: str
    masks: tuple[int, ...]
    number: int
    slot: str
    when: Expr | None
    points: Expr | None
    trump: Expr | None
    wins: bool
    prefer: tuple[Expr, ...]
    shown: bool


@dataclass(frozen=True)
class Term:
    """A named part of a player's points."""

    about: About
    points: Expr


@dataclass(frozen=True)
class Invariant:
    """What is stated of every counted deal: `sum`, added up over all players, is `total`."""

    about: About
    sum: Expr
    total: int


@dataclass(frozen=True)
class Ruleset:
    """One game. `document` is the file as data, with the deck put in for its name.

    settings: the value of every option. stages, signals: those that these settings allow.
    wins, deals: what ends the match, 0 for the other of the two. rounds: how many rounds, each of
    `wins` points, win it; redraw: when players draw anew for the first deal of a round.
    bases: the names of the rulesets that it extends, the nearest first.
    """

    name: str
    title: Text
    labels: dict[str, Text]
    sources: dict[str, Text]
    players: int
    sides: int
    options: tuple[Option, ...]
    settings: dict[str, str]
    deck: Deck
    nicknames: dict[int, Text]
    values: tuple[int, ...]
    sets: dict[str, int]
    seats: Seats | None
    first_dealer: tuple[Key, ...]
    redraw: Expr | None
    next_dealer: Expr
    deal: Deal
    stages: tuple[Stage, ...]
    trump: Expr | None
    tricks: Tricks
    signals: Signals
    exchanges: tuple[Exchange, ...]
    declarations: tuple[Declaration, ...]
    terms: tuple[Term, ...]
    winner: tuple[Key, ...]
    worth: Expr | None
    invariants: tuple[Invariant, ...]
    wins: int
    deals: int
    rounds: int
    repeats: int
    document: dict[str, Plain]
    bases: tuple[str, ...] = ()

    @property
    def makes_trump(self) -> bool:
        """Whether a declaration can make its suit trump."""
        return any(d.trump is not None for d in self.declarations)

    @property
    def has_trumps(self) -> bool:
        """Whether there can be trumps in a deal."""
        return self.trump is not None or self.makes_trump

    @property
    def counts_tricks(self) -> bool:
        """Whether the number of tricks that a player took decides a deal."""
        return any("tricks" in words(key.number) for key in self.winner)

    def agreed(self) -> dict[str, str]:
        """The settings that are not the default."""
        defaults = {option.about.name: option.default for option in self.options}
        return {name: value for name, value in self.settings.items() if value != defaults[name]}

    @property
    def drawable(self) -> int:
        """How many cards can be drawn in a deal: whole rounds only."""
        if self.tricks.draw is None:
            return 0
        round_ = self.players * self.tricks.draw.each
        return (self.deck.size - self.players * self.deal.cards) // round_ * round_

    @property
    def tricks_a_deal(self) -> int:
        """How many tricks a deal has that is played to its end."""
        return self.deal.cards + self.drawable // self.players

    @property
    def rules(self) -> dict[str, Plain]:
        """The document as records hold it: without what is stated of the rules."""
        return {key: value for key, value in self.document.items() if key != "invariants"}

    def label(self, name: str) -> Text | None:
        """What players of this game call a thing, if they have a word of their own."""
        return self.labels.get(name)

    @cached_property
    def hash(self) -> str:
        """The content hash: equal for rulesets that play alike whatever they call things."""
        text = json.dumps(_play(self), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _play(r: Ruleset) -> dict[str, object]:
    """Everything that can change play, as JSON data; map keys in one order."""

    def opt(expr: Expr | None) -> object:
        return None if expr is None else canonical(expr)

    def keys(items: tuple[Key, ...]) -> list[object]:
        return [[key.most, canonical(key.number)] for key in items]

    def rules(items: tuple[Obligation, ...]) -> list[object]:
        return [[o.about.name, opt(o.when), canonical(o.play)] for o in items]

    def declaration(d: Declaration) -> list[object]:
        slot = None if d.slot == d.each else d.slot
        play = [d.masks, d.number, bool(d.each), slot, opt(d.when), opt(d.points), d.shown]
        makes = [canonical(d.trump)] if d.trump else []
        return [d.about.name, *play, d.wins, [canonical(expr) for expr in d.prefer], *makes]

    def stage(s: Stage) -> list[object]:
        return [s.about.name, s.number, opt(s.when), opt(s.ask), s.take, [*map(canonical, s.by)]]

    signs: list[object] = [[sign.about.name, canonical(sign.means)] for sign in r.signals.signs]
    t, draw = r.tricks, r.tricks.draw
    play = {
        "players": r.players,
        "codes": r.deck.codes,
        "suits": [suit.name for suit in r.deck.suits],
        "values": r.values,
        "dealer": [keys(r.first_dealer), canonical(r.next_dealer)],
        "deal": [r.deal.cards, r.deal.packets, canonical(r.deal.first), opt(r.deal.cut)],
        "turn_up": r.deal.turn_up,
        "trump": opt(r.trump),
        "ranking": t.ranking,
        "wins": [canonical(expr) for expr in t.wins],
        "lead": rules(t.lead),
        "reply": rules(t.reply),
        "draw": draw and [draw.each, canonical(draw.first)],
        "exchanges": [
            [x.about.name, canonical(x.give), opt(x.when), opt(x.ask)] for x in r.exchanges
        ],
        "declarations": [declaration(d) for d in r.declarations],
        "terms": [[term.about.name, canonical(term.points)] for term in r.terms],
        "winner": keys(r.winner),
        "match": [r.wins, r.repeats],
    }
    more = {  # what a game has beyond this: a game without it keeps its hash
        "sides": r.sides if r.sides != r.players else None,
        "seats": r.seats and [r.seats.among, keys(r.seats.order)],
        "stages": [stage(s) for s in r.stages],
        "signals": signs and [*signs, opt(r.signals.when), opt(r.signals.truthful)],
        "worth": opt(r.worth),
        "deals": r.deals,
        "rounds": [r.rounds, opt(r.redraw)] if r.rounds > 1 else None,
    }
    return {**play, **{key: value for key, value in more.items() if value}}
