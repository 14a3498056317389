"""Numbers as people read them, in the language in use.

In: counts and estimates. Out: text: groups of three digits, a decimal point or comma, and as many
decimals as the interval gives reason to.
"""

from __future__ import annotations

from math import floor, log10

from ...text.messages import _, language
from .estimate import Estimate

MARKS = {"en": (",", "."), "fr": (" ", ","), "pt": (" ", ",")}
"""between groups of three digits, before decimals"""
MOST = 3
"""decimals"""


def number(value: float, decimals: int = 0) -> str:
    """A number, rounded."""
    group, point = MARKS[language()]
    text = f"{value:,.{decimals}f}".replace(",", "\0").replace(".", point)
    text = text.replace("\0", group)
    return text.replace("-", "−") if float(f"{value:.{decimals}f}") else text.lstrip("-")


def decimals(half: float) -> int:
    """How many decimals go with an interval of that half width: its first digit is told."""
    return max(1, min(MOST, -floor(log10(half)))) if half > 0 else 1


def spanned(found: Estimate | None, scale: int = 1) -> str:
    """A number with its interval: `49.9 (49.6–50.2)`; the number alone if it is always the same."""
    if found is None:
        return "–"
    value, low, high = scale * found.value, scale * found.low, scale * found.high
    if low == high:
        return number(value, 0 if value == round(value) else MOST)
    some = decimals(scale * found.half)
    text = _("{value} ({low}–{high})")
    parts = {"value": number(value, some), "low": number(low, some), "high": number(high, some)}
    return text.format(**parts)


def parted(by: Estimate, scale: int = 1) -> str:
    """A difference with the half width of its interval: `+0.21 ±0.09`."""
    some = decimals(scale * by.half)
    value, half = number(scale * by.value, some), number(scale * by.half, some)
    sign = "+" if by.value > 0 else ""
    return f"{sign}{value} ±{half}"
