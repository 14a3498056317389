"""A record survives whoever writes it: killed at any moment, it holds what was complete."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

WRITERS = 32


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the writers are forked")
def test_writers_that_are_killed(tmp_path: Path) -> None:
    script = Path(__file__).parent / "killed_writers.py"
    ran = subprocess.run(
        [sys.executable, str(script), str(WRITERS), str(tmp_path)], capture_output=True, text=True
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(f"{WRITERS} writers killed: ")
    # how many depends on what else the machine does; that it is some says that the kills fall well
    assert re.search(r"[1-9]\d* between lines", ran.stdout), ran.stdout
