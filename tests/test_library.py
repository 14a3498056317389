"""The library as a program meets it: the examples in docstrings and in docs/library.md."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

import interpreter
from interpreter.text.messages import speak

PAGE = (Path(__file__).parent.parent / "docs" / "library.md").read_text(encoding="utf-8")
MODULES = sorted({"", *(f".{home}" for home in interpreter._HOMES.values())})


@pytest.fixture(autouse=True)
def _in_english() -> None:
    speak("en")


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    """Every module of the public names has examples, and they hold."""
    module = import_module(f"interpreter{name}")
    done = doctest.testmod(
        module, extraglobs={"NAME": "chouine"}, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert done.attempted > 0
    assert done.failed == 0


def test_every_public_name_is_described() -> None:
    for name in interpreter.__all__:
        assert getattr(interpreter, name).__doc__, name


EXAMPLES = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", PAGE, re.S | re.M)


def test_every_program_has_its_output() -> None:
    assert len(EXAMPLES) == PAGE.count("```python") == 3


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_page(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    program, output = EXAMPLES[number]
    exec(compile(program, "library.md", "exec"), {})
    assert capsys.readouterr().out == output


def test_a_bot_in_twenty_lines() -> None:
    program = next(program for program, _output in EXAMPLES if "class " in program)
    assert len([line for line in program.splitlines() if line.strip()]) <= 20


def test_the_library_is_typed() -> None:
    assert (Path(interpreter.__file__).parent / "py.typed").is_file()
