"""Writes the rule sheets in this folder: `python docs/rules/renew.py`.

In: the shipped rulesets. Out: a sheet of each game in each language, as Markdown and as a page of
HTML. With `--check` nothing is written, and the exit code is 1 if a file is not current.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from interpreter.rules.read import find, read_ruleset  # noqa: E402
from interpreter.study.sheet import sheet  # noqa: E402
from interpreter.study.sheet.example import cases_for  # noqa: E402
from interpreter.study.sheet.html import html  # noqa: E402
from interpreter.study.sheet.markdown import markdown  # noqa: E402
from interpreter.text.messages import LANGUAGES, speak  # noqa: E402

GAMES = ("aluette", "chouine")


def pages() -> Iterator[tuple[Path, str]]:
    """Every file with what belongs into it."""
    for game in GAMES:
        path = find(game)
        ruleset, cases = read_ruleset(path), cases_for(path)
        for language in LANGUAGES:
            speak(language)
            found = sheet(ruleset, (), cases)
            yield HERE / f"{game}.{language}.md", markdown(found)
            yield HERE / f"{game}.{language}.html", html(found)
    speak("en")


def main(arguments: list[str]) -> int:
    """Write the files, or check them; the exit code."""
    wrong = False
    for path, text in pages():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if "--check" in arguments:
            wrong = True
            print(f"{path.name} is not current")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"{path.name} written")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
