"""Players: what they are given, what they choose, that they never change the cards."""

from __future__ import annotations

import gc
import inspect
import random
from collections import Counter
from collections.abc import Sequence
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest
from council_table import CODES, begun, council, do
from helpers import chouine, dumped, eagerly, stacked, states
from positions import FOLDER

from interpreter import Action, Game, IllegalAction, Match, View, load
from interpreter.machine.engine.spec import State
from interpreter.rules.shelf import shipped
from interpreter.table.chronicle import Chronicle
from interpreter.table.players import PLAYERS, GreedyPlayer, RandomPlayer
from interpreter.table.supply import Given, Secure, Seeded

CODE = (type, FunctionType, BuiltinFunctionType, MethodType)
"""what is the same in every match, but for what it holds on to; to follow the rest of it would lead
through the whole interpreter"""
ALUETTE = "aluette chanter=yes signals=yes"


def reached(start: object) -> list[object]:
    """Everything that can be got at from an object; of functions what is bound in them."""
    found: list[object] = []
    seen: set[int] = set()
    waiting = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        if isinstance(thing, CODE):
            seen.add(id(thing))
            found.append(thing)
            waiting += [cell.cell_contents for cell in getattr(thing, "__closure__", None) or ()]
            waiting += [getattr(thing, name, None) for name in ("__self__", "__defaults__")]
            continue
        if isinstance(thing, ModuleType) and thing.__name__ not in shipped():
            continue
        seen.add(id(thing))
        found.append(thing)
        if isinstance(thing, ModuleType):
            own = {key: value for key, value in vars(thing).items() if key != "__builtins__"}
            waiting.append(own)
            found.append(own)  # kept, so that its id stays its own
        else:
            waiting += gc.get_referents(thing)
    return found


def is_pack(thing: object, game: Game) -> bool:
    """Whether something is a row of all cards in an order that is not that of the deck."""
    codes = game.ruleset.deck.codes
    if not isinstance(thing, list | tuple) or len(thing) != len(codes):
        return False
    cards, numbers = list(thing), list(range(len(codes)))
    if all(isinstance(card, str) for card in cards):
        return sorted(cards) == sorted(codes) and cards != list(codes)
    if all(isinstance(card, int) for card in cards):
        return sorted(cards) == numbers and cards != numbers
    return False


class Spy:
    """A player that looks at everything it can reach."""

    def __init__(self, match: Match, seat: int) -> None:
        self.game = match.game
        self.inner = PLAYERS["greedy"](match.game, 1, seat)
        self.looks = 0

    def choose(self, view: View) -> Action:
        if self.looks % 10 == 0:
            for start in (view, self.inner, view.actions, view.seen):
                check_harmless(reached(start), self.game)
        self.looks += 1
        return self.inner.choose(view)


def check_harmless(things: Sequence[object], game: Game) -> None:
    state = type(game.machine.State())
    forbidden = (Match, Chronicle, Seeded, Given, Secure, State, state)
    assert not [thing for thing in things if isinstance(thing, forbidden)]
    assert not [thing for thing in things if is_pack(thing, game)]


def let_play(match: Match, players: Sequence[Any]) -> Match:
    while (turn := match.turn) is not None:
        view = match.view(turn)
        action = players[turn].choose(view)
        assert action in view.actions
        match.apply(action)
    return match


def bots(kinds: Sequence[str], seed: int) -> list[Any]:
    return [PLAYERS[kind](chouine(), seed, seat) for seat, kind in enumerate(kinds)]


@pytest.mark.parametrize("name", ["chouine", "chouine-mondoubleau-trois", ALUETTE])
def test_a_spy_finds_nothing(name: str) -> None:
    name, *settings = name.split(" ")
    game = load(name).with_options(dict(setting.split("=") for setting in settings))
    match = game.match(seed=4)
    spies = [Spy(match, seat) for seat in range(game.seats)]
    let_play(match, spies)
    assert min(spy.looks for spy in spies) > 40


def test_the_text_of_an_error_is_all_that_a_player_may_have() -> None:
    """Its traceback leads to the match, as that of any exception would."""
    match = chouine().match(seed=4)
    with pytest.raises(IllegalAction) as caught:
        match.apply("pass")
    check_harmless(reached([str(caught.value), caught.value.args]), chouine())
    frames = [frame.frame.f_locals for frame in inspect.getinnerframes(caught.tb)]
    assert any(isinstance(thing, Match) for frame in frames for thing in frame.values())


def test_the_spy_would_find_something() -> None:
    """The walk itself: from a match it comes to the packs and the state."""
    match = chouine().match(seed=4)
    match.view(0)
    things = reached([match])
    assert any(is_pack(thing, chouine()) for thing in things)
    assert any(isinstance(thing, Chronicle) for thing in things)
    with pytest.raises(AssertionError):
        check_harmless(things, chouine())
    assert len(reached(match.view(0))) > 40
    assert len(reached(chouine())) > 1000


def test_players_are_made_without_a_match() -> None:
    for kind in PLAYERS:
        check_harmless(reached(PLAYERS[kind](chouine(), 3, 0)), chouine())


def test_another_player_never_changes_the_cards() -> None:
    packs = []
    for kinds in (("random", "random"), ("greedy", "random"), ("random", "greedy")):
        match = let_play(chouine().match(seed=21), bots(kinds, 21))
        draw = match.record[1]["draw"]
        packs.append([draw, *(line["pack"] for line in match.record if "deal" in line)])
    length = min(map(len, packs))
    assert length >= 4
    assert packs[0][:length] == packs[1][:length] == packs[2][:length]
    games = {
        dumped(let_play(chouine().match(seed=21), bots(k, 21)).record[1:])
        for k in (("random", "random"), ("greedy", "random"), ("random", "greedy"))
    }
    assert len(games) == 3


def test_the_same_seed_plays_the_same() -> None:
    for kinds in (("random", "random"), ("greedy", "greedy"), ("greedy", "random")):
        one, other = (let_play(chouine().match(seed=5), bots(kinds, 5)) for _ in range(2))
        assert dumped(one.record) == dumped(other.record)


def test_each_seat_has_a_stream_of_its_own() -> None:
    view = chouine().match(seed=1, dealer=1).view(0)
    players = [RandomPlayer(chouine(), 1, seat) for seat in (0, 1)]
    chosen = [[player.choose(view) for _ in range(40)] for player in players]
    assert chosen[0] != chosen[1]


def test_greedy_beats_random() -> None:
    """40 matches, half of them from each seat; two equal players win 28 once in 200 times."""
    won = 0
    for number in range(40):
        seat = number % 2
        kinds = ["random", "random"]
        kinds[seat] = "greedy"
        result = let_play(chouine().match(seed=number), bots(kinds, number)).result
        assert result is not None
        won += result.winner == seat
    assert won >= 34


@pytest.mark.parametrize(
    "hand", ["AS 7S 8S 9S 9C", "KS QS KC QC 7H", "AS 10S KS QS JS"], ids=["5", "8", "9"]
)
def test_random_is_even_over_the_offered_actions(hand: str) -> None:
    """A declaration is one action, as likely as a card; an exchange too."""
    pack = stacked(hand, "7D 8D 9D 7C 8C", "9H")
    view = chouine().match(packs=[pack], dealer=1).view(0)
    player = RandomPlayer(chouine(), 12, 0)
    count = 500 * len(view.actions)
    found = Counter(player.choose(view) for _ in range(count))
    assert set(found) == set(view.actions)
    chi = sum((n - 500) ** 2 / 500 for n in found.values())
    assert chi < len(view.actions) - 1 + 5 * (2 * len(view.actions)) ** 0.5


def test_random_out_of_turn() -> None:
    """Nothing is offered, so nothing is chosen; it must not look for ever."""
    view = chouine().match(seed=1, dealer=1).view(1)
    with pytest.raises(ValueError, match=r"^there is nothing to choose from$"):
        RandomPlayer(chouine(), 12, 1).choose(view)


def test_random_draws_the_card_of_a_declaration_next() -> None:
    pack = stacked("KS QS KC QC 7H", "7D 8D 9D 7C 8C", "9H")
    match = chouine().match(packs=[pack], dealer=1)
    match.apply("declare mariage S")
    player = RandomPlayer(chouine(), 12, 0)
    chosen = Counter(str(player.choose(match.view(0))) for _ in range(400))
    assert set(chosen) == {"play KS", "play QS"}
    assert 150 < chosen["play KS"] < 250


@pytest.mark.parametrize(
    ("hand", "led", "choice"),
    [
        ("AS 10S KS QS JS", None, "declare chouine S"),
        ("KH QH KS QS 7C", None, "declare mariage H"),
        ("AH 10H AS 10S AC", None, "declare quinte"),
        ("7H 8S 9S 7C 8C", None, "exchange seven"),
        ("AS 8D 9D 7C 8C", "10S", "play AS"),
        ("8S AD 9D AC 10C", "KS", "play 8S"),
    ],
)
def test_what_greedy_does(hand: str, led: str | None, choice: str) -> None:
    if led:
        others = [card for card in ("KS", "QD", "7D", "JD", "10S") if card != led]
        pack = stacked(" ".join([led, *others]), hand, "JH")
        match = chouine().match(packs=[pack], dealer=1)
        match.apply(f"play {led}")
    else:
        match = chouine().match(packs=[stacked(hand, "7D 8D 9D KD QD", "JH")], dealer=1)
    turn = match.turn
    assert turn is not None
    player = GreedyPlayer(chouine(), 0, turn)
    assert str(player.choose(match.view(turn))) == choice


def test_greedy_depends_on_its_view_alone() -> None:
    player = GreedyPlayer(chouine(), 0, 0)
    for match in states(chouine().match(seed=2), random.Random(1), eagerly):
        if match.turn == 0:
            view = match.view(0)
            assert player.choose(view) == player.choose(match.copy().view(0))


# -- stages, signals, partners --------------------------------------------------------------------


@pytest.mark.parametrize(
    "kinds", [("random",) * 3, ("greedy",) * 3, ("greedy", "random", "random")]
)
def test_players_come_through_stages_and_signals(kinds: Sequence[str]) -> None:
    """Whatever is asked of them they do one of the things that are offered."""
    seen = Counter[str]()
    for seed in range(6):
        players = [PLAYERS[kind](council(), seed, seat) for seat, kind in enumerate(kinds)]
        match = let_play(council().match(seed=seed), players)
        seen.update(line["do"].split()[0] for line in match.record if "do" in line)
    assert {"yes", "no", "play"} <= set(seen)
    assert ("signal" in seen) is ("random" in kinds), "greedy gives none: it would help the others"


def test_six_players_play() -> None:
    game = load(FOLDER / "six.yaml")
    for kind in PLAYERS:
        match = let_play(game.match(seed=1), [PLAYERS[kind](game, 1, p) for p in range(6)])
        assert match.over


@pytest.mark.parametrize(
    ("hand", "answer"),
    [("AS AH AD KS KH KD QS", "no"), ("7S 7C 8S 8H 8D 9S 9H", "yes")],
    ids=["strong", "weak"],
)
def test_greedy_agrees_with_a_weak_hand(hand: str, answer: str) -> None:
    """It has more to win than to lose by other cards."""
    others = [code for code in CODES if code not in hand.split()]
    rows = [hand.split(), others[:7], others[7:14]]
    dealt = [c for i in (0, 3) for row in rows for c in row[i : i + 3]] + [row[6] for row in rows]
    match = begun([*dealt, *others[14:]])
    assert set(match.view(0).hand) == set(hand.split())
    assert str(GreedyPlayer(council(), 0, 0).choose(match.view(0))) == answer


def test_greedy_puts_its_weakest_cards_aside() -> None:
    match = do(begun(), "yes yes yes")
    player, strength = GreedyPlayer(council(), 0, 2), council().strength
    numbers = council().ruleset.deck.numbers
    aside = []
    while match.turn == 2 and match.view(2).aside:
        action = player.choose(match.view(2))
        aside.append(action.card)
        match.apply(action)
    assert [action[:-1] for action in aside] == ["7", "8", "9"]
    left = [strength[numbers[code]] for code in match.view(2).hand]
    assert max(strength[numbers[code]] for code in aside) <= min(left)
