"""The one table of the language: every word, its types, the knowledge that it needs, its meaning,
its translation to Python and an example.

The checker, "did you mean", the compiler and the manual (docs/language.md) all read these rows.
In a translation `_0`, `_1` are the arguments; a CARD argument is the number of the card, SIZE for
none. `index` is given for words that are one card at most: the number of that card.
An example holds in the position that `docs/generate.py` sets up: for words about the end of a
trick or of a deal, when that trick or deal is over.
"""

from __future__ import annotations

from dataclasses import dataclass

from .types import Type

CARDS, CARD, NUMBER, TRUTH, PLAYER = (
    Type.CARDS,
    Type.CARD,
    Type.NUMBER,
    Type.TRUTH,
    Type.PLAYER,
)


@dataclass(frozen=True)
class Word:
    """A row. `needs` is the knowledge the word reads: a place offers it or not (see scopes.py)."""

    name: str
    params: tuple[Type, ...]
    type: Type
    needs: str
    python: str
    doc: str
    example: tuple[str, str]
    index: str = ""

    @property
    def signature(self) -> str:
        """The word as it is written, with the types of its arguments."""
        return (
            f"{self.name}({', '.join(p.value for p in self.params)})" if self.params else self.name
        )


def _one(name: str, needs: str, index: str, doc: str, example: tuple[str, str]) -> Word:
    """A word that is one card or none."""
    return Word(name, (), CARDS, needs, f"1 << {index} & DECK", doc, example, index)


WORDS = (
    Word("deck", (), CARDS, "", "DECK", "all cards of the pack", ("count(deck)", "32")),
    Word("none", (), CARDS, "", "0", "no card", ("count(none)", "0")),
    Word("players", (), NUMBER, "", "PLAYERS", "how many play", ("players", "2")),
    Word(
        "suit",
        (CARD,),
        CARDS,
        "",
        "SUIT[_0]",
        "all cards with the suit printed on that card",
        ("suit(led)", "spades"),
    ),
    Word(
        "strength",
        (CARD,),
        NUMBER,
        "ranking",
        "STRENGTH[_0]",
        "a card's place in the ranking: 1 for the weakest, 0 for no card",
        ("strength(led)", "6"),
    ),
    Word(
        "count",
        (CARDS,),
        NUMBER,
        "",
        "popcount(_0)",
        "how many cards a set has",
        ("count(hand)", "5"),
    ),
    Word(
        "value",
        (CARDS,),
        NUMBER,
        "values",
        "value_of(_0)",
        "the card points of a set, added up",
        ("value(hand)", "19"),
    ),
    Word(
        "empty",
        (CARDS,),
        TRUTH,
        "",
        "(_0 == 0)",
        "whether a set holds no card",
        ("empty(spades of hand)", "yes"),
    ),
    Word(
        "min",
        (NUMBER, NUMBER),
        NUMBER,
        "",
        "min(_0, _1)",
        "the smaller number",
        ("min(stock, 10)", "10"),
    ),
    Word(
        "max",
        (NUMBER, NUMBER),
        NUMBER,
        "",
        "max(_0, _1)",
        "the larger number",
        ("max(stock, 10)", "20"),
    ),
    Word("dealer", (), PLAYER, "deal", "s.dealer", "who deals", ("dealer = me", "yes")),
    Word(
        "round",
        (),
        NUMBER,
        "round",
        "(s.round if SERIES else 1)",
        "the number of this round of the match; 1 in a match without rounds",
        ("round", "1"),
    ),
    Word(
        "left",
        (PLAYER,),
        PLAYER,
        "",
        "LEFT[_0]",
        "the player who plays after this one",
        ("left(dealer) = leader", "yes"),
    ),
    Word(
        "right",
        (PLAYER,),
        PLAYER,
        "",
        "RIGHT[_0]",
        "the player who plays before this one",
        ("right(leader) = dealer", "yes"),
    ),
    _one(
        "turned",
        "turned",
        "s.turned",
        "the card turned up in the deal, while it lies there",
        ("turned", "9 of hearts"),
    ),
    Word(
        "trump",
        (),
        CARDS,
        "trump",
        "s.trump",
        "the trumps of this deal",
        ("trump", "hearts"),
    ),
    Word(
        "follows",
        (CARD,),
        CARDS,
        "trump",
        "following(s, _0)",
        "the cards that follow a card: the trumps if it is one, else its suit without the trumps",
        ("follows(led)", "spades"),
    ),
    _one(
        "led",
        "play",
        "s.led",
        "the card led to this trick; no card before the lead",
        ("led", "K of spades"),
    ),
    _one(
        "best",
        "play",
        "s.best",
        "the card that wins the trick so far; no card before the lead",
        ("best", "K of spades"),
    ),
    Word(
        "beats",
        (CARD,),
        CARDS,
        "contest",
        "beating(s, _0)",
        "the cards that would take this trick from that card",
        ("beats(best) of spades", "A of spades or 10 of spades"),
    ),
    Word("leader", (), PLAYER, "play", "s.leader", "who led this trick", ("leader = me", "no")),
    Word(
        "trick",
        (),
        NUMBER,
        "trick",
        "s.trick",
        "the number of this trick, at the end of the deal of its last one; the first is 1",
        ("trick", "2"),
    ),
    Word(
        "stock",
        (),
        NUMBER,
        "play",
        "stock_left(s)",
        "how many cards lie in the stock, the turned one included; 0 in a game without drawing",
        ("stock", "20"),
    ),
    Word(
        "played",
        (),
        CARDS,
        "play",
        "s.played",
        "the cards played in this deal so far, those of this trick included",
        ("count(played)", "3"),
    ),
    Word(
        "me",
        (),
        PLAYER,
        "me",
        "me",
        "the player whom the rule is about",
        ("left(me) = leader", "yes"),
    ),
    Word(
        "hand",
        (),
        CARDS,
        "hand",
        "s.hand[me]",
        "the cards in that player's hand",
        ("hand", "7 of hearts or (K or Q) of clubs or (10 or J) of diamonds"),
    ),
    Word(
        "holds",
        (CARDS,),
        TRUTH,
        "hand",
        "(s.hand[me] & _0 != 0)",
        "whether that hand has at least one card of a set",
        ("holds(follows(led))", "no"),
    ),
    Word(
        "winner",
        (),
        PLAYER,
        "taken",
        "s.taker",
        "who took the trick; if nobody did, who led it",
        ("winner = left(me)", "yes"),
    ),
    Word("won", (), CARDS, "score", "s.won[me]", "the cards the player took", ("count(won)", "16")),
    Word(
        "declared",
        (),
        NUMBER,
        "score",
        "s.declared[me]",
        "the points of the player's declarations",
        ("declared", "20"),
    ),
    Word(
        "tricks",
        (),
        NUMBER,
        "score",
        "s.tricks[me]",
        "how many tricks the player took",
        ("tricks", "8"),
    ),
    Word(
        "first_win",
        (),
        NUMBER,
        "score",
        "s.first_win[me]",
        "the number of the first trick that the player took; 0 for none",
        ("first_win", "3"),
    ),
    Word(
        "last_win",
        (),
        NUMBER,
        "score",
        "s.last_win[me]",
        "the number of the last trick that the player took; 0 for none",
        ("last_win", "16"),
    ),
    Word(
        "last_winner",
        (),
        PLAYER,
        "score",
        "s.last_winner",
        "who took the last trick that was not spoiled; who led first if all were",
        ("last_winner = me", "yes"),
    ),
    Word(
        "points",
        (),
        NUMBER,
        "points",
        "s.points[me]",
        "the sum of the player's terms in `scoring: points:`",
        ("points", "97"),
    ),
    Word(
        "decided",
        (),
        TRUTH,
        "result",
        "(s.winner != NOBODY)",
        "whether the deal has a winner",
        ("decided", "yes"),
    ),
    _one(
        "drawn",
        "lot",
        "s.drawn[me]",
        "the card the player drew for the first deal, or for a seat",
        ("drawn", "J of clubs"),
    ),
    _one(
        "seated",
        "seated",
        "s.seated[me]",
        "the card the player drew when the seats were found; no card if they were not",
        ("seated", "none"),
    ),
)

BY_NAME = {word.name: word for word in WORDS}
