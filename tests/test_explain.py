"""Why a card may be played, who took a trick, how a deal was counted: as the machine has it."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from io import FileIO
from pathlib import Path

import pytest
from commands import COUNCIL, SIX, Ran, Run, lasts
from helpers import eagerly, evenly, late, played, stacked, states
from hidden import otherwise, some_packs

from interpreter import Game, IllegalAction, Match, load
from interpreter.rules.types import Type
from interpreter.study.explain import Explainer, _expressions
from interpreter.study.grounds import Explained, told
from interpreter.study.worked import Worked, Workings, value_text
from interpreter.table.action import Action
from interpreter.table.players import HUMAN
from interpreter.table.recorder import Recorder
from interpreter.text.messages import speak

GAMES = {
    "chouine": "chouine",
    "aluette": "aluette",
    "trois": "chouine-mondoubleau-trois",
    "mordienne": "aluette-mordienne",
    "council": str(COUNCIL),
    "six": str(SIX),
}


@cache
def game(name: str) -> Game:
    found = load(GAMES[name])
    return (
        found.with_options({"mordienne": "yes", "signals": "yes"}) if name == "aluette" else found
    )


def names(match: Match) -> list[str]:
    return [f"P{seat}" for seat in range(match.seats)]


def text(explained: Explained | None) -> str:
    assert explained is not None
    return "\n".join(told(explained))


# -- against the machine --------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_what_is_allowed_and_by_which_rule(name: str) -> None:
    """Every action in some positions: the verdict, the rule that forbids, and no other one."""
    rng, forbidden = random.Random(5), 0
    for state in states(game(name).match(seed=5), rng, eagerly):
        if state.over or state.view(0).deal > 2:
            break
        if rng.random() < 0.8:
            continue
        explainer = Explainer(state, names(state))
        offered = set(state.actions())
        for action in state.game.actions:
            found = explainer.action(explainer.steps.last, action)
            assert found.heading.endswith("not allowed") == (action not in offered)
            forbids = [g.name for g in found.grounds if g.outcome.endswith("is forbidden")]
            if action in offered:
                assert not forbids
                continue
            with pytest.raises(IllegalAction) as raised:
                state.copy().apply(action)
            assert found.verdict == str(raised.value)
            rules = state.game.ruleset.tricks
            if raised.value.rule in {rule.about.name for rule in (*rules.lead, *rules.reply)}:
                assert [forbid.split(".")[-1] for forbid in forbids] == [raised.value.rule]
                assert found.grounds[-1].name == forbids[0], "what comes after it has no say"
                forbidden += 1
            else:
                assert not forbids
    assert forbidden or name not in ("chouine", "trois")


@pytest.mark.parametrize("name", GAMES)
def test_tricks_and_deals_are_told_as_they_went(name: str) -> None:
    match = played(game(name).match(seed=11), 11)
    explainer = Explainer(match, names(match))
    deal = tricks = 0
    for event in match.events:
        if event.kind == "deals":
            deal += 1
        elif event.kind in ("taken", "spoiled"):
            assert event.number is not None
            found = explainer.trick(deal, event.number)
            assert found is not None
            tricks += 1
            if event.kind == "taken":
                assert found.seat == event.seat
                assert found.verdict.startswith(f"P{event.seat} takes the trick with ")
            else:
                assert found.seat is None
                assert found.verdict.startswith("nobody takes the trick; these are equal: ")
        elif event.kind == "counted":
            counted = explainer.deal(deal)
            assert counted is not None
            sums = [g for g in counted.grounds if g.name == "scoring.points"]
            for seat, terms in enumerate(event.scores):
                total = sum(n for _name, n in terms)
                if terms:
                    row = sums[0].rows[seat][1]
                    assert row.startswith(f"P{seat}: ")
                    assert row.endswith(f" = {total}")
                for term, number in terms:
                    own = next(g for g in counted.grounds if g.name == f"scoring.points.{term}")
                    lines = [row for depth, row in own.rows if not depth]
                    assert re.match(rf"P{seat}: .*: {number}( \(|$)", lines[seat])
        elif event.kind == "closed":
            closed = explainer.deal(deal)
            assert closed is not None
            assert closed.seat == event.seat
            if event.worth:
                worth = next(g for g in closed.grounds if g.name == "scoring.worth")
                assert re.search(rf": {event.worth}( \(|$)", worth.rows[0][1])
    assert tricks > 20
    assert explainer.deal(deal + 1) is None
    assert explainer.trick(1, 99) is None


def parts(worked: Worked) -> list[Worked]:
    return [worked, *(inner for part in worked.parts for inner in parts(part))]


@pytest.mark.parametrize("name", GAMES)
def test_the_values_of_parts_fit_together(name: str) -> None:
    """Each chain is what its parts make of it; each name is what it stands for."""
    match = played(game(name).match(seed=2), 2)
    works = Workings(match.game, _expressions(match.game.ruleset))
    met = set()
    again = Match(works.game, match.supply, None, match.players, match.lots)
    for entry in [e for e in match.log if isinstance(e, Action)][:60]:
        s = again._state
        for expr in _expressions(match.game.ruleset):
            for part in parts(works.of(expr, s, s.turn)):
                values = [bool(inner.value) for inner in part.parts]
                met.add(part.expr.op)
                if part.expr.op == "named":
                    assert part.value == part.parts[0].value
                elif part.expr.op == "not":
                    assert part.value == (not values[0])
                elif part.expr.type is Type.TRUTH and part.expr.op in ("and", "or"):
                    join = all if part.expr.op == "and" else any
                    assert len(values) == len(part.expr.args)
                    assert part.value == join(values)
                elif part.expr.op == "if" and len(part.parts) == 2:
                    assert part.value == part.parts[1].value
        again.apply(entry)
    assert len(met) > 1


def test_hidden_cards_change_nothing() -> None:
    """The cards that the seat has not seen change places; every explanation stays as it is."""
    rng, compared = random.Random(6), 0
    for number in range(4):
        packs, cards = some_packs(rng)
        match = game("chouine").match(packs=packs, dealer=number % 2)
        for card in cards:
            if str(match.actions()[-1]) != "pass":
                match.apply(f"play {card}")
        for state in states(match, rng, (evenly, eagerly)[number % 2]):
            if state.over or sum(event.kind == "deals" for event in state.events) > 1:
                break
            if rng.random() < 0.85:
                continue
            assert state.turn is not None
            other = game("chouine").match(
                packs=otherwise(packs, state, state.turn, rng), dealer=number % 2
            )
            for line in state.record:
                if "do" in line:
                    other.apply(line["do"])
            one, two = (Explainer(m, names(m)) for m in (state, other))
            last = one.steps.last
            for action in state.game.actions:
                assert one.action(last, action) == two.action(last, action)
            assert one.last_trick(last) == two.last_trick(last)
            compared += 1
    assert compared > 10


# -- whole texts ----------------------------------------------------------------------------------


def line_of(file: str, start: str, after: str = "") -> int:
    """The line of a shipped ruleset that begins so, after another one."""
    lines = (Path(__file__).parent.parent / "rulesets" / file).read_text("utf-8").splitlines()
    first = next(i for i, line in enumerate(lines) if line.strip().startswith(after))
    return next(
        i + 1 for i, line in enumerate(lines) if i >= first and line.strip().startswith(start)
    )


def at_the_end() -> Match:
    """Trick 12: hearts are trump, the player to move must follow."""
    pack, cards = late("AS 10S KS QS JS", "7S 8H 9H AD KD", "9H")
    match = game("chouine").match(packs=[pack], dealer=1)
    for card in cards:
        match.apply(f"play {card}")
    match.apply("play JS")
    return match


FORBIDDEN = """\
A♦: not allowed
  follow suit (chouine.yaml:{follow}, the local profile this file follows)
    if final: yes
      stock < players: yes (stock 0, players 2)
    play follows(led): spades (led J♠)
    of 7♠ 9♥ 8♥ A♦ K♦ it leaves 7♠: A♦ is forbidden
  you must follow J♠: play 7♠"""
TRICK = """\
P0: J♠, P1: 7♠
  what takes a trick (chouine.yaml:{wins})
    trump: hearts
      of the trick: -
    follows(led): spades (led J♠)
      of the trick: J♠ 7♠
    strongest first: J♠ > 7♠
  P0 takes the trick with J♠; it is the strongest card in `follows(led)`"""


def test_a_card_that_is_forbidden() -> None:
    match = at_the_end()
    explainer = Explainer(match, names(match))
    action = match.game.action("play AD")
    assert action is not None
    wanted = FORBIDDEN.format(follow=line_of("chouine.yaml", "- follow:"))
    assert text(explainer.action(explainer.steps.last, action)) == wanted
    speak("fr")
    found = text(explainer.action(explainer.steps.last, action))
    speak("en")
    assert "il faut fournir : jouez 7♠" in found
    assert "fournir (chouine.yaml:" in found


def test_a_trick() -> None:
    match = at_the_end()
    match.apply("play 7S")
    explainer = Explainer(match, names(match))
    wanted = TRICK.format(wins=line_of("chouine.yaml", "wins:"))
    assert text(explainer.last_trick(explainer.steps.last)) == wanted


def test_numbers_are_those_of_the_variant() -> None:
    """Its own file and line, too; the base's number is nowhere."""
    pack = stacked("AS 10S AH 10H AD", "KD QD 7D JD 8C", "9C")
    match = load("chouine-cent").match(packs=[pack], dealer=1)
    explainer = Explainer(match, names(match))
    action = match.game.action("declare quinte")
    assert action is not None
    found = text(explainer.action(0, action))
    assert "declare quinte: allowed\n" in found
    assert re.search(r"^  quinte \(chouine(-cent)?\.yaml:\d+, ", found, re.M)
    assert "points: 100: 100" in found
    assert "50" not in found


def test_rules_of_a_record_have_the_places_of_the_installed_file(tmp_path: Path) -> None:
    match = at_the_end()
    again = Match.from_record(match.record)
    action = again.game.action("play AD")
    assert action is not None
    explainer = Explainer(again, names(again))
    assert f"chouine.yaml:{line_of('chouine.yaml', '- follow:')}" in text(
        explainer.action(explainer.steps.last, action)
    )
    rules = (Path(__file__).parent.parent / "rulesets" / "chouine.yaml").read_text("utf-8")
    path = tmp_path / "other.yaml"
    path.write_text(rules.replace("name: chouine\n", "name: other\n"), encoding="utf-8")
    record = load(path).match(seed=1).record
    other = Match.from_record(record)
    action = other.game.action("declare quinte")
    assert action is not None
    found = Explainer(other, names(other)).action(0, action)
    assert "quinte (declarations.quinte, the local profile" in text(found)


def test_settings_keep_the_places() -> None:
    match = game("aluette").match(seed=1)
    explainer = Explainer(match, names(match))
    action = match.game.action("signal wink")
    assert action is not None
    place = line_of("aluette.yaml", "wink:")
    assert f"  close one eye (aluette.yaml:{place}, " in text(explainer.action(0, action))


def test_values_in_words() -> None:
    match = at_the_end()
    explainer = Explainer(match, names(match))
    works, s = explainer.works, explainer.steps.story(explainer.steps.last).state
    found = {
        part.text: value_text(explainer.game, part, explainer.name)
        for expr in _expressions(match.game.ruleset)
        for part in parts(works.of(expr, s, s.turn))
    }
    assert found["final"] == "yes"
    assert found["led in trump"] == "no"
    assert found["trump"] == "hearts"
    assert found["led"] == "J♠"
    assert found["stock"] == "0"
    assert found["last_winner"] == "P0"


# -- the command ----------------------------------------------------------------------------------


def written(match: Match, path: Path) -> None:
    recorder = Recorder(FileIO(path, "w"))
    recorder.update(match)
    recorder.close()


@pytest.mark.usefixtures("somewhere")
def test_the_command(trickplay: Run) -> None:
    match = played(game("chouine").match(seed=7, names=["random", "greedy"]), 7)
    written(match, Path("r.jsonl"))
    ran = trickplay("explain", "r.jsonl")
    assert (ran.code, ran.err) == (0, "")
    rows = ran.out.splitlines()
    deals = [event for event in match.events if event.kind == "closed"]
    assert len(rows) == len(deals) + 1
    for number, (row, event) in enumerate(zip(rows, deals, strict=False), 1):
        winner = f"{match.names[event.seat]} wins" if event.seat is not None else "nobody wins"
        assert row == f"deal {number}: 16 tricks; {winner} the deal"
    assert rows[-1] == "trickplay explain r.jsonl --at 1.2 explains a trick, --at 1 a deal"
    trick = trickplay("explain", "r.jsonl", "--at", "1.15").out
    assert trick.count("allowed were ") == 2
    assert trick.count(" takes the trick with ") == 1
    assert "wins the deal" not in trick
    last = trickplay("explain", "r.jsonl", "--at", "1.16").out
    assert last.count(" takes the trick with ") == 1
    assert trickplay("explain", "r.jsonl", "--at", "1").out in last
    data = json.loads(trickplay("explain", "r.jsonl", "--at", "1.16", "--json").out)
    assert [item["kind"] for item in data] == ["move", "move", "trick", "deal"]
    assert {ground["rule"] for ground in data[3]["grounds"]} >= {
        "scoring.points.cards",
        "scoring.points",
        "scoring.winner",
    }
    assert "♠" not in trickplay("explain", "r.jsonl", "--at", "1.5", "--ascii").out


@pytest.mark.usefixtures("somewhere")
@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("--at 9.1", "the record has no trick 9.1"),
        ("--at 1.17", "the record has no trick 1.17"),
        ("--at 9", "deal 9 was not played to its end"),
        ("--at x", "--at wants a deal and a trick, such as 2.5, or a deal"),
        ("--at 0.1", "--at wants a deal and a trick, such as 2.5, or a deal"),
        ("--at 1.", "--at wants a deal and a trick, such as 2.5, or a deal"),
        ("--card AS", "--card wants the trick: --at DEAL.TRICK"),
        ("--at 1 --card AS", "--card wants the trick: --at DEAL.TRICK"),
        ("--at 1.1 --card 1Z", "there is no card 1Z"),
    ],
)
def test_bad_usage(trickplay: Run, args: str, message: str) -> None:
    match = played(game("chouine").match(seed=7, names=["random", "greedy"]), 7)
    written(match, Path("r.jsonl"))
    ran = trickplay("explain", "r.jsonl", *args.split())
    assert (ran.code, ran.out, lasts(ran.err)) == (2, "", message + "\n")


@pytest.mark.usefixtures("somewhere")
def test_a_card_in_a_trick(trickplay: Run) -> None:
    match = at_the_end()
    match.apply("play 7S")
    written(match, Path("r.jsonl"))
    ran = trickplay("explain", "r.jsonl", "--at", "1.12", "--card", "as de carreau")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == FORBIDDEN.format(follow=line_of("chouine.yaml", "- follow:")) + "\n"
    gone = trickplay("explain", "r.jsonl", "--at", "1.12", "--card", "7C")
    assert lasts(gone.err) == "nobody who may be looked at held 7C in trick 1.12\n"


@pytest.mark.usefixtures("somewhere")
def test_records_that_are_none(trickplay: Run) -> None:
    assert trickplay("explain", "nothing") == Ran(2, "", "there is no file nothing\n")
    Path("r.jsonl").write_text("{}\n")
    ran = trickplay("explain", "r.jsonl")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("r.jsonl:1: this is not a record of a match: ")


@pytest.mark.usefixtures("somewhere")
def test_a_game_that_is_not_over_keeps_the_hands_of_the_others(trickplay: Run) -> None:
    match = game("chouine").match(seed=7, names=[HUMAN, "greedy"])
    rng = random.Random(7)
    for state in states(match, rng, evenly):
        if state.view(0).deal == 2 and state.view(0).trick_number == 3:
            break
    written(match, Path("r.jsonl"))
    ran = trickplay("explain", "r.jsonl", "--at", "1.14")
    assert ran.code == 0
    assert ran.out.count("allowed were ") == 1
    me = match.names.index(HUMAN)
    explainer = Explainer(match, names(match))
    for position in explainer.moves(1, 3):
        turn = explainer.steps.turns[position]
        for code in explainer.steps.view(position, turn).hand:
            ran = trickplay("explain", "r.jsonl", "--at", "1.3", "--card", code)
            assert (ran.code == 0) == (turn == me)
        break
    assert "deal 2: 2 tricks; not over\n" in trickplay("explain", "r.jsonl").out
