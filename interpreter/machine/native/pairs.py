"""Two games in step: many deals of both side by side, and after how many moves they differ.

In: for each game its states, a row for each deal that is being played; lists that both share, with
some numbers for each row (`plan`: what comes next there; `seen`: what the first game shows). Out:
for each deal that was played the number of moves after which each kind of difference was seen.
`lead_pairs` moves the first game in all rows, then `follow_pairs` the second: it compares, chooses
what both do next, and opens the next deal where they have parted or the deal is over.

Cards, calls and actions are numbered as in the first game; the second has tables: `own` from these
numbers to its own, `into` back. A call that the first game lacks is its call UNKNOWN. What differs,
and in which order it is asked, is what `study/board.py` says: it does the same one deal at a time.
"""

from __future__ import annotations

from ..engine.bits import nth, popcount
from ..engine.calls import calls
from ..engine.deal import begin, first_deal
from ..engine.drive import act, follow, start
from ..engine.result import close
from ..engine.spec import (
    ASKS,
    DECLARES,
    NONE,
    PLAYERS,
    POLLS,
    RESOLVE,
    SERIES,
    SIDES,
    SIZE,
    SPOILS,
    TAKES,
    State,
)
from ..engine.tricks import cards
from ..packs import DEALS as OF_DEALS
from .loops import no_lots
from .streams import below, shuffle, sow

UNKNOWN = 63
OF_CHOICES, OF_DEALERS = 1002, 1003
"""streams: of the choices in a deal, and of who deals first in a match, by the deal's number"""
EAGER = 2
"""in how many of four choices a call is made, if there is one"""
CHAIN = 32
"""deals in a row, match after match; then a match begins anew, so that chains can be played side by
side: the first with deal 1, the next with deal 33 …"""

# columns of `plan`
ROW_NEXT, ROW_DEAL, ROW_FIRST, ROW_PAST, ROW_BEFORE, ROW_MOVE, PLAN = 0, 1, 2, 3, 4, 5, 6
# what comes next in a row
IDLE, MOVE, DEAL, MATCH = 0, 1, 2, 3
# columns of `seen`; those from SEEN_SEATS on are of each seat
SEEN_OVER, SEEN_TOOK, SEEN_TURN, SEEN_TURNED, SEEN_TRUMP, SEEN_ASKS = 0, 1, 2, 3, 4, 5
SEEN_CARDS, SEEN_CALLS, SEEN_PUTS, SEEN_WINNER, SEEN_DEALER, SEEN_SEATS = 6, 7, 8, 9, 10, 11
OWN_HAND, OWN_DECLARED, OWN_POINTS, OWN_WINS, OWN_ROUNDS, OWN_VICTORY, OWN_ALL = 0, 1, 2, 3, 4, 5, 6
# columns of `out`: the kinds of differences; moves made; deals before it in its match, moves there
IN_CARDS, IN_TRUMP, IN_LEGAL, IN_TRICKS, IN_CALLS, IN_POINTS = 0, 1, 2, 3, 4, 5
IN_RESULT, IN_MATCH, OUT_MOVES, OUT_PAST, OUT_BEFORE, OUT = 6, 7, 8, 9, 10, 11
# of `clock`: the first deal of all, the last one, the first of the next chain
FROM, UNTIL, NEXT = 0, 1, 2
NOT_TAKEN, SPOILED = -2, -1


def lead_pairs(
    states: list[State],
    plan: list[int],
    seen: list[int],
    pack: list[int],
    work: list[int],
    low: int,
    high: int,
) -> None:
    """The first game deals or moves in every row that is not idle, and shows what came of it."""
    for i in range(len(states)):
        at = i * PLAN
        if plan[at + ROW_NEXT] == IDLE:
            continue
        s = states[i]
        took = NOT_TAKEN
        if plan[at + ROW_NEXT] == MOVE:
            took = make(s, plan[at + ROW_MOVE])
        else:
            prepare(s, plan, at, pack, work, low, high)
            start(s, pack)
        show(s, seen, i * (SEEN_SEATS + OWN_ALL * PLAYERS), took)


def follow_pairs(
    states: list[State],
    plan: list[int],
    seen: list[int],
    pack: list[int],
    work: list[int],
    low: int,
    high: int,
    words: list[int],
    dealt: list[int],
    places: list[int],
    own: list[int],
    into: list[int],
    options: list[int],
    out: list[int],
    clock: list[int],
) -> int:
    """The second game does what the first has done; it is compared, and the next move is chosen.

    `places` says which card of the pack lies where for this game. `options`: whether both number
    cards alike, and calls; whether points of declarations count; the first game's number for
    putting card 0 aside. How many rows are not idle.
    """
    busy = 0
    for i in range(len(states)):
        at = i * PLAN
        if plan[at + ROW_NEXT] == IDLE:
            continue
        s = states[i]
        of = i * (SEEN_SEATS + OWN_ALL * PLAYERS)
        to = (plan[at + ROW_DEAL] - clock[FROM]) * OUT
        if plan[at + ROW_NEXT] == MOVE:
            out[to + OUT_MOVES] += 1
            parted = make(s, own[plan[at + ROW_MOVE]]) != seen[of + SEEN_TOOK]
            if parted:
                note(out, to, IN_TRICKS)
        else:
            prepare(s, plan, at, pack, work, low, high)
            for j in range(SIZE):
                dealt[j] = own[pack[places[j]]]
            start(s, dealt)
            sow(words, 4 * i, low, high, OF_CHOICES, plan[at + ROW_DEAL])
            for j in range(OUT):
                out[to + j] = -1
            out[to + OUT_MOVES] = 0
            parted = False
        if not parted:
            parted = differs(s, seen, of, into, options, out, to)
        move = -1
        if not parted and not s.over:
            move = choose(s, seen, of, into, options, out, to, words, 4 * i)
            parted = move < 0
        plan[at + ROW_MOVE] = move
        plan[at + ROW_NEXT] = MOVE
        if parted or s.over:
            turn_over(plan, at, out, to, clock, parted or s.over == 2)
        if plan[at + ROW_NEXT] != IDLE:
            busy += 1
    return busy


# -- what both games do ----------------------------------------------------------------------------


def prepare(
    s: State, plan: list[int], at: int, pack: list[int], work: list[int], low: int, high: int
) -> None:
    """Shuffle the next pack; if need be a match begins, or a round of it."""
    number = plan[at + ROW_DEAL]
    if plan[at + ROW_NEXT] == MATCH:
        sow(work, 0, low, high, OF_DEALERS, number)
        plan[at + ROW_FIRST] = below(work, 0, PLAYERS)
        no_lots(s)
        begin(s, plan[at + ROW_FIRST])
    if SERIES and s.over == 3:
        no_lots(s)
        first_deal(s, plan[at + ROW_FIRST])
    shuffle(pack, work, 0, low, high, OF_DEALS, number)


def make(s: State, a: int) -> int:
    """An action and what follows by itself. Who took the trick, if one was complete."""
    act(s, a)
    took = NOT_TAKEN
    if s.step == RESOLVE:
        took = SPOILED if SPOILS and s.tied else s.taker
    follow(s)
    if s.step:
        close(s)
    return took


def asking(s: State) -> int:
    """Whether somebody is asked something or puts cards aside."""
    found = 0
    if ASKS:
        found |= s.asked
    if POLLS:
        found |= s.polled
    if TAKES:
        found |= s.aside
    return found


def show(s: State, seen: list[int], of: int, took: int) -> None:
    """Write down what the first game shows, and what may be done."""
    seen[of + SEEN_OVER] = s.over
    seen[of + SEEN_TOOK] = took
    at = of + SEEN_SEATS
    if s.over:
        seen[of + SEEN_WINNER] = s.winner
        seen[of + SEEN_DEALER] = s.dealer
        for p in range(PLAYERS):
            seen[at + OWN_POINTS * PLAYERS + p] = s.points[p]
            seen[at + OWN_WINS * PLAYERS + p] = s.wins[p % SIDES]
            seen[at + OWN_ROUNDS * PLAYERS + p] = s.rounds[p % SIDES] if SERIES else 0
            seen[at + OWN_VICTORY * PLAYERS + p] = 1 if s.champion == p % SIDES else 0
        return
    seen[of + SEEN_TURN] = s.turn
    seen[of + SEEN_TURNED] = s.turned
    seen[of + SEEN_TRUMP] = s.trump
    seen[of + SEEN_ASKS] = asking(s)
    for p in range(PLAYERS):
        seen[at + OWN_HAND * PLAYERS + p] = s.hand[p]
        seen[at + OWN_DECLARED * PLAYERS + p] = s.declared[p] if DECLARES else 0
    legal = cards(s)
    seen[of + SEEN_CALLS] = calls(s, legal)
    seen[of + SEEN_PUTS] = legal if TAKES and s.aside else 0
    seen[of + SEEN_CARDS] = 0 if TAKES and s.aside else legal


# -- what the second compares ----------------------------------------------------------------------


def note(out: list[int], to: int, kind: int) -> None:
    """A kind of difference is seen now, if it was not before."""
    if out[to + kind] < 0:
        out[to + kind] = out[to + OUT_MOVES]


def translated(mask: int, into: list[int], first: int, alike: int) -> int:
    """A set of cards, or of calls with `first` SIZE, in the numbers of the first game."""
    if alike:
        return mask
    found = 0
    while mask:
        found |= 1 << into[first + ((mask & -mask).bit_length() - 1)] - first
        mask &= mask - 1
    return found


def differs(
    s: State,
    seen: list[int],
    of: int,
    into: list[int],
    options: list[int],
    out: list[int],
    to: int,
) -> bool:
    """Compare what both show; whether they can no longer be played in step."""
    if s.over or seen[of + SEEN_OVER]:
        return ends_apart(s, seen, of, out, to)
    at = of + SEEN_SEATS
    others = 0
    sums = 0
    for p in range(PLAYERS):
        hand = translated(s.hand[p], into, 0, options[0])
        others |= hand ^ seen[at + OWN_HAND * PLAYERS + p]
        mine = s.declared[p] if DECLARES else 0
        sums |= mine ^ seen[at + OWN_DECLARED * PLAYERS + p]
    if others:
        note(out, to, IN_CARDS)
        return True
    turned = into[s.turned] if s.turned != NONE else NONE
    if turned != seen[of + SEEN_TURNED]:
        note(out, to, IN_CARDS)
    if translated(s.trump, into, 0, options[0]) != seen[of + SEEN_TRUMP]:
        note(out, to, IN_TRUMP)
    if sums and options[2]:
        note(out, to, IN_POINTS)
    if s.turn != seen[of + SEEN_TURN]:
        asked = out[to + OUT_MOVES] or seen[of + SEEN_ASKS] or asking(s)
        note(out, to, IN_CALLS if asked else IN_CARDS)
        return True
    return False


def ends_apart(s: State, seen: list[int], of: int, out: list[int], to: int) -> bool:
    """Compare deals of which one is over, or both; whether the matches cannot go on in step."""
    if not (s.over and seen[of + SEEN_OVER]):
        note(out, to, IN_RESULT)
        return True
    at = of + SEEN_SEATS
    sums = 0
    stands = s.over ^ seen[of + SEEN_OVER]
    for p in range(PLAYERS):
        sums |= s.points[p] ^ seen[at + OWN_POINTS * PLAYERS + p]
        rounds = s.rounds[p % SIDES] if SERIES else 0
        stands |= s.wins[p % SIDES] ^ seen[at + OWN_WINS * PLAYERS + p]
        stands |= rounds ^ seen[at + OWN_ROUNDS * PLAYERS + p]
        if s.over == 2:
            victory = 1 if s.champion == p % SIDES else 0
            stands |= victory ^ seen[at + OWN_VICTORY * PLAYERS + p]
    if s.over == 1:
        stands |= s.dealer ^ seen[of + SEEN_DEALER]
    if sums:
        note(out, to, IN_POINTS)
    if s.winner != seen[of + SEEN_WINNER]:
        note(out, to, IN_RESULT)
        return True
    if stands:
        note(out, to, IN_MATCH)
        return True
    return False


def choose(
    s: State,
    seen: list[int],
    of: int,
    into: list[int],
    options: list[int],
    out: list[int],
    to: int,
    words: list[int],
    stream: int,
) -> int:
    """One of the actions that both offer, as the first game numbers it; -1 if there is none."""
    legal = cards(s)
    other = translated(calls(s, legal), into, SIZE, options[1])
    plays = translated(legal, into, 0, options[0])
    puts = 0
    if TAKES and s.aside:
        puts = plays
        plays = 0
    differ = plays ^ seen[of + SEEN_CARDS]
    rest = (other ^ seen[of + SEEN_CALLS]) | (puts ^ seen[of + SEEN_PUTS])
    if differ | rest:
        both = plays != 0 and seen[of + SEEN_CARDS] != 0
        if both and differ:
            note(out, to, IN_LEGAL)
        if rest or not both:
            note(out, to, IN_CALLS)
    plays &= seen[of + SEEN_CARDS]
    other &= seen[of + SEEN_CALLS]
    puts &= seen[of + SEEN_PUTS]
    called = popcount(other)
    held = called + popcount(puts)
    if held and (not plays or below(words, stream, 4) < EAGER):
        k = below(words, stream, held)
        return SIZE + nth(other, k) if k < called else options[3] + nth(puts, k - called)
    return nth(plays, below(words, stream, popcount(plays))) if plays else -1


def turn_over(
    plan: list[int], at: int, out: list[int], to: int, clock: list[int], ended: bool
) -> None:
    """A deal is done: the next one of its chain comes, or another chain, or nothing more.

    `ended`: its match is over, or the two have parted in it.
    """
    out[to + OUT_PAST] = plan[at + ROW_PAST]
    out[to + OUT_BEFORE] = plan[at + ROW_BEFORE]
    plan[at + ROW_NEXT] = DEAL
    plan[at + ROW_PAST] += 1
    plan[at + ROW_BEFORE] += out[to + OUT_MOVES]
    number = plan[at + ROW_DEAL] + 1
    if number > clock[UNTIL] or (number - 1) % CHAIN == 0:
        number = clock[NEXT]
        clock[NEXT] += CHAIN
        ended = True
    if ended:
        plan[at + ROW_NEXT] = MATCH
        plan[at + ROW_PAST] = 0
        plan[at + ROW_BEFORE] = 0
    plan[at + ROW_DEAL] = number
    if number > clock[UNTIL]:
        plan[at + ROW_NEXT] = IDLE
