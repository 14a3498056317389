"""The lots before a match, and before a round of it: who sits where, and who deals first.

In: a game and shuffled packs, by number. Out: what was drawn and what came of it. For the seats
cards are turned up in turn until every player has one of those that decide; for the first deal each
player draws one. Equal cards draw again; rounds are bounded, so that keys that never decide cannot
hang a match: then players sit as they came, and seat 0 deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..machine.engine.spec import State
from ..machine.tables import places
from ..text.limits import MAX_LOTS

if TYPE_CHECKING:
    from .game import Game

Cards = tuple[int, ...]
Packs = Callable[[int], Sequence[int]]
"""shuffled packs by number, from 1"""


@dataclass(frozen=True)
class Lots:
    """seating: the cards turned up in each round. seats: the player in each seat. draws: the cards
    drawn for the first deal in each round, by seat. dealer: the seat that deals first."""

    seating: tuple[Cards, ...]
    seats: tuple[int, ...]
    draws: tuple[Cards, ...]
    dealer: int


class TooFewCards(ValueError):
    """A pack, as a record has it, ends before everybody has a card."""


def no_lots(game: Game, dealer: int) -> Lots:
    """Players sit as they came, and somebody said who deals."""
    return Lots((), tuple(range(game.seats)), (), dealer)


def draw_lots(game: Game, pack: Packs) -> Lots:
    """Draw for the seats and for the first deal."""
    state = fresh(game)
    seating, seats = draw_seats(game, state, pack)
    draws, dealer = draw_dealer(game, state, lambda number: pack(len(seating) + number))
    return Lots(seating, seats, draws, dealer)


def fresh(game: Game) -> State:
    """A state for drawing lots before a match."""
    state = game.machine.State()
    game.machine.begin(state, 0)
    return state


def begin_match(game: Game, state: State, lots: Lots) -> None:
    """A match before its first deal. If it has rounds, the drawn cards are kept: they can decide
    again."""
    if game.ruleset.rounds > 1:
        if game.ruleset.seats is not None:
            state.seated = [game.ruleset.deck.size] * game.seats
            for turned in lots.seating[-1:]:
                game.machine.find_seats(state, turn_up(game, turned)[1])
        game.machine.draw_lot(state, _last(game, lots))
    game.machine.begin(state, lots.dealer)


def draw_again(game: Game, state: State, first: Lots, pack: Packs) -> Lots:
    """Draw for the first deal of a new round of the match, which began with the lots `first`.

    If nobody drew then, since somebody said who deals, that player deals first in every round.
    """
    if not first.seating and not first.draws:
        return first
    draws, dealer = draw_dealer(game, state, pack)
    return Lots((), first.seats, draws, dealer)


def begin_round(game: Game, state: State, lots: Lots) -> None:
    """A new round of the match before its first deal, with what was drawn for it."""
    game.machine.draw_lot(state, _last(game, lots))
    game.machine.first_deal(state, lots.dealer)


def _last(game: Game, lots: Lots) -> Cards:
    """The cards that decided who deals, by seat; no cards if nobody drew."""
    return lots.draws[-1] if lots.draws else (game.ruleset.deck.size,) * game.seats


def draw_seats(game: Game, state: State, pack: Packs) -> tuple[tuple[Cards, ...], Cards]:
    """The cards turned up in each round, and the player in each seat."""
    seats, rounds = tuple(range(game.seats)), list[Cards]()
    if hasattr(state, "seated"):
        state.seated = [game.ruleset.deck.size] * game.seats
    if game.ruleset.seats is None:
        return (), seats
    while len(rounds) < MAX_LOTS:
        turned, own = turn_up(game, pack(len(rounds) + 1))
        rounds.append(turned)
        if game.machine.find_seats(state, own):
            seats = _seats(game, state)
            break
    return tuple(rounds), seats


def draw_dealer(game: Game, state: State, pack: Packs) -> tuple[tuple[Cards, ...], int]:
    """The cards drawn in each round, by seat, and who deals first."""
    rounds: list[Cards] = []
    dealer = game.machine.draw_lot(state, [game.ruleset.deck.size] * game.seats)
    while dealer == game.seats and len(rounds) < MAX_LOTS:  # no seat decides without a card
        cards = tuple(pack(len(rounds) + 1)[: game.seats])
        if len(cards) < game.seats:
            raise TooFewCards
        rounds.append(cards)
        dealer = game.machine.draw_lot(state, cards)
    return tuple(rounds), dealer % game.seats


def turn_up(game: Game, pack: Sequence[int]) -> tuple[Cards, list[int]]:
    """Turn up cards for one player after the other; who has one that decides gets no more.

    All the cards turned up, and the one that decides of each player.
    """
    assert game.ruleset.seats is not None
    among, none = game.ruleset.seats.among, game.ruleset.deck.size
    own, player = [none] * game.seats, 0
    for count, card in enumerate(pack, 1):
        if among >> card & 1:
            own[player] = card
            if none not in own:
                return tuple(pack[:count]), own
        player = next(
            p for i in range(1, game.seats + 1) if own[p := (player + i) % game.seats] == none
        )
    raise TooFewCards


def _seats(game: Game, state: State) -> tuple[int, ...]:
    """The player in each seat, once the players are in order."""
    place = places(game.seats, game.ruleset.sides)
    return tuple(state.order[place.index(seat)] for seat in range(game.seats))
