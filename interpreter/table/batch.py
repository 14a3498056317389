"""Many deals at once, for programs that learn or search: one call moves them all.

In: a game, a seed, actions by index. Out: arrays, a row for each deal. numpy is needed; with numba
the deals are played by machine code, else by Python with the same results.

>>> from interpreter import load
>>> batch = load("NAME").batch(1000, seed=7)
>>> while (batch.turn >= 0).any():
...     batch.step(batch.random())
>>> batch.returns.shape
(1000, 2)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..machine.native.carrier import Carrier, check_range, halves
from ..machine.packs import WORD as MAX_NUMBER
from ..text.messages import _
from .errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy
    from numpy.typing import NDArray

    from .game import Game

    Numbers = NDArray[numpy.int64]
    Flags = NDArray[numpy.bool_]


class Batch:
    """Deals of one seed, each by itself: deal n has the pack that deal n of a match with that seed
    has, and is dealt by seat n - 1, counted round the table.
    """

    def __init__(self, game: Game, carrier: Carrier, n: int, seed: int, first: int = 1) -> None:
        import numpy

        if n < 1:
            raise ValueError(_("a batch has at least one deal"))
        check_range(first, n, 1)
        self.game, self.carrier = game, carrier
        self._numpy, self._n, self._next = numpy, n, first
        self._seed = halves(seed)
        players, sides = game.seats, game.ruleset.sides
        self._numbers = carrier.zeros(n)
        self._states = carrier.states(n)
        self._words = carrier.zeros(4 * players * n)
        self._work = carrier.zeros(4), carrier.zeros(game.ruleset.deck.size)
        self._masks = carrier.zeros(3 * n)
        self._turns = carrier.integers([-1] * n)
        self._known = carrier.zeros(players * n)
        self._gains = carrier.zeros(sides * n)
        self._open()

    def __len__(self) -> int:
        return self._n

    def _open(self) -> int:
        """Deal the next deals where others are over. How many they are."""
        lists = (self._words, *self._work, self._masks, self._turns, self._known, self._gains)
        numbers = (self._numbers, self._next, *self._seed)
        count = int(self.carrier.call("open_deals", self._states, *lists, *numbers))
        self._next += count
        return count

    @property
    def number(self) -> Numbers:
        """(n,): which deal of the seed stands in each row."""
        return self._numpy.array(self._numbers, self._numpy.int64)

    # -- playing -------------------------------------------------------------------------------

    @property
    def turn(self) -> Numbers:
        """(n,): the seat that is to act; -1 where the deal is over."""
        return self._numpy.array(self._turns, self._numpy.int64)

    @property
    def legal(self) -> Flags:
        """(n, actions): what the seat to act may do, by index in `Game.actions`."""
        numpy, n, width = self._numpy, self._n, len(self.game.actions)
        out = self.carrier.room(n * (width + 7 >> 3))
        self.carrier.call("spread", self._masks, n, out)
        bytes_: Flags = numpy.asarray(out, "<i8").view(numpy.bool_)
        return bytes_.reshape(n, -1)[:, :width]

    def step(self, actions: Sequence[int] | Numbers) -> None:
        """One action in every deal, by its index in `Game.actions`; where the deal is over the
        number is not read.

        Raises ValueError if there are not n whole numbers, IllegalAction if one is not legal: it
        names the first such deal by its row, and no deal has moved.
        """
        chosen = self._numpy.asarray(actions)
        if chosen.shape != (self._n,) or chosen.dtype.kind not in "iu":
            raise ValueError(_("a batch of {n} deals takes {n} whole numbers").format(n=self._n))
        chosen = chosen.astype(self._numpy.int64, copy=False)
        lists = (self._masks, self._turns, self._known, self._gains)
        row = self.carrier.call("step_deals", self._states, *lists, chosen)
        if row >= 0:
            text = _("action {a} is not legal in deal {n}, row {row}")
            raise IllegalAction(text.format(a=chosen[row], n=self.number[row], row=row))

    def random(self) -> Numbers:
        """(n,): an action for every deal, each legal one equally likely; -1 where it is over.

        They come from the streams of the seats: a batch that is played so goes like the loop
        `Carrier.deals`, and each call takes the next words of these streams.
        """
        chosen = self.carrier.room(self._n)
        self.carrier.call("draw_choices", self._words, self._masks, self._turns, chosen)
        return self._numpy.asarray(chosen, self._numpy.int64)

    def renew(self) -> int:
        """Deal new deals, those that come next, in the rows that are over. How many they are.

        Raises ValueError if the numbers come to their end.
        """
        if self._next + self._n > MAX_NUMBER:
            check_range(self._next, int((self.turn < 0).sum()), 1)
        return self._open()

    # -- results -------------------------------------------------------------------------------

    @property
    def returns(self) -> Numbers:
        """(n, sides): what the deal has brought each side in points of the match; 0 before its end,
        and for all if nobody won it. Where everybody plays for himself a side is a seat."""
        return self._rows(self._gains)

    @property
    def points(self) -> Numbers:
        """(n, seats): points of the deal by the game's own counting; 0 before its end, and if a
        declaration has won it."""
        return self._field("points")

    # -- looking -------------------------------------------------------------------------------

    def observe(self, seat: int) -> dict[str, Numbers | Flags]:
        """What a seat may know now; nothing here changes if cards hidden from it change places.

        It is a snapshot: what was seen before is not in it. With n deals, c cards (numbered as in
        `Game.ruleset.deck.codes`), s seats:

        - (n, c), truth: `hand` and `won` of this seat, `table` (the trick so far), `played` (in the
          whole deal, face up), `trump`;
        - (n,), a card or -1: `turned`, `led`, `best` (the card now winning);
        - (n,), a seat: `dealer`, `leader`, `turn` (-1 at the end);
        - (n,): `trick` from 1, 0 before it; `stock`, cards that can be drawn; `aside`, cards that
          the player to act has yet to put aside;
        - (n, s): `hands`, how many cards each seat holds; `tricks` taken; `declared`, points of
          declarations that this seat knows of; `signs`, signals given, a bit each;
        - (n, actions), truth: `legal`, where it is this seat's turn.

        Raises ValueError for a seat that there is not.
        """
        seats = self.game.seats
        if not 0 <= seat < seats:
            raise ValueError(_("there is no seat {n}").format(n=seat))
        numpy, turn = self._numpy, self.turn
        hands, won = ([self._cards(name, p) for p in range(seats)] for name in ("hand", "won"))
        seen: dict[str, Numbers | Flags] = {
            "hand": hands[seat],
            "won": won[seat],
            "turn": turn,
            "dealer": (self.number - 1) % seats,
            "hands": numpy.stack([cards.sum(axis=1) for cards in hands], axis=1),
            "tricks": numpy.stack([cards.sum(axis=1) // seats for cards in won], axis=1),
            "declared": self._declared(seat, turn),
            "stock": self._stock(),
            "legal": self.legal & (turn == seat)[:, None],
        }
        for name in ("table", "played", "trump"):
            seen[name] = self._cards(name)
        for name in ("turned", "led", "best"):
            card = self._field(name)
            seen[name] = numpy.where(card < self.game.ruleset.deck.size, card, -1)
        for name in ("leader", "trick", "aside"):
            seen[name] = self._field(name)
        seen["signs"] = self._field("signs", (self._n, seats))
        return seen

    def _declared(self, seat: int, turn: Numbers) -> Numbers:
        """Points of declarations that a seat knows of: its own at once, others with their card."""
        points = self._rows(self._known)
        own = self._field("declared", points.shape)[:, seat]
        points[:, seat] = self._numpy.where(turn == seat, own, points[:, seat])
        return points

    def _rows(self, values: Any) -> Numbers:
        """Rows of numbers, one for each seat or side, as one row for each deal."""
        return self._numpy.array(values, self._numpy.int64).reshape(-1, self._n).T

    def _values(self, name: str) -> Any:
        """A field of all states."""
        native = self.carrier.kind == "native"
        return self._states[name] if native else [getattr(s, name) for s in self._states]

    def _field(self, name: str, shape: tuple[int, ...] = ()) -> Numbers:
        """A field of all states as an array, of zeros if the game has no such thing."""
        if name not in self.carrier.machine.FIELDS:
            return self._numpy.zeros(shape or self._n, self._numpy.int64)
        return self._numpy.array(self._values(name), self._numpy.int64)

    def _cards(self, name: str, seat: int | None = None) -> Flags:
        """A set of cards of all states, one truth value for each card."""
        numpy, cards = self._numpy, range(self.game.ruleset.deck.size)
        sets = self._values(name)
        if self.carrier.kind == "native":
            some = sets if seat is None else sets[:, seat]
            found: Flags = some[:, None] >> numpy.array(cards) & 1 != 0
        else:
            some = sets if seat is None else [each[seat] for each in sets]
            found = numpy.array([[held >> c & 1 for c in cards] for held in some], numpy.bool_)
        return found

    def _stock(self) -> Numbers:
        """How many cards can be drawn; the machine's sum does for an array what it does for one."""
        left, numpy = self.carrier.machine.stock_left, self._numpy
        if self.carrier.kind == "native":
            found: Numbers = numpy.broadcast_to(left(self._states), self._n).astype(numpy.int64)
        else:
            found = numpy.array([left(s) for s in self._states], numpy.int64)
        return found
