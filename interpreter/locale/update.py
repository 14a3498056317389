"""Brings the catalogues up to date: `python interpreter/locale/update.py`.

In: the texts in the code, as arguments of `_` and `plural`, as reasons of scopes, and as help of
commands and their options, and the translations in `<language>/LC_MESSAGES/trickplay.po`. Out:
these files with exactly the texts of the code, in the order of the code, and the compiled
`trickplay.mo` beside them. A text that has no translation yet stays empty in its file; the command
lists it. Translate it there and run the command again. So it goes with `rulesets/locale`, too: the
notes and sources of the shipped rulesets that their authors wrote in one language only.

With `--check` nothing is written; the exit code is 1 if a file would change or a translation is
missing. Nothing of the day, the machine or line numbers goes into the files, so that they only
change when the texts do.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

import yaml
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

KEYWORDS = {"_": None, "N_": None, "plural": (1, 2), "N_plural": (1, 2), "_scope": (2,)}
"""functions, with the places of the texts among their arguments"""

PLURALS = {"fr": "nplurals=2; plural=(n > 1);", "pt": "nplurals=2; plural=(n != 1);"}
"""the languages of the catalogues, with their plural forms"""


class Texts(Catalog):
    """An empty catalogue. Its header holds what programs need to read it, and nothing else."""

    def __init__(self, language: str) -> None:
        super().__init__(language, fuzzy=False)
        self.header_comment = f"# The texts of trickplay, language {language}."
        self.mime_headers = self._get_headers()

    def _get_headers(self) -> list[tuple[str, str]]:
        language = str(self.locale)
        return [
            ("Language", language),
            ("Plural-Forms", PLURALS[language]),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]

    mime_headers = property(_get_headers, Catalog._set_mime_headers)


Extracted = Iterator[tuple[str, str | tuple[str, ...]]]


def texts_of_code() -> Extracted:
    """The texts of the code, each with the file in which it stands."""
    for path in sorted((ROOT / "interpreter").rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        for text in texts_in(path.read_bytes()):
            yield file, text


@cache
def texts_in(code: bytes) -> tuple[str | tuple[str, ...], ...]:
    """The texts of a module; it is read once, however many catalogues it is for."""
    found = extract("python", BytesIO(code), KEYWORDS)
    return (*(text for _line, text, _comments, _context in found), *helps(ast.parse(code)))


def helps(tree: ast.Module) -> Iterator[str]:
    """What is said in the help of commands: their docstrings, and `help=` of options."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            calls = [call for call in node.decorator_list if isinstance(call, ast.Call)]
            if {"command", "group"} & {of_click(call) for call in calls}:
                yield ast.get_docstring(node) or ""
        elif isinstance(node, ast.Call) and of_click(node) in ("option", "setting"):
            for keyword in node.keywords:
                if keyword.arg == "help":
                    yield ast.literal_eval(keyword.value)


def of_click(call: ast.Call) -> str:
    """The name of the function of click that is called; empty if it is none."""
    match call.func:
        case ast.Attribute(ast.Name("click"), name) | ast.Name("setting" as name):
            return name
    return ""


def texts_of_rulesets() -> Extracted:
    """What the shipped rulesets say in one language only."""
    for path in sorted((ROOT / "rulesets").glob("*.yaml")):
        for text in notes_in(path.read_bytes()):
            yield path.relative_to(ROOT).as_posix(), text


@cache
def notes_in(ruleset: bytes) -> tuple[str, ...]:
    """The texts of a ruleset; it is read once, as a module is."""
    return tuple(dict.fromkeys(_authored(yaml.safe_load(ruleset), "")))


def _authored(node: object, under: str) -> Iterator[str]:
    """The notes in a part of a ruleset, by whom a source was told, and sources."""
    for key, value in node.items() if isinstance(node, dict) else ():
        if isinstance(value, str) and (key in ("note", "via") or under == "sources"):
            yield value
        yield from _authored(value, str(key))
    for item in node if isinstance(node, list) else ():
        yield from _authored(item, under)


@dataclass(frozen=True)
class Domain:
    """One catalogue in each language: its name, its folder, its texts."""

    name: str
    folder: Path
    extracted: Callable[[], Extracted]

    def po_path(self, language: str) -> Path:
        """The file of the translations into a language; the compiled one has the suffix `.mo`."""
        return self.folder / language / "LC_MESSAGES" / f"{self.name}.po"

    def updated(self, language: str) -> Catalog:
        """The texts of today with the translations that there are."""
        path = self.po_path(language)
        old = read_po(BytesIO(path.read_bytes() if path.exists() else b""), language)
        new = Texts(language)
        for file, text in self.extracted():
            known = old.get(text if isinstance(text, str) else text[0])
            kept = known.string if known and known.id == text and not known.fuzzy else None
            new.add(text, kept, [(file, 0)])
        for message in new:
            message.flags.clear()
        return new


DOMAINS = (
    Domain("trickplay", HERE, texts_of_code),
    Domain("rulesets", ROOT / "rulesets" / "locale", texts_of_rulesets),
)


def is_missing(message: Message) -> bool:
    """Whether a text, or one of its forms, has no translation."""
    found = message.string or ""
    return not all([found] if isinstance(found, str) else found)


def files(catalogue: Catalog) -> dict[str, bytes]:
    """What the two files of a catalogue hold, by suffix."""
    text, compiled = BytesIO(), BytesIO()
    write_po(text, catalogue, width=0, include_lineno=False)
    write_mo(compiled, catalogue)
    return {".po": text.getvalue(), ".mo": compiled.getvalue()}


def main(arguments: list[str]) -> int:
    """Write the files, or check them; the exit code."""
    wrong = False
    for domain, language in ((domain, language) for domain in DOMAINS for language in PLURALS):
        catalogue = domain.updated(language)
        for message in catalogue:
            if is_missing(message):
                wrong = True
                print(f"{language}: no translation of {message.id!r}")
        for suffix, data in files(catalogue).items():
            path = domain.po_path(language).with_suffix(suffix)
            if path.exists() and path.read_bytes() == data:
                continue
            if "--check" in arguments:
                wrong = True
                print(f"{path.relative_to(ROOT)} is out of date")
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                print(f"{path.relative_to(ROOT)} written")
    return int(wrong and "--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
