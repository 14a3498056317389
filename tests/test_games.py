"""`trickplay games`, `trickplay resume`, and `run` where games are saved: what is said."""

from __future__ import annotations

import io
import json
import os
import sys
from datetime import date
from pathlib import Path

import pytest
from commands import COUNCIL, MATCH, Ran, Run, lasts, process

from interpreter.rules.shelf import SHIPPED
from interpreter.table import saved

pytestmark = pytest.mark.usefixtures("somewhere", "data")
TODAY = date.today().isoformat()
FIRST = f"chouine-{TODAY}-1"
PLAY = ("run", "chouine", "--players", "human,greedy", "--seed", "7")
GO_ON = f"to go on with this game: trickplay resume {FIRST}\n"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What is typed, once it has been written there."""
    lines = io.StringIO()
    monkeypatch.setattr(sys, "stdin", lines)
    return lines


def type_(typed: io.StringIO, text: str) -> None:
    typed.seek(0)
    typed.truncate()
    typed.write(text)
    typed.seek(0)


def test_a_game_is_saved_and_goes_on(trickplay: Run, typed: io.StringIO) -> None:
    type_(typed, "1\n" * 200)
    whole = trickplay(*PLAY)
    assert whole.code == 0
    record = saved.path_of(FIRST).read_text(encoding="utf-8")
    type_(typed, "1\n1\n1\n")
    begun = trickplay(*PLAY)
    second = FIRST[:-1] + "2"
    stopped = GO_ON.replace(FIRST, second)
    assert (begun.code, begun.err) == (130, f"stopped\n{stopped}")
    type_(typed, "1\n" * 5)
    ran = trickplay("resume")
    assert (ran.code, ran.err) == (130, f"stopped\n{stopped}")
    assert ran.out.startswith(f"{second} goes on\n")
    type_(typed, "1\n" * 200)
    ran = trickplay("resume", second)
    assert (ran.code, ran.err) == (0, "")
    assert whole.out.endswith(ran.out.split("your choice", 1)[1])
    assert saved.path_of(second).read_text(encoding="utf-8") == record
    ran = trickplay("resume", second)
    assert ran == Ran(0, f"{second} is over; trickplay replay {second} shows it again\n", "")
    assert trickplay("resume") == Ran(
        1, "", "there is no game to go on with; trickplay run begins one\n"
    )


def test_what_came_after_the_last_own_move_is_told_again(
    trickplay: Run, typed: io.StringIO
) -> None:
    type_(typed, "1\n1\n1\n")
    told = trickplay(*PLAY).out
    last = told[told.rindex("you play") : told.rindex("\n")]
    type_(typed, "")
    ran = trickplay("resume")
    assert ran.out.startswith(f"{FIRST} goes on\n{last}")
    assert ran.err == f"stopped\n{GO_ON}"


def test_a_line_that_was_cut_off(trickplay: Run, typed: io.StringIO) -> None:
    type_(typed, "1\n1\n1\n")
    trickplay(*PLAY)
    path = saved.path_of(FIRST)
    path.write_bytes(path.read_bytes()[:-3])
    type_(typed, "")
    note = "note: its last line was cut off; it goes on from the move before\n"
    assert trickplay("resume").err == f"{note}stopped\n{GO_ON}"
    assert trickplay("resume").err == f"stopped\n{GO_ON}"


def test_the_rules_of_the_record_are_played(trickplay: Run, typed: io.StringIO) -> None:
    """The installed ones have changed; that is told in one line."""
    text = (SHIPPED / "chouine.yaml").read_text(encoding="utf-8")
    Path("mine.yaml").write_text(text.replace("wins: 3", "wins: 1"), encoding="utf-8")
    type_(typed, "1\n")
    trickplay("run", "./mine.yaml", *PLAY[2:])
    Path("mine.yaml").unlink()
    type_(typed, "1\n" * 200)
    ran = trickplay("resume")
    note = "note: the installed chouine plays otherwise than the one in this record\n"
    assert (ran.code, ran.err) == (0, note)
    assert ran.out.count(" wins\n") + ran.out.count("you win\n") == 1


def test_settings_are_no_difference(trickplay: Run, typed: io.StringIO) -> None:
    type_(typed, "1\n")
    trickplay("run", "aluette", "--players", "human,greedy,greedy,greedy", "--set", "mordienne=yes")
    type_(typed, "")
    ran = trickplay("resume")
    assert ran.err.startswith("stopped\n")
    assert "option: mordienne (mordienne=yes)\n" in ran.out


def test_the_language_of_the_game(trickplay: Run, typed: io.StringIO) -> None:
    type_(typed, "1\n")
    trickplay(*PLAY, "--lang", "fr")
    type_(typed, "")
    assert "partie 1, pli 2" in trickplay("resume").out
    assert "deal 1, trick 2" in trickplay("resume", "--lang", "en").out


def test_a_game_that_somebody_plays(trickplay: Run, typed: io.StringIO) -> None:
    type_(typed, "1\n")
    trickplay(*PLAY)
    found = saved.resume(FIRST)
    message = f"{FIRST} is being played by another process\n"
    assert trickplay("resume") == Ran(1, "", message)
    assert trickplay("games", "--forget", FIRST, "--yes") == Ran(1, "", message)
    assert ", being played\n" in trickplay("games").out
    found.saved.close()


def test_a_record_that_does_not_fit(trickplay: Run, typed: io.StringIO) -> None:
    type_(typed, "1\n")
    trickplay(*PLAY)
    path = saved.path_of(FIRST)
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[4] = '{"seat":0,"do":"dance"}'
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    ran = trickplay("resume")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"{path}:5: ")
    assert trickplay("games") == Ran(0, "", ran.err)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a place where nothing can be")
def test_a_folder_that_cannot_be_written(
    trickplay: Run, typed: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is played all the same, with one line about it."""
    type_(typed, "1\n" * 200)
    whole = trickplay(*PLAY)
    monkeypatch.setenv("TRICKPLAY_DATA", "/dev/full")
    type_(typed, "1\n" * 200)
    ran = trickplay(*PLAY)
    note = "note: this game cannot be saved: Not a directory\n"
    assert ran == Ran(0, whole.out, note)
    type_(typed, "1\n")
    assert trickplay(*PLAY).err == note + "stopped\n"
    assert trickplay("games").out == "there are no saved games in /dev/full/games\n"
    assert trickplay("resume").code == 1


def test_a_disk_that_becomes_full(
    trickplay: Run, typed: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line, however long that lasts; what could be saved goes on."""
    begin = saved.begin

    def full(*args: object) -> saved.Saved:
        game = begin(*args)  # type: ignore[arg-type]
        game.recorder.file.close()
        game.recorder.file = open("/dev/full", "wb", buffering=0)  # noqa: SIM115
        return game

    monkeypatch.setattr(saved, "begin", full)
    type_(typed, "1\n" * 10)
    note = "note: this game cannot be saved: No space left on device\n"
    assert trickplay(*PLAY).err == note + "stopped\n"


def test_what_nobody_plays_is_not_saved(trickplay: Run, data: Path) -> None:
    assert trickplay(*MATCH).code == 0
    assert not data.exists()


# -- the list -------------------------------------------------------------------------------------


def test_the_list(trickplay: Run, typed: io.StringIO) -> None:
    assert trickplay("games") == Ran(0, f"there are no saved games in {saved.folder()}\n", "")
    assert json.loads(trickplay("games", "--json").out) == []
    type_(typed, "1\n" * 200)
    trickplay(*PLAY)
    for _ in range(2):
        type_(typed, "1\n1\n")
        trickplay("run", "aluette", "--players", "human,greedy,greedy,greedy", "--seed", "1")
    type_(typed, "1\n1\n")
    trickplay("run", str(COUNCIL), "--players", "human,greedy,greedy", "--seed", "1")
    now = saved.path_of(FIRST).stat().st_mtime
    for name, age in ((FIRST, 60), (f"aluette-{TODAY}-1", 3600 * 26), (f"aluette-{TODAY}-2", 7300)):
        os.utime(saved.path_of(name), (now - age, now - age))
    ran = trickplay("games")
    assert ran.code == 0
    assert ran.out == (
        "to be continued:\n"
        f"  council-{TODAY}-1  you – greedy 2 – greedy 3 0–0–0, deal 1, trick 2, just now\n"
        f"  aluette-{TODAY}-2  you + greedy 3 – greedy 2 + greedy 4 0–0, deal 1, trick 3,"
        " 2 hours ago\n"
        f"  aluette-{TODAY}-1  you + greedy 3 – greedy 2 + greedy 4 0–0, deal 1, trick 3,"
        " 1 day ago\n"
        "over:\n"
        f"  {FIRST}  you – greedy 0–3, won by greedy, 1 minute ago\n"
    )
    rows = json.loads(trickplay("games", "--json").out)
    assert [row["id"] for row in rows] == [
        line.split()[0] for line in ran.out.splitlines()[1:4]
    ] + [FIRST]
    assert set(rows[0]) == set(rows[3])
    assert rows[3]["over"] is True
    assert "à continuer\N{NO-BREAK SPACE}:" in trickplay("games", "--lang", "fr").out


def test_forgetting(trickplay: Run, typed: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    type_(typed, "1\n")
    trickplay(*PLAY)
    ran = trickplay("games", "--forget", FIRST)
    assert (ran.code, lasts(ran.err)) == (
        2,
        "--forget asks at a terminal only; elsewhere add --yes\n",
    )
    monkeypatch.setattr("interpreter.cli.resuming.at_a_terminal", lambda: True)
    question = f"remove {FIRST}? (yes or no) > "
    for answer in ("no\n", "\n", "", "perhaps\n"):
        type_(typed, answer)
        ran = trickplay("games", "--forget", FIRST)
        assert ran == Ran(1, f"{question}{FIRST} is kept\n", "")
    type_(typed, "OUI\n")
    assert trickplay("games", "--forget", FIRST) == Ran(0, f"{question}{FIRST} is removed\n", "")
    ran = trickplay("games", "--forget", FIRST)
    assert ran == Ran(2, "", f"there is no saved game {FIRST}; trickplay games lists them\n")


def test_resume_of_nothing(trickplay: Run) -> None:
    assert trickplay("resume", "../x") == Ran(
        2, "", "there is no saved game ../x; trickplay games lists them\n"
    )


def test_in_a_pipe() -> None:
    """End of input stops a game; what there is of it goes on."""
    ran = process(*PLAY)
    assert (ran.returncode, ran.stderr.decode()) == (130, f"stopped\n{GO_ON}")
    ran = process("resume")
    assert (ran.returncode, ran.stderr.decode()) == (130, f"stopped\n{GO_ON}")
    assert ran.stdout.decode().count("╭─ Chouine, deal 1, trick 1 ") == 1
