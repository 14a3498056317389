"""How sure a share is that was counted.

In: how many of how many. Out: the interval in which the true share lies with 95 %, by Wilson.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

Z = 1.959964
"""how many standard errors an interval of 95 % reaches to either side"""


def interval(count: float, total: float, z: float = Z) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson), or another one by its `z`."""
    if not total:
        return 0.0, 1.0
    share, square = count / total, z * z / total
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * sqrt(share * (1 - share) / total + square / total / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def reach(comparisons: int) -> float:
    """The `z` for several comparisons that are all to hold with 95 % (Bonferroni)."""
    return NormalDist().inv_cdf(1 - 0.025 / comparisons) if comparisons > 1 else Z
