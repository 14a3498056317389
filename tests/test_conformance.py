"""The conformance set is current, plain, and checked by programs that are not ours to test.

Chouine is checked by the example that comes with the set, Aluette by the words of
aluette_words.py; neither knows anything of the program. Every kind of expectation is made wrong
once, and is noticed.
"""

from __future__ import annotations

import ast
import copy
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT
from jsonschema import Draft202012Validator

from interpreter.rules.shelf import shipped

SET = ROOT / "conformance"
sys.path[:0] = [str(SET), str(SET / "example")]

import aluette_conformance  # noqa: E402
import aluette_words  # noqa: E402
import check  # noqa: E402
import renew  # noqa: E402
from check import Data, Game  # noqa: E402

BASES = ("aluette", "chouine")
TABLES: dict[str, Callable[[Data], Game]] = {
    "chouine": check.Table,
    "aluette": aluette_conformance.Table,
    "aluette-mordienne": aluette_conformance.Table,
}
PAGE = (SET / "README.md").read_text(encoding="utf-8")


@cache
def entries(name: str) -> list[tuple[str, Data]]:
    return list(check.entries(name))


# -- the files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BASES)
def test_the_files_are_current(name: str) -> None:
    """Of the two games all is made again."""
    for path, text in renew.files([name]):
        assert path.read_text(encoding="utf-8") == text, "run: python conformance/renew.py"


@pytest.mark.parametrize("name", shipped())
def test_the_files_belong_to_the_rules_and_cases(name: str) -> None:
    """Of variants it is seen from a hash; `renew.py --check` makes all of them again."""
    for folder in ("cases", "matches"):
        text = (SET / folder / f"{name}.json").read_text(encoding="utf-8")
        assert f'"made_from": "{renew.stamp(name)}"' in text, "run: python conformance/renew.py"
    sheet = SET / "rules" / f"{name}.md"
    assert sheet.exists() == (name not in renew.IN_DOCS)


def test_there_is_nothing_else() -> None:
    for folder in ("cases", "matches"):
        assert sorted(path.stem for path in (SET / folder).iterdir()) == shipped()
    size = sum(path.stat().st_size for path in SET.rglob("*.json"))
    assert size < 3_500_000


@pytest.mark.parametrize("folder", ["cases", "matches"])
def test_the_files_have_the_shape_of_the_schema(folder: str) -> None:
    schema = json.loads((SET / "schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for name in (*BASES, "chouine-proust", "aluette-six"):
        data = json.loads((SET / folder / f"{name}.json").read_text(encoding="utf-8"))
        if folder == "cases":
            data[folder] = data[folder][::5]  # it takes long
        assert [error.message for error in validator.iter_errors(data)] == []
        data[folder][0]["surprise"] = 1
        assert not validator.is_valid(data)


def test_every_kind_of_action_is_played() -> None:
    kinds = {
        " ".join(step["do"].split()[: 1 if "play" in step["do"] or "discard" in step["do"] else 2])
        for name in BASES
        for _title, entry in entries(name)
        for step in entry.get("steps", [])
        if "do" in step
    }
    declared = {f"declare {d}" for d in ("mariage", "tierce", "quarteron", "quinte", "chouine")}
    signs = {f"signal {name}" for name in aluette_words.SIGNS}
    others = {"play", "discard", "yes", "no", "exchange seven", "pass"}
    assert kinds == declared | signs | others


def test_every_option_is_played() -> None:
    for name in BASES:
        values = {pair for _title, entry in entries(name) for pair in entry["options"].items()}
        matches = {
            pair
            for _t, entry in entries(name)
            if "match" in entry
            for pair in entry["options"].items()
        }
        assert values == matches


# -- the page -------------------------------------------------------------------------------------


def test_the_examples_on_the_page_are_from_the_files() -> None:
    texts = ((SET / f / "chouine.json").read_text(encoding="utf-8") for f in ("cases", "matches"))
    assert renew.page(*texts) == PAGE, "run: python conformance/renew.py"
    case, steps = re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL)
    assert json.loads(case)["given"]["tricks"]
    assert json.loads(f"[{steps}]")[-1]["expect"]["points"]


def test_the_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (SET / link).exists(), link


def test_the_page_explains_every_key() -> None:
    told = set(re.findall(r"`([a-z_]+)`", PAGE))
    keys: set[str] = set()
    for name in shipped():
        for folder in ("cases", "matches"):
            text = (SET / folder / f"{name}.json").read_text(encoding="utf-8")
            keys |= set(re.findall(r'"([a-z_]+)":', text))
    options = {
        option for name in BASES for _t, entry in entries(name) for option in entry["options"]
    }
    assert keys - told - options == set()


def test_the_page_explains_every_event_and_reason() -> None:
    told, missing = set(re.findall(r"`([a-z_]+)", PAGE)), set()
    for name in shipped():
        for _title, entry in entries(name):
            for step in entry.get("steps", [entry]):
                missing |= set(step["expect"].get("refused", {}).values()) - told
                for seen in step["expect"].get("sees", {}).values():
                    events = [*seen.get("told", ()), *seen.get("untold", ())]
                    missing |= {event.split()[0] for event in events} - told
    assert missing == set()


# -- checked by others ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_all_holds(name: str) -> None:
    found = [
        (title, problem)
        for title, entry in entries(name)
        for problem in check.check(entry, TABLES[name])
    ]
    assert found == []
    assert len(entries(name)) > 240


def test_the_example_needs_nothing_of_ours(tmp_path: Path) -> None:
    for path in (SET / "example").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            ours = {name.split(".")[0] for name in names} - sys.stdlib_module_names
            assert ours <= {"chouine"}
    for folder in ("cases", "matches", "example"):
        shutil.copytree(SET / folder, tmp_path / folder)
    command = [sys.executable, "-S", str(tmp_path / "example" / "check.py")]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.fullmatch(r"\d+ cases and matches, 0 differences\n", ran.stdout)
    path = tmp_path / "cases" / "chouine.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"expect":{"trick":1}', '"expect":{"trick":2}', 1), "utf-8")
    ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert ran.returncode == 1
    assert ran.stdout.splitlines()[0].endswith(" 1 1: trick: 2; came 1")
    assert ran.stdout.endswith(" 1 differences\n")


# -- what is wrong is noticed ---------------------------------------------------------------------

Place = tuple[str, ...]


def places(expect: Data, at: Place = ()) -> Iterator[Place]:
    """Where single values stand."""
    for key, value in expect.items():
        if isinstance(value, dict) and value and key != "refused":
            yield from places(value, (*at, key))
        else:
            yield (*at, key)


def kind(place: Place) -> Place:
    """The same without players."""
    return tuple(key for key in place if not key.isdigit())


def wrong(game: Game, place: Place, value: Any) -> Any:
    """Something else than what was expected, and did come."""
    key, facts = kind(place)[-1], game.facts()
    some = next((cards.split()[0] for cards in facts["holds"].values() if cards), "")
    if key in ("refused", "not_offered"):
        may = [text for text in game.may() if text not in value]
        return {may[0]: "now"} if key == "refused" else may[:1]
    if key == "lacks":
        return facts["holds"][place[-1]]
    if key == "not":
        return game.sees(int(place[1]))["hand"]
    if key == "untold":
        return [game.sees(int(place[1]))["told"][0].split()[0]]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [*value, f"play {some}X"]
    return "" if key == "points" else f"{value}X"


def spoiled(expect: Data, place: Place, value: Any) -> Data:
    changed = copy.deepcopy(expect)
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return changed


@pytest.mark.parametrize("name", BASES)
def test_a_wrong_expectation_of_each_kind_is_noticed(name: str) -> None:
    """In a case and in a match."""
    table, tried, there = TABLES[name], set(), set()
    for _title, entry in entries(name):
        game = table(entry)
        if "case" in entry:
            assert list(check.check_case(game, entry)) == []
            steps = [entry]
        else:
            steps = entry["steps"]
        for step in steps:
            if "deal" in step:
                game.deal(step)
            elif "do" in step:
                game.do(step["do"])
            for place in places(step["expect"]):
                sort = ("case" if "case" in entry else "match", *kind(place))
                there.add(sort)
                value = step["expect"]
                for key in place:
                    value = value[key]
                if sort in tried or (sort[-1] == "refused" and not game.may()):
                    continue
                if sort[-1] == "untold" and not game.sees(int(place[1]))["told"]:
                    continue
                if sort[-1] in ("lacks", "not_offered") and not game.may():
                    continue
                tried.add(sort)
                changed = spoiled(step["expect"], place, wrong(game, place, value))
                assert list(check.differences(game, changed)) != [], (sort, value)
    assert tried == there
    assert len(tried) >= 30


def test_the_wrong_rule_is_noticed() -> None:
    for _title, entry in entries("chouine"):
        for text in entry.get("expect", {}).get("refused", {}):
            changed = copy.deepcopy(entry)
            changed["expect"]["refused"][text] = "luck"
            assert len(list(check.check(changed, check.Table))) == 1


@pytest.mark.parametrize("name", BASES)
def test_another_pack_action_or_dealer_is_noticed(name: str) -> None:
    entry = next(entry for _title, entry in entries(name) if "match" in entry)
    pack = entry["steps"][0]["pack"].split()
    for number, key, value in (
        (0, "pack", " ".join(reversed(pack))),
        (0, "dealer", entry["steps"][0]["dealer"] % 2 + 1),
        (1, "do", entry["steps"][2]["do"]),
    ):
        changed = copy.deepcopy(entry)
        changed["steps"][number][key] = value
        assert list(check.check(changed, TABLES[name])) != [], key


# -- the package ----------------------------------------------------------------------------------


def test_the_set_is_in_the_source_and_not_in_the_wheel() -> None:
    sdist = pytest.importorskip("hatchling.builders.sdist")
    wheel = pytest.importorskip("hatchling.builders.wheel")
    found = [
        {file.distribution_path for file in builder(str(ROOT)).recurse_included_files()}
        for builder in (sdist.SdistBuilder, wheel.WheelBuilder)
    ]
    packed, installed = ({str(path).replace("\\", "/") for path in paths} for paths in found)
    assert {"conformance/README.md", "conformance/cases/chouine.json"} <= packed
    assert "interpreter/rulesets/chouine.yaml" in installed
    assert not any("conformance" in path for path in installed)
