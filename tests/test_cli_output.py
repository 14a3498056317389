"""Languages, encodings, colours, pipes."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from contextvars import copy_context
from pathlib import Path

import pytest
from commands import LAUNCHER, MATCH, Run, process, typing

from interpreter.cli.main import main

pytestmark = pytest.mark.usefixtures("somewhere")


@pytest.mark.parametrize(
    ("lang", "deal"), [("en", "deal 1"), ("fr", "partie 1"), ("pt", "distribuição 1")]
)
def test_languages(trickplay: Run, monkeypatch: pytest.MonkeyPatch, lang: str, deal: str) -> None:
    ran = trickplay(*MATCH, "--deals", "1", "--lang", lang)
    assert (ran.code, ran.err) == (0, "")
    assert deal in ran.out
    assert ("R♠" in ran.out) == (lang == "fr")
    monkeypatch.setenv("LANG", f"{lang}_XX.UTF-8")
    assert trickplay(*MATCH, "--deals", "1").out == ran.out
    monkeypatch.setenv("LC_ALL", "C")
    assert "deal 1" in trickplay(*MATCH, "--deals", "1").out


def test_ascii(trickplay: Run) -> None:
    ran = trickplay(*MATCH, "--ascii")
    assert ran.code == 0
    assert not set("♠♥♦♣") & set(ran.out)
    assert re.search(r"random [12] plays (10|[AKQJ789])[SHDC]\n", ran.out)


@pytest.mark.parametrize("lang", ["en", "fr", "pt"])
@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp850", "cp1252", "latin-1", "utf-8"])
def test_any_encoding(encoding: str, lang: str) -> None:
    args = (*MATCH, "--deals", "1", "--lang", lang)
    ran = typing(*args, encoding=encoding)
    assert (ran.code, ran.err) == (0, "")
    assert "?" not in ran.out
    assert ("♠" in ran.out) == (encoding == "utf-8")


BAD = "ruleset: 1\nname: n\ntitle: {fr: «à l’œil», pt: ♥ não}\nplayers: é\n"
COMMANDS = {
    ("--help",): 0,
    ("run", "--help"): 0,
    ("validate", "bad.yaml"): 1,
    ("validate", "bad.yaml", "--format", "json"): 1,
    ("validate", "nowhere.yaml"): 2,
    ("run", "chouin"): 2,
    ("diff", "chouine", "chouine-cent", "-n", "1"): 0,
    ("expand", "chouine-cent"): 0,
    ("list",): 0,
}


@pytest.mark.parametrize(
    ("encoding", "lang"), [("ascii", "fr"), ("cp437", "pt"), ("cp850", "fr"), ("cp1252", "en")]
)
def test_no_command_fails_for_its_encoding(
    encoding: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a command says, help and errors too, the stream takes it."""
    Path("bad.yaml").write_text(BAD, encoding="utf-8")
    monkeypatch.setenv("LANG", f"{lang}_XX.UTF-8")
    for args, code in COMMANDS.items():
        buffers = [io.BytesIO(), io.BytesIO()]
        streams = [io.TextIOWrapper(buffer, encoding=encoding) for buffer in buffers]
        monkeypatch.setattr(sys, "stdout", streams[0])
        monkeypatch.setattr(sys, "stderr", streams[1])
        with pytest.raises(SystemExit) as end:
            copy_context().run(main, args)
        for stream in streams:
            stream.flush()
        told = b"".join(buffer.getvalue() for buffer in buffers)
        assert end.value.code == code, (args, told.decode(encoding))
        assert told.strip(), args
        assert b"Traceback" not in told


def test_errors_in_any_encoding() -> None:
    Path("bad.yaml").write_text("ruleset: [é “♥\n", encoding="utf-8")
    ran = process("run", "./bad.yaml", PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stdout) == (1, b"")
    assert b'\n  1 | ruleset: [e "?\n' in ran.stderr


def test_the_c_locale() -> None:
    args = (*MATCH, "--deals", "1")
    for env in ({"LANG": "C"}, {"LANG": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}):
        ran = process(*args, **env)
        assert (ran.returncode, ran.stderr) == (0, b"")
        assert b"deal 1" in ran.stdout


def test_colour_only_where_it_is_asked_for() -> None:
    args = (*MATCH, "--deals", "1")
    assert b"\x1b" not in process(*args).stdout
    assert b"\x1b[1;31m" in process(*args, FORCE_COLOR="1", TERM="xterm").stdout
    forced = process(*args, FORCE_COLOR="1", TERM="xterm", NO_COLOR="1").stdout
    assert not re.search(rb"\x1b\[[0-9;]*3[0-9]m", forced)


@pytest.mark.parametrize("args", [MATCH, ("compile", "chouine"), ("list",)])
def test_the_reader_of_a_pipe_goes_away(args: tuple[str, ...]) -> None:
    program = subprocess.Popen(
        [sys.executable, str(LAUNCHER), *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdout is not None
    assert program.stderr is not None
    assert program.stdout.readline()
    program.stdout.close()
    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.wait(30) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell to close a stream")
@pytest.mark.parametrize(
    ("closed", "code"), [(">&-", 0), ("2>&-", 0), ("<&-", 0), (">&- 2>&- <&-", 0)]
)
def test_closed_streams(closed: str, code: int) -> None:
    command = f'exec "$@" {closed}'
    ran = subprocess.run(
        ["/bin/sh", "-c", command, "sh", sys.executable, str(LAUNCHER), *MATCH],
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )
    assert (ran.returncode, ran.stderr) == (code, b"")
