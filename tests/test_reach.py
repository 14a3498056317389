"""Where a ruleset may lead: to files of its own folder, and to those that come with the program."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Run

from interpreter.rules.reach import anywhere
from interpreter.rules.read import read_ruleset
from interpreter.text.problem import RulesetError

HERE = Path(__file__).parent
WHOLE = HERE / "games" / "four.yaml"


def village(folder: Path, extends: str) -> Path:
    """A variant in a folder of its own."""
    folder.mkdir(exist_ok=True)
    path = folder / "village.yaml"
    path.write_text(f"ruleset: 1\nextends: {extends}\nname: village\n", encoding="utf-8")
    return path


def told(path: Path) -> list[tuple[str, str | None]]:
    """What is wrong with a file, with hints."""
    with pytest.raises(RulesetError) as raised:
        read_ruleset(path)
    return [(problem.message, problem.hint) for problem in raised.value.problems]


OUTSIDE = [
    (
        "this file lies outside the folder of the ruleset",
        "if you trust the ruleset, add --allow-outside",
    )
]


def test_files_outside_the_folder(tmp_path: Path) -> None:
    """By `..`, by a root, by a link to a file or to a folder, by a base of a base: if allowed."""
    (tmp_path / "base.yaml").write_bytes(WHOLE.read_bytes())
    inner = tmp_path / "inner"
    for extends in ("../base.yaml", str(tmp_path / "base.yaml"), "./deep/../../base.yaml"):
        path = village(inner, extends)
        assert told(path) == OUTSIDE, extends
    with anywhere():
        assert read_ruleset(village(inner, "../base.yaml")).bases == ("four",)
    (inner / "link.yaml").symlink_to("../base.yaml")
    (inner / "folder").symlink_to("..")
    for extends in ("link", "./link.yaml", "folder/base.yaml"):
        path = village(inner, extends)
        assert told(path) == OUTSIDE, extends
        with anywhere():
            assert read_ruleset(path).players == 4
    beside = inner / "second.yaml"
    beside.write_text("ruleset: 1\nextends: ../base.yaml\nname: second\n")
    assert told(village(inner, "second")) == OUTSIDE


def test_files_inside_the_folder(tmp_path: Path) -> None:
    """Deeper, and back again; a folder that is itself reached by a link; the shipped ones."""
    (tmp_path / "base.yaml").write_bytes(WHOLE.read_bytes())
    deep = tmp_path / "deep"
    deep.mkdir()
    (deep / "second.yaml").write_text("ruleset: 1\nextends: ../base.yaml\nname: second\n")
    path = village(tmp_path, "deep/second.yaml")
    assert read_ruleset(path).bases == ("second", "four")
    (tmp_path / "again").symlink_to(tmp_path)
    assert read_ruleset(tmp_path / "again" / "village.yaml").bases == ("second", "four")
    assert read_ruleset(village(tmp_path, "chouine")).bases == ("chouine",)


def test_decks_outside_the_folder(tmp_path: Path) -> None:
    """Decks are named, not by paths; a link may still lead elsewhere."""
    decks, inner = tmp_path / "decks", tmp_path / "inner"
    decks.mkdir()
    shipped = HERE.parent / "rulesets" / "decks" / "french.yaml"
    (decks / "mine.yaml").write_bytes(shipped.read_bytes().replace(b"french", b"mine"))
    inner.mkdir()
    (inner / "decks").symlink_to("../decks")
    path = inner / "game.yaml"
    path.write_bytes(WHOLE.read_bytes().replace(b"use: french", b"use: mine"))
    assert told(path) == OUTSIDE
    with anywhere():
        assert read_ruleset(path).deck.name == "mine"
    (inner / "decks").unlink()
    decks.rename(inner / "decks")
    assert read_ruleset(path).deck.name == "mine"


def test_a_file_that_is_too_long_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    assert told(path) == [("the file is longer than 200000 bytes", None)]


@pytest.mark.parametrize(
    "words",
    [
        "validate inner/village.yaml",
        "test inner/village.yaml --allow-empty",
        "simulate inner/village.yaml -n 10",
        "rules inner/village.yaml",
        "diff inner/village.yaml base.yaml --level 1",
        "expand inner/village.yaml",
        "compile inner/village.yaml",
        "run inner/village.yaml --players random,random,random,random",
    ],
)
def test_commands_that_may_be_told_so(
    words: str, tmp_path: Path, trickplay: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("base.yaml").write_bytes(WHOLE.read_bytes())
    village(Path("inner"), "../base.yaml")
    ran = trickplay(*words.split())
    assert ran.code == 1
    assert "if you trust the ruleset, add --allow-outside" in ran.out + ran.err
    assert trickplay(*words.split(), "--allow-outside").code == 0
