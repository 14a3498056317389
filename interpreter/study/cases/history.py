"""The tricks that were played before a position: who took them, which cards lay in them.

In: what a case gives, how many tricks, a pool of cards. Out: whole tricks that hold all that was
captured and declared. They are made up: in no ruleset can a rule ask what lay in one trick with
what, or who played it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...machine.packs import Stream
from ...machine.tables import can_tie
from ...rules.ruleset import Ruleset
from ...table.view import Trick
from .suite import SPOILED, Given


class Unfilled(Exception):
    """Chance went where nothing fits; another try may do better."""


@dataclass
class Pool:
    """Cards that are not placed yet."""

    stream: Stream
    free: int

    def take(self, count: int, among: int = -1) -> int:
        """Some cards at random. Raises Unfilled if there are too few."""
        cards = bits(self.free & among)
        if not 0 <= count <= len(cards):
            raise Unfilled
        chosen = 0
        for i in range(count):
            j = i + self.stream.below(len(cards) - i)
            cards[i], cards[j] = cards[j], cards[i]
            chosen |= 1 << cards[i]
        self.free &= ~chosen
        return chosen

    def shuffled(self, cards: int) -> list[int]:
        """The cards of a set in some order."""
        row = bits(cards)
        for i in range(len(row) - 1, 0, -1):
            j = self.stream.below(i + 1)
            row[i], row[j] = row[j], row[i]
        return row


def bits(mask: int) -> list[int]:
    """The numbers of the cards of a set."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def takers(
    r: Ruleset, given: Given, count: int, first: int, leader: int, stream: Stream
) -> list[int]:
    """Who took each of some tricks, so that `leader` leads the next one. Raises Unfilled."""
    if given.taken is not None:
        return list(given.taken)
    least = [-(-cards.bit_count() // r.players) for cards in given.captured or [0] * r.players]
    fixed = given.counts or (None,) * r.players
    row = [seat for seat in range(r.players) for _ in range(_least(fixed[seat], least[seat]))]
    open_ = [seat for seat in range(r.players) if fixed[seat] is None]
    ties = can_tie(r)
    if leader not in row and not (leader == first and ties) and leader in open_:
        row.append(leader)
    while len(row) < count:
        choice = [*open_, *([SPOILED] if ties else [])]
        if not choice:
            raise Unfilled
        row.append(choice[stream.below(len(choice))])
    if len(row) > count:
        raise Unfilled
    for i in range(len(row) - 1, 0, -1):
        j = stream.below(i + 1)
        row[i], row[j] = row[j], row[i]
    return _led(row, first, leader)


def _least(fixed: int | None, least: int) -> int:
    if fixed is None:
        return least
    if fixed < least:
        raise Unfilled
    return fixed


def _led(row: list[int], first: int, leader: int) -> list[int]:
    """The row with its last taken trick taken by the leader."""
    taken = [i for i, seat in enumerate(row) if seat != SPOILED]
    if not taken:
        if leader != first:
            raise Unfilled
        return row
    if leader not in row:
        raise Unfilled
    last, own = taken[-1], max(i for i, seat in enumerate(row) if seat == leader)
    row[last], row[own] = row[own], row[last]
    return row


def tricks(
    r: Ruleset, given: Given, row: list[int], first: int, must: int, pool: Pool
) -> tuple[Trick, ...]:
    """The tricks with these takers; what was captured, and all of `must`, lies in them."""
    n, captured = r.players, list(given.captured or [0] * r.players)
    fixed = 0
    for cards in captured:
        fixed |= cards
    pool.free &= ~fixed
    loose = Pool(pool.stream, must & ~fixed)
    pool.free &= ~loose.free
    count = n * len(row) - fixed.bit_count() - loose.free.bit_count()
    loose.free |= pool.take(count)
    for seat in range(n):
        captured[seat] |= loose.take(n * row.count(seat) - captured[seat].bit_count())
    rows = {seat: pool.shuffled(cards) for seat, cards in enumerate(captured)}
    rows[SPOILED] = pool.shuffled(loose.free)
    found, leader = [], first
    for taker in row:
        lying = [rows[taker].pop() for _ in range(n)]
        plays = tuple(((leader + i) % n, r.deck.codes[card]) for i, card in enumerate(lying))
        found.append(Trick(None if taker == SPOILED else taker, plays))
        leader = leader if taker == SPOILED else taker
    return tuple(found)
