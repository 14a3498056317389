"""trickplay: trick-taking card games as data.

>>> from interpreter import load
>>> game = load("chouine")
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from .table.action import Action
from .table.errors import IllegalAction, RecordError
from .table.game import Game, load
from .table.match import Match, Result
from .table.view import View
from .text.problem import Problem, RulesetError

try:
    __version__ = version("trickplay")
except PackageNotFoundError:  # a checkout that was not installed
    __version__ = "0.0.0"

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
