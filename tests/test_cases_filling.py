"""What is filled up at random: every sum is right, and nothing that is given is lost."""

from __future__ import annotations

import random
from functools import cache

import pytest
from helpers import evenly

from interpreter import Game, Match, load
from interpreter.machine.packs import Stream
from interpreter.study.cases.fill import Filler
from interpreter.study.cases.run import Staged
from interpreter.study.cases.sizes import Sizes
from interpreter.study.cases.suite import SPOILED, Given

NAMES = (
    *("chouine", "chouine-proust", "chouine-trois", "chouine-quatre", "chouine-mondoubleau"),
    *("aluette", "aluette-six", "aluette-chanter-partenaire"),
    *(f"tests/games/{name}.yaml" for name in ("jacks", "three", "four", "council", "six")),
)
NOTHING = Given()


def match_of(game: Game, given: Given, number: int) -> Match:
    found = filler_of(game).fill(given, Stream(0, 0, number))
    assert found is not None
    return Match(game, Staged(found.lots), position=found.position)


@cache
def filler_of(game: Game) -> Filler:
    return Filler(game)


@cache
def game_of(name: str) -> Game:
    return load(name)


@cache
def played_sizes(name: str) -> dict[int, tuple[int, int, bool]]:
    """For each trick of a match that is played: cards in a hand, in the stock, and face up."""
    game, rng, found = game_of(name), random.Random(1), {}
    match = game.match(seed=1)
    for _ in range(400):
        s = match._state
        if match.over:
            break
        waits = any(getattr(s, key, 0) for key in ("asked", "polled", "aside"))
        if s.count == 0 and s.trick and not waits:
            hand = {cards.bit_count() for cards in s.hand}
            assert len(hand) == 1
            up = s.turned < game.ruleset.deck.size
            found[s.trick] = (hand.pop(), game.machine.stock_left(s), up)
        match.apply(evenly(rng, match.actions()))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_sizes_are_those_of_play(name: str) -> None:
    sizes, seen = Sizes(game_of(name).ruleset), played_sizes(name)
    assert sorted(seen) == list(range(1, sizes.tricks + 1))
    for trick, found in seen.items():
        assert found == (sizes.hand(trick), sizes.stock(trick), sizes.turned(trick)), trick


@pytest.mark.parametrize("name", NAMES)
def test_every_card_is_somewhere_once(name: str) -> None:
    game, tricks = game_of(name), set()
    r = game.ruleset
    whole = (1 << r.deck.size) - 1
    stages = any(stage.take for stage in r.stages)
    for number in range(60):
        match = match_of(game, NOTHING, number)
        s = match._state
        tricks.add(s.trick)
        taken = sum(cards.bit_count() for cards in s.won)
        spoiled = s.played.bit_count() - taken
        assert taken % game.seats == spoiled % game.seats == 0
        assert s.played.bit_count() == game.seats * max(s.trick - 1, 0)
        left = sum(1 << card for card in s.pack[s.next :])
        up = 1 << s.turned if s.turned < r.deck.size else 0
        parts = [*s.hand, s.played, left, up]
        assert sum(cards.bit_count() for cards in parts) == r.deck.size
        assert sum(parts) == whole
        assert {hand.bit_count() for hand in s.hand} == {Sizes(r).hand(max(s.trick, 1))}
        assert s.over == 0
        assert match.actions()
    assert len(tricks) > 3
    assert (1 in tricks) != bool(r.stages)
    assert not stages or 0 not in tricks


@pytest.mark.parametrize("name", ["chouine", "chouine-trois", "aluette"])
def test_what_is_given_is_there(name: str) -> None:
    """Random parts of positions are given; they are kept, and the rest is not always the same."""
    game, different = game_of(name), set()
    for number in range(40):
        model = match_of(game, NOTHING, number)._state
        words = Stream(1, 1, number)
        hands = tuple(some(hand, words) for hand in model.hand)
        won = tuple(some(cards, words) for cards in model.won)
        if model.trick < 2:
            continue
        leader = model.leader
        given = Given(trick=model.trick, leader=leader, hands=hands, captured=won)
        s = match_of(game, given, number + 1)._state
        assert (s.trick, s.leader) == (model.trick, leader)
        for mine, wanted in zip((*s.hand, *s.won), (*hands, *won), strict=True):
            assert mine & wanted == wanted
        different.add(s.hand[0] == model.hand[0])
    assert False in different


def some(cards: int, words: Stream) -> int:
    """Each card of a set, or not."""
    return sum(1 << i for i in range(cards.bit_length()) if cards >> i & 1 and words.below(2))


def test_the_trump_that_is_given() -> None:
    game = game_of("chouine")
    hearts = game.ruleset.deck.suit_masks["hearts"]
    turned = set()
    for number in range(60):
        s = match_of(game, Given(trump=hearts), number)._state
        assert s.trump == hearts
        if s.turned < 32:
            assert hearts >> s.turned & 1
            turned.add(s.turned)
    assert len(turned) > 5


def test_tricks_that_are_given_in_order() -> None:
    game = game_of("aluette")
    taken = (0, 1, SPOILED, 1, 2, SPOILED)
    for number in range(20):
        s = match_of(game, Given(taken=taken, leader=2), number)._state
        assert (s.trick, s.leader, s.turn, s.last_winner) == (7, 2, 2, 2)
        assert (s.tricks, s.first_win, s.last_win) == ([1, 2, 1, 0], [1, 2, 5, 0], [1, 4, 5, 0])


def test_what_is_lacked_is_nowhere_in_the_hand() -> None:
    game = game_of("chouine")
    masks = game.ruleset.deck.suit_masks
    lacks = (masks["hearts"] | masks["clubs"], masks["spades"])
    for number in range(40):
        s = match_of(game, Given(lacks=lacks), number)._state
        assert s.hand[0] & lacks[0] == s.hand[1] & lacks[1] == 0


def test_a_declaration_has_left_its_cards() -> None:
    """Those that are not said to be in hand were played, at least one of them by who declared."""
    game = game_of("chouine")
    numbers = game.ruleset.deck.numbers
    king, queen, jack = (1 << numbers[code] for code in ("KS", "QS", "JS"))
    given = Given(stock=12, hands=(king, 0), declared=((0, "declare tierce S"),))
    for number in range(30):
        match = match_of(game, given, number)
        s = match._state
        assert s.played & (king | queen | jack) == queen | jack
        assert match.view(1).known[0] == ("KS",)
        assert match.view(1).score.declared == (60 if s.trump & king else 30, 0)


def test_a_match_that_this_deal_does_not_end() -> None:
    for name, most in (("chouine", 2), ("aluette", 4)):
        game, seen = game_of(name), set()
        for number in range(60):
            s = match_of(game, NOTHING, number)._state
            seen.add(tuple(s.wins))
            assert max(s.wins) < most
            assert s.deals == sum(s.wins) + s.repeats
        assert len(seen) > 3


def test_what_chance_cannot_find_is_told_apart() -> None:
    """Both lack too much; it is not a failing case but none at all."""
    game = game_of("chouine")
    everything = (1 << 32) - 1
    assert filler_of(game).fill(Given(lacks=(everything, 0)), Stream(0, 0, 0)) is None


def test_the_same_filling_every_time() -> None:
    game = game_of("aluette")
    found = [filler_of(game).fill(NOTHING, Stream(3, 1, 4)) for _ in range(2)]
    assert found[0] == found[1] != filler_of(game).fill(NOTHING, Stream(3, 1, 5))
