"""What several tests of Aluette share: the game with its options, packs put in order, players that
choose, the golden records."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from aluette_words import PACK, Settings
from helpers import ROOT

from interpreter import Action, Game, load
from interpreter.table.players import PLAYERS

RULES = ROOT / "rulesets" / "aluette.yaml"
SEATS = "NESW"
ALL_ON = "mordienne=yes chanter=yes signals=yes teams=traditional"
SWITCHES = ("chanter", "mordienne", "signals", "signals_truthful")


def cases(name: str) -> list[Any]:
    """The cases of a file of tests/aluette, to be parameters."""
    path = Path(__file__).parent / "aluette" / f"{name}.yaml"
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["case"]) for case in found]


def settings(text: str) -> Settings:
    """`chanter=yes signals=yes` as names and values."""
    return dict(pair.split("=") for pair in text.split())


@cache
def aluette(options: str = "") -> Game:
    """The game as it is shipped, with these options."""
    return aluette().with_options(settings(options)) if options else load(str(RULES))


def changed(folder: Path, old: str, new: str) -> Game:
    """The game with a small change in its document."""
    text = RULES.read_text(encoding="utf-8")
    assert text.count(old) == 1
    decks = folder / "decks"
    decks.mkdir(exist_ok=True)
    deck = (RULES.parent / "decks" / "spanish.yaml").read_text(encoding="utf-8")
    (decks / "spanish.yaml").write_text(deck, encoding="utf-8")
    path = folder / "aluette.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return load(str(path))


def stacked(
    hands: Mapping[int, Sequence[str]], dealer: int, unused: Sequence[str] = ()
) -> list[str]:
    """A pack that deals these hands by seat and leaves these first of the twelve.

    Hands and the twelve are filled with the cards that are not named, in the order of PACK.
    """
    named = [*unused, *(card for hand in hands.values() for card in hand)]
    assert len(set(named)) == len(named), "a card is named twice"
    others = [card for card in PACK if card not in named]
    full = [list(hands.get(seat, ())) for seat in range(4)]
    for hand in full:
        while len(hand) < 9:
            hand.append(others.pop(0))
    pack = [
        card
        for packet in range(3)
        for step in (1, 2, 3, 4)
        for card in full[(dealer + step) % 4][3 * packet : 3 * packet + 3]
    ]
    pack += [*unused, *others]
    assert sorted(pack) == sorted(PACK), "nine cards each"
    return pack


def shuffled(rng: random.Random, count: int) -> list[list[str]]:
    """Random packs."""
    return [rng.sample(PACK, len(PACK)) for _ in range(count)]


def agreeably(rng: random.Random, actions: tuple[Action, ...]) -> Action:
    """Mostly yes if asked, a sign now and then, else any card."""
    signs = [action for action in actions if action.kind == "signal"]
    return rng.choice(signs) if signs and rng.random() < 0.3 else silently(rng, actions)


def silently(rng: random.Random, actions: tuple[Action, ...]) -> Action:
    """Mostly yes if asked, else any card."""
    answers = {action.kind: action for action in actions}
    if "yes" in answers:
        return answers["yes" if rng.random() < 0.85 else "no"]
    return rng.choice([action for action in actions if action.kind != "signal"])


# -- golden records -------------------------------------------------------------------------------

GOLDEN = Path(__file__).parent / "golden"
GAMES = {"aluette": ("", 44), "aluette-options": (ALL_ON, 328)}
"""options and seed of each"""
BASE, OPTIONS = GAMES
Record = list[dict[str, Any]]


def golden_game(name: str) -> Game:
    return aluette(GAMES[name][0])


def golden_text(name: str) -> str:
    """The record as a file, in the same words whatever version is installed."""
    seed = GAMES[name][1]
    match = golden_game(name).match(seed=seed, names=["random"] * 4)
    players = [PLAYERS["random"](match.game, seed, seat) for seat in range(4)]
    while (turn := match.turn) is not None:
        match.apply(players[turn].choose(match.view(turn)))
    header, *lines = match.record
    return "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
        for line in [{**header, "version": "any"}, *lines]
    )


@cache
def written(name: str) -> str:
    """The file as it is."""
    return (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8")


def record(name: str) -> Record:
    """A whole record, to be changed."""
    return [json.loads(line) for line in written(name).splitlines()]
