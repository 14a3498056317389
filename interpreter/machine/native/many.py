"""Many deals side by side, each waiting for one action: what `Game.batch` does in one go.

In: states, and lists with a number for each deal (`turns`, `numbers`, `actions`) or several rows of
such numbers (`masks`: cards, calls, cards to put aside; `known`: a row for each seat); `words` has
the streams of one deal after those of the other. Out: the same, changed. A deal that is over has
the turn -1, no legal action, and stays as it is until it is dealt anew.
"""

from __future__ import annotations

from ..engine.bits import nth, popcount
from ..engine.calls import calls
from ..engine.deal import begin
from ..engine.drive import act, follow, start
from ..engine.result import close
from ..engine.spec import DECLARES, DISCARDS, NOBODY, PLAYERS, SIDES, SIZE, TAKES, State
from ..engine.tricks import cards
from ..packs import DEALS as OF_DEALS
from .layout import ACTIONS
from .loops import no_lots, sow_choices, weight
from .streams import below, shuffle


def open_deals(
    states: list[State],
    words: list[int],
    work: list[int],
    pack: list[int],
    masks: list[int],
    turns: list[int],
    known: list[int],
    gains: list[int],
    numbers: list[int],
    first: int,
    low: int,
    high: int,
) -> int:
    """In the rows that are over deals `first`, `first` + 1 … of a seed are dealt, as the loop over
    deals does it. How many they are."""
    n = len(turns)
    number = first
    for i in range(n):
        if turns[i] < 0:
            s = states[i]
            numbers[i] = number
            at = 4 * PLAYERS * i
            no_lots(s)
            begin(s, (number - 1) % PLAYERS)
            sow_choices(words, at, 4, low, high, number)
            for p in range(PLAYERS):
                known[p * n + i] = 0
            for side in range(SIDES):
                gains[side * n + i] = 0
            shuffle(pack, work, 0, low, high, OF_DEALS, number)
            start(s, pack)
            offer(s, i, masks, turns)
            number += 1
    return number - first


def offer(s: State, i: int, masks: list[int], turns: list[int]) -> None:
    """Write down who is to act in deal `i`, and what may be done."""
    n = len(turns)
    plays = 0
    other = 0
    puts = 0
    turn = -1
    if s.over == 0:
        turn = s.turn
        plays = cards(s)
        other = calls(s, plays)
        if TAKES and s.aside:
            puts = plays
            plays = 0
    turns[i] = turn
    masks[i] = plays
    masks[n + i] = other
    if TAKES:
        masks[2 * n + i] = puts


def refused(masks: list[int], turns: list[int], actions: list[int]) -> int:
    """The first deal whose action is not legal, or -1."""
    n = len(turns)
    wrong = 0
    for i in range(n):  # it does not branch: a processor looks at several deals at once
        wrong |= amiss(masks, turns, int(actions[i]), i)
    if wrong:
        for i in range(n):
            if amiss(masks, turns, int(actions[i]), i):
                return i
    return -1


def amiss(masks: list[int], turns: list[int], a: int, i: int) -> int:
    """1 if action `a` is not legal in deal `i`, else 0."""
    n = len(turns)
    plays = masks[i]
    other = masks[n + i]
    puts = masks[2 * n + i] if TAKES else 0
    known = 1 if 0 <= a < ACTIONS else 0
    at = a if known else 0
    legal = plays >> at if at < SIZE else other >> at - SIZE
    if TAKES:
        legal = puts >> at - DISCARDS if at >= DISCARDS else legal
    live = 1 if turns[i] >= 0 else 0
    return live & ~(legal & known)


def step_deals(
    states: list[State],
    masks: list[int],
    turns: list[int],
    known: list[int],
    gains: list[int],
    actions: list[int],
) -> int:
    """One action in every deal that is not over, and what follows by itself. -1, or the first deal
    whose action is not legal: then nothing has been done.

    `known` keeps the points of declarations that everyone has heard of: a declaration is told when
    its card is played, so until then the points are those before it. `gains` gets what a deal that
    ends counts for the side of its winner.
    """
    n = len(turns)
    wrong = refused(masks, turns, actions)
    if wrong >= 0:
        return wrong
    for i in range(n):
        if turns[i] >= 0:
            s = states[i]
            act(s, int(actions[i]))
            follow(s)
            if s.step:
                if s.winner != NOBODY:
                    gains[s.winner % SIDES * n + i] = weight(s)
                close(s)
            if DECLARES and not s.pending:
                for p in range(PLAYERS):
                    known[p * n + i] = s.declared[p]
            offer(s, i, masks, turns)
    return -1


def draw_choices(words: list[int], masks: list[int], turns: list[int], actions: list[int]) -> None:
    """For every deal the action that random players choose, each by the words of its stream."""
    n = len(turns)
    for i in range(n):
        me = turns[i]
        a = -1
        if me >= 0:
            puts = masks[2 * n + i] if TAKES else 0
            legal = masks[i] | puts
            other = masks[n + i]
            held = popcount(legal)
            k = below(words, 4 * (PLAYERS * i + int(me)), held + popcount(other))
            if k >= held:
                a = SIZE + nth(other, k - held)
            else:
                a = nth(legal, k) + (DISCARDS if puts else 0)
        actions[i] = a


def spread(masks: list[int], n: int, out: list[int]) -> None:
    """The sets of legal actions of `n` deals: a byte for each action, eight in one number."""
    row = ACTIONS + 7 >> 3
    for i in range(n):
        plays = masks[i]
        other = masks[n + i]
        puts = masks[2 * n + i] if TAKES else 0
        for j in range(row):
            at = 8 * j
            bits = plays >> at if at < SIZE else 0
            if at >= SIZE:
                bits |= other >> at - SIZE if at < DISCARDS else 0
            elif at + 8 > SIZE:
                bits |= other << SIZE - at
            if TAKES:
                if at >= DISCARDS:
                    bits |= puts >> at - DISCARDS
                elif at + 8 > DISCARDS:
                    bits |= puts << DISCARDS - at
            low = (bits & 127) * 0x02040810204081 & 0x0101010101010101
            out[i * row + j] = low | (bits & 128) << 49
