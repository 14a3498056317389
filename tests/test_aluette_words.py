"""The program against Aluette in words (aluette_words.py), in every state of many matches.

All sixteen settings of the yes/no options are played with both ways of finding partners, in ways
that spoil tricks and that keep the strong cards for a last series. What was met is counted, so that
a change of the play cannot quietly empty the comparison.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import product

import aluette_words as words
import pytest
from aluette_table import SWITCHES, agreeably, aluette, shuffled, stacked
from aluette_words import DOWNWARDS, PACK, SIGNS, Settings, row

from interpreter import Action, Match, View

NAMES = ["Ana", "Bruno", "Célia", "Duarte"]
Choose = Callable[[random.Random, words.Deal, list[Action]], Action]


# -- ways to play a card --------------------------------------------------------------------------


def freely(rng: random.Random, deal: words.Deal, plays: list[Action]) -> Action:
    return rng.choice(plays)


def saving(rng: random.Random, deal: words.Deal, plays: list[Action]) -> Action:
    """The strong cards last, so that the last tricks go to who holds them."""
    return max(plays, key=lambda action: (row(action.card), rng.random()))


def spoiling(rng: random.Random, deal: words.Deal, plays: list[Action]) -> Action:
    """A card as high as the highest on the table."""
    top = min((row(card) for _seat, card in deal.table), default=-1)
    equal = [action for action in plays if row(action.card) == top]
    return rng.choice(equal or plays)


def choose(
    rng: random.Random, way: Choose, deal: words.Deal, actions: tuple[Action, ...]
) -> Action:
    """Answers, signs and cards put aside as anywhere, cards in this way."""
    action = agreeably(rng, actions)
    plays = [other for other in actions if other.kind == "play"]
    return way(rng, deal, plays) if action.kind == "play" else action


# -- one match in both ----------------------------------------------------------------------------


class Beside:
    """A match in the program and in words, compared in every state."""

    def __init__(self, match: Match, settings: Settings, met: Counter[str]) -> None:
        self.match, self.settings, self.met = match, settings, met
        deals = [line for line in match.record if "deal" in line]
        self.deals = 1
        self.words = words.Match(deals[0]["dealer"], deals[0]["pack"], settings)
        self.takers: list[int | None] = []
        self.scorers: list[int | None] = []

    def play(self, rng: random.Random, way: Choose) -> None:
        """To the end."""
        match = self.match
        while not self.words.over:
            deal = self.words.deal
            actions = match.actions()
            assert match.turn == deal.turn
            offered = [str(action) for action in actions]
            assert len(offered) == len(set(offered))
            assert set(offered) == deal.may(), (deal.dealer, deal.takers, deal.hands)
            if rng.random() < 0.02:
                for seat in range(4):
                    check_view(match.view(seat), self.words, seat)
            action = choose(rng, way, deal, actions)
            self.met[f"{action.kind} {action.name}".strip()] += 1
            match.apply(action)
            self.words.do(str(action))
            if deal.over:
                self.after_deal()
        self.check_end()

    def after_deal(self) -> None:
        """The words are dealt what the program deals, and what was met is counted."""
        deal = self.words.deal
        self.takers += deal.takers
        self.scorers.append(words.best(deal.takers))
        count(deal, self.met)
        assert list(self.match.view(0).score.wins) == self.words.points
        if not self.words.over:
            self.deals += 1
            line = self.match.record[-1]
            assert line["deal"] == self.deals
            assert line["dealer"] == self.words.next_dealer() == self.match.view(0).dealer
            self.words.deal_again(line["pack"])

    def check_end(self) -> None:
        match, events = self.match, self.match.events
        assert match.over
        tricks = [event for event in events if event.kind in ("taken", "spoiled")]
        assert [e.seat if e.kind == "taken" else None for e in tricks] == self.takers
        assert [e.seat for e in events if e.kind == "closed"] == self.scorers
        assert [e.seat for e in events if e.kind == "over"] == [self.words.winner]
        result = match.result
        assert result is not None
        assert (result.winner, list(result.wins)) == (self.words.winner, self.words.points)
        assert result.repeats == self.words.void
        assert result.deals == self.words.void + self.words.scored
        self.met["six deals"] += self.words.scored == 6
        self.met["matches"] += 1


def check_view(view: View, match: words.Match, seat: int) -> None:
    """What a view says of the deal."""
    deal = match.deal
    assert sorted(view.hand) == sorted(deal.hands[seat])
    assert view.hands == tuple(len(hand) for hand in deal.hands)
    assert view.trick == tuple(deal.table)
    assert view.trick_number == (0 if view.stage else len(deal.takers) + 1)
    assert view.tricks == tuple(deal.takers.count(p) for p in range(4))
    assert view.signals == tuple(deal.given)
    assert view.stage == ("song" if deal.asking else "exchange" if deal.discarding else "")
    assert (view.turn, view.leader, view.dealer) == (deal.turn, deal.leader, deal.dealer)
    assert list(view.score.wins) == match.points
    assert view.last_trick is None or view.last_trick.winner == deal.takers[-1]
    assert (view.last_trick is None) == (not deal.takers)
    assert {str(action) for action in view.actions} == (deal.may() if seat == deal.turn else set())


def count(deal: words.Deal, met: Counter[str]) -> None:
    """What the deal had in it."""
    met["deals"] += 1
    met["spoiled"] += deal.takers.count(None)
    met["spoiled first"] += deal.takers[0] is None
    if deal.answers:
        met[f"answers {' '.join(deal.answers)}"] += 1
    winner = words.best(deal.takers)
    if winner is None:
        met["void"] += 1
        return
    met[f"seat {winner} scores"] += 1
    most = deal.takers.count(winner)
    met[f"tie at {most}"] += sum(deal.takers.count(seat) == most for seat in range(4)) > 1
    if deal.is_on("mordienne"):
        met["mordienne"] += words.is_mordienne(deal.takers, winner)


# -- the tests ------------------------------------------------------------------------------------


def test_every_state_of_many_matches() -> None:
    rng, met = random.Random(1), Counter[str]()
    number = 0
    for values in product(("lot", "traditional"), *[("no", "yes")] * 4):
        settings = dict(zip(("teams", *SWITCHES), values, strict=True))
        game = aluette(" ".join(f"{name}={value}" for name, value in settings.items()))
        for way in (saving, (freely, spoiling)[number % 2]):
            number += 1
            match = game.match(seed=number, names=NAMES)
            check_lots(match, settings["teams"])
            Beside(match, settings, met).play(rng, way)
    least = {
        **{f"signal {name}": 10 for name in SIGNS},
        **{f"seat {seat} scores": 30 for seat in range(4)},
        **{f"tie at {total}": 3 for total in (2, 3)},
        "matches": 64,
        "deals": 320,
        "spoiled": 300,
        "spoiled first": 20,
        "mordienne": 8,
        "six deals": 2,
        "discard": 500,
        "answers no": 3,
        "answers yes no": 3,
        "answers yes yes no": 3,
        "answers yes yes yes no": 3,
        "answers yes yes yes yes": 40,
    }
    assert not {what: met[what] for what in least if met[what] < least[what]}


def void_pack(dealer: int) -> list[str]:
    """Everybody holds one card of each of nine ranks."""
    ranks = "AKCJ87654"
    return stacked({p: [rank + "DCBE"[p] for rank in ranks] for p in range(4)}, dealer)


@pytest.mark.parametrize("dealer", range(4))
def test_void_deals_among_others(dealer: int) -> None:
    """A10, A24: nine spoiled tricks, the same dealer, and five deals that count all the same."""
    rng, met = random.Random(dealer), Counter[str]()
    packs = [void_pack(dealer) if n % 3 else pack for n, pack in enumerate(shuffled(rng, 15))]
    match = aluette("mordienne=yes").match(packs=packs, dealer=dealer)
    beside = Beside(match, {"mordienne": "yes"}, met)
    beside.play(rng, spoiling)
    assert met["void"] >= 8
    assert beside.words.scored >= 5


def test_a_match_of_void_deals_ends() -> None:
    """Decided here: after 100 of them one more ends the match, and nobody wins."""
    met = Counter[str]()
    match = aluette().match(packs=[void_pack(0)] * 101, dealer=0)
    Beside(match, {}, met).play(random.Random(1), spoiling)
    assert met["void"] == 101
    assert match.result is not None
    assert (match.result.winner, match.result.wins) == (None, (0, 0))


# -- lots -----------------------------------------------------------------------------------------


def check_lots(match: Match, teams: str) -> tuple[int, ...]:
    """The draws in the record, read again: the players' seats and the first dealer."""
    header, seating, draw = match.record[:3]
    assert header["seats"] == NAMES
    *again, last = seating["seating"]
    seats = seating["seats"]
    assert match.names == tuple(NAMES[player] for player in seats)
    if teams == "traditional":
        assert not again
        places, luettes = words.traditional(last)
        assert luettes[places[words.MADAMES_SEAT]] == words.MADAME
        assert (seats, draw) == (places, {"draw": [], "dealer": words.MADAMES_SEAT})
        return (*seats, draw["dealer"], 0, 0)
    assert all(words.seats_by_strength(cards) is None for cards in again)
    assert words.seats_by_strength(last) == seats
    *ties, drawn = draw["draw"]
    assert all(words.dealer_by_strength(cards) is None for cards in ties)
    assert words.dealer_by_strength(drawn) == draw["dealer"]
    return (*seats, draw["dealer"], len(again), len(ties))


@pytest.mark.parametrize("teams", ["lot", "traditional"])
def test_many_lots(teams: str) -> None:
    """Every order of the players comes up, and by lot every dealer and draws that are repeated."""
    game = aluette(f"teams={teams}")
    found = [check_lots(game.match(seed=s, names=NAMES), teams) for s in range(250)]
    assert len({lots[:4] for lots in found}) == 24
    assert {lots[4] for lots in found} == ({2} if teams == "traditional" else {0, 1, 2, 3})
    if teams == "lot":
        assert max(lots[5] for lots in found) >= 2
        assert max(lots[6] for lots in found) >= 1


def test_packs_are_sat_to_as_given() -> None:
    match = aluette().match(packs=shuffled(random.Random(1), 1), dealer=0, names=NAMES)
    assert match.names == tuple(NAMES)
    assert match.turn == 1


# -- the words themselves -------------------------------------------------------------------------


def test_the_order_in_words_has_every_card_once() -> None:
    """8 + 4×4 + 2 + 4×5 + 2 = 48 in nineteen rows, as the corner cases count them."""
    assert sorted(card for cards in DOWNWARDS for card in cards) == sorted(PACK)
    assert [len(cards) for cards in DOWNWARDS] == [1] * 8 + [4] * 4 + [2] + [4] * 5 + [2]


def test_mordienne_has_more_tricks_than_anybody() -> None:
    """A17: who had as many before would have won."""
    rng, made = random.Random(17), 0
    for _ in range(20_000):
        weights = [rng.random() for _ in range(5)]
        takers = rng.choices([None, 0, 1, 2, 3], weights, k=9)
        winner = words.best(takers)
        if winner is not None and words.is_mordienne(takers, winner):
            made += 1
            others = [takers.count(seat) for seat in range(4) if seat != winner]
            assert takers.count(winner) > max(others), takers
    assert made > 150


# -- settings -------------------------------------------------------------------------------------


def test_settings_are_kept_and_others_refused() -> None:
    game = aluette("mordienne=yes").with_options({"signals": "yes"})
    match = game.match(seed=1, options={"chanter": "yes", "mordienne": "no"})
    assert match.record[0]["options"] == {"chanter": "yes", "signals": "yes"}
    assert game.hash == aluette("signals=yes mordienne=yes").hash != aluette().hash
    for wrong, sentence in (
        ({"nonsense": "1"}, "this ruleset has no option `nonsense`; it has chanter, mordienne, "),
        ({"teams": "yes"}, "the option `teams` cannot be `yes`; its values are `lot`, `tradit"),
    ):
        with pytest.raises(ValueError, match=sentence):
            aluette().match(seed=1, options=wrong)
