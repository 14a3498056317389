"""Whole sessions in each language: what is shown holds no word of the English ones."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache

import pytest
from commands import Run, typing
from helpers import ROOT

from interpreter import load
from interpreter.cli.main import cli
from interpreter.table import saved

pytestmark = pytest.mark.usefixtures("somewhere", "data")
LANGUAGES = ("fr", "pt")
WORDS = """
    trickplay game games resume replay jsonl run list json explain aluette chouine options option
    ascii lang deal trick card score until seat quiet ruleset command args file record name list
    value force players set cards seed deals version help human greedy random yaml my format text
    github path validate id expand diff compile fmt new from base completion bash zsh fish config
    test only mariage tierce quarteron quinte final stock follows led and in won declared value if
    then else me last_winner trump last_winner most tricks last_win first_win mordienne worth count
    dealer hand holds max min beats best turned play jacques proust shell annotations python ctrl
    monsieur madame borgne vache grand petit neuf deux chêne écrit de au sept luettes named deck
    rulesets village our level case case lead junit allow empty filling fillings at as you winner
    points cases code bashrc zshrc module exit quitter dernier not of or wins ranking
    for all on yes no menu argument chanter zz ks mar ad local suit spades hearts diamonds clubs
    output last do signals point win cent quatre cinq six mondoubleau partenaire trois en fr pt
    range integer french
"""
SHARED = set(re.findall(r"\w+", WORDS))
"""words of code and names, and words that are the same in the languages"""


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}", text.lower()))


def run(*args: str, lang: str, typed: str = "") -> str:
    """What a command shows in a language."""
    ran = typing(*args, lang=lang, typed=typed)
    return (ran.out + ran.err).replace(os.environ["TRICKPLAY_DATA"], "")


TYPED = "\n99\nzz\npass\nAS\n?\nlast\nwhy\nwhy KS\nwhy score\nwhy zz\nwhy mar\n" + "1\nwhy\n" * 40
SESSIONS = {
    "chouine": ("--seed", "7", "--deals", "2"),
    "aluette": ("--seed", "1", "--deals", "1", "--set", "signals=yes", "--set", "chanter=yes"),
}
ERRORS = (
    "nothing",
    "run",
    "run chouine more",
    "run nothing",
    "run chouine --lang xx",
    "run chouine --deals 0",
    "run chouine --deals x",
    "run chouine --seed x",
    "run chouine --players bob,random",
    "run chouine --foo",
    "run chouine --seed",
    "run --force=3 chouine",
    "run chouine --set x=y",
    "run chouine --cards x",
    "resume x",
    "resume",
    "games",
    "games --forget x",
    "replay x",
    "replay r.jsonl --until 9",
    "explain r.jsonl",
    "explain r.jsonl --at x",
    "explain r.jsonl --card x",
    "completion csh",
    "rules chouine -o .",
)


def session(game: str, lang: str) -> str:
    """A game with mistakes and questions, stopped, listed, taken up, replayed, explained."""
    kinds = ",".join(["human", *["greedy"] * (load(game).seats - 1)])
    shown = run("run", game, "--players", kinds, *SESSIONS[game], lang=lang, typed=TYPED)
    (name,) = saved.names()
    shown += run("games", lang=lang)
    shown += run("resume", "--lang", lang, lang=lang, typed="1\n1\n")
    shown += run("replay", name, lang=lang)
    shown += run("explain", name, lang=lang)
    for place in ("1", "1.2", "1.9"):
        shown += run("explain", name, "--at", place, lang=lang)
    shown += run("games", "--forget", name, "--yes", lang=lang)
    return shown.replace(name, "")


@pytest.mark.parametrize("game", SESSIONS)
def test_a_session_without_english(game: str) -> None:
    english = words(session(game, "en")) - SHARED
    assert {"choice", "allowed", "stopped", "goes", "leaves"} & english
    for lang in LANGUAGES:
        for line in session(game, lang).splitlines():
            assert (words(line) & english, line) == (set(), line), lang


def test_usage_errors_without_english() -> None:
    english = {word for error in ERRORS for word in words(run(*error.split(), lang="en"))} - SHARED
    assert {"such", "missing", "usage", "error", "invalid"} <= english
    for lang in LANGUAGES:
        for error in ERRORS:
            shown = run(*error.split(), lang=lang)
            left = words(shown) & (english - words(error))
            assert (left, shown) == (set(), shown), error


HELPS = """
from interpreter.cli.main import cli, main
for name in sorted(cli.commands):
    print(end=f"\\f{name}\\n")
    try:
        main([name, "--help"])
    except SystemExit as end:
        assert not end.code
"""


@cache
def helps(lang: str) -> dict[str, str]:
    """The help of all commands, from a process of its own: click keeps texts of the first language
    that it speaks in."""
    env = {"PATH": os.environ["PATH"], "LANG": f"{lang}_XX.UTF-8", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", HELPS]
    ran = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert (ran.returncode, ran.stderr) == (0, "")
    pages = [page.partition("\n") for page in ran.stdout.split("\f")[1:]]
    return {name: page for name, _line, page in pages}


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_without_english(lang: str) -> None:
    """No sentence of a command or option is left as it is written in the code."""
    for name in sorted(cli.commands):
        english, shown = (plain(helps(code)[name]) for code in ("en", lang))
        assert shown != english
        for sentence in re.findall(r"[A-Z][a-z]+ [^.:]+[.:]", english):
            assert sentence not in shown, name
        assert all(len(line) <= 80 for line in helps(lang)[name].splitlines())
        for heading in ("Usage:", "Show this message and exit.", "Examples:"):
            assert heading in english
            assert heading not in shown


def test_the_language_that_was_asked_for_speaks_in_errors() -> None:
    shown = run("run", "chouine", "--players", "bob,random", "--lang", "pt", lang="fr")
    assert "Utilização: trickplay run" in shown
    assert "Erro: " in shown


def test_examples_under_every_help() -> None:
    for name, command in cli.commands.items():
        shown = helps("en")[name]
        rows = shown.partition("\n  Examples:\n")[2].splitlines()
        assert rows, name
        one, two = rf"    trickplay {name}\b.*  +\S", rf"    trickplay {name}\b.*\n        \S"
        beside = all(re.match(one, row) for row in rows)
        below = all(re.match(two, "\n".join(rows[i : i + 2])) for i in range(0, len(rows), 2))
        assert beside or below, name
        assert command.name == name


CARDS = {
    "french": {
        "as de coeur": "AH",
        "roi de cœur": "KH",
        "Dama de Copas": "QH",
        "ás de copas": "AH",
        "as de copas": "AH",
        "dix de trèfle": "10C",
        "10♥": "10H",
        "♥ 10": "10H",
        "valete de ouros": "JD",
        "ace of spades": "AS",
        "sete de paus": "7C",
        "le roi de pique": "KS",
        "R♠": "KS",
        "V♦": "JD",
    },
    "spanish": {
        "as de copas": "AU",
        "as de coupe": "AU",
        "ace of cups": "AU",
        "rei de espadas": "KE",
        "trois de denier": "3D",
        "cavalier d’épée": "CE",
    },
}


def test_cards_in_any_language() -> None:
    """Whatever language is in use."""
    for game in (load("chouine"), load("aluette")):
        deck = game.ruleset.deck
        for text, code in CARDS[deck.name].items():
            card = game.notation.find(text)
            assert card is not None, text
            rank, suit = deck.rank(card).name, deck.suit(card).name
            if deck.name == "french":
                assert deck.codes[card] == code, text
            else:
                assert (rank, suit[0]) == (code[:-1], {"U": "c", "E": "s", "D": "c"}[code[-1]])


def test_the_language_may_be_asked_for_anywhere(trickplay: Run) -> None:
    """Before the command and behind it, before `--help` and after."""
    for name in cli.commands:
        shown = {
            trickplay(*words).out
            for words in (
                (name, "--help", "--lang", "fr"),
                (name, "--lang=fr", "-h"),
                ("--lang", "fr", name, "--help"),
            )
        }
        (text,) = shown
        assert text.startswith(f"Utilisation\N{NO-BREAK SPACE}: trickplay {name}"), name
