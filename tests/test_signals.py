"""Signals given before a card is played, and what is refused before it, in games/council.yaml."""

from __future__ import annotations

import random

import pytest
from council_table import FIRST, HANDS, LEFT, PACK, begun, council, do, offered, packed
from helpers import dumped

from interpreter import IllegalAction, Match

# -- signals --------------------------------------------------------------------------------------


def signs(match: Match) -> set[str]:
    return {action.name for action in match.actions() if action.kind == "signal"}


def test_a_signal_is_given_before_a_card_and_seen_by_all() -> None:
    """It is still the same player's turn, and there may be more than one."""
    match = do(begun(), "no")
    assert signs(match) == {"nod", "wink"}
    do(match, "signal_wink signal_nod")
    assert (match.turn, signs(match)) == (0, set())
    for seat in range(3):
        assert match.view(seat).signals == ((0, "wink"), (0, "nod"))
    do(match, "KS")
    assert signs(match) == {"nod"}, "seat 1 may give the same one"
    do(match, "signal_nod 7S 9S")
    assert match.view(2).signals == ((0, "wink"), (0, "nod"), (1, "nod"))


def test_signals_are_true_of_the_hand_as_it_is() -> None:
    """Once the lady is played nobody may close one eye any more; the next deal begins anew."""
    match = do(begun(), "no")
    do(match, "QS 7S 9S")
    assert match.turn == 0
    assert signs(match) == {"nod"}
    do(match, "10H")
    assert signs(match) == {"nod"}


def test_any_signal_may_be_given_if_they_need_not_be_true() -> None:
    for settings in ({"frank": "no"}, {"pace": "quick"}):
        match = begun(packed(f"{HANDS} 8H"), **settings)
        if match.view(0).stage:
            match.apply("no")
        assert signs(match) == {"nod", "wink", "shrug"}
        do(match, "signal_shrug")
        assert signs(match) == {"nod", "wink"}


def test_no_signals_if_they_are_not_agreed_on() -> None:
    match = do(begun(pace="silent"), "no")
    assert offered(match) == {f"play {card}" for card in FIRST}
    assert "signal nod" not in [str(action) for action in match.game.actions]
    with pytest.raises(IllegalAction, match=r"^this game has no action `signal nod`$"):
        match.apply("signal nod")


def test_signals_begin_anew_in_every_deal() -> None:
    match = council(frank="no").match(packs=[PACK, PACK], dealer=2)
    rng = random.Random(2)
    while match.view(0).deal == 1:
        kinds = {action.kind: action for action in match.actions()}
        match.apply(kinds.get("no") or kinds.get("signal") or rng.choice(match.actions()))
    assert match.view(0).signals == ()
    do(match, "no")
    assert signs(match) == {"nod", "wink", "shrug"}


# -- refusals -------------------------------------------------------------------------------------


ASIDE = "10♠ 9♠ A♥ J♦ 9♦ 8♦ A♣ K♣ 9♣ 7♣"


@pytest.mark.parametrize(
    ("before", "action", "sentence"),
    [
        ("", "play KS", "you are asked: bidding? Answer yes or no"),
        ("", "discard KS", "you are asked: bidding? Answer yes or no"),
        ("", "signal nod", "you are asked: bidding? Answer yes or no"),
        ("yes yes", "pass", "you are asked: bidding? Answer yes or no"),
        ("yes yes yes", "yes", f"put a card aside first: {ASIDE}"),
        ("yes yes yes", "play KC", f"put a card aside first: {ASIDE}"),
        ("yes yes yes", "discard KS", "you do not hold K♠"),
        ("yes yes yes -10S", "discard 10S", "you do not hold 10♠"),
        ("yes", "no no", "this game has no action `no no`"),
        ("no", "yes", "nobody asked you anything, so there is nothing to answer"),
        ("no", "no", "nobody asked you anything, so there is nothing to answer"),
        ("no", "discard KS", "no card is to be put aside now"),
        ("no", "discard AS", "no card is to be put aside now"),
        ("no signal_nod", "signal nod", "nod: you have given this signal already in this deal"),
        ("no", "signal wink", "close one eye: this signal is not true of your hand"),
        ("no", "signal shrug", "shrug: this signal is not true of your hand"),
        ("no", "signal dance", "this game has no action `signal dance`"),
        ("no", "discard", "this game has no action `discard`"),
    ],
)
def test_refusals(before: str, action: str, sentence: str) -> None:
    """Seat 0 holds no lady here. A refusal changes nothing."""
    pack = packed(f"{HANDS.replace('QS', 'QC')} 8H {LEFT.replace('QC', 'QS')}")
    match = do(begun(pack), before)
    known = dumped(match.record)
    with pytest.raises(IllegalAction) as caught:
        match.apply(action)
    assert str(caught.value) == sentence
    assert dumped(match.record) == known
