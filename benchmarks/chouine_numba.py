"""Chouine by hand, for numba: the program of chouine.c in Python with typed arrays.

What it plays is said there. Everything is a signed integer of 64 bits, as numba likes it best.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from llvmlite.binding import get_host_cpu_features
from numba import njit, types
from numba.extending import intrinsic

QUEENS, BRISQUES, ALL = 0x08080808, 0x03030303, 0xFFFFFFFF
POINTS = np.array([11, 10, 4, 3, 2, 0, 0, 0] * 4, np.int64)
NEEDS = np.array([31, 12, 29, 0, 28], np.int64)
WORTH = np.array([0, 20, 40, 50, 30], np.int64)
FAST: dict[str, Any] = {"inline": "always", "error_model": "numpy"}


@intrinsic
def popcount(context: Any, x: Any) -> Any:
    return types.int64(types.int64), lambda c, b, s, args: b.ctpop(args[0])


@intrinsic
def lowest(context: Any, x: Any) -> Any:
    zero_too = ir.Constant(ir.IntType(1), 0)
    return types.int64(types.int64), lambda c, b, s, args: b.cttz(args[0], zero_too)


@intrinsic
def zeros(context: Any, x: Any) -> Any:
    """leading zeros of 64 bits"""
    zero_too = ir.Constant(ir.IntType(1), 0)
    return types.int64(types.int64), lambda c, b, s, args: b.ctlz(args[0], zero_too)


@intrinsic
def deposit(context: Any, x: Any, mask: Any) -> Any:
    def generate(c: Any, b: Any, s: Any, args: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return b.call(b.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind), args)

    return types.int64(types.int64, types.int64), generate


if get_host_cpu_features().get("bmi2"):

    @njit(**FAST)
    def nth(cards: int, k: int) -> Any:
        return lowest(deposit(1 << k, cards))

else:

    @njit(**FAST)
    def nth(cards: int, k: int) -> Any:
        while k:
            cards &= cards - 1
            k -= 1
        return lowest(cards)


@njit(**FAST)
def word(s: Any, at: int) -> Any:
    a, b, c, d = s[at], s[at + 1], s[at + 2], s[at + 3]
    result = a + b + d & ALL
    s[at] = b ^ b >> 9
    s[at + 1] = c + (c << 3) & ALL
    s[at + 2] = (c << 21 & ALL | c >> 11) + result & ALL
    s[at + 3] = d + 1 & ALL
    return result


@njit(**FAST)
def start(s: Any, at: int, low: int, high: int, which: int, number: int) -> None:
    s[at], s[at + 1], s[at + 2], s[at + 3] = low, high, which, number
    for _ in range(20):
        word(s, at)


@njit(**FAST)
def below(s: Any, at: int, n: int) -> Any:
    shift = zeros(n - 1) - 32
    value = word(s, at) >> shift
    while value >= n:
        value = word(s, at) >> shift
    return value


@njit(**FAST)
def shuffle(s: Any, deck: Any) -> None:
    for i in range(32):
        deck[i] = i
    i = 31
    while i > 0:
        value = word(s, 8) >> zeros(i) - 32
        j = value if value <= i else i
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card
        i -= 1 if value <= i else 0


@njit(**FAST)
def suit(card: int) -> Any:
    return 0xFF << (card & 24)


@njit(**FAST)
def above(card: int) -> Any:
    return suit(card) & (1 << card) - 1


@njit(error_model="numpy")
def declarable(hand: int, legal: int, used: int) -> int:
    out = 0
    for i in range(4):
        held, may = hand >> 8 * i & 0xFF, legal >> 8 * i & 0xFF
        if held & 12 == 12 and not used >> i & 1:
            if may & 12:
                out |= 1 << 4 + i
            if held & 28 == 28 and may & 28:
                out |= 1 << 13 + i
            if held & 29 == 29 and may & 29:
                out |= 1 << 8 + i
            if held & 31 == 31 and may & 31:
                out |= 1 << i
    if not used & 16 and popcount(hand & BRISQUES) == 5 and legal & BRISQUES:
        out |= 1 << 12
    return out


@njit(**FAST)
def finish(out: Any, at: int, winner: int, a: int, b: int, decisions: int) -> None:
    out[at], out[at + 1], out[at + 2], out[at + 3] = winner, a, b, decisions


@njit(error_model="numpy")
def play(s: Any, deck: Any, h: Any, number: int, out: Any, at: int) -> None:
    """One deal. h: two numbers each of hands, points, declared, used, claims."""
    leader, position, decisions, played = number & 1, 11, 0, 0
    for i in range(8):
        h[i] = 0
    for i in range(10):
        h[leader ^ i & 1] |= 1 << deck[i]
    turned = deck[10]
    trump, seven = suit(turned), turned | 7
    for trick in range(16):
        if trick == 10 and turned != seven and not played >> seven & 1:
            p = 1 - leader
            holds = h[p] >> seven & 1
            decisions += 1
            if below(s, 4 * p, 1 + holds) == 0 and holds:
                h[p] ^= 1 << seven | 1 << turned
                turned = seven
        led = card = -1
        h[8] = h[9] = -1
        for turn in range(2):
            p = leader ^ turn
            legal, bound = h[p], False
            if trick > 10 and turn:
                follow, over = legal & suit(led), legal & above(led)
                if not follow:
                    follow = legal & trump
                elif suit(led) == trump and over:
                    follow = over
                if follow:
                    legal = follow
            while True:
                hand, other, n = h[p], 0, popcount(legal)
                decisions += 1
                if not bound:
                    if hand & hand << 1 & QUEENS or popcount(hand & BRISQUES) == 5:
                        other = declarable(hand, legal, h[6 + p])
                    if hand >> seven & 1 and (trick < 10 or (trick == 10 and not turn)):
                        other |= 1 << 17
                k = below(s, 4 * p, n + popcount(other))
                if k < n:
                    card = nth(legal, k)
                    break
                a = nth(other, k - n)
                if a == 17:
                    h[p] ^= 1 << seven | 1 << turned
                    turned = seven
                    legal = h[p]
                    continue
                bound = True
                if a == 12:
                    h[6 + p] |= 16
                    h[4 + p] += 50
                    legal &= BRISQUES
                else:
                    kind = a >> 2 if a < 12 else 4
                    which = (a - (1 if a > 12 else 0)) & 3
                    h[6 + p] |= 1 << which
                    h[4 + p] += WORTH[kind] * (2 if trump == 0xFF << 8 * which else 1)
                    legal &= NEEDS[kind] << 8 * which
                    if kind == 0:
                        h[8 + p] = which
            h[p] ^= 1 << card
            played |= 1 << card
            if not turn:
                led = card
        if h[8] >= 0 or h[9] >= 0:
            first, second = h[8 + leader], h[9 - leader]
            theirs = second >= 0 and trump == 0xFF << 8 * second
            winner = leader if (first >= 0 and not theirs) or second < 0 else 1 - leader
            finish(out, at, winner, 0, 0, decisions)
            return
        if above(led) >> card & 1 or (suit(card) == trump and suit(led) != trump):
            leader ^= 1
        h[2 + leader] += POINTS[led] + POINTS[card]
        if trick < 11:
            h[leader] |= 1 << deck[position]
            h[1 - leader] |= 1 << (deck[position + 1] if position < 31 else turned)
            position += 2
    h[2 + leader] += 10
    a, b = h[2] + h[4], h[3] + h[5]
    finish(out, at, 2 if a == b else 0 if a > b else 1, a, b, decisions)


@njit(cache=True, error_model="numpy", nogil=True)
def deals(low: int, high: int, first: int, count: int, out: Any) -> None:
    """Results of `count` deals of a seed, four numbers each."""
    s, deck, h = np.empty(12, np.int64), np.empty(32, np.int64), np.empty(10, np.int64)
    for i in range(count):
        start(s, 8, low, high, 0, first + i)
        start(s, 0, low, high, 2, first + i)
        start(s, 4, low, high, 3, first + i)
        shuffle(s, deck)
        play(s, deck, h, first + i, out, 4 * i)
