"""Files of cases: every mistake has its place, and variants inherit."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import yaml

from interpreter.rules.shelf import SHIPPED
from interpreter.study.cases.read import read_cases, read_suite
from interpreter.study.cases.suite import Suite
from interpreter.text.problem import RulesetError

RULES = (SHIPPED / "chouine.yaml").read_text(encoding="utf-8")
CASE = "tests: 1\ncases:\n  a case:\n    {}\n"


def suite(folder: Path, text: str, rules: str = RULES) -> Suite | None:
    (folder / "t.yaml").write_text(rules, encoding="utf-8")
    path = folder / "t.test.yaml"
    path.write_text(text, encoding="utf-8")
    return read_cases(path, "t.test.yaml")


def problems(folder: Path, text: str, rules: str = RULES) -> list[str]:
    with pytest.raises(RulesetError) as caught:
        suite(folder, text, rules)
    return [
        f"{p.span}: {p.message}" + (f"; {p.hint}" if p.hint else "") for p in caught.value.problems
    ]


WRONG = yaml.safe_load((Path(__file__).parent / "cases" / "wrong.yaml").read_text("utf-8"))


@pytest.mark.parametrize("wrong", WRONG, ids=[wrong["case"] for wrong in WRONG])
def test_what_is_wrong_with_a_case(wrong: dict[str, str], tmp_path: Path) -> None:
    text = wrong["case"]
    whole = text if text.startswith("expect") else f"{text}\n    expect: {{turn: 1}}"
    assert problems(tmp_path, CASE.format(whole)) == [f"t.test.yaml:{wrong['problem']}"]


NO_CASE = "3:3: no case of this name is inherited, so there is none to take away"
FILES = [
    ("cases: {}\n", "1:1: the first key of a file of cases must be `tests: 1`"),
    (
        "test: 1\n",
        "1:1: the first key of a file of cases must be `tests: 1`; did you mean `tests`?",
    ),
    ("tests: 2\ncases: {}\n", "1:8: `2` cannot stand here; write `1`"),
    ("tests: 1\n", "1:1: `cases` is missing here"),
    ("tests: 1\ncases:\n  a case: ~\n", NO_CASE),
    ("tests: 1\ncases:\n  a case:\n    given: {trick: 2}\n", "3:3: `expect` is missing here"),
    (
        "tests: 1\ncases:\n  a: {expect: {turn: 1}}\n  a: {expect: {turn: 1}}\n",
        "4:3: `a` stands here a second time; it is already on line 3",
    ),
]


@pytest.mark.parametrize(("text", "problem"), FILES)
def test_what_is_wrong_with_a_file(text: str, problem: str, tmp_path: Path) -> None:
    assert problems(tmp_path, text) == [f"t.test.yaml:{problem}"]


def test_all_mistakes_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = CASE.format("given: {trick: 99}\n    play: KX\n    expect: {turn: 3}")
    assert [found.split(": ")[0] for found in problems(tmp_path, text)] == [
        "t.test.yaml:4:13",
        "t.test.yaml:5:11",
        "t.test.yaml:6:20",
    ]


def test_a_file_without_its_ruleset(tmp_path: Path) -> None:
    path = tmp_path / "lost.test.yaml"
    path.write_text("tests: 1\ncases: {}\n", encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        read_cases(path, "lost.test.yaml")
    problem = "lost.test.yaml:1:1: there is no ruleset lost.yaml beside this file"
    assert [str(p) for p in caught.value.problems] == [problem]


def test_beside_a_ruleset_with_problems_only_the_shape_is_looked_at(tmp_path: Path) -> None:
    rules = RULES.replace("wins: 3", "wins: x")
    assert suite(tmp_path, CASE.format("expect: {turn: 9}"), rules) is None
    assert problems(tmp_path, CASE.format("expect: {turm: 9}"), rules) == [
        "t.test.yaml:4:14: `turm` is not a key that can stand here; did you mean `turn`?"
    ]


def test_the_order_of_keys_means_nothing(tmp_path: Path) -> None:
    one = suite(
        tmp_path,
        CASE.format("expect: {turn: 2}\n    play: KS\n    given: {trick: 2, hands: {1: KS}}"),
    )
    two = suite(
        tmp_path,
        CASE.format("given: {hands: {1: KS}, trick: 2}\n    play: [KS]\n    expect: {turn: 2}"),
    )
    assert one is not None
    assert two is not None
    assert one.cases[0].given == two.cases[0].given
    assert [text for text, _at in one.cases[0].play] == ["play KS"]


def test_rows_of_a_table(tmp_path: Path) -> None:
    body = """each:
      - {rank: A, calls: [pass, declare quinte], trick: 2}
      - {rank: 10, calls: [], trick: 3}
    given: {trick: $trick, hands: {1: $rankS}}
    expect: {calls: $calls}"""
    found = suite(tmp_path, CASE.format(body))
    assert found is not None
    first, second = found.cases
    assert [c.title for c in found.cases] == [
        "a case (rank A, calls pass, declare quinte, trick 2)",
        "a case (rank 10, calls -, trick 3)",
    ]
    assert (first.given.trick, first.given.hands) == (2, (1, 0))
    assert (second.given.trick, second.given.hands) == (3, (2, 0))
    assert first.expect[0].value == {"pass", "declare quinte"}
    assert second.expect[0].value == frozenset()


# -- variants -------------------------------------------------------------------------------------

BASE = """tests: 1
cases:
  one two: {expect: {turn: 1}}
  one three: {expect: {turn: 1}}
  four: {expect: {stock: 4}, given: {trick: 2}}
"""


def variant(folder: Path, text: str | None) -> Suite:
    """The cases of a variant of a small base."""
    (folder / "base.yaml").write_text(RULES.replace("name: chouine", "name: base"), "utf-8")
    (folder / "base.test.yaml").write_text(BASE, "utf-8")
    (folder / "other.yaml").write_text("ruleset: 1\nextends: base\nname: other\nmatch: {wins: 4}\n")
    (folder / "more.yaml").write_text("ruleset: 1\nextends: other\nname: more\nexchanges: ~\n")
    if text is not None:
        (folder / "other.test.yaml").write_text("tests: 1\ncases:\n" + text, "utf-8")
    return read_suite(folder / "more.yaml", "more.yaml")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (None, ["one two", "one three", "four"]),
        ("  five: {expect: {turn: 1}}\n", ["one two", "one three", "four", "five"]),
        ("  one two: ~\n", ["one three", "four"]),
        ('  "one *": ~\n', ["four"]),
        ('  "*": ~\n  six: {expect: {turn: 1}}\n', ["six"]),
        ("  one two: {expect: {turn: 2}}\n", ["one two", "one three", "four"]),
        ('  "f*": {expect: {turn: 1}}\n', ["one two", "one three", "four", "f*"]),
    ],
)  # fmt: skip
def test_a_variant_inherits(text: str | None, names: list[str], tmp_path: Path) -> None:
    found = variant(tmp_path, text)
    assert [case.name for case in found.cases] == names
    assert found.files == (1 if text is None else 2)
    assert found.ruleset == "more"


def test_a_case_of_the_variant_takes_the_place_of_an_inherited_one(tmp_path: Path) -> None:
    found = variant(tmp_path, "  one two: {expect: {stock: 7}}\n")
    assert [(case.name, case.expect[0].key, case.span.source.name) for case in found.cases] == [
        ("one two", "stock", "other.test.yaml"),
        ("one three", "turn", "base.test.yaml"),
        ("four", "stock", "base.test.yaml"),
    ]


def test_an_inherited_case_that_means_nothing_here(tmp_path: Path) -> None:
    variant(tmp_path, None)
    text = BASE + "  seven: {play: [exchange seven], expect: {turn: 1}}\n"
    (tmp_path / "base.test.yaml").write_text(text, "utf-8")
    with pytest.raises(RulesetError) as caught:
        read_suite(tmp_path / "more.yaml", "more.yaml")
    assert [p.drawn() for p in caught.value.problems] == [
        "base.test.yaml:6:18: this game has no action `exchange seven`\n"
        "  6 |   seven: {play: [exchange seven], expect: {turn: 1}}\n"
        "    |                  ^^^^^^^^^^^^^^\n"
        "  hint: this case is inherited: replace it or take it away in more.test.yaml"
    ]


def test_anything_may_stand_in_a_file(tmp_path: Path) -> None:
    """Bytes of a shipped file that have changed: problems or cases, never another exception."""
    (tmp_path / "t.yaml").write_text(RULES, "utf-8")
    data = (SHIPPED / "chouine.test.yaml").read_bytes()[:3000]
    path, rng, wrong = tmp_path / "t.test.yaml", random.Random(8), list[str]()
    for _ in range(60):
        changed = bytearray(data)
        for _ in range(rng.randint(1, 3)):
            changed[rng.randrange(len(changed))] = rng.choice(b" :{}[]$~-,\"'0123AKS\n\xff\x00")
        path.write_bytes(changed)
        try:
            read_cases(path)
        except RulesetError as error:
            wrong += [problem.drawn() for problem in error.problems]
    assert len(wrong) > 30
    assert all(wrong)
