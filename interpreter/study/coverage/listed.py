"""The points of a ruleset that are not within its expressions, each with its number.

In: a Ruleset, its document with places, Points. Out: what may be called, the groups of the ranking,
the keys of the contests, how a match ends, the options; as numbers for whoever watches a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...machine.compile import call_names
from ...machine.engine.spec import CLAIM, LOT, ORDER, WINNER
from ...rules.ruleset import Key, Ruleset
from ...text.document import Mapping, Node, Sequence
from ...text.source import Span
from .marks import one_line
from .points import Points
from .possible import possible

Kinds = dict[str, int]
"""the number of a point by its kind"""
CALLED = ("offered", "made", "refused")


@dataclass(frozen=True)
class Listed:
    """calls: for each rule that players may call, the bits of its calls and its points. answers:
    the points of each question, by stage. groups: the cards of each group of the ranking and its
    points. keys: the points of the keys of each contest, in order; left: the point of several who
    are left. claims: the points of each declaration that wins the deal, by the bits of its calls:
    of nobody contesting it, and of its keys. ends: how a match or a round ends. options: which
    values are played."""

    calls: tuple[tuple[int, Kinds], ...]
    answers: dict[int, Kinds]
    groups: tuple[tuple[int, Kinds], ...]
    keys: dict[int, tuple[int, ...]]
    left: dict[int, int]
    claims: tuple[tuple[int, int, tuple[int, ...]], ...]
    ends: Kinds
    options: frozenset[int]


def listed(r: Ruleset, document: Mapping, points: Points) -> Listed:
    """All of them, for the settings of a ruleset."""
    return _Lister(r, document, points).all()


class _Lister:
    def __init__(self, r: Ruleset, document: Mapping, points: Points) -> None:
        self.r, self.document, self.points = r, document, points
        self.names = [text.split() for text in call_names(r)]

    def all(self) -> Listed:
        keys, left = self._keys()
        return Listed(
            tuple(self._calls()),
            self._answers(),
            tuple(self._groups()),
            keys,
            left,
            tuple(self._claims()),
            self._ends(),
            frozenset(self._options()),
        )

    def _kinds(self, rule: str, kinds: Iterable[str], span: Span, of: str = "") -> Kinds:
        return {kind: self.points.number(rule, of, kind, span) for kind in kinds}

    def _bits(self, kind: str, name: str) -> int:
        return sum(1 << i for i, words in enumerate(self.names) if words[:2] == [kind, name])

    def _calls(self) -> Iterable[tuple[int, Kinds]]:
        r = self.r
        for kind, place, rules in (
            ("declare", "declarations", r.declarations),
            ("exchange", "exchanges", r.exchanges),
            ("signal", "signals.signs", r.signals.signs),
        ):
            for about in (rule.about for rule in rules):
                kinds = self._kinds(f"{place}.{about.name}", CALLED, about.span)
                yield self._bits(kind, about.name), kinds

    def _answers(self) -> dict[int, Kinds]:
        kinds = ("agreed", "denied")
        return {
            i: self._kinds(f"stages.{stage.about.name}", kinds, stage.about.span)
            for i, stage in enumerate(self.r.stages, 1)
            if stage.ask is not None
        }

    def _groups(self) -> Iterable[tuple[int, Kinds]]:
        nodes = _items(self.document, "tricks", "ranking")
        for i, (mask, node) in enumerate(zip(self.r.tricks.ranking, nodes, strict=True)):
            kinds = [kind for kind, can in possible(self.r, i).items() if can]
            yield mask, self._kinds("tricks.ranking", kinds, node.span, one_line(node.span))

    def _keys(self) -> tuple[dict[int, tuple[int, ...]], dict[int, int]]:
        r, keys, left = self.r, dict[int, tuple[int, ...]](), dict[int, int]()
        rows = [(LOT, "dealer.first", r.first_dealer), (WINNER, "scoring.winner", r.winner)]
        rows += [(ORDER, "seats.order", r.seats.order)] if r.seats else []
        for contest, rule, found in rows:
            section, key = rule.split(".")
            keys[contest] = tuple(self._decided(rule, key) for key in found)
            span = _key(self.document, section, key)
            left[contest] = self._kinds(rule, ["nobody"], span)["nobody"]
        for d in r.declarations:
            if d.wins:
                rule = f"declarations.{d.about.name}"
                left[CLAIM] = self._kinds(rule, ["nobody"], d.about.span)["nobody"]
        return keys, left

    def _decided(self, rule: str, key: Key) -> int:
        span = key.number.span
        of = f"{'most' if key.most else 'least'}: {one_line(span)}"
        return self.points.number(rule, of, "decided", span)

    def _claims(self) -> Iterable[tuple[int, int, tuple[int, ...]]]:
        for d in self.r.declarations:
            if d.wins:
                rule = f"declarations.{d.about.name}"
                alone = self.points.number(rule, "", "alone", d.about.span)
                keys = tuple(
                    self.points.number(rule, one_line(expr.span), "decided", expr.span)
                    for expr in d.prefer
                )
                yield self._bits("declare", d.about.name), alone, keys

    def _ends(self) -> Kinds:
        r = self.r
        kinds = ["ended", "void", *(["longer", "level"] if r.deals else [])]
        kinds += ["round"] if r.rounds > 1 else []
        return self._kinds("match", kinds, self.document.key("match").span)

    def _options(self) -> Iterable[int]:
        for option in self.r.options:
            about, value = option.about, self.r.settings[option.about.name]
            of = f"{about.name} = {value}"
            yield self.points.number(f"options.{about.name}", of, "played", about.span)


def _items(document: Mapping, section: str, key: str) -> tuple[Node, ...]:
    part = document.get(section)
    node = part.get(key) if isinstance(part, Mapping) else None
    return node.items if isinstance(node, Sequence) else ()


def _key(document: Mapping, section: str, key: str) -> Span:
    part = document.get(section)
    assert isinstance(part, Mapping)
    return part.key(key).span
