"""The full-screen table without a terminal: who plays, what stands on the screen, what is pressed.

The screen is read from the drawings and the places that Textual gave them, as a reader sees them.
`python tests/table_screen.py` writes the screens in tests/tui again.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))

from rich.text import Text  # noqa: E402
from textual.containers import VerticalScroll  # noqa: E402
from textual.pilot import Pilot  # noqa: E402
from textual.widgets import Input  # noqa: E402

from interpreter import Game, Match, load  # noqa: E402
from interpreter.cli.tui.app import TableApp  # noqa: E402
from interpreter.cli.tui.cards import Look  # noqa: E402
from interpreter.cli.tui.drawing import Canvas  # noqa: E402
from interpreter.cli.tui.ink import ASCII, COLOURED, ROUND, Glyphs  # noqa: E402
from interpreter.cli.tui.sitting import Sitting  # noqa: E402
from interpreter.cli.tui.widgets import Picture  # noqa: E402
from interpreter.table.hint import hint  # noqa: E402
from interpreter.table.players import PLAYERS, Player  # noqa: E402
from interpreter.table.spelling import ascii_only  # noqa: E402
from interpreter.text.messages import speak  # noqa: E402

T = TypeVar("T")
GAMES = HERE / "games"
FAST = 4
"""the speed without pauses"""


@dataclass(frozen=True)
class Scene:
    """A table, how often the person has acted, and the keys that lead to what is looked at."""

    game: str
    keys: Sequence[str] = ()
    acted: int = 0
    seed: int = 7
    options: Mapping[str, str] = field(default_factory=dict)
    size: tuple[int, int] = (80, 24)
    lang: str = "en"
    glyphs: Glyphs = ROUND
    deals: int | None = None


def sitting(game: Game, seed: int, deals: int | None = None) -> Sitting:
    """A person with greedy players."""
    kinds = ["human", *["greedy"] * (game.seats - 1)]
    match = game.match(seed=seed, names=kinds)
    return seated(match, deals)


def seated(match: Match, deals: int | None = None) -> Sitting:
    """The person of a match with players for the others."""
    players: list[Player | None] = [
        None if kind == "human" else PLAYERS[kind](match.game, 1, seat)
        for seat, kind in enumerate(match.names)
    ]
    return Sitting(match, players.index(None), players, deals=deals)


def table_of(scene: Scene, pace: int = FAST) -> TableApp:
    """The application."""
    speak(scene.lang)
    ascii_only(scene.glyphs is ASCII)
    name = str(GAMES / scene.game) if scene.game.endswith(".yaml") else scene.game
    game = load(name).with_options(scene.options)
    look = Look(scene.glyphs, COLOURED, "ascii" if scene.glyphs is ASCII else "utf-8")
    one = sitting(game, scene.seed, scene.deals)
    advance(one, scene.acted)
    return TableApp(one, look, pace, again=True)


def advance(one: Sitting, actions: int) -> None:
    """Let the person act so often, as a hint says."""
    while actions and one.turn is not None:
        if one.turn == one.me:
            one.act(hint(one.game, one.view).action)
            actions -= 1
        else:
            one.others_act()


def shown(app: TableApp) -> Iterator[tuple[int, int, Text]]:
    """Every line that stands on the screen, with its column and row."""
    for picture in app.screen.query(Picture):
        if not all(part.display for part in picture.ancestors_with_self):
            continue
        scrolled = next((p for p in picture.ancestors if isinstance(p, VerticalScroll)), None)
        x, y, width, height = picture.region
        window = scrolled.region if scrolled else picture.region
        for row, line in enumerate(picture.draw(width).cut(width).lines[:height], y):
            if window.y <= row < window.y + window.height:
                yield x, row, line
    for typed in app.screen.query(Input):
        if typed.display:
            yield typed.region.x + 2, typed.region.y, Text(typed.value or str(typed.placeholder))


def screen(app: TableApp) -> str:
    """What stands on the screen."""
    canvas = Canvas(*app.size)
    for x, y, line in shown(app):
        canvas.put(x, y, line.plain)
    return canvas.drawing().text.rstrip("\n") + "\n"


async def press(pilot: Pilot[str], target: str) -> None:
    """Press a thing with the mouse: `place 0` is the first card, `key q` one of the last line."""
    for picture in pilot.app.screen.query(Picture):
        for area in picture.draw(picture.size.width).areas:
            if area.target == target:
                await pilot.click(picture, offset=(area.x + 1, area.y))
                await pilot.pause()
                return
    raise AssertionError(f"there is no {target}:\n{screen(pilot.app)}")  # type: ignore[arg-type]


def at_table(
    app: TableApp, do: Callable[[Pilot[str]], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> None:
    """Sit down and do something; what goes wrong in the application is raised."""

    async def sit() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await do(pilot)

    asyncio.run(sit())


def seen(scene: Scene, read: Callable[[TableApp], T]) -> T:
    """What is read from the screen after the keys of a scene."""
    found: list[T] = []

    def look() -> None:
        app = table_of(scene)

        async def do(pilot: Pilot[str]) -> None:
            for key in scene.keys:
                await pilot.press(key)
                await pilot.pause()
            found.append(read(app))

        at_table(app, do, scene.size)

    copy_context().run(look)
    return found[0]


PLAY = ("h", "enter")
SIGNALS = {"signals": "yes"}
SCENES = {
    "start": Scene("chouine"),
    "calls": Scene("chouine", ("right", "down")),
    "typing": Scene("chouine", ("/", *"dame")),
    "barred": Scene("chouine", ("right", "right", "right"), acted=11, seed=1),
    "deal": Scene("chouine", PLAY, acted=16),
    "end": Scene("four.yaml", (*PLAY, "enter"), acted=8, deals=1, seed=2),
    "score": Scene("chouine", ("s",), acted=17),
    "last": Scene("chouine", ("l",), acted=2),
    "taken": Scene("chouine", ("c",), acted=6),
    "told": Scene("chouine", ("m", "end"), acted=12),
    "help": Scene("chouine", ("?",)),
    "quit": Scene("chouine", ("q",)),
    "three": Scene("chouine-trois", ("right",)),
    "partners": Scene("aluette", ("right",), acted=2, seed=4, options=SIGNALS),
    "six": Scene("aluette-six", ("right",), seed=4, options=SIGNALS),
    "asked": Scene("council.yaml", ("down",), seed=3),
    "aside": Scene("council.yaml", ("right",), acted=1, seed=8),
    "wide": Scene("chouine", ("right",), acted=22, size=(130, 40)),
    "ascii": Scene("aluette", ("right",), seed=4, glyphs=ASCII),
    "fr": Scene("chouine", ("right", "right"), lang="fr"),
    "pt": Scene("aluette", ("right",), seed=4, lang="pt"),
    "small": Scene("chouine", size=(60, 20)),
}


def main() -> None:
    """Write the screens."""
    for name, scene in SCENES.items():
        (HERE / "tui" / f"{name}.txt").write_text(
            seen(scene, screen), encoding="utf-8", newline="\n"
        )


if __name__ == "__main__":
    main()
