"""The hand-written programs: built, called, and held against each other.

Each is a function of a seed, the number of the first deal and how many; it gives for every deal the
winner, the points of both seats and the decisions. All of them and both carriers play the same
deals, which `check` proves before anything is timed.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy

from interpreter import Game, load

HERE = Path(__file__).parent
SLOW = ("Python by hand", "trickplay, Python")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
Program = Callable[[int, int, int], object]


def in_c() -> Program | None:
    """The program in C, compiled here; None without a compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "chouine.so"
        subprocess.run([compiler, *FLAGS, "-o", target, HERE / "chouine.c"], check=True)
        deals = ctypes.CDLL(str(target)).deals
    deals.argtypes = [ctypes.c_uint64, ctypes.c_uint32, ctypes.c_long, ctypes.c_void_p]
    deals.restype = None

    def play(seed: int, first: int, count: int) -> object:
        out = (ctypes.c_int32 * (4 * count))()
        deals(seed, first, count, out)
        return out

    return play


def in_numba() -> Program | None:
    """The program for numba; None if that is not installed."""
    try:
        from . import chouine_numba
    except ImportError:
        return None

    def play(seed: int, first: int, count: int) -> object:
        out = numpy.empty(4 * count, numpy.int64)
        chouine_numba.deals(seed & 0xFFFFFFFF, seed >> 32, first, count, out)
        return out

    return play


def in_python() -> Program:
    """The optimised program in plain Python."""
    from .chouine_fast import deals

    return deals


def by_carrier(game: Game, kind: str) -> Program:
    """A game on one of trickplay's carriers."""
    carrier = game.native(kind)

    def play(seed: int, first: int, count: int) -> object:
        return [
            numpy.array((table["winner"], *table["points"], table["decisions"])).T
            for table in carrier.deals(seed, count, first)
        ]

    return play


def programs() -> dict[str, Program]:
    """Everything that plays this one game and can be run here."""
    game = load("chouine")
    found = {
        "C by hand": in_c(),
        "numba by hand": in_numba(),
        "Python by hand": in_python(),
        "trickplay, native": by_carrier(game, "native") if game.native().kind == "native" else None,
        "trickplay, Python": by_carrier(game, "python"),
    }
    return {name: program for name, program in found.items() if program is not None}


def results(output: Any) -> numpy.ndarray[Any, Any]:
    """What a program gave, a row for each deal."""
    found = numpy.concatenate(output) if isinstance(output[0], numpy.ndarray) else output
    return numpy.array(found).reshape(-1, 4)


def check(found: dict[str, Program], deals: int, fewer: int) -> None:
    """All programs play the same deals, those in plain Python fewer of them. Raises AssertionError
    with the first deal that differs."""
    name, *others = found
    for seed, first in ((1, 1), (2**63 + 5, 4_000_000_000)):
        expected = results(found[name](seed, first, deals))
        for other in others:
            count = fewer if other in SLOW else deals
            given = results(found[other](seed, first, count))
            differs = (given != expected[:count]).any(axis=1)
            if differs.any():
                i = int(differs.argmax())
                text = f"{name} {expected[i].tolist()}, {other} {given[i].tolist()}"
                raise AssertionError(f"deal {first + i} of seed {seed}: {text}")
