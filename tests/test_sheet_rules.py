"""Rule sheets say everything that can change play, and nothing that is not so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sheet_mutants import mutants

from interpreter.rules.read import find, read_bases, read_ruleset, ruleset_from_data
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.shelf import shipped
from interpreter.study.sheet import sheet
from interpreter.study.sheet.compose import tell
from interpreter.study.sheet.markdown import markdown
from interpreter.study.sheet.phrases import Phrases
from interpreter.text.messages import LANGUAGES, speak
from interpreter.text.problem import RulesetError
from interpreter.text.source import Source

GAMES = Path(__file__).parent / "games"
EVERY = {"chouine": 1, "aluette": 2, "council": 6, "jacks": 6, "six": 4, "three": 6}
"""of each game every so many changes are tried"""
ALIKE = {
    "chouine": (
        r"(deal\.(first|cut)|dealer\.next): .* -> .*right\(dealer\)",  # two players: the same one
        r"exchanges\.seven\.when: .* -> stock > 3 or",  # two draw, so that the stock is even
    ),
    "aluette": (
        r"dealer\.first\.0\.most: .* -> .* then [23] else 0",  # any number tells one apart
    ),
    "jacks": (),
    "council": (),
    "six": (r"(seats\.order|dealer\.first)\.\d\.most: .* (then|else) [123]( |$)",),
    "three": (r"dealer\.first\.1\.least: .* then [23]", r"exchanges\.seven\.when: .* > [34]$"),
}
"""changes that change no play, with the reason"""


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    speak("en")
    yield
    speak("en")


def ruleset(name: str) -> Ruleset:
    path = GAMES / f"{name}.yaml"
    return read_ruleset(path if path.is_file() else find(name))


def changed(r: Ruleset, every: int) -> Iterator[tuple[str, Ruleset]]:
    """Rulesets that are played otherwise in one place, each with what was changed."""
    for i, (what, document) in enumerate(mutants(r.document)):
        if i % every:
            continue
        try:
            mutant = ruleset_from_data(document, Source("mutant", " "))
        except RulesetError:
            continue
        if mutant.hash != r.hash:
            yield what, mutant


@pytest.mark.parametrize("name", EVERY)
def test_whatever_changes_play_changes_the_sheet(name: str) -> None:
    r = ruleset(name)
    told, whole = tell(Phrases(r)), sheet(r).sections
    tried, same = 0, []
    for what, mutant in changed(r, EVERY[name]):
        tried += 1
        if tell(Phrases(mutant)) == told and sheet(mutant).sections == whole:
            same.append(what)
    assert tried > 10
    assert [what for what in same if not any(re.match(p, what) for p in ALIKE[name])] == []


@pytest.mark.parametrize("name", shipped())
def test_the_shipped_games_have_a_phrase_for_all_that_they_say(name: str) -> None:
    path = find(name)
    found = sheet(read_ruleset(path), read_bases(path))
    assert found.unsaid == ()
    assert "`" not in re.sub(r"`(lot|traditional|[a-z-]+)`", "", markdown(found))


# -- numbers come from the ruleset -----------------------------------------------------------------

OTHER: dict[str, Any] = {
    "values": {"A": "31", "10": "29", "K": "19", "Q": "17", "J": "13"},
    "quinte": "77",
    "last": "if me = last_winner then 23 else 0",
    "wins": "9",
    "repeats": "88",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_of_another_game_is_told(language: str) -> None:
    speak(language)
    r = ruleset("chouine")
    document: dict[str, Any] = dict(r.document)
    document["values"] = OTHER["values"]
    document["declarations"] = {
        name: {**body, "points": OTHER["quinte"]} if "points" in body else body
        for name, body in document["declarations"].items()
    }
    points = {**document["scoring"]["points"], "last_trick": {"points": OTHER["last"]}}
    document["scoring"] = {**document["scoring"], "points": points}
    document["match"] = {"wins": OTHER["wins"], "repeats": OTHER["repeats"]}
    text = markdown(sheet(ruleset_from_data(document, Source("other", " "))))
    rules = text.split("\n---\n")[0].replace("| 10 |", "|")
    numbers = set(re.findall(r"\d+", rules))
    assert numbers & {"20", "30", "40", "50", "60", "80", "100", "120", "10"} == set()
    assert {"31", "29", "19", "17", "13", "77", "23", "9", "88", "436"} <= numbers


# -- what a variant says ---------------------------------------------------------------------------


def variant(name: str) -> str:
    path = find(name)
    return markdown(sheet(read_ruleset(path), read_bases(path)))


def section(text: str, title: str) -> list[str]:
    """The lines of a section that are not empty."""
    found = text.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return [line for line in found.splitlines() if line]


def test_a_variant_begins_with_what_differs() -> None:
    assert section(variant("chouine-cent"), "What differs from Chouine") == [
        "- **Quinte.** 100 points. In Chouine: 50 points.",
        "Otherwise it is played like Chouine.",
    ]


def test_what_a_variant_leaves_out() -> None:
    lines = section(variant("chouine-mondoubleau"), "What differs from Chouine")
    assert lines[1] == (
        "- **Trumps.** At first there are no trumps; a declaration can make its suit trump."
    )
    assert lines[2] == (
        "- **Marriage.** 20 points, 40 in trumps; makes its suit trump on the lead, if there are no"
        " trumps yet. In Chouine: 20 points, 40 in trumps."
    )
    assert lines[-2] == "- **Exchange the seven.** This is not played."


def test_options_that_a_variant_does_without() -> None:
    lines = section(variant("aluette-six"), "What differs from Aluette")
    assert lines[-2] == "- **Options.** There is no choice here of: chanter, choice of partners."


def test_a_note_on_a_rule_that_was_changed_is_not_repeated() -> None:
    path = find("chouine-cent")
    text = markdown(sheet(read_ruleset(path), read_bases(path)))
    last = section(text, "Notes and sources")
    profile = next(line for line in last if line.startswith("- **The local profile"))
    assert "Quarteron" in profile
    assert "Quinte" not in profile


VARIANTS = [name for name in shipped() if "-" in name]


@pytest.mark.parametrize("i", range(len(VARIANTS)), ids=VARIANTS)
def test_variants_in_other_languages(i: int) -> None:
    speak(("fr", "pt")[i % 2])
    text = variant(VARIANTS[i])
    assert text.count("\n## ") >= 8
    assert "{" not in text
    assert "None" not in text
    english = re.findall(r"\b(the|whoever|must|deals|played|instead)\b", text, re.IGNORECASE)
    assert english == []
