"""The cards of a ruleset as nouns: what a set of them is called.

In: a typed expression, settled. Out: `Nouns`, which a sentence puts into the form that it needs.
The phrases of the words of the language stand in `WORDS`, in the order of vocabulary.py. A set that
has no phrase is told as it is written in the file, and noted in `unsaid`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ...rules.deck import Rank
from ...rules.expression import Expr, constant_cards
from ...rules.ruleset import Ruleset
from ...rules.vocabulary import Word
from ...text.messages import _
from ..naming import cards_of
from ..unparse import settled, unparse
from .grammar import Noun, Nouns, noun


class Things:
    """What things are called in one ruleset, in the language in use."""

    def __init__(self, r: Ruleset, facing: bool | None = None) -> None:
        """facing: whether a neighbour is called the opponent, as between two players."""
        self.r = r
        self.facing = r.players == 2 if facing is None else facing
        self.unsaid: list[str] = []
        self.variable = noun(_("suit"))

    def term(self, name: str) -> Noun:
        """What players of this game call a deal, a match, a round, a trick, the stock, a trump, the
        turned card."""
        defaults = {
            "deal": _("deal"),
            "match": _("match"),
            "round": _("round"),
            "trick": _("trick"),
            "stock": _("stock"),
            "trump": _("trump"),
            "turned": _("turned card"),
        }
        found = noun(str(self.r.label(name) or defaults[name]))
        return found.alone() if name in ("stock", "turned") else found

    @cached_property
    def terms(self) -> dict[str, Noun]:
        """All of them, for templates."""
        names = ("deal", "match", "round", "trick", "stock", "trump", "turned")
        return {name: self.term(name) for name in names}

    def code(self, expr: Expr) -> str:
        """An expression as it stands in the file, for what has no phrase."""
        text = unparse(expr, self.r)
        self.unsaid.append(text)
        return f"`{text}`"

    # -- cards ---------------------------------------------------------------------------------

    def card(self, tail: str = "", single: bool = False) -> Nouns:
        """A card with what is said of it."""
        found = noun(_("card")).behind(tail)
        return Nouns((found.alone() if single else found,))

    def cards(self, expr: Expr) -> Nouns:
        """What a set of cards is called."""
        expr = settled(expr)
        mask = constant_cards(expr)
        if mask is not None:
            return self.constant(mask)
        if isinstance(expr.value, Word):
            found = WORDS.get(expr.value.name)
            return found(self, expr) if found else self._unsaid(expr)
        if expr.op == "named":
            return self.cards(expr.args[0])
        if expr.op == "var":
            return self.card(_(" of {suit}").format(suit=format(self.variable, "the")))
        if expr.op == "or":
            parts = [self.cards(arg).parts for arg in expr.args]
            return Nouns(tuple(part for some in parts for part in some))
        if expr.op == "except":
            first, *others = expr.args
            named = [f"{self.cards(arg):a}" for arg in others]
            tail = "".join(_(" other than {cards}").format(cards=text) for text in named)
            return self.cards(first).behind(tail)
        return self._among(expr) if expr.op == "of" else self._unsaid(expr)

    def _unsaid(self, expr: Expr) -> Nouns:
        return self.card(_(" of {cards}").format(cards=self.code(expr)))

    def _among(self, expr: Expr) -> Nouns:
        """The cards that are in all of some sets: one of them is called by its name, the others
        say of which kind it is."""
        tails = [self._tail(arg) for arg in expr.args]
        heads = [arg for arg, tail in zip(expr.args, tails, strict=True) if not tail]
        found = self._head(heads[0]) if heads else self.card()
        for tail in filter(None, tails):
            found = found.behind(tail)
        for arg in heads[1:]:
            among = _(" among {cards}").format(cards=format(self.cards(arg), "the s"))
            found = found.behind(among)
        if expr.extent.most == 1:
            found = Nouns(tuple(part.alone() for part in found.parts))
        return found

    def _head(self, expr: Expr) -> Nouns:
        """What the cards are called that a tail says more of: a rank by its number."""
        mask = constant_cards(expr)
        for rank, whole in zip(self.r.deck.ranks, self.r.deck.rank_masks.values(), strict=True):
            if mask == whole:
                return Nouns((short(rank),))
        return self.cards(expr)

    def _tail(self, expr: Expr) -> str:
        """A set of cards as what is said of a card; empty if it is a name of its own."""
        mask = constant_cards(expr)
        for suit, whole in zip(self.r.deck.suits, self.r.deck.suit_masks.values(), strict=True):
            if mask == whole:
                return _(" of {suit}").format(suit=suit.title)
        if expr.op == "var":
            return _(" of {suit}").format(suit=format(self.variable, "the"))
        name = expr.value.name if isinstance(expr.value, Word) else ""
        if name == "trump":
            return _(" of {trump:s}").format(trump=self.terms["trump"])
        part = self.cards(expr).parts[0]
        return f"{part.tail}|{part.tails}" if name in TAILS else ""

    def constant(self, mask: int) -> Nouns:
        """A set that is the same in every deal: all cards that have a name of their own, whole
        ranks and suits, single cards."""
        deck = self.r.deck
        if mask in (0, (1 << deck.size) - 1):
            return self.card() if mask else no_card()
        found, left = [], mask
        known = sum(1 << card for card in self.r.nicknames)
        if len(self.r.nicknames) > 3 and known & ~mask == 0:
            found.append(noun(_("card")).behind(_(" with a name of its own")))
            left &= ~known
        for whole, suit in zip(deck.suit_masks.values(), deck.suits, strict=True):
            if whole & ~left == 0:
                found.append(noun(_("card")).behind(_(" of {suit}").format(suit=suit.title)))
                left &= ~whole
        for whole, rank in zip(deck.rank_masks.values(), deck.ranks, strict=True):
            if whole & ~left == 0:
                found.append(noun(str(rank.title)))
                left &= ~whole
        return Nouns((*found, *map(self.one, cards_of(left))))

    def one(self, card: int) -> Noun:
        """A card of which there is only one, with what players call it."""
        rank, suit = self.r.deck.rank(card), self.r.deck.suit(card)
        name = self.r.nicknames.get(card)
        tail = _(" of {suit}").format(suit=suit.title) + (f" ({name})" if name else "")
        return short(rank).behind(tail).alone()


def short(rank: Rank) -> Noun:
    """A rank before its suit: a number in digits, anything else by its title."""
    named = noun(str(rank.title))
    return Noun(rank.name, rank.name, named.feminine) if rank.name.isdigit() else named


def _suit(t: Things, expr: Expr) -> Nouns:
    return t.card(_(" of the suit of {card}").format(card=format(t.cards(expr.args[0]), "the")))


def _follows(t: Things, expr: Expr) -> Nouns:
    (of,) = expr.args
    if isinstance(of.value, Word) and of.value.name == "led":
        return t.card(_(" of the suit led"))
    return t.card(_(" that follows {card}").format(card=format(t.cards(of), "the")))


def _beats(t: Things, expr: Expr) -> Nouns:
    (of,) = expr.args
    if isinstance(of.value, Word) and of.value.name == "best":
        return t.card(_(" that beats the best one so far"))
    return t.card(_(" that beats {card}").format(card=format(t.cards(of), "the")))


def no_card() -> Nouns:
    """The set that has no cards."""
    return Nouns((Noun(_("no card"), _("no card"), bare=True),))


WORDS: dict[str, Callable[[Things, Expr], Nouns]] = {
    "deck": lambda t, _expr: t.card(),
    "none": lambda _t, _expr: no_card(),
    "suit": _suit,
    "turned": lambda t, _expr: Nouns((t.terms["turned"],)),
    "trump": lambda t, _expr: Nouns((t.terms["trump"],)),
    "follows": _follows,
    "led": lambda t, _expr: t.card(_(" led"), single=True),
    "best": lambda t, _expr: t.card(_(" that is best so far"), single=True),
    "beats": _beats,
    "played": lambda t, _expr: t.card(_(" played before")),
    "hand": lambda t, _expr: t.card(_(" in hand")),
    "won": lambda t, _expr: t.card(_(" from the {trick:s} taken").format(**t.terms)),
    "drawn": lambda t, _expr: t.card(_(" drawn"), single=True),
    "seated": lambda t, _expr: t.card(_(" drawn for the seats"), single=True),
}
TAILS = ("suit", "follows", "beats", "played", "hand", "won")
"""words that say something of a card, and are no name of it"""


def strongest(nouns: Nouns) -> str:
    """The strongest of some cards."""
    if len(nouns.parts) > 1:
        return _("the strongest among {cards}").format(cards=format(nouns, "the s"))
    (part,) = nouns.parts
    if part.single:
        return f"{part:the}"
    head, tail = Noun(part.one, part.many, part.feminine), part.tail
    return _("the strongest {card}{tail}").format(card=head, tail=tail)


def spelled(name: str) -> str:
    """A name of the file as words."""
    return name.replace("_", " ")
