"""Completion: what the three shells are offered, and a real bash that asks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from commands import COUNCIL, Run, typing
from helpers import chouine

from interpreter.cli.completing import SHELLS
from interpreter.cli.main import cli
from interpreter.rules.shelf import shipped
from interpreter.table import saved
from interpreter.table.laid import Laid
from interpreter.table.players import HUMAN

pytestmark = pytest.mark.usefixtures("somewhere", "data")


def offered(shell: str, *words: str) -> list[str]:
    """What is offered for the last word of a command."""
    env = {
        "_TRICKPLAY_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": " ".join(("trickplay", *words)),
        "COMP_CWORD": words[-1] if shell == "fish" else str(len(words)),
    }
    ran = typing(**env)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.rstrip("\n").splitlines()
    if shell == "zsh":  # three lines each: kind, word, description
        return [word for kind, word in zip(lines[::3], lines[1::3], strict=True) if kind == "plain"]
    plain = (line.partition(",")[2] for line in lines if line.startswith("plain,"))
    return [line.partition("\t")[0] for line in plain]


@pytest.mark.parametrize("shell", SHELLS)
def test_what_is_offered(shell: str) -> None:
    match = chouine().match(names=[HUMAN, "greedy"])
    game = saved.begin(match, Laid.of(match.game, None, "en"))
    game.close()
    assert offered(shell, "re") == ["replay", "resume"]
    wanted = [name for name in shipped() if name.startswith("chouine-m")]
    assert offered(shell, "run", "chouine-m") == wanted
    assert offered(shell, "diff", "chouine", "aluette-c") == [
        name for name in shipped() if name.startswith("aluette-c")
    ]
    assert offered(shell, "run", "aluette", "--set", "mord") == ["mordienne=yes", "mordienne=no"]
    assert offered(shell, "run", "aluette", "--cards", "f") == ["french"]
    assert offered(shell, "run", "chouine", "--players", "greedy,r") == ["greedy,random"]
    assert offered(shell, "resume", "chou") == [game.name]
    assert offered(shell, "replay", "chou") == [game.name]
    assert offered(shell, "games", "--forget", "chou") == [game.name]
    assert offered(shell, "completion", "z") == ["zsh"]
    assert offered(shell, "run", "./nothing.yaml", "--set", "x") == []
    Path("council.yaml").write_bytes(COUNCIL.read_bytes())
    assert offered(shell, "run", "./council.yaml", "--set", "pace=q") == ["pace=quick"]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script(trickplay: Run, shell: str) -> None:
    ran = trickplay("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert f"_TRICKPLAY_COMPLETE={shell}_complete" in ran.out
    assert trickplay("completion", "csh").code == 2


BASH = """
eval "$(trickplay completion bash)"
compopt() { :; }
ask() {
  COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
  _trickplay_completion trickplay
  echo "${COMPREPLY[*]}"
}
ask trickplay rep
ask trickplay run chouine-m
ask trickplay run aluette --set mord
ask trickplay run aluette --set mordienne =
ask trickplay run aluette --set mordienne = y
ask trickplay run aluette --lang ""
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_a_real_bash(tmp_path: Path) -> None:
    """It takes words apart at `=`, and wants what is behind it."""
    script = Path(sys.executable).with_name("trickplay")
    if not script.exists():
        pytest.skip("needs the installed command")
    env = {**os.environ, "PATH": f"{script.parent}{os.pathsep}{os.environ['PATH']}"}
    ran = subprocess.run(["bash", "-c", BASH], env=env, capture_output=True, text=True)
    assert ran.stderr == ""
    assert ran.stdout.splitlines() == [
        "replay",
        " ".join(name for name in shipped() if name.startswith("chouine-m")),
        "mordienne=yes mordienne=no",
        "yes no",
        "yes",
        "en fr pt",
    ]


FREE = {"seed", "cluster", "names", "fail_under", "place", "card", "name", "until"}
"""what nobody else can know"""
LATER = {"settings", "set_a", "set_b", "set_against", "cards", "game", "forget"}
"""what depends on the ruleset, or on saved games, of which there are none here"""


def test_whatever_can_be_completed_is() -> None:
    for command in cli.commands.values():
        for param in command.params:
            flag = isinstance(param, click.Option) and param.is_flag
            limited = isinstance(param.type, (click.IntRange, click.Choice))
            if not flag and not limited and param.name not in FREE | LATER:
                assert param.shell_complete(click.Context(command), ""), (command.name, param.name)
