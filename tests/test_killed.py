"""Games killed at random moments; tests/killed.py is the whole campaign."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.skipif(sys.platform == "win32", reason="processes are forked")
def test_some_kills() -> None:
    script = Path(__file__).with_name("killed.py")
    ran = subprocess.run(
        [sys.executable, str(script), "--kills", "12", "--seed", "3"],
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith(" lines cut off: nothing was lost\n")
