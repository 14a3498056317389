"""The lines of a tree in canonical layout.

In: entries with their comments. Out: lines. What was written in brackets stays so where it fits
into 100 columns and holds no comments; a list of single words may go on over several lines. A
comment that has no line to stand behind any more goes above its entry.
"""

from __future__ import annotations

from collections.abc import Sequence as Items
from dataclasses import dataclass, field

from ..document import Mapping, Scalar
from .order import Order
from .scalars import key_text, many_lines, one_line, quoted
from .tree import BLOCK, LINE_ENDS, Entry, Remark, ends_open

WIDTH = 100
STEP = "  "
LONGEST_KEY = 1000
"""YAML wants a `?` before longer ones"""
VALUE, KEY = "k: {}", "{}: k"
IN_BRACKETS = "{{k: {}}}", "{{{}: k}}"


@dataclass
class Written:
    """An entry: the comments above it and its lines.

    place: the line on which a comment behind it can stand; open: an empty line after it would
    be part of its text.
    """

    lines: list[str]
    place: int | None = 0
    open: bool = False
    above: list[str] = field(default_factory=list)


def page(root: Entry, head: Items[Remark], apart: bool) -> list[str]:
    """The lines of a file: what is about all of it, its sections, comments at its end."""
    lines = _comments(head, "")
    if apart:
        lines.append("")
    body, _open = _block(root, "", Order.of_file(), sections=True)
    return [*lines, *body]


def _block(entry: Entry, pad: str, order: Order, sections: bool = False) -> tuple[list[str], bool]:
    """What is inside an entry, line by line, and whether an empty line after it would matter.

    sections: an empty line stands around each entry of more than one line.
    """
    lines: list[str] = []
    long = open_ = False
    for inner, its in _in_order(entry, order):
        written = _entry(inner, pad, its)
        apart = (inner.above[0] if inner.above else inner).blank
        apart = apart or (sections and (long or len(written.lines) > 1))
        if apart and lines and not open_:
            lines.append("")
        lines += [*written.above, *written.lines]
        long, open_ = len(written.lines) > 1, written.open
    if entry.tail:
        gap = [""] if entry.tail[0].blank and not open_ else []
        return [*lines, *gap, *_comments(entry.tail, pad)], False
    return lines, open_


def _in_order(entry: Entry, order: Order) -> list[tuple[Entry, Order]]:
    """The entries inside another as they are to stand, each with the order of what is in it."""
    keys = [inner.key.text if inner.key else None for inner in entry.inside]
    return [(entry.inside[i], its) for i, its in order.arranged(keys)]


def _entry(entry: Entry, pad: str, order: Order) -> Written:
    """One entry at an indentation."""
    name = "-" if entry.key is None else key_text(entry.key, KEY) + ":"
    long = len(name) > LONGEST_KEY
    written = _value(entry, pad, ":" if long else name, order)
    if long:
        written.lines.insert(0, f"{pad}? {name[:-1]}")
        written.place = 1 if written.place == 0 else written.place
    behind = list(entry.behind)
    if behind and written.place is not None:
        written.lines[written.place] += "  " + behind.pop().text
    gap = [""] if entry.above and entry.blank else []
    hoisted = [*_comments(behind, pad), *written.above]
    written.above = [*_comments(entry.above, pad), *gap, *hoisted]
    return written


def _comments(remarks: Items[Remark], pad: str) -> list[str]:
    """Comments on lines of their own, with the empty lines between them."""
    lines: list[str] = []
    for remark in remarks:
        if remark.blank and lines:
            lines.append("")
        lines.append(pad + remark.text)
    return lines


def _is_comment(line: str) -> bool:
    return line.lstrip(" ").startswith("#")


def _value(entry: Entry, pad: str, name: str, order: Order) -> Written:
    """The lines of an entry, without its comments: `name` is its key or its dash."""
    if isinstance(entry.value, Scalar):
        return _scalar(entry.value, pad, name, entry.column)
    brackets = "{}" if isinstance(entry.value, Mapping) else "[]"
    if not entry.inside:
        return Written([f"{pad}{name} {brackets}"], above=_comments(entry.tail, pad))
    pair = entry.key is None and isinstance(entry.value, Mapping) and len(entry.inside) == 1
    if entry.flow and entry.bare() and not pair:
        line = _in_brackets(entry, order)
        if line is not None and len(f"{pad}{name} {line}") <= WIDTH:
            return Written([f"{pad}{name} {line}"])
        items = [_word(inner) for inner in entry.inside]
        if None not in items:
            return Written(_filled(f"{pad}{name} [", entry, [item or "" for item in items]), -1)
    lines, open_ = _block(entry, pad + STEP, order)
    if entry.key is not None:
        return Written([pad + name, *lines], open=open_)
    first = next(i for i, line in enumerate(lines) if line.strip(" ") and not _is_comment(line))
    above = [line.removeprefix(STEP) for line in lines[:first]]
    dashed = pad + "- " + lines[first].removeprefix(pad + STEP)
    return Written([dashed, *lines[first + 1 :]], None, open_, above)


def _scalar(scalar: Scalar, pad: str, name: str, column: int) -> Written:
    """A scalar behind its key: on one line if it fits or always stood on one."""
    line = one_line(scalar, VALUE)
    if line is None or len(f"{pad}{name} {line}") > WIDTH:
        lines = many_lines(scalar, len(pad + STEP), column)
        if lines:
            place = 0 if scalar.style in BLOCK else -1
            return Written([f"{pad}{name} {lines[0]}", *lines[1:]], place, ends_open(scalar))
    if line is None:
        line = quoted(scalar.text)
    return Written([f"{pad}{name} {line}".rstrip(" ")])


def _in_brackets(entry: Entry, order: Order) -> str | None:
    """The value of an entry on one line; None if something in it needs several."""
    if isinstance(entry.value, Scalar):
        return one_line(entry.value, IN_BRACKETS[0])
    parts = []
    for inner, its in _in_order(entry, order):
        part = _in_brackets(inner, its)
        if part is None:
            return None
        if inner.key is not None:
            name = key_text(inner.key, IN_BRACKETS[1])
            if len(name) > LONGEST_KEY:
                return None
            part = f"{name}: {part}" if part else f"{name}:"
        parts.append(part)
    text = ", ".join(parts)
    if isinstance(entry.value, Mapping):
        alone = len(parts) == 1 and entry.key is None
        return text if alone else "{" + text + "}"
    return f"[{text}]"


def _word(entry: Entry) -> str | None:
    """An item of a list that is a scalar on one line."""
    if entry.key is not None or not isinstance(entry.value, Scalar):
        return None
    return one_line(entry.value, IN_BRACKETS[0])


def _filled(begin: str, entry: Entry, items: Items[str]) -> list[str]:
    """A list in brackets over several lines: its own, and new ones where they are too long."""
    lines = [begin]
    end = 0
    for i, (inner, item) in enumerate(zip(entry.inside, items, strict=True)):
        span = inner.value.span
        piece = item + ("," if i + 1 < len(items) else "]")
        parted = any(c in span.source.text[end : span.start] for c in LINE_ENDS)
        if i and (parted or len(f"{lines[-1]} {piece}") > WIDTH):
            lines.append(" " * len(begin) + piece)
        else:
            lines[-1] += f" {piece}" if i else piece
        end = span.end
    return lines
