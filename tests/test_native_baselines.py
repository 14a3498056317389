"""The hand-written programs of `benchmarks` play the very deals that both carriers play."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("numba", reason="the extra `fast` is not installed")

from helpers import ROOT


def test_all_programs_play_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """In C if there is a compiler, for numba, in plain Python: a ratio compares like with like."""
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.setenv("TRICKPLAY_CACHE", str(ROOT / ".pytest_cache" / "native"))
    from benchmarks.baselines import check, in_c, in_numba, programs, results

    found = programs()
    assert len(found) == (5 if in_c() else 4)
    check(found, 200_000, 400)
    rows = results(found["numba by hand"](1, 1, 200_000))
    assert (rows[:, 1:3].sum(axis=1) == 0).sum() > 2, "deals won by a declaration come up"
    program = in_numba()
    assert program is not None
    with pytest.raises(AssertionError, match=r"^deal 1 of seed 1: one \[.*\], other \["):
        check({"one": program, "other": lambda seed, *rest: program(seed + 1, *rest)}, 9, 9)


def test_the_command_says_what_it_takes() -> None:
    command = [sys.executable, "-m", "benchmarks", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    assert "--quick" in done.stdout
