"""Fixtures of the tests of whole commands."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextvars import copy_context
from pathlib import Path

import pytest
from commands import MATCH, Ran, Run

from interpreter.cli.main import main


@pytest.fixture(autouse=True, scope="session")
def _no_games_of_the_user() -> Iterator[None]:
    """What is played in tests is saved in a folder of theirs, in processes that they start, too."""
    place = tempfile.mkdtemp(prefix="trickplay-tests-")
    os.environ["TRICKPLAY_DATA"] = place
    yield
    shutil.rmtree(place, ignore_errors=True)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for saved games, also for processes; the games themselves are in `games`."""
    monkeypatch.setenv("TRICKPLAY_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "games"


@pytest.fixture
def trickplay(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process: quick, and what it prints can be compared."""

    def run(*args: str) -> Ran:
        with pytest.raises(SystemExit) as end:
            copy_context().run(main, args)
        out, err = capsys.readouterr()
        return Ran(int(end.value.code or 0), out, err)

    return run


@pytest.fixture
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and no language set."""
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def record(somewhere: None, trickplay: Run) -> list[str]:
    """The lines of the record of a match, which also stands in r.jsonl."""
    assert trickplay(*MATCH, "--record", "r.jsonl").code == 0
    return Path("r.jsonl").read_text(encoding="utf-8").splitlines()
