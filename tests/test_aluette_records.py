"""Records of Aluette: two pinned byte for byte, replayed, forged in every way, masked for a seat.

What is the same for every game stands in test_records.py. The base game draws again for the seats
and for the first deal; with all options twelve cards are put aside, and equal after five deals the
match goes to a sixth.

python tests/test_aluette_records.py --renew       writes tests/golden/aluette*.jsonl again, after
                                                   a rule was changed
python tests/test_aluette_records.py --print NAME  prints what would be written there
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from aluette_table import (
    ALL_ON,
    BASE,
    GAMES,
    GOLDEN,
    OPTIONS,
    Record,
    agreeably,
    aluette,
    cases,
    golden_game,
    golden_text,
    record,
    settings,
    shuffled,
    written,
)
from helpers import ROOT, dumped, states

import interpreter
from interpreter import Match, RecordError
from interpreter.table.replay import read_record, replaying


def starting(lines: Record, text: str) -> int:
    """The index of the first line with an action that starts with a text."""
    return next(i for i, line in enumerate(lines) if line.get("do", "").startswith(text))


# -- the golden records ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_golden_record(name: str) -> None:
    assert golden_text(name) == written(name), "renew it if the rules were meant to change"


@pytest.mark.parametrize("name", GAMES)
def test_golden_record_under_another_hash_seed(name: str) -> None:
    done = subprocess.run(
        [sys.executable, __file__, "--print", name],
        env={**os.environ, "PYTHONHASHSEED": "4294967295", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert done.stdout == (GOLDEN / f"{name}.jsonl").read_bytes()


@pytest.mark.parametrize("name", GAMES)
def test_the_command_writes_the_golden_record(name: str, tmp_path: Path) -> None:
    options, seed = GAMES[name]
    path = tmp_path / "r.jsonl"
    args = ["run", "aluette", "--players", "random,random,random,random", "--seed", str(seed)]
    for setting in options.split():
        args += ["--set", setting]
    command = [sys.executable, str(ROOT / "cli.py"), *args, "--record", str(path)]
    subprocess.run(command, capture_output=True, check=True)
    header, *lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert lines == written(name).splitlines(keepends=True)[1:]
    assert json.loads(header) == {**record(name)[0], "version": interpreter.__version__}


@pytest.mark.parametrize("name", GAMES)
def test_golden_record_is_verified(name: str) -> None:
    """With the rules and the settings that stand in its header."""
    match = Match.from_record(read_record(GOLDEN / f"{name}.jsonl"))
    assert match.over
    assert match.game.hash == golden_game(name).hash
    assert dumped(match.record[1:]) == dumped(record(name)[1:])


def test_parts_of_the_records() -> None:
    """What the seeds were chosen for is in them."""
    base, options = record(BASE), record(OPTIONS)
    for lines in (base, options):
        assert [list(line) for line in lines[1:3]] == [["seating", "seats"], ["draw", "dealer"]]
        kinds = {"deal,dealer,pack", "seat,do", "trick,winner,check", "result"}
        assert {",".join(line) for line in lines[3:]} == kinds
    assert base[0]["options"] == {}
    assert options[0]["options"] == settings(ALL_ON)
    assert (len(base[1]["seating"]), len(base[2]["draw"])) == (2, 2)
    assert base[0]["hash"] != options[0]["hash"]
    assert any("trick" in line and line["winner"] is None for line in base)
    done = {line["do"].split()[0] for line in options if "do" in line}
    assert done == {"yes", "no", "discard", "signal", "play"}
    result = options[-1]["result"]
    assert (result["deals"], sum(result["wins"])) == (6, 7)


# -- replaying ------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", ["", ALL_ON, f"{ALL_ON} signals_truthful=no teams=lot"])
def test_a_replayed_record_gives_the_same_states(options: str) -> None:
    """After every action: all that two of the seats see, and what may be done."""

    def look(match: Match) -> tuple[str, ...]:
        return tuple(dumped(match.view(seat)) for seat in (0, 3))

    match = aluette(options).match(seed=5)
    looks = [look(m) for m in states(match, random.Random(5), agreeably)]
    done = json.loads(dumped(match.record))
    replayed = [look(m) for m in replaying(done, aluette(options))]
    assert [now for now, _same in groupby(replayed)] == looks
    again = Match.from_record(done)
    assert dumped(again.record) == dumped(done)
    assert (again.names, again.result) == (match.names, match.result)


def test_packs_without_lots() -> None:
    """Players sit as they came; the record says so, and is replayed."""
    match = aluette().match(packs=shuffled(random.Random(1), 1), dealer=2)
    assert match.record[1:3] == (
        {"seating": [], "seats": [0, 1, 2, 3]},
        {"draw": [], "dealer": 2},
    )
    assert dumped(Match.from_record(match.record).record) == dumped(match.record)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_any_length_goes_on(name: str) -> None:
    lines = record(name)
    for length in range(3, len(lines) - 1, 37):
        match = Match.from_record(lines[:length], golden_game(name))
        assert dumped(match.record[1:length]) == dumped(lines[1:length])
        assert not match.over


# -- for a seat -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_masked_record_shows_own_cards_only(name: str) -> None:
    """The cards that came to the seat stand where they lay in the pack; no hashes of the others."""
    match, own = Match.from_record(record(name), golden_game(name)), [0, 0, 0, 0]
    for seat in range(4):
        for line, full in zip(match.record_for(seat)[1:], match.record[1:], strict=True):
            if "deal" in line:
                shown = [i for i, code in enumerate(line["pack"]) if code != "?"]
                first = (seat - line["dealer"] - 1) % 4 * 3
                dealt = [packet * 12 + first + i for packet in range(3) for i in range(3)]
                assert shown[:9] == dealt
                taken = {0: list(range(36, 48, 2)), 9: list(range(37, 48, 2))}.get(first, [])
                assert shown[9:] in ([], taken)
                own[seat] += len(shown) - 9
                assert all(full["pack"][i] == line["pack"][i] for i in shown)
            elif line.get("do", "").startswith("discard"):
                assert line == full or (line["seat"], line["do"]) == (full["seat"], "discard ?")
                assert (line == full) == (line["seat"] == seat)
            else:
                assert line == {key: value for key, value in full.items() if key != "check"}
    assert sum(own) == (12 if name == OPTIONS else 0)


@pytest.mark.parametrize("name", GAMES)
def test_a_masked_record_is_not_replayed(name: str) -> None:
    lines = list(Match.from_record(record(name), golden_game(name)).record_for(0))
    refused(name, lines, 4, "the pack of this game has no card ?")


# -- forged ---------------------------------------------------------------------------------------


def refused(name: str, lines: Record, number: int, sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        Match.from_record(lines, golden_game(name))
    assert (caught.value.line, str(caught.value)) == (number, sentence)


def changed(name: str, i: int, **values: Any) -> Record:
    """The record with something else in one line."""
    lines = record(name)
    lines[i] = {**lines[i], **values}
    return lines


@pytest.mark.parametrize("case", cases("forged"))
def test_forged_line(case: dict[str, Any]) -> None:
    name, line = case["record"], case["line"]
    i = starting(record(name), line) if isinstance(line, str) else line - 1
    refused(name, changed(name, i, **case["put"]), i + 1, case["refused"])


UNSEATED = "the drawn cards do not put the players in their seats"


def test_no_seats_at_all() -> None:
    """A draw for the first deal, but none for the seats, and nobody in them."""
    refused(BASE, changed(BASE, 1, seating=[], seats=[]), 2, UNSEATED)


def test_forged_turning_up_of_luettes() -> None:
    """Every card that was turned up is needed, and no other."""
    (cards,) = record(OPTIONS)[1]["seating"]
    unused = next(card for card in record(OPTIONS)[3]["pack"] if card not in cards)
    for rounds in ([cards[:-1]], [[*cards, unused]], [cards, cards], [cards[:-1], cards[-1:]]):
        refused(OPTIONS, changed(OPTIONS, 1, seating=rounds), 2, UNSEATED)


def test_an_answer_by_another_player() -> None:
    i = starting(record(OPTIONS), "yes")
    seat = record(OPTIONS)[i]["seat"]
    lines = changed(OPTIONS, i, seat=(seat + 1) % 4)
    refused(OPTIONS, lines, i + 1, f"seat {seat} is to move here")


def test_another_answer() -> None:
    """A no instead of the last yes: then nothing is put aside."""
    lines = record(OPTIONS)
    i = starting(lines, "discard") - 1
    assert lines[i]["do"] == "yes"
    do = lines[i + 1]["do"]
    sentence = f"`{do}` is not possible: no card is to be put aside now"
    refused(OPTIONS, changed(OPTIONS, i, do="no"), i + 2, sentence)


def test_a_card_put_aside_that_is_not_held() -> None:
    """Twice the same, another one's, and a card played while one must be put aside."""
    lines = record(OPTIONS)
    i = starting(lines, "discard")
    hand = Match.from_record(lines[:i], golden_game(OPTIONS)).view(lines[i]["seat"]).hand
    other = next(card for card in lines[3]["pack"] if card[-1] == "B" and card not in hand)
    lines = changed(OPTIONS, i, do=f"discard {other}")
    sentence = f"`discard {other}` is not possible: you do not hold {other[:-1]}▮"
    refused(OPTIONS, lines, i + 1, sentence)
    twice = record(OPTIONS)[i]["do"]
    with pytest.raises(RecordError, match="you do not hold"):
        Match.from_record(changed(OPTIONS, i + 1, do=twice), golden_game(OPTIONS))
    with pytest.raises(RecordError, match="put a card aside first: "):
        Match.from_record(changed(OPTIONS, i, do=f"play {hand[0]}"), golden_game(OPTIONS))


def test_a_sign_given_twice() -> None:
    lines = record(OPTIONS)
    i = starting(lines, "signal eyes_up")
    given = "look up to the sky: you have given this signal already in this deal"
    sentence = f"`signal eyes_up` is not possible: {given}"
    refused(OPTIONS, [*lines[: i + 1], *lines[i:]], i + 2, sentence)


def test_forged_tricks() -> None:
    lines = record(BASE)
    i = next(i for i, line in enumerate(lines) if line.get("winner") == 2)
    for winner in (0, 3, None):
        sentence = f"trick {lines[i]['trick']} was taken by seat 2"
        refused(BASE, changed(BASE, i, winner=winner), i + 1, sentence)


def test_a_spoiled_trick_that_somebody_took() -> None:
    lines = record(BASE)
    i = next(i for i, line in enumerate(lines) if line.get("winner", 0) is None)
    for winner in (0, False, 3):
        sentence = f"nobody took trick {lines[i]['trick']}"
        refused(BASE, changed(BASE, i, winner=winner), i + 1, sentence)


def test_forged_result() -> None:
    expected = record(OPTIONS)[-1]["result"]
    last = len(record(OPTIONS)) - 1
    for wrong in ({"winner": 1}, {"wins": [3, 4]}, {"deals": 5}, {"repeats": 1}):
        lines = changed(OPTIONS, last, result={**expected, **wrong})
        sentence = f"the match ended otherwise: {json.dumps(expected)}"
        refused(OPTIONS, lines, last + 1, sentence)


@pytest.mark.parametrize("name", GAMES)
def test_every_line_counts(name: str) -> None:
    """Whatever line is left out or doubled, the record is refused."""
    original = record(name)
    for i in [*range(5), *random.Random(6).sample(range(5, len(original) - 1), 3)]:
        for lines in (original[:i] + original[i + 1 :], original[: i + 1] + original[i:]):
            with pytest.raises(RecordError) as caught:
                Match.from_record(lines, golden_game(name))
            assert 1 <= caught.value.line <= len(lines) + 1


if __name__ == "__main__":
    if sys.argv[1:] == ["--renew"]:
        for name in GAMES:
            path = GOLDEN / f"{name}.jsonl"
            path.write_text(golden_text(name), encoding="utf-8", newline="\n")
    elif sys.argv[1:2] == ["--print"] and sys.argv[2] in GAMES:
        sys.stdout.buffer.write(golden_text(sys.argv[2]).encode())
    else:
        sys.exit(__doc__)
