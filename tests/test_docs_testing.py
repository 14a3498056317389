"""The manual of worked examples is true: every example in docs/testing.md is played."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from interpreter.rules.shelf import SHIPPED
from interpreter.study.cases.read import read_suite, settling
from interpreter.study.cases.run import run_cases

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "testing.md").read_text(encoding="utf-8")
BLOCKS = [text for text in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL) if "cases:" in text]
VARIANT = "ruleset: 1\nextends: chouine\nname: mine\ntitle: Mine\n"


def test_the_page_is_current() -> None:
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.testing() == PAGE, "run: python docs/generate.py"


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_examples_hold(block: str, tmp_path: Path) -> None:
    """As the cases of a variant of the game that they are about."""
    path = tmp_path / "mine.yaml"
    path.write_text(VARIANT, encoding="utf-8")
    for name in ("chouine.yaml", "chouine.test.yaml"):
        (tmp_path / name).write_bytes((SHIPPED / name).read_bytes())
    text = block if block.startswith("tests: 1") else "tests: 1\n" + block
    (tmp_path / "mine.test.yaml").write_text(text, encoding="utf-8")
    settle = settling(path)
    suite = read_suite(path, settle=settle)
    own = {case.name for case in suite.cases if case.span.source.name.endswith("mine.test.yaml")}
    results = run_cases(suite, settle, tuple(own), fillings=5)
    assert results.ok
    assert results.count >= 1
    assert results.surprises == ()
    assert bool(results.todo) == ("todo:" in block)


def test_there_are_examples_of_everything() -> None:
    assert len(BLOCKS) == 5
    for key in ("given", "play", "expect", "each", "todo", "sees", '"02.3 *": ~'):
        assert any(key in block for block in BLOCKS), key
