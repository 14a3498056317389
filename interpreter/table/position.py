"""A match set up in the middle: how it stands, and a deal that is dealt or under way.

In: how a match stands, a pack, and what has happened with it. Out: the state before the next trick
is opened, with every card in one place. What counts tricks, cards taken and points declared follows
from the tricks and declarations, so that no two facts of a position can contradict each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..machine.engine.spec import LEAD, State
from .lots import Lots
from .view import Declared, Trick

if TYPE_CHECKING:
    from .chronicle import Chronicle
    from .game import Game


@dataclass(frozen=True)
class UnderWay:
    """A deal some tricks of which have been played.

    hands: a set for each seat. turned: the card that lies face up, the number after the last one
    for none. trump: a set. first: who led the first trick. tricks: in the order of play. declared:
    seats and calls, of cards that were played since.
    """

    hands: tuple[int, ...]
    turned: int
    trump: int
    first: int
    tricks: tuple[Trick, ...]
    declared: tuple[tuple[int, int], ...] = ()

    @property
    def leader(self) -> int:
        """Who leads the next trick: who took the last one; its leader if nobody did."""
        if not self.tricks:
            return self.first
        last = self.tricks[-1]
        return last.cards[0][0] if last.winner is None else last.winner


@dataclass(frozen=True)
class Position:
    """A match before a deal, or before a trick of it.

    lots: what was drawn for the first deal. dealer: of this deal. deals, repeats, wins (by side),
    rounds (by side; empty in a match that has none): as they stand before this deal. pack: in the
    order in which the cards leave it. deal: None if the pack is to be dealt.
    """

    lots: Lots
    dealer: int
    deals: int
    repeats: int
    wins: tuple[int, ...]
    rounds: tuple[int, ...]
    pack: tuple[int, ...]
    deal: UnderWay | None = None


def stand(s: State, position: Position) -> None:
    """The match stands as it did before the deal."""
    s.dealer = position.dealer
    s.deals = position.deals
    s.repeats = position.repeats
    s.wins[:] = position.wins
    if position.rounds:
        s.rounds[:] = position.rounds
        s.round = sum(position.rounds) + 1


def place(game: Game, s: State, position: Position) -> tuple[int, ...]:
    """Set up a deal that is under way; the next step opens a trick. The points of its declarations.

    A declaration that made its suit trump was worth what it was before.
    """
    m, deal = game.machine, position.deal
    assert deal is not None
    m.deal(s, position.pack)
    before = s.trump
    s.hand[:] = deal.hands
    s.turned = deal.turned
    s.trump = deal.trump
    s.next = drawn_from(game, len(deal.tricks))
    s.trick = len(deal.tricks)
    s.taker = deal.leader
    s.step = LEAD
    if "stage" in m.FIELDS:
        s.stage = len(game.ruleset.stages)
    counts = "tricks" in m.FIELDS
    for number, trick in enumerate(deal.tricks, 1):
        cards = sum(1 << game.ruleset.deck.numbers[code] for _seat, code in trick.cards)
        s.played |= cards
        if trick.winner is None:
            continue
        s.won[trick.winner] |= cards
        s.last_winner = trick.winner
        if counts:
            s.tricks[trick.winner] += 1
            s.first_win[trick.winner] = s.first_win[trick.winner] or number
            s.last_win[trick.winner] = number
    points = []
    for seat, call in deal.declared:
        s.slots[seat] |= m.SLOT[call]
        s.trump = before if _makes(game, call) == deal.trump else deal.trump
        points.append(m.worth(s, seat, call))
        if "declared" in m.FIELDS:
            s.declared[seat] += points[-1]
    s.trump = deal.trump
    return tuple(points)


def _makes(game: Game, call: int) -> int:
    """The suit that a declaration can make trump; no card if it makes none."""
    suits = game.ruleset.deck.suit_masks.values()
    for declaration in game.ruleset.declarations:
        if call < len(declaration.masks):
            return list(suits)[call] if declaration.trump and declaration.each else 0
        call -= len(declaration.masks)
    return 0


def drawn_from(game: Game, tricks: int) -> int:
    """How many cards have left the pack after some tricks, the turned one with them."""
    r = game.ruleset
    each = r.tricks.draw.each if r.tricks.draw else 0
    drawn = min(tricks * each * r.players, r.drawable)
    return r.players * r.deal.cards + r.deal.turn_up + drawn


def recall(story: Chronicle, deal: UnderWay, points: tuple[int, ...]) -> None:
    """What everybody knows of a deal that is under way, noted in a chronicle that is there."""
    game, s = story.game, story.state
    for trick in deal.tricks:
        story.last_trick = trick
        if trick.winner is not None:
            story.tricks[trick.winner] += 1
            story.last_won[trick.winner] = trick
    for (seat, call), worth in zip(deal.declared, points, strict=True):
        action = game.actions[game.ruleset.deck.size + call]
        left = s.hand[seat] & game.machine.CARDS[call]  # it has been shown
        story.known[seat] |= left
        made = Declared(seat, action.name, action.suit, worth, game.codes(left))
        story.declared.append(made)
