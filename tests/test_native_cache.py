"""Machine code on disk: never wrong, safe for many processes, and not needed."""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from copy import copy
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the extra `fast` is not installed")

from helpers import ROOT, chouine
from numba.core import caching, config, errors

from interpreter import Game, load
from interpreter.machine.native import cache, carrier
from interpreter.machine.native.text import native_text


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for machine code that is not there yet."""
    path = tmp_path / "cache"
    monkeypatch.setenv("TRICKPLAY_CACHE", str(path))
    return path


def library(number: int = 2) -> tuple[cache.Library, list[str]]:
    """A small module, and what is told while it is used."""
    told: list[str] = []
    text = native_text(f"def times(x):\n    return {number} * x", [])
    return cache.Library("small", text, told.append), told


def files(folder: Path) -> list[str]:
    """All files in a folder, without what differs from run to run."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return sorted({re.sub(r"[0-9a-f]{32}", "HASH", path.name).split("-")[0] for path in paths})


def test_code_is_kept(folder: Path) -> None:
    first, told = library()
    assert first("times", 21) == 42
    assert first("times", 4) == 8
    assert told == ["times"]
    assert files(folder) == ["small_HASH.py", "small_HASH.times"]
    again, told = library()
    assert again.path == first.path
    assert again("times", 21) == 42
    assert told == []
    assert again.path is not None
    assert again.key in again.path.name


def test_another_text_is_another_file(folder: Path) -> None:
    for number in (2, 3, 2, 3):
        assert library(number)[0]("times", 21) == 21 * number
    assert len(list(folder.glob("small_*.py"))) == 2


def test_another_processor_is_another_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """And another version; so that two machines that share a folder do not disturb each other."""
    keys = {library()[0].key}
    monkeypatch.setattr(cache, "processor", lambda: "another one")
    assert library()[0].key not in keys


def test_wrong_types_are_an_error(folder: Path) -> None:
    small, _told = library()
    with pytest.raises(errors.TypingError):
        small("times", None)
    with pytest.raises(KeyError):
        small("nothing", 2)
    assert small("times", 2) == 4
    assert small.path is not None


# -- folders that cannot be used -------------------------------------------------------------------


def no_such_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRICKPLAY_CACHE", "/dev/null/cache")


def a_file_in_its_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write_text("not a folder")


def read_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **others: object) -> None:
        raise PermissionError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", refuse)


def numba_finds_no_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: object) -> None:
        raise OSError(errno.EACCES, "no")

    monkeypatch.setattr(caching._CacheLocator, "ensure_cache_path", refuse)


def full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: object, path: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(caching.IndexDataCacheFile, "_open_for_write", refuse)


@pytest.mark.parametrize(
    "spoil", [no_such_place, a_file_in_its_place, read_only, numba_finds_no_place, full]
)
def test_without_a_folder_it_only_takes_longer(
    spoil: Callable[[Path, pytest.MonkeyPatch], None], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(folder, monkeypatch)
    for _ in range(2):
        small, told = library()
        assert small("times", 21) == 42
        assert told[:1] == ["times"]
        assert small.path is None


def test_folder_that_vanishes(folder: Path) -> None:
    small, _told = library()
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    folder.rmdir()
    assert small("times", 21) == 42


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("content", [b"", b"\x80\x05garbage", b"no pickle"])
def test_spoilt_code_is_made_again(folder: Path, suffix: str, content: bytes) -> None:
    library()[0]("times", 21)
    for path in folder.rglob(f"*{suffix}"):
        path.write_bytes(content)
    assert library()[0]("times", 21) == 42


def test_spoilt_text_is_written_again(folder: Path) -> None:
    small, _told = library()
    small("times", 21)
    assert small.path is not None
    text = small.path.read_bytes()
    small.path.write_text("def times(x):\n    return 0\n")
    again, told = library()
    assert again("times", 21) == 42
    assert told == []
    assert small.path.read_bytes() == text


def test_where_the_folder_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TRICKPLAY_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder().parts[-2:] == ("trickplay", "native")


# -- processes -------------------------------------------------------------------------------------

TIMES = """
import json, sys
from interpreter.machine.native.cache import Library
from interpreter.machine.native.text import native_text
told, out = [], []
for number in map(int, sys.argv[1:]):
    text = native_text(f"def times(x):\\n    return {number} * x", [])
    small = Library("small", text, told.append)
    out.append([int(small("times", 21)), small.path is not None])
print(json.dumps([out, told]))
"""
PLAY = """
import json, sys
from interpreter import load
told, game = [], load(sys.argv[1])
native, plain = (game.native(kind, told.append) for kind in ("native", "python"))
one, other = (list(map(list, next(c.deals(3, 40))["points"])) for c in (native, plain))
print(json.dumps([[list(map(int, row)) for row in one] == other, told]))
"""


def test_many_processes_at_once(folder: Path) -> None:
    """Three processes compile the same modules, which differ in one number, each after the other,
    into one folder that is not there yet. Then all is there, and each has its own results."""
    numbers = [str(number) for number in range(12)]
    expected = [[21 * number, True] for number in range(12)]
    for results, told in map(finished, [started(TIMES, *numbers) for _ in range(3)]):
        assert results == expected
        assert set(told) <= {"times"}
    again = finished(started(TIMES, *reversed(numbers)))
    assert again == [expected[::-1], []], "nothing is compiled once more"
    assert len(list(folder.glob("*.py"))) == 12
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []


def test_games_that_differ_in_one_number_are_two_files(tmp_path: Path) -> None:
    text = (ROOT / "tests" / "games" / "four.yaml").read_text()
    names = set()
    for number in ("1", "3"):
        path = tmp_path / number / "four.yaml"
        path.parent.mkdir()
        path.write_text(text.replace("then 1 else 0", f"then {number} else 0"))
        made = load(str(path)).native("native")
        assert isinstance(made, carrier.NativeCarrier)
        assert made.library.path is not None
        names.add(made.library.path.name)
    assert len(names) == 2


def test_any_processor_will_do() -> None:
    """Without the instruction that finds a card at once, which few processors have."""
    plain = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    same, told = finished(started(PLAY, str(ROOT / "tests" / "games" / "four.yaml"), **plain))
    assert same
    assert len(told) == 1
    assert told[0].startswith("compiling four as machine code")


def started(code: str, *args: str, **more: str) -> subprocess.Popen[str]:
    """A process that runs some code."""
    command = [sys.executable, "-W", "error", "-c", code, *args]
    environ = {**os.environ, **more}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environ)


def finished(process: subprocess.Popen[str]) -> Any:
    """What a process printed."""
    out, _err = process.communicate(timeout=300)
    assert process.returncode == 0
    return json.loads(out)


# -- no machine code -------------------------------------------------------------------------------


def without_numba(game: Game, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(
        carrier, "find_spec", lambda name: None if name == "numba" else find_spec(name)
    )
    return "numba is not installed: `pip install 'trickplay[fast]'`"


def broken_numba(game: Game, monkeypatch: pytest.MonkeyPatch) -> str:
    def fail() -> bool:
        raise ImportError("Numba needs NumPy 2.4 or less.\nGot NumPy 3.0.")

    monkeypatch.setattr(carrier, "switched_off", fail)
    return "numba: Numba needs NumPy 2.4 or less."


def switched_off(game: Game, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(config, "DISABLE_JIT", 1)
    return "NUMBA_DISABLE_JIT is set"


def many_calls(game: Game, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(game.machine, "CALLS", ("pass",) * 64)
    return "it has 64 calls, and machine code takes 63"


@pytest.mark.parametrize("obstacle", [without_numba, broken_numba, switched_off, many_calls])
def test_why_there_is_no_machine_code(
    obstacle: Callable[[Game, pytest.MonkeyPatch], str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """One line, for the caller or the log; the game is played all the same."""
    game = load("chouine")
    line = f"chouine runs as plain Python: {obstacle(game, monkeypatch)}"
    plain = game.native()
    assert (plain.kind, plain.notice) == ("python", line)
    assert caplog.record_tuples == [("trickplay", logging.WARNING, line)]
    caplog.clear()
    told: list[str] = []
    assert carrier.carrier(game.ruleset, tell=told.append, made=game.machine).kind == "python"
    assert (told, caplog.records) == ([line], [])
    with pytest.raises(RuntimeError, match=f"^{re.escape(line)}$"):
        game.native("native")
    forced = game.native("python")
    assert (forced.kind, forced.notice, caplog.records) == ("python", "", [])


def test_no_such_carrier() -> None:
    with pytest.raises(ValueError, match=r"^a carrier is one of auto, native, python$"):
        chouine().native("fast")


def test_a_carrier_is_made_once() -> None:
    game = load("chouine")
    assert game.native("python") is game.native("python")
    assert game.native() is game.native("native")
    assert copy(game.native("python")).machine is game.machine


def big_game(folder: Path, suits: int) -> Game:
    """A game with eight or nine ranks and so many suits."""
    names = "ABCDEFGH"[:suits]
    ranks = "987654321"[: 9 if suits == 7 else 8]
    (folder / "decks").mkdir()
    lines = ["deck: 1", "name: big", "title: Big", "suits:"]
    lines += [f"  - suit_{s.lower()}: {{code: {s}, symbol: {s}, title: {s}}}" for s in names]
    lines += ["ranks:", *(f"  - {rank}: {{title: rank {rank}}}" for rank in ranks)]
    (folder / "decks" / "big.yaml").write_text("\n".join(lines) + "\n")
    rules = BIG.replace("RANKS", ", ".join(ranks))
    path = folder / "big.yaml"
    path.write_text(rules)
    return load(str(path))


BIG = """
ruleset: 1
name: big
title: Big
players: 4
deck: {use: big, ranks: [RANKS]}
dealer: {first: [most: strength(drawn)], next: left(dealer)}
deal: {cards: 9, packets: 3, first: left(dealer), turn_up: yes}
trump: suit(turned)
tricks:
  ranking: [RANKS]
  wins: [trump, follows(led)]
  reply: [follow: {play: follows(led)}]
  draw: {each: 1, first: winner}
scoring:
  points: {tricks: {points: count(won)}}
  winner: [most: points]
match: {wins: 2, repeats: 5}
"""


def test_packs_of_63_cards_are_native(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All bits of a number but its sign."""
    monkeypatch.setenv("TRICKPLAY_CACHE", str(ROOT / ".pytest_cache" / "native"))
    from carriers import compare_deals, compare_match

    game = big_game(tmp_path, 7)
    assert game.ruleset.deck.size == 63
    assert compare_deals(game, 60, seed=2) > 60 * 50
    compare_match(game, 2, 0)


def test_larger_packs_are_not(tmp_path: Path) -> None:
    game = big_game(tmp_path, 8)
    told: list[str] = []
    plain = game.native(tell=told.append)
    assert plain.kind == "python"
    assert told == ["big runs as plain Python: its pack has 64 cards, and machine code takes 63"]
    assert len(next(plain.deals(1, 5))) == 5
    batch = game.batch(5, 1)
    while (batch.turn >= 0).any():
        batch.step(batch.random())
        assert batch.observe(0)["hand"].shape == (5, 64)
    assert batch.returns.sum() <= 5
