"""`trickplay test --coverage --fail-under --mutate`, and the page of mutants."""

from __future__ import annotations

import importlib.util
import json
import os
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from commands import Run, lasts

from interpreter.rules.shelf import find
from interpreter.study.cases.read import read_suite
from interpreter.study.cases.suite import Excuse
from interpreter.study.coverage import cover
from interpreter.study.mutants import judge, run
from interpreter.study.mutants.judge import Judge, Verdict
from interpreter.study.mutants.stamp import stamp
from interpreter.study.mutants.tally import Tally, tally
from interpreter.text.source import Source, Span

ROOT = Path(__file__).parent.parent
TINY = (ROOT / "tests" / "games" / "tiny.yaml").read_text(encoding="utf-8")
CASES = """
tests: 1
cases:
  the ace beats the king:
    given: {trick: 1, dealer: 1, hands: {1: KS, 2: AS}}
    play: [AS, KS]
    expect: {trick: 2}
  a trump that is led must be followed:
    given: {trick: 1, dealer: 1, table: AH, hands: {1: KH KS}}
    expect: {legal: KH}
  known not to hold:
    todo: the king does not win
    given: {trick: 1, dealer: 1, hands: {1: KS, 2: AS}}
    play: [KS]
    expect: {trick: 1}
"""


@pytest.fixture
def tiny(somewhere: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tiny game and two cases, in a folder of their own; mutants are judged in this process."""
    Path("tiny.yaml").write_text(TINY, encoding="utf-8")
    Path("tiny.test.yaml").write_text(CASES, encoding="utf-8")
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setattr(run, "DEALS", 40)
    monkeypatch.setattr(judge, "ALL", 4)
    monkeypatch.setattr(cover, "DEALS", 400)
    run._judge.cache_clear()
    return Path("tiny.yaml").absolute()


WHEN = "trick = 2 or led in trump"
REACHED = {
    ("tricks.reply.follow", "trick = 2", "false"): 2,
    ("tricks.reply.follow", "led in trump", "false"): 1,
    ("tricks.reply.follow", "led in trump", "true"): 1,
    ("tricks.reply.follow", WHEN, "false"): 1,
    ("tricks.reply.follow", WHEN, "true"): 1,
    ("tricks.reply.follow", "", "narrowed"): 1,
    ("tricks.ranking", "A", "won"): 1,
    ("tricks.ranking", "K", "beaten"): 1,
}
"""counted by hand: what each filling of the two cases reaches"""


def test_coverage(tiny: Path, trickplay: Run) -> None:
    ran = trickplay("test", "./tiny.yaml", "--coverage", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    data = json.loads(ran.out)[0]
    assert data["todo"][0]["case"] == "known not to hold"
    found = data["coverage"]
    assert (found["points"], found["reached"], found["deals"]) == (23, 8, 400)
    rows = {(row["rule"], row["of"], row["what"]): row["cases"] for row in found["rows"]}
    assert {row: n for row, n in rows.items() if n} == REACHED


def test_the_report_of_coverage(tiny: Path, trickplay: Run) -> None:
    ran = trickplay("test", "tiny.test.yaml", "--coverage")
    lines = ran.out.splitlines()
    assert lines[0] == "tiny: known gap: known not to hold: the king does not win"
    assert lines[1:4] == [
        "tiny: 2 cases, in 20 fillings each",
        "tiny: the cases reach 8 of 23 points",
        "  random play reaches 20 of them in 400 deals (seed 0)",
    ]
    assert lines[4] == "Only random play reaches:"
    at = lines.index("Nothing reaches:")
    assert lines[at + 1 :] == [
        "  tiny.yaml:20:3: scoring.winner: never left several players equal",
        "  tiny.yaml:20:32: scoring.winner: `most: count(won)` never decided",
        "  tiny.yaml:21:1: match: no match ever ended undecided, for deals without a",
        "    winner",
    ]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("least", "code"), [("0", 0), ("34", 0), ("34.78", 0), ("34.79", 1), ("100", 1)]
)
def test_fail_under(tiny: Path, trickplay: Run, least: str, code: int) -> None:
    """8 of 23 are 34.7826… of a hundred."""
    assert Fraction("34.78") < Fraction(800, 23) < Fraction("34.79")
    ran = trickplay("test", "./tiny.yaml", "--fail-under", least)
    assert ran.code == code
    assert ran.err == (f"tiny: the cases reach less than {least} %\n" if code else "")


@pytest.mark.parametrize("least", ["-1", "100.01", "many", "1e9", "nan", "1/3", ""])
def test_a_share_is_a_number_to_100(tiny: Path, trickplay: Run, least: str) -> None:
    ran = trickplay("test", "./tiny.yaml", f"--fail-under={least}")
    assert ran.code == 2
    complaint = "Invalid value for '--fail-under': a number from 0 to 100 is wanted\n"
    assert lasts(ran.err) == complaint


def test_some_cases_alone_are_not_measured(tiny: Path, trickplay: Run) -> None:
    for more in (["--case", "known*"], ["--filling", "2"]):
        for what in (["--coverage"], ["--mutate"], ["--fail-under", "1"]):
            ran = trickplay("test", "./tiny.yaml", *more, *what)
            assert ran.code == 2
            complaint = "all cases are measured together: leave --case and --filling out\n"
            assert lasts(ran.err) == complaint


def test_what_is_said_to_be_out_of_reach(tiny: Path, trickplay: Run) -> None:
    text = CASES + (
        'unreachable:\n  "scoring.winner: nobody": one of two took the last trick\n'
        '  "tricks.ranking: `A` won": it never does\n'
    )
    Path("tiny.test.yaml").write_text(text, encoding="utf-8")
    ran = trickplay("test", "./tiny.yaml", "--coverage")
    assert ran.code == 1
    assert ran.err == "tiny: what is said to be out of reach is not\n"
    assert ran.out.splitlines()[-5:] == [
        "Cannot be reached, it is said:",
        "  tiny.yaml:20:3: scoring.winner: never left several players equal: one of two",
        "    took the last trick",
        "  `tricks.ranking: `A` won` is said to be out of reach, but it is reached, or is",
        "    no point at all",
    ]
    assert "the cases reach 8 of 22 points" in ran.out


# -- mutants ---------------------------------------------------------------------------------------


def verdicts(path: Path) -> dict[str, Verdict]:
    bench = Judge(path, "tiny.yaml")
    found = [bench.verdict(number) for number in range(len(bench.sifter.mutants))]
    return {verdict.name: verdict for verdict in found if verdict is not None}


def test_which_case_kills_which_mutant(tiny: Path) -> None:
    found = verdicts(tiny)
    assert len(found) == 47
    follow = "a trump that is led must be followed"
    killed = {
        "tricks.ranking: A, K swapped": "the ace beats the king",
        "tricks.ranking: A, K tied": "the ace beats the king",
        "tricks.reply: follow dropped": follow,
        f"tricks.reply.follow.when: {WHEN} -> trick = 2": follow,
        f"tricks.reply.follow.when: {WHEN} -> trick = 2 and led in trump": follow,
        "tricks.reply.follow.when: led in trump -> not led in trump": follow,
    }
    assert {name: found[name].by for name in killed} == killed
    lost = found["match.wins: dropped"]
    text = "a match ends with a number of points (`wins`) or of deals (`deals`)"
    assert (lost.fate, lost.by) == ("refused", text)
    same = {name for name, v in found.items() if v.fate == "same"}
    assert same == {
        "tricks.wins: follows(led) -> suit(led)",
        "tricks.reply.follow.play: follows(led) -> suit(led)",
    }, "trumps are always a whole suit, so that the two are one"
    alive = {name for name, v in found.items() if v.fate == "survived"}
    assert {"match.repeats: 5 -> 4", "match.wins: 2 -> 3", "scoring.points.last: dropped"} <= alive
    assert found["tricks.reply: follow dropped"].place == ("tiny.yaml", 16, 7)


def test_mutate(tiny: Path, trickplay: Run) -> None:
    ran = trickplay("test", "./tiny.yaml", "--mutate")
    assert ran.code == 1
    lines = ran.out.splitlines()
    found = re.fullmatch(r"tiny: the cases kill (\d+) of 44 mutants", lines[2])
    assert found is not None
    assert ran.err == f"tiny: {44 - int(found[1])} mutants survive\n"
    assert lines[3:5] == ["  1 more is no ruleset", "Survive:"]
    at = lines.index("tiny.yaml:21:27: match.repeats: 5 -> 4")
    assert lines[at + 1] == "  no deal found in 40 that is played otherwise"
    at = lines.index("tiny.yaml:21:15: match.wins: 2 -> 3")
    assert lines[at + 1].startswith("course of the match: the shortest example, from ")
    assert lines[at + 7 : at + 9] == ["  by match: won with 2 → 3 deals", ""]
    assert max(map(len, lines)) <= 80


def test_what_was_found_is_told_when_it_is_stopped(
    tiny: Path, trickplay: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Judge(tiny, "tiny.yaml")

    def judged(*_args: object, **_more: object) -> Iterator[Verdict]:
        for number in range(len(bench.sifter.mutants)):
            verdict = bench.verdict(number)
            if verdict is not None and verdict.fate == "killed":
                yield verdict
                raise KeyboardInterrupt

    monkeypatch.setattr(run, "judged", judged)
    ran = trickplay("test", "./tiny.yaml", "--mutate")
    assert (ran.code, ran.err) == (130, "stopped\n")
    assert ran.out.splitlines()[2:] == ["tiny: the cases kill 1 of 1 mutants"]


def test_several_processes_come_to_the_same(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "number_of", lambda path, shown: 9)
    alone, together = (
        [(v.name, v.fate, v.witness) for v in run.judged(tiny, "tiny.yaml", processes)]
        for processes in (1, 2)
    )
    assert alone == together
    assert len(alone) == 5, "four words mean nothing there"


def test_no_mutants_of_a_ruleset_whose_cases_fail(tiny: Path, trickplay: Run) -> None:
    Path("tiny.test.yaml").write_text(CASES.replace("trick: 2}", "trick: 1}"), encoding="utf-8")
    ran = trickplay("test", "./tiny.yaml", "--mutate", "--format", "json")
    assert ran.code == 1
    assert ran.err == "tiny.yaml: its cases fail, so no mutants are made\n"
    assert "mutants" not in json.loads(ran.out)[0]


def test_a_tally() -> None:
    def verdict(name: str, fate: str) -> Verdict:
        return Verdict(name, "rule", "dropped", "", ("f.yaml", 1, 2), fate)

    def excuse(name: str, own: bool = True) -> Excuse:
        return Excuse(name, f"why {name}", own, Span(Source("f", " "), 0, 1))

    rows = [
        verdict("a", "killed"),
        verdict("b", "survived"),
        verdict("c", "survived"),
        verdict("d", "refused"),
        verdict("e", "same"),
    ]
    excuses = [excuse("a"), excuse("b"), excuse("f", own=False), excuse("g")]
    found = tally("some", rows, excuses, whole=True)
    assert (found.mutants, found.count("killed"), found.count("refused")) == (3, 1, 1)
    assert [v.name for v in found.unexplained] == ["c"]
    assert found.strange == ("a", "g")
    assert tally("some", rows[:1], excuses, whole=False).strange == ()
    assert isinstance(found, Tally)


# -- the page --------------------------------------------------------------------------------------


def script() -> Any:
    """docs/mutants.py, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("mutants_page", ROOT / "docs" / "mutants.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


page = script()


def test_the_page_is_current() -> None:
    assert page.stale() == [], "run python docs/mutants.py"


@pytest.mark.parametrize("name", page.RULESETS)
def test_nineteen_of_twenty_are_killed_and_the_rest_is_explained(name: str) -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    part = next(p for p in text.split("\n## ") if f"belongs to `{name}`" in p)
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")]
    total, killed, survived = map(int, next(r for r in rows if r[0] == "**all**")[1:4])
    assert killed + survived == total > 150
    assert 100 * killed >= 95 * total
    why = {excuse.name: excuse.why for excuse in read_suite(find(name)).survivors}
    listed = {row[0].strip("`"): row[1] for row in rows if len(row) == 2 and row[0] != "Survivor"}
    listed.pop("---", None)
    assert listed == why
    assert len(listed) == survived


def test_a_stamp_is_of_rules_and_cases_and_of_nothing_else(tiny: Path) -> None:
    before = stamp(tiny)
    Path("tiny.yaml").write_text(TINY + "# a comment\n", encoding="utf-8")
    Path("tiny.test.yaml").write_text(CASES + "# a comment\n", encoding="utf-8")
    assert stamp(tiny) == before
    Path("tiny.yaml").write_text(TINY.replace("title: Tiny", "title: T"), encoding="utf-8")
    assert stamp(tiny) == before
    Path("tiny.test.yaml").write_text(CASES.replace("KH KS", "KH KC"), encoding="utf-8")
    other = stamp(tiny)
    assert other != before
    Path("tiny.yaml").write_text(TINY.replace("repeats: 5", "repeats: 6"), encoding="utf-8")
    assert stamp(tiny) not in (before, other)
