"""One value of a document changed, the rest left as it is.

In: a document as nodes, a path of keys and places in lists. Out: another document; what is not on
the path is shared, and keeps its places in the file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...text.document import DATA, Mapping, Node, Scalar, Sequence

Step = str | int
Path_ = tuple[Step, ...]
Edit = Callable[[Node], Node | None]
"""a node to the one that stands in its place; None takes it away"""


def edited(node: Node, path: Path_, edit: Edit) -> Node | None:
    """The document with the value at a path changed."""
    if not path:
        return edit(node)
    step, rest = path[0], path[1:]
    if isinstance(node, Mapping):
        entries = []
        for key, value in node.entries:
            inner = edited(value, rest, edit) if key.text == step else value
            if inner is not None:
                entries.append((key, inner))
        return Mapping(tuple(entries), node.span)
    assert isinstance(node, Sequence)
    items = [edited(item, rest, edit) if i == step else item for i, item in enumerate(node.items)]
    return replace(node, items=tuple(item for item in items if item is not None))


def dropped(_node: Node) -> None:
    """Take a value away."""


def written(text: str) -> Edit:
    """Write something else."""
    return lambda node: Scalar(text, node.span, DATA)


def swapped(i: int) -> Edit:
    """Swap items `i` and the one after it in a list."""

    def swap(node: Node) -> Node:
        assert isinstance(node, Sequence)
        items = list(node.items)
        items[i], items[i + 1] = items[i + 1], items[i]
        return replace(node, items=tuple(items))

    return swap


def joined(i: int) -> Edit:
    """Make one item of item `i` of a list and the one after it, joined by `or`."""

    def join(node: Node) -> Node:
        assert isinstance(node, Sequence)
        first, second = node.items[i : i + 2]
        assert isinstance(first, Scalar)
        assert isinstance(second, Scalar)
        both = Scalar(f"({first.text}) or ({second.text})", first.span, DATA)
        return replace(node, items=(*node.items[:i], both, *node.items[i + 2 :]))

    return join


def renamed(old: str, new: str) -> Edit:
    """Give the only key of a map another name."""

    def rename(node: Node) -> Node:
        assert isinstance(node, Mapping)
        key = node.key(old)
        return Mapping(((Scalar(new, key.span, DATA), node.entries[0][1]),), node.span)

    return rename
