"""The table in a real terminal: keys are sent, the screen is read, the shell comes back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("textual")

import multiplexer
from multiplexer import Window

multiplexer.needed()

RUN = ("run", "chouine", "--seed", "7")
FIRST = "your turn: choose a card with ← →, play it with Enter"


def test_a_first_deal(tmp_path: Path) -> None:
    """Hints are followed to the end of a deal; then somebody stops, and goes on later."""
    with Window(tmp_path, *RUN) as window:
        screen = window.wait_for(FIRST)
        assert screen.startswith("─ Chouine, deal 1, trick 1 ───")
        window.press("+", "+", "?")
        assert "strongest first: A, 10, K, Q, J, 9, 8, 7" in window.wait_for("─ help ─")
        window.press("Escape")
        window.wait_for("─ Chouine, deal 1, trick 1 ─")
        for _ in range(40):
            window.press("h")
            window.wait_for("  hint: ")
            window.press("Enter")
            screen = window.wait_for("─ Chouine, deal ", gone="  hint: ")
            if "─ Chouine, deal 1 ─" in screen:
                break
            window.wait_for("▶ you")
        assert "   together                          95          75\n" in screen
        assert "   deal 1: you win\n" in screen
        window.press("Enter")
        window.wait_for("─ Chouine, deal 2, trick 1 ─")
        window.press("q")
        window.wait_for("Stop playing?")
        window.press("y")
        screen = window.wait_for("it ended with 130")
        assert "\nstopped\nto go on with this game: trickplay resume chouine-" in screen
        assert "Chouine, deal" not in screen
    with Window(tmp_path, "resume") as window:
        screen = window.wait_for("─ Chouine, deal 2, trick 1 ─")
        assert "greedy   " in screen
        window.press("C-c")
        window.wait_for("it ended with 130")


def test_mouse_and_typed_words(tmp_path: Path) -> None:
    with Window(tmp_path, *RUN) as window:
        screen = window.wait_for(FIRST).splitlines()
        y = next(i for i, line in enumerate(screen) if "│10 │" in line)
        x = screen[y].index("│10 │") + 2
        window.click(x, y)
        window.wait_for("ten of hearts: Enter plays it")
        window.click(x, y)
        window.wait_for("you play 10♥")
        window.wait_for("greedy plays A♠")
        window.wait_for(FIRST)
        window.type("/zzz")
        window.wait_for("“zzz” is no card and no entry of the menu; ? for help, quit to stop")
        window.type("/quit")
        window.wait_for("it ended with 130")


def test_where_the_table_is_not_shown(tmp_path: Path) -> None:
    """Plain lines in a small window, on a terminal that cannot, and where they are wanted."""
    prompt = "your choice (? for help) >"
    with Window(tmp_path, *RUN, size=(79, 24)) as window:
        text = "this terminal has 79 columns and 24 rows; the table needs 80 and 24\n"
        window.wait_for(prompt)
        assert text in window.screen("-S", "-50")
    for more, env in ((("--plain",), {}), ((), {"TERM": "dumb"})):
        with Window(tmp_path, *RUN, *more, env=env) as window:
            assert "this terminal has" not in window.wait_for(prompt)


def test_signs_and_colours(tmp_path: Path) -> None:
    """No colours if none are wanted; ASCII alone where the encoding has no more."""
    with Window(tmp_path, *RUN) as window:
        window.wait_for(FIRST)
        assert re.search(r"\x1b\[[0-9;]*[34]8;", window.screen("-e"))
    with Window(tmp_path, *RUN, env={"NO_COLOR": "1"}) as window:
        window.wait_for(FIRST)
        assert not re.search(r"\x1b\[([0-9;]*;)?[349][0-8]", window.screen("-e"))
    c = {"LANG": "C", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    with Window(tmp_path, *RUN, "--lang", "fr", env=c) as window:
        screen = window.wait_for("> vous   victoires")
        assert "| K | | Q | |10 | | 8 | | K |" in screen
        assert screen.isascii()
        window.press("Right", "Right", "Right")
        assert "#####" in window.wait_for("dix de coeur")


def test_the_window_changes(tmp_path: Path) -> None:
    with Window(tmp_path, *RUN) as window:
        window.wait_for(FIRST)
        window.resize(70, 20)
        window.wait_for("this terminal has 70 columns and 20 rows; the table needs 80 and 24")
        window.resize(140, 45)
        assert "─ cards taken ─" in window.wait_for(FIRST)
        window.press("C-z")
        window.wait_for("Stopped")
        window.type("fg")
        window.wait_for(FIRST)
        window.press("C-c")
        window.wait_for("\nstopped\n")


def test_a_request_to_end(tmp_path: Path) -> None:
    """The terminal comes back, and the game can be gone on with."""
    with Window(tmp_path, *RUN) as window:
        window.wait_for(FIRST)
        window.press("C-z")
        window.wait_for("Stopped")
        window.type("kill %1; fg")
        screen = window.wait_for("to go on with this game: trickplay resume chouine-")
        assert FIRST not in screen


BROKEN = """
import sys
sys.path.insert(0, {root!r})
from interpreter.cli.main import main
from interpreter.table.players import GreedyPlayer

def choose(self, view):
    raise {error}

GreedyPlayer.choose = choose
main(["run", "chouine", "--seed", "7"])
"""


@pytest.mark.parametrize(
    ("error", "told", "code"),
    [
        ("OSError(28, 'No space left on device', 'x')", "x: No space left on device", 2),
        ("ValueError('a mistake')", "ValueError: a mistake", 1),
    ],
)
def test_a_failure_leaves_the_terminal_as_it_was(
    tmp_path: Path, error: str, told: str, code: int
) -> None:
    root = str(multiplexer.LAUNCHER.parent)
    script = tmp_path / "broken.py"
    script.write_text(BROKEN.format(root=root, error=error), encoding="utf-8")
    with Window(tmp_path, program=str(script)) as window:
        screen = window.wait_for(f"it ended with {code}")
        assert told in screen
        assert "Chouine" not in screen
        window.type("echo typed | cat")
        assert window.wait_for("\ntyped\n")
