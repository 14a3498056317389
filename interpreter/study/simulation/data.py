"""A simulation as JSON data, for programs.

In: an Outcome. Out: plain data. Names of measures do not depend on the language; seats, places and
sides are numbered from 0. Every number with an interval has its value, the interval, and the whole
numbers of which it is the ratio.
"""

from __future__ import annotations

from typing import Any

from .estimate import Estimate
from .outcome import Outcome, Played


def to_dict(outcome: Outcome) -> dict[str, Any]:
    """Everything that was found."""
    plan = outcome.plan
    data: dict[str, Any] = {
        "unit": "match" if plan.whole else "deal",
        "asked": plan.count,
        "played": outcome.count,
        "seed": plan.seed,
        "players": list(plan.names),
        "games": [_game(played) for played in outcome.games],
    }
    if len(outcome.games) > 1:
        winner, other = outcome.differing
        data["paired"] = {
            "winner_differs": _number(winner),
            "anything_differs": _number(other),
            "differences": {key: _number(outcome.difference(key)) for key in outcome.keys},
        }
    return data


def _game(played: Played) -> dict[str, Any]:
    r = played.game.ruleset
    data: dict[str, Any] = {
        "name": r.name,
        "title": str(r.title),
        "hash": r.hash,
        "options": r.agreed(),
        "measures": {m.key: _number(played.estimate(m.key)) for m in played.measures},
        "advantages": [
            {"of": a.group, "even": a.even, "more": list(a.more), "less": list(a.less)}
            for a in played.advantages
        ],
        "deals_by_tricks": _spread(played.lengths),
    }
    if played.whole:
        data["matches_by_deals"] = _spread(played.runs)
    return data


def _spread(found: dict[int, int]) -> list[list[int]]:
    return [[value, count] for value, count in found.items()]


def _number(found: Estimate | None) -> dict[str, Any] | None:
    """A number with its interval; nothing if there is nothing that it could be taken over."""
    if found is None:
        return None
    low, high = round(found.low, 9), round(found.high, 9)
    return {
        "value": round(found.value, 9),
        "low": low,
        "high": high,
        "sum": found.sum,
        "over": found.over,
    }
