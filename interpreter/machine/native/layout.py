"""What the loops write down of every deal, and the names that a ruleset provides to them.

In: a Ruleset. Out: the place of each column in the table of results; constants that are
put into the loops as those of `spec.py` are put into the engine. Below them the same for the
engine's toy game, so that the loops run, lint and type alone.
"""

from __future__ import annotations

from ...rules.ruleset import Ruleset
from ..engine.spec import DECK, DISCARDS, PLAYERS, SIDES
from ..tables import constants

Columns = dict[str, tuple[int, int]]
"""name to its first column, and how many there are: 0 for a single one"""


def columns(players: int, sides: int) -> Columns:
    """The columns of a table of deals."""
    each = {
        "match": 0,  # which match of the run, from 0
        "number": 0,  # which deal of the seed or of the match, from 1
        "dealer": 0,
        "winner": 0,  # a seat, or as many as there are players: nobody
        "worth": 0,  # what the deal counts for its winner's side; 0 if nobody won
        "claimed": 0,  # the seats whose declaration has ended the deal, a bit each
        "length": 0,  # tricks played
        "decisions": 0,
        "over": 0,  # 2: the match has ended; 1, 3: it goes on
        "champion": 0,  # the side that has won the match, or as many as there are players
        "points": players,  # of each seat; 0 if the deal was claimed
        "declared": players,  # points of declarations
        "tricks": players,  # tricks taken
        "offered": players,  # calls that were possible at some time, a bit each
        "made": players,  # calls that were made
        "wins": sides,  # of each side in the match, or in this round of it, after the deal
        "rounds": sides,  # rounds of each side, after the deal
    }
    found, at = Columns(), 0
    for name, length in each.items():
        found[name] = (at, length)
        at += max(length, 1)
    return found


def width(found: Columns) -> int:
    """How many columns there are."""
    return sum(max(length, 1) for _at, length in found.values())


def actions(r: Ruleset) -> int:
    """How many actions a game knows: cards, calls, cards that are put aside."""
    known = constants(r)
    return known["DISCARDS"] + (r.deck.size if known["TAKES"] else 0)


def loop_constants(r: Ruleset) -> dict[str, int]:
    """Numbers that are folded into the loops."""
    places = columns(r.players, r.sides)
    return {
        **{f"AT_{name.upper()}": at for name, (at, _length) in places.items()},
        "ACTIONS": actions(r),
        "SEATED": r.seats is not None,
        "AMONG": r.seats.among if r.seats else 0,
        "WORTHS": r.worth is not None,
    }


ACTIONS = DISCARDS
SEATED = False  # whether seats are drawn for
AMONG = DECK  # the cards that decide about seats
WORTHS = False  # whether deals count differently
_TOY = columns(PLAYERS, SIDES)
AT_MATCH = _TOY["match"][0]
AT_NUMBER = _TOY["number"][0]
AT_DEALER = _TOY["dealer"][0]
AT_WINNER = _TOY["winner"][0]
AT_WORTH = _TOY["worth"][0]
AT_CLAIMED = _TOY["claimed"][0]
AT_LENGTH = _TOY["length"][0]
AT_DECISIONS = _TOY["decisions"][0]
AT_OVER = _TOY["over"][0]
AT_CHAMPION = _TOY["champion"][0]
AT_POINTS = _TOY["points"][0]
AT_DECLARED = _TOY["declared"][0]
AT_TRICKS = _TOY["tricks"][0]
AT_OFFERED = _TOY["offered"][0]
AT_MADE = _TOY["made"][0]
AT_WINS = _TOY["wins"][0]
AT_ROUNDS = _TOY["rounds"][0]
