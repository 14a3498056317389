"""`trickplay test`: what it prints, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import Ran, Run

from interpreter.rules.shelf import SHIPPED, shipped

pytestmark = pytest.mark.usefixtures("somewhere")
RULES = (SHIPPED / "chouine.yaml").read_text(encoding="utf-8")


def write(cases: str | None, name: str = "mine") -> None:
    rules = RULES.replace("name: chouine", f"name: {name}")
    Path(f"{name}.yaml").write_text(rules, encoding="utf-8")
    if cases is not None:
        Path(f"{name}.test.yaml").write_text("tests: 1\ncases:\n" + cases, encoding="utf-8")


GOOD = "  good: {given: {trick: 1}, expect: {stock: 22}}\n"
BAD = "  bad & <worse>: {given: {trick: 1}, expect: {stock: 21}}\n"
GAP = "  gap: {todo: not yet, expect: {stock: 99}}\n"


def test_one_line_if_all_is_well(trickplay: Run) -> None:
    write(GOOD)
    line = "mine: 1 case, in 20 fillings each\n"
    for path in ("mine.yaml", "mine.test.yaml", "./mine.yaml", "."):
        assert trickplay("test", path) == Ran(0, line, "")
    assert trickplay("test", "mine.yaml", "mine.test.yaml", ".") == Ran(0, line, "")


def test_a_shipped_ruleset_by_name(trickplay: Run) -> None:
    assert trickplay("test", "chouine-cent", "--fillings", "1", "--case", "03.1 what a q*") == Ran(
        0, "chouine-cent: 3 cases, in 1 filling\n", ""
    )


def test_a_failing_case(trickplay: Run) -> None:
    write(GOOD + BAD)
    ran = trickplay("test", "mine.yaml")
    assert (ran.code, ran.err) == (1, "")
    lines = ran.out.splitlines()
    assert lines[:6] == [
        "mine.test.yaml:4:54: bad & <worse>",
        "  4 |   bad & <worse>: {given: {trick: 1}, expect: {stock: 21}}",
        "    |                                               ^^^^^",
        "  expected: 21",
        "  came: 22",
        "  in filling 1:",
    ] or lines[0].startswith("mine.test.yaml:4:")
    assert lines[-1] == "mine: 2 cases, 1 fails, in 20 fillings each"


def test_a_filling_by_itself(trickplay: Run) -> None:
    write("  now and then: {given: {stock: 12}, expect: {lacks: {1: AS}}}\n")
    ran = trickplay("test", "mine.yaml", "--fillings", "60")
    assert ran.code == 1
    number = next(line for line in ran.out.splitlines() if "in filling" in line).split()[-1][:-1]
    again = trickplay("test", "mine.yaml", "--filling", number)
    assert again.code == 1
    assert again.out.splitlines()[:-1] == ran.out.splitlines()[:-1]
    assert again.out.splitlines()[-1] == "mine: 1 case, 1 fails, in 1 filling"


def test_a_ruleset_without_cases(trickplay: Run) -> None:
    write(None)
    none = "mine: 0 cases, in 20 fillings each\n"
    text = "mine.yaml: there are no cases; --allow-empty lets that pass\n"
    assert trickplay("test", "mine.yaml") == Ran(1, none + text, "")
    assert trickplay("test", "mine.yaml", "--allow-empty") == Ran(0, none, "")
    write("", "empty")
    Path("empty.test.yaml").write_text("tests: 1\ncases: {}\n")
    assert trickplay("test", "empty.yaml").code == 1


def test_a_gap_is_listed_and_does_not_fail(trickplay: Run) -> None:
    write(GOOD + GAP)
    gap = "mine: known gap: gap: not yet\n"
    assert trickplay("test", "mine.yaml") == Ran(0, gap + "mine: 1 case, in 20 fillings each\n", "")


def test_cases_by_name(trickplay: Run) -> None:
    write(GOOD + BAD)
    assert trickplay("test", "mine.yaml", "--case", "good").code == 0
    assert trickplay("test", "mine.yaml", "--case", "g*").code == 0
    assert trickplay("test", "mine.yaml", "--case", "bad*").code == 1
    ran = trickplay("test", "mine.yaml", "--case", "goood")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("no case is called goood; did you mean `good`?\n")


def test_problems_are_told_and_the_other_rulesets_tested(trickplay: Run) -> None:
    write(GOOD)
    write("  other: {expect: {stok: 1}}\n", "other")
    ran = trickplay("test", ".")
    assert (ran.code, ran.out) == (1, "mine: 1 case, in 20 fillings each\n")
    assert ran.err == (
        "other.test.yaml:3:20: `stok` is not a key that can stand here\n"
        "  3 |   other: {expect: {stok: 1}}\n"
        "    |                    ^^^^\n"
        "  hint: did you mean `stock`?\n"
    )


def test_no_such_path(trickplay: Run) -> None:
    assert trickplay("test", "nowhere.yaml") == Ran(2, "", "there is no file nowhere.yaml\n")
    assert trickplay("test", "lost.test.yaml").code == 2
    assert trickplay("test", "nothing").err.startswith("no shipped ruleset is called nothing; ")
    assert trickplay("test").code == 2


def test_json(trickplay: Run) -> None:
    write(GOOD + BAD + GAP + "  rows: {each: [{n: 1}], given: {trick: $n}, expect: {turn: 1}}\n")
    ran = trickplay("test", "mine.yaml", "--format", "json", "--fillings", "3")
    assert ran.code == 1
    (data,) = json.loads(ran.out)
    assert {key: data[key] for key in ("ruleset", "file", "fillings", "passed", "todo")} == {
        "ruleset": "mine",
        "file": "mine.yaml",
        "fillings": 3,
        "passed": [{"case": "good"}, {"case": "rows", "row": 1}],
        "todo": [{"case": "gap", "why": "not yet"}],
    }
    (failed,) = data["failed"]
    wanted = {"key": "stock", "expected": "21", "came": "22", "filling": 1, "line": 4}
    assert {key: failed[key] for key in wanted} == wanted
    assert failed["file"] == "mine.test.yaml"
    assert failed["position"]


def test_junit(trickplay: Run) -> None:
    write(GOOD + BAD + GAP)
    ran = trickplay("test", "mine.yaml", "--format", "junit")
    assert ran.code == 1
    (found,) = ElementTree.fromstring(ran.out)
    assert found.attrib == {
        **{"name": "mine", "tests": "3", "failures": "1", "errors": "0", "skipped": "1"}
    }
    cases = {case.get("name"): [part.tag for part in case] for case in found}
    assert cases == {"good": [], "bad & <worse>": ["failure"], "gap": ["skipped"]}
    failure = found.find("testcase/failure")
    assert failure is not None
    assert failure.get("message") == "22"
    assert failure.text is not None
    assert "expected: 21" in failure.text


def test_in_french(trickplay: Run) -> None:
    write(GOOD + BAD)
    ran = trickplay("test", "mine.yaml", "--lang", "fr")
    assert ran.code == 1
    assert "2 cas" in ran.out


# -- files of cases elsewhere ---------------------------------------------------------------------


def test_validate_checks_files_of_cases(trickplay: Run) -> None:
    write("  other: {expect: {stok: 1}}\n")
    ran = trickplay("validate", ".")
    assert ran.code == 1
    assert ran.out.startswith("mine.test.yaml:3:20: `stok` is not a key that can stand here\n")
    assert ran.out.endswith("2 files checked, 1 problem\n")
    write(GOOD)
    assert trickplay("validate", ".", "mine.test.yaml").out == "3 files checked, no problems\n"


def test_they_are_no_rulesets() -> None:
    assert not [name for name in shipped() if "test" in name]
    assert (SHIPPED / "chouine.test.yaml").is_file()


def test_they_can_be_laid_out(trickplay: Run) -> None:
    write('  "good":   {given: {trick: 1}, expect: {stock: 22}}\n')
    assert trickplay("fmt", "mine.test.yaml") == Ran(
        0, "mine.test.yaml\n1 file changed, 0 files unchanged\n", ""
    )
    assert Path("mine.test.yaml").read_text().endswith("cases:\n" + GOOD)
    assert trickplay("test", "mine.yaml").code == 0
