"""games/council.yaml a second time: from its rules in words, slow and apart from the engine.

A seat is 0 to 2, cards are codes such as "10H". Nothing here is imported from the program.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice

Acts = Generator[tuple[int, set[str]], str, None]
"""who is to act and what may be done; is sent what was done"""

DOWNWARDS = ("A", "10", "K", "Q", "J", "9", "8", "7")
VALUES = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}


class Deal:
    """A deal. `seat` and `offers`: who is to act and what may be done, nobody at its end."""

    def __init__(self, pack: list[str], dealer: int, settings: dict[str, str]) -> None:
        self.pace, self.frank = settings.get("pace", "slow"), settings.get("frank", "yes")
        self.dealer, self.left, self.right = dealer, (dealer + 1) % 3, (dealer + 2) % 3
        self.hands: list[list[str]] = [[], [], []]
        self.rest = iter(pack)
        for packet in (3, 3, 1):
            for seat in (self.left, self.right, self.dealer):
                self.hands[seat] += islice(self.rest, packet)
        self.turned = next(self.rest)
        self.agreed: set[str] = set()
        self.given: list[set[str]] = [set(), set(), set()]
        self.won: list[list[str]] = [[], [], []]
        self.wins: list[list[int]] = [[], [], []]
        self.stage, self.aside, self.trick = "", 0, 0
        self.seat: int | None = None
        self.offers: set[str] = set()
        self.acts = self._stages()
        self.seat, self.offers = next(self.acts)

    def do(self, text: str) -> None:
        """What the player to move does."""
        assert text in self.offers
        try:
            self.seat, self.offers = self.acts.send(text)
        except StopIteration:
            self.seat, self.offers = None, set()

    # -- before the first trick --------------------------------------------------------------------

    def _stages(self) -> Acts:
        if self.pace != "quick":
            yield from self._ask("bid", self.left)
        if "bid" in self.agreed and self.turned[:-1] != "7":
            yield from self._change("change", 3, (self.dealer, self.left))
        if "bid" in self.agreed or self.turned[:-1] in ("7", "A"):
            yield from self._ask("double", self.dealer)
        if self.both:
            yield from self._change("again", 1, (self.right, self.right))
        self.stage = ""
        yield from self._tricks()

    def _ask(self, name: str, first: int) -> Acts:
        """One after the other, until somebody says no."""
        self.stage = name
        for i in range(3):
            if (yield (first + i) % 3, {"yes", "no"}) == "no":
                return
        self.agreed.add(name)

    def _change(self, name: str, number: int, seats: tuple[int, ...]) -> Acts:
        """They take cards one at a time, in turn; then each puts as many aside."""
        self.stage = name
        for _ in range(number):
            for seat in seats:
                self.hands[seat].append(next(self.rest))
        for seat in seats:
            for self.aside in range(number, 0, -1):
                done = yield seat, {f"discard {card}" for card in self.hands[seat]}
                self.hands[seat].remove(done.removeprefix("discard "))
        self.aside = 0

    @property
    def both(self) -> bool:
        return self.agreed == {"bid", "double"}

    # -- tricks ------------------------------------------------------------------------------------

    def _tricks(self) -> Acts:
        leader = self.left
        for self.trick in range(1, 8):
            table: list[tuple[int, str]] = []
            for seat in (leader, (leader + 1) % 3, (leader + 2) % 3):
                kind, what = "", ""
                while kind != "play":
                    cards = self.allowed(seat, table[0][1] if table else "")
                    offers = {f"play {card}" for card in cards}
                    offers |= {f"signal {sign}" for sign in self.signs(seat)}
                    kind, what = (yield seat, offers).split()
                    if kind == "signal":
                        self.given[seat].add(what)
                self.hands[seat].remove(what)
                table.append((seat, what))
            places = [self.height(card, table[0][1]) for _seat, card in table]
            if places.count(max(places)) == 1:  # else the trick is spoiled
                leader = table[places.index(max(places))][0]
                self.won[leader] += [card for _seat, card in table]
                self.wins[leader].append(self.trick)

    def height(self, card: str, led: str) -> tuple[int, int]:
        """How high a card stands in a trick; jacks are equal if they are above the trumps."""
        order = -DOWNWARDS.index(card[:-1])
        if "double" in self.agreed and card[:-1] == "J":
            return 3, order
        if card[-1] == self.turned[-1]:
            return 2, order
        return (1, order) if card[-1] == led[-1] else (0, 0)

    def allowed(self, seat: int, led: str) -> set[str]:
        """What may be played: every rule narrows the choice if a card is left."""
        hand = set(self.hands[seat])
        if not led and "double" in self.agreed:
            hand = {card for card in hand if card[-1] != self.turned[-1]} or hand
        if led and "bid" in self.agreed:
            hand = {card for card in hand if card[-1] == led[-1]} or hand
        if led and self.both and self.trick > 2:
            hand = {card for card in hand if card[:-1] in ("7", "8", "9")} or hand
        return hand

    def signs(self, seat: int) -> set[str]:
        """The signs that may be given."""
        hand, turned = self.hands[seat], self.turned[-1]
        high = any(card[:-1] in ("A", "10") for card in hand)
        means = {
            "nod": high,
            "wink": "QS" in hand,
            "shrug": not (high or any(card[-1] == turned for card in hand))
            or ("bid" in self.agreed and self.trick == 2),
        }
        if self.pace == "silent":
            return set()
        true = self.frank == "yes" and self.pace != "quick"
        return {name for name, holds in means.items() if holds or not true} - self.given[seat]

    # -- the end -----------------------------------------------------------------------------------

    def terms(self, seat: int) -> dict[str, int]:
        """The points of a player."""
        bid = 10 if "bid" in self.agreed and seat == self.left else 0
        return {"bid": bid, "cards": sum(VALUES.get(card[:-1], 0) for card in self.won[seat])}

    def winner(self) -> int | None:
        """Most points, then most tricks, then whose last trick came first."""

        def key(seat: int) -> tuple[int, int, int]:
            last = max(self.wins[seat], default=0)
            return sum(self.terms(seat).values()), len(self.wins[seat]), -last

        best = max(key(seat) for seat in range(3))
        seats = [seat for seat in range(3) if key(seat) == best]
        return seats[0] if len(seats) == 1 else None

    def worth(self, seat: int) -> int:
        """What the deal counts that this player has won."""
        return 3 if self.both else 2 if self.wins[seat][:1] == [1] else 1
