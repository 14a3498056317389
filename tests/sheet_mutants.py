"""Rulesets that differ in one place from one that is given: for tests of what tells their rules.

In: the document of a ruleset as data. Out: changed documents, each with what was changed. Not all
of them can be read, and some play alike; who uses them leaves those out.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

TEXTS = {
    "ruleset", "name", "title", "sources", "source", "via", "note", "labels", "nicknames", "say",
    "use", "options", "each",
}  # fmt: skip
"""keys that change no play, or only with others"""
SWAPS = {
    "left": "right",
    "right": "left",
    "and": "or",
    "or": "and",
    "=": "!=",
    "<": ">=",
    ">": "<=",
    "<=": "<",
    ">=": "<",
    "+": "-",
    "most": "least",
    "trump": "none",
    "led": "best",
    "winner": "leader",
    "leader": "dealer",
    "dealer": "left(dealer)",
    "points": "tricks",
    "tricks": "first_win",
    "count": "value",
    "value": "count",
    "declared": "tricks",
    "turned": "none",
    "deck": "none",
    "strength": "count",
    "not": "",
    "played": "none",
    "holds": "empty",
    "empty": "holds",
    "decided": "1 = 1",
}
TOKEN = re.compile(r"[A-Za-z_]\w*|\d+|[<>!]?=|[<>+]")


def mutants(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every change of one place."""
    for path in list(places(document, ())):
        holder = at(document, path[:-1])
        for what, value in changes(holder[path[-1]]):
            changed = copy.deepcopy(document)
            at(changed, path[:-1])[path[-1]] = value
            yield f"{'.'.join(map(str, path))}: {what}", changed
        if isinstance(holder, dict):
            changed = copy.deepcopy(document)
            del at(changed, path[:-1])[path[-1]]
            yield f"{'.'.join(map(str, path))}: removed", changed
            other = {"most": "least", "least": "most", "wins": "deals", "deals": "wins"}
            if path[-1] in other and isinstance(holder[path[-1]], str):
                changed = copy.deepcopy(document)
                body = at(changed, path[:-1])
                body[other[path[-1]]] = body.pop(path[-1])
                yield f"{'.'.join(map(str, path))}: {other[path[-1]]}", changed


def at(node: Any, path: tuple[Any, ...]) -> Any:
    """The part of a document at a path."""
    for step in path:
        node = node[step]
    return node


def places(node: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The path of everything that can be changed."""
    items = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in items:
        if key in TEXTS:
            continue
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


def changes(value: Any) -> Iterator[tuple[str, Any]]:
    """Other values for one."""
    if isinstance(value, list):
        for i in range(len(value)):
            yield f"without item {i}", [*value[:i], *value[i + 1 :]]
            if i:
                yield f"item {i} first", [value[i], *value[:i], *value[i + 1 :]]
    elif isinstance(value, str):
        if value in ("yes", "no"):
            yield "the other", "no" if value == "yes" else "yes"
        for match in TOKEN.finditer(value):
            word = match[0]
            others = [str(int(word) + 1), str(int(word) + 2)] if word.isdigit() else []
            others += [SWAPS[word]] if word in SWAPS else []
            for other in others:
                text = value[: match.start()] + other + value[match.end() :]
                yield f"{value} -> {text}", text
