"""Writing a record while a match goes on: every line is on disk before the next thing happens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO

import click

from ..table.match import Match
from ..text.messages import _


class Recording:
    """A record file that grows with a match."""

    def __init__(self, path: str, force: bool) -> None:
        self.path = Path(path)
        if self.path.exists() and not force:
            text = _("{path} exists already; --force writes over it").format(path=path)
            raise click.UsageError(text)
        self.file: IO[str] = self.path.open("w", encoding="utf-8", newline="\n")
        self.written = 0

    def update(self, match: Match) -> None:
        """Write the lines that are new."""
        if not self.written:
            self._write(match.header)
        lines = match.chronicle.lines
        for line in lines[max(self.written - 1, 0) :]:
            self._write(line.data)
        self.file.flush()

    def _write(self, data: object) -> None:
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        self.file.write(text + "\n")
        self.written += 1

    def close(self) -> None:
        """Nothing more comes."""
        self.file.close()
