"""The worked examples of the shipped rulesets, and that they would notice a changed rule."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from interpreter.rules.shelf import SHIPPED, shipped
from interpreter.study.cases.read import Settle, read_suite, settling
from interpreter.study.cases.run import Results, Trial, run_cases, trials
from interpreter.study.cases.suite import Suite
from interpreter.study.coverage.cases import covered

BASES = ("chouine", "aluette")


@cache
def read(name: str) -> tuple[Suite, Settle]:
    path = SHIPPED / f"{name}.yaml"
    settle = settling(path)
    return read_suite(path, settle=settle), settle


@cache
def made(name: str) -> tuple[Trial, ...]:
    suite, settle = read(name)
    return tuple(trials(suite, settle, fillings=2))


@pytest.mark.parametrize("name", shipped())
def test_cases_hold(name: str) -> None:
    """Those of the bases in all twenty fillings, those of variants in two."""
    suite, settle = read(name)
    results = run_cases(suite, settle, fillings=20 if name in BASES else 2)
    assert [(f.case.title, f.filling, f.came) for f in results.failures] == []
    assert len(results.passed) == len(suite.cases) > 20
    assert results.todo == results.surprises == ()
    own = [c for c in suite.cases if Path(c.span.source.name).name == f"{name}.test.yaml"]
    assert len(own) >= (200 if name in BASES else 3)


@pytest.mark.parametrize(("name", "paragraphs"), [
    ("chouine", ["01.1", "02.1", "02.2", "02.3", "03.1", "03.2", "03.3", "04.1", "05.1"]),
    ("aluette", ["01.1", "01.2", "02.1", "03.1", "04.1", "04.2", "05.1", "06.1", "06.2"]),
])  # fmt: skip
def test_each_paragraph_has_cases(name: str, paragraphs: list[str]) -> None:
    """Every paragraph with a rule, and no case without one."""
    found = {case.name.split(" ")[0] for case in read(name)[0].cases}
    assert sorted(found) == paragraphs


@pytest.mark.parametrize("name", shipped())
def test_cases_reach_every_rule(name: str) -> None:
    """All that can be reached, judged by one filling; `trickplay test --coverage` plays twenty."""
    suite, settle = read(name)
    found = covered(suite, settle, fillings=1, deals=0)
    assert [row.point.name for row in found.counted if not row.cases] == []
    assert found.strange == ()


CHANGES = [
    ("chouine", "9: 0", "9: 1"),
    ("chouine", "ranking: [A, 10, K", "ranking: [A, K, 10"),
    ("chouine", "stock < players ", "stock <= players "),
    ("chouine", "wins: [trump, follows(led)]", "wins: [follows(led), trump]"),
    ("chouine", "first: [least: strength", "first: [most: strength"),
    ("chouine", "if decided then left(dealer) else dealer", "left(dealer)"),
    ("chouine", "draw: {each: 1, first: winner", "draw: {each: 1, first: leader"),
    ("chouine", "stock > 2 or stock = 2", "stock > 4 or stock = 2"),
    ("chouine", "in (turned or played)", "in turned"),
    ("chouine", "then 40 else 20", "then 40 else 21"),
    ("chouine", "slot: quinte\n", "slot: quinte\n    when: me = leader\n"),
    ("chouine", "wins: 3", "wins: 4"),
    ("aluette", "monsieur, madame, borgne, vache, g", "monsieur, borgne, madame, vache, g"),
    ("aluette", "5, 4, 3]", "5, 3, 4]"),
    ("aluette", "means: holds(vache)", "means: holds(borgne)"),
    ("aluette", "least: last_win", "most: last_win"),
    ("aluette", "if mordienne and final_series then 2", "if mordienne then 2"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new"), CHANGES)
def test_a_changed_rule_is_noticed(name: str, old: str, new: str, tmp_path: Path) -> None:
    results = judged_by(name, old, new, tmp_path)
    assert not results.ok


@pytest.mark.parametrize(("name", "old", "new"), [
    ("chouine", "if decided then left(dealer)", "if decided then right(dealer)"),
    ("aluette", "wins: [deck]", "wins: [deck except none]"),
])  # fmt: skip
def test_other_words_for_the_same_rule_are_not(
    name: str, old: str, new: str, tmp_path: Path
) -> None:
    results = judged_by(name, old, new, tmp_path)
    assert results.ok
    assert results.passed == read(name)[0].cases


def judged_by(name: str, old: str, new: str, folder: Path) -> Results:
    """The cases of a ruleset, judged by its text with a change."""
    text = (SHIPPED / f"{name}.yaml").read_text(encoding="utf-8")
    assert re.search(re.escape(old), text), old
    path = folder / f"{name}.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return run_cases(read(name)[0], settling(path), stop=True, made=made(name))
