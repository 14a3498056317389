"""Saved games: written whole, taken up where they stopped, by one process at a time."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from io import FileIO
from pathlib import Path
from typing import Any

import pytest
from helpers import chouine

from interpreter import Match, RecordError, load
from interpreter.table import saved
from interpreter.table.laid import Laid
from interpreter.table.listing import entries, unfinished
from interpreter.table.players import HUMAN, PLAYERS
from interpreter.table.recorder import Recorder
from interpreter.table.steps import Steps

pytestmark = pytest.mark.usefixtures("data")
TODAY = date.today().isoformat()
FIRST = f"chouine-{TODAY}-1"


def begun(seed: int | None = 7, bot: str = "random") -> tuple[saved.Saved, Match, Laid]:
    """A game of a person that is being played."""
    match = chouine().match(seed=seed, names=[HUMAN, bot])
    laid = Laid.of(match.game, seed, "pt")
    return saved.begin(match, laid), match, laid


def play(game: saved.Saved, match: Match, laid: Laid, moves: int = 10_000) -> None:
    """Some moves, each saved: the bot's own, and always the first action of the person."""
    me = match.names.index(HUMAN)
    bot = laid.player(match, 1 - me)
    game.update(match)
    while (turn := match.turn) is not None and moves:
        moves -= 1
        match.apply(match.actions()[0] if turn == me else bot.choose(match.view(turn)))
        game.update(match)


def whole() -> list[bytes]:
    """The lines of a finished game."""
    game, match, laid = begun()
    play(game, match, laid)
    game.close()
    return saved.path_of(game.name).read_bytes().splitlines(keepends=True)


# -- beginning ------------------------------------------------------------------------------------


def test_a_file_appears_with_its_first_deal(data: Path) -> None:
    game, match, laid = begun()
    assert game.name == FIRST
    (path,) = data.iterdir()
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines[0] == {**match.header, **laid.header()}
    table = {"seed": 7, "bots": [7, 7], "language": "pt", "cards": "french"}
    assert lines[0]["table"] == table
    assert lines[1:] == list(match.record[1:])
    game.close()
    assert Match.from_record(lines).record == match.record, "it is a record like any other"


def test_every_game_has_a_name_of_its_own(data: Path) -> None:
    names = []
    for _ in range(3):
        game, _match, _laid = begun()
        game.close()
        names.append(game.name)
    assert names == [f"chouine-{TODAY}-{n}" for n in (1, 2, 3)]
    saved.forget(names[1])
    game, _match, _laid = begun()
    game.close()
    assert game.name == names[1], "a name that is free again may be taken"


def test_where_links_are_not_known(monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    def refuse(_old: object, _new: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    for number in (1, 2):
        game, _match, _laid = begun()
        game.close()
        assert game.name == f"chouine-{TODAY}-{number}"
    assert len(list(data.iterdir())) == 2


def test_every_move_is_on_the_disk_before_the_next_thing(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []

    def noted(number: int) -> None:
        sizes.append(os.fstat(number).st_size)

    game, match, laid = begun()
    monkeypatch.setattr(os, "fsync", noted)
    path = saved.path_of(game.name)
    for moves in range(1, 20):
        play(game, match, laid, 1)
        assert len(sizes) == moves, "once for each move, and never for nothing"
        assert sizes[-1] == path.stat().st_size
    game.close()


def test_what_never_began_is_swept_away(data: Path) -> None:
    game, _match, _laid = begun()
    game.close()
    for name, age in (("old", 1000), ("new", 0)):
        (data / f"{name}.begun").touch()
        then = saved.path_of(game.name).stat().st_mtime - age
        os.utime(data / f"{name}.begun", (then, then))
    begun()[0].close()
    assert [path.name for path in data.glob("*.begun")] == ["new.begun"]
    assert len(saved.names()) == 2


# -- going on -------------------------------------------------------------------------------------


def test_a_game_goes_on_as_it_would_have(data: Path) -> None:
    """Cut off after any line, and within lines: in the end the record is the same."""
    lines = whole()
    assert len(lines) > 100
    for cut in [3, 4, 5, 6, 7, *range(8, len(lines), 23), len(lines) - 1]:
        half = len(lines[cut]) // 2
        torn = (b"", lines[cut][:-1], lines[cut][:half], bytes(half))[cut % 4]
        saved.path_of(FIRST).write_bytes(b"".join(lines[:cut]) + torn)
        found = saved.resume(FIRST)
        assert found.torn == bool(torn)
        play(found.saved, found.match, found.laid)
        assert saved.path_of(FIRST).read_bytes() == b"".join(lines)
        found.saved.close()


def test_cards_that_nobody_can_foresee() -> None:
    game, match, laid = begun(None)
    assert laid.seed is None
    assert len(set(laid.bots)) == 2
    play(game, match, laid, 5)
    game.close()
    known = saved.path_of(game.name).read_bytes()
    found = saved.resume(game.name)
    play(found.saved, found.match, found.laid)
    found.saved.close()
    after = saved.path_of(game.name).read_bytes()
    assert after.startswith(known)
    lines = [json.loads(line) for line in after.decode().splitlines()]
    assert Match.from_record(lines).over
    packs = [tuple(line["pack"]) for line in lines if "deal" in line]
    assert len(set(packs)) == len(packs) > 2


def test_a_match_that_draws_anew_for_its_last_round() -> None:
    """Cut off before that draw, and before the deal that follows it."""
    match = load("chouine-proust").match(seed=14, names=[HUMAN, "random"])
    laid = Laid.of(match.game, 14, "en")
    game = saved.begin(match, laid)
    play(game, match, laid)
    game.close()
    lines = saved.path_of(game.name).read_bytes().splitlines(keepends=True)
    draws = [i for i, line in enumerate(lines) if line.startswith(b'{"draw"')]
    assert len(draws) == 2
    for cut in (draws[1], draws[1] + 1):
        saved.path_of(game.name).write_bytes(b"".join(lines[:cut]))
        found = saved.resume(game.name)
        play(found.saved, found.match, found.laid)
        found.saved.close()
        assert saved.path_of(game.name).read_bytes() == b"".join(lines)


def test_with_other_cards_and_options() -> None:
    game = load("aluette").with_options({"mordienne": "yes"}).with_cards("french")
    match = game.match(names=[HUMAN, "greedy", "random", "greedy"])
    laid = Laid.of(game, None, "fr")
    saved.begin(match, laid).close()
    found = saved.resume(f"aluette-{TODAY}-1")
    assert found.match.game.face.name == "french"
    assert found.match.game.ruleset.agreed() == {"mordienne": "yes"}
    assert (found.match.names, found.laid) == (match.names, laid)
    assert found.match.record == match.record
    found.saved.close()


def test_random_players_go_on_where_their_stream_stood() -> None:
    game, match, laid = begun()
    play(game, match, laid, 40)
    me = match.names.index(HUMAN)
    fresh = PLAYERS["random"](match.game, 7, 1 - me)
    steps = Steps(match)
    made = [steps.move(n) for n, turn in enumerate(steps.turns) if turn != me]
    again = [fresh.choose(steps.view(n, 1 - me)) for n, t in enumerate(steps.turns) if t != me]
    assert made == again
    game.close()


# -- two processes --------------------------------------------------------------------------------


def test_nobody_else_writes_to_a_game_that_is_played() -> None:
    game, match, laid = begun()
    for attempt in (saved.resume, saved.forget):
        with pytest.raises(saved.InUse):
            attempt(game.name)
    assert saved.in_use(game.name)
    play(game, match, laid, 3)
    game.close()
    assert not saved.in_use(game.name)
    found = saved.resume(game.name)
    with pytest.raises(saved.InUse):
        saved.resume(game.name)
    found.saved.close()


def test_the_lock_goes_with_the_process() -> None:
    game, _match, _laid = begun()
    game.close()
    code = (
        "import sys, time\nfrom interpreter.table import saved\n"
        f"found = saved.resume({game.name!r})\nprint('playing', flush=True)\ntime.sleep(60)\n"
    )
    root = Path(__file__).parent.parent
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=root, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "playing\n"
        with pytest.raises(saved.InUse):
            saved.resume(game.name)
        other.kill()
        other.wait()
        saved.resume(game.name).saved.close()


def test_a_game_removed_while_it_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _match, _laid = begun()
    game.close()
    lock = saved._lock

    def slow(file: FileIO) -> None:
        saved._path(game.name).unlink()
        lock(file)

    monkeypatch.setattr(saved, "_lock", slow)
    with pytest.raises(FileNotFoundError):
        saved.resume(game.name)


# -- what goes wrong ------------------------------------------------------------------------------


class Full(FileIO):
    """A file on a disk that is full for a while."""

    room = 0

    def write(self, data: Any) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        part = bytes(data)[: self.room]
        self.room -= len(part)
        return super().write(part)


def test_a_full_disk_leaves_no_half_lines(tmp_path: Path) -> None:
    """What could not be written is written by the next call."""
    match = chouine().match(seed=7, names=[HUMAN, "random"])
    file = Full(tmp_path / "r.jsonl", "w")
    file.room = 10**6
    recorder = Recorder(file)
    recorder.update(match)
    size = file.tell()
    for room in (0, 1, 20):
        match.apply(match.actions()[0])
        file.room = room
        with pytest.raises(OSError, match="No space left"):
            recorder.update(match)
        assert (tmp_path / "r.jsonl").stat().st_size == size
    file.room = 10**6
    recorder.update(match)
    recorder.close()
    lines = (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == list(match.record)


BAD_TABLES: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("this is the record of a match, not a saved game", lambda h: h.pop("table")),
    *(
        ("`table` does not say how the table was laid", change)
        for change in (
            lambda h: h["table"].update(seed=-1),
            lambda h: h["table"].update(seed="7"),
            lambda h: h["table"].update(seed=True),
            lambda h: h["table"].update(seed=2**64),
            lambda h: h["table"].update(bots=[7]),
            lambda h: h["table"].update(bots=[7, None]),
            lambda h: h["table"].update(bots=7),
            lambda h: h["table"].update(language="xx"),
            lambda h: h["table"].update(language=["en"]),
            lambda h: h["table"].update(cards=3),
            lambda h: h.update(seats=7),
        )
    ),
]


@pytest.mark.parametrize(("message", "change"), BAD_TABLES)
def test_headers_that_lay_no_table(
    message: str, change: Callable[[dict[str, Any]], object]
) -> None:
    game, _match, _laid = begun()
    game.close()
    path = saved.path_of(game.name)
    header, rest = path.read_text(encoding="utf-8").split("\n", 1)
    data = json.loads(header)
    change(data)
    path.write_text(json.dumps(data) + "\n" + rest, encoding="utf-8")
    with pytest.raises(RecordError) as raised:
        saved.resume(game.name)
    assert (str(raised.value), raised.value.line) == (message, 1)
    assert not saved.in_use(game.name), "the lock is given back"


@pytest.mark.parametrize("text", ["../../etc/passwd", "", "/", "x" * 300, "chouine\0", ".", "*"])
def test_names_that_are_none(text: str) -> None:
    begun()[0].close()
    for attempt in (saved.path_of, saved.resume, saved.forget):
        with pytest.raises(FileNotFoundError, match=r"^there is no saved game"):
            attempt(text)


def test_a_near_name_is_offered() -> None:
    begun()[0].close()
    message = f"there is no saved game {FIRST[:-2]}; did you mean `{FIRST}`?"
    with pytest.raises(FileNotFoundError, match=re.escape(message)):
        saved.path_of(FIRST[:-2])


# -- the list -------------------------------------------------------------------------------------


def test_what_is_told_of_saved_games(data: Path) -> None:
    assert entries() == []
    assert unfinished() is None
    for moves in (10_000, 25, 0):
        game, match, laid = begun()
        play(game, match, laid, moves)
        game.close()
    now = (data / f"{FIRST}.jsonl").stat().st_mtime
    for number in (1, 2, 3):
        os.utime(data / f"chouine-{TODAY}-{number}.jsonl", (now - number, now - number))
    (data / "other.jsonl").write_text("{}\n")
    (data / "empty.jsonl").touch()
    found = entries()
    assert [entry.name[-2:] for entry in found[:3]] == ["-2", "-3", "-1"]
    assert {entry.name for entry in found[3:]} == {"other", "empty"}
    problems = {entry.name: entry.problem for entry in found[3:]}
    assert problems["empty"] == f"{data / 'empty.jsonl'}:1: the record is empty"
    assert problems["other"] == (
        f"{data / 'other.jsonl'}:1: this is the record of a match, not a saved game"
    )
    started, new, over = found[:3]
    me = started.players.index(HUMAN)
    assert (started.over, started.deal, started.wins, started.winner) == (False, 1, (0, 0), None)
    assert started.trick > 5
    assert (new.deal, new.trick, new.turn is not None) == (1, 1, True)
    assert (over.over, over.turn, sum(over.wins) >= 3) == (True, None, True)
    assert over.winner is not None
    assert over.wins[over.winner] == 3
    assert str(started.title) == "Chouine"
    assert started.players[1 - me] == "random"
    assert unfinished() == started.name
    assert json.loads(json.dumps([entry.to_dict() for entry in found]))[0]["id"] == started.name


def test_a_finished_game_is_listed_as_it_ended() -> None:
    """By its last line alone, and so is a game whose record would not stand a closer look."""
    lines = whole()
    (entry,) = entries()
    match = Match.from_record([json.loads(line) for line in lines])
    assert match.result is not None
    assert (entry.wins, entry.winner, entry.deal) == (
        match.result.wins,
        match.result.winner,
        match.result.deals,
    )
    assert entry.players == match.names
    for bad in ('{"result":7}', '{"result":{"winner":"x","wins":[3,1],"deals":4}}'):
        saved.path_of(FIRST).write_bytes(b"".join(lines[:-1]) + bad.encode() + b"\n")
        (entry,) = entries()
        assert "the match ended otherwise: " in entry.problem
