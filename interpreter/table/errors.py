"""What can go wrong at a table.

>>> RecordError("the record is empty", 1).line
1
"""

from __future__ import annotations


class IllegalAction(ValueError):
    """An action that the player may not do now; the message says why in words. `rule`: the name of
    the obligation that forbids it, or of another reason (see refusal.py)."""

    def __init__(self, message: str, rule: str = "") -> None:
        self.rule = rule
        super().__init__(message)


class RecordError(ValueError):
    """A record that cannot be read or does not fit. `line` is counted from 1; 0 means none."""

    def __init__(self, message: str, line: int = 0) -> None:
        self.line = line
        super().__init__(message)
