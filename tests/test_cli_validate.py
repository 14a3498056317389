"""`trickplay validate`, and what other commands say about rulesets that are wrong."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from commands import Ran, Run

from interpreter.rules.shelf import SHIPPED, shipped

pytestmark = pytest.mark.usefixtures("somewhere")


# -- rulesets that are wrong ------------------------------------------------------------------

NOT_UTF8 = """\
./bad.yaml:1:10: this is not UTF-8 text
  1 | ruleset: ÿ
    |          ^
  hint: save the file as UTF-8
"""


@pytest.mark.parametrize("command", ["run", "compile"])
def test_bad_encoding(trickplay: Run, command: str) -> None:
    Path("bad.yaml").write_bytes(b"ruleset: \xff\n")
    assert trickplay(command, "./bad.yaml") == Ran(1, "", NOT_UTF8)


@pytest.mark.parametrize("command", ["run", "compile"])
def test_bad_syntax(trickplay: Run, command: str) -> None:
    Path("bad.yaml").write_text("ruleset: [1\n")
    message = """\
./bad.yaml:1:10: this `[` is not closed, or a comma is missing in it
  1 | ruleset: [1
    |          ^
"""
    assert trickplay(command, "./bad.yaml") == Ran(1, "", message)


# -- validate ---------------------------------------------------------------------------------


def broken(name: str = "broken.yaml") -> None:
    """A shipped ruleset with two mistakes in it."""
    text = (SHIPPED / "chouine.yaml").read_text(encoding="utf-8")
    text = text.replace("play: follows(led)\n", "play: folows(led)\n").replace("wins: 3", "wins: x")
    Path(name).write_text(text, encoding="utf-8")


def place(wanted: str) -> tuple[int, str]:
    """The number and the text of the line of broken.yaml with these words."""
    lines = Path("broken.yaml").read_text(encoding="utf-8").splitlines()
    return next((i, line) for i, line in enumerate(lines, 1) if wanted in line)


def test_validate_as_text(trickplay: Run) -> None:
    broken()
    (first, line), (second, other) = place("folows"), place("wins: x")
    expected = f"""\
broken.yaml:{first}:{line.index("folows") + 1}: `folows` is not a word of the language or a name of this ruleset
  {first} | {line}
     | {"^^^^^^":>{line.index("folows") + 6}}
  hint: did you mean `follows`?

broken.yaml:{second}:{other.index("x") + 1}: a whole number is wanted here, not `x`
  {second} | {other}
      | {"^":>{other.index("x") + 1}}

1 file checked, 2 problems
"""  # noqa: E501
    assert trickplay("validate", "broken.yaml") == Ran(1, expected, "")


def test_validate_as_json(trickplay: Run) -> None:
    broken()
    (first, line), (second, other) = place("folows"), place("wins: x")
    ran = trickplay("validate", "broken.yaml", "--format", "json")
    assert (ran.code, ran.err) == (1, "")
    column = line.index("folows") + 1
    assert json.loads(ran.out) == {
        "problems": [
            {
                "file": "broken.yaml",
                "line": first,
                "column": column,
                "end_line": first,
                "end_column": column + 6,
                "severity": "error",
                "kind": "unknown-name",
                "message": "`folows` is not a word of the language or a name of this ruleset",
                "hint": "did you mean `follows`?",
            },
            {
                "file": "broken.yaml",
                "line": second,
                "column": other.index("x") + 1,
                "end_line": second,
                "end_column": other.index("x") + 2,
                "severity": "error",
                "kind": "wrong-kind",
                "message": "a whole number is wanted here, not `x`",
                "hint": None,
            },
        ],
        "summary": "1 file checked, 2 problems",
    }


def test_validate_as_annotations(trickplay: Run) -> None:
    broken("100%,.yaml")
    os.link("100%,.yaml", "broken.yaml")
    (first, line), (second, other) = place("folows"), place("wins: x")
    ran = trickplay("validate", "100%,.yaml", "--format", "github")
    assert ran == Ran(
        1,
        f"::error file=100%25%2C.yaml,line={first},col={line.index('folows') + 1}::"
        "`folows` is not a word of the language or a name of this ruleset"
        " (did you mean `follows`?)\n"
        f"::error file=100%25%2C.yaml,line={second},col={other.index('x') + 1}::"
        "a whole number is wanted here, not `x`\n"
        "1 file checked, 2 problems\n",
        "",
    )


def test_validate_a_folder(trickplay: Run) -> None:
    for name in ("b/decks", "b/.hidden"):
        Path(name).mkdir(parents=True)
    ruleset = (SHIPPED / "chouine.yaml").read_bytes()
    Path("b/one.yaml").write_bytes(b"\xef\xbb\xbf# first\n\n---\n" + ruleset)
    Path("b/two.yml").write_bytes(ruleset.replace(b"\n", b"\r\n"))
    Path("b/decks/mine.yaml").write_bytes((SHIPPED / "decks" / "french.yaml").read_bytes())
    Path("b/tests.yaml").write_text("tests: 1\n")
    Path("b/empty.yaml").touch()
    Path("b/lines.yaml").write_text("---\n\n" * 3000 + "x")
    Path("b/notes.txt").write_text("ruleset: 1\n")
    Path("b/nowhere.yaml").symlink_to("nothing")
    Path("b/round").symlink_to(".")
    summary = "3 files checked, 3 other files skipped, no problems"
    assert trickplay("validate", "b") == Ran(0, summary + "\n", "")
    ran = trickplay("validate", "b", "--format", "json")
    assert json.loads(ran.out) == {"problems": [], "summary": summary}
    assert trickplay("validate", "b", "--format", "github") == Ran(0, summary + "\n", "")


def test_validate_a_file_that_is_neither(trickplay: Run) -> None:
    Path("tests.yaml").write_text("tests: 1\n")
    message = """\
tests.yaml:1:1: the first key must say what the file is: `ruleset: 1` or `deck: 1`
  1 | tests: 1
    | ^^^^^

1 file checked, 1 problem
"""
    assert trickplay("validate", "tests.yaml") == Ran(1, message, "")


def test_validate_tells_the_problems_of_all_files(trickplay: Run) -> None:
    broken("a.yaml")
    broken("b.yaml")
    ran = trickplay("validate", ".")
    assert ran.code == 1
    places = re.findall(r"^(\w\.yaml):\d+:\d+: ", ran.out, re.M)
    assert places == ["a.yaml", "a.yaml", "b.yaml", "b.yaml"]
    assert ran.out.endswith("\n\n2 files checked, 4 problems\n")


def test_odd_files(trickplay: Run) -> None:
    Path("random.yaml").write_bytes(bytes(range(256)) * 40)
    Path("nul.yaml").write_bytes(b"ruleset: 1\nname: a\0b\n")
    Path("long.yaml").write_bytes(b"ruleset: 1\nname: " + b"x" * 1_000_000)
    os.mkfifo("pipe.yaml")
    for name in ("random.yaml", "nul.yaml", "long.yaml"):
        ran = trickplay("validate", name)
        assert (ran.code, ran.err) == (1, "")
        assert ran.out.startswith(f"{name}:")
        assert trickplay("run", name).code == 1
        assert trickplay("replay", name).code == 1
    for command in ("validate", "run", "replay"):
        assert trickplay(command, "pipe.yaml").code == 2


def test_shipped_rulesets_are_valid(trickplay: Run) -> None:
    ran = trickplay("validate", str(SHIPPED))
    decks = len(list((SHIPPED / "decks").glob("*.yaml")))
    assert decks >= 2
    files = 2 * len(shipped()) + decks  # each ruleset has its cases
    assert ran == Ran(0, f"{files} files checked, no problems\n", "")
