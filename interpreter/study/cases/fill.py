"""What a case does not give is drawn at random, so that everything fits together.

In: a game, what a case gives, a stream of numbers. Out: a position, and the cards to draw for seats
and first deals; or nothing, if chance found no way in many tries. A position keeps every sum: each
card is in one place, hands are as large as they are at that trick, captured cards come in whole
tricks, the stock has its size and the turned card is its last one.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...machine.packs import Stream
from ...machine.tables import tables
from ...table.game import Game
from ...table.lots import TooFewCards, draw_lots, draw_seats, no_lots
from ...table.position import Position, UnderWay, drawn_from
from .history import Pool, Unfilled, bits, takers, tricks
from .sizes import Sizes, begins, opens
from .suite import SPOILED, Given

TRIES = 200


@dataclass(frozen=True)
class Laid:
    """A position, and what is drawn by lot before it. lots: the cards of each draw. begins: whether
    the match begins with these draws, so that they decide who deals."""

    position: Position
    lots: tuple[tuple[int, ...], ...] = ()
    begins: bool = False


class Filler:
    """Positions of one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.machine, r = game, game.machine, game.ruleset
        self.ruleset, self.sizes = r, Sizes(r)
        self.seats = tables(r)["SEATS"]
        self.codes = r.deck.codes
        self.everything = (1 << r.deck.size) - 1
        self.up = r.players * r.deal.cards
        self._dealt: dict[tuple[int, int, int], tuple[int, int]] = {}
        self._worth = int(r.worth.range[1]) if r.worth else 1

    def fill(self, given: Given, stream: Stream) -> Laid | None:
        """One filling; None if none was found."""
        possible, _key, _why = self.sizes.possible(given)
        for _ in range(TRIES):
            try:
                return self._try(given, possible, stream)
            except Unfilled:
                continue
        return None

    def _try(self, given: Given, possible: list[int], stream: Stream) -> Laid:
        lots = self._lots(given, stream)
        first = begins(given)
        wins, rounds, deals, repeats = self._standing(given, first, stream)
        number = sum(rounds) + 1
        drawn = draw_lots(self.game, lambda n: lots[n - 1]) if lots else None
        dealer = drawn.dealer if first and drawn else given.dealer
        trick, dealer, leader = self._where(given, possible, dealer, number, stream)
        begun = drawn or no_lots(self.game, dealer)
        pack, deal = self._cards(given, trick, dealer, leader, number, stream)
        position = Position(begun, dealer, deals + repeats, repeats, wins, rounds, pack, deal)
        return Laid(position, lots, first)

    # -- the match -----------------------------------------------------------------------------

    def _lots(self, given: Given, stream: Stream) -> tuple[tuple[int, ...], ...]:
        """Cards for the draws: those that are given first, others until all is decided."""
        if not given.seating and not given.drawn:
            return ()
        found: list[tuple[int, ...]] = []
        size = len(self.codes)

        def whole(cards: tuple[int, ...]) -> tuple[int, ...]:
            return (*cards, *(c for c in stream.shuffled(size) if c not in cards))

        def pack(number: int) -> tuple[int, ...]:
            while len(found) < number:
                found.append(whole(()))
            return found[number - 1]

        found += [whole(cards) for cards in given.seating]
        if self.ruleset.seats and not given.seating:
            state = self.machine.State()
            self.machine.begin(state, 0)
            draw_seats(self.game, state, pack)
        found += [whole(cards) for cards in given.drawn]
        try:
            draw_lots(self.game, pack)
        except TooFewCards:
            raise Unfilled from None
        return tuple(found)

    def _standing(
        self, given: Given, first: bool, stream: Stream
    ) -> tuple[tuple[int, ...], tuple[int, ...], int, int]:
        """Wins and rounds by side, deals with and without a winner. If nothing is said of the wins,
        this deal does not end the match."""
        r, rounds, repeats = self.ruleset, given.rounds, given.repeats
        if rounds is None:
            most = 1 if first else r.rounds
            rounds = tuple(stream.below(most) for _ in range(r.sides)) if r.rounds > 1 else ()
        if repeats is None:
            repeats = 0 if first else stream.below(max(min(r.repeats, 3), 1))
        wins = given.wins
        if wins is None:
            wins = (0,) * r.sides if first else self._wins(given.deals, stream)
        deals = sum(wins) + r.wins * sum(rounds) if given.deals is None else given.deals
        return wins, rounds, deals, repeats

    def _wins(self, deals: int | None, stream: Stream) -> tuple[int, ...]:
        """Some wins of each side."""
        r = self.ruleset
        if r.wins:
            most = max(r.wins - self._worth, 1)
            return tuple(stream.below(most) for _ in range(r.sides))
        count = stream.below(max(r.deals - 1, 1)) if deals is None else deals
        winners = [stream.below(r.sides) for _ in range(count)]
        return tuple(winners.count(side) for side in range(r.sides))

    def _where(
        self,
        given: Given,
        possible: list[int],
        dealer: int | None,
        number: int,
        stream: Stream,
    ) -> tuple[int, int, int]:
        """The trick, who deals and who leads."""
        seats, leader = range(self.game.seats), given.leader
        void = given.taken is not None and set(given.taken) <= {SPOILED}  # nobody took a trick yet
        if leader is None and not ((void or opens(given)) and dealer is not None):
            leader = 0
        dealers = [dealer] if dealer is not None else list(seats)
        first = [d for d in dealers if leader in (None, self._deals(d, number)[0])]
        left = [t for t in possible if first or (t > 1 and not void)]
        if not left:
            raise Unfilled
        trick = left[stream.below(len(left))]
        leads = trick == 1 or void  # whoever leads first in this deal
        dealers = first if leads else dealers
        dealer = dealers[stream.below(len(dealers))]
        return trick, dealer, self._deals(dealer, number)[0] if leads else leader or 0

    def _deals(self, dealer: int, number: int, turned: int = 0) -> tuple[int, int]:
        """Who leads first in such a deal, and what the trumps are if that card is turned up."""
        key = (dealer, number, turned)
        if key not in self._dealt:
            m = self.machine
            s, pack = m.State(), list(range(len(self.codes)))
            at = self.up if self.up < len(pack) else 0
            pack[at], pack[turned] = pack[turned], pack[at]
            m.begin(s, dealer)
            if "round" in m.FIELDS:
                s.round = number
            m.deal(s, pack)
            self._dealt[key] = s.taker, s.trump
        return self._dealt[key]

    # -- the cards -----------------------------------------------------------------------------

    def _cards(
        self, given: Given, trick: int, dealer: int, leader: int, number: int, stream: Stream
    ) -> tuple[tuple[int, ...], UnderWay | None]:
        """The pack, and the deal if it is under way."""
        if given.pack:
            rest = [c for c in stream.shuffled(len(self.codes)) if c not in given.pack]
            return (*given.pack, *rest), None
        pool = Pool(stream, self.everything & ~self._placed(given))
        turned = self._turned(given, trick, dealer, number, pool)
        must = self._must(given, pool)
        hands = self._hands(given, trick, leader, pool)
        if trick == 1:
            return self._pack(given, hands, turned, dealer, number, pool), None
        first = self._deals(dealer, number)[0]
        row = takers(self.ruleset, given, trick - 1, first, leader, stream)
        past = tricks(self.ruleset, given, row, first, must, pool)
        trump, origin = self._trump(given, turned, dealer, number, stream)
        declared = tuple((seat, self._call(text)) for seat, text in given.declared)
        deal = UnderWay(tuple(hands), turned, trump, first, past, declared)
        return self._behind(given, trick, origin, pool), deal

    def _placed(self, given: Given) -> int:
        """All cards that are given."""
        placed = 0
        for cards in (*given.hands, *given.captured):
            placed |= cards
        for card in (*given.table, *given.top):
            placed |= 1 << card
        if given.turned is not None:
            placed |= 1 << given.turned & self.everything
        return placed

    def _turned(self, given: Given, trick: int, dealer: int, number: int, pool: Pool) -> int:
        """The card that lies face up, with the trumps that are given."""
        if given.turned is not None:
            return given.turned
        if not self.sizes.turned(trick):
            return len(self.codes)
        among = self.everything
        if given.trump is not None and self.ruleset.trump is not None:
            among = sum(
                1 << card
                for card in range(len(self.codes))
                if self._deals(dealer, number, card)[1] == given.trump
            )
        return pool.take(1, among).bit_length() - 1

    def _trump(
        self, given: Given, turned: int, dealer: int, number: int, stream: Stream
    ) -> tuple[int, int]:
        """The trumps, and a card that was turned up when they were made."""
        size, r = len(self.codes), self.ruleset
        cards = [turned] if turned < size else stream.shuffled(size)
        if given.trump is not None and r.makes_trump:
            return given.trump, cards[0]
        for card in cards:
            trump = self._deals(dealer, number, card)[1]
            if given.trump in (None, trump):
                return trump, card
        raise Unfilled

    def _must(self, given: Given, pool: Pool) -> int:
        """Cards that were played, since somebody declared something with them."""
        must, captured = 0, 0
        for cards in given.captured:
            captured |= cards
        counts = [d.number for d in self.ruleset.declarations for _ in d.masks]
        for seat, text in given.declared:
            call = self._call(text)
            mask = self.machine.CARDS[call]
            held = mask & given.hands[seat] if given.hands else 0
            there = (held | mask & (captured | must)).bit_count()
            must |= pool.take(max(counts[call] - there, 0), mask)
            if not mask & (captured | must):
                must |= pool.take(1, mask)
        return must

    def _call(self, text: str) -> int:
        return self.machine.CALLS.index(text)

    def _hands(self, given: Given, trick: int, leader: int, pool: Pool) -> list[int]:
        """The hands before the trick, with the cards that lie on the table; those with most
        conditions are filled first."""
        n, size = self.game.seats, self.sizes.hand(trick)
        hands = list(given.hands or (0,) * n)
        for i, card in enumerate(given.table):
            hands[(leader + i) % n] |= 1 << card
        lacks = given.lacks or (0,) * n
        for seat in sorted(range(n), key=lambda p: -lacks[p].bit_count()):
            hands[seat] |= pool.take(size - hands[seat].bit_count(), ~lacks[seat])
        return hands

    def _pack(
        self, given: Given, hands: list[int], turned: int, dealer: int, number: int, pool: Pool
    ) -> tuple[int, ...]:
        """A pack that deals these hands."""
        first = self._deals(dealer, number)[0]
        rows = [pool.shuffled(hand) for hand in hands]
        dealt = [rows[(first + place) % len(rows)].pop() for place in self.seats]
        up = [turned] if self.ruleset.deal.turn_up else []
        return (*dealt, *up, *given.top, *pool.shuffled(pool.free))

    def _behind(self, given: Given, trick: int, origin: int, pool: Pool) -> tuple[int, ...]:
        """A pack of which the right cards are left; the others lie before them in any order."""
        stock = [*given.top, *pool.shuffled(pool.free)]
        left = len(self.codes) - min(drawn_from(self.game, trick - 1), len(self.codes))
        assert len(stock) == left, "a card is in no place"
        front = [card for card in bits(self.everything) if card not in stock]
        if self.ruleset.deal.turn_up and origin in front:
            front.remove(origin)
            front.insert(self.up, origin)
        return (*front, *stock)
