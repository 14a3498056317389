"""The layout of files: what stays where, that nothing is lost, and the command.

tests/fmt: files as they may be written, and beside each what it is laid out as.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from commands import Run
from helpers import ROOT
from mangled import check_layout, known, laid, meaning

from interpreter.rules.shelf import is_test_file
from interpreter.text.document import decode
from interpreter.text.layout import LayoutError, laid_out
from interpreter.text.layout.writer import page
from interpreter.text.source import Source

CASES = sorted((ROOT / "tests" / "fmt").glob("*.yaml"))
SHIPPED = sorted((ROOT / "rulesets").rglob("*.yaml"))
RULESETS = [path for path in SHIPPED if not is_test_file(path)]
GAME = """\
ruleset: 1
match: {wins: 3, repeats: 100}     # the end
name: small
title: {fr: Petit jeu, en: Small game}
players: 2
deck: {use: french, ranks: [A, K, Q, J]}
dealer: {next: dealer, first: [most: strength(drawn)]}
deal: {first: dealer, cards: 2}
tricks:
    ranking: [A, K, Q, J]
    wins: [deck]


# what counts
scoring: {winner: [most: points], points: {cards: {points: count(won)}}}
"""
LAID_OUT = """\
ruleset: 1
name: small
title: {fr: Petit jeu, en: Small game}
players: 2
deck: {use: french, ranks: [A, K, Q, J]}
dealer: {first: [most: strength(drawn)], next: dealer}
deal: {cards: 2, first: dealer}

tricks:
  ranking: [A, K, Q, J]
  wins: [deck]

# what counts
scoring: {points: {cards: {points: count(won)}}, winner: [most: points]}
match: {wins: 3, repeats: 100}  # the end
"""


# -- layouts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    found = laid(decode(path.name, path.read_bytes()).text)
    assert found == path.with_suffix(".expected").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    new = tmp_path / path.name
    new.write_text(laid(text), encoding="utf-8")
    assert meaning(new) == known(path)
    assert new.read_text(encoding="utf-8").count("#") == text.count("#")


@pytest.mark.parametrize("seed", range(60))
def test_mangled(seed: int, tmp_path: Path) -> None:
    """Every shipped ruleset and deck four times; more by `python tests/fuzz.py --only layouts`."""
    check_layout(RULESETS[seed % len(RULESETS)], seed, tmp_path)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a: b", "a: b\n"),
        ("a: b\n\n\n\n", "a: b\n"),
        ("\n\na: b\r# c\rd: e\r", "a: b\n# c\nd: e\n"),
        ("a: b\r\n\r\nc:   d # e\r\n", "a: b\r\n\r\nc: d  # e\r\n"),
        ("a: b # c\x85d: e\u2028", "a: b  # c\nd: e\n"),
        ("---\na: b\n...\n# c", "a: b\n# c\n"),
        (
            "%YAML 1.1 # one\n# two  \n--- # three\na:   b",
            "%YAML 1.1 # one\n# two\n---\n# three\na: b\n",
        ),
        ("a: 'é\u00a0♥ \U0001f0a1' # \t\u00a0♠\t", "a: 'é\u00a0♥ \U0001f0a1'  # \t\u00a0♠\n"),
        ("a: {b: c,}\nd: [e,\n]", "a: {b: c}\nd: [e]\n"),
        ("a: |\n  no end of line", "a: |-\n  no end of line\n"),
        ("? a\n: b\n? c\n:\n - d", "a: b\n\nc:\n  - d\n"),
        (f"? {'k' * 1100}\n: v\n", f"? {'k' * 1100}\n: v\n"),
        ("a:\n- b\n# c\nd: e", "a:\n  - b\n\n# c\nd: e\n"),
        ("{a: b} # c", "a: b\n# c\n"),
        ("# c\n{a: b, # d\n}\n# e", "# c\na: b  # d\n# e\n"),
        (
            "#!/usr/bin/trickplay\nname: a\nruleset: 1",
            "#!/usr/bin/trickplay\nruleset: 1\nname: a\n",
        ),
        ("{}", "{}"),
    ],
)
def test_odd_file(text: str, wanted: str) -> None:
    assert laid(text) == wanted


def test_languages_keep_their_order() -> None:
    """The first of them is shown to those who have none of their own."""
    assert laid("title: {pt: a, fr: b}") == "title: {pt: a, fr: b}\n"


def test_nothing_is_handed_out_that_lost_something(monkeypatch: pytest.MonkeyPatch) -> None:
    for old, new in (
        ("# the end", ""),
        ("Petit jeu", "Jeu"),
        ("players: 2", "players: ["),
        ("- ", ""),
    ):
        monkeypatch.setattr(
            "interpreter.text.layout.page",
            lambda *a, o=old, n=new: [line.replace(o, n) for line in page(*a)],
        )
        text = GAME.replace("[A, K, Q, J]\n    wins", "\n     - A\n    wins")
        with pytest.raises(LayoutError):
            laid_out(Source("text", text))


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def game(somewhere: None) -> Path:
    """A file that is not laid out, in an empty folder."""
    path = Path("small.yaml")
    path.write_text(GAME, encoding="utf-8")
    return path


def test_fmt(trickplay: Run, game: Path) -> None:
    ran = trickplay("fmt", "small.yaml")
    assert (ran.code, ran.out, ran.err) == (
        0,
        "small.yaml\n1 file changed, 0 files unchanged\n",
        "",
    )
    assert game.read_text(encoding="utf-8") == LAID_OUT
    ran = trickplay("fmt", "small.yaml")
    assert (ran.code, ran.out, ran.err) == (0, "0 files changed, 1 file unchanged\n", "")


def test_check(trickplay: Run, game: Path) -> None:
    ran = trickplay("fmt", "--check", ".")
    out = "small.yaml\n1 file would change, 0 files unchanged\n"
    assert (ran.code, ran.out, ran.err) == (1, out, "")
    assert game.read_text(encoding="utf-8") == GAME
    game.write_text(LAID_OUT, encoding="utf-8")
    ran = trickplay("fmt", "--check", ".", "small.yaml")
    assert (ran.code, ran.out, ran.err) == (0, "0 files would change, 1 file unchanged\n", "")


def test_files_with_problems_are_not_touched(trickplay: Run, game: Path) -> None:
    Path("broken.yaml").write_text(
        "ruleset: 1\nname:   x\nextends: small\nplayers:   nobody\n", "utf-8"
    )
    before = Path("broken.yaml").read_bytes()
    ran = trickplay("fmt", ".")
    assert (ran.code, ran.out) == (
        1,
        "small.yaml\n1 file changed, 0 files unchanged, 1 file with problems\n",
    )
    assert ran.err == (
        "broken.yaml:4:12: a whole number is wanted here, not `nobody`\n"
        "  4 | players:   nobody\n"
        "    |            ^^^^^^\n"
    )
    assert Path("broken.yaml").read_bytes() == before


def test_no_such_path(trickplay: Run, somewhere: None) -> None:
    ran = trickplay("fmt", "nothing.yaml")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "there is no file or folder nothing.yaml\n"


def test_a_file_that_would_lose_something_stays(
    trickplay: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.text.layout.page", lambda *_: ["ruleset: 1"])
    ran = trickplay("fmt", "small.yaml")
    assert (ran.code, ran.out) == (1, "0 files changed, 0 files unchanged, 1 file with problems\n")
    assert ran.err == "small.yaml stays as it is: another layout would change what it says\n"
    assert game.read_text(encoding="utf-8") == GAME


def test_bom_and_line_ends_stay(trickplay: Run, game: Path) -> None:
    game.write_bytes(b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode())
    assert trickplay("fmt", "small.yaml").code == 0
    assert game.read_bytes() == b"\xef\xbb\xbf" + LAID_OUT.replace("\n", "\r\n").encode()
    assert trickplay("fmt", "--check", "small.yaml").code == 0


def test_mode_and_links_stay(trickplay: Run, game: Path) -> None:
    game.chmod(0o640)
    Path("link.yaml").symlink_to("small.yaml")
    ran = trickplay("fmt", "link.yaml")
    assert (ran.code, ran.out) == (0, "link.yaml\n1 file changed, 0 files unchanged\n")
    assert os.readlink("link.yaml") == "small.yaml"
    assert game.read_text(encoding="utf-8") == LAID_OUT
    assert stat.S_IMODE(game.stat().st_mode) == 0o640


def test_a_failure_leaves_the_file_and_nothing_else(
    trickplay: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    ran = trickplay("fmt", "small.yaml")
    assert (ran.code, ran.err) == (2, "No space left on device\n")
    assert game.read_text(encoding="utf-8") == GAME
    assert os.listdir() == ["small.yaml"]


def test_a_file_that_may_not_be_written(
    trickplay: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    ran = trickplay("fmt", "small.yaml")
    assert (ran.code, ran.err) == (2, "small.yaml: Permission denied\n")
    assert game.read_text(encoding="utf-8") == GAME
