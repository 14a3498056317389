"""Hints: what the greedy player would do, and a reason that is true."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from commands import COUNCIL
from positions import FOLDER

from interpreter import Game, load
from interpreter.table.hint import hint
from interpreter.table.players import GreedyPlayer, RandomPlayer

GAMES = ["chouine", "aluette", "chouine-trois", str(COUNCIL), str(FOLDER / "jacks.yaml")]
TAKES = re.compile(r"it takes the trick(?: \((-?\d+) points?\))?")
UNBEATEN = "no card that you have not seen beats it"
CHANCE = re.compile(
    r"by the cards that you have not seen, nobody beats it with a chance of (\d+) %"
)
LESS, LEAST = (
    "it loses less than trying to take the trick would",
    "you cannot take the trick, and this card loses least",
)
SOMETIMES = {
    "chouine": {LESS, LEAST},
    "aluette": {LEAST},
    str(COUNCIL): {"your cards are weaker than those of the pack on average"},
}
"""reasons that come up in these games"""
FORCED = "nothing else is possible"


@pytest.mark.parametrize("name", GAMES)
def test_reasons_are_true(name: str) -> None:
    """Play on after each hint and look at what came of it."""
    game = load(name)
    told: Counter[str] = Counter()
    for seed in range(4):
        match = game.match(seed=seed)
        players = [RandomPlayer(game, seed, seat) for seat in range(game.seats)]
        while match.turn is not None and match.view(match.turn).deal < 2:
            view = match.view(match.turn)
            found = hint(game, view)
            assert found.action == GreedyPlayer(game, 0, view.seat).choose(view)
            other = match.copy()
            other.apply(found.action)
            told[kind_of(game, found.reason)] += 1
            if len(view.actions) == 1:
                assert found.reason == FORCED
            elif matched := TAKES.fullmatch(found.reason):
                assert len(view.trick) == game.seats - 1
                (taken,) = [e for e in other.events[len(match.events) :] if e.kind == "taken"]
                assert taken.seat == view.seat
                worth = sum(value(game, code) for _seat, code in view.trick)
                worth += value(game, found.action.card)
                assert matched[1] == (str(worth) if any(game.ruleset.values) else None)
            elif found.reason == UNBEATEN:
                assert unbeaten(game, other, view.seat)
            match.apply(players[match.turn].choose(view))
    assert told[FORCED]
    assert told["takes"]
    assert told["unbeaten"]
    assert told["chance"]
    assert told.keys() >= SOMETIMES.get(name, set())


def kind_of(game: Game, reason: str) -> str:
    """The reason without its numbers."""
    if TAKES.fullmatch(reason):
        return "takes"
    if CHANCE.fullmatch(reason):
        return "chance"
    return "unbeaten" if reason == UNBEATEN else reason


def value(game: Game, code: str) -> int:
    """What a card is worth."""
    return game.ruleset.values[game.ruleset.deck.numbers[code]]


def unbeaten(game: Game, match: object, seat: int) -> bool:
    """Whether no line of play up to the end of the trick lets somebody else take it."""
    from interpreter import Match

    assert isinstance(match, Match)
    todo = [match]
    for _ in range(40):
        if not todo:
            break
        position = todo.pop()
        before = len(position.events)
        for action in position.actions():
            if action.kind != "play":
                continue
            after = position.copy()
            after.apply(action)
            ended = [e for e in after.events[before:] if e.kind in ("taken", "spoiled")]
            if not ended:
                todo.append(after)
            elif ended[0].kind == "taken" and ended[0].seat != seat:
                return False
    return True
