"""Every way to play a ruleset that its options allow.

In: a Ruleset. Out: settings of its options. If there are more ways than anybody would go through,
the default ones, and those in which one option is set otherwise.
"""

from __future__ import annotations

from itertools import product
from math import prod

from ..rules.ruleset import Ruleset

Settings = dict[str, str]
MOST = 64


def every_setting(r: Ruleset) -> list[Settings]:
    """The settings: first those that the file has by default, then those farthest from them."""
    options = {
        o.about.name: (o.default, *(v for v in o.values if v != o.default)) for o in r.options
    }
    if prod(map(len, options.values())) <= MOST:
        first, *rest = product(*options.values())
        return [dict(zip(options, row, strict=True)) for row in (first, *reversed(rest))]
    usual = {name: values[0] for name, values in options.items()}
    others = [{**usual, name: v} for name, values in options.items() for v in values[1:]]
    return [usual, *others]
