"""The draw for the first deal of Chouine: the lower card deals, equal ranks draw again."""

from __future__ import annotations

from helpers import RANKS, chouine

from interpreter import Match
from interpreter.machine.packs import LOT, Stream

VALUES = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


def first_pack(match: Match) -> list[str]:
    pack: list[str] = next(line["pack"] for line in match.record if "deal" in line)
    return pack


def drawn(match: Match) -> tuple[list[list[str]], int]:
    line = match.record[1]
    return line["draw"], line["dealer"]


def test_the_lower_card_in_the_games_order_deals() -> None:
    """Every seed: all rounds but the last are ties, the last one's lower card deals."""
    dealers, rounds, zeros = [0, 0], [], 0
    for seed in range(400):
        match = chouine().match(seed=seed)
        draws, dealer = drawn(match)
        *ties, (first, second) = draws
        assert all(a[:-1] == b[:-1] and a != b for a, b in ties)
        places = [RANKS.index(card[:-1]) for card in (first, second)]
        assert dealer == (0 if places[0] > places[1] else 1)
        assert places[0] != places[1]
        zeros += VALUES[first[:-1]] == VALUES[second[:-1]] == 0
        assert match.view(0).dealer == dealer
        assert match.turn == 1 - dealer
        dealers[dealer] += 1
        rounds.append(len(draws))
    assert min(dealers) > 160
    assert zeros > 20, "7, 8 and 9 differ though they count nothing"
    assert {1, 2, 3} <= set(rounds)
    repeated = sum(n > 1 for n in rounds)
    assert 20 < repeated < 62, "3 of 31 draws tie"


def test_each_round_of_the_draw_has_a_fresh_pack() -> None:
    game = chouine()
    codes = game.ruleset.deck.codes
    seed = next(s for s in range(1000) if len(drawn(game.match(seed=s))[0]) == 3)
    for number, cards in enumerate(drawn(game.match(seed=seed))[0], 1):
        pack = Stream(seed, LOT, number).shuffled(32)
        assert cards == [codes[pack[0]], codes[pack[1]]]


def test_a_given_dealer_is_not_drawn_for() -> None:
    match = chouine().match(seed=7, dealer=0)
    assert drawn(match) == ([], 0)
    assert first_pack(match) == first_pack(chouine().match(seed=7))
