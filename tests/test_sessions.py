"""Whole sessions at a real terminal: a first game in which everything goes wrong, and goes on."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs the pseudo-terminals of Unix", allow_module_level=True)

from commands import LAUNCHER
from terminal import Terminal

from interpreter import Match
from interpreter.table import saved
from interpreter.table.players import HUMAN

PROMPT = " > "
MISTAKES: tuple[str | bytes, ...] = ("", "   ", "99", "K♠K♠", "a\x00b", "x" * 10_000, b"\xff\xfe")
STOPS = ("\x03", "\x04", "quit\r", "half\x03")
GAMES = {"chouine": (), "aluette": ("--set", "chanter=yes", "--set", "signals=yes")}


def lines(data: Path) -> list[dict[str, object]]:
    """The record of the one saved game."""
    (path,) = data.glob("*.jsonl")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def own_moves(data: Path) -> int:
    """How many moves of the person are saved."""
    record = lines(data)
    match = Match.from_record(record)
    me = match.names.index(HUMAN)
    return sum(line.get("seat") == me and "do" in line for line in record)


def some_mistakes(terminal: Terminal) -> None:
    """Every mistake at one prompt; each is answered, or passed over, and asked again."""
    for mistake in MISTAKES:
        terminal.type(mistake)
        terminal.wait_for(PROMPT)


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game(game: str, data: Path) -> None:
    """Mistakes at every prompt; stopped in every way there is; each time it goes on."""
    command: tuple[str, ...] = ("run", "--plain", game, "--seed", "1", *GAMES[game])
    done = 0
    for stop in STOPS[: 4 if game == "chouine" else 1]:
        with Terminal(*command) as terminal:
            terminal.wait_for(PROMPT)
            if not done:
                some_mistakes(terminal)
            for _ in range(2):
                terminal.type("1")
                terminal.wait_for(PROMPT)
                terminal.type(MISTAKES[done % len(MISTAKES)])
                terminal.wait_for(PROMPT)
                done += 1
            terminal.send(stop)
            assert terminal.end() == 130
            (name,) = saved.names()
            told = f"\nstopped\nto go on with this game: trickplay resume {name}\n"
            assert terminal.text.endswith(told)
            assert "Traceback" not in terminal.text
        assert own_moves(data) == done
        command = ("resume", "--plain")
    ran = typed_in_a_pipe("resume")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.decode().startswith(f"{name} goes on\n")
    assert "result" in lines(data)[-1]


def typed_in_a_pipe(*args: str) -> subprocess.CompletedProcess[bytes]:
    """A command that is answered with 1 until it ends."""
    command = [sys.executable, str(LAUNCHER), *args]
    return subprocess.run(command, input=b"1\n" * 1000, capture_output=True)


def test_ctrl_c_in_a_bot_s_turn(data: Path, tmp_path: Path) -> None:
    """The person has moved; the bot thinks. The move is kept, and the bot moves when it goes on."""
    env = slow(tmp_path, "choose")
    with Terminal("run", "--plain", "chouine", "--seed", "7", env=env) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("1")
        terminal.wait_for("thinking")
        terminal.send("\x03")
        assert terminal.end() == 130
        assert "Traceback" not in terminal.text
    assert own_moves(data) == 1
    with Terminal("resume", "--plain") as terminal:
        assert "you play K♠" in terminal.wait_for(PROMPT)


def test_ctrl_c_while_saving(data: Path, tmp_path: Path) -> None:
    """The move that is being saved is saved."""
    env = slow(tmp_path, "fsync")
    with Terminal("run", "--plain", "chouine", "--seed", "7", env=env) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("1")
        terminal.wait_for("saving")
        terminal.send("\x03")
        assert terminal.end() == 130
        assert "Traceback" not in terminal.text
    assert own_moves(data) == 1


def slow(folder: Path, what: str) -> dict[str, str]:
    """An environment in which a bot thinks, or saving takes, a second."""
    texts = {
        "choose": (
            "from interpreter.table import players\n"
            "choose = players.GreedyPlayer.choose\n"
            "def slow(self, view):\n"
            "    print('thinking', flush=True)\n"
            "    time.sleep(1)\n"
            "    return choose(self, view)\n"
            "players.GreedyPlayer.choose = slow\n"
        ),
        "fsync": (
            "fsync, calls = os.fsync, []\n"
            "def slow(number):\n"
            "    calls.append(number)\n"
            "    if len(calls) == 5:  # after a new file, its folder and two moves of the bot\n"
            "        print('saving', flush=True)\n"
            "        time.sleep(1)\n"
            "    fsync(number)\n"
            "os.fsync = slow\n"
        ),
    }
    root = Path(__file__).parent.parent
    code = f"import os, sys, time\nsys.path[:0] = [{str(root)!r}]\n{texts[what]}"
    (folder / "sitecustomize.py").write_text(code)
    return {"PYTHONPATH": str(folder)}


def test_the_window_is_closed(data: Path) -> None:
    """What ends the program without a word loses nothing."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
        before = own_moves(data) if data.exists() else 0
        command = ("resume", "--plain") if before else ("run", "--plain", "chouine", "--seed", "7")
        with Terminal(*command) as terminal:
            terminal.wait_for(PROMPT)
            terminal.type("1")
            terminal.wait_for(PROMPT)
            terminal.process.send_signal(number)
            terminal.end()
        assert own_moves(data) == before + 1


def test_two_windows(data: Path) -> None:
    with Terminal("run", "--plain", "chouine", "--seed", "7") as terminal:
        terminal.wait_for(PROMPT)
        (name,) = saved.names()
        with Terminal("resume", "--plain") as other:
            assert other.end() == 1
            assert other.text == f"{name} is being played by another process\n"
        terminal.type("1")
        terminal.wait_for(PROMPT)
    assert own_moves(data) == 1


def test_a_game_is_forgotten_at_a_terminal(data: Path) -> None:
    with Terminal("run", "--plain", "chouine", "--seed", "7") as terminal:
        terminal.wait_for(PROMPT)
    (name,) = saved.names()
    for answer, code in (("n", 1), ("y", 0)):
        with Terminal("games", "--forget", name) as terminal:
            terminal.wait_for(f"remove {name}? (yes or no) > ")
            terminal.type(answer)
            assert terminal.end() == code
    assert not saved.names()
    assert re.fullmatch(r"chouine-\d{4}-\d\d-\d\d-1", name)
