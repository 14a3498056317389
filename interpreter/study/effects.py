"""What a difference between two rulesets can touch, by what reads what: the second level of a diff.

In: a Comparison. Out: for each thing that a game decides whether it reads a rule that differs, and
which. It errs on the side of "may differ": a rule is read whole, and what reads a thing that may
differ may differ too. That other cards may be played, once a choice differs, is not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..rules.expression import Expr
from ..rules.ruleset import Ruleset
from ..rules.vocabulary import Word
from ..text.messages import _
from .changes import Change, exprs_in
from .compare import Comparison

SHOWN = ("lots", "cards", "trump", "legal", "tricks", "calls", "points", "result", "match", "sight")
"""what a game decides, in the order of play"""
HELPERS = ("values", "strength", "declared", "agreed", "dealt")
"""what only words read"""

FEEDS: tuple[tuple[str, frozenset[str], tuple[str, ...]], ...] = tuple(
    (rule, frozenset(keys.split()), tuple(nodes.split()))
    for rule, keys, nodes in (
        ("players", "sides", "lots match"),
        ("values", "", "values"),
        ("options", "", ""),
        ("seats", "", "lots"),
        ("dealer.first", "", "lots"),
        ("dealer.next", "", "match"),
        ("dealer.redraw", "", "match"),
        ("deal", "cut", "sight"),
        ("deal", "cards packets first turn_up", "cards dealt"),
        ("stages", "", "calls cards agreed"),
        ("trump", "", "trump"),
        ("tricks.ranking", "", "tricks strength"),
        ("tricks.wins", "", "tricks"),
        ("tricks.lead", "", "legal"),
        ("tricks.reply", "", "legal"),
        ("tricks.draw", "", "cards"),
        ("exchanges", "", "calls cards"),
        ("declarations", "shown", "sight"),
        ("declarations", "points", "declared"),
        ("declarations", "wins prefer", "result"),
        ("declarations", "trump", "trump"),
        ("declarations", "name", "calls"),
        ("declarations", "cards", "calls legal declared result"),
        ("declarations", "when slot", "calls declared result"),
        ("declarations", "", "calls legal declared result trump sight"),
        ("signals", "", "calls"),
        ("scoring.points", "name", ""),
        ("scoring.points", "", "points"),
        ("scoring.winner", "", "result"),
        ("scoring.worth", "", "match"),
        ("match", "", "match"),
    )
)
"""what the keys of a rule feed; no keys: all that no row above names. Any other rule feeds all."""

WORDS = {
    "lots": "drawn seated",
    "cards": "hand holds turned stock",
    "trump": "trump follows",
    "tricks": "best beats leader winner won tricks first_win last_win last_winner",
    "points": "points",
    "result": "decided",
    "match": "round",
    "values": "value",
    "strength": "strength",
    "declared": "declared",
    "agreed": "agreed",
}
"""the words that read each thing"""

ALWAYS = (("dealt", "trump"), ("cards", "legal"), ("cards", "calls"), ("result", "match"))
"""what is read without a word: a choice is made from a hand, a match is made of deals"""
ONCE = {"trump": "turned"}
"""words that are read once a deal, before anything else can change what they stand for"""


@dataclass(frozen=True)
class Effect:
    """One thing that a game decides. rules: the changes that it reads; by: the things by which it
    reads others; neither: it reads no rule that differs."""

    name: str
    rules: tuple[str, ...]
    by: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether it may differ."""
        return bool(self.rules or self.by)


def effect_name(name: str) -> str:
    """What people call it."""
    return {
        "lots": _("seats and first dealer"),
        "cards": _("hands and turned card"),
        "trump": _("trumps"),
        "legal": _("legal cards"),
        "tricks": _("trick winners"),
        "calls": _("declarations and other calls"),
        "points": _("points"),
        "result": _("winner of the deal"),
        "match": _("course of the match"),
        "sight": _("what players are shown"),
        "values": _("card points"),
        "strength": _("ranking"),
        "declared": _("points of declarations"),
        "agreed": _("what was agreed"),
        "dealt": _("cards dealt"),
    }[name]


def effects(comparison: Comparison) -> tuple[Effect, ...]:
    """Everything that a game decides, with what it reads that differs."""
    direct: dict[str, list[str]] = {}
    for change in comparison.changes:
        for node in fed_by(change):
            titles = direct.setdefault(node, [])
            titles += [change.title] if change.title not in titles else []
    by: dict[str, list[str]] = {}
    edges = list(_edges(comparison.a)) + list(_edges(comparison.b))
    touched = set(direct)
    while True:
        new = [(x, y) for x, y in dict.fromkeys(edges) if x in touched and x not in by.get(y, [])]
        for x, y in new:
            by.setdefault(y, []).append(x)
            touched.add(y)
        if not new:
            break
    return tuple(_effect(name, direct, by) for name in SHOWN)


def _effect(name: str, direct: dict[str, list[str]], by: dict[str, list[str]]) -> Effect:
    """What is read through a helper is read directly."""
    rules, nodes = list(direct.get(name, ())), list[str]()
    for node in by.get(name, ()):
        if node in HELPERS:
            rules += [title for title in direct.get(node, ()) if title not in rules]
            nodes += [inner for inner in by.get(node, ()) if inner not in (name, *nodes)]
        elif node not in nodes:
            nodes.append(node)
    return Effect(name, tuple(rules), tuple(sorted(nodes, key=SHOWN.index)))


def fed_by(change: Change) -> tuple[str, ...]:
    """What reads a change directly."""
    if change.kind == "written":
        return ()
    if change.also:
        found = [node for inner in change.also for node in fed_by(inner)]
    elif change.reaches:
        found = [node for rule in change.reaches for node in _fed(rule, frozenset())]
    else:
        keys = {part.key for part in change.parts} if change.kind != "moved" else set()
        found = list(_fed(change.rule, frozenset(keys)))
    return tuple(dict.fromkeys(found))


def readers(comparison: Comparison, change: Change) -> set[str]:
    """What reads a change, through nothing but a word of the language."""
    found = set(fed_by(change))
    edges = [*_edges(comparison.a), *_edges(comparison.b)]
    while more := {y for x, y in edges if x in HELPERS and x in found} - found:
        found |= more
    return found


def _fed(rule: str, keys: frozenset[str]) -> Iterator[str]:
    rows = [row for row in FEEDS if rule == row[0] or rule.startswith(f"{row[0]}.")]
    if not rows:
        yield from (*HELPERS, *SHOWN)
    for key in keys or [""]:
        named = [row for row in rows if key in row[1]] or [row for row in rows if not row[1]]
        if not named and rows:
            yield from (*HELPERS, *SHOWN)
        for row in named:
            yield from row[2]


def _edges(r: Ruleset) -> Iterator[tuple[str, str]]:
    """What reads what in a ruleset."""
    yield from ALWAYS
    if r.declarations:
        yield "legal", "calls"
    if r.rounds > 1:
        yield "lots", "match"
    for node, values in _rules(r).items():
        read = set(_words(exprs_in(values))) - {ONCE.get(node)}
        for fed, words in WORDS.items():
            if fed != node and not read.isdisjoint(words.split()):
                yield fed, node


def _rules(r: Ruleset) -> dict[str, tuple[object, ...]]:
    """The rules that decide each thing."""
    t = r.tricks
    called = [(d.when, d.trump) for d in r.declarations]
    return {
        "lots": (r.first_dealer, r.seats),
        "cards": (r.deal, t.draw, tuple(stage.by for stage in r.stages), r.exchanges),
        "trump": (r.trump, tuple(d.trump for d in r.declarations)),
        "legal": (t.lead, t.reply),
        "tricks": (t.wins,),
        "calls": (r.exchanges, tuple(called), r.signals, r.stages),
        "points": (r.terms,),
        "declared": (tuple(d.points for d in r.declarations),),
        "result": (r.winner, tuple(d.prefer for d in r.declarations)),
        "match": (r.worth, r.next_dealer),
    }


def _words(exprs: Iterable[Expr]) -> Iterator[str]:
    for expr in exprs:
        yield from words_in(expr)


def words_in(expr: Expr) -> Iterator[str]:
    """The words that an expression reads; `agreed` for the answer to a question."""
    if expr.op == "agreed":
        yield "agreed"
    if isinstance(expr.value, Word):
        yield expr.value.name
    for arg in expr.args:
        yield from words_in(arg)
