"""What a compiled ruleset offers to the engine, filled in with a toy game: high card.

Two players get two of four cards each; the higher card takes the trick, most tricks win the deal.
The compiler replaces all of this but the constants of the machine itself (STEPS).
"""

from __future__ import annotations

# STEPS: what `advance` does next; 0 means that a player is to move or that the deal is over
RESOLVE, SETTLE, DRAW, LEAD, COUNT, CLOSE, STAGE = 1, 2, 3, 4, 5, 6, 7
# CONTESTS: whose keys decide
LOT, CLAIM, WINNER, ORDER = 0, 1, 2, 3

PLAYERS = 2
SIDES = 2  # seat p plays for side p % SIDES
SIZE = 4
NONE = SIZE  # "no card" is the number after the last one, so that it indexes a table's last row
NOBODY = PLAYERS
DECK = 15
DEALT = 4
TRICKS = 2
ROUND = 0  # cards drawn after a trick by all players together
EACH = 0
WINS = 1  # points that win the match, or a round of it; 0 if DEALS does
DEALS = 0  # deals with a winner after which the match is decided; 0 if WINS does
REPEATS = 100
ROUNDS = 1  # rounds that win the match
DECLARATIONS = 0  # calls below this number are declarations, those above exchanges
PASS = 0
YES = 1
NO = 2
SIGNS = 3  # calls from this number on are signals
DISCARDS = SIZE + 3  # actions from this number on put a card aside
STAGES = 0  # between the deal and the first lead

TURNS_UP: bool = False
DRAWS: bool = False
DECLARES: bool = False
EXCHANGES: bool = False
ASKS: bool = False
CLAIMS: bool = False
SPOILS: bool = False
POLLS: bool = False
TAKES: bool = False
SIGNALS: bool = False
MAKES: bool = False
COUNTS: bool = False
ONCE: bool = False  # whether exchanges must be counted, lest they go on for ever
SERIES: bool = False  # whether a match has rounds

KEYS: tuple[int, ...] = (1, 0, 1, 0)
LEFT: tuple[int, ...] = (1, 0)
SEATS: tuple[int, ...] = (0, 1, 0, 1)
PLACES: tuple[int, ...] = (0, 1)
EXTRA: tuple[int, ...] = ()
TAKERS: tuple[int, ...] = ()
AGREES: tuple[int, ...] = ()

FIELDS: dict[str, int] = {
    # of a match
    "dealer": 0,
    "over": 0,
    "deals": 0,
    "repeats": 0,
    "champion": 0,
    "wins": SIDES,
    "round": 0,
    "rounds": SIDES,
    "drawn": PLAYERS,
    "order": PLAYERS,
    "seated": PLAYERS,
    # of a deal
    "pack": SIZE,
    "next": 0,
    "hand": PLAYERS,
    "won": PLAYERS,
    "turned": 0,
    "trump": 0,
    "played": 0,
    "declared": PLAYERS,
    "slots": PLAYERS,
    "claim": PLAYERS,
    "last_winner": 0,
    "tricks": PLAYERS,
    "first_win": PLAYERS,
    "last_win": PLAYERS,
    "signs": PLAYERS,
    "swapped": PLAYERS,
    "points": PLAYERS,
    "winner": 0,
    # of a stage before the first trick
    "stage": 0,
    "agreed": 0,
    "polled": 0,
    "taking": 0,
    "aside": 0,
    # of a trick
    "step": 0,
    "turn": 0,
    "trick": 0,
    "leader": 0,
    "led": 0,
    "best": 0,
    "taker": 0,
    "tied": 0,
    "count": 0,
    "table": 0,
    "pending": 0,
    "making": 0,
    "asked": 0,
}
"""every field of a state: 0 for an integer, else the length of a list of integers"""


class State:
    """A match in numbers. A compiled module has its own class with the fields that it uses."""

    dealer: int
    over: int
    deals: int
    repeats: int
    champion: int
    wins: list[int]
    round: int
    rounds: list[int]
    drawn: list[int]
    order: list[int]
    seated: list[int]
    pack: list[int]
    next: int
    hand: list[int]
    won: list[int]
    turned: int
    trump: int
    played: int
    declared: list[int]
    slots: list[int]
    claim: list[int]
    last_winner: int
    tricks: list[int]
    first_win: list[int]
    last_win: list[int]
    signs: list[int]
    swapped: list[int]
    points: list[int]
    winner: int
    stage: int
    agreed: int
    polled: int
    taking: int
    aside: int
    step: int
    turn: int
    trick: int
    leader: int
    led: int
    best: int
    taker: int
    tied: int
    count: int
    table: int
    pending: int
    making: int
    asked: int

    def __init__(self) -> None:
        for name, length in FIELDS.items():
            setattr(self, name, [0] * length if length else 0)


def redraw(s: State) -> bool:
    """whether the players draw anew for the first deal of this round"""
    return False


def first_player(s: State) -> int:
    """who gets the first cards and leads"""
    return LEFT[s.dealer]


def trump_of(s: State) -> int:
    """the trumps, once the cards are dealt"""
    return 0


def lead_rules(s: State, me: int, legal: int) -> int:
    """the obligations of the leader"""
    return legal


def reply_rules(s: State, me: int, legal: int) -> int:
    """the obligations of the others"""
    return legal


def outranks(s: State, c: int) -> int:
    """the cards that would take the trick from card `c`"""
    return DECK >> c + 1 << c + 1


def equals(s: State, c: int) -> int:
    """the cards that stand equal with card `c`"""
    return 0


def declarable(s: State, me: int, hand: int, legal: int) -> int:
    """the declarations that may be made, one bit each"""
    return 0


def declare(s: State, me: int, a: int) -> None:
    """make declaration `a`"""


def swappable(s: State, me: int) -> int:
    """the exchanges that may be made, one bit each"""
    return 0


def swap(s: State, me: int, a: int) -> None:
    """make exchange `a`"""


def ask_due(s: State) -> int:
    """the exchanges for which players are asked now, one bit each"""
    return 0


def first_to_draw(s: State) -> int:
    """who draws first after a trick"""
    return s.taker


def stage_due(s: State, i: int) -> bool:
    """whether a stage takes place"""
    return False


def stage_player(s: State, i: int, k: int) -> int:
    """player `k` of a stage"""
    return s.dealer


def givable(s: State, me: int) -> int:
    """the signals that may be given, one bit each"""
    return 0


def points_of(s: State, me: int) -> int:
    """a player's points at the end of a deal"""
    return s.won[me].bit_count()


def key(s: State, contest: int, i: int, me: int) -> int:
    """key `i` of a contest for a player; the highest stay"""
    return s.drawn[me] if contest == LOT else s.points[me]


def worth_of(s: State, me: int) -> int:
    """how much the deal that `me` has won counts"""
    return 1


def next_dealer(s: State) -> int:
    """who deals after a deal"""
    return LEFT[s.dealer]
