"""Games killed at random moments: `python tests/killed.py --kills 200 --seed 1`.

A game of a person who always chooses the first entry is begun, killed with SIGKILL after a random
time, resumed, killed again, until it is over; then another one begins. After every kill all files
can be read, every move that was shown is in the record, and the record is the beginning of that of
the same game played without interruption; in the end it is that record byte for byte.

Processes are forked from one that has imported everything, so that the kills fall into the game and
not into the start of Python. A quarter of them falls into its first moments, when a file appears.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import time
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from interpreter import load
from interpreter.cli import person, playing, story  # noqa: F401
from interpreter.cli.main import main as trickplay
from interpreter.table import saved
from interpreter.table.laid import Laid
from interpreter.table.listing import entries
from interpreter.table.match import Match
from interpreter.table.players import HUMAN
from interpreter.table.recorder import _line
from interpreter.table.replay import read_lines
from interpreter.table.spelling import code_text
from interpreter.table.view import View

GAMES = ("chouine", "aluette")
BOTS = {"chouine": ("random",), "aluette": ("random", "greedy", "random")}
LONGEST = 0.6
"""seconds after which a process is killed at the latest"""


def first_entry(view: View) -> str:
    """What stands first in the menu."""
    order = {code: i for i, code in enumerate(view.hand)}
    plays = [action for action in view.actions if action.card]
    return str(min(plays, key=lambda a: order[a.card]) if plays else view.actions[0])


def unbroken(game: str, seed: int) -> bytes:
    """The record of the game without any interruption."""
    kinds = (HUMAN, *BOTS[game])
    match = load(game).match(seed=seed, names=kinds)
    laid = Laid.of(match.game, seed, "en")
    bots = {p: laid.player(match, p) for p in range(match.seats) if match.names[p] != HUMAN}
    while (turn := match.turn) is not None:
        view = match.view(turn)
        match.apply(bots[turn].choose(view) if turn in bots else first_entry(view))
    record = list(match.record)
    return "".join(map(_line, [{**record[0], **laid.header()}, *record[1:]])).encode()


def start(args: tuple[str, ...], shown: Path) -> int:
    """A process that plays, in front of somebody who types 1 for ever; its number."""
    number = os.fork()
    if number:
        return number
    ours, theirs = os.pipe()
    os.write(theirs, b"1\n" * 2000)
    os.dup2(ours, 0)
    out = os.open(shown, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(out, 2)
    try:
        trickplay(args)
    finally:
        os._exit(0)


def play_a_while(args: tuple[str, ...], shown: Path, seconds: float | None) -> bool:
    """Run a process and kill it after a time, if one is given; whether it was killed."""
    number = start(args, shown)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(number, signal.SIGKILL)
    _number, status = os.waitpid(number, 0)
    return os.WIFSIGNALED(status)


def check(whole: bytes, shown: str) -> bool:
    """Nothing is lost, nothing unreadable; whether a line was cut off."""
    problems = [entry.problem for entry in entries() if entry.problem]
    assert not problems, problems
    told = re.findall(r"^(?:your choice \(\? for help\) > )?you play (\S+)", shown, re.M)
    if not saved.names():
        assert not told
        return False
    data = saved.path_of(saved.names()[0]).read_bytes()
    kept = data[: data.rfind(b"\n") + 1]
    assert whole.startswith(kept), "the game went on otherwise"
    match = Match.from_record(read_lines(BytesIO(kept)))
    me = match.names.index(HUMAN)
    own = [e.cards[0] for e in match.events if e.kind == "played" and e.seat == me]
    cards = [code_text(match.game, code) for code in own]
    assert any(cards[i : i + len(told)] == told for i in range(len(cards) - len(told) + 1)), told
    return kept != data


def campaign(kills: int, seed: int) -> str:
    """Kill so many processes; a line about what happened. Raises AssertionError."""
    rng, done, games, torn = random.Random(seed), 0, 0, 0
    while done < kills:
        game, cards = rng.choice(GAMES), rng.randrange(1000)
        whole = unbroken(game, cards)
        begin = ("run", game, "--players", ",".join((HUMAN, *BOTS[game])), "--seed", str(cards))
        with TemporaryDirectory() as folder:
            os.environ[saved.FOLDER] = folder
            shown, killed = Path(folder) / "shown", True
            shown.touch()
            while killed:
                early = rng.random() < 0.25
                seconds = rng.uniform(0, 0.05 if early else LONGEST) if done < kills else None
                args = ("resume",) if saved.names() else begin
                killed = play_a_while(args, shown, seconds)
                done += killed
                torn += check(whole, shown.read_text(encoding="utf-8"))
            assert saved.path_of(saved.names()[0]).read_bytes() == whole
        games += 1
    return f"{done} kills in {games} games, {torn} lines cut off: nothing was lost"


def main() -> None:
    """The campaign from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(campaign(given.kills, given.seed))


if __name__ == "__main__":
    main()
