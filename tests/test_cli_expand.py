"""`trickplay expand`: the whole of a variant, and where its values come from."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Run

from interpreter import load
from interpreter.rules.shelf import SHIPPED, shipped

VILLAGE = """\
# the village's own
ruleset: 1
extends: chouine
name: village
declarations:
  quinte:
    points: 100
    source: lavardin
match: {wins: 5}
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("village.yaml").write_text(VILLAGE, encoding="utf-8")


def test_where_values_come_from(trickplay: Run) -> None:
    """Behind each value of a variant stand its file and line, behind the others nothing."""
    done = trickplay("expand", "./village.yaml")
    assert (done.code, done.err) == (0, "")
    said = [line for line in done.out.splitlines() if "  # " in line]
    assert said == [
        "ruleset: 1  # from ./village.yaml:2",
        "name: village  # from ./village.yaml:4",
        "    points: 100  # from ./village.yaml:7",
        "    source: lavardin  # from ./village.yaml:8",
        "  wins: 5  # from ./village.yaml:9",
    ]
    assert "extends" not in done.out


def test_expanding_again_changes_nothing(trickplay: Run) -> None:
    """The whole ruleset plays alike, and is printed as it is."""
    out = trickplay("expand", "./village.yaml").out
    Path("whole.yaml").write_text(out, encoding="utf-8")
    assert trickplay("expand", "./whole.yaml").out == out
    assert load("./whole.yaml").hash == load("./village.yaml").hash


def test_a_ruleset_that_extends_nothing_is_printed_as_it_is(trickplay: Run) -> None:
    text = (SHIPPED / "chouine.yaml").read_text(encoding="utf-8")
    assert trickplay("expand", "chouine").out == text


@pytest.mark.parametrize("name", shipped())
def test_shipped_rulesets(trickplay: Run, name: str) -> None:
    Path("whole.yaml").write_text(trickplay("expand", name).out, encoding="utf-8")
    assert load("./whole.yaml").hash == load(name).hash


def test_problems_are_told(trickplay: Run) -> None:
    Path("village.yaml").write_text(VILLAGE.replace("quinte", "quint"), encoding="utf-8")
    done = trickplay("expand", "./village.yaml")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("./village.yaml:6:3: `quint` is not in chouine")
