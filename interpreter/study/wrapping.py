"""Sentences in lines of 80 columns, without a break where a reader would stumble over it."""

from __future__ import annotations

import re
import textwrap

WIDTH = 80
JOIN = "\x1f"
"""a space at which a line does not end"""
SHORT = re.compile(r"`[^`]{,30}`")
"""an expression that stays on one line"""


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """A text in lines of the right width."""
    rest = first if rest is None else rest
    text = SHORT.sub(lambda match: match[0].replace(" ", JOIN), text)
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    )
    return [line.replace(JOIN, " ") for line in lines]
