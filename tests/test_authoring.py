"""docs/authoring.md and its translations: every step of them is taken, in a real terminal.

A remark before a block says what becomes of it:

    run       the commands after `$`, each compared with what stands below it; what stands behind
              ` > ` is typed. `…` stands for any lines. `run with A as B`: B is in the file for once
    read F    the file F holds this, from its first line `ruleset: 1` on
    write F   this is put there
    play      like run; the last answer is given again until the match is over
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from terminal import Terminal

from interpreter.rules.read import read_ruleset
from interpreter.text.messages import LANGUAGES

DOCS = Path(__file__).parent.parent / "docs"
BLOCK = re.compile(r"^<!-- ([^\n]*) -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```\w", re.MULTILINE)
PROMPT = " >"
ANY = "…"
SAME = {
    "quatre_as": "four_aces",
    "quatro_ases": "four_aces",
    "slot: as,": "slot: aces,",
    "slot: ases,": "slot: aces,",
}
"""names that are written in the language of the page"""
LOCALES = {"en": "C.UTF-8", "fr": "fr_FR.UTF-8", "pt": "pt_PT.UTF-8"}


@dataclass(frozen=True)
class Step:
    """A block of a page: what is to be done with it, and its lines."""

    what: str
    lines: tuple[str, ...]


def page(language: str) -> str:
    """A page as it is written."""
    name = "authoring.md" if language == "en" else f"authoring.{language}.md"
    return (DOCS / name).read_text(encoding="utf-8")


def steps(language: str) -> list[Step]:
    """The steps of a page, in order."""
    text = page(language)
    found = [Step(what, tuple(body.splitlines())) for what, body in BLOCK.findall(text)]
    assert len(found) == len(FENCE.findall(text)), "a block says nothing of what becomes of it"
    return found


def commands(step: Step) -> Iterator[tuple[list[str], list[str]]]:
    """The commands of a block, each with the lines that it prints."""
    lines: list[str] = []
    command: list[str] = []
    for line in step.lines:
        if line.startswith("$ "):
            if command:
                yield command, lines
            command, lines = shlex.split(line[2:]), []
        else:
            lines.append(line)
    yield command, lines


def matches(shown: list[str], wanted: list[str]) -> bool:
    """Whether lines are as wanted, where `…` stands for any of them."""

    def plain(line: str) -> str:
        return line.replace("\N{NO-BREAK SPACE}", " ").rstrip() + "\n"

    rows = ["(?:.*\n)*" if line == ANY else re.escape(plain(line)) for line in wanted]
    return bool(re.fullmatch("".join(rows), "".join(map(plain, shown))))


class Reader:
    """Does what a page says, in the folder in which it stands."""

    def __init__(self, language: str) -> None:
        self.env = {"LANG": LOCALES[language]}

    def do(self, step: Step) -> None:
        """Take one step."""
        verb, _, rest = step.what.partition(" ")
        if verb == "read":
            assert self.lower(Path(rest)).splitlines() == list(step.lines)
        elif verb == "write":
            self.write(Path(rest), "\n".join(step.lines) + "\n")
        else:
            instead = re.fullmatch(r"with (.*) as (.*)", rest)
            with_slip = (instead[1], instead[2]) if instead else ("", "")
            self.run(step, *with_slip)

    def lower(self, path: Path) -> str:
        """A file below its remarks."""
        text = path.read_text(encoding="utf-8")
        return text[text.index("ruleset: 1") :]

    def write(self, path: Path, lower: str) -> None:
        """Change a file below its remarks."""
        text = path.read_text(encoding="utf-8")
        path.write_text(text[: text.index("ruleset: 1")] + lower, encoding="utf-8")

    def run(self, step: Step, old: str, new: str) -> None:
        """The commands of a block, with something else in its file for once."""
        for command, wanted in commands(step):
            assert command[0] == "trickplay"
            file = Path(next(word for word in command if word.endswith(".yaml"))) if old else None
            before = self.lower(file) if file else ""
            if file:
                assert before.count(old) == 1
                self.write(file, before.replace(old, new))
            shown = self.typed(command[1:], wanted, forever=step.what == "play")
            if file:
                self.write(file, before)
            assert matches(shown, wanted), "\n".join(shown)

    def typed(self, command: list[str], wanted: list[str], forever: bool) -> list[str]:
        """What a command shows, while the answers of the block are typed."""
        answers = [line.split(PROMPT, 1)[1].strip() for line in wanted if PROMPT in line]
        lines = ["--plain"] if command[0] == "run" else []
        with Terminal(*command, *lines, env=self.env) as terminal:
            for answer in answers:
                terminal.wait_for(PROMPT + " ")
                terminal.type(answer)
            while forever:
                try:
                    terminal.wait_for(PROMPT + " ")
                except AssertionError:
                    break
                terminal.type(answers[-1])
            code = terminal.end()
        problems = any(f"{word}.yaml:" in line for line in wanted for word in names(command))
        assert code == (1 if problems else 0), terminal.text
        return terminal.text.splitlines()


def names(command: list[str]) -> list[str]:
    return [word.removesuffix(".yaml") for word in command]


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Reader]:
    """Somebody who reads the page in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return Reader


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step(reader: Callable[[str], Reader], language: str) -> None:
    somebody = reader(language)
    for step in steps(language):
        somebody.do(step)
    (file,) = os.listdir()
    assert read_ruleset(Path(file)).bases == ("chouine",)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_the_same_steps_in_all_languages(
    reader: Callable[[str], Reader], language: str, tmp_path: Path
) -> None:
    """The same commands but for names, the same answers, files that mean the same."""

    def outline(language: str) -> list[object]:
        found: list[object] = []
        for step in steps(language):
            verb = step.what.split()[0]
            if verb in ("read", "write"):
                text = "\n".join(step.lines)
                for word, english in SAME.items():
                    text = text.replace(word, english)
                Path("x.yaml").write_text(text, encoding="utf-8")
                found.append((verb, read_ruleset(Path("x.yaml")).hash))
                continue
            for command, wanted in commands(step):
                file = [line.split(PROMPT)[1] for line in wanted if PROMPT in line]
                words = ["NAME" if "-" in w[1:] else w for w in command if not w.startswith("--")]
                found.append((verb, words, [a for a in file if a.strip(" ").isdigit() or not a]))
        return found

    reader(language)
    assert outline(language) == outline("en")
    heads = [re.findall("^#+", page(lang), re.MULTILINE) for lang in (language, "en")]
    assert heads[0] == heads[1]


def test_comparing_with_any_lines() -> None:
    assert matches(["a", "b", "c"], ["a", ANY, "c"])
    assert matches(["a", "c"], ["a", ANY, "c"])
    assert matches(["a", "b ", "c"], [ANY, "b", "c"])
    assert matches(["a", "b", "c"], ["a", ANY])
    assert not matches(["a", "b", "c"], ["a", "c"])
    assert not matches(["a", "b", "c"], ["a", ANY, "d"])
    assert not matches(["a", "xb"], [ANY, "b"])
