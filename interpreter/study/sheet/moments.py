"""In which tricks of a deal a condition holds, where only the course of a deal decides that.

In: a condition about the stock, the number of the trick and whether somebody has led. Out: the
moments at which it holds, worked out, and these in words: `in the last 5 tricks`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...rules.expression import Expr, words
from ...rules.ruleset import Ruleset
from ...rules.types import Type
from ...rules.vocabulary import Word
from ...text.messages import _, plural
from .grammar import Noun

KNOWN = {"stock", "trick", "players", "led", "empty", "min", "max"}
"""the words of which the course of a deal tells the value"""
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True)
class Moment:
    """A turn in a deal: the number of the trick, and whether it is the lead."""

    trick: int
    leads: bool
    stock: int
    players: int


def course(r: Ruleset) -> list[Moment]:
    """The turns of a deal that is played to its end: of each trick the lead and a reply."""
    found = []
    stock = r.deck.size - r.players * r.deal.cards if r.tricks.draw else 0
    left = r.drawable
    for trick in range(1, r.tricks_a_deal + 1):
        found += [Moment(trick, leads, stock, r.players) for leads in (True, False)]
        if left and r.tricks.draw:
            stock -= r.players * r.tricks.draw.each
            left -= r.players * r.tricks.draw.each
    return found


def decides(expr: Expr) -> bool:
    """Whether the course of a deal is all that the condition reads."""
    if expr.type is Type.CARDS or expr.type is Type.PLAYER:
        return False
    if isinstance(expr.value, Word) and expr.value.name == "empty":
        return isinstance(expr.args[0].value, Word) and expr.args[0].value.name == "led"
    known = not isinstance(expr.value, Word) or expr.value.name in KNOWN
    return known and expr.op not in ("agreed", "in") and all(map(decides, expr.args))


def timely(expr: Expr) -> bool:
    """Whether the condition is about the course of a deal, and about nothing else."""
    return decides(expr) and bool({"stock", "trick", "led"} & set(words(expr)))


def holds(expr: Expr, at: Moment) -> bool:
    """Whether a condition holds at a moment."""
    return bool(value(expr, at))


def value(expr: Expr, at: Moment) -> int:
    """A number or a condition at a moment."""
    args = expr.args
    if expr.op in ("number", "truth"):
        assert isinstance(expr.value, int)
        return expr.value
    if isinstance(expr.value, Word):
        return _word(expr.value.name, args, at)
    if expr.op == "named":
        return value(args[0], at)
    if expr.op == "if":
        return value(args[1] if value(args[0], at) else args[2], at)
    numbers = [value(arg, at) for arg in args]
    if expr.op == "compare":
        return COMPARE[str(expr.value)](numbers[0], numbers[1])
    if expr.op == "sum":
        assert isinstance(expr.value, tuple)
        signs = [1, *(1 if sign == "+" else -1 for sign in expr.value)]
        return sum(sign * number for sign, number in zip(signs, numbers, strict=True))
    if expr.op == "product":
        result = 1
        for number in numbers:
            result *= number
        return result
    plain = {"minus": lambda n: -n[0], "not": lambda n: not n[0], "and": all, "or": any}
    return int(plain[expr.op](numbers))


def _word(name: str, args: tuple[Expr, ...], at: Moment) -> int:
    if name == "empty":
        return at.leads
    if name in ("min", "max"):
        return (min if name == "min" else max)(value(arg, at) for arg in args)
    return {"stock": at.stock, "trick": at.trick, "players": at.players}[name]


def constant(expr: Expr, r: Ruleset) -> int | None:
    """The value of a number that is the same in every deal; None if it is not."""
    named = set(words(expr))
    if not decides(expr) or expr.type is not Type.NUMBER or named - {"players", "min", "max"}:
        return None
    return value(expr, Moment(1, True, 0, r.players))


# -- words ---------------------------------------------------------------------------------------


def in_words(expr: Expr, r: Ruleset, trick: Noun) -> str:
    """When such a condition holds: `in the last 5 tricks`; empty if it always does."""
    turns = course(r)
    found = [at for at in turns if holds(expr, at)]
    last = r.tricks_a_deal
    if len(found) == len(turns):
        return ""
    if not found:
        return _("never")
    leads = {at.trick for at in found if at.leads}
    replies = {at.trick for at in found if not at.leads}
    if leads == replies:
        return _in(leads, last, trick)
    if not replies:
        return _on_lead(leads, last, trick)
    if not leads:
        replying = _("in reply")
        return replying if len(replies) == last else f"{_in(replies, last, trick)}, {replying}"
    if len(leads) == len(replies) + 1 == max(leads) and leads > replies:
        text = _("until the lead to {trick} {n}")
        return text.format(trick=trick, n=max(leads))
    return _("{some} or {last}").format(
        some=_on_lead(leads, last, trick), last=f"{_in(replies, last, trick)} {_('in reply')}"
    )


def _on_lead(tricks: set[int], last: int, trick: Noun) -> str:
    leading = _("on the lead")
    return leading if len(tricks) == last else f"{_in(tricks, last, trick)}, {leading}"


def _in(tricks: set[int], last: int, trick: Noun) -> str:
    """A set of tricks in words."""
    first, count = min(tricks), len(tricks)
    if count == 1 and first not in (1, last):
        return _("in {trick} {n}").format(trick=trick, n=first)
    if tricks == set(range(first, last + 1)) and (count <= last // 2 or count <= 5):
        return plural("in the last {trick}", "in the last {n} {trick:s}", count, trick=trick)
    if tricks == set(range(first, last + 1)):
        return _("from {trick} {n} on").format(trick=trick, n=first)
    if tricks == set(range(1, count + 1)):
        return plural("in the first {trick}", "in the first {n} {trick:s}", count, trick=trick)
    rows = ", ".join(_rows(tricks))
    return _("in {trick:s} {rows}").format(trick=trick, rows=rows)


def _rows(tricks: set[int]) -> Iterator[str]:
    """Numbers as rows: 3–5, 9."""
    left = sorted(tricks)
    while left:
        end = next(i for i in range(len(left)) if left[i + 1 : i + 2] != [left[i] + 1])
        yield str(left[0]) if end == 0 else f"{left[0]}–{left[end]}"
        left = left[end + 1 :]
