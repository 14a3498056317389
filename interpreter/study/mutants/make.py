"""Every sensible small change of a ruleset.

In: the whole document of a ruleset, with places; its deck. Out: mutants, each with a name that
stays the same as long as what it changes does. What there is to change is read off the schema and
the vocabulary, never off a game: numbers, choices, keys that may be left out, rules with names,
lists whose order counts, and expressions. How many play, the pack and texts are not changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from ...rules.deck import Deck
from ...rules.named import SECTIONS
from ...rules.names import Named, Names
from ...rules.types import Type
from ...text.document import Mapping, Node, Scalar, Sequence
from ...text.shape import needed, part
from ...text.source import Span
from .edit import Edit, Path_, dropped, edited, joined, renamed, swapped, written
from .phrases import BY_ONE, DROPPED, FLIPPED, REPLACED, SWAPPED, TIED, variants

TEXTS = ("title", "note", "source", "via", "say", "sources", "labels", "nicknames")
BASIS = ("ruleset", "extends", "name", "players", "sides", "deck")
APART = (*TEXTS, *BASIS, "type", "each", "before", "after")
"""keys that hold no rule, or what all rules rest on"""
ORDERED = ("lead", "reply", "stages", "ranking", "wins", "prefer", "order", "first", "winner", "by")
"""lists whose order counts"""
COMPLETE = frozenset(("draw", "prefer"))
"""where a trick is complete"""
CONTEST = {"most": "least", "least": "most"}


@dataclass(frozen=True)
class Mutant:
    """A ruleset with one small change.

    rule: what is changed, as a place in the document. kind: how, one of the words in `phrases.py`.
    change: from what to what; empty where the kind says it. span: where it stands. document: the
    whole ruleset as it is then. number: tells mutants that would else have one name apart.
    """

    rule: str
    kind: str
    change: str
    span: Span = field(compare=False, repr=False)
    document: Mapping = field(compare=False, repr=False)
    number: int = 1

    @property
    def name(self) -> str:
        """What tells it from all others of its ruleset."""
        more = f" ({self.number})" if self.number > 1 else ""
        return f"{self.rule}: {self.change or self.kind}{more}"


def mutants(document: Mapping, deck: Deck) -> tuple[Mutant, ...]:
    """All of them, in the order of the document."""
    found, seen = [], Counter[str]()
    for mutant in _Maker(document, deck).within(document, ()):
        seen[mutant.name] += 1
        number = seen[mutant.name]
        found.append(Mutant(**{**vars(mutant), "number": number}) if number > 1 else mutant)
    return tuple(found)


class _Maker:
    def __init__(self, document: Mapping, deck: Deck) -> None:
        self.document = document
        self.names = names_of(document, deck)

    def _made(self, path: Path_, kind: str, change: str, edit: Edit, node: Node) -> Mutant:
        rule = ".".join(step for step in path if isinstance(step, str))
        whole = edited(self.document, path, edit)
        return Mutant(rule, kind, change, node.span, cast("Mapping", whole))

    def within(self, node: Node, path: Path_) -> Iterator[Mutant]:
        """The changes of a value and of all within it."""
        if isinstance(node, Mapping):
            for key, value in node.entries:
                if key.text not in APART or path[:1] in [(name,) for name in SECTIONS]:
                    yield from self._entry(key, value, (*path, key.text), path)
        elif isinstance(node, Sequence):
            yield from self._list(node, path)
            for i, item in enumerate(node.items if path[-1] != "ranking" else ()):
                yield from self.within(item, (*path, i))
        elif not node.missing:
            yield from self._value(node, path)

    def _entry(self, key: Scalar, value: Node, path: Path_, above: Path_) -> Iterator[Mutant]:
        """A key and its value: a rule that has a name, or something that may be left out."""
        spare, listed = False, bool(above) and isinstance(above[-1], int)
        if key.text in CONTEST and listed:
            change = f"{key.text} -> {CONTEST[key.text]}"
            edit = renamed(key.text, CONTEST[key.text])
            yield self._made(above, SWAPPED, change, edit, key)
        elif key.text in part(above).get("properties", {}):
            spare = key.text not in needed(above) and not _many(value, part(path))
        else:
            spare = isinstance(value, Mapping) and not listed and above[0] != "options"
        if spare:
            yield self._made(path, DROPPED, "", dropped, key)
        yield from self.within(value, path)

    def _list(self, node: Sequence, path: Path_) -> Iterator[Mutant]:
        """The items of a list that can be spared, and neighbours in it."""
        last = str(path[-1])
        if last not in ORDERED:
            return
        names = [_name(item) for item in node.items]
        least = part(path).get("minItems", 0)
        for i, item in enumerate(node.items):
            if last != "ranking" and len(node.items) > least:
                inner = (*path, i)
                change = f"{names[i]} dropped"
                yield self._made(inner, DROPPED, change, dropped, item)
            if i + 1 < len(node.items):
                pair = f"{names[i]}, {names[i + 1]}"
                yield self._made(path, SWAPPED, f"{pair} swapped", swapped(i), item)
                if last == "ranking":
                    yield self._made(path, TIED, f"{pair} tied", joined(i), item)

    def _value(self, node: Scalar, path: Path_) -> Iterator[Mutant]:
        """A number, a choice, or an expression."""
        schema = part(path)
        if "x-expression" in schema:
            want, two = Type(schema["x-expression"]), _text(self.document, "players") == "2"
            two &= not COMPLETE.intersection(path)
            for v in variants(node.text, want, self._known(path), two):
                yield self._made(path, v.kind, f"{v.old} -> {v.new}", written(v.text), node)
        else:
            kind, others = self._others(node, path, schema)
            for new in others:
                yield self._made(path, kind, f"{node.text} -> {new}", written(new), node)

    def _others(self, node: Scalar, path: Path_, schema: Any) -> tuple[str, list[str]]:
        """What else may stand in the place of a number or of one of several words."""
        if "integer" in schema.get("type", ()) and "string" not in schema["type"]:
            number = int(node.text)
            low, high = schema.get("minimum", number - 1), schema.get("maximum", number + 1)
            return BY_ONE, [str(n) for n in (number - 1, number + 1) if low <= n <= high]
        if schema.get("enum", [])[:2] == ["yes", "no"]:
            return FLIPPED, [{"yes": "no", "no": "yes"}[node.text]]
        if path[-1] == "default":
            values = self.names.options[str(path[-2])]
            return FLIPPED, [value for value in values if value != node.text]
        if path[-1] == "slot":
            return REPLACED, self._slots(str(path[-2]), node.text)
        return "", []

    def _slots(self, name: str, slot: str) -> list[str]:
        """Other slots for a declaration: those of the others, or one of its own."""
        section = cast("Mapping", self.document.get("declarations"))
        used = {key.text: _text(value, "slot") for key, value in section.entries}
        suits = {slot for key, slot in used.items() if _each(section.get(key)) == slot}
        others = sorted(set(used.values()) - suits - {slot})
        alone = [*used.values()].count(slot) == 1 and slot not in suits
        return others if alone or name in others else [*others, name]

    def _known(self, path: Path_) -> Names:
        """What names mean at a place: also the suit of an `each`, which is a set of cards."""
        body: Any = self.document
        for step in path[:2]:
            body = body.get(str(step)) if isinstance(body, Mapping) else None
        variable = _each(body)
        if not variable:
            return self.names
        return self.names.with_variable(variable)


def names_of(document: Mapping, deck: Deck) -> Names:
    """What the names of a document mean, as far as that is needed to read an expression."""
    names = Names(deck.rank_masks, deck.suit_masks)
    for section, type_ in SECTIONS.items():
        body = document.get(section)
        for key, _value in body.entries if isinstance(body, Mapping) else ():
            names.named[key.text] = Named(key.text, type_, None)
    options = document.get("options")
    for key, value in options.entries if isinstance(options, Mapping) else ():
        names.options[key.text] = tuple(_text(value, "type").split("/"))
    stages = document.get("stages")
    for i, item in enumerate(stages.items if isinstance(stages, Sequence) else ()):
        names.questions[_name(item)] = i
    return names


def _many(value: Node, schema: dict[str, Any]) -> bool:
    """Whether a value holds rules that are changed one by one."""
    free = "additionalProperties" in schema and not schema.get("properties")
    return isinstance(value, Sequence) or (isinstance(value, Mapping) and free)


def _name(item: Node) -> str:
    """What an item of a list is called: its name, else what is written."""
    if isinstance(item, Mapping):
        key, value = item.entries[0]
        return f"{key.text}: {value.text}" if isinstance(value, Scalar) else key.text
    return item.text if isinstance(item, Scalar) else ""


def _text(body: Node, key: str) -> str:
    node = body.get(key) if isinstance(body, Mapping) else None
    return node.text if isinstance(node, Scalar) else ""


def _each(body: Node | None) -> str:
    """The variable of a declaration that is made for each suit."""
    return _text(body, "each").split(" ")[0] if body is not None else ""
