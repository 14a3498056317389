"""Draws docs/images/table.svg: the full-screen table in the middle of a game.

In: one seed, and how far the game has gone. Out: the picture in README.md. `python
docs/images/make.py` writes it again when what the table shows has changed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from rich.console import Console  # noqa: E402
from rich.segment import Segment  # noqa: E402
from table_screen import Scene, TableApp, seen, shown  # noqa: E402

SCENE = Scene("chouine", ("right", "right"), seed=151, acted=11)
SIZE = (80, 24)
INK, PAPER = "#e6edf3", "#0d1117"
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
WIDE, HIGH, EDGE = 10, 20, 16
"""a place for a character, and the edge around all of them, in pixels"""


def pieces(app: TableApp) -> Iterator[tuple[int, int, Segment]]:
    """Pieces of text in one style, each with its column and row."""
    console = Console(color_system="truecolor", width=SIZE[0])
    for x, y, line in shown(app):
        column = x
        for segment in line.render(console):
            yield column, y, segment
            column += segment.cell_length


def picture(app: TableApp) -> str:
    """The screen as SVG; every character has its place, whatever font the reader has."""
    width, height = (n * size + 2 * EDGE for n, size in zip(SIZE, (WIDE, HIGH), strict=True))
    papers, texts = [], []
    for column, row, segment in pieces(app):
        x, y = EDGE + WIDE * column, EDGE + HIGH * row
        ink, paper = _colours(segment)
        if paper:
            size = f'width="{WIDE * segment.cell_length}" height="{HIGH}"'
            papers.append(f'<rect x="{x}" y="{y}" {size} fill="{paper}"/>')
        if segment.text.strip():
            texts.append(_text(segment, x, y, ink))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
            f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>',
            *papers,
            f'<g font-family="{FONT}" font-size="16.6" fill="{INK}">',
            *texts,
            "</g>",
            "</svg>",
            "",
        ]
    )


def _colours(segment: Segment) -> tuple[str, str]:
    """Of the ink and of the paper; nothing where they are those of the picture."""
    style = segment.style
    if style is None:
        return "", ""
    colours = (style.color, style.bgcolor)
    ink, paper = (c.triplet.hex if c and c.triplet else "" for c in colours)
    return (paper or PAPER, ink or INK) if style.reverse else (ink, paper)


def _text(segment: Segment, x: int, y: int, ink: str) -> str:
    places = " ".join(str(x + WIDE * i) for i in range(len(segment.text)))
    style = f' fill="{ink}"' if ink else ""
    if segment.style and segment.style.bold:
        style += ' font-weight="bold"'
    if segment.style and segment.style.dim:
        style += ' opacity="0.6"'
    text = escape(segment.text.replace(" ", "\u00a0"))
    return f'<text x="{places}" y="{y + HIGH - 5}"{style}>{text}</text>'


def drawn() -> str:
    """The picture as it is now."""
    svg: str = seen(SCENE, picture)
    return svg


def main() -> None:
    """Write the picture."""
    (FOLDER / "table.svg").write_text(drawn(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
