"""trickplay: trick-taking card games as data.

>>> from interpreter import load
>>> match = load(NAME).match(seed=7)  # the name of a shipped ruleset, or a path
>>> while not match.over:
...     match.apply(match.actions()[0])
>>> match.result.deals
6

The names below are imported when they are first used, so that `trickplay --help` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .table.action import Action
    from .table.errors import IllegalAction, RecordError
    from .table.game import Game, load
    from .table.match import Match, Result
    from .table.view import View
    from .text.problem import Problem, RulesetError

__version__: str
__all__ = [
    "Action",
    "Game",
    "IllegalAction",
    "Match",
    "Problem",
    "RecordError",
    "Result",
    "RulesetError",
    "View",
    "load",
]

_HOMES = {
    "Action": "table.action",
    "Game": "table.game",
    "IllegalAction": "table.errors",
    "Match": "table.match",
    "Problem": "text.problem",
    "RecordError": "table.errors",
    "Result": "table.match",
    "RulesetError": "text.problem",
    "View": "table.view",
    "load": "table.game",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("trickplay")
        except PackageNotFoundError:  # a checkout that was not installed
            found = "0.0.0"
        return globals().setdefault(name, found)  # every record names it
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
