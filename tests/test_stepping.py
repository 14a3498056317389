"""Looking at a match again, move by move: every position as it was, and the hands kept closed."""

from __future__ import annotations

import json
import random
import re
import sys
from io import FileIO
from pathlib import Path

import pytest
from commands import COUNCIL, SIX, Ran, Run, lasts
from helpers import dumped, eagerly, states

from interpreter import load
from interpreter.table.match import Match
from interpreter.table.players import HUMAN
from interpreter.table.recorder import Recorder
from interpreter.table.steps import Steps

GAMES = {
    "chouine": "chouine",
    "aluette": "aluette",
    "rounds": "chouine-proust",
    "council": str(COUNCIL),
    "six": str(SIX),
}
CLOSED = "the hands of the others are shown once the match is over"


@pytest.mark.parametrize("name", GAMES)
def test_every_position_is_as_it_was(name: str) -> None:
    """Forward, back, and anywhere."""
    game = load(GAMES[name])
    match = game.match(seed=3)
    seen: list[list[str]] = []
    moves: list[object] = []
    told: list[int] = []
    for now in states(match, random.Random(3), eagerly):
        if len(seen) == 150:
            break
        seen.append([dumped(now.view(seat)) for seat in range(game.seats)])
        told.append(len(now.events))
        moves = [entry for entry in now.log if hasattr(entry, "kind")]
    last = len(seen) - 1
    steps = Steps(match)
    assert steps.last >= last
    assert [steps.move(i) for i in range(last)] == moves[:last]
    order = [*range(last), *range(last, 0, -13), *random.Random(1).sample(range(last), 20)]
    for position in order:
        now_seen = [dumped(steps.view(position, seat)) for seat in range(game.seats)]
        assert now_seen == seen[position], position
        assert steps.count(position) == told[position]
        before = told[position - 1] if position else 0
        assert steps.events(position) == match.events[before : told[position]]
    for position in range(last):
        view = json.loads(seen[position][0])
        deal, trick = view["deal"], view["trick_number"]
        assert steps.place(position) == (deal, trick)
        assert steps.turns[position] == view["turn"]
        first = steps.find(deal, trick)
        assert first is not None
        assert first <= position
        assert first == 0 or steps.place(first - 1) != (deal, trick)
    assert steps.find(99, 1) is None


def record_of(kinds: list[str], moves: int, path: Path) -> Match:
    """The record of a match, as far as it was played, in a file."""
    match = load("chouine").match(seed=7, names=kinds)
    for now in states(match, random.Random(7)):
        if len(now.log) > moves:
            break
    recorder = Recorder(FileIO(path, "w"))
    recorder.update(match)
    recorder.close()
    return match


# -- in a pipe ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("somewhere")
def test_a_game_of_a_person_is_closed_until_it_is_over(trickplay: Run) -> None:
    match = record_of([HUMAN, "greedy"], 30, Path("r.jsonl"))
    me = match.names.index(HUMAN)
    ran = trickplay("replay", "r.jsonl")
    assert ran.code == 0
    assert "you are dealt " in ran.out
    assert "greedy is dealt" not in ran.out
    hands = trickplay("replay", "r.jsonl", "--until", "1.3").out.splitlines()[-1]
    assert re.fullmatch(r"human holds (\S+ ){4}\S+", hands)
    assert trickplay("replay", "r.jsonl", "--seat", str(me + 1)).out == ran.out
    other = trickplay("replay", "r.jsonl", "--seat", str(2 - me))
    assert (other.code, other.out, lasts(other.err)) == (2, "", CLOSED + "\n")
    data = json.loads(trickplay("replay", "r.jsonl", "--json").out)
    assert data["seat"] == me
    shown = [event for event in data["events"] if event["event"] == "dealt"]
    assert {event["seat"] for event in shown if "cards" in event} == {me}
    record_of([HUMAN, "greedy"], 10_000, Path("r.jsonl"))
    whole = trickplay("replay", "r.jsonl")
    assert "greedy is dealt " in whole.out
    assert "greedy is dealt" not in trickplay("replay", "r.jsonl", "--seat", str(me + 1)).out
    assert "you are dealt" in trickplay("replay", "r.jsonl", "--seat", str(2 - me)).out


@pytest.mark.usefixtures("somewhere")
def test_for_programs(trickplay: Run) -> None:
    match = record_of(["random", "greedy"], 10_000, Path("r.jsonl"))
    data = json.loads(trickplay("replay", "r.jsonl", "--json").out)
    assert data["events"] == [event.to_dict() for event in match.events]
    assert (data["players"], data["ruleset"]) == (list(match.names), "chouine")
    assert match.result is not None
    assert data["result"]["wins"] == list(match.result.wins)
    part = json.loads(trickplay("replay", "r.jsonl", "--json", "--until", "1.2").out)
    assert part["result"] is None
    assert part["events"] == data["events"][: len(part["events"])]
    taken = [event["number"] for event in part["events"] if event["event"] == "taken"]
    assert taken == [1, 2]
    assert trickplay("replay", "r.jsonl", "--seat", "3").code == 2


@pytest.mark.usefixtures("somewhere")
def test_a_saved_game_by_its_name(trickplay: Run, data: Path) -> None:
    data.mkdir(parents=True)
    match = record_of([HUMAN, "greedy"], 10_000, data / "chouine-2026-01-01-1.jsonl")
    ran = trickplay("replay", "-q", "chouine-2026-01-01-1")
    assert ran.code == 0
    assert ran.out.startswith(f"verified: {len(match.record)} lines; deals won ")
    message = "there is no file chouine-2026-01-01-2\n"
    assert trickplay("replay", "chouine-2026-01-01-2") == Ran(2, "", message)


# -- at a terminal --------------------------------------------------------------------------------


if sys.platform != "win32":
    from terminal import Terminal

    PROMPT = "(? for help) > "

    def answers(terminal: Terminal, *commands: str) -> list[str]:
        """What each command is answered with, up to the next prompt."""
        found = []
        for command in commands:
            terminal.type(command)
            found.append(terminal.wait_for(PROMPT).partition("\n")[2])
        return found

    def test_forward_and_back(tmp_path: Path) -> None:
        match = record_of(["random", "greedy"], 10_000, tmp_path / "r.jsonl")
        steps = Steps(match)
        with Terminal("replay", str(tmp_path / "r.jsonl")) as terminal:
            start = terminal.wait_for(PROMPT)
            assert start.startswith(f"Chouine: {steps.last} moves in ")
            assert start.endswith(f"1.1, move 0 of {steps.last} {PROMPT}")
            one, two, back = answers(terminal, "", "n", "b")
            assert back == one
            assert one != two
            assert f"1.1, move 1 of {steps.last} " in one
            trick, end, more, again = answers(terminal, "2.3", "e", "", "fin")
            assert f"2.3, move {steps.find(2, 3)} of " in trick
            assert " wins the match\n" in end
            assert more.startswith("this is the last move\n")
            assert again == end
            first, before, second, none = answers(terminal, "1.1", "p", "d", "9.9")
            assert first == start.partition("\n")[2]
            assert before.startswith("this is the first deal\n")
            assert "— deal 2: " in second
            assert none.startswith("the record has no trick 9.9\n")
            seat, hands, wrong, help_, what = answers(
                terminal, "seat 2", "ALL", "seat 3", "?", "what"
            )
            assert seat.count("♠") < hands.count("♠")
            assert "│ you " in seat
            assert "you" not in hands
            assert wrong.startswith("there is no seat 3\n")
            assert help_.startswith("Enter: forward    b: back    d: the next deal    e: the end")
            assert what.startswith("? lists what can be typed here\n")
            for mistake in ("99", "a\x00b", "x" * 10_000, "1.0", "2.", "seat 0", "-1"):
                (came,) = answers(terminal, mistake)
                assert came.startswith("? lists what can be typed here\n"), mistake
            terminal.type("q")
            assert terminal.end() == 0
            assert "Traceback" not in terminal.text

    @pytest.mark.parametrize(("keys", "code"), [("\x03", 130), ("\x04", 0), ("quitter\r", 0)])
    def test_leaving(tmp_path: Path, keys: str, code: int) -> None:
        record_of(["random", "greedy"], 20, tmp_path / "r.jsonl")
        with Terminal("replay", str(tmp_path / "r.jsonl")) as terminal:
            terminal.wait_for(PROMPT)
            terminal.send(keys)
            assert terminal.end() == code
            assert "Traceback" not in terminal.text

    def test_an_unfinished_game_is_seen_from_the_own_seat(tmp_path: Path) -> None:
        match = record_of([HUMAN, "greedy"], 30, tmp_path / "r.jsonl")
        me = match.names.index(HUMAN)
        with Terminal("replay", str(tmp_path / "r.jsonl")) as terminal:
            start = terminal.wait_for(PROMPT)
            assert "you are dealt " in start
            assert "greedy is dealt" not in start
            other, open_, own = answers(terminal, f"seat {2 - me}", "all", f"seat {me + 1}")
            assert other.startswith(CLOSED + "\n")
            assert open_.startswith(CLOSED + "\n")
            assert own == start.partition("\n")[2]

    def test_a_record_that_does_not_fit_is_not_stepped_through(tmp_path: Path) -> None:
        path = tmp_path / "r.jsonl"
        record_of(["random", "greedy"], 30, path)
        lines = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join([*lines[:5], "{}", *lines[6:]]), encoding="utf-8")
        with Terminal("replay", str(path)) as terminal:
            assert terminal.end() == 1
            assert terminal.text.startswith(f"{path}:6: ")
