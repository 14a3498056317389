"""The file of `--record`: what is there already is not written over by mistake."""

from __future__ import annotations

from io import FileIO
from pathlib import Path

import click

from ..table.recorder import Recorder
from ..text.messages import _


def recording(path: str, force: bool) -> Recorder:
    """The record that a match is written to as it goes."""
    if Path(path).exists() and not force:
        text = _("{path} exists already; --force writes over it").format(path=path)
        raise click.UsageError(text)
    return Recorder(FileIO(path, "w"))
