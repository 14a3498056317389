"""Two games side by side, playing the same packs with the same choices.

In: two games with the same cards and as many players. Out: what differs, at the first move after
which it does. Cards and actions are numbered as in the first game, then come those that only the
second has: so a walk is the same however the second is laid out. The compiled machines do the
playing; `machine/native/pairs.py` says the same for many deals side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..machine.engine.spec import RESOLVE, State
from ..rules.ruleset import Ruleset
from ..table.game import Game
from ..table.lots import begin_match, begin_round, no_lots
from .changes import exprs_in
from .effects import words_in

SPOILED, NONE_TAKEN = -1, -2
AWAITED = 3
"""`over` in a state that waits for the draw for a new round"""


class Board:
    """One of the two games; `shared` is the number in both of each of its actions."""

    def __init__(self, game: Game, numbers: dict[str, int], cards: dict[str, int]) -> None:
        self.game, self.machine = game, game.machine
        self.state: State = self.machine.State()
        self.size, self.after = game.ruleset.deck.size, game.ruleset.deck.size
        self.after += len(self.machine.CALLS)
        self.shared = tuple(1 << numbers[str(action)] for action in game.actions)
        self.own = {numbers[str(action)]: action.index for action in game.actions}
        codes = game.ruleset.deck.codes
        self.turn_into = tuple(cards[code] for code in codes)
        self.number = {card: i for i, card in enumerate(self.turn_into)}
        self.plain = self.turn_into == tuple(range(self.size))
        self.lots = no_lots(game, 0)
        self.spoils = "tied" in self.machine.FIELDS
        self.takes = "aside" in self.machine.FIELDS

    def legal(self) -> int:
        """What the player to move may do, in the game's own numbers."""
        s, machine = self.state, self.machine
        cards = machine.cards(s)
        if self.takes and s.aside:
            return cards << self.after
        return cards | machine.calls(s, cards) << self.size

    def choices(self, own: int) -> int:
        """The same in the numbers of both."""
        out = 0
        while own:
            low = own & -own
            out |= self.shared[low.bit_length() - 1]
            own ^= low
        return out

    def act(self, number: int) -> int:
        """The player to move does something. Who took the trick, if one was complete."""
        s, machine, took = self.state, self.machine, NONE_TAKEN
        machine.act(s, self.own[number])
        while s.step:
            if s.step == RESOLVE:
                took = SPOILED if self.spoils and s.tied else s.taker
            machine.advance(s)
        return took

    def begin(self, dealer: int) -> None:
        """A new match, in which that player deals first."""
        self.lots = no_lots(self.game, dealer)
        begin_match(self.game, self.state, self.lots)

    def start(self, pack: Sequence[int]) -> None:
        """Deal a pack, given in the numbers of both, if need be in a new round."""
        if self.state.over == AWAITED:
            begin_round(self.game, self.state, self.lots)
        own = pack if self.plain else [self.number[card] for card in pack]
        self.machine.start(self.state, own)

    def mask(self, own: int) -> int:
        """A set of cards in the numbers of both."""
        if self.plain:
            return own
        return sum(1 << card for i, card in enumerate(self.turn_into) if own >> i & 1)

    def hands(self) -> list[int]:
        """All hands."""
        return self.state.hand if self.plain else [self.mask(hand) for hand in self.state.hand]

    def declared(self) -> list[int]:
        """The points that each player has declared."""
        return getattr(self.state, "declared", None) or [0] * self.game.seats

    def turned(self) -> int:
        """The turned card; a number beyond all cards if there is none."""
        card = self.state.turned
        return card if self.plain or card == self.size else self.turn_into[card]

    def standing(self) -> tuple[object, ...]:
        """How the match stands: points and rounds of each seat's side, whether it is over, who has
        won it, who deals next."""
        s, sides = self.state, self.game.ruleset.sides
        seats = range(self.game.seats)
        won = tuple(s.champion == seat % sides for seat in seats) if s.over == 2 else ()
        wins = tuple(s.wins[seat % sides] for seat in seats)
        rounds = getattr(s, "rounds", None) or [0] * sides
        rounds = tuple(rounds[seat % sides] for seat in seats)
        return wins, rounds, s.over, won, s.dealer if s.over == 1 else None


@dataclass
class Deal:
    """One deal as far as it was played in common: what differs, and after how many moves."""

    found: dict[str, int] = field(default_factory=dict)
    moves: list[int] = field(default_factory=list)
    parted: bool = False

    def note(self, kind: str) -> None:
        """Something differs now."""
        self.found.setdefault(kind, len(self.moves))


Choose = Callable[["Pair", int], int | None]
"""a pair and the choices that both offer, to one of them; None ends the deal"""


class Pair:
    """The two games, in step as long as nothing parts them."""

    def __init__(self, a: Game, b: Game) -> None:
        mine, theirs = ([str(action) for action in game.actions] for game in (a, b))
        self.texts = (*mine, *sorted(set(theirs) - set(mine)))
        numbers = {text: i for i, text in enumerate(self.texts)}
        self.numbers, self.games = numbers, (a, b)
        cards = a.ruleset.deck.numbers
        self.a, self.b = Board(a, numbers, cards), Board(b, numbers, cards)
        self.seats, self.alike = a.seats, self.a.shared == self.b.shared
        self.plays = sum(1 << n for text, n in numbers.items() if text.startswith("play "))
        self.declines = sum(1 << n for text, n in numbers.items() if text in ("no", "pass"))
        self.counts = _counts(a.ruleset) or _counts(b.ruleset)

    def begin(self, dealer: int) -> None:
        """A new match."""
        for board in (self.a, self.b):
            board.begin(dealer)

    @property
    def dealer(self) -> int:
        """Who deals."""
        return self.a.state.dealer

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.a.state.over == 2

    def second(self, pack: Sequence[int]) -> list[int]:
        """The pack for the second game: the same, but that a card which only one of them turns up
        lies where it is drawn last in both."""
        mine, theirs = (game.ruleset for game in self.games)
        cards, at = list(pack), mine.deal.cards * mine.players
        both = mine.deal.cards == theirs.deal.cards and mine.tricks.draw and theirs.tricks.draw
        if both and mine.deal.turn_up and not theirs.deal.turn_up:
            cards.append(cards.pop(at))
        elif both and theirs.deal.turn_up and not mine.deal.turn_up:
            cards.insert(at, cards.pop())
        return cards

    def play(self, pack: Sequence[int], choose: Choose) -> Deal:
        """Play a pack until the two part, the deal is over or nothing is chosen."""
        deal, a, b = Deal(), self.a, self.b
        a.start(pack)
        b.start(self.second(pack))
        deal.parted = self._look(deal)
        while not deal.parted and not a.state.over:
            common = self._choices(deal)
            move = choose(self, common) if common else None
            if move is None:
                deal.parted = True
                break
            deal.moves.append(move)
            if a.act(move) != b.act(move):
                deal.note("tricks")
                deal.parted = True
            else:
                deal.parted = self._look(deal)
        return deal

    def _choices(self, deal: Deal) -> int:
        """What both offer; what only one offers differs."""
        own, other = self.a.legal(), self.b.legal()
        mine = self.a.choices(own)
        if own == other and self.alike:
            return mine
        theirs = self.b.choices(other)
        differ = mine ^ theirs
        if differ:
            both = mine & self.plays and theirs & self.plays
            if both and differ & self.plays:
                deal.note("legal")
            if not both or differ & ~self.plays:
                deal.note("calls")
        return mine & theirs

    def _look(self, deal: Deal) -> bool:
        """Compare the two states; whether they can no longer be played in step."""
        a, b = self.a.state, self.b.state
        if a.over or b.over:
            return self._ended(deal)
        if self.a.hands() != self.b.hands():
            deal.note("cards")
            return True
        if self.a.turned() != self.b.turned():
            deal.note("cards")
        if self.a.mask(a.trump) != self.b.mask(b.trump):
            deal.note("trump")
        if self.counts and self.a.declared() != self.b.declared():
            deal.note("points")
        if a.turn != b.turn:
            deal.note("calls" if deal.moves or _asking(a) or _asking(b) else "cards")
            return True
        return False

    def _ended(self, deal: Deal) -> bool:
        """One of the deals is over, or both."""
        a, b = self.a.state, self.b.state
        if not (a.over and b.over):
            deal.note("result")
            return True
        if a.points != b.points:
            deal.note("points")
        if a.winner != b.winner:
            deal.note("result")
            return True
        if self.a.standing() != self.b.standing():
            deal.note("match")
            return True
        return False


def _counts(r: Ruleset) -> bool:
    """Whether points of declarations count."""
    return any("declared" in words_in(expr) for expr in exprs_in((r.terms, r.winner)))


def _asking(s: State) -> bool:
    """Whether somebody is asked something or puts cards aside."""
    return any(getattr(s, name, 0) for name in ("asked", "polled", "aside"))
