"""Adding up what came of deals: whole numbers only, so that it never matters how a run was cut.

In: the rows of a table (`layout.py`). Out: the measures (`measures.py`) of each unit, one unit
after the other in a list `x`; and in `totals` the number of units, for every measure its sum, that
of its squares and that of its products with what it is taken over, then how long deals and matches
were.
A unit is a deal, or with `whole` a match: deals of one match depend on each other.
"""

from __future__ import annotations

from ..engine.spec import NOBODY, PLAYERS, SERIES, SIDES
from .layout import (
    AT_CHAMPION,
    AT_CLAIMED,
    AT_DEALER,
    AT_DECISIONS,
    AT_DECLARED,
    AT_LENGTH,
    AT_MADE,
    AT_OFFERED,
    AT_OVER,
    AT_POINTS,
    AT_ROUNDS,
    AT_TRICKS,
    AT_WINNER,
    AT_WORTH,
)
from .measures import _TOY, LONGEST

GROUPS = _TOY["GROUPS"]
LENGTHS = _TOY["LENGTHS"]
PRODUCTS = _TOY["PRODUCTS"]
RUNS = _TOY["RUNS"]
SQUARES = _TOY["SQUARES"]
SUMS = _TOY["SUMS"]
WIDE = _TOY["WIDE"]
M_CALLS = _TOY["M_CALLS"]
M_CLAIMED = _TOY["M_CLAIMED"]
M_COUNTED = _TOY["M_COUNTED"]
M_DEALS = _TOY["M_DEALS"]
M_DECISIONS = _TOY["M_DECISIONS"]
M_LENGTH = _TOY["M_LENGTH"]
M_MATCHES = _TOY["M_MATCHES"]
M_MATCH_DEALER = _TOY["M_MATCH_DEALER"]
M_MATCH_DEALS = _TOY["M_MATCH_DEALS"]
M_MATCH_REPEATS = _TOY["M_MATCH_REPEATS"]
M_MATCH_ROUNDS = _TOY["M_MATCH_ROUNDS"]
M_MATCH_SIDE = _TOY["M_MATCH_SIDE"]
M_MATCH_UNDECIDED = _TOY["M_MATCH_UNDECIDED"]
M_MATCH_WON = _TOY["M_MATCH_WON"]
M_PLACE_DECLARED = _TOY["M_PLACE_DECLARED"]
M_PLACE_POINTS = _TOY["M_PLACE_POINTS"]
M_PLACE_TRICKS = _TOY["M_PLACE_TRICKS"]
M_PLACE_WON = _TOY["M_PLACE_WON"]
M_SEAT_DECLARED = _TOY["M_SEAT_DECLARED"]
M_SEAT_POINTS = _TOY["M_SEAT_POINTS"]
M_SEAT_TRICKS = _TOY["M_SEAT_TRICKS"]
M_SEAT_WON = _TOY["M_SEAT_WON"]
M_SIDE_WON = _TOY["M_SIDE_WON"]
M_SIDE_WORTH = _TOY["M_SIDE_WORTH"]
M_SPOILED = _TOY["M_SPOILED"]
M_UNDECIDED = _TOY["M_UNDECIDED"]
M_WON = _TOY["M_WON"]


def measure_units(
    out: list[int],
    rows: int,
    used: int,
    whole: int,
    groups: list[int],
    x: list[int],
    begun: int,
    totals: list[int],
) -> int:
    """The measures of the units in the `used` rows of a table are put into `x`, from unit `begun`
    on, and how long they were into `totals`. The unit after them. With `whole` a table has whole
    matches only.
    """
    unit = begun
    first = 0
    fresh = True
    for row in range(used):
        at = unit * WIDE
        if fresh:
            first = out[AT_DEALER * rows + row]
            for k in range(WIDE):
                x[at + k] = 0
        measure_deal(out, rows, row, x, at)
        measure_calls(out, rows, row, groups, x, at)
        totals[LENGTHS + out[AT_LENGTH * rows + row]] += 1
        fresh = not whole or out[AT_OVER * rows + row] == 2
        if fresh:
            if whole:
                measure_match(out, rows, row, first, x, at)
                totals[RUNS + min(x[at + M_DEALS], LONGEST)] += 1
            unit += 1
    return unit


def measure_deal(out: list[int], rows: int, row: int, x: list[int], at: int) -> None:
    """One more deal in the unit that begins at `x[at]`: who won it, points, tricks."""
    winner = out[AT_WINNER * rows + row]
    dealer = out[AT_DEALER * rows + row]
    length = out[AT_LENGTH * rows + row]
    counted = 0 if out[AT_CLAIMED * rows + row] else 1
    x[at + M_DEALS] += 1
    x[at + M_COUNTED] += counted
    x[at + M_CLAIMED] += 1 - counted
    x[at + M_LENGTH] += length
    x[at + M_DECISIONS] += out[AT_DECISIONS * rows + row]
    if winner == NOBODY:
        x[at + M_UNDECIDED] += 1
    else:
        x[at + M_WON] += 1
        x[at + M_SEAT_WON + winner] += 1
        x[at + M_PLACE_WON + (winner + PLAYERS - dealer) % PLAYERS] += 1
        x[at + M_SIDE_WON + winner % SIDES] += 1
        x[at + M_SIDE_WORTH + winner % SIDES] += out[AT_WORTH * rows + row]
    taken = 0
    for i in range(PLAYERS):
        p = (dealer + i) % PLAYERS
        tricks = out[(AT_TRICKS + p) * rows + row]
        taken += tricks
        x[at + M_SEAT_TRICKS + p] += tricks
        x[at + M_PLACE_TRICKS + i] += tricks
        if counted:
            points = out[(AT_POINTS + p) * rows + row]
            declared = out[(AT_DECLARED + p) * rows + row]
            x[at + M_SEAT_POINTS + p] += points
            x[at + M_PLACE_POINTS + i] += points
            x[at + M_SEAT_DECLARED + p] += declared
            x[at + M_PLACE_DECLARED + i] += declared
    x[at + M_SPOILED] += length - taken


def measure_calls(
    out: list[int], rows: int, row: int, groups: list[int], x: list[int], at: int
) -> None:
    """One more deal: which calls were possible in it and which were made, by anyone and by whom."""
    if GROUPS:
        offered = 0
        for p in range(PLAYERS):
            offered |= out[(AT_OFFERED + p) * rows + row]
        for g in range(GROUPS):
            if offered & groups[g]:
                to = at + M_CALLS + 2 * g * (PLAYERS + 1)
                made = 0
                x[to] += 1
                for p in range(PLAYERS):
                    if out[(AT_OFFERED + p) * rows + row] & groups[g]:
                        x[to + 1 + p] += 1
                    if out[(AT_MADE + p) * rows + row] & groups[g]:
                        x[to + PLAYERS + 2 + p] += 1
                        made = 1
                x[to + PLAYERS + 1] += made


def measure_match(out: list[int], rows: int, row: int, first: int, x: list[int], at: int) -> None:
    """The match ends with a row; `first` dealt first in it."""
    champion = out[AT_CHAMPION * rows + row]
    x[at + M_MATCHES] = 1
    x[at + M_MATCH_DEALS] = x[at + M_DEALS]
    x[at + M_MATCH_REPEATS] = x[at + M_UNDECIDED]
    if champion == NOBODY:
        x[at + M_MATCH_UNDECIDED] = 1
    else:
        x[at + M_MATCH_WON] = 1
        x[at + M_MATCH_SIDE + champion] = 1
        if champion == first % SIDES:
            x[at + M_MATCH_DEALER] = 1
    if SERIES:
        for side in range(SIDES):
            x[at + M_MATCH_ROUNDS] += out[(AT_ROUNDS + side) * rows + row]


def add_units(x: list[int], units: int, per: list[int], totals: list[int]) -> None:
    """Add the first `units` of `x` to the totals; `per` says what each measure is taken over."""
    totals[0] += units
    for i in range(units):
        at = i * WIDE
        for k in range(WIDE):
            value = x[at + k]
            if value:
                totals[SUMS + k] += value
                totals[SQUARES + k] += value * value
                totals[PRODUCTS + k] += value * x[at + per[k]]


def add_pairs(
    x: list[int],
    y: list[int],
    units: int,
    wide_x: int,
    wide_y: int,
    winners: int,
    links: list[int],
    totals: list[int],
) -> None:
    """Add pairs of units of two games, which had the same packs, to the totals of pairs.

    `links` has four places for each measure that both know: its own in `x` and in `y`, and those of
    what it is taken over. The totals: in how many pairs one of the first `winners` links differs,
    in how many any does; then for each link the sums of four products, x · y, x · per y, per x · y
    and per x · per y.
    """
    linked = len(links) // 4
    for i in range(units):
        at = i * wide_x
        to = i * wide_y
        won = 0
        other = 0
        for j in range(linked):
            a = x[at + links[4 * j]]
            b = y[to + links[4 * j + 1]]
            c = x[at + links[4 * j + 2]]
            d = y[to + links[4 * j + 3]]
            if a != b:
                other = 1
                if j < winners:
                    won = 1
            if c and d:
                totals[2 + 4 * j + 3] += c * d
            if a or b:
                totals[2 + 4 * j] += a * b
                totals[2 + 4 * j + 1] += a * d
                totals[2 + 4 * j + 2] += c * b
        totals[0] += won
        totals[1] += other
