"""What a group of the ranking can come to, where that is known before any card is dealt.

In: a Ruleset. Out: for each group whether a card of it can win a trick, be beaten, or spoil one.
Where nothing but the ranking says which card wins, this is counted out: who wins has beaten a card
of every other player. Otherwise all is taken to be possible, but that no two cards are equal there.
"""

from __future__ import annotations

from ...machine.tables import can_tie
from ...rules.expression import constant_cards
from ...rules.ruleset import Ruleset


def possible(r: Ruleset, group: int) -> dict[str, bool]:
    """What can become of a card of the group with that number: `won`, `beaten`, `equal`."""
    ties = can_tie(r, group)
    order = _order(r)
    if order is None:
        return {"won": True, "beaten": True, "equal": ties}
    mask = r.tricks.ranking[group]
    found = {"won": False, "beaten": False, "equal": False}
    above = 0
    for level in order:
        below = (1 << r.deck.size) - 1 & ~(above | level)
        if level & mask:
            found["won"] |= below.bit_count() >= r.players - 1
            found["beaten"] |= above != 0
            others = below.bit_count() >= r.players - level.bit_count()
            found["equal"] |= ties and level.bit_count() > 1 and others
        above |= level
    return found


def _order(r: Ruleset) -> list[int] | None:
    """All cards in levels of equal ones, the highest first; None if that depends on the deal."""
    wins = [constant_cards(expr) for expr in r.tricks.wins]
    if None in wins:
        return None
    levels, placed = [], 0
    for group in (mask & (found or 0) for found in wins for mask in r.tricks.ranking):
        levels.append(group & ~placed)
        placed |= group
    return levels if placed == (1 << r.deck.size) - 1 else None
