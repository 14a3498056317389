"""Where each character of a YAML scalar's value stands in the file.

In: the raw text of the scalar as it stands in the file, its value, its style, its offset.
Out: an offset for every character of the value. Quotes, escapes, folded lines and indentation
make the value shorter than the raw text; walking both side by side finds the way back. It is exact
for all characters but white space, of which folding may leave any.
"""

from __future__ import annotations

ESCAPES = {"x": 2, "u": 4, "U": 8}


def offsets(raw: str, value: str, style: str, start: int) -> list[int]:
    """One offset into the file for each character of `value`."""
    at, last, found = _first(raw, style), len(raw) - 1, []
    for character in value:
        if style == '"':
            at = _after_joins(raw, at)
        if not character.isspace():
            while at < last and raw[at].isspace():
                at += 1
            if style == '"':
                at = _after_joins(raw, at)
        at = min(at, last)
        found.append(start + at)
        if not character.isspace() or raw[at].isspace() or raw[at] == "\\":
            at += _width(raw, at, style)
    return found


def _first(raw: str, style: str) -> int:
    if style in ("|", ">"):
        return raw.find("\n") + 1
    return len(style)


def _after_joins(raw: str, at: int) -> int:
    """Past line ends that a backslash hides, with the indentation of the next line."""
    while raw[at : at + 2] in ("\\\r", "\\\n"):
        at += 1
        while raw[at].isspace():
            at += 1
    return at


def _width(raw: str, at: int, style: str) -> int:
    """How many raw characters write the character that begins at `at`."""
    if style == "'" and raw[at : at + 2] == "''":
        return 2
    if style == '"' and raw[at] == "\\":
        return 2 + ESCAPES.get(raw[at + 1], 0)
    return 1
