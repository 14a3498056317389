"""`trickplay simulate` as a command: what it prints and writes, how it ends, who works at it."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from commands import COUNCIL, LAUNCHER, Run, lasts
from helpers import ROOT

from interpreter import load
from interpreter.machine.native import carrier as carriers
from interpreter.study.simulation import Simulation, planned, simulate
from interpreter.study.simulation.executors import play

pytestmark = pytest.mark.usefixtures("somewhere")

NATIVE = importlib.util.find_spec("numba") is not None
CACHE = str(ROOT / ".pytest_cache" / "native")
UNIX = pytest.mark.skipif(sys.platform == "win32", reason="needs the signals of Unix")


@pytest.fixture(autouse=True)
def _kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code of tests is kept, but not among the user's own."""
    monkeypatch.setenv("TRICKPLAY_CACHE", CACHE)


def told(text: str) -> str:
    """What is said besides the line about machine code, which depends on what is on the disk, and
    on whether it can be made at all."""
    return re.sub(r"^(compiling|.* runs as plain Python:) .*\n", "", text, flags=re.MULTILINE)


# -- what it prints --------------------------------------------------------------------------------


def test_the_examples_of_the_manual_are_current() -> None:
    spec = importlib.util.spec_from_file_location("renew", ROOT / "docs" / "renew.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = (ROOT / "docs" / "simulate.md").read_text(encoding="utf-8")
    assert len(module.BLOCK.findall(text)) == 2
    assert module.current(text) == text, "run: python docs/renew.py"


def test_the_program_in_the_manual(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "simulate.md").read_text(encoding="utf-8")
    code = text.split("```python\n")[1].split("```")[0]
    exec(compile(code, "simulate.md", "exec"), {})
    assert capsys.readouterr().out == text.split("```text\n")[-1].split("```")[0]


def test_matches_of_partners(trickplay: Run) -> None:
    ran = trickplay("simulate", "aluette", "--matches", "-n", "50", "--set", "mordienne=yes")
    assert (ran.code, told(ran.err)) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "Aluette (aluette), mordienne=yes"
    assert lines[1].startswith("50 matches with 2")
    names = [line[2:].split("  ")[0] for line in lines if re.search(r"\(.*–.*\)", line)]
    assert names == [
        *("player 1", "player 2", "player 3", "player 4"),
        *("dealer", "left of the dealer", "opposite the dealer", "right of the dealer"),
        *("players 1 and 3", "players 2 and 4"),
        *("deals that nobody won, %", "tricks that nobody took"),
        *("points in the match, players 1 and 3", "points in the match, players 2 and 4"),
        *("matches won, players 1 and 3, %", "matches won, players 2 and 4, %"),
        *("matches won by the side of the first dealer, %", "undecided matches, %"),
        "deals in a match",
    ]
    assert "  deals in a match that nobody won                0" in lines
    assert "\n  at least half of the matches have 5 deals, the longest " in ran.out
    assert not any("points a deal" in line or "possible" in line for line in lines)


def test_other_calls_and_other_players(trickplay: Run) -> None:
    ran = trickplay("simulate", str(COUNCIL), "-n", "20", "--players", "greedy,random,random")
    assert (ran.code, ran.err) == (0, "")
    assert "; players: greedy, random, random; seed 0" in ran.out
    for line in ("player 1, greedy ", "player 3, random ", "right of the dealer ", "yes to "):
        assert f"\n  {line}" in ran.out
    assert "\n  deals that nobody won, % " in ran.out


@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_eighty_columns(trickplay: Run, language: str) -> None:
    lang = ("--lang", language)
    for args in (
        ("aluette", "--matches", "-n", "20"),
        ("chouine", "-n", "50"),
        ("chouine", "--against", "chouine-cent", "-n", "400"),
        (str(ROOT / "tests" / "games" / "six.yaml"), "-n", "40"),
    ):
        ran = trickplay("simulate", *args, *lang)
        assert ran.code == 0
        assert [line for line in ran.out.splitlines() if len(line) > 80] == []


def test_against_itself(trickplay: Run) -> None:
    ran = trickplay("simulate", "chouine", "--against", "chouine", "-n", "100")
    assert (ran.code, told(ran.err)) == (0, "")
    assert ran.out == (
        "A  Chouine (chouine)\n"
        "B  Chouine (chouine)\n"
        "100 deals, each by itself, the same packs in both; players: random; seed 0\n"
        "\n"
        "In 0.0 (0.0–3.7) % of the deals another player wins; in 0.0 (0.0–3.7) %\n"
        "something that is counted differs.\n"
        "\n"
        "There is no difference in anything that is counted.\n"
        "\n"
        "After ± half of the 95 % interval of the difference on the same packs.\n"
        "Significant: even with intervals widened for all that is compared.\n"
    )


def test_options_of_both(trickplay: Run) -> None:
    args = ("--set-against", "mordienne=yes", "-n", "300", "--set", "chanter=yes")
    ran = trickplay("simulate", "aluette", "--against", "aluette", *args)
    assert ran.code == 0
    assert ran.out.startswith(
        "A  Aluette (aluette), chanter=yes\nB  Aluette (aluette), mordienne=yes\n300 deals"
    )
    assert "\n  points in the match, players 1 and 3 " in ran.out


def test_json(trickplay: Run) -> None:
    args = ("-n", "300", "--seed", "4", "--json")
    ran = trickplay("simulate", "chouine", "--against", "chouine-cent", *args)
    assert (ran.code, told(ran.err)) == (0, "")
    data = json.loads(ran.out)
    heads = [data[key] for key in ("unit", "asked", "played", "seed", "players")]
    assert heads == ["deal", 300, 300, 4, ["random", "random"]]
    found = simulate(load("chouine"), 300, seed=4, against=load("chouine-cent"))
    for game, played in zip(data["games"], found.games, strict=True):
        assert (game["name"], game["hash"]) == (played.game.name, played.game.hash)
        assert [a["of"] for a in game["advantages"]] == ["seat.won", "place.won"]
        assert sum(n for _tricks, n in game["deals_by_tricks"]) == 300
        for key in ("seat.won.1", "made declare mariage", "offered declare mariage.0"):
            estimate = played.estimate(key)
            assert estimate is not None
            assert game["measures"][key]["sum"] == estimate.sum
            assert game["measures"][key]["over"] == estimate.over
            assert game["measures"][key]["low"] == round(estimate.low, 9)
        assert not any(key.startswith("match") for key in game["measures"])
    assert data["paired"]["winner_differs"]["over"] == 300
    assert set(data["paired"]["differences"]) == set(found.keys)


def test_json_of_matches(trickplay: Run) -> None:
    data = json.loads(trickplay("simulate", "chouine", "--matches", "-n", "30", "--json").out)
    (game,) = data["games"]
    assert data["unit"] == "match"
    assert "paired" not in data
    assert sum(n for _deals, n in game["matches_by_deals"]) == 30
    assert game["measures"]["match.deals"]["sum"] == game["measures"]["deals"]["sum"]


# -- whoever works ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [("-n", "70000"), ("--matches", "-n", "9000"), ("-n", "24", "--players", "greedy,random")],
)
def test_the_same_for_any_jobs(trickplay: Run, args: tuple[str, ...]) -> None:
    """Machine code by threads, players who are asked by processes."""
    if not NATIVE and "--players" not in args:
        args = (*args[:-1], "600")
    outs = {trickplay("simulate", "chouine", *args, "--json", "--jobs", j).out for j in "123"}
    assert len(outs) == 1
    assert json.loads(outs.pop())["played"] == int(args[1] if args[0] == "-n" else args[2])


def test_without_the_extra(trickplay: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.study.simulation import work
    from interpreter.study.simulation.plan import _games

    args = ("simulate", "chouine", "-n", "3000")
    expected = trickplay(*args).out
    monkeypatch.setattr(carriers, "find_spec", lambda name: None)
    monkeypatch.setattr(work, "_made", {})
    _games.clear()
    ran = trickplay(*args)
    assert (ran.code, ran.out) == (0, expected)
    assert ran.err == (
        "chouine runs as plain Python: numpy is not installed: `pip install 'trickplay[fast]'`\n"
    )


def test_a_process_that_is_ended_from_outside() -> None:
    """What it had in hand is done again, and the totals are the same."""
    asked = planned(load("chouine"), 60, players=("greedy", "random"))
    ended: list[int] = []

    def tick(done: int) -> None:
        if done >= 20 and not ended:
            child = active_children()[0]
            ended.append(child.pid or 0)
            child.kill()

    simulation = Simulation(asked)
    play(simulation, "table", 2, tick)
    assert ended
    assert simulation.found == simulate(load("chouine"), 60, players=("greedy", "random")).totals


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(word) for word in text.split()]


def alive(pid: int) -> bool:
    """Whether a process is at work."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def gone(pids: list[int]) -> bool:
    """Whether processes end soon."""
    until = time.monotonic() + 20
    while any(map(alive, pids)) and time.monotonic() < until:
        time.sleep(0.05)
    return not any(map(alive, pids))


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs the files of Linux")
def test_processes_end_with_their_parent() -> None:
    args = ["chouine", "-n", "100000", "--players", "greedy,random", "--jobs", "2"]
    process = subprocess.Popen([sys.executable, str(LAUNCHER), "simulate", *args])
    try:
        until = time.monotonic() + 20
        while len(found := children(process.pid)) < 2 and time.monotonic() < until:
            time.sleep(0.05)
        assert len(found) >= 2
        time.sleep(1)
        assert all(map(alive, found))
    finally:
        process.kill()
        process.wait()
    assert gone(found)


@UNIX
@pytest.mark.parametrize(
    ("args", "least"),
    [
        (("-n", "4000000000"), 1000 if NATIVE else 1),
        (("-n", "100000", "--players", "greedy,random", "--jobs", "2"), 1),
    ],
    ids=["threads", "processes"],
)
def test_a_terminal_and_who_stops_it(args: tuple[str, ...], least: int) -> None:
    """A bar with rate and time left; Ctrl-C shows what a run of just so many deals would show."""
    from terminal import Terminal

    with Terminal("simulate", "chouine", *args, env={"TRICKPLAY_CACHE": CACHE}) as terminal:
        terminal.wait_for(" a second")
        while re.search(r"[1-9][\d,]* a second", terminal.text) is None:
            assert terminal._more(time.monotonic() + 20)
        started = children(terminal.process.pid) if Path("/proc/self/task").exists() else []
        terminal.send("\x03")
        assert terminal.end() == 130
        assert gone(started)
    text = terminal.text
    assert "Traceback" not in text
    assert text.rstrip().endswith("stopped")
    found = re.search(r"^([\d,]+) deals?, each by itself;", text, re.MULTILINE)
    assert found is not None
    count = int(found[1].replace(",", ""))
    assert count >= least
    if "--players" in args:
        kinds = ("greedy", "random")
        same = (
            simulate(load("chouine"), count, players=kinds, jobs=2).games[0].estimate("seat.won.0")
        )
        assert same is not None
        assert f"{100 * same.value:.1f} (" in text


# -- files -----------------------------------------------------------------------------------------


def rows(path: str) -> list[dict[str, str]]:
    """The rows of a file."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_row_for_each_deal(trickplay: Run) -> None:
    ran = trickplay("simulate", "chouine", "-n", "3000", "--seed", "6", "--per-deal", "a.csv")
    assert (ran.code, told(ran.err)) == (0, "")
    found = rows("a.csv")
    game = load("chouine")
    (table,) = game.native("python").deals(6, 3000)
    assert [row["deal"] for row in found] == [str(n) for n in range(1, 3001)]
    for i, row in enumerate(found):
        winner = table["winner"][i]
        assert row["winner"] == ("" if winner == 2 else str(winner))
        for p in (0, 1):
            assert row[f"points_{p}"] == str(table["points"][p][i])
            mask = table["made"][p][i]
            made = [text for j, text in enumerate(game.machine.CALLS) if mask >> j & 1]
            assert row[f"made_{p}"] == "; ".join(made)
    assert {row["made_0"] for row in found} >= {"", "exchange seven"}
    assert any(row["winner"] == "" for row in found)
    text = Path("a.csv").read_bytes()
    assert b"\r" not in text
    args = ("-n", "3000", "--seed", "6", "--per-deal", "b.csv", "--jobs", "2")
    assert trickplay("simulate", "chouine", *args).code == 0
    assert Path("b.csv").read_bytes() == text


def test_rows_of_matches_of_two_games(trickplay: Run) -> None:
    args = ("--against", "chouine-mondoubleau", "--matches", "-n", "9", "--per-deal", "a.csv")
    assert trickplay("simulate", "chouine", *args).code == 0
    found = rows("a.csv")
    assert list(found[0]) == [
        *("game", "match", "deal", "dealer", "winner", "worth", "claimed", "length", "decisions"),
        *("points_0", "points_1", "declared_0", "declared_1", "tricks_0", "tricks_1"),
        *("offered_0", "offered_1", "made_0", "made_1"),
        *("champion", "wins_0", "wins_1", "rounds_0", "rounds_1"),
    ]
    order = [(int(row["match"]), row["game"], int(row["deal"])) for row in found]
    assert order == sorted(order)
    last = {(row["match"], row["game"]): row for row in found}
    assert len(last) == 18
    for row in last.values():
        assert row[f"wins_{row['champion']}"] == "3"


def test_nothing_is_written_over(trickplay: Run) -> None:
    for option, name in (("--per-deal", "a.csv"), ("--plot", "a.svg")):
        Path(name).write_text("mine", encoding="utf-8")
        args = ("simulate", "chouine", "-n", "5", option, name)
        ran = trickplay(*args)
        assert (ran.code, ran.out) == (2, "")
        assert lasts(ran.err) == f"{name} exists already; --force writes over it\n"
        assert Path(name).read_text(encoding="utf-8") == "mine"
        if option != "--plot" or importlib.util.find_spec("matplotlib"):
            assert trickplay(*args, "--force").code == 0
            assert Path(name).read_text(encoding="utf-8") != "mine"


def test_a_drawing(trickplay: Run) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    ran = trickplay("simulate", "chouine", "-n", "4000", "--plot", "a.svg", "--json")
    assert (ran.code, told(ran.err)) == (0, "")
    root = ET.fromstring(Path("a.svg").read_text(encoding="utf-8"))
    texts = ["".join(node.itertext()).strip() for node in root.iter() if node.tag.endswith("text")]
    assert {"Chouine (chouine)", "dealer", "player 2", "exchange the seven", "possible"} <= set(
        texts
    )
    (game,) = json.loads(ran.out)["games"]
    made = 100 * game["measures"]["made exchange seven"]["value"]
    assert f"{made:.1f}" in texts
    first = Path("a.svg").read_bytes()
    assert trickplay("simulate", "chouine", "-n", "4000", "--plot", "a.svg", "--force").code == 0
    assert Path("a.svg").read_bytes() == first


@pytest.mark.parametrize(
    "args",
    [
        ("aluette", "--matches", "-n", "60"),
        ("chouine", "--against", "chouine-cent", "-n", "900"),
        ("chouine", "--against", "chouine", "-n", "90"),
        ("chouine", "-n", "1"),
    ],
)
def test_drawings_of_all_kinds(trickplay: Run, args: tuple[str, ...]) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    ran = trickplay("simulate", *args, "--plot", "a.png", "--lang", "fr")
    assert ran.code == 0
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")


# -- what is wrong ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("-n", "0"), "Invalid value for '-n'"),
        (("--seed", "-1"), "Invalid value for '--seed'"),
        (("--jobs", "0"), "Invalid value for '--jobs'"),
        (
            ("--players", "human,random"),
            "there is no player human; there are: greedy, random\n",
        ),
        (("--players", "random,"), "there is no player ''; there are: greedy, random\n"),
        (("--players", "random"), "chouine is played by 2, not by 1\n"),
        (("--set", "mordienne=yes"), "this ruleset has no option `mordienne`"),
        (
            ("--against", "aluette"),
            "the two games cannot share a pack: they are played by 2 and by 4\n",
        ),
        (
            ("--set-against", "mordienne=yes"),
            "--set-against is about the ruleset of --against\n",
        ),
        (("--plot", "a.pdf"), "--plot wants a file name that ends in .svg or .png\n"),
        (("--plot", "nowhere/a.svg"), "nowhere: there is no such folder\n"),
    ],
)
def test_bad_usage(trickplay: Run, args: tuple[str, ...], complaint: str) -> None:
    ran = trickplay("simulate", "chouine", *args)
    assert (ran.code, ran.out) == (2, "")
    assert lasts(ran.err).startswith(complaint)


def test_no_such_files(trickplay: Run) -> None:
    assert trickplay("simulate", "chuine").code == 2
    assert trickplay("simulate", "chouine", "--against", "./nowhere.yaml").code == 2
    ran = trickplay("simulate", "chouine", "--per-deal", "nowhere/a.csv")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "nowhere/a.csv: No such file or directory\n"


def test_extras_that_are_missing(trickplay: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.cli import simulating

    monkeypatch.setattr(simulating, "find_spec", lambda name: None)
    ran = trickplay("simulate", "chouine", "--plot", "a.svg")
    assert (ran.code, ran.out) == (2, "")
    assert lasts(ran.err) == "matplotlib is not installed: `pip install 'trickplay[plot]'`\n"
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = trickplay("simulate", "chouine", "-n", "5", "--cluster", "tcp://127.0.0.1:1")
    assert ran.code == 1
    assert told(ran.err) == "distributed is not installed: `pip install 'trickplay[cluster]'`\n"


def test_other_sets_of_characters() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "TRICKPLAY_CACHE": CACHE}
    args = [sys.executable, str(LAUNCHER), "simulate", "chouine", "-n", "200", "--lang", "fr"]
    args += ["--against", "chouine-cent"]
    ran = subprocess.run(args, env=env, capture_output=True, stdin=subprocess.DEVNULL)
    assert ran.returncode == 0
    text = ran.stdout.decode("ascii")
    assert "?" not in text
    assert " +-" in text


def test_a_reader_who_goes_away() -> None:
    command = f"{sys.executable} {LAUNCHER} simulate chouine -n 100 | head -1"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (ran.stdout, told(ran.stderr)) == ("Chouine (chouine)\n", "")


def test_ctrl_c_is_given_back(trickplay: Run) -> None:
    before = signal.getsignal(signal.SIGINT)
    assert trickplay("simulate", "chouine", "-n", "10").code == 0
    assert signal.getsignal(signal.SIGINT) is before


def arguments() -> Any:
    """The options of the command, for the manual."""
    from interpreter.cli.simulating import simulate as command

    return {name for parameter in command.params for name in parameter.opts if name[0] == "-"}


def test_every_option_is_in_the_manual() -> None:
    text = (ROOT / "docs" / "simulate.md").read_text(encoding="utf-8")
    for option in arguments() - {"--lang", "--force", "--allow-outside"}:
        assert re.search(rf"(?<![\w-]){option}\b", text), option
