"""A program at a real terminal, for tests: a pseudo-terminal of 80 columns and who types at it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

LAUNCHER = Path(__file__).parent.parent / "cli.py"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATIENCE = 20.0
"""seconds before a text that does not come is a failure; never waited for when all is well"""


def _at_a_terminal() -> None:
    """In the new process: the terminal is its own; Ctrl-C and the end of the terminal reach it
    even if the tests run in the background of a shell or under nohup, which make it deaf."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Terminal:
    """Runs the launcher of the checkout with the arguments, in front of a person."""

    def __init__(self, *args: str, env: Mapping[str, str] | None = None, columns: int = 80) -> None:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        settings = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        settings["TRICKPLAY_DATA"] = os.environ.get("TRICKPLAY_DATA", "")
        self.process = subprocess.Popen(
            [sys.executable, str(LAUNCHER), *args],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**settings, **(env or {})},
            start_new_session=True,
            preexec_fn=_at_a_terminal,
        )
        os.close(theirs)
        self.raw = ""
        self.read_to = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.close(self.ours)

    @property
    def text(self) -> str:
        """Everything that was shown, without colours."""
        return ESCAPES.sub("", self.raw).replace("\r", "")

    def _more(self, until: float) -> bool:
        """Read what comes; False when the program has closed the terminal."""
        ready, _, _ = select.select([self.ours], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            raise AssertionError(f"nothing came after:\n{self.text[-2000:]}")
        try:
            data = os.read(self.ours, 65536)
        except OSError:  # Linux says so when the other side has closed
            return False
        self.raw += data.decode("utf-8", "replace")
        return bool(data)

    def wait_for(self, wanted: str) -> str:
        """Read until the text stands there, after all that was read before; return what came."""
        until = time.monotonic() + PATIENCE
        while (found := self.text.find(wanted, self.read_to)) < 0:
            if not self._more(until):
                raise AssertionError(f"it ended without {wanted!r}:\n{self.text[-2000:]}")
        came = self.text[self.read_to : found + len(wanted)]
        self.read_to = found + len(wanted)
        return came

    def send(self, keys: str | bytes) -> None:
        """Press keys; what comes meanwhile is read, or a long line would never get through."""
        data = keys.encode() if isinstance(keys, str) else keys
        for start in range(0, len(data), 512):
            os.write(self.ours, data[start : start + 512])
            while select.select([self.ours], [], [], 0)[0] and self._more(PATIENCE):
                pass

    def type(self, line: str | bytes) -> None:
        """Type a line."""
        self.send(line)
        self.send("\r")

    def end(self) -> int:
        """Wait for the end; return the exit code."""
        until = time.monotonic() + PATIENCE
        while self._more(until):
            pass
        return self.process.wait(PATIENCE)
