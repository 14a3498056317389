"""Who wins a contest: the keys of the lots and of a deal, in words.

In: the keys of a contest, in order. Out: `whoever has the most points; among equals whoever …`.
"""

from __future__ import annotations

from ...rules.expression import Expr, words
from ...rules.ruleset import Key
from ...text.messages import _
from .moments import constant
from .phrases import Phrases, name_of, resolved


def contest(p: Phrases, keys: tuple[Key, ...], wins: str) -> str:
    """The player whom the keys leave. wins: a template that says of `{who}` what that brings."""
    found: list[str] = []
    before = ""
    template = wins
    for key in keys:
        number = resolved(key.number)
        if constant(number, p.r) is not None:
            continue  # the same for all: it decides nothing
        if template and number.op == "if" and not _is_question(p, number):
            found.append(_either(p, key.most, number, template))
        else:
            text = _who(p, key.most, number, before)
            found.append(template.format(who=text, **p.terms) if template else text)
        before, template = (name_of(number) if key.most else ""), ""
    text = found[0] if found else wins.format(who=_("nobody"), **p.terms)
    for more in found[1:]:
        text = _("{first}; among equals, {more}").format(first=text, more=more)
    return text


def reads(key: Key, word: str) -> bool:
    """Whether a key reads a word of the language."""
    return word in words(key.number)


def _who(p: Phrases, most: bool, number: Expr, before: str) -> str:
    """The players with the most, or least, of a number; `before` is the word of the last key."""
    if number.op == "minus":
        return _who(p, not most, number.args[0], "")
    if number.op == "if":
        return _either(p, most, number, "{who}")
    name, of = name_of(number), name_of(number.args[0]) if number.args else ""
    if name == "last_win" and not most and before == "tricks":
        return _("whoever reached that number first")
    text = _known().get((most, f"{name}({of})" if of else name))
    if text is not None:
        return text.format(**p.terms)
    text = _("the player for whom this is highest: {number}")
    text = text if most else _("the player for whom this is lowest: {number}")
    return text.format(number=p.number(number))


def _is_question(p: Phrases, number: Expr) -> bool:
    """Whether a number only tells those of whom a condition holds from the others."""
    known = [constant(arg, p.r) for arg in number.args[1:]]
    return None not in known and known[0] != known[1]


def _either(p: Phrases, most: bool, number: Expr, wins: str) -> str:
    """A key that depends on a condition."""
    test, yes, no = number.args
    if _is_question(p, number):
        higher = (constant(yes, p.r) or 0) > (constant(no, p.r) or 0)
        return wins.format(who=_of_whom(p, test, higher == most), **p.terms)
    text = _("{when}, {yes}; otherwise {no}")
    some = [wins.format(who=_who(p, most, arg, ""), **p.terms) for arg in (yes, no)]
    return text.format(when=p.when(test), yes=some[0], no=some[1])


def _of_whom(p: Phrases, test: Expr, wanted: bool) -> str:
    """The player of whom a condition holds, or does not."""
    if test.op == "in" and name_of(test.args[0]) in ("drawn", "seated") and wanted:
        text = _("whoever has drawn {cards:a}")
        if name_of(test.args[0]) == "seated":
            text = _("whoever has drawn {cards:a} for the seats")
        return text.format(cards=p.cards(test.args[1]))
    text = _("the player of whom this is true: {clause}")
    text = text if wanted else _("the player of whom this is not true: {clause}")
    return text.format(clause=p.clause(test))


def _known() -> dict[tuple[bool, str], str]:
    """What is said of the numbers that contests mostly have."""
    return {
        (True, "points"): _("whoever has the most points"),
        (False, "points"): _("whoever has the fewest points"),
        (True, "tricks"): _("whoever has taken the most {trick:s}"),
        (False, "tricks"): _("whoever has taken the fewest {trick:s}"),
        (True, "last_win"): _("whoever was the last to take {trick:a}"),
        (False, "last_win"): _("whoever took their last {trick} earliest"),
        (True, "first_win"): _("whoever took their first {trick} latest"),
        (False, "first_win"): _("whoever took their first {trick} earliest"),
        (True, "count(won)"): _("whoever has taken the most cards"),
        (False, "count(won)"): _("whoever has taken the fewest cards"),
        (True, "value(won)"): _("whoever has the most points in cards"),
        (False, "value(won)"): _("whoever has the fewest points in cards"),
        (True, "declared"): _("whoever has declared the most points"),
        (False, "declared"): _("whoever has declared the fewest points"),
        (True, "strength(drawn)"): _("whoever has drawn the highest card"),
        (False, "strength(drawn)"): _("whoever has drawn the lowest card"),
        (True, "strength(seated)"): _("whoever has drawn the highest card for the seats"),
        (False, "strength(seated)"): _("whoever has drawn the lowest card for the seats"),
    }
