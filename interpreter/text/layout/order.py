"""The order of keys: that of the properties in the schema.

In: the keys of a map. Out: the order in which they are to stand. What authors name themselves is
not in the schema and keeps its order; so do the languages of a text, since the first of them is
shown to those whose own is not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..shape import schema

TEXT = "#/$defs/text"
BRANCHES = ("then", "else", "allOf", "anyOf", "oneOf")


class Order:
    """The part of the schema that is about one value."""

    def __init__(self, rules: Any) -> None:
        self.branches = list(_branches(rules))
        self.text = any(branch.get("$ref") == TEXT for branch in self.branches)

    @classmethod
    def of_file(cls) -> Order:
        """The order of a whole file."""
        return cls(schema())

    def arranged(self, keys: Sequence[str | None]) -> list[tuple[int, Order]]:
        """The numbers of the keys in their order, each with the order of what is under it.

        Items of a list have None for a key.
        """
        names = {key for key in keys if key is not None}
        best = max(self.branches, key=lambda branch: _known(branch, names), default={})
        rules = best.get("properties", {})
        places = {} if self.text else {name: i for i, name in enumerate(rules)}
        orders = {key: Order(rules[key]) for key in names & {*rules}}
        other = Order(self._rule("items" if None in keys else "additionalProperties"))
        rows = sorted(enumerate(keys), key=lambda row: places.get(row[1] or "", len(places)))
        return [(i, orders.get(key or "", other)) for i, key in rows]

    def _rule(self, name: str) -> Any:
        found = (branch[name] for branch in self.branches if isinstance(branch.get(name), dict))
        return next(found, {})


def _branches(rules: Any) -> Iterator[dict[str, Any]]:
    """A part of the schema, what it refers to, and what it is in one case or another."""
    if not isinstance(rules, dict):
        return
    yield rules
    if "$ref" in rules:
        yield from _branches(schema()["$defs"].get(str(rules["$ref"]).rsplit("/", 1)[-1]))
    for name in BRANCHES:
        part = rules.get(name, [])
        for branch in part if isinstance(part, list) else [part]:
            yield from _branches(branch)


def _known(branch: dict[str, Any], names: set[str]) -> int:
    """How many of the names a part of the schema has as keys."""
    return len(names & {*branch.get("properties", {})})
