"""From exact sums to numbers with intervals.

In: sums of a measure X over units, of its squares and of its products with what it is taken over,
D. Out: the ratio of the sums with its 95 % interval. Units are independent of each other: deals by
themselves, or whole matches, whose deals are not.

The variance of a ratio R = sum of X / sum of D is that of the residuals X - R D. A share gets the
interval of Wilson for as many deals as would have that variance; for deals by themselves these are
the deals themselves. All sums are whole numbers and R is a fraction until the very end.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from ..interval import Z, interval


@dataclass(frozen=True)
class Sums:
    """Those of one measure: of X, D, X², XD and D², and how many units there are. whole: whether
    units are matches."""

    x: int
    d: int
    xx: int
    xd: int
    dd: int
    units: int
    whole: bool

    @property
    def ratio(self) -> Fraction:
        """The mean of X over D."""
        return Fraction(self.x, self.d)

    @property
    def spread(self) -> Fraction:
        """The variance of the ratio."""
        r = self.ratio
        residuals = self.xx - 2 * r * self.xd + r * r * self.dd
        return corrected(residuals, self) / self.d**2


def corrected(residuals: Fraction, sums: Sums) -> Fraction:
    """Squares of residuals of matches, by which their own mean was found."""
    return residuals * Fraction(sums.units, max(sums.units - 1, 1)) if sums.whole else residuals


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % interval. sum, over: what it is the ratio of."""

    value: float
    low: float
    high: float
    sum: int
    over: int

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def share(sums: Sums, z: float = Z) -> Estimate | None:
    """A share, with another interval by its `z`; None if there is nothing of which it would be."""
    if not sums.d:
        return None
    ratio, alike = sums.ratio, min(sums.d, sums.units)
    spread = sums.spread
    n = float(ratio * (1 - ratio) / spread) if spread else alike
    value = float(ratio)
    low, high = interval(value * n, n, z)
    return Estimate(value, min(low, value), max(high, value), sums.x, sums.d)


def mean(sums: Sums, z: float = Z) -> Estimate | None:
    """A mean; None if there is nothing of which it would be."""
    if not sums.d:
        return None
    ratio, half = float(sums.ratio), z * sqrt(sums.spread)
    return Estimate(ratio, ratio - half, ratio + half, sums.x, sums.d)


@dataclass(frozen=True)
class Products:
    """Sums of products of two games' measures over the same units: X of one with X of the other,
    X with D, D with X, D with D."""

    xx: int
    xd: int
    dx: int
    dd: int


def difference(one: Sums, other: Sums, both: Products, z: float = Z) -> Estimate | None:
    """By how much the ratio is larger in the other game. What both have by the same packs and
    choices falls out: the variance is that of the difference of the residuals of each unit."""
    if not (one.d and other.d):
        return None
    r, s = one.ratio, other.ratio
    common = both.xx - s * both.xd - r * both.dx + r * s * both.dd
    spread = one.spread + other.spread - 2 * corrected(common, one) / (one.d * other.d)
    value, half = float(s - r), z * sqrt(spread)
    return Estimate(value, value - half, value + half, other.x - one.x, min(one.d, other.d))
