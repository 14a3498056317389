"""What a case is: frozen data, which knows numbers of cards and seats and nothing of a machine.

Cards are numbers of the deck or sets as bit masks, seats count from 0. The same cases can be played
in any game with the same deck: the ruleset they were written for, a variant, a changed one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...text.source import Span

SPOILED = -1
"""in place of a seat: nobody took the trick"""
NOBODY = -1
"""in place of a seat: nobody won"""
DRAW = -2
"""in place of a seat: a draw decides"""

Seats = tuple[int, ...]


@dataclass(frozen=True)
class Given:
    """What a case says of its position; None and empty are drawn at random.

    options: settings, by name. dealer, leader: seats. trick: the number of the present one, from 1.
    stock: cards in it, a turned one with them. pack: its first cards. hands, lacks, captured: sets
    by seat, all that is named and perhaps more. table: cards of the present trick, in order.
    turned, trump: sets. top: the next cards of the stock. taken: who took the tricks so far, in
    order; counts: how many each seat took, None for any number. declared: seats and actions.
    seating, drawn: cards drawn for the seats and the first deal, each round in order. wins, rounds:
    by side. deals: those with a winner; repeats: those without.
    """

    options: tuple[tuple[str, str], ...] = ()
    dealer: int | None = None
    leader: int | None = None
    trick: int | None = None
    stock: int | None = None
    pack: tuple[int, ...] = ()
    hands: Seats = ()
    lacks: Seats = ()
    captured: Seats = ()
    table: tuple[int, ...] = ()
    turned: int | None = None
    trump: int | None = None
    top: tuple[int, ...] = ()
    taken: tuple[int, ...] | None = None
    counts: tuple[int | None, ...] = ()
    declared: tuple[tuple[int, str], ...] = ()
    seating: tuple[tuple[int, ...], ...] = ()
    drawn: tuple[tuple[int, ...], ...] = ()
    wins: Seats | None = None
    rounds: Seats | None = None
    deals: int | None = None
    repeats: int | None = None


@dataclass(frozen=True)
class Expectation:
    """One thing that must hold once all is played. key: as in the file, `sees.hand` for what a
    seat sees. about: the seat, action or term that it is about. value: numbers, masks, texts."""

    key: str
    about: tuple[Any, ...]
    value: Any
    span: Span


@dataclass(frozen=True)
class Case:
    """A case, or one row of a table. row: 0 without a table, else from 1; cells: what is in it.

    play: texts of actions, each with its place. todo: why it is known not to hold, if it is.
    span: of its name. example: whether a rule sheet shows it.
    """

    name: str
    row: int
    cells: str
    given: Given
    play: tuple[tuple[str, Span], ...]
    expect: tuple[Expectation, ...]
    todo: str
    span: Span
    example: bool = False

    @property
    def title(self) -> str:
        """The name, with the row of a table."""
        return f"{self.name} ({self.cells})" if self.row else self.name


@dataclass(frozen=True)
class Excuse:
    """Why a point of the coverage cannot be reached, or why a mutant cannot be killed. name: of the
    point or the mutant. own: whether it stands in the ruleset's own file of cases."""

    name: str
    why: str
    own: bool
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Suite:
    """The cases of a ruleset, those that it inherits among them. path, shown: the ruleset's file.
    files: how many files of cases were read. unreachable, survivors: what is excused."""

    ruleset: str
    path: Path
    shown: str
    cases: tuple[Case, ...]
    files: int
    unreachable: tuple[Excuse, ...] = ()
    survivors: tuple[Excuse, ...] = ()
