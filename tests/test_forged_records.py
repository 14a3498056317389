"""Records that were forged, in every way, and files that are none: the line is named, and why."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from golden_record import GOLDEN, Record, again, at, record, refused
from helpers import PACK

from interpreter import RecordError
from interpreter.table.replay import read_record
from interpreter.text.limits import MAX_LINE

# -- forged records -------------------------------------------------------------------------------


def forged(key: str, number: int, change: Callable[[dict[str, Any]], Any]) -> tuple[Record, int]:
    """The record with one line changed, and the number of that line."""
    lines = copy.deepcopy(record())
    i = at(lines, key, number)
    change(lines[i])
    return lines, i + 1


def test_a_flipped_card_in_a_pack() -> None:
    lines, number = forged("deal", 0, lambda line: line["pack"].__setitem__(3, line["pack"][4]))
    refused(lines, number, f"the card {lines[number - 1]['pack'][3]} is twice in the pack")
    lines, number = forged("deal", 1, lambda line: line["pack"].__setitem__(3, "6H"))
    refused(lines, number, "the pack of this game has no card 6H")
    lines, number = forged("deal", 1, lambda line: line["pack"].pop())
    refused(lines, number, "a pack has 32 cards, not 31")
    lines, number = forged("deal", 0, lambda line: line.__setitem__("pack", "KS"))
    refused(lines, number, "a pack must be a list of cards")
    lines, number = forged("deal", 0, lambda line: line.pop("pack"))
    refused(lines, number, "a pack must be a list of cards")


def test_two_cards_of_a_pack_exchanged() -> None:
    """Every card left in its pack, two of them elsewhere: refused, wherever they lay."""
    original = record()
    rng = random.Random(1)
    for _ in range(15):
        lines = copy.deepcopy(original)
        i = at(lines, "deal", rng.randrange(3))
        pack = lines[i]["pack"]
        a, b = rng.sample(range(32), 2)
        pack[a], pack[b] = pack[b], pack[a]
        with pytest.raises(RecordError) as caught:
            again(lines)
        assert i + 1 < caught.value.line <= len(lines)


def test_a_card_that_is_not_held() -> None:
    original = record()
    i = at(original, "do", 6)
    held = again(original[:i]).view(original[i]["seat"]).hand
    other = next(card for card in PACK if card not in held)
    lines, number = forged("do", 6, lambda line: line.__setitem__("do", f"play {other}"))
    assert number == i + 1
    name = other[:-1] + {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[other[-1]]
    refused(lines, number, f"`play {other}` is not possible: you do not hold {name}")


def test_a_call_that_is_not_offered() -> None:
    lines, number = forged("do", 0, lambda line: line.__setitem__("do", "pass"))
    why = "nobody asked you anything, so you cannot pass"
    refused(lines, number, f"`pass` is not possible: {why}")
    lines, number = forged("do", 0, lambda line: line.__setitem__("do", "declare belote"))
    why = "this game has no action `declare belote`"
    refused(lines, number, f"`declare belote` is not possible: {why}")


def test_a_wrong_seat() -> None:
    lines, number = forged("do", 3, lambda line: line.__setitem__("seat", 1 - line["seat"]))
    refused(lines, number, f"seat {1 - lines[number - 1]['seat']} is to move here")
    lines, number = forged("do", 3, lambda line: line.__setitem__("seat", None))
    seat = record()[number - 1]["seat"]
    refused(lines, number, f"seat {seat} is to move here")


def test_a_seat_that_is_true() -> None:
    """`true` equals 1 in Python, not in a record."""
    i = next(i for i, line in enumerate(record()) if line.get("seat") == 1)
    lines = record()
    lines[i]["seat"] = True
    refused(lines, i + 1, "seat 1 is to move here")
    i = next(i for i, line in enumerate(record()) if line.get("winner") == 1)
    lines = record()
    lines[i]["winner"] = True
    with pytest.raises(RecordError) as caught:
        again(lines)
    assert caught.value.line == i + 1
    lines = record()
    lines[1]["dealer"] = bool(lines[1]["dealer"])
    refused(lines, 2, "the draw must name the seat that deals first")


def test_a_wrong_winner() -> None:
    lines, number = forged("trick", 4, lambda line: line.__setitem__("winner", 1 - line["winner"]))
    winner = record()[number - 1]["winner"]
    refused(lines, number, f"trick 5 was taken by seat {winner}")


def test_a_wrong_check() -> None:
    lines, number = forged("trick", 4, lambda line: line.__setitem__("check", "0123456789ab"))
    refused(lines, number, "a card or an action above this line was changed")


def test_a_wrong_result() -> None:
    lines, number = forged("result", 0, lambda line: line["result"].__setitem__("deals", 99))
    expected = json.dumps(record()[-1]["result"])
    refused(lines, number, f"the match ended otherwise: {expected}")


def test_a_wrong_draw() -> None:
    lines = record()
    lines[1]["dealer"] = 1 - lines[1]["dealer"]
    refused(lines, 2, f"the drawn cards do not make seat {lines[1]['dealer']} the dealer")
    for wrong in (2, -1, None, "0", 0.5):
        lines[1]["dealer"] = wrong
        refused(lines, 2, "the draw must name the seat that deals first")
    lines = record()
    lines[1]["draw"] = "AS"
    refused(lines, 2, "`draw` must be a list of drawn cards")
    lines[1]["draw"] = [["AS"]]
    refused(lines, 2, "each round of the draw has one card for every player")
    lines[1]["draw"] = [["AS", "AS"]]
    refused(lines, 2, "AS cannot have been drawn")
    lines[1]["draw"] = [["AS", "6S"]]
    refused(lines, 2, "6S cannot have been drawn")


def test_a_line_more_in_the_draw() -> None:
    lines = record()
    lines[1]["colour"] = "red"
    refused(lines, 2, "the draw for the first deal is wanted here")


def test_a_wrong_dealer_or_number_of_a_deal() -> None:
    lines, number = forged("deal", 1, lambda line: line.__setitem__("dealer", 1 - line["dealer"]))
    dealer = record()[number - 1]["dealer"]
    refused(lines, number, f"deal 2 by seat {dealer} is wanted here")
    lines, number = forged("deal", 1, lambda line: line.__setitem__("deal", 3))
    refused(lines, number, f"deal 2 by seat {dealer} is wanted here")


def test_changed_rules_in_the_header() -> None:
    """The quinte is worth more, the hash is not."""
    lines = record()
    lines[0]["rules"]["declarations"]["quinte"]["points"] = "100"
    refused(lines, 1, "the rules in the record are not those of its content hash")
    lines = record()
    lines[0]["hash"] = "0" * 16
    refused(lines, 1, "the rules in the record are not those of its content hash")
    lines = record()
    lines[0]["ruleset"] = "aluette"
    refused(lines, 1, "the rules in the record are not those of its content hash")


def test_broken_headers() -> None:
    form = "this is not a record of a match: `format` must be `trickplay-record-1`"
    refused([], 1, form)
    refused(record()[1:], 1, form)
    wrong: Any
    for wrong in (None, "trickplay-record-2", 1, []):
        lines = record()
        lines[0]["format"] = wrong
        refused(lines, 1, form)
    for names in (None, "ab", ["one"], ["a", 2], ["a", "b", "c"]):
        lines = record()
        lines[0]["seats"] = names
        refused(lines, 1, "`seats` must name 2 players")
    for wrong in (None, [], "", "mordienne=yes", {"mordienne": True}, {"mordienne": ["yes"]}):
        lines = record()
        lines[0]["options"] = wrong
        refused(lines, 1, "`options` must be a map of options and their values")
    lines = record()
    del lines[0]["options"]
    refused(lines, 1, "`options` must be a map of options and their values")
    lines[0]["options"] = {"mordienne": "yes"}
    refused(lines, 1, "this ruleset has no option `mordienne`")
    for wrong in (None, {}, [], "chouine", {"ruleset": "1"}):
        lines = record()
        lines[0]["rules"] = wrong
        with pytest.raises(
            RecordError, match=r"^the rules in the record are not valid: "
        ) as caught:
            again(lines)
        assert caught.value.line == 1


def test_a_line_left_out() -> None:
    lines = record()
    i = at(lines, "do", 2)
    assert lines[i + 1]["seat"] != lines[i]["seat"]
    del lines[i]
    refused(lines, i + 1, f"seat {record()[i]['seat']} is to move here")
    lines = record()
    del lines[at(lines, "deal")]
    seat = record()[2]["dealer"]
    refused(lines, 3, f"deal 1 by seat {seat} is wanted here")
    lines = record()
    del lines[1]
    refused(lines, 2, "`draw` must be a list of drawn cards")


def test_no_deal_at_all() -> None:
    lines = [line for line in record() if "deal" not in line]
    refused(lines, 3, "the first deal is missing")


def test_a_missing_later_deal() -> None:
    lines = record()
    i = at(lines, "deal", 1)
    refused(
        lines[:i] + lines[i + 1 : i + 2], i + 1, "the match needs a pack for deal 2; 1 were given"
    )


def test_lines_in_another_order() -> None:
    lines = record()
    i = at(lines, "trick", 2)
    lines[i], lines[i - 1] = lines[i - 1], lines[i]
    refused(lines, i, 'an action is wanted here: {"seat": …, "do": "…"}')
    lines = record()
    i = at(lines, "deal", 1)
    lines[2], lines[i] = lines[i], lines[2]
    dealer = record()[2]["dealer"]
    refused(lines, 3, f"deal 1 by seat {dealer} is wanted here")


def test_lines_after_the_end() -> None:
    lines = record()
    refused(
        [*lines, {"seat": 0, "do": "play KS"}],
        len(lines) + 1,
        "the match was over before this line",
    )
    refused([*lines, lines[-1]], len(lines) + 1, "the match was over before this line")


@pytest.mark.parametrize(
    "line",
    [{}, {"seat": 0}, {"do": "play KS"}, {"seat": 0, "do": 7}, {"seat": 0, "do": "pass", "why": 1}],
)
def test_lines_of_another_form(line: dict[str, Any]) -> None:
    lines = record()[:3]
    refused([*lines, line], 4, 'an action is wanted here: {"seat": …, "do": "…"}')


def test_an_action_written_otherwise() -> None:
    """It can be read, but a record has one form."""
    lines, number = forged("do", 0, lambda line: line.__setitem__("do", " " + line["do"]))
    refused(lines, number, f"the action is written otherwise: {record()[number - 1]['do']}")


def test_every_line_counts() -> None:
    """Whatever line is left out, doubled or exchanged with its neighbour, the record is refused."""
    original = record()
    rng = random.Random(6)
    for i in rng.sample(range(len(original) - 1), 15):
        for lines in (
            original[:i] + original[i + 1 :],
            original[: i + 1] + original[i:],
            [*original[:i], original[i + 1], original[i], *original[i + 2 :]],
        ):
            with pytest.raises(RecordError) as caught:
                again(lines)
            assert 1 <= caught.value.line <= len(lines) + 1


# -- files ----------------------------------------------------------------------------------------

NOT_JSON = "this line is not JSON; the record may have been cut off here"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b'{"seat":0,"do":"pl', NOT_JSON),
        (b"", NOT_JSON),
        (b"play KS", NOT_JSON),
        (b"[" * 100_000, NOT_JSON),
        (b'{"a":' * 100_000, NOT_JSON),
        (b"1" * 5_000, NOT_JSON),
        (b"[1, 2]", "this line is not a JSON object"),
        (b'"play KS"', "this line is not a JSON object"),
        (b"7", "this line is not a JSON object"),
        (b"null", "this line is not a JSON object"),
        (b'{"seat":0,"do":"play K\xe9"}', "this line is not UTF-8 text"),
        (b"\xff\xfe{\x00}\x00", "this line is not UTF-8 text"),
        (b'{"do":"' + b"x" * MAX_LINE + b'"}', f"this line is longer than {MAX_LINE} bytes"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_lines_that_cannot_be_read(line: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    first, second, third = GOLDEN.read_bytes().splitlines(keepends=True)[:3]
    path.write_bytes(first + second + third + line + b"\n")
    with pytest.raises(RecordError) as caught:
        read_record(path)
    assert (caught.value.line, str(caught.value)) == (4, sentence)


def test_a_record_cut_off_anywhere(tmp_path: Path) -> None:
    """In the middle of a line that line is named."""
    data = GOLDEN.read_bytes()
    path = tmp_path / "r.jsonl"
    rng = random.Random(2)
    header = data.index(b"\n") + 1
    for length in [0, 1, header - 1, *(rng.randrange(header + 1, len(data)) for _ in range(12))]:
        path.write_bytes(data[:length])
        with pytest.raises(RecordError) as caught:
            again(read_record(path))
        assert caught.value.line == data[:length].count(b"\n") + 1


def test_an_empty_record(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(b"")
    with pytest.raises(RecordError) as caught:
        read_record(path)
    assert (caught.value.line, str(caught.value)) == (1, "the record is empty")


def test_lines_with_carriage_returns(tmp_path: Path) -> None:
    """A record that an editor of another system has saved means the same."""
    path = tmp_path / "r.jsonl"
    path.write_bytes(GOLDEN.read_bytes().replace(b"\n", b"\r\n"))
    assert again(read_record(path)).over
