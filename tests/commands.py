"""What the tests of whole commands share: how a command is started, and how it ended."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from interpreter.cli.main import main

LAUNCHER = Path(__file__).parent.parent / "cli.py"
COUNCIL = Path(__file__).parent / "games" / "council.yaml"
"""a game with options, stages and signals"""
SIX = Path(__file__).parent / "games" / "six.yaml"
"""a game with partners, lots and another pack"""
MATCH = ("run", "chouine", "--players", "random,random", "--seed", "7")


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


def process(*args: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Runs a command in a process and an environment of its own, with nothing to read."""
    environment = {**{name: os.environ[name] for name in ("PATH", "TRICKPLAY_DATA")}, **env}
    return subprocess.run(
        [sys.executable, str(LAUNCHER), *args],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )


def typing(
    *args: str, lang: str = "en", typed: str = "", encoding: str = "utf-8", **env: str
) -> Ran:
    """Runs a command in this process, in front of somebody who speaks a language and has typed all
    that there is to type."""
    keys, out, err = (TextIOWrapper(BytesIO(), encoding) for _stream in range(3))
    keys.write(typed)
    keys.seek(0)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"LANG": f"{lang}_XX.UTF-8", **env}.items():
            patch.setenv(name, value)
        for name, stream in (("stdin", keys), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as ended:
            copy_context().run(main, args)
    for stream in (out, err):
        stream.seek(0)
    return Ran(int(ended.value.code or 0), out.read(), err.read())


def lasts(err: str) -> str:
    """The complaint after the lines about usage, which click words from version to version."""
    usage, _, error = err.rpartition("\nError: ")
    assert usage.startswith("Usage: trickplay ")
    return error
