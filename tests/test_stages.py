"""Stages before the first trick, in games/council.yaml: two questions, two changes of cards."""

from __future__ import annotations

import ast
import random

import pytest
from council_table import (
    CODES,
    DEALER,
    FIRST,
    HANDS,
    LEFT,
    PACK,
    SECOND,
    SETTINGS,
    SEVEN,
    begun,
    council,
    do,
    offered,
    packed,
    willingly,
)
from council_words import Deal
from helpers import dumped, states
from positions import ruleset

from interpreter import Match
from interpreter.machine.compile import compile_ruleset
from interpreter.table.replay import replaying

# -- questions ------------------------------------------------------------------------------------


def test_a_question_goes_round_from_the_player_named() -> None:
    match = begun()
    for seat in (0, 1, 2):
        assert match.turn == seat
        view = match.view(seat)
        assert (view.stage, view.aside, view.trick_number, view.asked) == ("bid", 0, 0, "")
        assert offered(match) == {"yes", "no"}
        match.apply("yes")
    assert match.view(0).stage == "change"


@pytest.mark.parametrize("answers", ["no", "yes no", "yes yes no"])
def test_the_first_no_ends_a_question(answers: str) -> None:
    """Nobody is asked any more, and what depends on it does not take place."""
    match = do(begun(), answers)
    view = match.view(0)
    assert (view.stage, match.turn, view.trick_number, view.hands) == ("", 0, 1, (7, 7, 7))
    kinds = [event.kind for event in match.events if event.kind in ("agreed", "refused", "took")]
    assert kinds == ["agreed"] * (len(answers.split()) - 1) + ["refused"]


def test_a_stage_rests_on_the_turned_card() -> None:
    """With a seven turned nobody changes cards, and all are asked to double."""
    assert do(begun(SEVEN), "yes yes yes").view(0).stage == "double"
    assert do(begun(SEVEN), "no").view(0).stage == "double"
    assert begun(SEVEN, pace="quick").view(0).stage == "double"
    match = do(begun(SEVEN), "no yes yes yes")
    assert (match.view(0).stage, match.turn, match.view(0).trick_number) == ("", 0, 1)


def test_without_a_stage_the_first_trick_follows() -> None:
    match = begun(pace="quick")
    assert (match.view(1).stage, match.turn, match.view(1).trick_number) == ("", 0, 1)
    assert "play KS" in offered(match)


# -- taking cards ---------------------------------------------------------------------------------


def test_cards_are_taken_one_at_a_time_and_in_turn() -> None:
    match = do(begun(), "yes yes yes")
    assert set(match.view(0).hand) == FIRST | {"AD", "QC", "10D"}
    assert set(match.view(1).hand) == SECOND
    assert set(match.view(2).hand) == DEALER | {"KC", "9C", "7C"}


def test_as_many_cards_are_put_aside() -> None:
    """In the order in which they took, any card of the hand; then hands are as large as before."""
    match = do(begun(), "yes yes yes")
    for seat, cards in ((2, ("10S", "KC", "AC")), (0, ("KS", "10D", "QD"))):
        for aside, card in zip((3, 2, 1), cards, strict=True):
            view = match.view(seat)
            assert (match.turn, view.stage, view.aside) == (seat, "change", aside)
            assert offered(match) == {f"discard {code}" for code in view.hand}
            match.apply(f"discard {card}")
            assert card not in match.view(seat).hand
    assert (match.view(0).hands, match.view(0).stage) == ((7, 7, 7), "double")


ALL_YES = "yes yes yes -10S -9S -AH -KS -QS -JS yes yes yes"


def test_a_player_can_take_twice() -> None:
    """Seat 1, right of the dealer, stands twice in the list of the last stage."""
    match = do(begun(), ALL_YES)
    assert (match.view(0).hands, set(match.view(1).hand)) == ((7, 9, 7), SECOND | {"JC", "8C"})
    for card in ("8C", "AS"):
        assert (match.turn, match.view(1).stage, match.view(1).aside) == (1, "again", 1)
        match.apply(f"discard {card}")
    assert (match.turn, match.view(1).stage, match.view(0).hands) == (0, "", (7, 7, 7))


def test_what_is_put_aside_is_out_of_play() -> None:
    """It is in no hand, in no trick and counts for nobody."""
    match = do(begun(), ALL_YES + " -8C -AS")
    rng, gone = random.Random(1), {"10S", "9S", "AH", "KS", "QS", "JS", "8C", "AS"}
    assert not gone & {code for seat in range(3) for code in match.view(seat).hand}
    for _ in range(20):
        match.apply(rng.choice([a for a in match.actions() if a.kind == "play"]))
    plays = {code for event in match.events if event.kind == "played" for code in event.cards}
    assert not gone & plays
    assert len(plays) == 20


# -- the whole game in words ----------------------------------------------------------------------


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_many_matches_in_words(settings: dict[str, str]) -> None:
    """In every state: who is to act, in which stage, what may be done; then who wins what."""
    rng, seen = random.Random(str(settings)), set[frozenset[str]]()
    for seed in range(8):
        packs = [rng.sample(CODES, len(CODES)) for _ in range(20)]
        match, dealer = council(**settings).match(packs=packs, dealer=seed % 3), seed % 3
        for number, pack in enumerate(packs, 1):
            deal = Deal(pack, dealer, settings)
            while deal.seat is not None:
                view = match.view(deal.seat)
                assert (match.turn, offered(match)) == (deal.seat, deal.offers)
                assert (view.deal, view.dealer, set(view.hand)) == (
                    number,
                    dealer,
                    set(deal.hands[deal.seat]),
                )
                assert (view.stage, view.aside, view.trick_number) == (
                    deal.stage,
                    deal.aside,
                    deal.trick,
                )
                action = willingly(rng, match.actions())
                match.apply(action)
                deal.do(str(action))
            seen.add(frozenset(deal.agreed))
            check_the_end(match, deal, number)
            dealer = (dealer + 1) % 3
            if match.over:
                break
    assert frozenset() in seen
    assert len(seen) >= 2


def check_the_end(match: Match, deal: Deal, number: int) -> None:
    """Who took what, and what came of it."""
    (closed,) = [e for e in match.events if e.kind == "closed" and e.number == number]
    counted = [event for event in match.events if event.kind == "counted"][-1]
    assert [dict(terms) for terms in counted.scores] == [deal.terms(seat) for seat in range(3)]
    assert closed.tricks == tuple(len(wins) for wins in deal.wins)
    assert closed.seat == deal.winner()
    assert closed.worth == (0 if closed.seat is None else deal.worth(closed.seat))


# -- code that is not there -----------------------------------------------------------------------


def functions(game: str) -> dict[str, str]:
    """The functions of a game's module."""
    tree = ast.parse(compile_ruleset(ruleset(game)))
    return {f.name: ast.unparse(f) for f in tree.body if isinstance(f, ast.FunctionDef)}


def test_a_stage_that_is_never_due_leaves_no_code() -> None:
    """With `quick` there is one question left, and nothing can be taken."""
    slow, quick = functions("council"), functions("council pace=quick")
    assert [slow["stage_due"].count(f"if i == {i}:") for i in range(5)] == [1, 1, 1, 1, 0]
    assert [quick["stage_due"].count(f"if i == {i}:") for i in range(5)] == [1, 0, 0, 0, 0]
    assert len(ruleset("council pace=quick").stages) == 1
    assert not any("aside" in text or "taking" in text for text in quick.values())


def test_a_question_that_is_never_put_leaves_no_code() -> None:
    """Nobody agrees to it, so rules that read it are decided."""
    asked, quick = functions("council"), functions("council pace=quick")
    assert "s.agreed >> 0 & 1" in asked["reply_rules"]
    assert not [name for name, text in quick.items() if "s.agreed >> 0" in text]


# -- looking, copying, recording ------------------------------------------------------------------


def test_others_do_not_see_what_is_taken_or_put_aside() -> None:
    """How many, but not which; in views as in records."""
    match = do(begun(), "yes yes yes -10S -KC")
    for seat in (0, 1, 2):
        took = [event for event in match.view(seat).seen if event.kind == "took"]
        assert [(event.seat, event.count) for event in took] == [(2, 3), (0, 3)]
        assert [bool(event.cards) for event in took] == [seat == 2, seat == 0]
        aside = [event for event in match.view(seat).seen if event.kind == "discarded"]
        assert [event.count for event in aside] == [1, 1]
        cards = [event.cards for event in aside]
        assert cards == ([("10S",), ("KC",)] if seat == 2 else [(), ()])
        lines = match.record_for(seat)
        done = [line["do"] for line in lines if "do" in line][3:]
        assert done == (["discard 10S", "discard KC"] if seat == 2 else ["discard ?"] * 2)
        (pack,) = [line["pack"] for line in lines if "pack" in line]
        own = {2: {"KC", "9C", "7C"}, 0: {"AD", "QC", "10D"}, 1: set()}[seat]
        assert set(pack[22:]) - {"?"} == own
        assert pack[21] == "8H"


def test_other_hidden_cards_change_no_view() -> None:
    """The dealer takes other cards and puts others aside: seat 1 sees the same."""
    other = packed(f"{HANDS} 8H {LEFT.replace('KC', '8C').replace('JC 8C', 'JC KC')}")
    one, two = (do(begun(pack), "yes yes yes") for pack in (PACK, other))
    assert one.view(2).hand != two.view(2).hand
    do(one, "-KC -9C -7C")
    do(two, "-10S -8C -9C")
    for seat in (0, 1):
        assert dumped(one.view(seat)) == dumped(two.view(seat))
        assert dumped(one.record_for(seat)) == dumped(two.record_for(seat))


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_copies_and_records_in_every_state(settings: dict[str, str]) -> None:
    """A copy goes its own way; every beginning of a record gives the match that it was."""
    rng, seen = random.Random(7), list[tuple[str, ...]]()
    match = council(**settings).match(seed=11)
    for state in states(match, rng, willingly):
        seen.append(tuple(dumped(state.view(seat)) for seat in range(3)))
        copy = state.copy()
        assert copy.actions() == state.actions()
        if not state.over and len(seen) % 5 == 0:
            copy.apply(copy.actions()[-1])
            assert dumped(state.view(0)) == seen[-1][0]
        if len(seen) > 120:
            break
    lines = list(match.record)
    replayed = [
        tuple(dumped(m.view(seat)) for seat in range(3)) for m in replaying(lines, match.game)
    ]
    assert [views for i, views in enumerate(replayed) if views not in replayed[:i]] == seen


def test_actions_parse_back() -> None:
    """Cards, calls, then the cards that can be put aside, each with a number of its own."""
    game = council()
    assert [action.index for action in game.actions] == list(range(2 * 32 + 6))
    assert [str(action) for action in game.actions[32:39]] == [
        *("pass", "yes", "no", "signal nod", "signal shrug", "signal wink", "discard AS"),
    ]
    for action in game.actions:
        assert game.action(str(action)) == action
    assert len(council(pace="quick").actions) == 32 + 6
