"""A tree of nodes as YAML text, each value with the words that its author chose.

In: a map, and what is to be said about a value of another file. Out: lines of YAML that read back
as the same tree. What fits on a line and comes from one file stands in braces, all else is
indented.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from .document import Mapping, Node, Scalar, Sequence

WIDTH = 100
Remark = Callable[[Node], str]
"""what stands behind a value as a comment; empty for nothing"""


def written(document: Mapping, remark: Remark) -> str:
    """The text of a document; its sections stand apart."""
    parts = ["\n".join(_entry(key, value, 0, remark)) for key, value in document.entries]
    text = ""
    for i, part in enumerate(parts):
        apart = i and ("\n" in part or "\n" in parts[i - 1])
        text += ("\n" if apart else "") + part + "\n"
    return text


def _entry(key: Scalar, value: Node, indent: int, remark: Remark) -> Iterator[str]:
    """The lines of `key: value`."""
    head = " " * indent + _scalar(key) + ":"
    flow = _flow(value)
    said = {remark(leaf) for leaf in _leaves(value)}
    if len(said) == 1 and (isinstance(value, Scalar) or len(head) + 1 + len(flow) <= WIDTH):
        yield f"{head} {flow}{_comment(said.pop())}"
        return
    yield head
    yield from _block(value, indent + 2, remark)


def _block(node: Node, indent: int, remark: Remark) -> Iterator[str]:
    """The lines of a map or list that does not fit on one."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield from _entry(key, value, indent, remark)
    elif isinstance(node, Sequence):
        for item in node.items:
            if isinstance(item, Mapping):
                lines = [line for e in item.entries for line in _entry(*e, indent + 2, remark)]
            else:
                lines = [" " * (indent + 2) + _flow(item) + _comment(remark(item))]
            yield " " * indent + "- " + lines[0].lstrip()
            yield from lines[1:]


def _comment(text: str) -> str:
    return f"  # {text}" if text else ""


def _leaves(node: Node) -> Iterator[Node]:
    """The values in a tree; an empty map or list is one itself."""
    inner = _inner(node)
    if not inner:
        yield node
    for part in inner:
        yield from _leaves(part)


def _inner(node: Node) -> list[Node]:
    if isinstance(node, Mapping):
        return [value for _key, value in node.entries]
    return list(node.items) if isinstance(node, Sequence) else []


def _flow(node: Node) -> str:
    """A value on one line."""
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{_scalar(k, True)}: {_inside(v)}" for k, v in node.entries) + "}"
    if isinstance(node, Sequence):
        return "[" + ", ".join(_item(item) for item in node.items) + "]"
    return _scalar(node)


def _inside(node: Node) -> str:
    return _scalar(node, True) if isinstance(node, Scalar) else _flow(node)


def _item(node: Node) -> str:
    """An item of a list in brackets; a map of one key needs no braces there."""
    if isinstance(node, Mapping) and len(node.entries) == 1:
        return _flow(node)[1:-1]
    return _inside(node)


def _scalar(node: Scalar, flow: bool = False) -> str:
    """A text as it was written, in quotes where its place asks for them."""
    if node.style in ("'", '"') and "\n" not in node.span.text:
        return node.span.text
    if node.style or "\n" in node.text or (flow and any(c in ",[]{}" for c in node.text)):
        return json.dumps(node.text, ensure_ascii=False)
    return node.text or "~"
