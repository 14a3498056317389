"""A problem as text for people: headline, the source line, a caret under the place, one hint.

variant.yaml:3:14: unknown word `sute`
  3 |   play: sute(led)
    |         ^^^^
  hint: did you mean `suit`?
"""

from __future__ import annotations

import unicodedata

from .messages import _
from .source import Span

WIDTH = 76
"""columns of a source line that are shown; longer lines are cropped around the caret"""


def headline(span: Span, message: str) -> str:
    """`file:line:column: message`"""
    return f"{span}: {message}"


def draw(span: Span, message: str, hint: str | None) -> str:
    """All lines about a problem, joined."""
    number, column = span.source.place(span.start)
    line, start, end = _crop(span.source.line(number), column - 1, span.end - span.start)
    margin = f"  {number} | "
    caret = " " * _columns(line[:start]) + "^" * max(1, _columns(line[start:end]))
    rows = [headline(span, message), margin + line, " " * (len(margin) - 2) + "| " + caret]
    if hint:
        rows.append("  " + _("hint: {hint}").format(hint=hint))
    return "\n".join(row.rstrip() for row in rows)


def _crop(line: str, start: int, length: int) -> tuple[str, int, int]:
    """A window of the line that holds the place; its own start and end in the window."""
    end = min(start + length, len(line))
    if len(line) <= WIDTH:
        return _visible(line), start, end
    left = max(0, min(start - WIDTH // 3, len(line) - WIDTH))
    before, after = "…" if left else "", "…" if left + WIDTH < len(line) else ""
    window = before + _visible(line[left : left + WIDTH]) + after
    return window, start - left + len(before), min(end - left, WIDTH) + len(before)


def _visible(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)


def _columns(text: str) -> int:
    """Terminal columns: wide characters count twice, combining ones not at all."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
