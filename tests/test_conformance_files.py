"""The files of the conformance set are current and have their shape; its page explains them."""

from __future__ import annotations

import json
import re

import aluette_words
import pytest
import renew
from conformance_set import BASES, PAGE, SET, entries
from helpers import ROOT
from jsonschema import Draft202012Validator

from interpreter.rules.shelf import shipped

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
