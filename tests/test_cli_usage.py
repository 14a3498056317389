"""Help, bad usage, lists, compiled modules: what is typed before anything is played."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import COUNCIL, LAUNCHER, MATCH, Ran, Run, lasts, process

from interpreter import load
from interpreter.cli.main import cli
from interpreter.rules.shelf import shipped

pytestmark = pytest.mark.usefixtures("somewhere")
SEED_WANTED = "--seed wants a whole number from 0 to 18446744073709551615"
PLAYERS = "there are: human, greedy, random"
CANNOT = "cannot be played with the cards"
VALUES = "its values are `slow`, `quick`, `silent`"
OPTIONS = "it has frank, pace; did you mean `pace`?"
SHELF = "there are: " + ", ".join(shipped())

# -- help -------------------------------------------------------------------------------------


COMMANDS = {
    "compile": "Print the Python module of a ruleset.",
    "list": "List the rulesets that come with the program.",
    "replay": "Play the record of a match again and verify every line of it.",
    "run": "Play a match of RULESET: the name of a shipped one, or a path.",
    "validate": "Check rulesets and decks, in files or in whole folders.",
}
"""some of the commands, and what is said of them"""
EXAMPLES = f"""
  Examples:
    trickplay run {shipped()[0]}            play against the computer
    trickplay resume                 go on with the game played last
    trickplay validate my-game.yaml  check a ruleset of your own
    trickplay list                   the games that come with the program
"""


def test_help(trickplay: Run) -> None:
    """Each command has a sentence on one line."""
    ran = trickplay("--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith(EXAMPLES)
    rows = ran.out.removesuffix(EXAMPLES).partition("\nCommands:\n")[2].splitlines()
    parts = (row.strip().partition(" ") for row in rows)
    found = {name: text.strip() for name, _gap, text in parts}
    assert list(found) == sorted(cli.commands)
    assert COMMANDS.items() <= found.items()
    assert all(re.fullmatch(r"[A-Z].*[^.]\.", text) for text in found.values())


@pytest.mark.parametrize("command", sorted(cli.commands))
def test_help_of_each_command(trickplay: Run, command: str) -> None:
    for option in ("-h", "--help"):
        ran = trickplay(command, option)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith(f"Usage: trickplay {command} [OPTIONS]")
        assert all(len(line) <= 80 for line in ran.out.splitlines())
        assert "..." not in ran.out.replace("PATH...", "").replace("[OPTIONS]...", "")


def test_version(trickplay: Run) -> None:
    assert re.fullmatch(r"trickplay, version \d+\.\d+\.\d+\n", trickplay("--version").out)


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom interpreter.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'lark', 'jsonschema', 'yaml', 'rich', 'hypothesis'} & set(sys.modules)\n"
        "sys.exit(', '.join(sorted(heavy)) or 0)"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=LAUNCHER.parent, capture_output=True)
    assert (ran.returncode, ran.stderr) == (0, b"")


# -- bad usage and missing files --------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("run nothing", f"no shipped ruleset is called nothing; {SHELF}"),
        ("run chouin", "no shipped ruleset is called chouin; did you mean `chouine`?"),
        ("run nothing.yaml", "there is no file nothing.yaml"),
        ("run ./nothing", "there is no file ./nothing"),
        ("run folder/", "there is no file folder/"),
        ("compile nothing", f"no shipped ruleset is called nothing; {SHELF}"),
        ("compile no/thing.yaml", "there is no file no/thing.yaml"),
        ("validate nothing", "there is no file or folder nothing"),
        ("validate folder nothing", "there is no file or folder nothing"),
        ("validate nothing --format json", "there is no file or folder nothing"),
        ("replay nothing", "there is no file nothing"),
        ("replay folder", "there is no file folder"),
        ("run chouine --record no/r.jsonl", "no/r.jsonl: No such file or directory"),
        ("run chouine --record folder --force", "folder: Is a directory"),
    ],
)
def test_no_such_path(trickplay: Run, args: str, message: str) -> None:
    Path("folder").mkdir()
    assert trickplay(*args.split()) == Ran(2, "", message + "\n")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("nothing", "No such command 'nothing'."),
        ("run", "Missing argument 'RULESET'."),
        ("run chouine more", "Got unexpected extra argument (more)"),
        (
            "run chouine --lang xx",
            "Invalid value for '--lang': 'xx' is not one of 'en', 'fr', 'pt'.",
        ),
        ("run chouine --deals 0", "Invalid value for '--deals': 0 is not in the range x>=1."),
        ("run chouine --deals x", "Invalid value for '--deals': 'x' is not a valid integer range."),
        ("run chouine --seed -1", SEED_WANTED),
        ("run chouine --seed 1.5", SEED_WANTED),
        ("run chouine --seed 1e3", SEED_WANTED),
        ("run chouine --seed seven", SEED_WANTED),
        ("run chouine --seed ٧", SEED_WANTED),
        ("run chouine --seed 18446744073709551616", SEED_WANTED),
        ("run chouine --seed " + "9" * 5000, SEED_WANTED),
        ("run chouine --players bob,random", f"there is no player bob; {PLAYERS}"),
        ("run chouine --players ,random", f"there is no player ''; {PLAYERS}"),
        ("run chouine --players random", "chouine is played by 2, not by 1"),
        ("run chouine --players random,random,random", "chouine is played by 2, not by 3"),
        ("run chouine --players human,human", "one person can play at a terminal"),
        ("run chouine --set pace=quick", "this ruleset has no option `pace`"),
        ("run chouine --set pace", "this ruleset has no option `pace`"),
        ("run council.yaml --set pace", "--set wants NAME=VALUE, such as frank=no"),
        ("run council.yaml --set pace=", f"the option `pace` cannot be ``; {VALUES}"),
        ("run council.yaml --set pace=fast", f"the option `pace` cannot be `fast`; {VALUES}"),
        ("run council.yaml --set pace=Quick", f"the option `pace` cannot be `Quick`; {VALUES}"),
        ("run council.yaml --set pace=a=b", f"the option `pace` cannot be `a=b`; {VALUES}"),
        ("run council.yaml --set paces=slow", f"this ruleset has no option `paces`; {OPTIONS}"),
        ("run council.yaml --set =slow", "this ruleset has no option ``; it has frank, pace"),
        ("run chouine --cards spanish", f"chouine {CANNOT} `spanish`; there are: french"),
        ("run aluette --cards tarot", f"aluette {CANNOT} `tarot`; there are: spanish, french"),
        ("run chouine --record r.jsonl", "r.jsonl exists already; --force writes over it"),
        ("run chouine --record .", ". exists already; --force writes over it"),
        ("validate", "Missing argument 'PATH...'."),
        (
            "validate r.jsonl --format xml",
            "Invalid value for '--format': 'xml' is not one of 'text', 'json', 'github'.",
        ),
        ("replay", "Missing argument 'FILE'."),
        ("replay r.jsonl --until 2", "--until wants a deal and a trick, such as 2.5"),
        ("replay r.jsonl --until 0.1", "--until wants a deal and a trick, such as 2.5"),
        ("replay r.jsonl --until 2.", "--until wants a deal and a trick, such as 2.5"),
        ("replay r.jsonl --until -1.2", "--until wants a deal and a trick, such as 2.5"),
        ("replay r.jsonl --until a.b", "--until wants a deal and a trick, such as 2.5"),
    ],
)  # fmt: skip
def test_bad_usage(trickplay: Run, args: str, message: str) -> None:
    Path("r.jsonl").write_text("kept\n")
    Path("council.yaml").write_bytes(COUNCIL.read_bytes())
    ran = trickplay(*args.split())
    assert (ran.code, ran.out, lasts(ran.err)) == (2, "", message + "\n")
    assert Path("r.jsonl").read_text() == "kept\n"


def test_empty_words(trickplay: Run) -> None:
    assert trickplay("validate", "") == Ran(2, "", "there is no file or folder \n")
    assert trickplay("run", "").code == 2
    assert lasts(trickplay("run", "chouine", "--seed", "").err) == SEED_WANTED + "\n"
    assert trickplay().code in (0, 2)  # help; click changed its mind about the code


def test_a_record_that_cannot_be_written() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs a device that is always full")
    ran = process(*MATCH, "--record", "/dev/full", "--force")
    assert (ran.returncode, ran.stderr) == (2, b"No space left on device\n")
    with open("/dev/full", "wb") as full:
        code = subprocess.run(
            [sys.executable, str(LAUNCHER), *MATCH], stdout=full, stderr=subprocess.PIPE
        )
    assert (code.returncode, code.stderr) == (2, b"No space left on device\n")


# -- list and compile -------------------------------------------------------------------------


def test_list(trickplay: Run) -> None:
    """A line for each game, its variants behind it and indented; the titles in one column."""
    ran = trickplay("list")
    assert (ran.code, ran.err) == (0, "")
    rows = [re.fullmatch(r"(( *)\S+ +)(.*), (\d) players", line) for line in ran.out.splitlines()]
    assert len({len(row[1]) for row in rows if row}) == 1
    found = [(row[1].strip(), bool(row[2]), row[3], int(row[4])) for row in rows if row]
    games = {name: load(name) for name in shipped()}
    assert set(found) == {
        (name, bool(game.ruleset.bases), str(game.ruleset.title), game.seats)
        for name, game in games.items()
    }
    assert len(found) == len(rows) == len(games)
    base = ""
    for name, variant, _title, _players in found:
        base = base if variant else name
        assert [base] == list(games[name].ruleset.bases[-1:]) or not variant


def test_list_for_programs(trickplay: Run) -> None:
    games = json.loads(trickplay("list", "--json").out)
    assert [game["name"] for game in games] == shipped()
    game = next(game for game in games if game["name"] == "chouine")
    assert (game["players"], game["hash"]) == (2, load("chouine").hash)
    assert (game["title"], game["extends"]) == ({"": "Chouine"}, None)
    for game in games:
        assert [game["extends"]] == list(load(game["name"]).ruleset.bases[:1] or [None])


def test_compiled_module_runs_alone(trickplay: Run) -> None:
    ran = trickplay("compile", "chouine")
    assert (ran.code, ran.err) == (0, "")
    Path("game.py").write_text(ran.out, encoding="utf-8")
    alone = subprocess.run(
        [sys.executable, "-I", "-S", "game.py"], stdin=subprocess.DEVNULL, capture_output=True
    )
    assert (alone.returncode, alone.stderr) == (0, b"")


# -- the launcher -----------------------------------------------------------------------------


def test_launcher_without_the_dependencies() -> None:
    bare = subprocess.run(
        [sys.executable, "-I", "-S", str(LAUNCHER), "--help"], capture_output=True, text=True
    )
    assert (bare.returncode, bare.stdout) == (1, "")
    assert bare.stderr == (
        "trickplay needs the package click. In the folder of this file run:\n"
        "  python3 -m venv .venv && .venv/bin/pip install -e .\n"
        "and then: .venv/bin/python cli.py --help\n"
    )


def test_launcher(trickplay: Run) -> None:
    assert process("list").stdout.decode() == trickplay("list").out
