"""What is told of cases that were played: text for people, data for programs.

In: the results of a ruleset, each failure explained. Out: lines, JSON data.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...table.game import Game
from ...table.match import Match
from ...text.drawing import draw
from ...text.messages import _, plural
from .fill import Filler
from .judge import Judge
from .parts import Asked, Part, deciding, set_text
from .read import Settle
from .run import Failure, Results, Trial, begun, laid
from .suite import Case, Suite


@dataclass(frozen=True)
class Told:
    """A failure with all that explains it. expected: empty if something could not be played."""

    failure: Failure
    expected: str
    position: tuple[str, ...]
    rules: tuple[Asked, ...]


@dataclass(frozen=True)
class Tested:
    """A ruleset that was tested. fillings: how many each case was played in."""

    suite: Suite
    results: Results
    failures: tuple[Told, ...]
    fillings: int


def told(failure: Failure, settle: Settle) -> Told:
    """A failure explained: the case is played once more."""
    case = failure.case
    game = settle(dict(case.given.options))
    trial = Trial(case, failure.filling, laid(Filler(game), case, failure.filling))
    if trial.laid is None:
        return Told(failure, "", (), ())
    match = begun(game, trial.laid, case)
    position = tuple(position_lines(game, match)) if isinstance(match, Match) else ()
    expected = ""
    if failure.expectation is not None and isinstance(match, Match):
        expected = Judge(match).expected(failure.expectation)
    return Told(failure, expected, position, deciding(trial, game, failure))


def position_lines(game: Game, match: Match) -> Iterator[str]:
    """A position in the words in which a case gives it."""
    s, r = match._state, game.ruleset
    seats = range(game.seats)
    yield f"dealer: {s.dealer + 1}, leader: {s.leader + 1}, trick: {s.trick}"
    yield "hands: " + _by_seat({p: set_codes(game, s.hand[p]) for p in seats})
    table = [code for _seat, code in match.chronicle.plays]
    if table:
        yield "table: " + " ".join(table)
    if r.has_trumps:
        yield "trump: " + set_text(r, s.trump)
    if r.deal.turn_up:
        yield "turned: " + set_codes(game, 1 << s.turned & (1 << r.deck.size) - 1)
    if r.tricks.draw:
        top = [r.deck.codes[card] for card in s.pack[s.next :]]
        yield f"stock: {game.machine.stock_left(s)}, top: {' '.join(top) or 'none'}"
    if any(s.won):
        yield "captured: " + _by_seat({p: set_codes(game, s.won[p]) for p in seats})
    yield "wins: " + _by_seat({side: str(n) for side, n in enumerate(s.wins)})


def set_codes(game: Game, mask: int) -> str:
    """The cards of a set by their codes."""
    return " ".join(game.codes(mask)) or "none"


def _by_seat(texts: dict[int, str]) -> str:
    return "{" + ", ".join(f"{seat + 1}: {text}" for seat, text in texts.items()) + "}"


# -- text -----------------------------------------------------------------------------------------


def text_lines(tested: Tested) -> Iterator[str]:
    """One line if all is well, and one for each known gap; else what failed."""
    for found in tested.failures:
        yield from failure_lines(found)
        yield ""
    results, name = tested.results, tested.suite.ruleset
    for case in results.todo:
        yield _("{name}: known gap: {case}: {why}").format(
            name=name, case=case.title, why=case.todo
        )
    for case in results.surprises:
        text = _("{name}: {case} is marked as a known gap, and holds; take `todo` away")
        yield text.format(name=name, case=case.title)
    count = len(results.passed) + len(results.failures)
    parts = [plural("{n} case", "{n} cases", count)]
    if results.failures:
        parts.append(plural("{n} fails", "{n} fail", len(results.failures)))
    fillings = plural("in {n} filling", "in {n} fillings each", tested.fillings)
    yield f"{name}: {', '.join(parts)}, {fillings}"


def failure_lines(found: Told) -> Iterator[str]:
    failure = found.failure
    if failure.expectation is None:
        yield draw(
            failure.at, _("{case}: {why}").format(case=failure.case.title, why=failure.came), None
        )
    else:
        yield draw(failure.at, failure.case.title, None)
        yield "  " + _("expected: {text}").format(text=found.expected)
        yield "  " + _("came: {text}").format(text=failure.came)
    if found.position:
        yield "  " + _("in filling {n}:").format(n=failure.filling)
        yield from (f"    {line}" for line in found.position)
    for rule in found.rules:
        about = f" ({rule.about})" if rule.about else ""
        yield f"  {rule.span}: {rule.name}{about}"
        yield from _part_lines(rule.part, 4)


def _part_lines(part: Part, indent: int) -> Iterator[str]:
    yield f"{' ' * indent}{part.text} → {part.value}"
    for inner in part.parts:
        if (inner.text, inner.value) != (part.text, part.value):
            yield from _part_lines(inner, indent + 2)


# -- data -----------------------------------------------------------------------------------------


def to_dict(tested: Tested) -> dict[str, Any]:
    """A ruleset that was tested, as JSON data."""
    results = tested.results
    return {
        "ruleset": tested.suite.ruleset,
        "file": tested.suite.shown,
        "fillings": tested.fillings,
        "passed": [_named(case) for case in results.passed],
        "failed": [_failed(found) for found in tested.failures],
        "todo": [{**_named(case), "why": case.todo} for case in results.todo],
        "surprises": [_named(case) for case in results.surprises],
    }


def _named(case: Case) -> dict[str, Any]:
    return {"case": case.name, **({"row": case.row} if case.row else {})}


def _failed(found: Told) -> dict[str, Any]:
    failure, wanted = found.failure, found.failure.expectation
    line, column = failure.at.source.place(failure.at.start)
    return {
        **_named(failure.case),
        "file": failure.at.source.name,
        "line": line,
        "column": column,
        "key": wanted.key if wanted else None,
        "expected": found.expected or None,
        "came": failure.came,
        "filling": failure.filling,
        "position": list(found.position),
        "rules": [
            {"rule": rule.name, "at": str(rule.span), "parts": _part_data(rule.part)}
            for rule in found.rules
        ],
    }


def _part_data(part: Part) -> dict[str, Any]:
    inner = [_part_data(p) for p in part.parts]
    return {"text": part.text, "value": part.value, **({"parts": inner} if inner else {})}
