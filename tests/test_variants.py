"""The shipped variants: cases for every rule that they change, as data: tests/variants/*.yaml.

A file is named for its game. A case gives the cards and then steps, one after the other. A text is
a row of actions ("KS" stands for "play KS"); a map is what must be true at that point:

    turn, actions (all of them), offers, lacks   what may be done
    refuses     an action and the whole sentence that refuses it
    told        events since the last such list, in this order, others between them left out
    untold      kinds of events that have not happened in the whole match
    view        for a seat, some fields of its view
    scores      the terms of each seat in the deal that was counted, added up
    wins, rounds, dealer, deal, result

The cards: `deals` are packs, each with the hands in the order of play, the card turned up and what
is drawn next; `later` gives the hands, the turned card and those face down after tricks that the
first player took, and the steps begin there. With `in_order` everybody plays the cards of the first
deal as the hands name them. `run` names who wins each of some deals; there `lots` are the cards
drawn for first deals. `dealer` is the last seat unless it is given, so seat 0 leads.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import eagerly, evenly, hoarding, played
from variants.packs import (
    CHOUINES,
    NAMES,
    SEVERAL,
    all_with_a_chouine,
    later,
    shipped,
    stacked,
    strong_seat,
)

from interpreter import Game, IllegalAction, Match
from interpreter.machine.packs import Stream
from interpreter.rules.shelf import SHIPPED
from interpreter.table.event import Event
from interpreter.table.supply import pack_of

FOLDER = Path(__file__).parent / "variants"
Case = dict[str, Any]


def cases() -> list[Any]:
    found = []
    for path in sorted(FOLDER.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            found.append(pytest.param(path.stem, case, id=f"{path.stem}: {case['case']}"))
    return found


@pytest.mark.parametrize(("name", "case"), cases())
def test_case(name: str, case: Case) -> None:
    keys = {"case", "rule", "options", "dealer", "deals", "later", "in_order", "run", "lots"}
    assert set(case) <= {*keys, "steps"}
    Play(shipped(name), case).run()


class Drawn:
    """Packs that give everybody a winning combination, and lots as a case has them."""

    def __init__(self, game: Game, lots: list[str]) -> None:
        self.game, self.lots = game, lots

    def deal(self, number: int) -> tuple[int, ...]:
        return pack_of(self.game, all_with_a_chouine(self.game))

    def lot(self, number: int) -> tuple[int, ...]:
        numbers = self.game.ruleset.deck.numbers
        return tuple(numbers[code] for code in self.lots[number - 1].split())


class Play:
    """One case in play."""

    def __init__(self, game: Game, case: Case) -> None:
        if "options" in case:
            game = game.with_options(dict(pair.split("=") for pair in case["options"].split()))
        self.game, self.case, self.told = game, case, 0
        dealer, before = case.get("dealer", game.seats - 1), list[str]()
        if "lots" in case:
            self.match = Match(game, Drawn(game, case["lots"]))
        else:
            packs, before = self.packs(dealer)
            self.match = game.match(packs=packs, dealer=dealer)
        for card in before:
            while self.texts()[-1] == "pass":
                self.do("pass")
            self.do(f"play {card}")
        for winner in map(int, str(case.get("run", "")).split()):
            self.win(winner)
        if "in_order" in case:
            self.in_order(case["deals"][0]["hands"], case["in_order"])

    def packs(self, dealer: int) -> tuple[list[list[str]], list[str]]:
        """The packs of a case, and the cards that are to be played first."""
        game, case = self.game, self.case
        if "later" in case:
            pack, before = later(game, **case["later"])
            return [pack], before
        if "run" not in case:
            return [stacked(game, **deal) for deal in case["deals"]], []
        seats, winners = game.seats, [int(winner) for winner in case["run"].split()]
        if game.name in CHOUINES:
            return [all_with_a_chouine(game)] * (len(winners) + 1), []
        places = [(seat - dealer - i - 1) % seats for i, seat in enumerate([*winners, 0])]
        return [strong_seat(game, place) for place in places], []

    def win(self, winner: int) -> None:
        """A deal that this player wins: by a combination, or with the strongest cards."""
        deal = self.match.view(0).deal
        while not self.match.over and self.match.view(0).deal == deal:
            winning = [text for text in self.texts() if text.startswith("declare chouine")]
            mine = winning if self.match.turn == winner else []
            self.do((mine or [text for text in self.texts() if text.startswith("play")])[0])

    def in_order(self, hands: list[str], number: int) -> None:
        """Everybody plays so many cards in the order in which they were named."""
        rows = [hand.split() for hand in hands]
        for _ in range(number * self.game.seats):
            turn = self.match.turn
            assert turn is not None
            self.do(rows[turn].pop(0))

    def run(self) -> None:
        for step in self.case["steps"]:
            if isinstance(step, str):
                for text in step.split(","):
                    self.do(text.strip())
            else:
                for key, value in step.items():
                    getattr(self, f"check_{key}")(value)

    def do(self, text: str) -> None:
        whole = " " in text or text in ("pass", "yes", "no")
        self.match.apply(text if whole else f"play {text}")

    def texts(self) -> list[str]:
        return [str(action) for action in self.match.actions()]

    # -- what must be true --

    def check_turn(self, seat: int | None) -> None:
        assert self.match.turn == seat

    def check_actions(self, texts: list[str]) -> None:
        assert sorted(self.texts()) == sorted(texts)

    def check_offers(self, texts: list[str]) -> None:
        assert set(texts) <= set(self.texts())

    def check_lacks(self, texts: list[str]) -> None:
        for text in texts:
            assert text not in self.texts()
            with pytest.raises(IllegalAction):
                self.match.apply(text)

    def check_refuses(self, sentences: dict[str, str]) -> None:
        for text, sentence in sentences.items():
            with pytest.raises(IllegalAction) as caught:
                self.match.apply(text)
            assert str(caught.value) == sentence

    def check_told(self, texts: list[str]) -> None:
        events = [told(event) for event in self.match.events]
        for text in texts:
            assert text in events[self.told :], (text, events[self.told :])
            self.told = events.index(text, self.told) + 1

    def check_untold(self, kinds: list[str]) -> None:
        assert not {event.kind for event in self.match.events} & set(kinds)

    def check_view(self, views: dict[int, dict[str, Any]]) -> None:
        for seat, fields in views.items():
            view = self.match.view(seat).to_dict()
            assert {key: view[key] for key in fields} == fields

    def check_scores(self, scores: list[int]) -> None:
        last = self.match.view(0).score.last
        assert [sum(n for _name, n in terms) for terms in last] == scores

    def check_wins(self, wins: list[int]) -> None:
        assert list(self.match.view(0).score.wins) == wins

    def check_rounds(self, rounds: list[int]) -> None:
        assert list(self.match.view(0).score.rounds) == rounds

    def check_dealer(self, seat: int) -> None:
        assert self.match.view(0).dealer == seat

    def check_deal(self, number: int) -> None:
        assert self.match.view(0).deal == number

    def check_result(self, result: dict[str, Any]) -> None:
        assert self.match.record[-1] == {"result": result}


def told(event: Event) -> str:
    """An event in words: kind, seat, name, suit, points declared, cards, worth."""
    points = event.number if event.kind in ("declared", "round") else None
    parts = [event.kind, event.seat, event.name, event.suit, points, *event.cards]
    return " ".join(str(part) for part in [*parts, event.worth or ""] if part not in ("", None))


# -- all of them -----------------------------------------------------------------------------------


def test_every_variant_has_cases() -> None:
    assert {path.stem for path in FOLDER.glob("*.yaml")} == {*NAMES}
    assert len(NAMES) == 11


@pytest.mark.parametrize("name", NAMES)
def test_files_are_short(name: str) -> None:
    """A variant says what differs and no more, where it was read, and its name in three
    languages."""
    text = (SHIPPED / f"{name}.yaml").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 40
    assert "\nextends: " in text
    rules = shipped(name).ruleset
    assert set(rules.title) >= {"fr", "pt", "en"}
    assert rules.name == name


@pytest.mark.parametrize("name", NAMES)
def test_two_thousand_random_deals(name: str) -> None:
    """Cards are all somewhere, hands are as large as they must be, every match ends."""
    game, words = shipped(name), Stream(11, 1, 0)
    m, rules = game.machine, game.ruleset
    s, whole, ends, draws = m.State(), (1 << rules.deck.size) - 1, 0, 0
    if rules.rounds > 1:
        m.draw_lot(s, Stream(11, 2, 0).shuffled(rules.deck.size))
    m.begin(s, 0)
    for number in range(2000):
        pack = Stream(12, 0, number).shuffled(rules.deck.size)
        m.start(s, pack)
        while not s.over:
            legal = m.cards(s)
            assert legal | m.calls(s, legal)
            assert legal & ~s.hand[s.turn] == 0
            if not s.count and not getattr(s, "asked", 0) and not getattr(s, "aside", 0):
                left = rules.tricks_a_deal - max(s.trick, 1) + 1
                assert {hand.bit_count() for hand in s.hand} == {min(rules.deal.cards, left)}
            m.step(s, words.word())
        turned = 1 << s.turned if s.turned < rules.deck.size else 0
        undrawn = sum(1 << card for card in pack[s.next :]) | turned
        if not any(s.hand) and name in CHOUINES:
            assert sum(s.won) + undrawn == whole
            assert sum(m.value_of(won) for won in s.won) + m.value_of(undrawn) == 120
        while s.over == 3:
            draws += 1
            m.draw_again(s, Stream(13, 1, draws).shuffled(rules.deck.size))
        if s.over == 2:
            ends += 1
            m.begin(s, number % game.seats)
    assert ends > 100


@pytest.mark.parametrize("name", NAMES)
def test_records_replay(name: str) -> None:
    """Matches that were played in several ways come back line by line."""
    game = shipped(name)
    for seed, choose in enumerate((evenly, eagerly, hoarding)):
        match = played(game.match(seed=seed), seed, choose)
        again = Match.from_record(match.record, game)
        assert again.record == match.record
        assert again.result == match.result
        assert Match.from_record(match.record).record == match.record


@pytest.mark.parametrize("name", SEVERAL)
def test_dead_cards_stay_unseen(name: str) -> None:
    """What is never drawn is in no view of anybody, and in no record that a player is given."""
    game = shipped(name)
    left = {3: 2, 4: 0}[game.seats]
    match = game.match(seed=3)
    rng = random.Random(3)
    while match.view(0).deal == 1:
        record = match.record
        match.apply(evenly(rng, match.actions()))
    pack = next(line["pack"] for line in record if "deal" in line)
    face_down = left - game.ruleset.deal.turn_up if left else 0
    for card in pack[len(pack) - face_down :]:
        for seat in range(game.seats):
            lines = [line for line in match.record_for(seat) if line.get("deal") == 1]
            assert card not in lines[0]["pack"]
            assert not any(card in event.cards for event in match.view(seat).seen)


def test_six_seats_by_lot() -> None:
    """The three highest cards are partners against the others, and sit alternately; whoever draws
    the highest card then deals first."""
    game = shipped("aluette-six")
    place = {code: game.strength[card] for code, card in game.ruleset.deck.numbers.items()}
    for seed in range(40):
        record = game.match(seed=seed).record
        drawn, seats = [place[card] for card in record[1]["seating"][-1]], record[1]["seats"]
        assert sorted(seats) == [0, 1, 2, 3, 4, 5]
        assert len(set(drawn)) == 6
        best = sorted(range(6), key=lambda player: -drawn[player])
        assert [seats.index(player) for player in best] == [0, 2, 4, 1, 3, 5]
        lots = [place[card] for card in record[2]["draw"][-1]]
        assert record[2]["dealer"] == lots.index(max(lots))
        assert lots.count(max(lots)) == 1


def test_traditional_partners_need_four_players() -> None:
    assert [option.about.name for option in shipped("aluette-six").ruleset.options] == [
        "mordienne",
        "signals",
        "signals_truthful",
    ]
    assert shipped("aluette-six").ruleset.stages == ()
