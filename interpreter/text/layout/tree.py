"""A document as entries that own the comments around them.

In: a document. Out: a tree of entries, one for each key with its value and for each item of a
list, and the tokens of the file: where every scalar and bracket stands and whose it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from ..document import Mapping, Node, Scalar

LINE_ENDS = "\n\r\x85\u2028\u2029"
"""what ends a line, and so a comment, for PyYAML"""
KEEPS = re.compile(r"[|>][1-9]?\+")
BLOCK = ("|", ">")
"""the styles of texts that end where their indentation does"""


@dataclass
class Remark:
    """A comment. column: of the first thing on its line; blank: an empty line stands before it."""

    text: str
    start: int
    column: int
    blank: bool = False


@dataclass
class Entry:
    """A key with its value, or an item of a list, whose key is None.

    column: where it begins, from 0; flow: the value is a list or map in brackets;
    inside: the entries of the value; blank: an empty line stands before it;
    above, behind: comments on lines of their own before it, and on its own line;
    tail: comments after the last entry inside.
    """

    key: Scalar | None
    value: Node
    column: int
    up: Entry | None = None
    flow: bool = False
    blank: bool = False
    inside: list[Entry] = field(default_factory=list)
    above: list[Remark] = field(default_factory=list)
    behind: list[Remark] = field(default_factory=list)
    tail: list[Remark] = field(default_factory=list)

    def bare(self) -> bool:
        """Whether there are no comments inside the value."""
        return not self.tail and all(
            not entry.above and not entry.behind and entry.bare() for entry in self.inside
        )


@dataclass(frozen=True)
class Token:
    """A scalar or a bracket in the file, and the entry to which it belongs."""

    start: int
    end: int
    entry: Entry
    kind: Literal["key", "value", "open", "close"]


def build(document: Mapping) -> tuple[Entry, list[Token]]:
    """The tree of a document, without comments, and its tokens in the order of the file."""
    root = Entry(None, document, -1)
    tokens: list[Token] = []
    _fill(root, tokens)
    return root, tokens


def _fill(entry: Entry, tokens: list[Token]) -> None:
    """Add what is inside a value, and its tokens."""
    node = entry.value
    if isinstance(node, Scalar):
        tokens.append(Token(node.span.start, _end(node), entry, "value"))
        return
    start, end, text = node.span.start, node.span.end, node.span.source.text
    brackets = text[start : start + 1] in ("{", "[")
    entry.flow = brackets or (entry.up is not None and entry.up.flow)
    if brackets:
        tokens.append(Token(start, start + 1, entry, "open"))
    column = _column(text, start)
    if isinstance(node, Mapping):
        for key, value in node.entries:
            inner = Entry(key, value, column, entry)
            entry.inside.append(inner)
            tokens.append(Token(key.span.start, _end(key), inner, "key"))
            _fill(inner, tokens)
    else:
        for item in node.items:
            inner = Entry(None, item, column, entry)
            entry.inside.append(inner)
            _fill(inner, tokens)
    if brackets:
        tokens.append(Token(end - 1, end, entry, "close"))


def _end(scalar: Scalar) -> int:
    """Where a scalar ends; empty lines after a block are part of it only if it keeps them."""
    if scalar.style not in BLOCK or ends_open(scalar):
        return scalar.span.end
    return scalar.span.start + len(scalar.span.text.rstrip())


def _column(text: str, at: int) -> int:
    return at - 1 - max(text.rfind(end, 0, at) for end in LINE_ENDS)


def ends_open(scalar: Scalar) -> bool:
    """Whether empty lines after a text would be part of it."""
    return bool(KEEPS.match(scalar.span.text)) and scalar.style in BLOCK
