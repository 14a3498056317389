"""Tables: one case for each row, with the values of the row in the place of `$NAME`.

In: the node of a case. Out: its rows as nodes without `each`; what is put in keeps its own place. A
text that is nothing but `$NAME` becomes the value, which may be a list; within a text it is put in
as text. Names are small letters, digits and `_`, so that `$rankS` is a rank followed by S.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...text.document import DATA, Mapping, Node, Scalar, Sequence, plain
from ...text.messages import _
from ...text.problem import Problems, did_you_mean

COLUMN = re.compile(r"\$([a-z][a-z0-9_]*)")
MAX_ROWS = 500


@dataclass(frozen=True)
class Row:
    """number: 0 without a table, else from 1. cells: what the row holds, for people."""

    number: int
    cells: str
    body: Node


def rows(body: Node, problems: Problems) -> list[Row]:
    """The rows of a case; itself if it has no table."""
    table = body.get("each") if isinstance(body, Mapping) else None
    if not isinstance(body, Mapping) or not isinstance(table, Sequence):
        return [Row(0, "", body)]
    rest = Mapping(tuple(e for e in body.entries if e[0].text != "each"), body.span)
    used: set[str] = set()
    found = []
    for number, item in enumerate(table.items[:MAX_ROWS], 1):
        if not isinstance(item, Mapping):
            return [Row(0, "", body)]
        cells = {key.text: value for key, value in item.entries}
        found.append(Row(number, _cells(cells), _put(rest, cells, used, problems)))
    _check_columns(table, used, problems)
    return found


def _cells(cells: dict[str, Node]) -> str:
    """The values of a row on one line."""
    return ", ".join(f"{name} {_text(plain(value))}" for name, value in cells.items())


def _text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_text(item) for item in value) or "-"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_text(item)}" for key, item in value.items())
    return str(value)


def _put(node: Node, cells: dict[str, Node], used: set[str], problems: Problems) -> Node:
    """A node with the values of a row put in."""
    if isinstance(node, Mapping):
        entries = []
        for key, value in node.entries:
            name = _put(key, cells, used, problems)
            entries.append(
                (
                    name if isinstance(name, Scalar) else key,
                    _put(value, cells, used, problems),
                )
            )
        return Mapping(tuple(entries), node.span)
    if isinstance(node, Sequence):
        items = (_put(item, cells, used, problems) for item in node.items)
        return Sequence(tuple(items), node.span)
    whole = COLUMN.fullmatch(node.text)
    if whole and whole[1] in cells:
        used.add(whole[1])
        return cells[whole[1]]
    return _in_text(node, cells, used, problems) if "$" in node.text else node


def _in_text(node: Scalar, cells: dict[str, Node], used: set[str], problems: Problems) -> Scalar:
    def value(match: re.Match[str]) -> str:
        name, cell = match[1], cells.get(match[1])
        used.add(name)
        if isinstance(cell, Scalar):
            return cell.text
        if cell is None:
            text = _("the table has no column `{name}`").format(name=name)
        else:
            text = _("the column `{name}` holds a list, which cannot stand within a text")
            text = text.format(name=name)
        span = node.part(match.start(), match.end())
        problems.add("unknown-column", text, span, did_you_mean(name, cells))
        return match[0]

    return Scalar(COLUMN.sub(value, node.text), node.span, DATA)


def _check_columns(table: Sequence, used: set[str], problems: Problems) -> None:
    """Every row has the same columns, and each of them is used."""
    first = table.items[0]
    assert isinstance(first, Mapping)
    names = [key.text for key, _value in first.entries]
    for key, _value in first.entries:
        if key.text not in used:
            text = _("the column `{name}` is not used in this case").format(name=key.text)
            problems.add("unused-column", text, key.span)
    for item in table.items:
        if isinstance(item, Mapping) and {key.text for key, _value in item.entries} != {*names}:
            text = _("each row of a table has the same columns: {names}")
            span = item.entries[0][0].span
            problems.add("wrong-row", text.format(names=", ".join(names)), span)
