"""A file's text and places in it.

In: a name and the text. Out: lines and columns, counted from 1, for offsets into the text.
Everything that is read keeps a `Span`, so that every problem can point at what caused it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True)
class Source:
    """A text and the name under which it is shown, usually a path as the user typed it."""

    name: str
    text: str

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(end.end() for end in LINE_END.finditer(self.text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, from 1, without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@dataclass(frozen=True)
class Span:
    """A stretch of a source: offsets, the end not included."""

    source: Source
    start: int
    end: int

    def __str__(self) -> str:
        line, column = self.source.place(self.start)
        return f"{self.source.name}:{line}:{column}"

    @property
    def text(self) -> str:
        """What stands there."""
        return self.source.text[self.start : self.end]
