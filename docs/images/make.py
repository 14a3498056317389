"""Draws docs/images/terminal.svg: a stretch of a real game at a real terminal of 80 columns.

In: one seed, the moves of a person. Out: the picture in README.md. `python docs/images/make.py`
writes it again when what the terminal shows has changed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from terminal import Terminal  # noqa: E402

from interpreter import load  # noqa: E402
from interpreter.table.players import PLAYERS  # noqa: E402

GAME, SEED, FROM = "chouine", 151, 11
"""the game, its cards, and the trick from which the person's own answers are typed"""
ANSWERS = ["marriage", "queen of spades", "9C", "last", "♠K"]
LINES = 33
PROMPT = " > "
COLOURS = {"1;31": "#ff7b72", "1;32": "#56d364", "1;33": "#e3b341"}
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
WIDE, HIGH, EDGE = 10, 19, 16
"""a place for a character, and the edge around all of them, in pixels"""


def opening() -> Iterator[str]:
    """What the person types first: the moves that the computer would make in that seat."""
    game = load(GAME)
    match = game.match(seed=SEED)
    players = [PLAYERS["greedy"](game, SEED, seat) for seat in range(game.seats)]
    while match.turn is not None:
        view = match.view(match.turn)
        if view.trick_number == FROM:
            return
        action = players[view.seat].choose(view)
        if view.seat == 0:
            yield str(action)
        match.apply(action)


def screen() -> str:
    """What stands on the screen in the end, with the codes of its colours."""
    with Terminal("run", GAME, "--seed", str(SEED)) as terminal:
        terminal.wait_for(PROMPT)
        for line in [*opening(), *ANSWERS]:
            terminal.type(line)
            terminal.wait_for(PROMPT)
        return str(terminal.raw.replace("\r", ""))


def picture(lines: list[str]) -> str:
    """The lines as SVG; every character has its place, whatever font the reader has."""
    width, height = 80 * WIDE + 2 * EDGE, len(lines) * HIGH + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>',
        f'<g font-family="{FONT}" font-size="16.6" fill="#e6edf3">',
    ]
    for row, line in enumerate(lines, 1):
        column, colour = 0, ""
        for code, text in re.findall(r"(?:\x1b\[([0-9;]*)m)?([^\x1b]*)", line):
            colour = COLOURS.get(code, "") if code else colour
            for word in re.finditer(r"\S+", text):
                places = " ".join(
                    str(EDGE + WIDE * (column + i)) for i in range(word.start(), word.end())
                )
                style = f' fill="{colour}" font-weight="bold"' if colour else ""
                y = EDGE + HIGH * row - 4
                parts.append(f'<text x="{places}" y="{y}"{style}>{escape(word[0])}</text>')
            column += len(text)
    return "\n".join([*parts, "</g>", "</svg>", ""])


def drawn() -> str:
    """The picture as it is now."""
    return picture(screen().splitlines()[-LINES:])


def main() -> None:
    """Write the picture."""
    (FOLDER / "terminal.svg").write_text(drawn(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
