"""Every text that a person reads goes through here: one catalogue, one language at a time.

In: an English text, written in the code. Out: the same text in the language in use.
The language is a context variable, so that two threads may speak two languages. A label that
stands in a ruleset or a deck is a `Text`: the author's own words in some languages.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "fr", "pt")
FOLDER = Path(__file__).parent.parent / "locale"
RULESETS = next(
    folder / "rulesets" / "locale"
    for folder in (Path(__file__).parents[1], Path(__file__).parents[2])
    if (folder / "rulesets").is_dir()
)
"""the folder of the shipped rulesets, inside the installed package or beside it in a checkout"""

_language: ContextVar[str] = ContextVar("language", default="en")


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("trickplay", FOLDER, [language], fallback=True)


def speak(language: str) -> None:
    """Use `language`, one of LANGUAGES, for every text from now on (in this context)."""
    _language.set(language)


def language() -> str:
    """The language in use."""
    return _language.get()


def _(text: str) -> str:
    """`text` in the language in use."""
    return _catalogue(_language.get()).gettext(text)


def plural(one: str, many: str, number: int, **words: object) -> str:
    """The form of the text that goes with `number`, which is put in for `{n}`, with other words."""
    return _catalogue(_language.get()).ngettext(one, many, number).format(n=number, **words)


def authored(text: str | Mapping[str, str]) -> str:
    """An author's text in the language in use. One that stands there in a single language may be
    translated in the catalogue of the shipped rulesets."""
    return _rulesets(_language.get()).gettext(str(text)) if text else ""


@cache
def _rulesets(language: str) -> gettext.NullTranslations:
    return gettext.translation("rulesets", RULESETS, [language], fallback=True)


def N_(text: str) -> str:
    """`text` as it is: one that is looked up where it is shown."""
    return text


def N_plural(one: str, many: str) -> tuple[str, str]:
    """Both forms as they are: a text that is looked up where it is shown."""
    return one, many


class Text(dict[str, str]):
    """An author's text by language; under the key `""` one that serves all languages."""

    def __str__(self) -> str:
        return self.in_language(_language.get())

    def in_language(self, language: str) -> str:
        """The text in `language`, else in English, else in whatever there is."""
        for key in (language, "", "en", *self):
            if key in self:
                return self[key]
        return ""


def text_of(value: str | Mapping[str, str]) -> Text:
    """A Text from a plain string (all languages) or from a map by language."""
    return Text({"": value} if isinstance(value, str) else value)
