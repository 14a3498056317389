"""Records whose writers are killed at any moment: what was complete before is still there.

    python tests/killed_writers.py 200 FOLDER    # so many; test_killed_writers.py has fewer

In: a number and an empty folder. Out: a line with what the records held; an AssertionError for one
that is not the beginning of the whole record. The program is loaded once and forked, so that a
writer takes milliseconds.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from interpreter.cli import running
from interpreter.table import batch, narration, players, replay, spelling
from interpreter.table.game import load

GAME, SEED = "chouine", "7"
LOADED = (batch, narration, players, spelling)
"""imported before the forks"""


def write(path: Path) -> None:
    """Play a match between two computer players, and write it down."""
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    args = [GAME, "--players", "greedy,random", "--seed", SEED, "--record", str(path)]
    running.run.main(args, standalone_mode=False)


def forked(path: Path, seconds: float | None) -> float:
    """A writer of its own, killed after some seconds. How long it was there."""
    begun = time.perf_counter()
    child = os.fork()
    if child == 0:
        try:
            write(path)
        finally:
            os._exit(0)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return time.perf_counter() - begun


def main(count: int, folder: Path) -> None:
    """The campaign."""
    load(GAME).machine  # noqa: B018
    whole = folder / "whole.jsonl"
    length = forked(whole, None)
    data, rng, found = whole.read_bytes(), random.Random(count), Counter[str]()
    assert data.endswith(b"}\n")
    for number in range(count):
        path = folder / f"{number}.jsonl"
        forked(path, rng.uniform(0, length))
        kept = path.read_bytes() if path.exists() else b""
        assert data.startswith(kept), f"{path} is not the beginning of {whole}"
        if not kept.partition(b"\n")[1]:
            found["nothing yet"] += 1
            continue
        record, cut = replay.read_kept(path)
        assert len(record) == kept.count(b"\n") + (cut is None and not kept.endswith(b"\n"))
        assert (cut is None) or cut.line == len(record) + 1
        match = replay.replay(record)
        assert match.over == (kept == data)
        found["the whole" if kept == data else "cut within a line" if cut else "between lines"] += 1
    print(count, "writers killed:", ", ".join(f"{n} {what}" for what, n in sorted(found.items())))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
