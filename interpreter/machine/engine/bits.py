"""Card sets as bit masks. A native carrier has these as single machine instructions."""

from __future__ import annotations


def popcount(x: int) -> int:
    """how many cards"""
    return x.bit_count()


def lowest(x: int) -> int:
    """the lowest card of a set that is not empty"""
    return (x & -x).bit_length() - 1


def nth(x: int, k: int) -> int:
    """card number `k` of a set, from 0"""
    while k:
        x &= x - 1
        k -= 1
    return (x & -x).bit_length() - 1


def within(a: int, b: int) -> bool:
    """whether `a` is not empty and lies in `b`"""
    return a != 0 and a & ~b == 0
