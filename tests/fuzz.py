"""Strangers' files and records, for as long as one likes.

    python tests/fuzz.py --minutes 30              # all parts
    python tests/fuzz.py --minutes 5 --only wild   # one of them

In: minutes, a seed. Out: how much was tried; what fails is written to a file that is named, and the
exit code is 1. Random rulesets are played on plain Python, every 25th on machine code as well.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from carriers import compare_deals
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from mangled import check_layout
from soundness import check, loaded, refused, written
from wild import broken, rulesets

from interpreter import Game, Match
from interpreter.rules.shelf import SHIPPED, is_test_file
from interpreter.table.game import load
from interpreter.table.replay import read_record, replay

HERE = Path(__file__).parent
FILES = [*sorted(SHIPPED.glob("*.yaml")), *sorted((HERE / "games").glob("*.yaml"))]
LAYOUTS = [path for path in sorted(SHIPPED.rglob("*.yaml")) if not is_test_file(path)]
RECORDS = sorted((HERE / "golden").glob("*.jsonl"))
SCRAPS = [
    b"",
    b"\n",
    b" ",
    b": ",
    b"{",
    b"}",
    b"[",
    b"]",
    b"~",
    b"'",
    b'"',
    b",",
    b"- ",
    b"0",
    b"99",
]
SCRAPS += [
    b"not ",
    b"of ",
    b"led",
    b"hand",
    b"deck",
    b"none",
    b"(",
    b")",
    b"trump",
    b"\x00",
    b"\xff",
]
Found = Counter[str]


def rounds(strategy: st.SearchStrategy[Any], number: int, test: Callable[[Any], None]) -> None:
    """Some hundred examples of a strategy; what fails is made smaller first."""

    @seed(number)
    @settings(
        max_examples=20,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=[*HealthCheck],
    )
    @given(strategy)
    def run(example: Any) -> None:
        test(example)

    run()


def wild(number: int, found: Found) -> None:
    """Random rulesets that load: everything that must hold of one."""

    def test(data: Any) -> None:
        text = written(data)
        LAST[0] = text
        if refused(lambda: check(text, number)):
            found["refused"] += 1
            return
        found["played"] += 1
        if found["played"] % 25 == 0:
            found["on both carriers"] += compare_deals(Game(loaded(text)), 20, number) > 0

    rounds(rulesets(), number, test)


def mutated(number: int, found: Found) -> None:
    """Random rulesets with values in wrong places."""

    def test(data: Any) -> None:
        text = written(data)
        LAST[0] = text
        refused_or_sound(text, number, found)

    rounds(broken(), number, test)


def refused_or_sound(text: str, number: int, found: Found) -> None:
    """A text is refused in words, or plays."""
    if refused(lambda: loaded(text)):
        found["refused"] += 1
        return
    found["played"] += 1
    check(text, number, leaks=False)


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Some bytes with others in their place, or twice, or elsewhere."""
    for _ in range(rng.randint(1, 4)):
        at, length = rng.randrange(len(data) + 1), rng.choice((0, 1, 1, 2, 5, 40))
        new = rng.choice((*SCRAPS, rng.randbytes(2), data[at : at + length] * 2))
        data = data[:at] + new + data[at + length :]
        if rng.random() < 0.2:
            start = rng.randrange(len(data) + 1)
            piece = data[start : start + rng.randint(1, 200)]
            data = data[:at] + piece + data[at:]
    return data


def files(number: int, found: Found) -> None:
    """Shipped files with damaged bytes."""
    rng = random.Random(number)
    for _ in range(100):
        path = rng.choice(FILES)
        data = damaged(path.read_bytes(), rng)
        LAST[0] = data.decode("latin-1")
        target = HERE / "fuzzed" / path.name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(data)
        if refused(partial(load, target)):
            found["refused"] += 1
            continue
        found["played"] += 1
        match = load(target).match(seed=number)
        for _move in range(200):
            if not match.over:
                match.apply(rng.choice(match.actions()))


def replayed(path: Path) -> Match:
    """The match of a record file."""
    return replay(read_record(path))


def records(number: int, found: Found) -> None:
    """Records with damaged bytes, values and order: refused at a line, or the same match."""
    rng = random.Random(number)
    for _ in range(40):
        path = rng.choice(RECORDS)
        lines = path.read_bytes().splitlines(keepends=True)[: rng.choice((5, 40, 400))]
        way = rng.randrange(4)
        if way == 0:
            data = damaged(b"".join(lines), rng)
        elif way == 1:
            i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[i], lines[j] = lines[j], lines[i]
            data = b"".join(lines)
        elif way == 2:
            data = b"".join(lines)[: rng.randrange(sum(map(len, lines)))]
        else:
            i = rng.randrange(len(lines))
            line = json.loads(lines[i])
            key = rng.choice([*line])
            line[key] = rng.choice((None, True, -1, 1, 10**30, "?", "play AS", [], {}, ["AS"], 0.5))
            lines[i] = json.dumps(line).encode() + b"\n"
            data = b"".join(lines)
        LAST[0] = data.decode("latin-1")
        target = HERE / "fuzzed" / "record.jsonl"
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(data)
        found["refused" if refused(partial(replayed, target)) else "the same"] += 1


def layouts(number: int, found: Found) -> None:
    """Shipped files in other layouts, laid out again."""
    with TemporaryDirectory() as folder:
        for seed in range(40 * number, 40 * number + 40):
            path = LAYOUTS[seed % len(LAYOUTS)]
            LAST[0] = f"{path.name}, seed {seed}"
            check_layout(path, seed, Path(folder))
            found["laid out"] += 1


PARTS: dict[str, Callable[[int, Found], None]] = {
    "wild": wild,
    "mutated": mutated,
    "files": files,
    "records": records,
    "layouts": layouts,
}
LAST = [""]
"""what was tried last"""


def main() -> int:
    """The campaign."""
    parser = argparse.ArgumentParser(description="random rulesets, files and records")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=[*PARTS])
    args = parser.parse_args()
    end, number = time.monotonic() + 60 * args.minutes, args.seed
    found = {name: Found() for name in ([args.only] if args.only else PARTS)}
    failed = 0
    while time.monotonic() < end:
        for name, counts in found.items():
            begun = time.monotonic()
            try:
                PARTS[name](number, counts)
            except Exception:
                failed += 1
                target = HERE / "fuzzed" / f"{name}-{number}.txt"
                target.parent.mkdir(exist_ok=True)
                target.write_text(f"{traceback.format_exc()}\n{LAST[0]}", encoding="utf-8")
                print(f"{name} {number} failed: {target}", flush=True)
            seconds = time.monotonic() - begun
            shown = ", ".join(f"{key} {n}" for key, n in counts.items())
            print(f"{name} {number}: {seconds:.0f} s; {shown}", flush=True)
        number += 1
    print(f"{number - args.seed} rounds, {failed} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
