"""What is measured of deals and matches: names of numbers, and their places for `totals.py`.

In: a Ruleset and its calls. Out: the measures in order. A measure is a number of a unit (a deal, or
a whole match), and what it is a share of or a mean over is another measure of the same unit: deals,
deals that somebody won, matches. So a ratio of sums is all that a statistic needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...rules.ruleset import Ruleset
from ..engine.spec import PLAYERS, SIDES
from ..tables import constants

LONGEST = 400
"""deals of a match that are told apart; those of a longer one count as so many"""
HEAD = 1
"""totals begin with the number of units"""


@dataclass(frozen=True)
class Measure:
    """One number of a unit. per: the measure over which it is a mean. share: whether it counts each
    of those at most once. of: the seat, place or side, where there is one for each."""

    name: str
    per: str
    share: bool = False
    of: int | None = None

    @property
    def key(self) -> str:
        """The name with the number of the seat, place or side."""
        return self.name if self.of is None else f"{self.name}.{self.of}"


def call_groups(calls: Sequence[str]) -> dict[str, int]:
    """The calls that are counted, by kind and name whatever the suit: `declare NAME` to a set of
    calls. To pass and to say no is to do nothing."""
    found: dict[str, int] = {}
    for number, text in enumerate(calls):
        group = " ".join(text.split()[:2])
        if group not in ("pass", "no"):
            found[group] = found.get(group, 0) | 1 << number
    return found


ROWS: tuple[tuple[str, str, bool, str], ...] = (
    # name, per, share, how many: one, or one for each seat or side
    ("deals", "deals", False, ""),
    ("won", "deals", True, ""),  # somebody won
    ("undecided", "deals", True, ""),
    ("counted", "deals", True, ""),
    ("claimed", "deals", True, ""),  # a declaration has ended it: nothing was counted
    ("length", "deals", False, ""),  # tricks played
    ("spoiled", "deals", False, ""),  # tricks that nobody took
    ("decisions", "deals", False, ""),
    ("seat.won", "won", True, "seat"),
    ("place.won", "won", True, "seat"),  # place 0 deals, 1 sits to the left
    ("side.won", "won", True, "side"),
    ("side.worth", "deals", False, "side"),  # what won deals count in the match
    ("seat.points", "counted", False, "seat"),
    ("place.points", "counted", False, "seat"),
    ("seat.declared", "counted", False, "seat"),
    ("place.declared", "counted", False, "seat"),
    ("seat.tricks", "deals", False, "seat"),
    ("place.tricks", "deals", False, "seat"),
    ("matches", "matches", False, ""),
    ("match.won", "matches", True, ""),  # some side won it
    ("match.undecided", "matches", True, ""),
    ("match.side", "match.won", True, "side"),
    ("match.dealer", "match.won", True, ""),  # the side of the first dealer won it
    ("match.deals", "matches", False, ""),
    ("match.repeats", "matches", False, ""),  # deals without a winner
    ("match.rounds", "matches", False, ""),
)


def measures(r: Ruleset, calls: Sequence[str]) -> tuple[Measure, ...]:
    """All measures of a game, in the order in which the totals have them."""
    found = []
    for name, per, share, each in ROWS:
        count = {"seat": r.players, "side": r.sides}.get(each)
        numbers: Sequence[int | None] = [None] if count is None else range(count)
        found += [Measure(name, per, share, of) for of in numbers]
    for group in call_groups(calls):
        for what in ("offered", "made"):
            found.append(Measure(f"{what} {group}", "deals", True))
            found += [Measure(f"{what} {group}", "deals", True, p) for p in range(r.players)]
    return tuple(found)


def firsts(players: int, sides: int) -> dict[str, int]:
    """The place of the first measure of each name; `CALLS` for those of the calls."""
    found, at = {}, 0
    for name, _per, _share, each in ROWS:
        found[f"M_{name.upper().replace('.', '_')}"] = at
        at += {"seat": players, "side": sides}.get(each, 1)
    return {**found, "M_CALLS": at}


def measure_constants(r: Ruleset, calls: Sequence[str]) -> dict[str, int]:
    """Numbers that are folded into the functions of `totals.py`."""
    places = firsts(r.players, r.sides)
    groups = len(call_groups(calls))
    wide = places["M_CALLS"] + 2 * groups * (r.players + 1)
    return {**places, **_sizes(wide, constants(r)["TRICKS"]), "GROUPS": groups}


def _sizes(wide: int, tricks: int) -> dict[str, int]:
    """How the totals are laid out for so many measures and tricks."""
    lengths = HEAD + 3 * wide
    return {
        "WIDE": wide,  # how many measures there are
        "SUMS": HEAD,
        "SQUARES": HEAD + wide,
        "PRODUCTS": HEAD + 2 * wide,
        "LENGTHS": lengths,  # deals by the tricks in them
        "RUNS": lengths + tricks + 1,  # matches by the deals in them
        "TOTALS": lengths + tricks + 1 + LONGEST + 1,  # how long it all is
    }


_TOY = {**firsts(PLAYERS, SIDES), **_sizes(firsts(PLAYERS, SIDES)["M_CALLS"], 2), "GROUPS": 0}
