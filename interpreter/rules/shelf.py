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


def shipped() -> list[str]:
    """The names of the shipped rulesets, in alphabetical order."""
    return sorted(path.stem for path in SHIPPED.glob("*.yaml") if ".test." not in path.name)


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
