"""Brings the catalogues up to date: `python interpreter/locale/update.py`.

In: the texts in the code, as arguments of `_` and `plural` and as reasons of scopes, and the
translations in `<language>/LC_MESSAGES/trickplay.po`. Out: these files with exactly the texts of
the code, in the order of the code, and the compiled `trickplay.mo` beside them. A text that has no
translation yet stays empty in its file; the command lists it. Translate it there and run the
command again.

With `--check` nothing is written; the exit code is 1 if a file would change or a translation is
missing. Nothing of the day, the machine or line numbers goes into the files, so that they only
change when the texts do.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

KEYWORDS = {"_": None, "plural": (1, 2), "_scope": (2,)}
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


def extracted() -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """The texts of the code, each with the file in which it stands."""
    for path in sorted((ROOT / "interpreter").rglob("*.py")):
        found = extract_from_file("python", path, keywords=KEYWORDS)
        for _line, text, _comments, _context in found:
            yield path.relative_to(ROOT).as_posix(), text


def po_path(language: str) -> Path:
    """The file of the translations into a language; the compiled one has the suffix `.mo`."""
    return HERE / language / "LC_MESSAGES" / "trickplay.po"


def updated(language: str) -> Catalog:
    """The texts of the code with the translations that there are."""
    path = po_path(language)
    old = read_po(BytesIO(path.read_bytes() if path.exists() else b""), language)
    new = Texts(language)
    for file, text in extracted():
        known = old.get(text if isinstance(text, str) else text[0])
        kept = known.string if known and known.id == text and not known.fuzzy else None
        new.add(text, kept, [(file, 0)])
    for message in new:
        message.flags.clear()
    return new


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
    for language in PLURALS:
        catalogue = updated(language)
        for message in catalogue:
            if is_missing(message):
                wrong = True
                print(f"{language}: no translation of {message.id!r}")
        for suffix, data in files(catalogue).items():
            path = po_path(language).with_suffix(suffix)
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
