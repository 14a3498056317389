"""A program in a window of tmux, for tests: what it draws can be read as a person sees it.

Every window has a server of its own, which ends with it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import pytest

LAUNCHER = Path(__file__).parent.parent / "cli.py"
PATIENCE = 30.0
"""seconds before a text that does not come is a failure; never waited for when all is well"""


def needed() -> None:
    """Skip the tests where there is no tmux, unless it is said to be there."""
    if shutil.which("tmux") is None and os.environ.get("TRICKPLAY_TMUX") != "required":
        pytest.skip("tmux is not installed", allow_module_level=True)


class Window:
    """A shell in which the launcher of the checkout runs with the arguments."""

    def __init__(
        self,
        folder: Path,
        *args: str,
        env: Mapping[str, str] | None = None,
        size: tuple[int, int] = (80, 24),
        program: str = str(LAUNCHER),
    ) -> None:
        self.place = tempfile.TemporaryDirectory(prefix="tmux-")  # the path of a socket is short
        self.socket = str(Path(self.place.name) / "s")
        settings = {"LANG": "C.UTF-8", "TRICKPLAY_DATA": str(folder / "data"), **(env or {})}
        words = [f"{name}={value}" for name, value in settings.items()]
        command = shlex.join(["env", *words, sys.executable, program, *args])
        self._tmux(
            "-f", os.devnull, "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), "sh"
        )
        self._tmux("set", "-g", "status", "off")
        self.type(f"PS1='> '; clear; {command}; echo it ended with $?")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._tmux("kill-server")
        self.place.cleanup()

    def _tmux(self, *args: str) -> str:
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color"}
        ran = subprocess.run(
            ["tmux", "-u", "-S", self.socket, *args],
            capture_output=True,
            check=True,
            env=environment,
        )
        return ran.stdout.decode()

    def screen(self, *more: str) -> str:
        """What stands in the window. more: options of tmux, `-e` for the codes of colours, `-J` for
        lines as they were before the window broke them."""
        return self._tmux("capture-pane", "-p", *more)

    def wait_for(self, wanted: str, gone: str = "") -> str:
        """The screen as soon as one text stands on it, and the other no more."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            screen = self.screen()
            if wanted in screen and not (gone and gone in screen):
                return screen
            time.sleep(0.05)
        raise AssertionError(f"{wanted!r} did not come:\n{self.screen()}")

    def press(self, *keys: str) -> None:
        """Press keys, by the names that tmux gives them."""
        self._tmux("send-keys", *keys)

    def type(self, line: str) -> None:
        """Type a line."""
        self._tmux("send-keys", "-l", line)
        self._tmux("send-keys", "Enter")

    def click(self, x: int, y: int) -> None:
        """Press the mouse on a cell, counted from 0."""
        for end in "Mm":
            self._tmux("send-keys", "-l", f"\x1b[<0;{x + 1};{y + 1}{end}")

    def resize(self, columns: int, rows: int) -> None:
        """Make the window larger or smaller."""
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))
