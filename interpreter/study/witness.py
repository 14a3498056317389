"""A deal that two games play otherwise, kept so that anybody can play it again.

In: a witness, and a pair that plays it. Out: what differs there; shorter witnesses of the same kind
of difference, found by other choices and by leaving out calls.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..machine.packs import Stream
from .board import Deal, Pair
from .choosing import MOSTLY, RARELY, Chooser, chooser, told

OF_SHORTER = 1004
"""the stream of other choices"""
TRIES = 60
"""other choices for the packs of a witness, to find a shorter one"""


@dataclass(frozen=True)
class Witness:
    """A deal that the two rulesets play otherwise, at its last move.

    packs: of each deal, as codes; packs_b: the same for the second game, where a card that only one
    of them turns up is drawn last all the same. moves: of each deal, as text. dealer: who deals
    first. where: the kind of pack and its number. A witness about the draw before a match has the
    cards drawn for packs and no moves.
    """

    kind: str
    dealer: int
    packs: tuple[tuple[str, ...], ...]
    packs_b: tuple[tuple[str, ...], ...]
    moves: tuple[tuple[str, ...], ...]
    where: tuple[str, int]

    @property
    def length(self) -> tuple[int, int]:
        """Shorter ones come first."""
        return len(self.packs), sum(map(len, self.moves))


def replay(pair: Pair, witness: Witness, last: Chooser | None = None) -> Deal | None:
    """The last deal of a witness, played with its moves or with `last`; None unless it differs
    as the witness says: at its last move, or with `last` anywhere."""
    pair.begin(witness.dealer)
    numbers = pair.games[0].ruleset.deck.numbers
    for i, codes in enumerate(witness.packs):
        final = i == len(witness.packs) - 1
        choose = last if final and last else told(pair, witness.moves[i])
        deal = pair.play([numbers[code] for code in codes], choose)
        if not final and (deal.parted or pair.over):
            return None
    at = deal.found.get(witness.kind)
    if at is None or (last is None and at != len(witness.moves[-1])):
        return None
    return deal


def shortened(pair: Pair, witness: Witness, seed: int, wanted: int) -> Witness:
    """A shorter one: with other choices in its last deal, without calls that it can spare."""
    best = witness
    for t in range(TRIES):
        if best.length[1] < 2:
            break
        random = Stream(seed, OF_SHORTER, t)
        best = _other(pair, best, chooser(random, MOSTLY if t % 2 else RARELY, wanted))
    for i in reversed(range(len(best.moves[-1]))):
        moves = best.moves[-1]
        if not moves[i].startswith("play "):
            fewer = (*best.moves[:-1], (*moves[:i], *moves[i + 1 :]))
            shorter = replace(best, moves=fewer)
            if replay(pair, shorter) is not None:
                best = shorter
    return best


def _other(pair: Pair, witness: Witness, choose: Chooser) -> Witness:
    """The witness, or a shorter one with other choices in its last deal."""
    left = iter(witness.moves[-1][1:])

    def limited(pair: Pair, common: int) -> int | None:
        return choose(pair, common) if next(left, None) else None

    deal = replay(pair, witness, limited)
    if deal is None:
        return witness
    moves = tuple(pair.texts[n] for n in deal.moves[: deal.found[witness.kind]])
    return replace(witness, moves=(*witness.moves[:-1], moves))
