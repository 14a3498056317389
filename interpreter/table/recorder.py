"""Writing a record while a match goes on.

In: a match, again and again, and an open file. Out: the lines of its record. What is new goes out
in one piece, before anything else happens, so that whatever ends the program loses nothing of it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from io import FileIO
from typing import Any

from .match import Match


class Recorder:
    """A record that grows with a match.

    file: where it goes, at its end. more: what the header holds besides the match's own. written:
    how many lines stand there already. durable: whether each piece is on the disk, and not just
    with the system, before the game goes on; so it outlives a power cut.
    """

    def __init__(
        self,
        file: FileIO,
        more: Mapping[str, Any] | None = None,
        written: int = 0,
        durable: bool = False,
    ) -> None:
        self.file, self.more, self.written, self.durable = file, more or {}, written, durable

    def update(self, match: Match) -> None:
        """Write the lines that are new. After an OSError nothing of them stands there, and the
        next call tries again."""
        data = [line.data for line in match.chronicle.lines[max(self.written - 1, 0) :]]
        if not self.written:
            data.insert(0, {**match.header, **self.more})
        if data:
            self._append("".join(map(_line, data)).encode())
            self.written += len(data)

    def _append(self, data: bytes) -> None:
        left = memoryview(data)
        try:
            while left:
                left = left[self.file.write(left) :]
            if self.durable:
                os.fsync(self.file.fileno())
        except OSError:
            with suppress(OSError):  # a full disk may have taken the half of it
                start = self.file.tell() - (len(data) - len(left))
                self.file.truncate(start)
                self.file.seek(start)
            raise

    def close(self) -> None:
        """Nothing more comes."""
        self.file.close()


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
