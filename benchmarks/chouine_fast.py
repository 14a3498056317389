"""Chouine by hand, in plain Python, optimised: masks and sorted lists, tables, one long function.

What it plays is said in chouine.c. Streams are closures, since CPython reads a local name fastest.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable

POINTS = [11, 10, 4, 3, 2, 0, 0, 0] * 4
SUIT = [0xFF << (c & 24) for c in range(32)]
ABOVE = [SUIT[c] & (1 << c) - 1 for c in range(32)]
BIT = [1 << c for c in range(32)]
QUEENS, BRISQUES, ALL = 0x08080808, 0x03030303, 0xFFFFFFFF
NEEDS = ((0, 31, 0), (4, 12, 20), (8, 29, 40), (13, 28, 30))  # first call, cards, points
SHIFT = [32] + [32 - i.bit_length() for i in range(1, 64)]
EXCHANGE = 17

Below = Callable[[int], int]


def stream(seed: int, which: int, number: int) -> Below:
    """The generator of chouine.c: a function that gives numbers below n."""
    a, b, c, d = seed & ALL, seed >> 32, which, number
    for _ in range(20):
        word = a + b + d & ALL
        d = d + 1 & ALL
        a = b ^ b >> 9
        b = c + (c << 3) & ALL
        c = (c << 21 & ALL | c >> 11) + word & ALL

    def below(n: int) -> int:
        nonlocal a, b, c, d
        shift = SHIFT[n - 1]
        while True:
            word = a + b + d & ALL
            d = d + 1 & ALL
            a = b ^ b >> 9
            b = c + (c << 3) & ALL
            c = (c << 21 & ALL | c >> 11) + word & ALL
            word >>= shift
            if word < n:
                return word

    return below


def declarable(hand: int, legal: int, used: int) -> list[int]:
    """Declarations by number, in order; called only if the hand may hold one."""
    found = []
    for i in range(4):
        held, may = hand >> 8 * i & 0xFF, legal >> 8 * i & 0xFF
        if held & 12 == 12 and not used >> i & 1:
            found += [
                first + i for first, cards, _p in NEEDS if held & cards == cards and may & cards
            ]
    if not used & 16 and (hand & BRISQUES).bit_count() == 5 and legal & BRISQUES:
        found.append(12)
    return sorted(found)


def play(deck: list[int], leader: int, choices: tuple[Below, Below]) -> tuple[int, int, int, int]:
    """One deal: winner, points of both seats, decisions."""
    hands = [0, 0]
    lists = [sorted(deck[0:10:2]), sorted(deck[1:10:2])]
    if leader:
        lists.reverse()
    for p in (0, 1):
        hands[p] = sum([BIT[c] for c in lists[p]])
    turned = deck[10]
    trump, seven = SUIT[turned], turned | 7
    seven_bit = BIT[seven]
    points, declared, used = [0, 0], [0, 0], [0, 0]
    played, position, decisions = 0, 11, 0
    for trick in range(16):
        other = 1 - leader
        if trick == 10 and turned != seven and not played & seven_bit:
            decisions += 1
            holds = hands[other] & seven_bit
            if choices[other](2 if holds else 1) == 0 and holds:
                hands[other] ^= seven_bit | BIT[turned]
                lists[other].remove(seven)
                insort(lists[other], turned)
                turned = seven
        led = card = -1
        claims: dict[int, int] = {}
        for p in (leader, other):
            hand, cards = hands[p], lists[p]
            legal, bound = hand, False
            if trick > 10 and led >= 0:
                follow = hand & SUIT[led]
                if not follow:
                    follow = hand & trump
                elif SUIT[led] == trump and hand & ABOVE[led]:
                    follow = hand & ABOVE[led]
                if follow:
                    legal = follow
                    cards = [c for c in cards if follow & BIT[c]]
            below = choices[p]
            while True:
                decisions += 1
                calls: list[int] = []
                if not bound:
                    if hand & hand << 1 & QUEENS or (hand & BRISQUES).bit_count() == 5:
                        calls = declarable(hand, legal, used[p])
                    if hand & seven_bit and (trick < 10 or (trick == 10 and led < 0)):
                        calls.append(EXCHANGE)
                n = len(cards)
                k = below(n + len(calls))
                if k < n:
                    card = cards[k]
                    break
                a = calls[k - n]
                if a == EXCHANGE:
                    hand = hands[p] = hand ^ (seven_bit | BIT[turned])
                    lists[p].remove(seven)
                    insort(lists[p], turned)
                    turned = seven
                    legal, cards = hand, lists[p]
                    continue
                bound = True
                if a == 12:
                    used[p] |= 16
                    declared[p] += 50
                    legal &= BRISQUES
                else:
                    first, mask, worth = next(row for row in NEEDS if row[0] <= a < row[0] + 4)
                    used[p] |= 1 << a - first
                    declared[p] += worth << (trump == 0xFF << 8 * (a - first))
                    legal &= mask << 8 * (a - first)
                    if not first:
                        claims[p] = 0xFF << 8 * a
                cards = [c for c in cards if legal & BIT[c]]
            hands[p] ^= BIT[card]
            lists[p].remove(card)
            played |= BIT[card]
            if led < 0:
                led = card
        if claims:
            first = leader in claims and claims.get(other) != trump
            return (leader if first or other not in claims else other), 0, 0, decisions
        if ABOVE[led] & BIT[card] or (SUIT[card] == trump and SUIT[led] != trump):
            leader, other = other, leader
        points[leader] += POINTS[led] + POINTS[card]
        if trick < 11:
            c = deck[position]
            hands[leader] |= BIT[c]
            insort(lists[leader], c)
            c = deck[position + 1] if position < 31 else turned
            hands[other] |= BIT[c]
            insort(lists[other], c)
            position += 2
    points[leader] += 10
    a, b = points[0] + declared[0], points[1] + declared[1]
    return (2 if a == b else 0 if a > b else 1), a, b, decisions


def deals(seed: int, first: int, count: int) -> list[int]:
    """Results of `count` deals of a seed, four numbers each."""
    out: list[int] = []
    for number in range(first, first + count):
        below, deck = stream(seed, 0, number), list(range(32))
        for i in range(31, 0, -1):
            j = below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        out += play(deck, number & 1, (stream(seed, 2, number), stream(seed, 3, number)))
    return out
