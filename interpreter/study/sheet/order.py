"""Named rules in the order in which their author wrote them, which mostly reads best.

In: a ruleset, whose rules in maps are sorted by name since their order means nothing. Out: the same
rules as the file has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from ...rules.labels import About
from ...rules.ruleset import Ruleset


class Named(Protocol):
    """A rule that says what it is called."""

    @property
    def about(self) -> About: ...


Rule = TypeVar("Rule", bound=Named)


def in_file_order(r: Ruleset, path: str, rules: Sequence[Rule]) -> list[Rule]:
    """The rules of the map at a path of the document."""
    node: object = r.document
    for step in path.split("."):
        node = node.get(step) if isinstance(node, dict) else None
    names = list(node) if isinstance(node, dict) else []
    return sorted(rules, key=lambda rule: names.index(rule.about.name))
