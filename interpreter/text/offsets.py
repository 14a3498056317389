"""Where each character of a YAML scalar's value stands in the file.

In: the raw text of the scalar as it stands in the file, its value, its style, its offset.
Out: for every character of the value where its writing begins and ends. Quotes, escapes, folded
lines and indentation make the value shorter than the raw text, which is read once more to find the
way back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

BREAK = r"(?:\r\n?|[\n\x85\u2028\u2029])"
LINES = rf"{BREAK}(?:[ \t]*{BREAK})*[ \t]*"
FOLD = re.compile(rf"[ \t]*{LINES}")
JOIN = re.compile(rf"\\{LINES}")
ESCAPE = re.compile(r"\\(?:x..|u.{4}|U.{8}|.)")
QUOTE = re.compile(r"''")


def offsets(raw: str, value: str, style: str, start: int) -> list[tuple[int, int]]:
    """A stretch of the file for each character of `value`."""
    found = _block(raw, value) if style in ("|", ">") else _flow(raw, style)
    return [(start + at, start + end) for _c, (at, end) in zip(value, found, strict=False)]


def _flow(raw: str, style: str) -> Iterator[tuple[int, int]]:
    """Plain and quoted: line ends fold to a space or to one line end less than there are."""
    at, end = len(style), len(raw) - len(style)
    while at < end:
        match = FOLD.match(raw, at)
        if match is None and style == '"':
            match = JOIN.match(raw, at) or ESCAPE.match(raw, at)
        elif match is None and style == "'":
            match = QUOTE.match(raw, at)
        text = match[0] if match else raw[at]
        breaks = len(re.findall(BREAK, text))
        count = breaks - 1 if text[0] == "\\" and breaks else max(1, breaks - 1)
        yield from [(at, at + len(text))] * count
        at += len(text)


def _block(raw: str, value: str) -> Iterator[tuple[int, int]]:
    """`|` and `>`: exact for all characters but white space, of which folding may leave any."""
    at, last = raw.find("\n") + 1, len(raw) - 1
    for character in value:
        while not character.isspace() and at < last and raw[at].isspace():
            at += 1
        at = min(at, last)
        yield at, at + 1
        if not character.isspace() or raw[at].isspace():
            at += 1
