"""`trickplay run`: matches told, recorded and stopped."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import COUNCIL, LAUNCHER, MATCH, SIX, Run, process

from interpreter.rules.shelf import SHIPPED

pytestmark = pytest.mark.usefixtures("somewhere")


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


def test_a_person_without_input(data: Path) -> None:
    ran = process("run", "chouine", "--players", "human,greedy", "--record", "r.jsonl")
    assert ran.returncode == 130
    (game,) = data.iterdir()
    assert ran.stderr.decode() == (
        "stopped; the record is kept in r.jsonl\n"
        f"to go on with this game: trickplay resume {game.stem}\n"
    )
    assert process("replay", "r.jsonl").returncode == 0


def test_a_person_through_a_pipe() -> None:
    ran = subprocess.run(
        [sys.executable, str(LAUNCHER), *MATCH[:3], "greedy,human", *MATCH[4:], "--deals", "1"],
        input=b"zzz\n\n" + b"1\n" * 40,
        capture_output=True,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.decode().endswith("stopped after 1 deal\n")


def test_record_with_force(trickplay: Run, record: list[str]) -> None:
    assert trickplay(*MATCH, "--record", "r.jsonl").code == 2
    assert trickplay(*MATCH, "--record", "r.jsonl", "--force").code == 0
    assert Path("r.jsonl").read_text(encoding="utf-8").splitlines() == record
    assert trickplay(*MATCH, "--record", "new.jsonl", "--force").code == 0


# -- options, partners, other packs -----------------------------------------------------------


THREE = ("run", str(COUNCIL), "--players", "random,random,random", "--seed", "3")


def test_options_that_are_not_the_default_are_told(trickplay: Run) -> None:
    plain = trickplay(*THREE)
    assert (plain.code, plain.err) == (0, "")
    assert plain.out.startswith("random 1 draws 8♣ for the first deal\n")
    assert "bidding" in plain.out
    assert trickplay(*THREE, "--set", "pace=slow", "--set", "frank=yes").out == plain.out
    ran = trickplay(*THREE, "--set", "pace=quick", "--set", "frank = no")
    assert ran.code == 0
    assert ran.out.startswith("option: frank (frank=no)\noption: the pace (pace=quick)\nrandom 1")
    assert "bidding" not in ran.out
    french = trickplay(*THREE, "--set", "pace=quick", "--lang", "fr")
    assert french.out.splitlines()[0].endswith("le rythme (pace=quick)")


def test_the_last_setting_of_an_option_counts(trickplay: Run) -> None:
    twice = trickplay(*THREE, "--set", "pace=silent", "--set", "pace=quick")
    assert twice.out == trickplay(*THREE, "--set", "pace=quick").out


def test_options_stand_in_the_record(trickplay: Run) -> None:
    told = trickplay(*THREE, "--set", "pace=quick", "--record", "r.jsonl").out
    header = json.loads(Path("r.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert header["options"] == {"pace": "quick"}
    ran = trickplay("replay", "r.jsonl")
    assert (ran.code, ran.err) == (0, "")
    assert told.removeprefix("option: the pace (pace=quick)\n") in ran.out


def test_stages_and_signals_are_told(trickplay: Run) -> None:
    out = "".join(trickplay(*THREE[:-1], str(seed)).out for seed in range(12))
    name = "random [123]"
    card = "[AKQJ789]?(?:10)?[♠♥♦♣]"
    for line in (
        f"{name} says yes to bidding",
        f"{name} says no to bidding",
        f"{name} says no to double",
        rf"{name} takes (?:{card}(?: \(the lady\)| \(fool\))? ?){{3}}",
        rf"{name} puts {card} aside",
        f"{name} signals: close one eye",
        rf"{name} plays Q♠ \(the lady\)",
        rf"{name} plays 7♦ \(fool\)",
        r"  random 1: bid \d+ \+ cards \d+ = \d+",
        r"  tricks: random 1: \d, random 2: \d, random 3: \d",
        f"deal 1: {name} wins [123] points?",
    ):
        assert re.search(rf"^{line}$", out, re.M), line


def test_a_person_before_the_first_trick() -> None:
    """Through a pipe: yes, and cards put aside, each by its number."""
    players = ("--players", "human,greedy,greedy", "--seed", "5", "--deals", "1")
    ran = subprocess.run(
        [sys.executable, str(LAUNCHER), "run", str(COUNCIL), *players],
        input=b"perhaps\nno\n" + b"1\n" * 40,
        capture_output=True,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    out = ran.stdout.decode()
    assert "before the first trick you are asked: bidding?\n  1 yes\n  2 no\n" in out
    assert "“perhaps” is no card and no entry of the menu" in out
    assert "> you say no to bidding\n" in out
    assert out.endswith("stopped after 1 deal\n")


def test_partners_are_told(trickplay: Run) -> None:
    ran = trickplay("run", str(SIX), "--players", "random," * 5 + "random", "--seed", "3")
    assert (ran.code, ran.err) == (0, "")
    (line,) = re.findall("^partners: .*$", ran.out, re.M)
    sides = [f"random {i} and random {i + 3}" for i in (1, 2, 3)]
    assert line == f"partners: {' – '.join(sides)}"
    winners = re.findall(r"^deal \d+: (random \d) wins \d+ points? for (.*)$", ran.out, re.M)
    assert winners
    assert all(winner in side and side in sides for winner, side in winners)
    assert ran.out.splitlines()[-1] in [f"{side} win the match" for side in sides]


def test_another_pack(trickplay: Run) -> None:
    """The same match, with the cards that lie on the table."""
    own, other = (
        trickplay("run", str(SIX), "--seed", "3", *more) for more in ((), ("--cards", "french"))
    )
    assert (other.code, other.err) == (0, "")
    first, rest = other.out.split("\n", 1)
    assert first == "cards: coins ♦, cups ♥, batons ♣, swords ♠, knight Q"
    as_french = str.maketrans("●∪▮†", "♦♥♣♠")
    translated = re.sub(r"\bC(?=[♦♥♣♠])", "Q", own.out.translate(as_french))
    assert rest == translated
    assert trickplay("run", str(SIX), "--seed", "3", "--cards", "spanish").out == own.out


def test_another_pack_leaves_the_record_alone(trickplay: Run) -> None:
    for name, more in (("own", ()), ("other", ("--cards", "french"))):
        trickplay("run", str(SIX), "--seed", "3", *more, "--record", f"{name}.jsonl")
    assert Path("own.jsonl").read_bytes() == Path("other.jsonl").read_bytes()
