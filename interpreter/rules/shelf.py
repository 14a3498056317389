"""The rulesets and decks that come with the program. Imports nothing heavy: help texts ask it."""

from __future__ import annotations

from pathlib import Path

from ..text.messages import _
from ..text.problem import did_you_mean

SHIPPED = next(
    folder
    for folder in (Path(__file__).parents[1] / "rulesets", Path(__file__).parents[2] / "rulesets")
    if folder.is_dir()
)
"""inside the installed package, beside it in a checkout"""
TESTS = ".test.yaml"
"""how the name of a file of cases ends"""


def shipped() -> list[str]:
    """The names of the shipped rulesets, in alphabetical order."""
    return names_in(SHIPPED)


def names_in(folder: Path) -> list[str]:
    """The names of the rulesets in a folder; files of their cases are none."""
    return sorted(path.stem for path in folder.glob("*.yaml") if not is_test_file(path))


def is_test_file(path: Path) -> bool:
    """Whether a path is that of a file of cases, which stands beside a ruleset."""
    return path.name.endswith(TESTS)


def is_path(name: str) -> bool:
    """Whether a ruleset is named by a path, and not by its name."""
    return "/" in name or "\\" in name or name.endswith((".yaml", ".yml"))


def find(name: str) -> Path:
    """The file of a shipped ruleset by name, or the path itself. Raises FileNotFoundError."""
    if is_path(name):
        path = Path(name)
        if not path.is_file():
            raise FileNotFoundError(_("there is no file {path}").format(path=name))
        return path
    if name in shipped():
        return SHIPPED / f"{name}.yaml"
    hint = did_you_mean(name, shipped())
    if Path(f"{name}.yaml").is_file():
        hint = _("for the file beside you write {path}").format(path=f"./{name}.yaml")
    listed = _("there are: {names}").format(names=", ".join(shipped()))
    text = _("no shipped ruleset is called {name}; {hint}")
    raise FileNotFoundError(text.format(name=name, hint=hint or listed))
