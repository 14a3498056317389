"""What the tests of the conformance set share: its folder and its entries."""

from __future__ import annotations

from functools import cache

import check
from check import Data
from helpers import ROOT

SET = ROOT / "conformance"
PAGE = (SET / "README.md").read_text(encoding="utf-8")
BASES = ("aluette", "chouine")


@cache
def entries(name: str) -> list[tuple[str, Data]]:
    """The cases and matches of a ruleset with their titles."""
    return list(check.entries(name))
