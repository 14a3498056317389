"""Two rulesets compared rule by rule: the first level of a diff.

In: two Rulesets. Out: a Comparison. Settings come first: an option that both have but that is set
otherwise is one change, with what differs by it; the rest is compared as if both were set alike.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from ..rules.expression import Expr
from ..rules.labels import About
from ..rules.options import OptionError
from ..rules.read import with_settings
from ..rules.ruleset import Ruleset, Signals
from ..text.messages import Text, _
from .changes import ARROW, Change, Comparer, Part
from .naming import source_of
from .order import compare_pack, compare_ranking, compare_values
from .parts import compare_named
from .sections import (
    compare_deal,
    compare_dealer,
    compare_draw,
    compare_match,
    compare_others,
    compare_players,
    compare_scoring,
    compare_seats,
    compare_trump,
    compare_wins,
)


@dataclass(frozen=True)
class Comparison:
    """What differs. texts: whether titles, labels, notes or sources do, where no rule does."""

    a: Ruleset
    b: Ruleset
    changes: tuple[Change, ...]
    texts: bool

    @property
    def same(self) -> bool:
        """Whether both play alike."""
        return self.a.hash == self.b.hash

    @property
    def sharing(self) -> bool:
        """Whether the same packs can be dealt to as many players in both."""
        same = sorted(self.a.deck.codes) == sorted(self.b.deck.codes)
        return same and self.a.players == self.b.players


def compare(a: Ruleset, b: Ruleset) -> Comparison:
    """Everything that differs between two rulesets, in words."""
    options, like_b = _options(a, b)
    rules = _rules(like_b, b)
    if a.hash != b.hash and not any((*options, *rules)):
        text = _("something differs that has no name")
        rules = (Change("", _("rules"), "changed", (Part("", a.hash, b.hash, text),)),)
    texts = a.hash == b.hash and _texts(a) != _texts(b)
    return Comparison(a, b, (*options, *rules), texts)


def _rules(a: Ruleset, b: Ruleset) -> tuple[Change, ...]:
    """What differs but for settings."""
    c = Comparer(a, b)
    if a.hash == b.hash:
        return ()
    compare_players(c)
    compare_pack(c)
    compare_values(c)
    compare_seats(c)
    compare_dealer(c)
    compare_deal(c)
    compare_named(c, "stages", a.stages, b.stages)
    compare_trump(c)
    compare_ranking(c)
    compare_wins(c)
    compare_named(c, "tricks.lead", a.tricks.lead, b.tricks.lead)
    compare_named(c, "tricks.reply", a.tricks.reply, b.tricks.reply)
    compare_draw(c)
    compare_named(c, "exchanges", a.exchanges, b.exchanges)
    compare_named(c, "declarations", a.declarations, b.declarations)
    _signals(c, a.signals, b.signals)
    compare_named(c, "scoring.points", a.terms, b.terms)
    compare_scoring(c)
    compare_match(c)
    compare_others(c)
    c.note_causes()
    return tuple(c.changes)


def _signals(c: Comparer, old: Signals, new: Signals) -> None:
    """Signals as a whole if only one game has them, else one by one."""
    if bool(old.signs) != bool(new.signs):
        text = _("may be given now") if new.signs else _("may not be given any more")
        kind = "added" if new.signs else "removed"
        c.note("signals", _("signals"), kind, [Part("", "", "", text)], old, new)
        return
    c.section("signals", _("signals"), {"truthful": _truthful}, *map(_signless, (old, new)))
    compare_named(c, "signals.signs", old.signs, new.signs)


def _signless(signals: Signals) -> Signals:
    return replace(signals, signs=())


def _truthful(c: Comparer, old: Any, new: Any) -> str:
    before, after = (c.was(old) if old else "no"), (c.now(new) if new else "no")
    return _("only true ones: {a} → {b}").format(a=before, b=after)


# -- options -------------------------------------------------------------------------------------


def _options(a: Ruleset, b: Ruleset) -> tuple[tuple[Change, ...], Ruleset]:
    """What differs in options, and the first ruleset with the settings of the second."""
    mine = {option.about.name: option for option in a.options}
    theirs = {option.about.name: option for option in b.options}
    found, now = [], a
    for name, option in mine.items():
        rule, title = f"options.{name}", str(option.about.title)
        if name not in theirs:
            found.append(_option(a, b, rule, title, "removed", _("no longer an option")))
            continue
        other = theirs[name]
        title = str(other.about.title)
        if set(option.values) != set(other.values):
            before, after = "/".join(option.values), "/".join(other.values)
            text = _("to choose from: {a} → {b}").format(a=before, b=after)
            found.append(_option(a, b, rule, title, "changed", text))
        set_to = (a.settings[name], b.settings[name])
        if set_to[0] != set_to[1]:
            change, now = _set(now, b, name, title)
            found.append(change)
        elif option.default != other.default:
            text = _("by default {a} → {b}").format(a=option.default, b=other.default)
            found.append(_option(a, b, rule, title, "changed", text))
    for name, option in theirs.items():
        if name not in mine:
            text = _("new option: {values}; set to {value}")
            text = text.format(values="/".join(option.values), value=b.settings[name])
            rule, title = f"options.{name}", str(option.about.title)
            found.append(_option(a, b, rule, title, "added", text))
    return tuple(found), now


def _option(a: Ruleset, b: Ruleset, rule: str, title: str, kind: str, text: str) -> Change:
    sources = (source_of(a, rule), source_of(b, rule))
    return Change(rule, title, kind, (Part("", "", "", text),), sources)


def _set(a: Ruleset, b: Ruleset, name: str, title: str) -> tuple[Change, Ruleset]:
    """An option that is set otherwise, with what differs by it."""
    old, new, rule = a.settings[name], b.settings[name], f"options.{name}"
    try:
        then = with_settings(a, {name: new})
        also = _rules(a, then)
    except OptionError:
        then, also = a, ()
    part = Part("setting", old, new, ARROW.format(a=old, b=new))
    sources = (source_of(a, rule), source_of(b, rule))
    reached = tuple(rule for change in also for rule in (change.rule, *change.reaches))
    cards = tuple(dict.fromkeys(cards for change in also for cards in change.cards))
    return Change(rule, title, "changed", (part,), sources, reached, also, cards=cards), then


# -- texts ---------------------------------------------------------------------------------------


def _texts(value: Any) -> object:
    """Every text for people in a value, and where it stands."""
    if isinstance(value, Expr):
        return None
    if isinstance(value, Text):
        return dict(value)
    if isinstance(value, dict):
        return {str(key): _texts(item) for key, item in value.items()}
    if isinstance(value, tuple):
        found = [_texts(item) for item in value]
        return found if any(found) else None
    if isinstance(value, About):
        return [dict(value.title), value.source, value.note]
    if is_dataclass(value) and not isinstance(value, type):
        held = {f.name: _texts(getattr(value, f.name)) for f in fields(value)}
        return {key: text for key, text in held.items() if text and key != "document"}
    return None
