"""What the tests of variants share: the shipped games, and packs put in order for any number of
players.

Hands stand in the order of play, the first is that of the player who leads the first trick.
"""

from __future__ import annotations

from functools import cache

from helpers import ROOT

from interpreter import Game, load
from interpreter.rules.shelf import shipped as shipped_names

NAMES = tuple(name for name in shipped_names() if "-" in name)
CHOUINES = tuple(name for name in NAMES if name.startswith("chouine"))
SEVERAL = tuple(n for n in CHOUINES if n.endswith(("-trois", "-quatre")))
MONDOUBLEAU = tuple(n for n in CHOUINES if "mondoubleau" in n)


@cache
def shipped(name: str) -> Game:
    """A variant as it is shipped."""
    return load(str(ROOT / "rulesets" / f"{name}.yaml"))


def in_turn(game: Game, hands: list[list[str]]) -> list[str]:
    """The cards of some hands in the order in which they are dealt."""
    size, packets = game.ruleset.deal.cards, game.ruleset.deal.packets
    assert len(hands) == game.seats
    assert all(len(hand) == size for hand in hands), f"{size} cards each"
    starts = range(0, size, packets)
    return [card for at in starts for hand in hands for card in hand[at : at + packets]]


def stacked(game: Game, hands: list[str], turned: str = "", stock: str = "") -> list[str]:
    """A pack that deals these hands; after `...` in the stock come its last face-down cards."""
    front, _dots, back = stock.partition("...")
    named = [*in_turn(game, [hand.split() for hand in hands]), *turned.split(), *front.split()]
    return _whole(game, named, back.split())


def _whole(game: Game, front: list[str], back: list[str]) -> list[str]:
    codes = game.ruleset.deck.codes
    named = [*front, *back]
    assert len(set(named)) == len(named), "a card is named twice"
    return [*front, *(card for card in codes if card not in named), *back]


def later(
    game: Game, hands: list[str], turned: str = "", lying: str = "", trump: str = ""
) -> tuple[list[str], list[str]]:
    """A pack and the tricks after which these hands are held and these cards lie face down.

    Who leads first takes all these tricks; everybody plays the cards first that came first. In a
    game in which a card is turned up it lies there still, unless the last player holds it.
    """
    codes, seats = game.ruleset.deck.codes, game.seats
    held, left = [hand.split() for hand in hands], lying.split()
    drawn = turned in held[-1]
    away = {*left, *(card for hand in held for card in hand), *turned.split()}
    rest = [card for card in codes if card not in away]
    assert len(rest) % seats == 0, "whole tricks"
    tricks = _tricks(rest, seats, turned[-1:] or trump)
    got = [[trick[p] for trick in tricks] + held[p] for p in range(seats)]
    if drawn:
        got[-1].remove(turned)
    size = game.ruleset.deal.cards
    pack = in_turn(game, [cards[:size] for cards in got])
    pack += turned.split()
    for at in range(size, max(len(cards) for cards in got)):
        pack += [cards[at] for cards in got if at < len(cards)]
    assert sorted(pack + left) == sorted(codes)
    return pack + left, [card for trick in tricks for card in trick]


def _tricks(rest: list[str], seats: int, trump: str) -> list[list[str]]:
    """Tricks that their leader takes: trumps lead, whatever is weakest replies."""
    ranks = ["A", "10", "K", "Q", "J", "9", "8", "7"]

    def key(card: str) -> tuple[bool, int]:
        return card[-1] != trump, ranks.index(card[:-1])

    found = []
    while rest:
        trick = [min(rest, key=key)]
        rest = [card for card in rest if card not in trick]
        while len(trick) < seats:
            trick.append(max((c for c in rest if not _beats(c, trick[0], trump, ranks)), key=key))
            rest = [card for card in rest if card not in trick]
        found.append(trick)
    return found


def _beats(card: str, led: str, trump: str, ranks: list[str]) -> bool:
    if card[-1] == led[-1]:
        return ranks.index(card[:-1]) < ranks.index(led[:-1])
    return card[-1] == trump


def all_with_a_chouine(game: Game) -> list[str]:
    """A pack that gives everybody a combination that wins the deal, whoever deals."""
    ranks = ["A", "10", "K", "Q", "J"] if game.ruleset.deal.cards == 5 else ["K", "Q", "J"]
    suits = "SDCH"[: game.seats]
    hands = [" ".join(rank + suit for rank in ranks) for suit in suits]
    return stacked(game, hands, "9H" if game.ruleset.deal.turn_up else "")


STRONG = ["3D", "3C", "2D", "2C", "9C", "9D", "2B", "2E", "AD"]


def strong_seat(game: Game, place: int) -> list[str]:
    """A pack that gives the strongest cards to the player in that place of the order of play."""
    size, codes = game.ruleset.deal.cards, game.ruleset.deck.codes
    rest = [card for card in codes if card not in STRONG[:size]]
    hands = [rest[i * size : (i + 1) * size] for i in range(game.seats - 1)]
    hands.insert(place, STRONG[:size])
    return stacked(game, [" ".join(hand) for hand in hands])
