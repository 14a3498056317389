"""Games that several tests play as machine code: each is loaded once, with one setting, since a
ruleset takes seconds to compile for each setting of its options."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from helpers import ROOT

from interpreter import Game, load
from interpreter.rules.shelf import shipped

FOLDER = str(ROOT / ".pytest_cache" / "native")
"""machine code of tests is kept, but not among the user's own"""
SETTINGS = {"aluette": {"chanter": "yes", "mordienne": "yes", "signals": "yes"}}
"""with which all happens that can"""
OWN = sorted((ROOT / "tests" / "games").glob("*.yaml"))

MACHINE_CODE = pytest.mark.xdist_group("machine code")
"""the tests that compile the same games: one worker takes them, so that none is compiled twice"""

Played = tuple[str, tuple[tuple[str, str], ...]]


@cache
def game(name: str, *settings: tuple[str, str]) -> Game:
    """A game with its carriers, for all tests: with some settings, else with those above."""
    return load(name).with_options(dict(settings) or SETTINGS.get(name, {}))


def some_settings(game: Game) -> list[dict[str, str]]:
    """The defaults, and choices in which every value of every option comes up."""
    options = game.ruleset.options
    found = []
    for k in range(max((len(o.values) for o in options), default=1)):
        place = {o.about.name: (o.values.index(o.default) + k) % len(o.values) for o in options}
        found.append({o.about.name: o.values[place[o.about.name]] for o in options})
    return found


def played() -> Iterator[Played]:
    """Every ruleset with a setting; `python tests/carriers.py` plays all settings of all.

    The settings of variants take turns, so that every value comes up in one of them. The questions
    and signals of the council are asked and given otherwise for each value; the lots of the six are
    no part of a deal.
    """
    for number, name in enumerate(shipped()):
        found = some_settings(load(name))
        yield name, () if name in SETTINGS else tuple(found[number % len(found)].items())
    for path in OWN:
        found = some_settings(load(str(path)))
        for setting in found if path.stem == "council" else found[:1]:
            yield str(path), tuple(setting.items())


def name_of(some: Played) -> str:
    """A name for a test."""
    return " ".join([Path(some[0]).stem, *(value for _option, value in some[1])])
