"""The tables and constants of a ruleset: everything about its cards that is the same in every deal.

In: a Ruleset. Out: the names that replace those of the engine's `spec.py`. Tables that are indexed
by a card have one row more, for "no card".
"""

from __future__ import annotations

from ..rules.expression import Expr, constant_cards, words
from ..rules.ruleset import Ruleset
from ..rules.vocabulary import Word

Constants = dict[str, int]
Tables = dict[str, tuple[int, ...]]


def constants(r: Ruleset) -> Constants:
    """Numbers and switches, folded into the code."""
    declarations = sum(len(d.masks) for d in r.declarations)
    draw = r.tricks.draw
    passing = declarations + len(r.exchanges)
    polls = any(stage.ask for stage in r.stages)
    signs = passing + (3 if polls else 1)
    return {
        "PLAYERS": r.players,
        "SIDES": r.sides,
        "SIZE": r.deck.size,
        "NONE": r.deck.size,
        "NOBODY": r.players,
        "DECK": (1 << r.deck.size) - 1,
        "DEALT": r.players * r.deal.cards,
        "TRICKS": r.tricks_a_deal,
        "ROUND": r.players * draw.each if draw else 0,
        "EACH": draw.each if draw else 0,
        "WINS": r.wins,
        "DEALS": r.deals,
        "REPEATS": r.repeats,
        "ROUNDS": r.rounds,
        "DECLARATIONS": declarations,
        "PASS": passing,
        "YES": passing + 1,
        "NO": passing + 2,
        "SIGNS": signs,
        "DISCARDS": r.deck.size + signs + len(r.signals.signs),
        "STAGES": len(r.stages),
        "TURNS_UP": r.deal.turn_up,
        "DRAWS": draw is not None,
        "DECLARES": bool(r.declarations),
        "EXCHANGES": bool(r.exchanges),
        "ASKS": any(x.ask for x in r.exchanges),
        "CLAIMS": any(d.wins for d in r.declarations),
        "SPOILS": can_tie(r),
        "POLLS": polls,
        "TAKES": any(stage.take for stage in r.stages),
        "SIGNALS": bool(r.signals.signs),
        "MAKES": r.makes_trump,
        "SERIES": r.rounds > 1,
        "ONCE": can_repeat(r),
    }


def tables(r: Ruleset) -> Tables:
    """Tuples of integers."""
    size, players = r.deck.size, r.players
    suits = list(r.deck.suit_masks.values())
    above, higher, equal, strength = 0, [0] * size, [0] * size, [0] * size
    for i, group in enumerate(r.tricks.ranking):
        for card in range(size):
            if group >> card & 1:
                higher[card], equal[card] = above, group
                strength[card] = len(r.tricks.ranking) - i
        above |= group
    calls = [(d, mask, i) for d in r.declarations for i, mask in enumerate(d.masks)]
    slots = {name: i for i, name in enumerate(sorted({_slot(d, i) for d, _m, i in calls}))}
    claims = [list(d.prefer) for d in r.declarations if d.wins]
    return {
        "LEFT": tuple((p + 1) % players for p in range(players)),
        "RIGHT": tuple((p - 1) % players for p in range(players)),
        "SEATS": _seats(players, r.deal.cards, r.deal.packets),
        "SUIT": (*(next(s for s in suits if s >> card & 1) for card in range(size)), 0),
        "HIGHER": (*higher, 0),
        "EQUAL": (*equal, 0),
        "STRENGTH": (*strength, 0),
        "KEYS": (
            len(r.first_dealer),
            max(map(len, claims), default=0),
            len(r.winner),
            len(r.seats.order) if r.seats else 0,
        ),
        "PLACES": places(r.players, r.sides),
        "EXTRA": tuple(stage.take for stage in r.stages),
        "TAKERS": tuple(len(stage.by) for stage in r.stages),
        "AGREES": tuple(1 << stage.number for stage in r.stages),
        "EACH_SUIT": tuple(suits[i] if d.each else 0 for d, _mask, i in calls),
        "CARDS": tuple(mask for _d, mask, _i in calls),
        "SLOT": tuple(1 << slots[_slot(d, i)] for d, _mask, i in calls),
    }


def _slot(declaration: object, i: int) -> str:
    """The slot of a declaration for suit `i`: its own name, or one for the suit."""
    each = getattr(declaration, "each", "")
    slot: str = getattr(declaration, "slot", "")
    return f"suit {i}" if slot == each else f"name {slot}"


def places(players: int, sides: int) -> tuple[int, ...]:
    """The seat of the first, second … player of the order: one side after the other."""
    return tuple(seat for side in range(sides) for seat in range(side, players, sides))


def _seats(players: int, cards: int, packets: int) -> tuple[int, ...]:
    """Who gets each dealt card, counted from the first player."""
    order: list[int] = []
    left = cards
    while left:
        packet = min(packets, left)
        order += [seat for seat in range(players) for _ in range(packet)]
        left -= packet
    return tuple(order)


def can_tie(r: Ruleset, group: int | None = None) -> bool:
    """Whether two cards of one trick can stand equal at the top, so that a trick can be spoiled;
    with a group of the ranking, whether two cards of that group can.

    They can unless every winning set is always of one suit and no two cards of a suit are equal,
    or the cards of a set that is the same in every deal are all unequal.
    """

    def tie(cards: int, expr: Expr) -> bool:
        mask = expr.extent.mask & cards
        if not expr.extent.one_suit:
            return mask.bit_count() > 1
        return any((mask & suit).bit_count() > 1 for suit in r.deck.suit_masks.values())

    groups = r.tricks.ranking if group is None else r.tricks.ranking[group : group + 1]
    return any(tie(cards, expr) for cards in groups for expr in r.tricks.wins)


def can_repeat(r: Ruleset) -> bool:
    """Whether a player could make an exchange a second time in a deal, if that were allowed.

    A single exchange of a card that is the same all through the deal cannot be made again: the card
    has been given away, and comes back only when nothing is turned up any more.
    """
    if len(r.exchanges) != 1:
        return bool(r.exchanges)
    fixed = {"dealer", "round", "players"} | (set() if r.makes_trump else {"trump", "suit"})
    return not fixed.issuperset(words(r.exchanges[0].give))


def plain_trump(r: Ruleset) -> bool:
    """Whether the trumps are always a whole suit or nothing, so that a card follows its suit.

    A declaration makes nothing but a suit trump.
    """
    if r.trump is None:
        return True
    constant = constant_cards(r.trump)
    if constant is not None:
        return constant in (0, *r.deck.suit_masks.values())
    return isinstance(r.trump.value, Word) and r.trump.value.name == "suit"
