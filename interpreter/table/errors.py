"""What can go wrong at a table."""

from __future__ import annotations


class IllegalAction(ValueError):
    """An action that the player may not do now; the message says why in words."""


class RecordError(ValueError):
    """A record that cannot be read or does not fit. `line` is counted from 1; 0 means none."""

    def __init__(self, message: str, line: int = 0) -> None:
        self.line = line
        super().__init__(message)
