"""No seat can tell deals apart that should look the same to it, in any game with any option.

What the search finds is checked with leaks that are put in on purpose, one in everything that a
seat is shown; what a seat has seen is checked with positions written down by hand.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from commands import COUNCIL, Ran, Run
from helpers import ROOT, TRIES, chouine, stacked

import interpreter.table.match
from interpreter import Game, View, load
from interpreter.cli.leaking import shown
from interpreter.machine.engine.spec import RESOLVE
from interpreter.rules.shelf import shipped
from interpreter.study.leaks import Findings, Search, settings
from interpreter.study.sight import Sight
from interpreter.table import chronicle, lines, narration, refusal
from interpreter.table.look import look
from interpreter.text.messages import language

GAMES = [*shipped(), *(str(p) for p in sorted((ROOT / "tests" / "games").glob("*.yaml")))]
DEALS = 6 * TRIES


@cache
def game(name: str) -> Game:
    return load(name)


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).stem)
def test_nothing_leaks(name: str) -> None:
    """With every value of every option; most deals with the default ones."""
    compared = Counter[str]()
    for number, choice in enumerate(settings(game(name).ruleset)):
        faces = None if number else shown
        found = Search(game(name).with_options(choice), number, faces).run(1 if number else DEALS)
        assert found.leak is None
        compared += found.compared
        assert found.impossible <= found.compared.total()
    assert compared.total() >= (DEALS // 2 if Path(name).stem == "tiny" else 25), compared
    missing = expected(game(name)) - {*compared}
    assert not missing, compared


def expected(game: Game) -> set[str]:
    """What goes on in a game at some time, to be met by the search."""
    r = game.ruleset
    moments = {"in play": True, "signals": bool(r.signals.signs), "over": False}
    moments["a question"] = any(stage.ask for stage in r.stages)
    moments["cards put aside"] = any(stage.take for stage in r.stages)
    moments["a declaration"] = bool(r.declarations)
    moments["cards shown"] = any(d.shown for d in r.declarations)
    return {name for name, there in moments.items() if there}


def test_every_value_of_every_option_is_tried() -> None:
    for name in GAMES:
        options = game(name).ruleset.options
        choices = settings(game(name).ruleset)
        assert choices[0] == {o.about.name: o.default for o in options}
        assert all(a != b for a, b in pairwise(choices))
        for option in options:
            assert {choice[option.about.name] for choice in choices} == {*option.values}


# -- leaks that are put in on purpose --------------------------------------------------------------


def next_card(story: chronicle.Chronicle) -> str:
    """The card that is drawn next, or lies out of play."""
    s = story.state
    return story.game.ruleset.deck.codes[s.pack[min(s.next, len(s.pack) - 1)]]


def in_the_view(patch: pytest.MonkeyPatch) -> None:
    def leaky(story: chronicle.Chronicle, seat: int, actions: Any) -> View:
        return replace(look(story, seat, actions), turned=next_card(story))

    patch.setattr(interpreter.table.match, "look", leaky)


def in_what_is_known_of_others(patch: pytest.MonkeyPatch) -> None:
    def leaky(story: chronicle.Chronicle, seat: int, actions: Any) -> View:
        view = look(story, seat, actions)
        hands = tuple(story.game.codes(hand)[:1] for hand in story.state.hand)
        return replace(view, known=hands)

    patch.setattr(interpreter.table.match, "look", leaky)


def in_the_record(patch: pytest.MonkeyPatch) -> None:
    def leaky(seat: int, line: lines.Line) -> dict[str, Any]:
        return line.data

    patch.setattr(chronicle, "seen_by", leaky)


def in_the_checks_of_the_record(patch: pytest.MonkeyPatch) -> None:
    """A hash of all hands: guesses could be tried."""
    real = lines.seen_by

    def leaky(seat: int, line: lines.Line) -> dict[str, Any]:
        return line.data if "check" in line.data else real(seat, line)

    patch.setattr(chronicle, "seen_by", leaky)


def in_a_sentence(patch: pytest.MonkeyPatch) -> None:
    def leaky(self: chronicle.Chronicle) -> None:
        s = self.state
        self.note("passed", max(range(self.game.seats), key=lambda p: s.hand[p]))
        real(self)

    real = chronicle.Chronicle._resolve
    patch.setitem(chronicle.ADVANCE, RESOLVE, leaky)


def in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    real = refusal.why_not

    def leaky(game: Game, s: Any, action: Any) -> refusal.Refusal:
        holder = next((p for p, hand in enumerate(s.hand) if hand >> action.index & 1), None)
        found = real(game, s, action)
        return replace(found, text=f"{found.text} {holder}")

    patch.setattr(interpreter.table.match, "why_not", leaky)


def in_what_is_offered(patch: pytest.MonkeyPatch) -> None:
    def leaky(self: Game, s: Any) -> int:
        bits: int = real(self, s)
        other: int = s.hand[(s.turn + 1) % self.seats]
        return bits & ~(other & -other) << 1 or bits

    real = Game.legal
    patch.setattr(Game, "legal", leaky)


def in_a_declaration_before_its_card(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(chronicle.Chronicle, "pending", False)


PLANTED = [
    in_the_view,
    in_what_is_known_of_others,
    in_the_record,
    in_the_checks_of_the_record,
    in_a_sentence,
    in_a_refusal,
    in_what_is_offered,
    in_a_declaration_before_its_card,
]
WHERE = {
    "in_the_view": "view: turned",
    "in_what_is_known_of_others": "view: known",
    "in_the_record": "record: line 3",
    "in_the_checks_of_the_record": "record: line 6",
    "in_a_sentence": "view: seen",
    "in_a_refusal": "answer to: play AS",
    "in_what_is_offered": "view: actions",
    "in_a_declaration_before_its_card": "view: declarations",
}


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_planted_leaks_are_found(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    leak = Search(chouine(), faces=shown).run(40).leak
    assert leak is not None
    assert leak.what.split(" ")[0] == WHERE[plant.__name__].split(" ")[0], leak.what
    assert leak.one != leak.other
    assert sorted(leak.packs[0][0]) == sorted(leak.packs[1][0])


def test_a_leak_in_a_sentence_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The events are the same, and one language tells more."""
    views: list[View] = []
    hands: dict[int, list[int]] = {}
    tell = narration.Narrator.tell

    def leaky(self: narration.Narrator, event: Any) -> str:
        more = str(hands[id(event)]) if language() == "pt" else ""
        return tell(self, event) + more

    def noted(story: chronicle.Chronicle, seat: int, actions: Any) -> View:
        views.append(look(story, seat, actions))
        hands.update({id(event): story.state.hand[:] for event in views[-1].seen})
        return views[-1]

    monkeypatch.setattr(narration.Narrator, "tell", leaky)
    monkeypatch.setattr(interpreter.table.match, "look", noted)
    leak = Search(chouine()).run(40).leak
    assert leak is not None
    assert leak.what == "sentences: pt"


# -- what a seat has seen --------------------------------------------------------------------------


def codes(mask: int) -> set[str]:
    return {*chouine().codes(mask)}


def test_what_a_seat_has_seen() -> None:
    """Own cards, played ones, the turned one, and those of a declaration when its trick is over."""
    pack = stacked("KS QS 8S 10C KH", "7S 9S QH 7C 8C", "9H", "AC 9C 10S 9D JS 8D QD 7D KD JD")
    match = chouine().match(packs=[pack], dealer=1)
    for text in ("declare mariage S", "play KS"):
        match.apply(text)
    (deal,) = Sight(match).deals
    other = {"7S", "9S", "QH", "7C", "8C", "KS", "9H"}
    assert codes(deal.seen[1]) == other
    assert codes(deal.seen[0]) == {"KS", "QS", "8S", "10C", "KH", "9H"}
    assert Sight(match).waiting is None
    match.apply("play 7S")
    (deal,) = Sight(match).deals
    assert codes(deal.seen[1]) == other | {"QS", "9C"}
    assert codes(deal.seen[0]) == {"KS", "QS", "8S", "10C", "KH", "9H", "7S", "AC"}
    assert deal.owners == [0, 1] * 5 + [-2, 0, 1] + [-1] * 19
    names = [[pack[i] for i in places] for places in (deal.hidden(1), deal.unseen(1))]
    assert names[0] == [*pack[0:10:2], "AC", *pack[13:]]
    assert names[1] == ["8S", "10C", "KH", "AC", *pack[13:]]


def test_a_declaration_is_hidden_until_its_card_lies_on_the_table() -> None:
    pack = stacked("KS QS 8S 10C KH", "7S 9S QH 7C 8C", "9H")
    match = chouine().match(packs=[pack], dealer=1)
    match.apply("declare mariage S")
    assert Sight(match).waiting == 0


def test_worlds_in_which_other_cards_are_shown_are_not_alike() -> None:
    """Whoever holds six brisques shows six for a quinte: a seat may tell that from five."""
    hands = ("AS 10S AH 10H AD", "7S 8S 9S 7D 8D", "9H")
    one, other = (
        chouine().match(packs=[stacked(*hands, stock)], dealer=1)
        for stock in ("10D 9C KC QC", "9D 9C KC QC")
    )
    for match in (one, other):
        assert Sight(match).alike(Sight(match), 1)
        for text in ("play AD", "play 7D"):
            match.apply(text)
    assert Sight(one).alike(Sight(other), 1)
    assert not Sight(one).alike(Sight(other), 0)
    for match in (one, other):
        match.apply("declare quinte") if match is one else None
        match.apply("play AS")
        match.apply("play 7S")
    assert not Sight(one).alike(Sight(other), 1)


# -- the command -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("somewhere")
def test_the_command(trickplay: Run) -> None:
    ran = trickplay("validate", "--leaks", "-n", "2", str(COUNCIL))
    found = [*Path().iterdir()]
    assert not found
    compared = run(COUNCIL, 2).compared.total()
    first = f"{COUNCIL}: {compared} pairs of deals compared, nothing leaks\n"
    assert ran == Ran(0, first + "1 file checked, no problems\n", "")
    ran = trickplay("validate", "--leaks", "-n", "2", str(COUNCIL), "--format", "json")
    assert json.loads(ran.out)["leaks"] == [
        {"file": str(COUNCIL), "deals": 10, "compared": compared, "leak": None}
    ]


def run(path: Path, deals: int) -> Findings:
    """All choices of options together."""
    total = Findings()
    for choice in settings(game(str(path)).ruleset):
        found = Search(game(str(path)).with_options(choice), faces=shown).run(deals)
        total.compared += found.compared
    return total


@pytest.mark.usefixtures("somewhere")
def test_the_command_shows_two_deals(trickplay: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_view(monkeypatch)
    ran = trickplay("validate", "--leaks", str(ROOT / "rulesets" / "chouine.yaml"))
    assert (ran.code, ran.err) == (1, "")
    rows = ran.out.splitlines()
    assert rows[0].endswith(
        "chouine.yaml: seat 1 can tell deals apart that should look the same to it"
    )
    assert rows[1].startswith("  view: turned  ")
    assert [row[2:16].strip() for row in rows[3:] if row.startswith("  ") and row[2] != " "] == [
        "dealer",
        "pack 1",
        "moves",
    ]
    assert rows[-1] == "1 file checked, 1 leak"
    assert max(map(len, rows[1:])) <= 80
