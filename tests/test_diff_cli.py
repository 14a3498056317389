"""`trickplay diff` as a command: what it prints, its exit codes, its JSON, the kept examples."""

from __future__ import annotations

import importlib.util
import json
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commands import Run, lasts, process
from helpers import ROOT, RULES
from test_diff_play import check

from interpreter import load
from interpreter.study.witness import Witness

pytestmark = pytest.mark.usefixtures("somewhere")

FEW = ("-n", "40")


def copy(name: str, old: str, new: str) -> str:
    """A changed copy of a shipped game in the present folder."""
    text = RULES.read_text(encoding="utf-8")
    assert old in text
    Path(name).write_text(text.replace(old, new), encoding="utf-8")
    return f"./{name}"


def renewing() -> Any:
    """The command that keeps the examples."""
    spec = importlib.util.spec_from_file_location("renew", ROOT / "docs" / "diff" / "renew.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RENEW = renewing()


@pytest.mark.parametrize(("a", "b"), RENEW.PAIRS)
def test_the_examples_are_current(trickplay: Run, a: str, b: str) -> None:
    text = (ROOT / "docs" / "diff" / f"{b}.txt").read_text(encoding="utf-8")
    ran = trickplay("diff", a, b)
    assert (ran.code, ran.err) == (0, "")
    assert f"$ trickplay diff {a} {b}\n\n{ran.out}" == text, "run: python docs/diff/renew.py"
    assert all(len(line) <= 80 for line in text.splitlines())


def test_identical(trickplay: Run) -> None:
    ran = trickplay("diff", "chouine", "chouine", "--exit-code")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == ("A  Chouine (chouine)\nB  Chouine (chouine)\n\nThe rules are identical.\n")


def test_only_texts(trickplay: Run) -> None:
    other = copy("mine.yaml", "en: marriage", "en: wedding")
    ran = trickplay("diff", "chouine", other, "--exit-code")
    assert ran.code == 0
    assert ran.out.endswith("\n\nThe same rules; only texts differ.\n")


def test_what_can_be_chosen(trickplay: Run) -> None:
    text = (RULES.parent / "aluette.yaml").read_text(encoding="utf-8")
    old = "signals_truthful:\n    type: yes/no\n    default: yes"
    assert old in text
    Path("mine.yaml").write_text(text.replace(old, old[:-3] + "no"), encoding="utf-8")
    ran = trickplay("diff", "aluette", "./mine.yaml", "--exit-code")
    assert ran.code == 0
    assert ran.out.partition("\n\n")[2] == (
        "Both play alike as they are set; what can be chosen differs:\n"
        "  true signals only: yes → no\n"
    )


def test_levels(trickplay: Run) -> None:
    args = ("diff", "chouine", "chouine-cent", *FEW, "--level")
    runs = [trickplay(*args, level) for level in "123"]
    assert [ran.code for ran in runs] == [0, 0, 0]
    assert runs[1].out.startswith(runs[0].out)
    assert runs[2].out.startswith(runs[1].out)
    assert "\n1 rule differs:\n  quinte: 50 → 100 points [" in runs[0].out
    assert "What reads a rule that differs" not in runs[0].out
    assert "\n  points               quinte\n" in runs[1].out
    assert "Played" not in runs[1].out
    assert "\nPlayed 20 random and 20 stacked deals (seed 0)" in runs[2].out


def test_the_exit_code(trickplay: Run) -> None:
    assert trickplay("diff", "chouine", "chouine-cent", "--level", "1").code == 0
    assert trickplay("diff", "chouine", "chouine-cent", "--level", "1", "--exit-code").code == 1


def test_settings(trickplay: Run) -> None:
    args = ("--set-a", "mordienne=yes", "--level", "1", "--exit-code")
    ran = trickplay("diff", "aluette", "aluette-mordienne", *args)
    assert ran.code == 0
    assert ran.out.startswith(
        "A  Aluette (aluette), mordienne=yes\nB  Aluette with mordienne (aluette-mordienne)\n\n"
        "Both play alike as they are set; what can be chosen differs:\n"
        "  mordienne: by default no → yes ["
    )
    ran = trickplay("diff", "aluette", "aluette", "--set-b", "chanter=yes", "--level", "1")
    assert (
        "\nB  Aluette (aluette), chanter=yes\n\n1 rule differs:\n  chanter: no → yes\n" in ran.out
    )


def test_written_otherwise(trickplay: Run) -> None:
    """Content hashes differ, but nothing does in play."""
    text = (RULES.parent / "aluette.yaml").read_text(encoding="utf-8")
    old = "if mordienne and final_series"
    assert old in text
    new = text.replace(old, "if final_series and mordienne")
    Path("mine.yaml").write_text(new, encoding="utf-8")
    ran = trickplay("diff", "aluette", "./mine.yaml", *FEW)
    assert ran.code == 0
    assert (
        "\nNo rule differs in play.\n  written otherwise, the same in play: what a won" in ran.out
    )
    assert "\n  not seen in" not in ran.out


def test_packs_that_differ(trickplay: Run) -> None:
    ran = trickplay("diff", "chouine", "aluette")
    assert ran.code == 0
    assert "\n  pack: another pack: french → spanish\n" in ran.out
    assert ran.out.endswith(
        "Nothing was played, since the two cannot share a pack: they are played by 2 and\nby 4.\n"
    )


def test_json(trickplay: Run) -> None:
    ran = trickplay("diff", "chouine", "chouine-cent", "-n", "400", "--seed", "3", "--json")
    assert (ran.code, ran.err) == (0, "")
    data = json.loads(ran.out)
    assert (data["a"]["name"], data["b"]["name"]) == ("chouine", "chouine-cent")
    assert data["verdict"] == "differ"
    assert data["share_a_pack"] is True
    (rule,) = data["rules"]
    assert rule["rule"] == "declarations.quinte"
    assert rule["parts"] == [{"key": "points", "a": "50", "b": "100", "text": "50 → 100 points"}]
    assert rule["sources"]["a"] == "profile"
    assert data["effects"]["points"] == {"may_differ": True, "rules": ["quinte"], "by": []}
    assert data["effects"]["legal"]["may_differ"] is False
    play = data["play"]
    assert (play["seed"], play["random"], play["stacked"]) == (3, 200, 200)
    first = play["witnesses"][0]
    assert first["kind"] == "points"
    assert first["moves"] == [["declare quinte"]]
    assert (first["a"]["text"], first["b"]["text"]) == (
        "quinte counts 50 points",
        "quinte counts 100 points",
    )
    assert first["rules"] == ["declarations.quinte"]
    for found in play["witnesses"]:
        witness = Witness(
            found["kind"],
            found["dealer"],
            tuple(map(tuple, found["packs"])),
            tuple(map(tuple, found["packs_b"])),
            tuple(map(tuple, found["moves"])),
            ("", 0),
        )
        check((load("chouine"), load("chouine-cent")), witness)
    again = trickplay("diff", "chouine", "chouine-cent", "-n", "400", "--seed", "3", "--json")
    assert again.out == ran.out


def test_json_of_the_same_and_of_strangers(trickplay: Run) -> None:
    same = json.loads(trickplay("diff", "chouine", "chouine", "--json").out)
    assert (same["verdict"], same["rules"]) == ("identical", [])
    assert "play" not in same
    other = json.loads(trickplay("diff", "chouine", "aluette", "--json").out)
    assert other["share_a_pack"] is False
    assert "play" not in other


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("--level", "4"), "Invalid value for '--level'"),
        (("-n", "0"), "Invalid value for '-n'"),
        (("--seed", "-1"), "Invalid value for '--seed'"),
        (("--set-a", "quinte=1"), "this ruleset has no option `quinte`"),
        (("--set-b", "mordienne"), "this ruleset has no option `mordienne`"),
    ],
)
def test_bad_usage(trickplay: Run, args: tuple[str, ...], complaint: str) -> None:
    ran = trickplay("diff", "chouine", "chouine-cent", *args)
    assert (ran.code, ran.out) == (2, "")
    assert lasts(ran.err).startswith(complaint)


def test_no_such_ruleset(trickplay: Run) -> None:
    assert trickplay("diff", "chouine", "chuine").code == 2
    assert trickplay("diff", "chouine", "./nowhere.yaml").code == 2


def test_other_packs_of_characters() -> None:
    for encoding in ("ascii", "cp1252"):
        ran = process("diff", "chouine", "chouine-cent", *FEW, PYTHONIOENCODING=encoding)
        assert (ran.returncode, ran.stderr) == (0, b"")
        text = ran.stdout.decode(encoding)
        assert "quinte: 50 -> 100 points" in text
        assert "?" not in text
        assert "AS 10S AD 10D AC" in text or "not seen in" in text


def test_many_deals(trickplay: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """By machine code if there is any; a line says that it is made, if it is not there yet."""
    monkeypatch.setenv("TRICKPLAY_CACHE", str(ROOT / ".pytest_cache" / "native"))
    ran = trickplay("diff", "chouine", "chouine-mondoubleau", "-n", "20000")
    assert ran.code == 0
    assert all(line.startswith(TOLD) for line in ran.err.splitlines())
    words = " ".join(ran.out.split())
    assert "Played 19000 random and 1000 stacked deals (seed 0), the same packs" in words
    assert "trumps 19000 of 19000: 100.00 % (99.98–100.00)" in words


TOLD = ("compiling chouine", "chouine runs as plain Python: ")


@pytest.mark.skipif(sys.platform == "win32", reason="needs the pseudo-terminals of Unix")
def test_a_terminal_and_who_stops_it() -> None:
    """A bar while it plays; Ctrl-C shows what was found until then."""
    from terminal import Terminal

    with Terminal("diff", "chouine", "chouine-mondoubleau", "-n", "1000000") as terminal:
        terminal.wait_for("playing")
        time.sleep(0.3)
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130
        assert "6 rules differ:" in terminal.text
        assert "trick winners: the shortest example" in terminal.text
        assert terminal.text.rstrip().endswith("stopped")
        assert "\x1b[1;31m" in terminal.raw, "hearts are red"


def test_a_witness_can_be_changed() -> None:
    """A check that lets everything through would not be one."""
    diff = RENEW.Diff(load("chouine"), load("chouine-cent"))
    diff.play(100)
    witness = diff.findings.witnesses["points"]
    check(diff.games, witness)
    with pytest.raises(AssertionError):
        check(diff.games, replace(witness, moves=((),)))
