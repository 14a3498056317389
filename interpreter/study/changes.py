"""What differs between two rulesets: values, with sentences. How they are compared.

In: two Rulesets, rule by rule. Out: one `Change` for each rule that differs, its parts in words.
Two expressions differ if they mean another thing once names are resolved and settings are put in;
where nothing but a named value within them differs, that name is the change, and the rules that use
it are those that it reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

from ..rules.expression import Expr, canonical, constant_cards
from ..rules.labels import About
from ..rules.ruleset import Declaration, Ruleset, Stage
from ..rules.types import Type
from ..text.messages import Text, _
from .naming import clauses, code, source_of, titled
from .unparse import Suits, codes, meaning, named, settled, unparse

SAME, WRITTEN, CAUSED, CHANGED = range(4)
"""how much two expressions differ: not at all; only as text; by a named value; by themselves"""
ABSENT = {"when": 1, "ask": 0, "trump": 0, "truthful": 0}
"""the condition that a missing one stands for"""
SECTIONS = {Type.CARDS: "sets", Type.NUMBER: "numbers", Type.TRUTH: "conditions"}
Focus = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Part:
    """One thing about a rule that differs: its key, the two values as text, a sentence, and what
    the names in it stand for."""

    key: str
    before: str
    after: str
    text: str
    names: str = ""


@dataclass(frozen=True)
class Change:
    """A rule that differs.

    rule: its place in the file, such as `tricks.reply.follow`. kind: added, removed, changed,
    moved, renamed, or written (the same in play). sources: where each ruleset has it from. reaches:
    for a named value or an option the rules that differ by it, and `also` what differs in them.
    old, new: the rules themselves. cards: sets of cards that it names, as codes.
    """

    rule: str
    title: str
    kind: str
    parts: tuple[Part, ...] = ()
    sources: tuple[str, str] = ("", "")
    reaches: tuple[str, ...] = ()
    also: tuple[Change, ...] = ()
    old: Any = field(default=None, compare=False, repr=False)
    new: Any = field(default=None, compare=False, repr=False)
    cards: Focus = field(default=(), compare=False, repr=False)


def leaves(changes: Iterable[Change]) -> Iterator[Change]:
    """The rules that differ; for an option those that differ by it, titled by both."""
    for change in changes:
        if not change.also:
            yield change
        for inner in leaves(change.also):
            both = dict.fromkeys((change.title, inner.title))
            yield replace(inner, title=", ".join(both))


Describe = Callable[["Comparer", Any, Any], str | None]
"""two values of a key, of which one may be missing, to a sentence about them; empty if the values
say enough, None if nothing need be said"""
ARROW = "{a} → {b}"


class Comparer:
    """Notes what differs between two rulesets; the sections are gone through elsewhere."""

    def __init__(self, a: Ruleset, b: Ruleset) -> None:
        self.a, self.b = a, b
        mine = {suit.name: suit.code for suit in a.deck.suits}
        self.suits = {suit.code: mine.get(suit.name, suit.code) for suit in b.deck.suits}
        self.changes: list[Change] = []
        self.causes: dict[str, tuple[Expr, Expr, list[tuple[str, str]]]] = {}
        self.defined: set[str] = set()
        self.here = ("", "")
        self.rules: tuple[Any, Any] = (None, None)

    # -- comparing -----------------------------------------------------------------------------

    def verdict(self, old: Any, new: Any, key: str = "") -> int:
        """How much two values of a key differ. Named values to blame are noted as causes."""
        if isinstance(old, Expr) or isinstance(new, Expr):
            if isinstance(old, Expr) and isinstance(new, Expr):
                return self._expressions(old, new)
            one = settled(old or new)
            known = one.op == "truth" and ABSENT.get(key) == one.value
            return WRITTEN if known else CHANGED
        if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
            pairs = zip(old, new, strict=True)
            return max((self.verdict(x, y, key) for x, y in pairs), default=SAME)
        if is_dataclass(old) and type(old) is type(new):
            mine, theirs = self.keys(old, new)
            return max((self.verdict(mine[k], theirs[k], k) for k in mine), default=SAME)
        return SAME if old == new else CHANGED

    def keys(self, old: Any, new: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """What two rules say, key by key."""
        return keys_of(self.a, old), keys_of(self.b, new, self.suits)

    def _expressions(self, old: Expr, new: Expr) -> int:
        if self._mean_the_same(old, new):
            alike = canonical(old) == canonical(new) or self.a.deck.codes != self.b.deck.codes
            return SAME if alike else WRITTEN
        blamed = self._blamed(old, new)
        if not self._mean_the_same(old, new, {str(x.value) for x, _y in blamed}):
            return CHANGED
        for x, y in blamed:
            users = self.causes.setdefault(str(x.value), (x, y, []))[2]
            users += [self.here] if self.here not in users else []
        return CAUSED

    def _mean_the_same(self, old: Expr, new: Expr, opaque: Collection[str] = ()) -> bool:
        mine = meaning(old, self.a, opaque)
        return mine == meaning(new, self.b, opaque, self.suits)

    def _blamed(self, old: Expr, new: Expr) -> list[tuple[Expr, Expr]]:
        """The named values in both that differ by themselves, not by others in them."""
        mine = {str(node.value): node for node in named(old)}
        theirs = {str(node.value): node for node in named(new)}
        both = [(mine[name], theirs[name]) for name in mine if name in theirs]
        differ = [pair for pair in both if not self._mean_the_same(*pair)]
        names = {str(x.value) for x, _y in differ}
        return [(x, y) for x, y in differ if not self._mean_the_same(x.args[0], y.args[0], names)]

    # -- noting --------------------------------------------------------------------------------

    def note(
        self, rule: str, title: object, kind: str, parts: Iterable[Part], old: Any, new: Any
    ) -> None:
        """Add a change, with its sources and the cards that it names."""
        sources = (source_of(self.a, rule), source_of(self.b, rule))
        focus = (*codes_in(self.a, old), *codes_in(self.b, new))
        cards = tuple(dict.fromkeys(focus))
        change = Change(rule, str(title), kind, tuple(parts), sources, (), (), old, new, cards)
        self.changes.append(change)

    def section(self, rule: str, title: object, table: Describes, old: Any, new: Any) -> None:
        """Compare two values key by key, and note what differs as one change."""
        self.here, self.rules = (rule, str(title)), (old, new)
        parts, written = [], False
        mine, theirs = self.keys(old, new)
        for key, x in mine.items():
            found = self.verdict(x, theirs[key], key)
            written |= found == WRITTEN
            if found == CHANGED:
                parts += self.part(key, table.get(key), x, theirs[key])
        if parts:
            self.note(rule, title, "changed", parts, old, new)
        elif written:
            self.written(rule, title, old, new)

    def written(self, rule: str, title: object, old: Any, new: Any) -> None:
        """Note that a rule is written in another way."""
        text = _("written otherwise, the same in play")
        self.note(rule, title, "written", [Part("", "", "", text)], old, new)

    def part(self, key: str, describe: Describe | None, old: Any, new: Any) -> list[Part]:
        """One key that differs, if something is to be said of it."""
        before, after = self.text(self.a, old), self.text(self.b, new)
        text = describe(self, old, new) if describe else ""
        if text is None:
            return []
        if not text:
            values = ARROW.format(a=code(before or _("none")), b=code(after or _("none")))
            text = titled(key, values)
        return [Part(key, before, after, text, self.definitions(old, new))]

    # -- words ---------------------------------------------------------------------------------

    def text(self, r: Ruleset, value: Any) -> str:
        """A value as programs are told it."""
        if value is None or value == ():
            return ""
        if isinstance(value, Expr):
            return unparse(value, r)
        if isinstance(value, tuple):
            return ", ".join(self.text(r, item) for item in value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if is_dataclass(value):
            shown = (self.text(r, getattr(value, f.name)) for f in fields(value))
            return " ".join(text for text in shown if text)
        return str(value)

    def was(self, value: Expr) -> str:
        """An expression of the first ruleset, in a sentence."""
        return code(unparse(value, self.a))

    def now(self, value: Expr) -> str:
        """An expression of the second ruleset, in a sentence."""
        return code(unparse(value, self.b))

    def arrow(self, old: Expr, new: Expr) -> str:
        """From one expression to another."""
        return ARROW.format(a=self.was(old), b=self.now(new))

    def definitions(self, old: Any, new: Any) -> str:
        """What the names in two values stand for, the first time they are used."""
        found = {}
        for r, value in ((self.a, old), (self.b, new)):
            for expr in exprs_in(value):
                for node in named(settled(expr)):
                    name = str(node.value)
                    if name not in self.defined and name not in found:
                        found[name] = titled(name, unparse(node.args[0], r))
        self.defined |= set(found)
        return clauses(found.values())

    def note_causes(self) -> None:
        """Add a change for each named value that differs, with the rules that it reaches."""
        for name, (x, y, users) in sorted(self.causes.items()):
            self.defined.add(name)
            old, new = x.args[0], y.args[0]
            titles = ", ".join(dict.fromkeys(title for _rule, title in users))
            text = _("{values}; read by: {rules}")
            text = text.format(values=self.arrow(old, new), rules=titles)
            part = Part("", unparse(old, self.a), unparse(new, self.b), text)
            rule = f"{SECTIONS[old.type]}.{name}"
            self.note(rule, name, "changed", [part], old, new)
            reached = tuple(dict.fromkeys(rule for rule, _title in users))
            self.changes[-1] = replace(self.changes[-1], reaches=reached)


Describes = dict[str, Describe]
"""what to say of each key of a rule; a key that is not here is told as it stands in the program"""
TEXTS = (About, Text)


def keys_of(r: Ruleset, rule: Any, suits: Suits | None = None) -> dict[str, Any]:
    """What a rule says, key by key, as it can be compared: without texts, without its variable."""
    keys = {f.name: getattr(rule, f.name) for f in fields(rule)}
    keys = {key: value for key, value in keys.items() if not isinstance(value, TEXTS)}
    if isinstance(rule, Declaration):
        masks = tuple(sorted(codes(r, mask, suits) for mask in rule.masks))
        keys = {"cards": (masks, rule.number, bool(keys.pop("each"))), **keys}
        keys["slot"] = "" if rule.slot == rule.each else rule.slot
        del keys["masks"], keys["number"]
    if isinstance(rule, Stage):
        del keys["number"]
    return keys


def exprs_in(value: Any) -> Iterator[Expr]:
    """Every expression in a value."""
    if isinstance(value, Expr):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from exprs_in(item)
    elif is_dataclass(value) and not isinstance(value, About):
        for f in fields(value):
            yield from exprs_in(getattr(value, f.name))


def codes_in(r: Ruleset, value: Any) -> Iterator[tuple[str, ...]]:
    """The sets of cards that a rule names, as codes; neither no card nor all of them."""
    masks = list(getattr(value, "masks", ()))
    for expr in exprs_in(value):
        masks += constants(expr)
    for mask in dict.fromkeys(masks):
        if 0 < mask < (1 << r.deck.size) - 1:
            yield codes(r, mask)


def constants(expr: Expr) -> Iterator[int]:
    """The largest parts of an expression that are the same cards in every deal."""
    mask = constant_cards(expr)
    if mask is not None:
        yield mask
        return
    for arg in expr.args:
        yield from constants(arg)


def in_order(old: Sequence[str], new: Sequence[str]) -> set[str]:
    """The names of two lists that need not move: a longest row that both have in one order."""
    place = {name: i for i, name in enumerate(new)}
    best: list[list[str]] = []
    for name in (n for n in old if n in place):
        before = [row for row in best if place[row[-1]] < place[name]]
        best.append([*_longest(before), name])
    return set(_longest(best))


def _longest(rows: list[list[str]]) -> list[str]:
    return max(rows, key=len) if rows else []
