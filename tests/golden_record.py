"""What the tests of records share: the golden record of Chouine, to be changed and replayed."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from helpers import chouine

from interpreter import Match, RecordError
from interpreter.table.players import PLAYERS

GOLDEN = Path(__file__).parent / "golden" / "chouine.jsonl"
SEED = 7
Record = list[dict[str, Any]]


def golden_match() -> Match:
    match = chouine().match(seed=SEED, names=["random", "random"])
    players = [PLAYERS["random"](match.game, SEED, seat) for seat in (0, 1)]
    while (turn := match.turn) is not None:
        match.apply(players[turn].choose(match.view(turn)))
    return match


def golden_text() -> str:
    """The record as a file, in the same words whatever version is installed."""
    header, *lines = golden_match().record
    return "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
        for line in [{**header, "version": "any"}, *lines]
    )


@cache
def written() -> str:
    return GOLDEN.read_text(encoding="utf-8")


def record() -> Record:
    """A whole record, to be changed."""
    return [json.loads(line) for line in written().splitlines()]


def at(record: Record, key: str, number: int = 0) -> int:
    """The index of a line with a key."""
    return [i for i, line in enumerate(record) if key in line][number]


def again(lines: Any) -> Match:
    """Replayed with the module that is there already; the rules in the header are read as ever."""
    return Match.from_record(lines, chouine())


def refused(lines: Any, number: int, sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        again(lines)
    assert (caught.value.line, str(caught.value)) == (number, sentence)
