"""The conformance set is checked by programs that know nothing of this one.

Chouine is checked by the example that comes with the set, Aluette by aluette_words.py, Chouine for
several and of Mondoubleau by variants/table_talk.py. Every kind of expectation is made wrong once,
and is noticed; so are other rules.
"""

from __future__ import annotations

import ast
import copy
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import aluette_conformance
import check
import chouine
import pytest
from check import Data, Game
from conformance_set import BASES, SET, entries
from several_conformance import Table as Several

TABLES: dict[str, Callable[[Data], Game]] = {
    "chouine": check.Table,
    "aluette": aluette_conformance.Table,
    "aluette-mordienne": aluette_conformance.Table,
}
SEVERAL = {
    "chouine-trois": (3, False),
    "chouine-quatre": (4, False),
    "chouine-mondoubleau": (2, True),
    "chouine-mondoubleau-trois": (3, True),
    "chouine-mondoubleau-quatre": (4, True),
}
"""how many play, and whether it is Mondoubleau"""


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


@pytest.mark.parametrize("name", SEVERAL)
def test_all_but_views_holds_for_several(name: str) -> None:
    players, mondoubleau = SEVERAL[name]
    table = partial(Several, players=players, mondoubleau=mondoubleau)
    for title, entry in copy.deepcopy(entries(name)):
        for step in entry.get("steps", [entry]):
            step["expect"].pop("sees", None)
        assert (title, list(check.check(entry, table))) == (title, [])
    assert len(entries(name)) > 40


def test_a_quinte_of_a_hundred(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chouine-cent differs in that, and in nothing else."""
    found = {title for title, entry in entries("chouine-cent") if differs(entry, check.Table)}
    assert len(found) >= 10
    assert all("quinte" in title or "matches" in title for title in found)
    plain = chouine.worth
    monkeypatch.setattr(chouine, "worth", lambda what, t: plain(what, t) * (1 + (what == "quinte")))
    assert not any(differs(entry, check.Table) for _title, entry in entries("chouine-cent"))


def differs(entry: Data, table: Callable[[Data], Game]) -> bool:
    return any(True for _problem in check.check(entry, table))


@pytest.mark.parametrize("name", ["aluette-cinq-points", "aluette-chanter-partenaire"])
def test_other_rules_are_noticed(name: str) -> None:
    """In the cases and in the matches of a variant that Aluette's rules do not fit."""
    table = aluette_conformance.Table
    found = {title.split()[0] for title, entry in entries(name) if differs(entry, table)}
    assert found == {"cases", "matches"}


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
