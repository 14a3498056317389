"""The rules that have names: obligations, declarations, exchanges, stages, signals, terms.

In: two rulesets that are being compared. Out: changes. Rules are matched by name; one that has gone
and one that has come with the same content is a rule with a new name. In lists the order counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..rules.expression import Expr
from ..rules.ruleset import Declaration, Exchange, Obligation, Ruleset, Signal, Stage, Term
from ..text.messages import _, plural
from .changes import ARROW, SAME, Comparer, Describes, Part, in_order
from .naming import cards_name, code
from .unparse import settled, unparse


def compare_named(c: Comparer, path: str, old: Sequence[Any], new: Sequence[Any]) -> None:
    """Rules of one list, by name."""
    mine = {rule.about.name: rule for rule in old}
    theirs = {rule.about.name: rule for rule in new}
    renamed = _renamed(c, mine, theirs)
    for name, rule in mine.items():
        place, title = f"{path}.{name}", rule.about.title
        if name in theirs:
            title = theirs[name].about.title
            c.section(place, title, TABLES[type(rule)], rule, theirs[name])
        elif name not in renamed:
            c.note(place, title, "removed", [Part("", "", "", _("removed"))], rule, None)
    for name, rule in theirs.items():
        place, title = f"{path}.{name}", rule.about.title
        if name in renamed.values():
            was = next(key for key, value in renamed.items() if value == name)
            text = _("called {b} in the file now, no longer {a}").format(a=was, b=name)
            part = Part("name", was, name, text)
            c.note(place, title, "renamed", [part], mine[was], rule)
        elif name not in mine:
            part = Part("", "", "", _added(c.b, rule))
            c.note(place, title, "added", [part], None, rule)
    if any(isinstance(rule, ORDERED) for rule in (*old, *new)):
        _moved(c, path, mine, theirs)


def _renamed(c: Comparer, mine: dict[str, Any], theirs: dict[str, Any]) -> dict[str, str]:
    """New names of rules whose content stays."""
    found: dict[str, str] = {}
    for name in sorted(mine.keys() - theirs.keys()):
        for other in sorted(theirs.keys() - mine.keys() - set(found.values())):
            if type(mine[name]) is type(theirs[other]):
                causes = {key: (x, y, list(u)) for key, (x, y, u) in c.causes.items()}
                verdict = c.verdict(mine[name], theirs[other])
                c.causes = causes
                if verdict == SAME:
                    found[name] = other
                    break
    return found


def _moved(c: Comparer, path: str, mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Rules that stand elsewhere among the others."""
    both = [name for name in mine if name in theirs]
    after = [name for name in theirs if name in mine]
    stay = in_order(both, after)
    for name in (name for name in both if name not in stay):
        i = after.index(name)
        up = both.index(name) > i
        text = _("now comes before {other}") if up else _("now comes after {other}")
        other = theirs[after[i + 1 if up else i - 1]].about.title
        part = Part("place", "", "", text.format(other=other))
        rule = f"{path}.{name}"
        c.note(rule, theirs[name].about.title, "moved", [part], mine[name], theirs[name])
    same = [name for name in both if name in stay and isinstance(mine[name], Stage)]
    if both == after and any(mine[name].number != theirs[name].number for name in same):
        text = _("other stages stand before it that do not take place")
        for name in same:
            if mine[name].number != theirs[name].number and not _noted(c, f"{path}.{name}"):
                part = Part("place", "", "", text)
                title = theirs[name].about.title
                c.note(f"{path}.{name}", title, "written", [part], mine[name], theirs[name])


def _noted(c: Comparer, rule: str) -> bool:
    return any(change.rule == rule for change in c.changes)


# -- what a new rule says ------------------------------------------------------------------------


def _added(r: Ruleset, rule: Any) -> str:
    """A rule in a sentence."""
    if isinstance(rule, Obligation):
        what = _("play {cards}").format(cards=code(unparse(rule.play, r)))
    elif isinstance(rule, Declaration):
        what = _declaration(r, rule)
    elif isinstance(rule, Exchange):
        what = _("give {cards} for the turned card").format(cards=code(unparse(rule.give, r)))
    elif isinstance(rule, Stage):
        what = _stage(r, rule)
    elif hasattr(rule, "means"):
        what = code(unparse(rule.means, r))
    else:
        what = code(unparse(rule.points, r))
    when = getattr(rule, "when", None)
    if when is None or settled(when).op == "truth":
        return _("new: {what}").format(what=what)
    return _("new: {what}, when {when}").format(what=what, when=code(unparse(when, r)))


def _declaration(r: Ruleset, d: Declaration) -> str:
    cards = combination(r, d)
    if d.wins:
        return _("{cards} win the deal").format(cards=cards)
    if d.points is None:
        return cards
    return _("{cards} for {points} points").format(cards=cards, points=code(unparse(d.points, r)))


def _stage(r: Ruleset, stage: Stage) -> str:
    if stage.ask is not None:
        return _("all are asked, {player} first").format(player=code(unparse(stage.ask, r)))
    cards = plural("{n} card", "{n} cards", stage.take)
    by = _(" and ").join(code(unparse(player, r)) for player in stage.by)
    return _("{players} take {cards} each and put as many aside").format(players=by, cards=cards)


def combination(r: Ruleset, d: Declaration) -> str:
    """The cards of a declaration in words."""
    deck = r.deck
    ranks = {
        tuple(name for name, whole in deck.rank_masks.items() if whole & mask) for mask in d.masks
    }
    own = all(
        mask & ~suit == 0 for mask, suit in zip(d.masks, deck.suit_masks.values(), strict=False)
    )
    if d.each and len(ranks) == 1 and own:
        letters = {rank.name: str(rank.letter) for rank in deck.ranks}
        cards = ", ".join(letters[name] for name in ranks.pop())
        cards = _("{cards} of one suit").format(cards=cards)
    else:
        cards = _(" or ").join(cards_name(r, mask) for mask in dict.fromkeys(d.masks))
    if all(d.number == mask.bit_count() for mask in d.masks):
        return cards
    return _("{n} of: {cards}").format(n=d.number, cards=cards)


# -- what is said of each key --------------------------------------------------------------------


def _when(c: Comparer, old: Expr | None, new: Expr | None) -> str:
    if old is None:
        assert new is not None
        return _("now only when {b}").format(b=c.now(new))
    if new is None:
        return _("no longer only when {a}").format(a=c.was(old))
    return _("when {values}").format(values=c.arrow(old, new))


def _play(c: Comparer, old: Expr, new: Expr) -> str:
    return _("play {values}").format(values=c.arrow(old, new))


def _points(c: Comparer, old: Expr | None, new: Expr | None) -> str:
    if new is None:
        return _("no points any more")
    before = c.was(old) if old else "0"
    if new.op == "number":
        points = plural("{n} point", "{n} points", int(str(new.value)))
        return ARROW.format(a=before, b=points)
    return _("{a} → {b} points").format(a=before, b=c.now(new))


def _worth(c: Comparer, old: Expr, new: Expr) -> str:
    return c.arrow(old, new)


def _means(c: Comparer, old: Expr, new: Expr) -> str:
    return _("means {values}").format(values=c.arrow(old, new))


def _give(c: Comparer, old: Expr, new: Expr) -> str:
    return _("give {values}").format(values=c.arrow(old, new))


def _asked(c: Comparer, old: Expr | None, new: Expr | None) -> str:
    if old is None:
        assert new is not None
        return _("the others are asked now, when {b}").format(b=c.now(new))
    if new is None:
        return _("the others are not asked any more")
    return _("the others are asked when {values}").format(values=c.arrow(old, new))


def _trump(c: Comparer, old: Expr | None, new: Expr | None) -> str:
    if old is None:
        assert new is not None
        return _("now makes its suit trump, when {b}").format(b=c.now(new))
    if new is None:
        return _("no longer makes its suit trump")
    return _("makes its suit trump when {values}").format(values=c.arrow(old, new))


def _wins(c: Comparer, old: bool, new: bool) -> str:
    return _("wins the deal now") if new else _("no longer wins the deal")


def _shown(c: Comparer, old: bool, new: bool) -> str:
    return _("its cards are shown after the trick now") if new else _("its cards stay hidden now")


def _slot(c: Comparer, old: str, new: str) -> str:
    before, after = (code(slot) if slot else _("the suit") for slot in (old, new))
    return _("at most one in a deal of: {a} → {b}").format(a=before, b=after)


def _prefer(c: Comparer, old: tuple[Expr, ...], new: tuple[Expr, ...]) -> str | None:
    if not all(d.wins for d in c.rules):
        return None
    before, after = (
        _(", then ").join(code(unparse(expr, r)) for expr in exprs) or _("nobody")
        for r, exprs in ((c.a, old), (c.b, new))
    )
    text = _("of several the one wins with {a} → {b}")
    return text.format(a=before, b=after)


def _ask(c: Comparer, old: Expr | None, new: Expr | None) -> str:
    before, after = (c.was(old) if old else _("nobody"), c.now(new) if new else _("nobody"))
    return _("{a} → {b} is asked first").format(a=before, b=after)


def _take(c: Comparer, old: int, new: int) -> str:
    cards = plural("{n} card", "{n} cards", new)
    return _("{a} → {cards} taken by each").format(a=old, cards=cards)


def _by(c: Comparer, old: tuple[Expr, ...], new: tuple[Expr, ...]) -> str:
    before, after = (
        _(" and ").join(code(unparse(expr, r)) for expr in exprs) or _("nobody")
        for r, exprs in ((c.a, old), (c.b, new))
    )
    return _("{a} → {b} take the cards").format(a=before, b=after)


def _combination(c: Comparer, old: object, new: object) -> str:
    before, after = (combination(r, d) for r, d in zip((c.a, c.b), c.rules, strict=True))
    return ARROW.format(a=before, b=after) if before != after else ""


TABLES: dict[type, Describes] = {
    Obligation: {"when": _when, "play": _play},
    Stage: {"when": _when, "ask": _ask, "take": _take, "by": _by},
    Exchange: {"give": _give, "when": _when, "ask": _asked},
    Declaration: {
        "cards": _combination,
        "slot": _slot,
        "when": _when,
        "points": _points,
        "trump": _trump,
        "wins": _wins,
        "prefer": _prefer,
        "shown": _shown,
    },
    Signal: {"means": _means},
    Term: {"points": _worth},
}
ORDERED = (Obligation, Stage)
