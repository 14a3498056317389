"""Whole deals and matches at random: packs, lots and choices of a seed, and what came of it.

In: a state and lists to work in, a seed in two halves, numbers of deals or matches. Out: a row of
the table for each deal, column by column (`layout.py`). Match `n` of a seed is what random players
make of `Game.match(seed=match_seed(seed, n))`: the same lots, packs and choices. Deal `n` of a seed
is played by itself, with the pack that it has in a match with that seed; seats choose as random
players do, by streams of their own for each deal. So it does not matter how a run is cut.
"""

from __future__ import annotations

from ..engine.bits import popcount
from ..engine.calls import calls
from ..engine.deal import begin, draw_lot, find_seats, first_deal
from ..engine.drive import follow, move, start
from ..engine.result import claimants, close
from ..engine.spec import (
    CLAIMS,
    DECLARES,
    DISCARDS,
    LEFT,
    NOBODY,
    NONE,
    PLAYERS,
    SERIES,
    SIDES,
    SIZE,
    TAKES,
    State,
    worth_of,
)
from ..engine.tricks import cards
from ..packs import BOTS as OF_BOTS
from ..packs import DEALS as OF_DEALS
from ..packs import LOT as OF_LOTS
from ..packs import MATCHES as OF_MATCHES
from .layout import (
    AMONG,
    AT_CHAMPION,
    AT_CLAIMED,
    AT_DEALER,
    AT_DECISIONS,
    AT_DECLARED,
    AT_LENGTH,
    AT_MADE,
    AT_MATCH,
    AT_NUMBER,
    AT_OFFERED,
    AT_OVER,
    AT_POINTS,
    AT_ROUNDS,
    AT_TRICKS,
    AT_WINNER,
    AT_WINS,
    AT_WORTH,
    SEATED,
    WORTHS,
)
from .streams import below, draw_word, shuffle, sow

OWN = 6  # numbers of each seat in `w`: its stream, then the calls that were possible and were made
MOST_DRAWS = 100  # of each of the two draws: then players sit as they came, and seat 0 deals


def play_deals(
    s: State,
    w: list[int],
    pack: list[int],
    out: list[int],
    rows: int,
    low: int,
    high: int,
    first: int,
) -> None:
    """Deals `first`, `first` + 1 … of a seed, one for each of `rows`, each by itself.

    Deal 1 is dealt by seat 0, the next by the next seat, as if the match began with it and somebody
    had said who deals.
    """
    for row in range(rows):
        number = first + row
        no_lots(s)
        begin(s, (number - 1) % PLAYERS)
        sow_choices(w, 0, OWN, low, high, number)
        play_deal(s, w, pack, out, rows, row, low, high, number)
        out[AT_MATCH * rows + row] = 0


def play_matches(
    s: State,
    w: list[int],
    pack: list[int],
    out: list[int],
    rows: int,
    low: int,
    high: int,
    first: int,
    count: int,
) -> tuple[int, int]:
    """Matches `first` … of a seed. How many of them the table has room for, and its rows used."""
    at = OWN * PLAYERS
    row = 0
    for i in range(count):
        sow(w, at, low, high, OF_MATCHES, first + i)
        lower = draw_word(w, at)
        upper = draw_word(w, at)
        begin(s, 0)
        dealer, draws = draw_lots(s, w, pack, lower, upper)
        begin(s, dealer)
        sow_choices(w, 0, OWN, lower, upper, 0)
        begun = row
        while s.over != 2:
            if row == rows:
                return i, begun
            if SERIES and s.over == 3:
                draws = draw_anew(s, w, pack, lower, upper, dealer, draws)
            play_deal(s, w, pack, out, rows, row, lower, upper, s.deals + 1)
            out[AT_MATCH * rows + row] = first + i
            row += 1
    return count, row


def sow_choices(w: list[int], at: int, own: int, low: int, high: int, number: int) -> None:
    """Begin the streams by which the seats choose: number 0 for a match, n for deal n by itself.

    `own` is how far apart they lie from `w[at]` on.
    """
    for p in range(PLAYERS):
        sow(w, at + own * p, low, high, OF_BOTS + p, number)


def play_deal(
    s: State,
    w: list[int],
    pack: list[int],
    out: list[int],
    rows: int,
    row: int,
    low: int,
    high: int,
    number: int,
) -> None:
    """The next deal of a match at random; what came of it is written into a row."""
    for p in range(PLAYERS):
        w[OWN * p + 4] = 0
        w[OWN * p + 5] = 0
    shuffle(pack, w, OWN * PLAYERS, low, high, OF_DEALS, number)
    out[AT_NUMBER * rows + row] = number
    out[AT_DEALER * rows + row] = s.dealer
    start(s, pack)
    moves = 0
    while not s.over:
        me = s.turn
        legal = cards(s)
        other = calls(s, legal)
        w[OWN * me + 4] |= other
        a = move(s, legal, other, below(w, OWN * me, popcount(legal) + popcount(other)))
        if a >= SIZE and (not TAKES or a < DISCARDS):
            w[OWN * me + 5] |= 1 << a - SIZE
        moves += 1
        follow(s)
        if s.step:
            write(s, out, rows, row)
            close(s)
    for p in range(PLAYERS):
        out[(AT_OFFERED + p) * rows + row] = w[OWN * p + 4]
        out[(AT_MADE + p) * rows + row] = w[OWN * p + 5]
    out[AT_DECISIONS * rows + row] = moves
    out[AT_OVER * rows + row] = s.over
    out[AT_CHAMPION * rows + row] = s.champion
    for i in range(SIDES):
        out[(AT_WINS + i) * rows + row] = s.wins[i]
        out[(AT_ROUNDS + i) * rows + row] = s.rounds[i] if SERIES else 0


def write(s: State, out: list[int], rows: int, row: int) -> None:
    """What came of a deal, before it enters the match."""
    out[AT_WINNER * rows + row] = s.winner
    out[AT_WORTH * rows + row] = weight(s)
    out[AT_CLAIMED * rows + row] = claimants(s) if CLAIMS else 0
    out[AT_LENGTH * rows + row] = s.trick
    for p in range(PLAYERS):
        out[(AT_POINTS + p) * rows + row] = s.points[p]
        out[(AT_DECLARED + p) * rows + row] = s.declared[p] if DECLARES else 0
        out[(AT_TRICKS + p) * rows + row] = popcount(s.won[p]) // PLAYERS


def weight(s: State) -> int:
    """What a deal that is about to close counts for the side of its winner; 0 if nobody won it."""
    if s.winner == NOBODY:
        return 0
    return worth_of(s, s.winner) if WORTHS else 1


# -- lots: what `table/lots.py` tells as a story ---------------------------------------------------


def no_lots(s: State) -> None:
    """Nobody has drawn a card."""
    for p in range(PLAYERS):
        s.drawn[p] = NONE
        if SEATED:
            s.seated[p] = NONE


def draw_lots(s: State, w: list[int], pack: list[int], low: int, high: int) -> tuple[int, int]:
    """Draw for the seats and for the first deal. Who deals, and how many packs that took."""
    no_lots(s)
    draws = 0
    if SEATED:
        found = False
        while not found and draws < MOST_DRAWS:
            draws += 1
            shuffle(pack, w, OWN * PLAYERS, low, high, OF_LOTS, draws)
            turn_up(w, pack)
            found = find_seats(s, w)
    return draw_dealer(s, w, pack, low, high, draws)


def turn_up(w: list[int], pack: list[int]) -> None:
    """Turn up cards in turn until everybody has one that decides; `w[p]` is that of player p."""
    for p in range(PLAYERS):
        w[p] = NONE
    p = 0
    i = 0
    left = PLAYERS
    while left:
        if AMONG >> pack[i] & 1:
            w[p] = pack[i]
            left -= 1
        i += 1
        for _ in range(PLAYERS):
            p = LEFT[p]
            if w[p] == NONE:
                break


def draw_dealer(
    s: State, w: list[int], pack: list[int], low: int, high: int, draws: int
) -> tuple[int, int]:
    """Who deals first, and how many packs were used; equal cards draw again."""
    for p in range(PLAYERS):
        pack[p] = NONE
    dealer = draw_lot(s, pack)
    for _ in range(MOST_DRAWS):
        if dealer != NOBODY:
            break
        draws += 1
        shuffle(pack, w, OWN * PLAYERS, low, high, OF_LOTS, draws)
        dealer = draw_lot(s, pack)
    return dealer % PLAYERS, draws


def draw_anew(
    s: State, w: list[int], pack: list[int], low: int, high: int, dealer: int, draws: int
) -> int:
    """Draw for the first deal of a new round, or nobody if nobody drew before the match."""
    if draws:
        dealer, draws = draw_dealer(s, w, pack, low, high, draws)
    else:
        no_lots(s)
    first_deal(s, dealer)
    return draws
