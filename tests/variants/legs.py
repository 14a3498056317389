"""A game of rounds in which everybody has one card: the highest takes the only trick, equal ones
win nothing. So a match of many rounds is a few lines."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from helpers import played

from interpreter import Game, Match, load

GAME = """
ruleset: 1
name: legs
title: Legs
players: 2
deck: {use: french, ranks: [A, K, Q, J]}
labels: {round: leg}
dealer:
  first: [least: if round = 2 then -strength(drawn) else strength(drawn)]
  redraw: round = 3
  next: if decided then left(dealer) else dealer
deal: {cards: 1, first: left(dealer)}
tricks: {ranking: [A, K, Q, J], wins: [deck]}
scoring: {winner: [most: tricks]}
match: {wins: 2, rounds: 2, repeats: 3}
"""
FOUR = (("players: 2", "players: 4\nsides: 2"),)


@cache
def legs(*changes: tuple[str, str]) -> Game:
    """The game above with some changes in its document."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "legs.yaml"
        path.write_text(changed(*changes), encoding="utf-8")
        return load(str(path))


def changed(*changes: tuple[str, str]) -> str:
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def random_match(game: Game, seed: int) -> Match:
    return played(game.match(seed=seed), seed)
