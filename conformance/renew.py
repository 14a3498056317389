"""Writes the conformance set: `python conformance/renew.py`.

In: the shipped rulesets with their cases, and the table of matches below. Out: the files in
`cases`, `matches` and `rules`, and the examples in README.md, which are taken from them. With
`--check` nothing is written, and the exit code is 1 if a file is not current.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from concrete import cases  # noqa: E402
from plain import Data  # noqa: E402
from played import played  # noqa: E402

from interpreter import Game, load  # noqa: E402
from interpreter.rules.chain import read_chain  # noqa: E402
from interpreter.rules.shelf import find, shipped  # noqa: E402
from interpreter.study.cases.read import test_file  # noqa: E402
from interpreter.study.sheet import sheet  # noqa: E402
from interpreter.study.sheet.example import cases_for  # noqa: E402
from interpreter.study.sheet.markdown import markdown  # noqa: E402
from interpreter.text.problem import Problems  # noqa: E402

FORMAT = "conformance-1"
IN_DOCS = ("aluette", "chouine")
"""rulesets whose rule sheets stand in docs/rules"""
LIES = "mordienne=yes signals=yes signals_truthful=no"
ALL = "chanter=yes mordienne=yes signals=yes teams=traditional"
CHOUINES = (
    "AS AH 10S 10H KS KH QS QH JS JH 7H",
    "AD AC KD KC QD QC JD JC 9H 9S 8C",
    "AS AC 10S 10C KS KC QS QC JS JC 9H",
)
"""two chouines, one of them in trump; two quarterons; two chouines in plain suits"""
PLAYED: dict[str, tuple[tuple[str, int, tuple[str, ...]], ...]] = {
    "chouine": (("", 116, ()), ("", 334, ()), ("", 141, CHOUINES)),
    "aluette": (("", 1, ()), (LIES, 2, ()), ("chanter=yes", 2, ()), (ALL, 1, ())),
}
"""settings and seed of each match, and how its first packs begin"""
OTHERS = (("", 1, ()), ("", 2, ()))
"""those of any other ruleset"""
EXAMPLE = "03.2 a declaration is made with a card of the combination and with no other"
"""the case on the page"""


def stamp(name: str) -> str:
    """A short hash of the files of a ruleset, of what it extends and of their cases."""
    found = hashlib.sha256()
    for path, _shown in read_chain(find(name), name, Problems()).files:
        for part in (path, test_file(path)):
            found.update(part.read_bytes())
    return found.hexdigest()[:12]


def files(names: Iterable[str]) -> Iterator[tuple[Path, str]]:
    """The files of some rulesets with what belongs into them."""
    for name in names:
        game = load(name)
        yield HERE / "cases" / f"{name}.json", _text(game, "cases", map(_line, cases(name)))
        yield HERE / "matches" / f"{name}.json", _text(game, "matches", _matches(game))
        if name not in IN_DOCS:
            path = find(name)
            yield HERE / "rules" / f"{name}.md", markdown(sheet(game.ruleset, (), cases_for(path)))


def _matches(game: Game) -> Iterator[str]:
    """Matches, each step on a line."""
    for number, (settings, seed, fronts) in enumerate(PLAYED.get(game.name, OTHERS), 1):
        options = dict(pair.split("=") for pair in settings.split())
        head, steps = played(game.with_options(options), seed, fronts)
        head = {"match": number, **head}
        yield _line(head)[:-1] + ',"steps":[\n' + ",\n".join(map(_line, steps)) + "\n]}"


def _text(game: Game, key: str, entries: Iterable[str]) -> str:
    """A file: what is the same for all entries, then these."""
    r = game.ruleset
    head: Data = {
        "format": FORMAT,
        "ruleset": game.name,
        "made_from": stamp(game.name),
        "players": game.seats,
        "sides": r.sides,
        "pack": " ".join(r.deck.codes),
        "options": {option.about.name: option.default for option in r.options},
    }
    lines = [f'"{name}": {_line(value)}' for name, value in head.items()]
    return "{\n" + ",\n".join(lines) + f',\n"{key}": [\n' + ",\n".join(entries) + "\n]}\n"


def page(cases_text: str, matches_text: str) -> str:
    """The page, with a case and some steps of a match from these two files."""
    case = next(case for case in json.loads(cases_text)["cases"] if case["case"] == EXAMPLE)
    steps = json.loads(matches_text)["matches"][0]["steps"]
    end = next(number for number, step in enumerate(steps) if "winner" in step["expect"])
    blocks = iter((_shown(case), ",\n".join(map(_shown, steps[end - 2 : end + 1]))))
    text = (HERE / "README.md").read_text(encoding="utf-8")
    return re.sub(r"(?<=```json\n).*?(?=\n```)", lambda _: next(blocks), text, flags=re.DOTALL)


def _shown(entry: Data, inner: bool = False) -> str:
    """An entry on several lines, and what is in it."""
    margin = "    " if inner else "  "
    lines = [
        f"{margin}{json.dumps(key)}: "
        + (json.dumps(value) if inner or not isinstance(value, dict) else _shown(value, True))
        for key, value in entry.items()
    ]
    return "{\n" + ",\n".join(lines) + f"\n{margin[2:]}}}"


def _line(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def main(arguments: list[str]) -> int:
    """Write the files, or check them; the exit code."""
    wrong, made = False, dict(files(shipped()))
    texts = (made[HERE / folder / "chouine.json"] for folder in ("cases", "matches"))
    made[HERE / "README.md"] = page(*texts)
    for path, text in made.items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if "--check" in arguments:
            wrong = True
            print(f"{path.relative_to(HERE)} is not current", file=sys.stderr)
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"{path.relative_to(HERE)} written")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
