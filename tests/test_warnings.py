"""What `validate` warns of, in the very words: rules without effect, names without use.

tests/warned/NAME.yaml is a ruleset that loads; NAME.expected holds its warnings.
`python tests/test_warnings.py --renew` writes the expected texts anew: read every difference.
No shipped ruleset, starter or example of the manual is warned of.
"""

from __future__ import annotations

import json
import os
import random
import sys
from functools import cache
from pathlib import Path

import pytest
from commands import Ran, Run
from test_docs import BLOCKS, laid_over, small_game

from interpreter.rules.shelf import SHIPPED, shipped
from interpreter.study.warnings import judged, warnings
from interpreter.table.game import load
from interpreter.text.document import Mapping, read
from interpreter.text.problem import Problem
from interpreter.text.source import Source

FOLDER = Path(__file__).parent / "warned"
FILES = sorted(path.relative_to(FOLDER) for path in FOLDER.glob("*.yaml"))


@cache
def found(path: Path) -> tuple[Problem, ...]:
    return warnings(path)


def drawn(path: Path) -> str:
    return "".join(f"{problem.drawn()}\n" for problem in found(path))


@pytest.mark.parametrize("path", FILES, ids=str)
def test_warned(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    assert drawn(path) == path.with_suffix(".expected").read_text(encoding="utf-8")
    assert all(problem.warning for problem in found(path))


def test_near_misses_are_not_warned_of() -> None:
    assert (FOLDER / "near-misses.expected").read_text() == ""


@pytest.mark.parametrize("path", FILES, ids=str)
def test_what_is_warned_of_plays_all_the_same(path: Path) -> None:
    match, rng = load(FOLDER / path).match(seed=1), random.Random(2)
    for _ in range(60):
        if not match.over:
            match.apply(rng.choice(match.actions()))


def test_the_warnings_of_all_values_of_an_option() -> None:
    """Each by itself would make a rule idle; another value gives it its effect."""
    assert not [p for p in found(FOLDER / "near-misses.yaml") if "strict" in p.span.text]


# -- what is not warned of -------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped())
def test_shipped_rulesets_have_no_warnings(name: str) -> None:
    assert not found(SHIPPED / f"{name}.yaml")


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_examples_have_no_idle_rules(block: str) -> None:
    """They may name what they do not use."""
    if block.startswith("deck: 1"):
        return
    document = read(Source("block", block))
    if "extends" in document:
        return
    whole = document if "ruleset" in document else laid_over(small_game(), document)
    assert isinstance(whole, Mapping)
    assert [str(p) for p in judged(whole, None, "block") if p.kind != "unused"] == []


@pytest.mark.usefixtures("somewhere")
def test_starters_have_no_warnings(trickplay: Run) -> None:
    assert trickplay("new", "mine").code == 0
    assert trickplay("new", "variant", "--from", "chouine").code == 0
    assert trickplay("validate", "--strict", ".") == Ran(0, "2 files checked, no problems\n", "")


# -- the command -----------------------------------------------------------------------------------

TWICE = FOLDER / "twice.yaml"


@pytest.mark.usefixtures("somewhere")
def test_warnings_count_if_strict(trickplay: Run) -> None:
    text = drawn(TWICE)
    assert trickplay("validate", str(TWICE)) == Ran(0, f"{text}\n1 file checked, 1 warning\n", "")
    ran = trickplay("validate", "--strict", str(TWICE))
    assert ran == Ran(1, f"{text}\n1 file checked, 1 warning\n", "")
    assert trickplay("validate", "--strict", str(FOLDER / "near-misses.yaml")).code == 0


@pytest.mark.usefixtures("somewhere")
def test_warnings_for_programs(trickplay: Run) -> None:
    ran = trickplay("validate", "--format", "json", str(TWICE))
    (problem,) = json.loads(ran.out)["problems"]
    assert (ran.code, problem["severity"], problem["kind"]) == (0, "warning", "idle")
    assert problem["message"].startswith("this rule never narrows the choice")
    ran = trickplay("validate", "--format", "github", str(TWICE))
    assert ran.out.startswith("::warning file=")


@pytest.mark.usefixtures("somewhere")
def test_a_file_with_problems_is_not_warned_of(trickplay: Run) -> None:
    Path("x.yaml").write_text(TWICE.read_text().replace("wins: 3", "wins: x"))
    assert trickplay("validate", "x.yaml").out.endswith("\n1 file checked, 1 problem\n")


def renew() -> None:
    """Write the expected texts anew."""
    os.chdir(FOLDER)
    for path in FILES:
        path.with_suffix(".expected").write_text(drawn(path), encoding="utf-8", newline="\n")


if __name__ == "__main__" and "--renew" in sys.argv:
    renew()
