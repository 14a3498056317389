"""Records: one pinned byte for byte, replayed, masked for a seat.

python tests/test_records.py --renew      writes tests/golden/ again, after a rule was changed
python tests/test_records.py --print      prints what would be written
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pytest
from golden_record import (
    GOLDEN,
    SEED,
    again,
    golden_match,
    golden_text,
    record,
    refused,
    written,
)
from helpers import ROOT, changed, chouine, dumped, eagerly, played, states

import interpreter
from interpreter import IllegalAction, Match, RecordError
from interpreter.table.replay import read_record, replaying

# -- the golden record ----------------------------------------------------------------------------


def test_golden_record() -> None:
    assert golden_text() == written(), "renew it if the rules were meant to change (see above)"


def test_golden_record_ends_at_three_deals() -> None:
    result = record()[-1]["result"]
    assert result["wins"][result["winner"]] == 3
    assert result["deals"] == sum(result["wins"]) + result["repeats"]


@pytest.mark.parametrize("hash_seed", ["0", "1", "4294967295"])
def test_golden_record_under_any_hash_seed(hash_seed: str) -> None:
    done = subprocess.run(
        [sys.executable, __file__, "--print"],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert done.stdout == GOLDEN.read_bytes()


def test_the_command_writes_the_golden_record(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    args = ["run", "chouine", "--players", "random,random", "--seed", str(SEED), "--record"]
    command = [sys.executable, str(ROOT / "cli.py"), *args, str(path)]
    subprocess.run(command, capture_output=True, check=True)
    header, *lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert lines == written().splitlines(keepends=True)[1:]
    assert json.loads(header) == {**record()[0], "version": interpreter.__version__}


def test_golden_record_is_verified() -> None:
    match = Match.from_record(read_record(GOLDEN))
    assert match.over
    assert dumped(match.record[1:]) == dumped(record()[1:])


def test_parts_of_a_record() -> None:
    lines = record()
    assert list(lines[0]) == [
        *("format", "ruleset", "hash", "rules", "version", "options", "seats"),
    ]
    assert lines[0]["hash"] == chouine().hash
    assert lines[0]["seats"] == ["random", "random"]
    assert list(lines[1]) == ["draw", "dealer"]
    kinds = {"deal,dealer,pack", "seat,do", "trick,winner,check", "result"}
    assert {",".join(line) for line in lines[2:]} == kinds
    assert [line["deal"] for line in lines if "deal" in line] == [
        n + 1 for n in range(lines[-1]["result"]["deals"])
    ]
    assert interpreter.__version__ == golden_match().record[0]["version"]


# -- replaying ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_replayed_record_gives_the_same_states(seed: int) -> None:
    """After every action, not only at the end: all that both seats see, and what may be done."""

    def look(match: Match) -> tuple[str, str, object]:
        return dumped(match.view(0)), dumped(match.view(1)), match.actions()

    match = chouine().match(seed=seed)
    looks = [look(m) for m in states(match, random.Random(seed), eagerly)]
    done = json.loads(dumped(match.record))
    replayed = [look(m) for m in replaying(done, chouine())]
    assert [now for now, _same in groupby(replayed)] == looks
    assert dumped(again(done).record) == dumped(done)


def test_a_record_of_any_length_goes_on() -> None:
    """Every cut between lines makes a record that can be read and a match that can go on."""
    lines = record()
    for length in range(2, len(lines), 11):
        match = again(lines[:length])
        assert dumped(match.record[1:length]) == dumped(lines[1:length])
        assert not match.over


def test_a_header_alone_needs_its_draw() -> None:
    refused(record()[:1], 1, "the draw must name the seat that deals first")


def test_drawn_dealers_are_kept() -> None:
    """Also with several rounds."""
    seed = next(s for s in range(1000) if len(chouine().match(seed=s).record[1]["draw"]) == 3)
    match = played(chouine().match(seed=seed), 1)
    assert dumped(again(match.record).record) == dumped(match.record)


def test_the_rules_in_the_record_are_played(tmp_path: Path) -> None:
    """A match of one deal replays as such whatever is installed."""
    game = changed(tmp_path, "wins: 3", "wins: 1")
    match = played(game.match(seed=1), 1)
    again = Match.from_record(json.loads(dumped(match.record)))
    assert again.game.hash == game.hash != chouine().hash
    assert again.result == match.result
    with pytest.raises(RecordError):
        Match.from_record(match.record, chouine())


# -- for one seat ---------------------------------------------------------------------------------


def test_a_record_for_a_seat_is_masked() -> None:
    """Packs show what the seat saw leave them; hashes of hidden cards are not there."""
    match = played(chouine().match(seed=3), 3, eagerly)
    whole = match.record
    for seat in (0, 1):
        lines = match.record_for(seat)
        assert len(lines) == len(whole)
        assert lines[0] == whole[0]
        for line, full in zip(lines[1:], whole[1:], strict=True):
            assert "check" not in line
            if "deal" not in line:
                assert line == {key: value for key, value in full.items() if key != "check"}
                continue
            assert {**line, "pack": full["pack"]} == full
            masked, pack = line["pack"], full["pack"]
            assert all(a in ("?", b) for a, b in zip(masked, pack, strict=True))
            first = 1 - full["dealer"]
            dealt = ["?" if (i + first) % 2 != seat else pack[i] for i in range(10)]
            assert masked[:11] == [*dealt, pack[10]]


def test_a_masked_record_is_not_replayed() -> None:
    match = played(chouine().match(seed=3), 3)
    refused(match.record_for(0), 3, "the pack of this game has no card ?")


def test_a_masked_pack_shows_all_own_draws() -> None:
    match = played(chouine().match(seed=3), 3)
    deal = next(i for i, line in enumerate(match.record) if "deal" in line)
    masks = [match.record_for(seat)[deal]["pack"] for seat in (0, 1)]
    counted = next(event.kind for event in match.events if event.kind in ("counted", "claimed"))
    assert counted == "counted", "the first deal of this seed is played out"
    for i, pair in enumerate(zip(*masks, strict=True)):
        assert pair.count("?") == (0 if i == 10 else 1)


def test_an_illegal_action_is_not_written() -> None:
    match = chouine().match(seed=7)
    before = dumped(match.record)
    with pytest.raises(IllegalAction):
        match.apply("pass")
    assert dumped(match.record) == before


def test_a_draw_that_never_decides_ends(tmp_path: Path) -> None:
    """Keys that leave everybody equal are cut off; the record of it is verified all the same."""
    game = changed(tmp_path, "least: strength(drawn)", "least: 1")
    match = game.match(seed=1)
    assert match.turn == 1
    draw = match.record[1]
    assert (len(draw["draw"]), draw["dealer"]) == (100, 0)
    assert Match.from_record(match.record).record == match.record


if __name__ == "__main__":
    if sys.argv[1:] == ["--renew"]:
        GOLDEN.write_text(golden_text(), encoding="utf-8", newline="\n")
    elif sys.argv[1:] == ["--print"]:
        sys.stdout.buffer.write(golden_text().encode())
    else:
        sys.exit(__doc__)
