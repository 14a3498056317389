"""Every file of tests/broken is refused, with exactly the text that stands beside it.

NAME.yaml is a ruleset with a mistake (a deck, in a folder `decks`); NAME.expected is all that a
person is told about it. `python tests/test_broken.py --renew` writes the expected texts anew: read
every difference.
"""

from __future__ import annotations

import os
import re
import sys
import time
from functools import cache
from pathlib import Path

import pytest

from interpreter.rules.read import read_deck, read_ruleset
from interpreter.text.problem import Problem, RulesetError

HERE = Path(__file__).parent
FOLDER = HERE / "broken"
FILES = sorted(path.relative_to(FOLDER) for path in FOLDER.rglob("*.yaml"))
SECONDS = 1.0
"""more than any file may take; most take a hundredth"""


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are named as they stand below the folder."""
    monkeypatch.chdir(FOLDER)


@cache
def refusal(path: Path) -> tuple[tuple[Problem, ...], float]:
    """What is wrong with a file, and the seconds it took to find out."""
    read = read_deck if path.parent.name == "decks" else read_ruleset
    start = time.process_time()
    with pytest.raises(RulesetError) as raised:
        read(path)
    return raised.value.problems, time.process_time() - start


def drawn(path: Path) -> str:
    return "".join(f"{problem.drawn()}\n" for problem in refusal(path)[0])


@pytest.mark.parametrize("path", FILES, ids=str)
def test_broken(path: Path) -> None:
    assert drawn(path) == path.with_suffix(".expected").read_text(encoding="utf-8")
    assert refusal(path)[1] < SECONDS


@pytest.mark.parametrize("path", FILES, ids=str)
def test_form(path: Path) -> None:
    """One line each for the message and the hint; a caret that stands within the shown line."""
    for problem in refusal(path)[0]:
        rows = problem.drawn().split("\n")
        place = re.fullmatch(r"(.+?):(\d+):(\d+): (.+)", rows[0])
        assert place, rows[0]
        other = Path(place[1])  # a deck, or another file of variants
        assert other == path or other.parent in (Path("deck", "decks"), Path("variant"))
        assert other.is_file()
        assert rows[1].startswith(f"  {place[2]} |")
        assert re.fullmatch(r" +\| *\^+", rows[2]), rows[2]
        assert len(rows[2]) <= max(len(rows[1]) + 1, len(f"  {place[2]} | ^"))
        assert [row[:8] for row in rows[3:]] == ["  hint: "] * (problem.hint is not None)
        assert re.fullmatch(r"[a-z0-9-]+", problem.kind)
        assert not problem.message.endswith(".")
        assert len(problem.message) <= 110
        assert len(rows[1]) <= 90


def test_all_expected_texts_belong_to_a_file() -> None:
    expected = {path.relative_to(FOLDER) for path in FOLDER.rglob("*.expected")}
    assert expected == {path.with_suffix(".expected") for path in FILES}


def test_every_kind_of_problem_occurs() -> None:
    """What the reader can say about a file is shown by some file."""
    call = re.compile(r'(?:add|refuse|_refuse|_refusal|_put|Problem)\(\s*"([a-z0-9-]+)"')
    texts = [
        path.read_text(encoding="utf-8")
        for floor in ("text", "rules")
        for path in (HERE.parent / "interpreter" / floor).glob("*.py")
    ]
    kinds = {kind for text in texts for kind in call.findall(text)}
    shown = {problem.kind for path in FILES for problem in refusal(path)[0]}
    assert kinds - shown == {"too-many", "not-whole"}  # see test_bounds.py


def renew() -> None:
    """Write the expected texts anew."""
    os.chdir(FOLDER)
    for path in FOLDER.rglob("*.expected"):
        path.unlink()
    for path in FILES:
        path.with_suffix(".expected").write_text(drawn(path), encoding="utf-8", newline="\n")


if __name__ == "__main__" and "--renew" in sys.argv:
    renew()
