"""A diff as JSON data, for programs.

In: a Diff. Out: plain data. Names of rules, kinds and things do not depend on the language; texts
are in the language in use. A witness holds all that is needed to play it again.
"""

from __future__ import annotations

from typing import Any

from ..table.game import Game
from .changes import Change
from .diff import Diff
from .interval import interval
from .reasons import said
from .search import Findings
from .witness import Witness


def to_dict(diff: Diff) -> dict[str, Any]:
    """Everything that was found."""
    found = diff.comparison
    verdict = "differ" if not found.same else "texts" if found.texts else "identical"
    data: dict[str, Any] = {
        "a": _game(diff.games[0]),
        "b": _game(diff.games[1]),
        "verdict": verdict,
        "rules": [_change(change) for change in found.changes],
    }
    if diff.effects:
        data["effects"] = {
            effect.name: {
                "may_differ": effect.differs,
                "rules": list(effect.rules),
                "by": list(effect.by),
            }
            for effect in diff.effects
        }
    if diff.level > 2 and not found.same:
        data["share_a_pack"] = found.sharing
    if diff.findings is not None:
        data["play"] = _findings(diff, diff.findings)
    return data


def _game(game: Game) -> dict[str, Any]:
    rules = game.ruleset
    return {
        "name": rules.name,
        "title": str(rules.title),
        "hash": rules.hash,
        "options": rules.agreed(),
    }


def _change(change: Change) -> dict[str, Any]:
    """A rule that differs."""
    data: dict[str, Any] = {
        "rule": change.rule,
        "title": change.title,
        "kind": change.kind,
        "parts": [
            {"key": part.key, "a": part.before, "b": part.after, "text": part.text}
            for part in change.parts
        ],
        "sources": {"a": change.sources[0], "b": change.sources[1]},
    }
    if change.reaches:
        data["reaches"] = list(change.reaches)
    if change.also:
        data["also"] = [_change(inner) for inner in change.also]
    return data


def _findings(diff: Diff, found: Findings) -> dict[str, Any]:
    """How often each thing differed, and the witnesses."""
    counts = {}
    for kind in dict.fromkeys((*found.counts, *found.witnesses)):
        count, total = found.counts.get(kind, 0), found.total(kind)
        low, high = interval(count, total)
        counts[kind] = {"differ": count, "of": total, "low": round(low, 6), "high": round(high, 6)}
    return {
        "seed": diff.seed,
        "random": found.random,
        "stacked": found.stacked,
        "counts": counts,
        "witnesses": [_witness(diff, witness) for witness in found.witnesses.values()],
    }


def _witness(diff: Diff, witness: Witness) -> dict[str, Any]:
    told = said(diff.games, witness)
    names = frozenset(name for one in told for name in one.rules)
    return {
        "kind": witness.kind,
        "from": {"sort": witness.where[0], "deal": witness.where[1]},
        "dealer": witness.dealer,
        "packs": [list(pack) for pack in witness.packs],
        "packs_b": [list(pack) for pack in witness.packs_b],
        "moves": [list(moves) for moves in witness.moves],
        "a": {"text": told[0].text, "why": told[0].why},
        "b": {"text": told[1].text, "why": told[1].why},
        "rules": [change.rule for change in diff.deciding(witness, names)],
    }
