"""What holds in every match: cards kept together, refusals, copies, mirrored seats, first draw."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from helpers import PACK, chouine, dumped, eagerly, evenly, hoarding, played, states
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Action, IllegalAction, Match, RecordError
from interpreter.table.event import Event

SEEDS = st.integers(0, 2**64 - 1)
WAYS = st.sampled_from((evenly, eagerly, hoarding))
VALUES = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


def current_pack(match: Match) -> list[str]:
    lines = [line for line in match.record if "deal" in line]
    pack: list[str] = lines[-1]["pack"]
    return pack


def given_packs(rng: random.Random, count: int) -> list[list[str]]:
    return [rng.sample(PACK, len(PACK)) for _ in range(count)]


# -- in every state -------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None)
@given(seed=SEEDS, way=WAYS)
def test_cards_stay_together(seed: int, way: Any) -> None:
    """Hands, tricks, stock, turned card and table are the pack; every hand has its size."""
    for match in states(chouine().match(seed=seed), random.Random(seed), way):
        first, second = match.view(0), match.view(1)
        face_down = first.stock - (first.turned is not None)
        pack = current_pack(match)
        assert face_down >= 0
        cards = [
            *first.hand,
            *second.hand,
            *first.won,
            *second.won,
            *([first.turned] if first.turned else []),
            *pack[len(pack) - face_down :],
        ]
        if not match.over:
            cards += [code for _seat, code in first.trick]
            assert match.actions(), "somebody must be able to act before the end"
            tricks = first.trick_number
            size = 5 if tricks <= 12 else 17 - tricks
            on_table = {seat for seat, _code in first.trick}
            assert first.hands == tuple(size - (seat in on_table) for seat in (0, 1))
        assert sorted(cards) == sorted(PACK)
        for view in (first, second):
            assert (len(first.hand), len(second.hand)) == view.hands
            assert view.stock == first.stock


@settings(max_examples=15, deadline=None)
@given(seed=SEEDS, way=WAYS)
def test_points_of_every_deal(seed: int, way: Any) -> None:
    """Played out, all card points are counted: 120, and 10 for the last trick."""
    match = played(chouine().match(seed=seed), seed, way)
    taken: list[str] = []
    for event in match.events:
        if event.kind == "deals":
            taken = []
        if event.kind == "taken":
            taken += event.cards
        if event.kind == "counted":
            terms = [dict(seat) for seat in event.scores]
            assert sum(seat["cards"] for seat in terms) == 120
            assert sorted(seat["last_trick"] for seat in terms) == [0, 10]
            assert sorted(taken) == sorted(PACK)
            assert sum(VALUES[code[:-1]] for code in taken) == 120
    result = match.result
    assert result is not None
    assert max(result.wins) == 3
    assert min(result.wins) < 3
    assert sum(result.wins) + result.repeats == result.deals
    assert result.winner == result.wins.index(3)


@settings(max_examples=8, deadline=None)
@given(seed=SEEDS, way=WAYS)
def test_mirrored_seats(seed: int, way: Any) -> None:
    """The same packs and actions with the seats exchanged: the same story, mirrored."""
    packs = given_packs(random.Random(seed), 30)
    match = played(chouine().match(packs=packs, dealer=1), seed, way)
    other = chouine().match(packs=packs, dealer=0)
    for line in match.record:
        if "do" in line:
            assert other.turn == 1 - line["seat"]
            other.apply(line["do"])
    assert other.over
    assert [mirrored(event) for event in match.events] == other.events
    assert match.result is not None
    assert other.result is not None
    assert match.result.wins == other.result.wins[::-1]


def mirrored(event: Event) -> Event:
    return replace(
        event,
        seat=None if event.seat is None else 1 - event.seat,
        to=None if event.to is None else 1 - event.to,
        scores=event.scores[::-1],
    )


# -- refusals -------------------------------------------------------------------------------------


@settings(max_examples=5, deadline=None)
@given(seed=SEEDS, way=WAYS)
def test_everything_else_is_refused_and_changes_nothing(seed: int, way: Any) -> None:
    game = chouine()
    rng = random.Random(seed)
    for match in states(game.match(seed=seed), rng, way):
        offered = match.actions()
        looks = rng.random() < 0.1
        before = [dumped(match.view(p)) for p in (0, 1)] + [dumped(match.record)] if looks else []
        for action in game.actions:
            if action not in offered:
                for form in (action, str(action)):
                    with pytest.raises(IllegalAction) as caught:
                        match.apply(form)
                sentence = str(caught.value)
                assert sentence.strip()
                assert not set(sentence) & set("{}\n")
                assert "None" not in sentence
        assert match.actions() == offered
        if looks:
            after = [dumped(match.view(p)) for p in (0, 1)] + [dumped(match.record)]
            assert before == after


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "this game has no action ``"),
        ("play", "this game has no action `play`"),
        ("KS", "this game has no action `KS`"),
        ("play 6S", "this game has no action `play 6S`"),
        ("Play KS", "this game has no action `Play KS`"),
        ("declare quinte S", "this game has no action `declare quinte S`"),
        ("declare mariage", "this game has no action `declare mariage`"),
        ("exchange eight", "this game has no action `exchange eight`"),
        ("x" * 500, f"this game has no action `{'x' * 60}`"),
        ("pass", "nobody asked you anything, so you cannot pass"),
        ("play AS", "you do not hold A♠"),
        ("declare mariage S", "declare marriage ♠: you do not hold the cards"),
        ("exchange seven", "exchange the seven: this is not possible now"),
    ],
)
def test_refusals_of_a_first_lead(text: str, sentence: str) -> None:
    pack = ["KS", "AS", "7S", "8S", "9S", "QS", "7C", "8C", "9C", "10C", "JH"]
    match = chouine().match(packs=[pack + [c for c in PACK if c not in pack]], dealer=1)
    with pytest.raises(IllegalAction) as caught:
        match.apply(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "action",
    [
        Action(0, "pass"),
        Action(99, "play", card="KS"),
        Action(-1, "play", card="KS"),
        Action(2, "declare", "mariage", suit="S"),
        Action(2, "play", card="AS"),
    ],
)
def test_a_made_up_action_is_refused(action: Action) -> None:
    """Neither the number nor the text alone makes an action; KS, in hand, has number 2."""
    pack = ["KS", "AS", "7S", "8S", "9S", "QS", "7C", "8C", "9C", "10C", "JH"]
    match = chouine().match(packs=[pack + [c for c in PACK if c not in pack]], dealer=1)
    assert Action(2, "play", card="KS") in match.actions()
    with pytest.raises(IllegalAction):
        match.apply(action)
    assert len(match.record) == 3


def test_text_is_read_with_any_spaces() -> None:
    match = chouine().match(seed=1)
    text = str(match.actions()[0])
    match.apply("  " + text.replace(" ", "   ") + " ")
    assert match.record[-1]["do"] == text


def test_actions_parse_back() -> None:
    game = chouine()
    assert [action.index for action in game.actions] == list(range(len(game.actions)))
    assert len({str(action) for action in game.actions}) == len(game.actions) == 32 + 17 + 1 + 1
    for action in game.actions:
        assert game.action(str(action)) == action


def test_a_match_that_is_over() -> None:
    match = played(chouine().match(seed=7), 1)
    assert match.over
    assert match.turn is None
    assert match.actions() == ()
    assert match.view(0).turn is None
    assert match.view(0).over
    with pytest.raises(IllegalAction, match=r"^the match is over$"):
        match.apply("play KS")


# -- packs, seeds, dealers ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [-1, 2**64, True, False, "7", 1.5, 1.0, [7]])
def test_bad_seeds(seed: Any) -> None:
    with pytest.raises(
        ValueError, match=r"^a seed is a whole number from 0 to 18446744073709551615$"
    ):
        chouine().match(seed=seed)


@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**64 - 1])
def test_good_seeds(seed: int) -> None:
    first, second = chouine().match(seed=seed), chouine().match(seed=seed)
    assert first.record == second.record
    assert first.actions()


def test_without_a_seed_packs_differ() -> None:
    assert len({tuple(current_pack(chouine().match())) for _ in range(5)}) == 5


def test_packs_need_a_dealer() -> None:
    with pytest.raises(ValueError, match=r"^packs need a dealer$"):
        chouine().match(packs=[PACK])


@pytest.mark.parametrize("dealer", [-1, 2, 99])
def test_bad_dealers(dealer: int) -> None:
    with pytest.raises(ValueError, match=rf"^there is no seat {dealer}$"):
        chouine().match(packs=[PACK], dealer=dealer)


def test_bad_options_and_seats() -> None:
    with pytest.raises(ValueError, match=r"^this ruleset has no option `colour`$"):
        chouine().match(options={"colour": "red"})
    for seat in (-1, 2):
        with pytest.raises(ValueError, match=rf"^there is no seat {seat}$"):
            chouine().match(seed=1).view(seat)


@pytest.mark.parametrize(
    ("pack", "sentence"),
    [
        (PACK[:-1], "a pack has 32 cards, not 31"),
        ((*PACK, "7C"), "the card 7C is twice in the pack"),
        ((*PACK[:-1], "AS"), "the card AS is twice in the pack"),
        ((*PACK[:-1], "6S"), "the pack of this game has no card 6S"),
        ((*PACK[:-1], "?"), r"the pack of this game has no card \?"),
        ((*PACK[:-1], 7), "the pack of this game has no card 7"),
        ("AS", "a pack must be a list of cards"),
    ],
)
def test_bad_packs(pack: Any, sentence: str) -> None:
    with pytest.raises(RecordError, match=rf"^{sentence}$"):
        chouine().match(packs=[pack], dealer=0)


def test_too_few_packs() -> None:
    match = chouine().match(packs=[PACK], dealer=0)
    with pytest.raises(RecordError, match=r"^the match needs a pack for deal 2; 1 were given$"):
        played(match, 3)
    assert not match.over
    assert match.result is None
    with pytest.raises(RecordError):
        match.actions()
    with pytest.raises(RecordError):
        match.apply("play KS")
    assert match.view(0).turn is None
    assert not match.view(1).over


def test_no_pack_at_all() -> None:
    match = chouine().match(packs=[], dealer=0)
    with pytest.raises(RecordError, match=r"^the match needs a pack for deal 1; 0 were given$"):
        match.actions()
    view = match.view(0)
    assert (view.turned, view.hand, view.trump, view.hands) == (None, (), (), (0, 0))


# -- copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [7, None])
def test_a_copy_is_independent(seed: int | None) -> None:
    rng = random.Random(3)
    match = chouine().match(seed=seed)
    for step, original in enumerate(states(match, rng, eagerly)):
        if step % 17 or original.over:
            continue
        before = dumped(original.record), [dumped(original.view(p)) for p in (0, 1)]
        copy = original.copy()
        assert dumped(copy.record) == before[0]
        assert copy.actions() == original.actions()
        played(copy, step)
        assert (dumped(original.record), [dumped(original.view(p)) for p in (0, 1)]) == before
    assert match.over


@pytest.mark.parametrize("seed", [7, None])
def test_a_copy_gets_the_same_packs(seed: int | None) -> None:
    match = chouine().match(seed=seed)
    copy = match.copy()
    assert played(match, 5).record == played(copy, 5).record


def test_looking_changes_nothing() -> None:
    """A match that is looked at after every action has the record of one that never was."""
    looked, unseen = chouine().match(seed=9), chouine().match(seed=9)
    for match in states(looked, random.Random(1), eagerly):
        match.view(0)
        _ = match.record
    assert looked.record == played(unseen, 1, eagerly).record
