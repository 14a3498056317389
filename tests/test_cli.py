"""Whole commands, as they are typed: what they print, where, and how they end."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextvars import copy_context
from dataclasses import dataclass
from pathlib import Path

import pytest

from interpreter.cli.main import main
from interpreter.rules.shelf import SHIPPED, shipped

LAUNCHER = Path(__file__).parent.parent / "cli.py"
SEED_WANTED = "--seed wants a whole number from 0 to 18446744073709551615"
PLAYERS = "there are: human, greedy, random"
MATCH = ("run", "chouine", "--players", "random,random", "--seed", "7")


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def trickplay(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process: quick, and what it prints can be compared."""

    def run(*args: str) -> Ran:
        with pytest.raises(SystemExit) as end:
            copy_context().run(main, args)
        out, err = capsys.readouterr()
        return Ran(int(end.value.code or 0), out, err)

    return run


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and no language set."""
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


def process(*args: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Runs a command in a process and an environment of its own, with nothing to read."""
    environment = {"PATH": os.environ["PATH"], **env}
    return subprocess.run(
        [sys.executable, str(LAUNCHER), *args],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )


@pytest.fixture
def record(trickplay: Run) -> list[str]:
    """The lines of the record of a match, which also stands in r.jsonl."""
    assert trickplay(*MATCH, "--record", "r.jsonl").code == 0
    return Path("r.jsonl").read_text(encoding="utf-8").splitlines()


def lasts(err: str) -> str:
    """The complaint after the lines about usage, which click words from version to version."""
    usage, _, error = err.rpartition("\nError: ")
    assert usage.startswith("Usage: trickplay ")
    return error


# -- help -------------------------------------------------------------------------------------


def test_help(trickplay: Run) -> None:
    ran = trickplay("--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith(
        """
Commands:
  compile   Print the Python module of a ruleset.
  list      List the rulesets that come with the program.
  replay    Play the record of a match again and verify every line of it.
  run       Play a match of RULESET: the name of a shipped one, or a path.
  validate  Check rulesets and decks, in files or in whole folders.

Examples:
  trickplay run chouine            play against the computer
  trickplay validate my-game.yaml  check a ruleset of your own
  trickplay list                   the games that come with the program
"""
    )


@pytest.mark.parametrize("command", ["run", "validate", "compile", "list", "replay"])
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
        ("run nothing", "no shipped ruleset is called nothing; there are: chouine"),
        ("run chouin", "no shipped ruleset is called chouin; did you mean `chouine`?"),
        ("run nothing.yaml", "there is no file nothing.yaml"),
        ("run ./nothing", "there is no file ./nothing"),
        ("run folder/", "there is no file folder/"),
        ("compile nothing", "no shipped ruleset is called nothing; there are: chouine"),
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


# -- rulesets that are wrong ------------------------------------------------------------------

NOT_UTF8 = """\
./bad.yaml:1:10: this is not UTF-8 text
  1 | ruleset: ÿ
    |          ^
  hint: save the file as UTF-8
"""


@pytest.mark.parametrize("command", ["run", "compile"])
def test_bad_encoding(trickplay: Run, command: str) -> None:
    Path("bad.yaml").write_bytes(b"ruleset: \xff\n")
    assert trickplay(command, "./bad.yaml") == Ran(1, "", NOT_UTF8)


@pytest.mark.parametrize("command", ["run", "compile"])
def test_bad_syntax(trickplay: Run, command: str) -> None:
    Path("bad.yaml").write_text("ruleset: [1\n")
    message = """\
./bad.yaml:1:10: this `[` is not closed, or a comma is missing in it
  1 | ruleset: [1
    |          ^
"""
    assert trickplay(command, "./bad.yaml") == Ran(1, "", message)


# -- validate ---------------------------------------------------------------------------------


def broken(name: str = "broken.yaml") -> None:
    """A shipped ruleset with two mistakes in it."""
    text = (SHIPPED / "chouine.yaml").read_text(encoding="utf-8")
    text = text.replace("play: follows(led)\n", "play: folows(led)\n").replace("wins: 3", "wins: x")
    Path(name).write_text(text, encoding="utf-8")


def place(wanted: str) -> tuple[int, str]:
    """The number and the text of the line of broken.yaml with these words."""
    lines = Path("broken.yaml").read_text(encoding="utf-8").splitlines()
    return next((i, line) for i, line in enumerate(lines, 1) if wanted in line)


def test_validate_as_text(trickplay: Run) -> None:
    broken()
    (first, line), (second, other) = place("folows"), place("wins: x")
    expected = f"""\
broken.yaml:{first}:{line.index("folows") + 1}: `folows` is not a word of the language or a name of this ruleset
  {first} | {line}
     | {"^^^^^^":>{line.index("folows") + 6}}
  hint: did you mean `follows`?

broken.yaml:{second}:{other.index("x") + 1}: a whole number is wanted here, not `x`
  {second} | {other}
      | {"^":>{other.index("x") + 1}}

1 file checked, 2 problems
"""  # noqa: E501
    assert trickplay("validate", "broken.yaml") == Ran(1, expected, "")


def test_validate_as_json(trickplay: Run) -> None:
    broken()
    (first, line), (second, other) = place("folows"), place("wins: x")
    ran = trickplay("validate", "broken.yaml", "--format", "json")
    assert (ran.code, ran.err) == (1, "")
    column = line.index("folows") + 1
    assert json.loads(ran.out) == {
        "problems": [
            {
                "file": "broken.yaml",
                "line": first,
                "column": column,
                "end_line": first,
                "end_column": column + 6,
                "kind": "unknown-name",
                "message": "`folows` is not a word of the language or a name of this ruleset",
                "hint": "did you mean `follows`?",
            },
            {
                "file": "broken.yaml",
                "line": second,
                "column": other.index("x") + 1,
                "end_line": second,
                "end_column": other.index("x") + 2,
                "kind": "wrong-kind",
                "message": "a whole number is wanted here, not `x`",
                "hint": None,
            },
        ],
        "summary": "1 file checked, 2 problems",
    }


def test_validate_as_annotations(trickplay: Run) -> None:
    broken("100%,.yaml")
    os.link("100%,.yaml", "broken.yaml")
    (first, line), (second, other) = place("folows"), place("wins: x")
    ran = trickplay("validate", "100%,.yaml", "--format", "github")
    assert ran == Ran(
        1,
        f"::error file=100%25%2C.yaml,line={first},col={line.index('folows') + 1}::"
        "`folows` is not a word of the language or a name of this ruleset"
        " (did you mean `follows`?)\n"
        f"::error file=100%25%2C.yaml,line={second},col={other.index('x') + 1}::"
        "a whole number is wanted here, not `x`\n"
        "1 file checked, 2 problems\n",
        "",
    )


def test_validate_a_folder(trickplay: Run) -> None:
    for name in ("b/decks", "b/.hidden"):
        Path(name).mkdir(parents=True)
    ruleset = (SHIPPED / "chouine.yaml").read_bytes()
    Path("b/one.yaml").write_bytes(b"\xef\xbb\xbf# first\n\n---\n" + ruleset)
    Path("b/two.yml").write_bytes(ruleset.replace(b"\n", b"\r\n"))
    Path("b/decks/mine.yaml").write_bytes((SHIPPED / "decks" / "french.yaml").read_bytes())
    Path("b/tests.yaml").write_text("tests: 1\n")
    Path("b/empty.yaml").touch()
    Path("b/lines.yaml").write_text("---\n\n" * 3000 + "x")
    Path("b/notes.txt").write_text("ruleset: 1\n")
    Path("b/nowhere.yaml").symlink_to("nothing")
    Path("b/round").symlink_to(".")
    summary = "3 files checked, 3 other files skipped, no problems"
    assert trickplay("validate", "b") == Ran(0, summary + "\n", "")
    ran = trickplay("validate", "b", "--format", "json")
    assert json.loads(ran.out) == {"problems": [], "summary": summary}
    assert trickplay("validate", "b", "--format", "github") == Ran(0, summary + "\n", "")


def test_validate_a_file_that_is_neither(trickplay: Run) -> None:
    Path("tests.yaml").write_text("tests: 1\n")
    message = """\
tests.yaml:1:1: the first key must say what the file is: `ruleset: 1` or `deck: 1`
  1 | tests: 1
    | ^^^^^

1 file checked, 1 problem
"""
    assert trickplay("validate", "tests.yaml") == Ran(1, message, "")


def test_validate_tells_the_problems_of_all_files(trickplay: Run) -> None:
    broken("a.yaml")
    broken("b.yaml")
    ran = trickplay("validate", ".")
    assert ran.code == 1
    places = re.findall(r"^(\w\.yaml):\d+:\d+: ", ran.out, re.M)
    assert places == ["a.yaml", "a.yaml", "b.yaml", "b.yaml"]
    assert ran.out.endswith("\n\n2 files checked, 4 problems\n")


def test_odd_files(trickplay: Run) -> None:
    Path("random.yaml").write_bytes(bytes(range(256)) * 40)
    Path("nul.yaml").write_bytes(b"ruleset: 1\nname: a\0b\n")
    Path("long.yaml").write_bytes(b"ruleset: 1\nname: " + b"x" * 1_000_000)
    os.mkfifo("pipe.yaml")
    for name in ("random.yaml", "nul.yaml", "long.yaml"):
        ran = trickplay("validate", name)
        assert (ran.code, ran.err) == (1, "")
        assert ran.out.startswith(f"{name}:")
        assert trickplay("run", name).code == 1
        assert trickplay("replay", name).code == 1
    for command in ("validate", "run", "replay"):
        assert trickplay(command, "pipe.yaml").code == 2


def test_shipped_rulesets_are_valid(trickplay: Run) -> None:
    ran = trickplay("validate", str(SHIPPED))
    assert ran == Ran(0, f"{len(shipped()) + 1} files checked, no problems\n", "")


# -- list and compile -------------------------------------------------------------------------


def test_list(trickplay: Run) -> None:
    assert trickplay("list") == Ran(0, "chouine  Chouine, 2 players\n", "")
    (game,) = json.loads(trickplay("list", "--json").out)
    assert (game["name"], game["players"], len(game["hash"])) == ("chouine", 2, 16)


def test_compiled_module_runs_alone(trickplay: Run) -> None:
    ran = trickplay("compile", "chouine")
    assert (ran.code, ran.err) == (0, "")
    Path("game.py").write_text(ran.out, encoding="utf-8")
    alone = subprocess.run(
        [sys.executable, "-I", "-S", "game.py"], stdin=subprocess.DEVNULL, capture_output=True
    )
    assert (alone.returncode, alone.stderr) == (0, b"")


# -- run and replay ---------------------------------------------------------------------------


def test_a_match_is_told_to_its_end(trickplay: Run) -> None:
    ran = trickplay(*MATCH)
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"\ndeal \d: random ([12]) wins\nrandom \1 wins the match\n$", ran.out)
    assert ran.out == trickplay(*MATCH).out
    assert ran.out != trickplay(*MATCH[:-1], "8").out
    assert "\x1b" not in ran.out


def test_bots_play_where_nobody_sits(trickplay: Run) -> None:
    ran = trickplay("run", "chouine", "--seed", "18446744073709551615")
    assert ran.code == 0
    assert re.search(r"\ngreedy [12] wins the match\n$", ran.out)


def test_run_a_file(trickplay: Run) -> None:
    Path("mine.yaml").write_bytes((SHIPPED / "chouine.yaml").read_bytes())
    for name in ("mine.yaml", "./mine.yaml", str(Path("mine.yaml").absolute())):
        assert trickplay("run", name, *MATCH[2:]).out == trickplay(*MATCH).out


def test_deals(trickplay: Run) -> None:
    whole = trickplay(*MATCH).out
    for deals, text in ((1, "1 deal"), (2, "2 deals")):
        ran = trickplay(*MATCH, "--deals", str(deals))
        told, _, end = ran.out.rpartition("stopped after ")
        assert (ran.code, end) == (0, text + "\n")
        assert whole.startswith(told)
        assert told.count(" wins\n") == deals
    assert trickplay(*MATCH, "--deals", "99").out == whole


def test_a_person_without_input() -> None:
    ran = process("run", "chouine", "--players", "human,greedy", "--record", "r.jsonl")
    assert ran.returncode == 130
    assert ran.stderr == b"stopped; the record is kept in r.jsonl\n"
    assert process("replay", "r.jsonl").returncode == 0


def test_a_person_through_a_pipe() -> None:
    ran = subprocess.run(
        [sys.executable, str(LAUNCHER), *MATCH[:3], "greedy,human", *MATCH[4:], "--deals", "1"],
        input=b"zzz\n\n" + b"1\n" * 40,
        capture_output=True,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.decode().endswith("stopped after 1 deal\n")


def test_record_and_replay(trickplay: Run, record: list[str]) -> None:
    whole = trickplay(*MATCH).out
    ran = trickplay("replay", "r.jsonl")
    assert (ran.code, ran.err) == (0, "")
    end = re.compile(rf"verified: {len(record)} lines; deals won \d–\d\n")
    assert ran.out.startswith(whole)
    assert end.fullmatch(ran.out, len(whole))
    assert end.fullmatch(trickplay("replay", "-q", "r.jsonl").out)


def test_record_with_force(trickplay: Run, record: list[str]) -> None:
    assert trickplay(*MATCH, "--record", "r.jsonl").code == 2
    assert trickplay(*MATCH, "--record", "r.jsonl", "--force").code == 0
    assert Path("r.jsonl").read_text(encoding="utf-8").splitlines() == record
    assert trickplay(*MATCH, "--record", "new.jsonl", "--force").code == 0


def test_a_record_that_was_cut_off(trickplay: Run, record: list[str]) -> None:
    Path("cut.jsonl").write_text("\n".join(record[:40]) + "\n", encoding="utf-8")
    assert trickplay("replay", "-q", "cut.jsonl") == Ran(
        0, "verified: 40 lines; the match is not finished\n", ""
    )
    Path("cut.jsonl").write_text("\n".join(record[:40])[:-3], encoding="utf-8")
    message = "cut.jsonl:40: this line is not JSON; the record may have been cut off here\n"
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


# -- languages, encodings, colours, pipes -----------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "deal"), [("en", "deal 1"), ("fr", "partie 1"), ("pt", "distribuição 1")]
)
def test_languages(trickplay: Run, monkeypatch: pytest.MonkeyPatch, lang: str, deal: str) -> None:
    ran = trickplay(*MATCH, "--deals", "1", "--lang", lang)
    assert (ran.code, ran.err) == (0, "")
    assert deal in ran.out
    assert ("R♠" in ran.out) == (lang == "fr")
    monkeypatch.setenv("LANG", f"{lang}_XX.UTF-8")
    assert trickplay(*MATCH, "--deals", "1").out == ran.out
    monkeypatch.setenv("LC_ALL", "C")
    assert "deal 1" in trickplay(*MATCH, "--deals", "1").out


def test_ascii(trickplay: Run) -> None:
    ran = trickplay(*MATCH, "--ascii")
    assert ran.code == 0
    assert not set("♠♥♦♣") & set(ran.out)
    assert re.search(r"random [12] plays (10|[AKQJ789])[SHDC]\n", ran.out)


@pytest.mark.parametrize("lang", ["en", "fr", "pt"])
@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252", "latin-1", "utf-8"])
def test_any_encoding(encoding: str, lang: str) -> None:
    args = (*MATCH, "--deals", "1", "--lang", lang)
    ran = process(*args, PYTHONIOENCODING=encoding)
    assert (ran.returncode, ran.stderr) == (0, b"")
    text = ran.stdout.decode(encoding)
    assert "?" not in text
    assert ("♠" in text) == (encoding == "utf-8")


def test_errors_in_any_encoding() -> None:
    Path("bad.yaml").write_text("ruleset: [é “♥\n", encoding="utf-8")
    ran = process("run", "./bad.yaml", PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stdout) == (1, b"")
    assert b'\n  1 | ruleset: [e "?\n' in ran.stderr


def test_the_c_locale() -> None:
    args = (*MATCH, "--deals", "1")
    for env in ({"LANG": "C"}, {"LANG": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}):
        ran = process(*args, **env)
        assert (ran.returncode, ran.stderr) == (0, b"")
        assert b"deal 1" in ran.stdout


def test_colour_only_where_it_is_asked_for() -> None:
    args = (*MATCH, "--deals", "1")
    assert b"\x1b" not in process(*args).stdout
    assert b"\x1b[1;31m" in process(*args, FORCE_COLOR="1", TERM="xterm").stdout
    forced = process(*args, FORCE_COLOR="1", TERM="xterm", NO_COLOR="1").stdout
    assert not re.search(rb"\x1b\[[0-9;]*3[0-9]m", forced)


@pytest.mark.parametrize("args", [MATCH, ("compile", "chouine"), ("list",)])
def test_the_reader_of_a_pipe_goes_away(args: tuple[str, ...]) -> None:
    program = subprocess.Popen(
        [sys.executable, str(LAUNCHER), *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdout is not None
    assert program.stderr is not None
    assert program.stdout.readline()
    program.stdout.close()
    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.wait(30) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell to close a stream")
@pytest.mark.parametrize(
    ("closed", "code"), [(">&-", 0), ("2>&-", 0), ("<&-", 0), (">&- 2>&- <&-", 0)]
)
def test_closed_streams(closed: str, code: int) -> None:
    command = f'exec "$@" {closed}'
    ran = subprocess.run(
        ["/bin/sh", "-c", command, "sh", sys.executable, str(LAUNCHER), *MATCH],
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )
    assert (ran.returncode, ran.stderr) == (code, b"")


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
