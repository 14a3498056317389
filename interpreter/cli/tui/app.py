"""The full-screen table as a Textual application, and how it ends."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from .playing import STOPPED, Table

if TYPE_CHECKING:
    from .cards import Look
    from .sitting import Sitting


class TableApp(App[str]):
    """The application: one table. What goes wrong in it is kept for `play` to raise."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "stop", priority=True, show=False),
        Binding("ctrl+q", "stop", priority=True, show=False),
        Binding("ctrl+z", "suspend_process", priority=True, show=False),
    ]

    def __init__(self, sitting: Sitting, look: Look, pace: int = 2, again: bool = False) -> None:
        super().__init__(ansi_color=True)
        self.table = Table(sitting, look, pace, again)
        self.failure: Exception | None = None

    def on_mount(self) -> None:
        """Sit down. A request to end is heard, so that the terminal is restored."""
        with suppress(NotImplementedError, RuntimeError):  # not on Windows, not in a thread
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit, STOPPED)
        self.push_screen(self.table, self.exit)

    def action_stop(self) -> None:
        """Leave at once."""
        self.exit(STOPPED)

    def _handle_exception(self, error: Exception) -> None:
        self.failure = error
        super()._handle_exception(error)

    def _print_error_renderables(self) -> None:
        """Nothing: who runs the application raises the failure."""


def play(sitting: Sitting, look: Look, again: bool = False) -> str:
    """Play at the table until it ends; how it ended: again, over or stopped.

    Raises what went wrong, when the terminal is as it was.
    """
    app = TableApp(sitting, look, again=again)
    ended = app.run()
    if app.failure is not None:
        raise app.failure
    return ended or STOPPED
