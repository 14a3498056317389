"""A person at a real terminal: a first game with every mistake there is, and all ways to stop."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs the pseudo-terminals of Unix", allow_module_level=True)

from commands import COUNCIL, process
from council_table import council
from terminal import Terminal

from interpreter.table.players import PLAYERS

PROMPT = "your choice (? for help) > "
NO_ENTRY = "is no card and no entry of the menu; ? for help, quit to stop"
HELP = """\
Type the number of an entry, or a card: AS, ♠A, ace of spades.
why AS: why this card may be played, or not    why: who took the last trick
why score: how the last deal was counted
last: the last trick    ?: this help    quit: stop
strongest first: A, 10, K, Q, J, 9, 8, 7
"""
CODES = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
DECK = [rank + sign for sign in CODES for rank in ("A", "10", "K", "Q", "J", "9", "8", "7")]

MISTAKES: list[tuple[str | bytes, str]] = [
    ("", ""),
    ("   ", ""),
    ("0", "the menu goes from 1 to "),
    ("99", "the menu goes from 1 to "),
    ("-1", f"“-1” {NO_ENTRY}"),
    ("1.5", f"“1.5” {NO_ENTRY}"),
    ("9" * 3000, "the menu goes from 1 to "),
    ("q", f"“q” {NO_ENTRY}"),
    ("Q", f"“Q” {NO_ENTRY}"),
    ("🂡💥", f"“🂡💥” {NO_ENTRY}"),
    ("x" * 10_000, f"“{'x' * 39}…” {NO_ENTRY}"),
    ("a\x00b", f"“a?b” {NO_ENTRY}"),
    ("a\x01\x02\x07\x1b[A", f"“a????[A” {NO_ENTRY}"),
    ("{x} %s", "“{x} %s” " + NO_ENTRY),
    (b"\xff\xfe\xc3", NO_ENTRY),
    ("pass", "nobody asked you anything, so you cannot pass"),
    ("?", HELP),
]


def hand(screen: str) -> list[str]:
    """The cards in the row above the lower edge of the table shown last."""
    row = screen.rsplit("╰", 1)[0].rstrip().splitlines()[-1]
    return re.findall(r"\w+[♠♥♦♣]", row)


def menu(screen: str) -> list[str]:
    """The cards that may be played."""
    return re.findall(r"\w+[♠♥♦♣]", screen.rsplit("╯", 1)[1].splitlines()[1])


def shown(terminal: Terminal, line: str | bytes) -> str:
    """Type a line; what is answered before the next prompt, without the echo of the line."""
    terminal.type(line)
    came = terminal.wait_for(PROMPT)
    return came.partition("\n")[2].removesuffix(PROMPT)


def test_a_first_game_with_all_mistakes(tmp_path: Path) -> None:
    record = tmp_path / "r.jsonl"
    refused = 0
    with Terminal(
        *("run", "--plain", "chouine", "--seed", "1", "--deals", "1", "--record", str(record))
    ) as terminal:
        screen = terminal.wait_for(PROMPT)
        assert shown(terminal, "last") == "no trick has been played in this deal\n"
        for trick in range(1, 17):
            title = f"╭─ Chouine, deal 1, trick {trick} ─"
            assert title in screen
            assert all(len(line) <= 80 for line in screen.splitlines())
            mistakes = MISTAKES if trick == 1 else MISTAKES[trick : trick + 2]
            for typed, answer in mistakes:
                came = shown(terminal, typed)
                assert answer in came if answer else not came, (trick, typed)
            held, allowed = hand(screen), menu(screen)
            assert set(allowed) <= set(held)
            missing = next(card for card in DECK if card not in held)
            assert shown(terminal, missing) == f"you do not hold {missing}\n"
            for card in held:
                if card not in allowed:
                    told = shown(terminal, card[:-1] + CODES[card[-1]].lower())
                    assert (f"why {card} shows the rule" in told) == (not refused)
                    assert re.match("trump was led|you must follow|you cannot follow", told), told
                    refused += 1
            terminal.type(allowed[0])
            if trick < 16:
                screen = terminal.wait_for(PROMPT)
            assert shown(terminal, "last").endswith("\n") if trick < 16 else True
        assert terminal.end() == 0
        assert terminal.text.endswith("stopped after 1 deal\n")
        assert "Traceback" not in terminal.text
    assert refused >= 3
    verified(record, "it ends before the first trick of deal 2")


def verified(record: Path, end: str = "it ends before the first trick of deal 1") -> None:
    """The record is whole and replays."""
    lines = record.read_text(encoding="utf-8").splitlines()
    ran = process("replay", str(record))
    assert ran.returncode == 0
    told = ran.stdout.decode()
    assert told.endswith(f"verified: {len(lines)} lines; the match is not finished: {end}\n")


def test_words_for_cards_and_calls() -> None:
    with Terminal("run", "--plain", "chouine", "--seed", "7", "--deals", "1") as terminal:
        screen = terminal.wait_for(PROMPT)
        assert "6 declare marriage ♠ (20 points)" in screen
        assert shown(terminal, "marriage").startswith("you declare marriage ♠ (20)\n")
        assert shown(terminal, "10♥") == "play a card of what you declared: K♠ Q♠\n"
        assert shown(terminal, "queen of spades").startswith("you play Q♠\n")
        assert shown(terminal, "♥️10").startswith("you play 10♥\n")
        terminal.type("as de trèfle")
        assert "you play A♣" in terminal.wait_for(PROMPT)
        terminal.type("quit")
        assert terminal.end() == 130


def test_why_at_the_table() -> None:
    """The rule behind a refusal, once it is offered; a call, the last trick, what is no card."""
    with Terminal("run", "--plain", "chouine", "--seed", "7", "--deals", "2") as terminal:
        terminal.wait_for(PROMPT)
        assert shown(terminal, "why").startswith("no trick has been played\n")
        assert shown(terminal, "why score").startswith("no deal has been counted\n")
        allowed = shown(terminal, "pourquoi as de trèfle")
        assert allowed.startswith("A♣: not allowed\n  you do not hold A♣\n")
        call = shown(terminal, "why marriage")
        assert call.startswith("declare marriage ♠: allowed\n  marriage (chouine.yaml:")
        assert "at least 2 of K♠ Q♠; in the hand: K♠ Q♠\n" in call
        assert shown(terminal, "why xyz") == "“xyz” is no card and no call of this game\n"
        assert shown(terminal, "why a\x00b") == "“a?b” is no card and no call of this game\n"
        terminal.type("quit")
        assert terminal.end() == 130


def test_why_a_card_was_refused() -> None:
    """The hint comes once; the rule has its place; the last trick and the deal are told."""
    with Terminal("run", "--plain", "chouine", "--seed", "1", "--deals", "2") as terminal:
        screen, offered = terminal.wait_for(PROMPT), 0
        while "deal 2, trick 1 " not in screen:
            for card in hand(screen):
                if card not in menu(screen):
                    told = shown(terminal, card)
                    hint = f"why {card} shows the rule\n"
                    offered += hint in told
                    why = shown(terminal, f"why {card}")
                    assert why.startswith(f"{card}: not allowed\n")
                    assert re.search(r"\((chouine.yaml:\d+), the local profile", why)
                    assert why.endswith(f"  {told.removesuffix(hint)}")
                    break
            terminal.type("1")
            screen = terminal.wait_for(PROMPT)
        assert offered == 1, "that is told once"
        assert re.search(
            r"^  (you take|greedy takes) the trick with ", shown(terminal, "why"), re.M
        )
        score = shown(terminal, "why score")
        assert score.startswith("deal 1\n  cards (chouine.yaml:")
        assert re.search(r"^  (you win|greedy wins|nobody wins) the deal$", score, re.M)
        assert re.search(
            r"^    you: cards \d+ \+ declarations \d+ \+ last trick \d+ = \d+$", score, re.M
        )
        terminal.type("quit")
        assert terminal.end() == 130
        assert "Traceback" not in terminal.text


def seed_with_discards() -> int:
    """A seed with which the person, who says yes to all, has to put cards aside."""
    for seed in range(100):
        match = council().match(seed=seed)
        bots = [PLAYERS["greedy"](council(), seed, seat) for seat in range(3)]
        while (turn := match.turn) is not None and match.view(turn).stage:
            if turn == 0 and match.view(0).aside:
                return seed
            match.apply("yes" if turn == 0 else bots[turn].choose(match.view(turn)))
    raise AssertionError("no such seed")


def test_before_the_first_trick(tmp_path: Path) -> None:
    """Questions are answered with a word, cards are put aside by number or name."""
    game, seed = str(COUNCIL), seed_with_discards()
    record = tmp_path / "r.jsonl"
    more = ("--seed", str(seed), "--deals", "1", "--record", str(record))
    with Terminal("run", "--plain", game, *more) as terminal:
        screen = terminal.wait_for(PROMPT)
        assert "╭─ Council, deal 1 ──" in screen, "there is no trick yet"
        assert "before the first trick you are asked: bidding?\n  1 yes\n  2 no\n" in screen
        assert shown(terminal, "perhaps").endswith(f"“perhaps” {NO_ENTRY}\n")
        assert shown(terminal, "3") == "the menu goes from 1 to 2\n"
        card = hand(screen)[0]
        assert shown(terminal, card) == "you are asked: bidding? Answer yes or no\n"
        assert shown(terminal, "discard AS") == "you are asked: bidding? Answer yes or no\n"
        terminal.type("yes")
        screen = terminal.wait_for(PROMPT)
        assert "you say yes to bidding\n" in screen
        assert re.search(r"^you take (\w+[♠♥♦♣]( \(.*\))? ?){3}$", screen, re.M)
        for left in ("3 cards", "2 cards", "1 card"):
            assert f"changing cards: put {left} aside, one at a time\n" in screen
            held = hand(screen)
            assert len(held) == 7 + int(left[0])
            missing = next(card for card in DECK if card not in held)
            assert shown(terminal, missing) == f"you do not hold {missing}\n"
            assert shown(terminal, "yes").startswith("put a card aside first: ")
            terminal.type("2" if left == "3 cards" else held[-1])
            gone = held[1] if left == "3 cards" else held[-1]
            screen = terminal.wait_for(PROMPT)
            assert re.search(rf"^you put {gone}( \(.*\))? aside$", screen, re.M)
        assert " puts a card aside\n" in terminal.text, "of the others one sees no card"
        terminal.type("quit")
        assert terminal.end() == 130
        assert "Traceback" not in terminal.text
    verified(record)


def test_partners_signals_and_nicknames() -> None:
    """With the French pack on the table, where hearts are cups and diamonds coins."""
    settings = ("--set", "chanter=yes", "--set", "signals=yes", "--cards", "french")
    with Terminal(
        "run", "--plain", "aluette", "--seed", "4", "--deals", "1", *settings
    ) as terminal:
        screen = terminal.wait_for(PROMPT)
        assert "cards: coins ♦, cups ♥, batons ♣, swords ♠, knight Q\n" in screen
        assert "partners: greedy 1 and greedy 3 – you and greedy 2\n" in screen
        assert re.search("│ points won +you and greedy 2: 0   greedy 1 and greedy 3: 0 +│", screen)
        assert re.search(r"│ greedy 2 \(partner\) +9 cards", screen)
        terminal.type("no")
        screen = terminal.wait_for(PROMPT)
        assert "  10 signal: tilt the head to the right\n" in screen
        assert shown(terminal, "monsieur") == "you do not hold 3♦\n"
        assert shown(terminal, "signal wink").startswith("close one eye: this signal is not true")
        assert shown(terminal, "signal").startswith("this can mean: signal: tilt the head")
        assert shown(terminal, "tilt").startswith("you signal: tilt the head to the right\n")
        assert re.search("│ you +tricks: 0   signals: tilt the head to the right +│", terminal.text)
        assert shown(terminal, "signal head_aside").startswith(
            "tilt the head to the right: you have"
        )
        assert shown(terminal, "3∪").startswith("“3∪” is no card")
        assert shown(terminal, "madame").startswith("you play 3♥ (madame)\n")
        terminal.type("quit")
        assert terminal.end() == 130


@pytest.mark.parametrize(
    ("keys", "record"),
    [
        ("\x03", False),
        ("\x03", True),
        ("\x04", True),
        ("quit\r", True),
        ("  QUIT \r", False),
        ("half a li\x03", True),
        ("2\r\x03", True),
    ],
)
def test_ways_to_stop(keys: str, record: bool, tmp_path: Path, data: Path) -> None:
    path = tmp_path / "r.jsonl"
    more = ("--record", str(path)) if record else ()
    with Terminal("run", "--plain", "chouine", "--seed", "1", *more) as terminal:
        terminal.wait_for(PROMPT)
        terminal.send(keys)
        assert terminal.end() == 130
        kept = f"; the record is kept in {path}" if record else ""
        (game,) = data.iterdir()
        resume = f"to go on with this game: trickplay resume {game.stem}"
        assert terminal.text.endswith(f"\nstopped{kept}\n{resume}\n")
        assert "Traceback" not in terminal.text
    if record:
        verified(path)


def test_ctrl_c_while_bots_play() -> None:
    with Terminal("run", "--plain", "chouine", "--players", "random,random") as terminal:
        terminal.wait_for("plays")
        terminal.send("\x03")
        assert terminal.end() in (0, 130)  # the match may have ended before
        assert "Traceback" not in terminal.text


def test_french_at_the_terminal() -> None:
    with Terminal(
        "run", "--plain", "chouine", "--seed", "7", env={"LANG": "fr_FR.UTF-8"}
    ) as terminal:
        terminal.wait_for(" > ")
        assert "R♠ D♠   10♥   8♦   R♣" in terminal.text
        assert "╭─ Chouine, partie 1, pli 1 ─" in terminal.text
        terminal.type("Dame de pique")
        terminal.wait_for("D♠")
        terminal.type("quitter")
        assert terminal.end() == 130


@pytest.mark.parametrize("columns", [20, 40, 60, 200])
def test_any_width(columns: int) -> None:
    with Terminal("run", "--plain", "chouine", "--seed", "7", columns=columns) as terminal:
        screen = terminal.wait_for(PROMPT)
        edges = [line for line in screen.splitlines() if line.startswith(("╭", "╰"))]
        assert [len(line) for line in edges] == [min(columns, 80)] * 2


def test_colours_only_where_they_are_wanted() -> None:
    with Terminal("run", "--plain", "chouine", "--seed", "7") as terminal:
        terminal.wait_for(PROMPT)
        assert "\x1b[1;31m10♥\x1b[0m" in terminal.raw
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        with Terminal("run", "--plain", "chouine", "--seed", "7", env=env) as terminal:
            terminal.wait_for(PROMPT)
            assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", terminal.raw)


def test_letters_at_a_terminal_without_signs() -> None:
    env = {"LANG": "C", "PYTHONIOENCODING": "ascii", "PYTHONCOERCECLOCALE": "0"}
    with Terminal("run", "--plain", "chouine", "--seed", "7", env=env) as terminal:
        screen = terminal.wait_for(PROMPT)
        assert screen.isascii()
        assert "KS QS   10H   8D   KC" in screen
        assert "6 declare marriage S (20 points)" in screen
        terminal.type("dame de trèfle")
        terminal.wait_for(PROMPT)
        terminal.type("QS")
        terminal.wait_for("you play QS")
