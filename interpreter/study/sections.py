"""The sections of a ruleset that are not lists of named rules, and what is said of their keys.

In: two rulesets that are being compared. Out: changes, noted in the order of a file. A key that has
no sentence of its own is told all the same, by its name and its two values.
"""

from __future__ import annotations

from dataclasses import fields

from ..rules.expression import Expr
from ..rules.ruleset import Draw, Key, Ruleset, Seats
from ..text.messages import _, plural
from .changes import ARROW, CHANGED, SAME, WRITTEN, Comparer, Describes, Part
from .naming import cards_name, code, keys_text, label, sides_text
from .unparse import codes, settled


def compare_players(c: Comparer) -> None:
    """How many play, and on which sides."""
    parts = []
    if c.a.players != c.b.players:
        players = plural("{n} player", "{n} players", c.b.players)
        text = ARROW.format(a=c.a.players, b=players)
        parts.append(Part("players", str(c.a.players), str(c.b.players), text))
    old, new = sides_text(c.a), sides_text(c.b)
    if old != new:
        parts.append(Part("sides", old, new, ARROW.format(a=old, b=new)))
    if parts:
        c.note("players", _("players"), "changed", parts, None, None)


def compare_dealer(c: Comparer) -> None:
    """Who deals first, and who next."""
    _contest(c, "dealer.first", _("first dealer"), c.a.first_dealer, c.b.first_dealer)
    _single(c, "dealer.redraw", _("new draw"), c.a.redraw, c.b.redraw, _("never"))
    _single(c, "dealer.next", _("next dealer"), c.a.next_dealer, c.b.next_dealer)


def compare_seats(c: Comparer) -> None:
    """The lot for the seats."""
    title, old, new = _("seats"), c.a.seats, c.b.seats
    if old is None or new is None:
        if old is not new:
            text = _("now found by lot") if new else _("no longer found by lot")
            kind = "added" if new else "removed"
            c.note("seats", title, kind, [Part("", "", "", text)], old, new)
        return
    parts = [_among(c, old, new)] if codes(c.a, old.among) != codes(c.b, new.among, c.suits) else []
    c.here = ("seats", title)
    found = c.verdict(old.order, new.order)
    if found == CHANGED:
        before, after = keys_text(c.a, old.order), keys_text(c.b, new.order)
        text = _("put in order by {a} → {b}").format(a=before, b=after)
        parts.append(Part("order", before, after, text))
    if parts:
        c.note("seats", title, "changed", parts, old, new)
    elif found == WRITTEN:
        c.written("seats", title, old, new)


def _among(c: Comparer, old: Seats, new: Seats) -> Part:
    before, after = cards_name(c.a, old.among), cards_name(c.b, new.among)
    text = _("the cards that decide: {a} → {b}").format(a=before, b=after)
    return Part("from", before, after, text)


def _contest(
    c: Comparer, rule: str, title: str, old: tuple[Key, ...], new: tuple[Key, ...]
) -> None:
    """Keys in order that decide something. One that is the same for all decides nothing."""
    c.here = (rule, title)
    mine, theirs = (tuple(k for k in keys if not _constant(k)) for keys in (old, new))
    found = c.verdict(mine, theirs)
    if found == SAME and c.verdict(old, new) == CHANGED:
        found = WRITTEN
    if found == CHANGED:
        before, after = keys_text(c.a, old), keys_text(c.b, new)
        text = ARROW.format(a=before, b=after)
        part = Part("", before, after, text, c.definitions(old, new))
        c.note(rule, title, "changed", [part], old, new)
    elif found == WRITTEN:
        c.written(rule, title, old, new)


def _constant(key: Key) -> bool:
    return settled(key.number).op == "number"


def _single(
    c: Comparer, rule: str, title: str, old: Expr | None, new: Expr | None, none: str = ""
) -> None:
    """One expression; `none` is said where there is none."""
    c.here = (rule, title)
    found = c.verdict(old, new)
    before, after = c.was(old) if old else none, c.now(new) if new else none
    if found == CHANGED and before == after:
        found = WRITTEN
    if found == CHANGED:
        text = ARROW.format(a=before, b=after)
        names = c.definitions(old, new)
        part = Part("", c.text(c.a, old), c.text(c.b, new), text, names)
        kind = "added" if old is None else "removed" if new is None else "changed"
        c.note(rule, title, kind, [part], old, new)
    elif found == WRITTEN:
        c.written(rule, title, old, new)


def compare_deal(c: Comparer) -> None:
    """How the cards are dealt."""
    c.section("deal", _("dealing"), DEAL, c.a.deal, c.b.deal)


def _cut(c: Comparer, old: Expr | None, new: Expr | None) -> str:
    before = c.was(old) if old else _("nobody")
    after = c.now(new) if new else _("nobody")
    return _("{a} → {b} cuts").format(a=before, b=after)


def _turn_up(c: Comparer, old: bool, new: bool) -> str:
    return _("a card is turned up now") if new else _("no card is turned up any more")


def _cards(c: Comparer, old: int, new: int) -> str:
    cards = plural("{n} card", "{n} cards", new)
    return _("{a} → {cards} for each player").format(a=old, cards=cards)


def _packets(c: Comparer, old: int, new: int) -> str:
    return _("{a} → {b} at a time").format(a=old, b=new)


def _first(c: Comparer, old: Expr, new: Expr) -> str:
    text = _("{a} → {b} gets the first cards and leads first")
    return text.format(a=c.was(old), b=c.now(new))


DEAL: Describes = {
    "cards": _cards,
    "packets": _packets,
    "first": _first,
    "cut": _cut,
    "turn_up": _turn_up,
}


def compare_trump(c: Comparer) -> None:
    """The trumps."""
    title = _("trumps")
    _single(c, "trump", title, c.a.trump, c.b.trump, _("none"))


def compare_wins(c: Comparer) -> None:
    """Which cards can take a trick."""
    rule, title, old, new = "tricks.wins", _("what takes a trick"), c.a.tricks.wins, c.b.tricks.wins
    c.here = (rule, title)
    found = c.verdict(old, new)
    if found == CHANGED:
        before, after = (
            _(", then ").join(code(c.text(r, expr)) for expr in exprs)
            for r, exprs in ((c.a, old), (c.b, new))
        )
        part = Part("", before, after, ARROW.format(a=before, b=after))
        c.note(rule, title, "changed", [part], old, new)
    elif found == WRITTEN:
        c.written(rule, title, old, new)


def compare_draw(c: Comparer) -> None:
    """Drawing after a trick."""
    rule, title, old, new = "tricks.draw", _("drawing"), c.a.tricks.draw, c.b.tricks.draw
    if old is not None and new is not None:
        c.section(rule, title, DRAW, old, new)
    elif old is not new:
        text = _("no cards are drawn any more") if new is None else _draw(c, new)
        kind = "removed" if new is None else "added"
        c.note(rule, title, kind, [Part("", "", "", text)], old, new)


def _draw(c: Comparer, new: Draw) -> str:
    cards = plural("{n} card", "{n} cards", new.each)
    text = _("after a trick all draw {cards} now, {first} first")
    return text.format(cards=cards, first=c.now(new.first))


def _each(c: Comparer, old: int, new: int) -> str:
    cards = plural("{n} card", "{n} cards", new)
    return _("{a} → {cards} for each player").format(a=old, cards=cards)


def _draws_first(c: Comparer, old: Expr, new: Expr) -> str:
    return _("{a} → {b} draws first").format(a=c.was(old), b=c.now(new))


DRAW: Describes = {"each": _each, "first": _draws_first}


def compare_scoring(c: Comparer) -> None:
    """Who wins the deal, and what that counts."""
    _contest(c, "scoring.winner", _("winner of the deal"), c.a.winner, c.b.winner)
    _single(c, "scoring.worth", _("what a won deal counts"), c.a.worth, c.b.worth, "1")


def compare_match(c: Comparer) -> None:
    """What ends the match."""
    title, parts = label(c.b, "match", _("match")), []
    old, new = match_end(c.a), match_end(c.b)
    if old != new:
        parts.append(Part("end", old, new, _match(c, old, new)))
    if c.a.repeats != c.b.repeats:
        text = _("{a} → {b} deals may end without a winner")
        text = text.format(a=c.a.repeats, b=c.b.repeats)
        parts.append(Part("repeats", str(c.a.repeats), str(c.b.repeats), text))
    if parts:
        c.note("match", title, "changed", parts, None, None)


def _match(c: Comparer, old: str, new: str) -> str:
    """Numbers if nothing else differs."""
    if c.a.rounds == c.b.rounds == 1:
        if c.a.wins and c.b.wins and (c.a.worth is None) == (c.b.worth is None):
            number = ARROW.format(a=c.a.wins, b=match_goal(c.b))
            return _("won with {number}").format(number=number)
        if c.a.deals and c.b.deals:
            number = ARROW.format(a=c.a.deals, b=plural("{n} deal", "{n} deals", c.b.deals))
            return _("over after {number}").format(number=number)
    return ARROW.format(a=old, b=new)


def match_goal(r: Ruleset) -> str:
    """How much wins a match, or a round of it."""
    if r.worth is not None and settled(r.worth).op != "number":
        return plural("{n} point", "{n} points", r.wins)
    return plural("{n} deal", "{n} deals", r.wins)


def match_end(r: Ruleset) -> str:
    """What ends a match."""
    if r.deals:
        return _("over after {number}").format(number=plural("{n} deal", "{n} deals", r.deals))
    if r.rounds > 1:
        rounds = plural("{n} round", "{n} rounds", r.rounds)
        text = _("won with {rounds}, each with {number}")
        return text.format(rounds=rounds, number=match_goal(r))
    return _("won with {number}").format(number=match_goal(r))


SPOKEN = """
name title labels sources players sides options settings deck nicknames values sets seats
first_dealer next_dealer deal stages trump tricks signals exchanges declarations terms winner worth
wins deals rounds repeats redraw invariants document bases
"""
"""the fields of a Ruleset that have sentences of their own, and those that are no rules"""


def compare_others(c: Comparer) -> None:
    """Whatever else a ruleset holds, by its name."""
    for name in (f.name for f in fields(Ruleset) if f.name not in SPOKEN.split()):
        old, new = getattr(c.a, name), getattr(c.b, name)
        c.here = (name, name)
        if c.verdict(old, new) == CHANGED:
            text = ARROW.format(a=c.text(c.a, old), b=c.text(c.b, new))
            c.note(name, name, "changed", [Part("", "", "", text)], old, new)
