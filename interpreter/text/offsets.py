"""Where each character of a YAML scalar's value stands in the file.

In: the raw text of the scalar as it stands in the file, its value, its style, its offset.
Out: an offset for every character of the value. Quotes, escapes, folded lines and indentation
make the value shorter than the raw text; walking both side by side finds the way back.
"""

from __future__ import annotations

ESCAPES = {"x": 2, "u": 4, "U": 8}


def offsets(raw: str, value: str, style: str, start: int) -> list[int]:
    """One offset into the file for each character of `value`."""
    at = _first(raw, style)
    found = []
    for character in value:
        if character.isspace():
            found.append(start + min(at, len(raw) - 1))
            if at < len(raw) and raw[at].isspace():
                at += 1
            continue
        while at < len(raw) - 1 and raw[at].isspace():
            at += 1
        if style == '"' and raw[at] == "\\" and raw[at + 1] in "\r\n":
            while raw[at] == "\\" or raw[at].isspace():
                at += 1
        found.append(start + min(at, len(raw) - 1))
        at += _width(raw, at, style)
    return found


def _first(raw: str, style: str) -> int:
    if style in ("|", ">"):
        return raw.find("\n") + 1
    return len(style)


def _width(raw: str, at: int, style: str) -> int:
    """How many raw characters write the character that begins at `at`."""
    if style == "'" and raw[at : at + 2] == "''":
        return 2
    if style == '"' and raw[at] == "\\":
        return 2 + ESCAPES.get(raw[at + 1], 0)
    return 1
