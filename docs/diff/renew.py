"""Writes the examples of `trickplay diff` in this folder: `python docs/diff/renew.py`.

In: the shipped rulesets. Out: one file for each pair, with what the command prints. With `--check`
nothing is written, and the exit code is 1 if a file is not current.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from interpreter import load  # noqa: E402
from interpreter.study.diff import Diff  # noqa: E402
from interpreter.study.report import as_text, report  # noqa: E402

PAIRS = (
    ("chouine", "chouine-cent"),
    ("chouine", "chouine-mondoubleau"),
    ("aluette", "aluette-mordienne"),
)
DEALS = 2000


def example(a: str, b: str) -> str:
    """What the command prints for two shipped rulesets, below the command itself."""
    diff = Diff(load(a), load(b))
    diff.play(DEALS)
    return f"$ trickplay diff {a} {b}\n\n{as_text(report(diff))}"


def main(arguments: list[str]) -> int:
    """Write the files, or check them; the exit code."""
    wrong = False
    for a, b in PAIRS:
        path = HERE / f"{b}.txt"
        text = example(a, b)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if "--check" in arguments:
            wrong = True
            print(f"{path.name} is not current")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"{path.name} written")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
