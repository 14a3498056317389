"""`trickplay replay`: records told again, forged, cut off."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import MATCH, Ran, Run, lasts

from interpreter.rules.shelf import SHIPPED

pytestmark = pytest.mark.usefixtures("somewhere")


def test_record_and_replay(trickplay: Run, record: list[str]) -> None:
    whole = trickplay(*MATCH).out
    ran = trickplay("replay", "r.jsonl")
    assert (ran.code, ran.err) == (0, "")
    end = re.compile(rf"verified: {len(record)} lines; deals won \d–\d\n")
    assert ran.out.startswith(whole)
    assert end.fullmatch(ran.out, len(whole))
    assert end.fullmatch(trickplay("replay", "-q", "r.jsonl").out)


def test_a_record_that_was_cut_off(trickplay: Run, record: list[str]) -> None:
    Path("cut.jsonl").write_text("\n".join(record[:40]) + "\n", encoding="utf-8")
    assert trickplay("replay", "-q", "cut.jsonl") == Ran(
        0,
        "verified: 40 lines; the match is not finished: it ends after trick 12 of deal 1\n",
        "",
    )


def test_a_record_whose_writer_was_stopped(trickplay: Run, record: list[str]) -> None:
    """Wherever in a line: what was complete is verified, and it is said where it ends."""
    whole = "\n".join(record[:40])
    for length in range(len(whole) - len(record[39]) + 1, len(whole)):
        Path("cut.jsonl").write_text(whole[:length], encoding="utf-8")
        assert trickplay("replay", "-q", "cut.jsonl") == Ran(
            1,
            "verified: 39 lines; the match is not finished: it ends after trick 12 of deal 1\n",
            "cut.jsonl:40: line 40 is incomplete: whoever wrote the record was stopped there\n",
        )
    Path("cut.jsonl").write_text(record[0][:-3], encoding="utf-8")
    message = "cut.jsonl:1: this line is not JSON; the record may have been cut off here\n"
    assert trickplay("replay", "-q", "cut.jsonl") == Ran(1, "", message)


@pytest.mark.parametrize("deal", [1, 2])
def test_replay_until(trickplay: Run, record: list[str], deal: int) -> None:
    ran = trickplay("replay", "r.jsonl", "--until", f"{deal}.5")
    assert (ran.code, ran.err) == (0, "")
    told, *hands = ran.out.rsplit("\n", 3)
    assert trickplay(*MATCH).out.startswith(told)
    assert re.search(r"\n  trick 5 goes to random [12]\n", told)
    assert f"deal {deal}: " in told
    assert f"deal {deal + 1}: " not in told
    card = "[AKQJ789]?(?:10)?[♠♥♦♣]"
    for seat, line in enumerate(hands[:2], 1):
        assert re.fullmatch(rf"random {seat} holds (?:{card} ){{4}}{card}", line)
    last = trickplay("replay", "r.jsonl", "--until", f"{deal}.16")
    assert last.code == 0
    assert re.search(rf"\ndeal {deal}: random [12] wins\n$", last.out)


def test_replay_until_beyond_the_end(trickplay: Run, record: list[str]) -> None:
    for until in ("9.1", "1.17", "999999.999999"):
        ran = trickplay("replay", "-q", "r.jsonl", "--until", until)
        assert (ran.code, ran.out) == (2, "")
        assert lasts(ran.err) == f"the record ends before {until}\n"


def changed(line: dict[str, object], key: str, value: object) -> str:
    """A line of a record with another value in it."""
    assert key in line
    return json.dumps({**line, key: value}, ensure_ascii=False)


def forged(record: list[str]) -> Iterator[tuple[str, int, str, str]]:
    """Names of forgeries, with the line, its new text and what is said about it."""
    data = [json.loads(line) for line in record]
    trick = next(i for i, line in enumerate(data) if "trick" in line)
    action = next(i for i, line in enumerate(data) if "do" in line)
    deal = next(i for i, line in enumerate(data) if "deal" in line)
    seat, winner = data[action]["seat"], data[trick]["winner"]
    number = data[trick]["trick"]
    yield (
        "winner",
        trick,
        changed(data[trick], "winner", 1 - winner),
        (f"trick {number} was taken by seat {winner}"),
    )
    yield (
        "check",
        trick,
        changed(data[trick], "check", "0" * 12),
        ("a card or an action above this line was changed"),
    )
    yield "seat", action, changed(data[action], "seat", 1 - seat), f"seat {seat} is to move here"
    yield (
        "action",
        action,
        changed(data[action], "do", "dance"),
        ("`dance` is not possible: this game has no action `dance`"),
    )
    yield (
        "extra",
        action,
        json.dumps({"say": "hello"}),
        ('an action is wanted here: {"seat": …, "do": "…"}'),
    )
    pack = data[deal]["pack"]
    yield (
        "deal",
        deal,
        changed(data[deal], "deal", 7),
        (f"deal 1 by seat {data[deal]['dealer']} is wanted here"),
    )
    twice = [pack[1], *pack[1:]]
    yield (
        "pack",
        deal,
        changed(data[deal], "pack", twice),
        (f"the card {pack[1]} is twice in the pack"),
    )
    yield (
        "result",
        len(data) - 1,
        json.dumps({"result": {}}),
        (f"the match ended otherwise: {json.dumps(data[-1]['result'])}"),
    )
    yield (
        "format",
        0,
        changed(data[0], "format", "x"),
        ("this is not a record of a match: `format` must be `trickplay-record-1`"),
    )
    yield (
        "hash",
        0,
        changed(data[0], "hash", "x"),
        ("the rules in the record are not those of its content hash"),
    )
    yield "seats", 0, changed(data[0], "seats", ["a"]), "`seats` must name 2 players"
    yield "list", 1, "[]", "this line is not a JSON object"
    yield "json", 1, "{", "this line is not JSON; the record may have been cut off here"
    yield (
        "depth",
        1,
        "[" * 100_000,
        ("this line is not JSON; the record may have been cut off here"),
    )


def test_forged_records(trickplay: Run, record: list[str]) -> None:
    for name, at, line, message in forged(record):
        path = Path(f"{name}.jsonl")
        lines = [*record[:at], line, *record[at + 1 :]]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        ran = trickplay("replay", "-q", str(path))
        assert ran == Ran(1, "", f"{path}:{at + 1}: {message}\n"), name


def test_records_that_are_none(trickplay: Run) -> None:
    Path("empty.jsonl").touch()
    assert trickplay("replay", "empty.jsonl") == Ran(1, "", "empty.jsonl:1: the record is empty\n")
    Path("latin.jsonl").write_bytes(b'{"a": "\xe9"}\n')
    message = "latin.jsonl:1: this line is not UTF-8 text\n"
    assert trickplay("replay", "latin.jsonl") == Ran(1, "", message)


def test_lines_after_the_end(trickplay: Run, record: list[str]) -> None:
    more = [*record, '{"seat":0,"do":"play AS"}']
    Path("more.jsonl").write_text("\n".join(more) + "\n", encoding="utf-8")
    message = f"more.jsonl:{len(more)}: the match was over before this line\n"
    assert trickplay("replay", "-q", "more.jsonl") == Ran(1, "", message)


def test_replay_says_when_the_installed_rules_differ(trickplay: Run) -> None:
    text = (SHIPPED / "chouine.yaml").read_text(encoding="utf-8")
    Path("mine.yaml").write_text(text.replace("wins: 3", "wins: 1"), encoding="utf-8")
    assert trickplay("run", "./mine.yaml", *MATCH[2:], "--record", "r.jsonl").code == 0
    ran = trickplay("replay", "-q", "r.jsonl")
    assert ran.code == 0
    assert ran.err == "note: the installed chouine plays otherwise than the one in this record\n"
