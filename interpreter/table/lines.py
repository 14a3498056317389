"""The lines of a record: what each seat may have of them, and the check of a state.

In: a line, or the story so far. Out: JSON data, or a short hash. A record holds everything; a seat
is given its record with `?` for the cards that it has not seen.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .chronicle import Chronicle

PUBLIC = -1
"""owner of a card of the pack that everyone has seen there"""


@dataclass(frozen=True)
class Line:
    """A line of the record. `owners`: for a pack, who saw each card come from it."""

    data: dict[str, Any]
    owners: tuple[int | None, ...] = ()


def seen_by(seat: int, line: Line) -> dict[str, Any]:
    """A line with packs and discards masked, and without hashes of hidden cards."""
    data = line.data
    if "deal" in data:
        pack = [
            code if owner in (seat, PUBLIC) else "?"
            for code, owner in zip(data["pack"], line.owners, strict=True)
        ]
        return {**data, "pack": pack}
    if data.get("do", "").startswith("discard ") and data["seat"] != seat:
        return {**data, "do": "discard ?"}
    return {key: value for key, value in data.items() if key != "check"}


def check(story: Chronicle) -> str:
    """A short hash of the state, worked out from cards and not from the engine's fields."""
    s, game = story.state, story.game
    facts = [
        [game.codes(hand) for hand in s.hand],
        [game.codes(won) for won in s.won],
        game.codes(1 << s.turned) if s.turned < len(s.pack) else None,
        [game.ruleset.deck.codes[card] for card in s.pack],
        [[made.seat, made.name, made.suit, made.points] for made in story.declared],
        list(s.wins),
    ]
    if game.ruleset.signals.signs:
        facts.append([list(pair) for pair in story.signals])
    if any(stage.take for stage in game.ruleset.stages):
        facts.append([[seat, code] for seat, code in story.aside])
    if game.ruleset.makes_trump:
        facts.append(game.codes(s.trump))
    if story.rounds:
        facts.append(list(story.rounds))
    text = json.dumps(facts, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]
