"""The catalogues: complete, current, and right in what a program can see of that."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import click
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from helpers import ROOT, chouine, eagerly, played

from interpreter.cli.main import cli
from interpreter.cli.speaking import ENGLISH
from interpreter.rules.scopes import SCOPES
from interpreter.table.event import Event
from interpreter.table.narration import Narrator
from interpreter.text.messages import LANGUAGES, authored, plural, speak

Text = str | tuple[str, ...]
"""a text, or the forms of one that has a plural"""

UPDATE = Path("interpreter", "locale", "update.py")
TRANSLATED = [language for language in LANGUAGES if language != "en"]
PLACEHOLDER = re.compile(r"\{\w[^{}]*\}")
NAME = re.compile(r"\{(\w+)[^{}]*\}")
"""the name in a placeholder; its form, as in `{trick:the}`, is the translator's to choose"""
SAME: dict[str, set[Text]] = {
    "fr": {
        ("{n} point", "{n} points"),
        "{a} plus {b}",
        "possible",
        "{call}, possible",
        "mutants",
        "score",
        "s score",
        "options",
        "Options",
        "%(prog)s, version %(version)s",
    },
    "pt": set(),
}
"""texts that are the same in English"""
SHARED = {"ana", "rui", "au", "sept", "chouine", "quarteron", "quinte", "tierce"}
"""words that are the same in English: names, and what is said in French in every language"""
RARE = (
    Event("claimed", 0, name="chouine"),
    Event("spoiled", number=3),
    Event("closed", number=3),
    Event("over"),
)
LOCAL = {"key: value": {"key: value", "clé: valeur", "chave: valor"}}
"""code that stands for something and so may be translated"""


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    speak("en")


def catalogue(language: str) -> Catalog:
    path = ROOT / "interpreter" / "locale" / language / "LC_MESSAGES" / "trickplay.po"
    return read_po(BytesIO(path.read_bytes()), language, abort_invalid=True)


def translations(language: str) -> dict[Text, Text]:
    """All translations of a catalogue, of every form."""
    return {_text(m.id): _text(m.string or "") for m in catalogue(language) if m.id}


def _text(text: str | Sequence[str]) -> Text:
    return text if isinstance(text, str) else tuple(text)


def forms(text: Text) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else text


def texts_in(path: Path) -> Iterator[Text]:
    """The texts that a module hands to `_` and `plural`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            marked = node.func.id in ("_", "N_")
            if marked and isinstance(node.args[0], ast.Constant):
                yield ast.literal_eval(node.args[0])
            elif node.func.id in ("plural", "N_plural"):
                yield ast.literal_eval(node.args[0]), ast.literal_eval(node.args[1])


def texts_of_commands(command: click.Command) -> Iterator[Text]:
    """What is said of a command and its options, as it was written."""
    for thing in (command, *command.params):
        text = ENGLISH.get(thing) or getattr(thing, "help", None)  # type: ignore[call-overload]
        if text:
            yield inspect.cleandoc(text)
    for inner in getattr(command, "commands", {}).values():
        yield from texts_of_commands(inner)


def texts_of_the_code() -> set[Text]:
    found: set[Text] = {scope.why for scope in SCOPES.values() if scope.why}
    found |= set(texts_of_commands(cli))
    for path in (ROOT / "interpreter").rglob("*.py"):
        found.update(texts_in(path))
    return found


def words(text: str) -> set[str]:
    """The words of a text, without its placeholders."""
    return set(re.findall(r"[^\W\d_]{2,}", PLACEHOLDER.sub("", text).lower()))


def run(root: Path, *arguments: str) -> int:
    """Run the command that updates the catalogues in a checkout."""
    command = [sys.executable, "-W", "error", str(root / UPDATE), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert not done.stderr, done.stderr
    return done.returncode


def test_the_files_are_current() -> None:
    assert run(ROOT, "--check") == 0, f"run: python {UPDATE.as_posix()}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_of_the_code_and_no_other(language: str) -> None:
    # a text inside an f-string is not found by the command; give it a name first
    assert set(translations(language)) == texts_of_the_code()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated(language: str) -> None:
    for text, translation in translations(language).items():
        assert all(forms(translation)), text
        assert len(forms(translation)) == len(forms(text)), text
        if any(map(words, forms(text))) and text not in SAME[language]:
            assert translation != text, text
    assert not [m.id for m in catalogue(language) if m.fuzzy]
    assert not catalogue(language).obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_are_kept(language: str) -> None:
    for text, translation in translations(language).items():
        names = [set(NAME.findall(form)) for form in forms(text)]
        spared = {"n"} if len(names) > 1 else set()
        for form, own in zip(forms(translation), names, strict=True):
            found = set(NAME.findall(form))
            assert not form or own ^ found <= spared or names[-1] ^ found <= spared, form


@pytest.mark.parametrize("language", TRANSLATED)
def test_code_is_kept(language: str) -> None:
    for text, translation in translations(language).items():
        for form in filter(None, forms(translation)):
            codes = set(form.split("`")[1::2])
            for code in forms(text)[-1].split("`")[1::2]:
                assert codes & LOCAL.get(code, {code}), form


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_notes_of_the_shipped_rulesets_are_translated(language: str) -> None:
    path = ROOT / "rulesets" / "locale" / language / "LC_MESSAGES" / "rulesets.po"
    notes = {m.id: m.string for m in read_po(BytesIO(path.read_bytes()), language) if m.id}
    assert "It need not be announced." in notes
    speak(language)
    for note, translation in notes.items():
        assert translation, note
        assert authored(str(note)) == translation
    assert authored("A note of nobody.") == "A note of nobody."


@pytest.mark.parametrize("language", TRANSLATED)
def test_typography(language: str) -> None:
    wrong = {
        "fr": r"['\"“”]|[\w`}][:;!?»]|«(?!\N{NO-BREAK SPACE})|(?<=\S) [:;!?»]",
        "pt": r"['\"“”]|(?<=\S)\s([:;!»]|\?$)|«\s",
    }
    for translation in translations(language).values():
        for form in forms(translation):
            plain = re.sub(r"`[^`]*`|\{\w[^{}]*\}|\w+://\S*", "x", form)
            assert not re.search(wrong[language], plain), form


def test_plural_forms() -> None:
    wanted = {
        "en": ["0 cards", "1 card", "2 cards", "11 cards"],
        "fr": ["0 carte", "1 carte", "2 cartes", "11 cartes"],
        "pt": ["0 cartas", "1 carta", "2 cartas", "11 cartas"],
    }
    for language in LANGUAGES:
        speak(language)
        assert [plural("{n} card", "{n} cards", n) for n in (0, 1, 2, 11)] == wanted[language]


def told(language: str, me: int | None) -> Iterator[str]:
    """Some matches in which about everything happens, and what is rare, line by line."""
    speak(language)
    narrator = Narrator(chouine(), ("Ana", "Rui"), me)
    matches = [played(chouine().match(seed=seed), seed, eagerly) for seed in range(6)]
    for event in (*RARE, *(event for match in matches for event in match.events)):
        yield from narrator.tell(event).splitlines()


@pytest.mark.parametrize("me", [None, 0])
@pytest.mark.parametrize("language", TRANSLATED)
def test_a_match_is_told_without_english(language: str, me: int | None) -> None:
    english = {word for line in told("en", me) for word in words(line)} - SHARED
    assert {"declares", "draws", "wins", "spoiled", "marriage", "match"} <= english
    for line in told(language, me):
        assert not words(line) & english, line


def command_of(root: Path) -> Any:
    """The command of a checkout, in this process: it reads each state of a file once."""
    spec = importlib.util.spec_from_file_location("update_in_a_copy", root / UPDATE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module.main


def test_the_command(tmp_path: Path) -> None:
    for name in ("interpreter", "rulesets"):
        shutil.copytree(ROOT / name, tmp_path / name)
    command = command_of(tmp_path)
    folder = tmp_path / "interpreter" / "locale" / "fr" / "LC_MESSAGES"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert command(["--check"]) == 0
    code = tmp_path / "interpreter" / "table" / "narration.py"
    text = code.read_text(encoding="utf-8")
    assert '_("{name} passes")' in text
    code.write_text(text.replace('_("{name} passes")', '_("{name} says pass")'), encoding="utf-8")
    assert command(["--check"]) == 1
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert command([]) == 0
    changed = (folder / "trickplay.po").read_text(encoding="utf-8")
    assert 'msgid "{name} says pass"\nmsgstr ""\n' in changed
    assert 'passe"' not in changed
    code.write_text(text, encoding="utf-8")
    (folder / "trickplay.po").write_bytes(before["trickplay.po"])
    assert command(["--check"]) == 1
    assert command([]) == 0
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
