"""A row for each deal, for a file of comma-separated values.

In: a table of deals. Out: lines of text, each with the number of its deal or match, so that those
of two games can be put in order. Seats and sides are numbered from 0, as in records and in Python.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from functools import cache

from ...machine.native.carrier import Carrier, Table
from .plan import Plan

SINGLE = ("number", "dealer", "winner", "worth", "claimed", "length", "decisions")
SEATS = ("points", "declared", "tricks", "offered", "made")
SIDES = ("wins", "rounds")
NAMES = {"number": "deal"}
MASKS = ("offered", "made")
Line = tuple[int, str]


def header(plan: Plan) -> str:
    """The first line: the names of the columns."""
    games = [rules.game for rules in plan.rules]
    seats, sides = games[0].seats, max(game.ruleset.sides for game in games)
    names = ["game"] * (len(games) > 1) + ["match"] * plan.whole
    names += [NAMES.get(name, name) for name in SINGLE]
    names += [f"{name}_{p}" for name in SEATS for p in range(seats)]
    if plan.whole:
        names += ["champion"]
        names += [f"{name}_{side}" for name in SIDES for side in range(sides)]
    return _written([names])


def lines(carrier: Carrier, table: Table, whole: bool, game: str = "") -> Iterator[Line]:
    """A line for each deal of a table. game: what its first column says, if there are two games."""
    seats, columns = carrier.ruleset.players, list[Sequence[object]]()
    units = _numbers(table["match" if whole else "number"])
    if game:
        columns.append([game] * len(table))
    if whole:
        columns.append(units)
    for name in SINGLE:
        column = _numbers(table[name])
        columns.append(_nobody(column, seats) if name == "winner" else column)
    for name in SEATS:
        for column in map(_numbers, table[name]):
            columns.append([_calls(carrier, m) for m in column] if name in MASKS else column)
    if whole:
        columns.append(_nobody(_numbers(table["champion"]), seats))
        columns += [_numbers(column) for name in SIDES for column in table[name]]
    for unit, row in zip(units, zip(*columns, strict=True), strict=True):
        yield unit, _written([row])


def _numbers(column: Sequence[int]) -> list[int]:
    """A column as numbers of Python."""
    return column if isinstance(column, list) else list(map(int, column))


def _nobody(column: Sequence[int], seats: int) -> list[object]:
    """A column of winners, in which nobody is no number."""
    return [number if number < seats else "" for number in column]


@cache
def _calls(carrier: Carrier, mask: int) -> str:
    """The calls of a set, as in records."""
    return "; ".join(text for i, text in enumerate(carrier.CALLS) if mask >> i & 1)


def _written(rows: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
