"""What the tests of whole commands share: how a command is started, and how it ended."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

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


def lasts(err: str) -> str:
    """The complaint after the lines about usage, which click words from version to version."""
    usage, _, error = err.rpartition("\nError: ")
    assert usage.startswith("Usage: trickplay ")
    return error
