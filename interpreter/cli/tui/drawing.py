"""A piece of the screen: styled lines, and the places in it that a mouse can press.

Drawings are values that are put under or beside one another; `text` is what they say, for tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from io import StringIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text


@dataclass(frozen=True)
class Area:
    """A rectangle of cells, and what a press on it means."""

    x: int
    y: int
    width: int
    height: int
    target: str


@dataclass(frozen=True)
class Drawing:
    """Lines from top to bottom. Of areas that overlap the last one lies on top."""

    lines: Sequence[Text] = ()
    areas: Sequence[Area] = field(default=())

    @property
    def height(self) -> int:
        """How many lines."""
        return len(self.lines)

    @property
    def text(self) -> str:
        """The characters alone, without spaces at the ends of lines."""
        return "\n".join(line.plain.rstrip() for line in self.lines)

    def at(self, x: int, y: int) -> str:
        """What a press there means; nothing if no area is there."""
        for area in reversed(self.areas):
            if area.x <= x < area.x + area.width and area.y <= y < area.y + area.height:
                return area.target
        return ""

    def moved(self, right: int) -> Drawing:
        """The same, further to the right."""
        if right <= 0:
            return self
        lines = [Text(" " * right) + line for line in self.lines]
        return Drawing(lines, [replace(area, x=area.x + right) for area in self.areas])

    def cut(self, width: int) -> Drawing:
        """The same, with lines that are too long cut off."""
        lines = [line.copy() for line in self.lines]
        for line in lines:
            line.truncate(width)
        return replace(self, lines=lines)


def below(drawings: Iterable[Drawing]) -> Drawing:
    """Drawings one under another."""
    lines: list[Text] = []
    areas: list[Area] = []
    for drawing in drawings:
        areas += [replace(area, y=area.y + len(lines)) for area in drawing.areas]
        lines += drawing.lines
    return Drawing(lines, areas)


def beside(left: Drawing, right: Drawing, width: int) -> Drawing:
    """Two drawings side by side, the second one from the column `width` on."""
    lines = []
    for i in range(max(left.height, right.height)):
        line = left.lines[i].copy() if i < left.height else Text()
        line.truncate(width)
        line.append(" " * (width - line.cell_len))
        lines.append(line + right.lines[i] if i < right.height else line)
    moved = [replace(area, x=area.x + width) for area in right.areas]
    return Drawing(lines, [*left.areas, *moved])


class Canvas:
    """Cells to draw on, for what lies over something else. A wide character takes two of them."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells = [[(" ", "")] * width for _row in range(height)]
        self.areas: list[Area] = []

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text; what lies outside is lost."""
        for character in text:
            wide = cell_len(character)
            if 0 <= y < self.height and x >= 0 and x + wide <= self.width:
                self.cells[y][x : x + wide] = [(character, style), ("", style)][:wide]
            x += wide

    def drawing(self) -> Drawing:
        """What was drawn."""
        lines = [Text.assemble(*row) for row in self.cells]
        return Drawing(lines, self.areas)


def wrapped(text: Text, width: int) -> list[Text]:
    """A text in lines of at most that width; a line end in it stays one."""
    return list(text.wrap(_console(), max(1, width))) or [Text()]


@cache
def _console() -> Console:
    """Rich breaks lines for a console; nothing is written to this one."""
    return Console(file=StringIO())
