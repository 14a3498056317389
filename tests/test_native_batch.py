"""Many deals at once: arrays that say what the deals are, and no more than a seat may know."""

from __future__ import annotations

import doctest
import random
from typing import Any

import pytest

pytest.importorskip("numpy", reason="the extra `fast` is not installed")

import numpy
from helpers import ROOT
from natively import FOLDER, MACHINE_CODE, game

import interpreter
from interpreter import Game, IllegalAction
from interpreter.machine.packs import BOTS, DEALS, Stream
from interpreter.table import batch as module
from interpreter.table.batch import Batch

pytestmark = MACHINE_CODE

KINDS = ("native", "python")
GAMES = ("chouine", "aluette", str(ROOT / "tests" / "games" / "three.yaml"))


@pytest.fixture(autouse=True)
def _kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRICKPLAY_CACHE", FOLDER)


def kind_of(kind: str) -> str:
    """The carrier, or a reason to skip."""
    if kind == "native":
        pytest.importorskip("numba")
    return kind


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GAMES, ids=lambda text: text.rsplit("/")[-1])
def test_a_batch_is_what_the_loop_plays(name: str, kind: str) -> None:
    own = game(name)
    batch = own.batch(60, 5, first=3, kind=kind_of(kind))
    decisions = numpy.zeros(60, int)
    shape = (60, len(own.actions))
    while (batch.turn >= 0).any():
        turn, legal = batch.turn, batch.legal
        assert (legal.shape, str(legal.dtype), turn.shape) == (shape, "bool", (60,))
        assert ((turn >= 0) == legal.any(axis=1)).all()
        chosen = batch.random()
        assert (chosen[turn < 0] == -1).all()
        assert legal[numpy.arange(60), chosen][turn >= 0].all()
        decisions += turn >= 0
        batch.step(chosen)
    table = next(own.native(kind).deals(5, 60, 3))
    assert decisions.tolist() == list(table["decisions"])
    assert batch.points.T.tolist() == [list(row) for row in table["points"]]
    assert batch.number.tolist() == list(range(3, 63)) == list(table["number"])
    sides = own.ruleset.sides
    expected = numpy.zeros((60, sides), int)
    for row, (winner, worth) in enumerate(zip(table["winner"], table["worth"], strict=True)):
        if winner < own.seats:
            expected[row, winner % sides] = worth
    assert (batch.returns == expected).all()


@pytest.mark.parametrize("kind", KINDS)
def test_legal_is_what_a_match_offers(kind: str) -> None:
    """Row by row, at a table with the same pack and dealer, through the actions of a match."""
    own = game(GAMES[1])
    batch = own.batch(4, 9, kind=kind_of(kind))
    codes = own.ruleset.deck.codes
    for row in range(4):
        pack = [codes[card] for card in Stream(9, DEALS, row + 1).shuffled(len(codes))]
        one = own.batch(4, 9, kind=kind)
        match = own.match(packs=[pack], dealer=row % 4)
        choices = [Stream(9, BOTS + seat, row + 1) for seat in range(4)]
        while one.turn[row] >= 0:
            assert one.turn[row] == match.turn
            assert one.legal[row].nonzero()[0].tolist() == [a.index for a in match.actions()]
            assert match.turn is not None
            action = match.actions()[choices[match.turn].below(len(match.actions()))]
            chosen = one.random()
            assert chosen[row] == action.index
            match.apply(action)
            one.step(chosen)
    assert len(batch) == 4


@pytest.mark.parametrize("kind", KINDS)
def test_new_deals_come_where_others_are_over(kind: str) -> None:
    own = game("chouine")
    batch = own.batch(20, 4, kind=kind_of(kind))
    found: dict[int, list[int]] = {}
    assert batch.renew() == 0
    while len(found) < 60:
        batch.step(batch.random())
        for row in (batch.turn < 0).nonzero()[0]:
            found[int(batch.number[row])] = batch.returns[row].tolist()
        renewed = batch.renew()
        assert (batch.turn >= 0).all()
        assert batch.number.max() == 20 + len(found)
        assert renewed == 0 or (batch.returns == 0).all()
    winners = next(own.native(kind).deals(4, 40))["winner"]
    for number, winner in enumerate(winners, 1):
        assert found.get(number, [winner == 0, winner == 1]) == [winner == 0, winner == 1]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_refused(kind: str) -> None:
    """A wrong action names its deal, and none has moved."""
    own = game("chouine")
    batch = own.batch(3, 4, first=10, kind=kind_of(kind))
    before, good = batch.legal, batch.random()
    for wrong in (-1, len(own.actions), len(own.actions) - 1, 31 - int(good[1])):
        if 0 <= wrong < len(own.actions) and before[1, wrong]:
            continue
        with pytest.raises(
            IllegalAction, match=rf"^action {wrong} is not legal in deal 11, row 1$"
        ):
            batch.step([good[0], wrong, good[2]])
        assert (batch.legal == before).all()
    bad: Any
    for bad in ([1, 2], [[1, 2, 3]], [0.0, 1.0, 2.0], ["a", "b", "c"], []):
        with pytest.raises(ValueError, match=r"^a batch of 3 deals takes 3 whole numbers$"):
            batch.step(bad)
    batch.step(good.astype("int32"))
    with pytest.raises(ValueError, match=r"^there is no seat 2$"):
        batch.observe(2)


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_not_legal_is_refused(kind: str) -> None:
    """Cards, calls and cards to put aside, tried one by one in every position of some deals."""
    own = game(GAMES[1])
    batch, last = own.batch(2, 9, kind=kind_of(kind)), len(own.actions)
    yes = next(action.index for action in own.actions if action.kind == "yes")
    aside = 0
    while (batch.turn >= 0).all():
        legal = batch.legal[1]
        good = numpy.where(batch.legal[:, yes], yes, batch.random())
        aside += bool(legal[own.ruleset.deck.size + len(own.machine.CALLS) :].any())
        for action in (-1, *(~legal).nonzero()[0].tolist(), last, last + 64, -(2**40)):
            with pytest.raises(IllegalAction, match=rf"^action {action} is not legal in deal 2, "):
                batch.step([good[0], action])
        batch.step(good)
    assert aside > 0


@pytest.mark.parametrize(
    ("n", "seed", "first", "text"),
    [
        (0, 1, 1, "a batch has at least one deal"),
        (5, -1, 1, "a seed is a whole number from 0 to 18446744073709551615"),
        (5, 1, 0, "numbers are from 1 to 4294967295"),
        (5, 1, 2**32 - 4, "numbers are from 1 to 4294967295"),
    ],
)
def test_batches_that_cannot_be(n: int, seed: int, first: int, text: str) -> None:
    with pytest.raises(ValueError, match=f"^{text}$"):
        game("chouine").batch(n, seed, first, "python")


def test_numbers_have_an_end() -> None:
    batch = game("chouine").batch(2, 1, 2**32 - 2, "python")
    while (batch.turn >= 0).any():
        batch.step(batch.random())
    with pytest.raises(ValueError, match=r"^numbers are from 1 to 4294967295$"):
        batch.renew()


# -- looking ---------------------------------------------------------------------------------------


def known(batch: Batch, seat: int) -> dict[str, Any]:
    """An observation as plain data."""
    return {name: value.tolist() for name, value in batch.observe(seat).items()}


@pytest.mark.parametrize("name", GAMES, ids=lambda text: text.rsplit("/")[-1])
def test_observations_are_what_a_view_says(name: str) -> None:
    """At a table with the same deal: cards, counts and numbers, before every action."""
    own, rng = game(name), random.Random(1)
    codes, seats = own.ruleset.deck.codes, own.seats
    for number in range(1, 7):
        batch = own.batch(1, 8, number, "python")
        pack = [codes[card] for card in Stream(8, DEALS, number).shuffled(len(codes))]
        match = own.match(packs=[pack], dealer=(number - 1) % seats)
        while batch.turn[0] >= 0:
            for seat in range(seats):
                seen = {name: value[0] for name, value in batch.observe(seat).items()}
                view = match.view(seat)
                for field in ("hand", "won", "trump"):
                    cards = [codes[card] for card in seen[field].nonzero()[0]]
                    assert sorted(cards) == sorted(getattr(view, field)), field
                table = [card for _seat, card in view.trick]
                assert sorted(codes[c] for c in seen["table"].nonzero()[0]) == sorted(table)
                assert seen["turned"] == (codes.index(view.turned) if view.turned else -1)
                assert seen["led"] == (codes.index(table[0]) if table else -1)
                assert seen["hands"].tolist() == list(view.hands)
                assert seen["tricks"].tolist() == list(view.tricks)
                assert seen["declared"].tolist() == list(view.score.declared)
                numbers = ("turn", "leader", "dealer", "stock", "aside")
                assert [seen[key] for key in numbers] == [getattr(view, key) for key in numbers]
                assert seen["trick"] == view.trick_number
                actions = [action.index for action in view.actions]
                assert seen["legal"].nonzero()[0].tolist() == actions
            chosen = rng.choice(match.actions())
            match.apply(chosen)
            batch.step([chosen.index])


@pytest.mark.parametrize("name", GAMES, ids=lambda text: text.rsplit("/")[-1])
def test_observations_are_the_same_on_both_carriers(name: str) -> None:
    kind_of("native")
    native, plain = (game(name).batch(30, 6, kind=kind) for kind in KINDS)
    while (plain.turn >= 0).any():
        for seat in range(native.game.seats):
            one, other = native.observe(seat), plain.observe(seat)
            assert known(native, seat) == known(plain, seat)
            assert {n: (v.shape, v.dtype) for n, v in one.items()} == {
                n: (v.shape, v.dtype) for n, v in other.items()
            }
        chosen = plain.random()
        native.step(chosen)
        plain.step(chosen)


@pytest.mark.parametrize("name", GAMES, ids=lambda text: text.rsplit("/")[-1])
def test_hidden_cards_may_change_places(name: str) -> None:
    """Cards in other hands and in the stock, whatever they are, never change an observation."""
    own, rng = game(name), random.Random(2)
    batch = own.batch(40, 3, kind="python")
    while (batch.turn >= 0).any():
        for seat in range(own.seats):
            before = known(batch, seat)
            saved = [state.copy() for state in batch._states]
            for state in batch._states:
                mix(own, state, seat, rng)
            assert known(batch, seat) == before
            batch._states = saved
        batch.step(batch.random())


def mix(own: Game, state: Any, seat: int, rng: random.Random) -> None:
    """Shuffle the cards of the other hands and those not yet drawn."""
    others = [p for p in range(own.seats) if p != seat]
    cards = [c for p in others for c in range(own.ruleset.deck.size) if state.hand[p] >> c & 1]
    counts = [state.hand[p].bit_count() for p in others]
    cards += state.pack[state.next :]
    rng.shuffle(cards)
    for p, count in zip(others, counts, strict=True):
        state.hand[p] = sum(1 << cards.pop() for _ in range(count))
    state.pack[state.next :] = cards


def test_arrays_are_the_callers_own() -> None:
    """What was given is not changed by a later step."""
    batch = game("chouine").batch(5, 1, kind="python")
    turn, legal, returns, seen = batch.turn, batch.legal, batch.returns, batch.observe(0)
    copies = [turn.copy(), legal.copy(), returns.copy()]
    known_before = {name: value.copy() for name, value in seen.items()}
    for _ in range(9):
        batch.step(batch.random())
    assert (turn == copies[0]).all()
    assert (legal == copies[1]).all()
    assert (returns == copies[2]).all()
    assert all((seen[name] == known_before[name]).all() for name in seen)


def test_the_example_in_the_documentation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "load", lambda name: game("chouine"))
    assert doctest.testmod(module).attempted >= 4
    assert doctest.testmod(module).failed == 0
