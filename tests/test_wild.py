"""Random rulesets: those that load are sound, all others are refused in words.

`python tests/fuzz.py` does the same for as long as one likes, and on both carriers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import TRIES
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from soundness import check, check_module, loaded, refused, written
from wild import broken, rulesets

from interpreter.machine.compile import compile_ruleset
from interpreter.rules.read import read_ruleset, with_settings
from interpreter.rules.shelf import find, shipped
from interpreter.study.leaks import settings as choices

QUICK = settings(
    deadline=None,
    max_examples=12 * TRIES,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example],
)


@QUICK
@given(data=rulesets(), seed=st.integers(0, 2**32))
def test_wild_rulesets_are_sound(data: Any, seed: int) -> None:
    refusal = refused(lambda: check(written(data), seed))
    assert refusal is None or "large" in str(refusal) or "can be" in str(refusal)


@QUICK
@given(data=broken(), seed=st.integers(0, 2**32))
def test_broken_rulesets_are_refused_in_words(data: Any, seed: int) -> None:
    text = written(data)
    if not refused(lambda: loaded(text)):
        check(text, seed, leaks=False)


def test_names_that_mean_something_in_python() -> None:
    """They are names of cards, rules and sets, and nothing else."""
    text = (Path(__file__).parent / "loading" / "python.yaml").read_text(encoding="utf-8")
    check(text, 5)
    module = compile_ruleset(loaded(text))
    assert "'declare while S'" in module
    for word in (
        "abort",
        "exit",
        "eval",
        "exec",
        "open",
        "locals",
        "globals",
        "__class__",
        "%(x)s",
    ):
        assert word not in module, word


@pytest.mark.parametrize("name", shipped())
def test_modules_of_shipped_rulesets(name: str) -> None:
    """With every option: made of what the compiler writes, and of nothing else."""
    r = read_ruleset(find(name))
    for choice in choices(r):
        check_module(with_settings(r, choice))
