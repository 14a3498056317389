"""Nouns and small words of the languages: what a sentence template leaves to its words.

In: words of a ruleset or a catalogue. Out: a `Noun` that a template asks for the form that it
needs, and a finished sentence. The form stands behind the name in a template and is the
translator's to choose: `{trick}` bare, `{trick:s}` in the plural, `{trick:a}` and `{trick:no}` with
those words, `{trick:the}` and `{trick:the s}` with the article, `{trick:his|her}` one of two words
by its gender. Articles may stand behind any preposition: `finished` draws them together.

A label in a ruleset says nothing of its gender or plural: endings tell, which is right for the
words that card players use.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...text.messages import _, language

FEMININE = {
    "en": r"(?!)",
    "fr": r"^(?!quatre$).*(e|tion|sion|main)$",
    "pt": r"(a|ção|são|ade|gem|mão|manche)$",
}
UNCHANGED = {
    "en": r"(?!)",
    "fr": r"^(deux|trois|quatre|cinq|six|sept|huit|neuf|dix)$|[sxz]$",
    "pt": r"^(dois|três|seis|dez)$|[^á]s$",
}
"""words that are the same in the plural"""
PLURALS = {
    "en": ((r"(s|x|z|ch|sh)$", r"\1es"), (r"([^aeiou])y$", r"\1ies"), (r"$", "s")),
    "fr": ((r"(au|eu)$", r"\1x"), (r"al$", "aux"), (r"$", "s")),
    "pt": (
        (r"mão$", "mãos"),
        (r"ão$", "ões"),
        (r"ás$", "ases"),
        (r"m$", "ns"),
        (r"([aeou])l$", r"\1is"),
        (r"([rz])$", r"\1es"),
        (r"$", "s"),
    ),
}
ARTICLE = re.compile(r"^(the|le|la|les|l’|l'|o|a|os|as)\b ?(?=\w)", re.IGNORECASE)


@dataclass(frozen=True)
class Noun:
    """A noun with what follows it, in both numbers. single: there is one such thing only, so that
    it always has the article; bare: it is a name, and never has one."""

    one: str
    many: str
    feminine: bool = False
    tail: str = ""
    single: bool = False
    bare: bool = False
    tails: str = ""

    def __format__(self, form: str) -> str:
        if "|" in form:
            return form.split("|")[self.feminine]
        if form in ("s", "the s") and not self.single:
            article = self._article(("the",), ("les", "les"), ("os", "as")) if "the" in form else ""
            return f"{article}{self.many}{self.tails}"
        if self.bare or not form:
            return f"{self.one}{self.tail}"
        if form == "no" and not self.single:
            return self._article(("no",), ("aucun", "aucune"), ("nenhum", "nenhuma")) + f"{self:}"
        if form == "a" and not self.single:
            an = "an" if re.match(r"[aeiou]|8|11\b|18\b", self.one) else "a"
            return self._article((an,), ("un", "une"), ("um", "uma")) + f"{self:}"
        return self._article(("the",), ("le", "la"), ("o", "a")) + f"{self:}"

    def _article(self, *forms: Sequence[str]) -> str:
        """The article of the language in use, by gender, with a space."""
        words = dict(zip(("en", "fr", "pt"), forms, strict=True))[language()]
        return words[self.feminine and len(words) > 1] + " "

    def behind(self, tail: str) -> Noun:
        """The noun with more behind it; a tail of two forms, with `|` between them, has another
        one for the plural."""
        one, _bar, many = tail.partition("|")
        return replace(self, tail=self.tail + one, tails=self.tails + (many or one))

    def alone(self) -> Noun:
        """The noun as one of which there is one only."""
        return replace(self, single=True)


def noun(word: str) -> Noun:
    """A word of players as a noun of the language in use."""
    word = ARTICLE.sub("", word)
    tongue = language()
    many = word if re.search(UNCHANGED[tongue], word) else plural_of(word)
    return Noun(word, many, re.search(FEMININE[tongue], word) is not None)


def plural_of(word: str) -> str:
    """The plural of a word of the language in use."""
    return next(
        re.sub(ending, new, word, count=1)
        for ending, new in PLURALS[language()]
        if re.search(ending, word)
    )


@dataclass(frozen=True)
class Nouns:
    """Several nouns of which any will do: each takes the form that is asked for."""

    parts: tuple[Noun, ...]

    def __format__(self, form: str) -> str:
        if "|" in form:
            return format(self.parts[0], form)
        words = [format(part, form) for part in self.parts]
        if form == "no":
            return joined_by(words, _("{some}, and {last}"))
        return all_of(words) if form == "the s" else any_of(words)

    @property
    def single(self) -> bool:
        """Whether one of them is a known thing, so that they cannot follow `no`."""
        return any(part.single for part in self.parts)

    def behind(self, tail: str) -> Nouns:
        """The nouns with more behind each."""
        return Nouns(tuple(part.behind(tail) for part in self.parts))


def any_of(words: Sequence[str]) -> str:
    """Words in a row, of which one will do."""
    return joined_by(words, _("{some} or {last}"))


def all_of(words: Sequence[str]) -> str:
    """Words in a row, all of them."""
    return joined_by(words, _("{some} and {last}"))


def joined_by(words: Sequence[str], template: str) -> str:
    """Words in a row, the last joined by a template."""
    if len(words) < 2:
        return "".join(words)
    return template.format(some=", ".join(words[:-1]), last=words[-1])


# -- sentences -----------------------------------------------------------------------------------

FRENCH = (
    (r"\b([Ll])[ea] (?=[aeiouéèêœâ](?!nz|ui\b|n\b))", r"\1’"),
    (r"\b([DdNnSsJjMm]|[Qq]u|[Ll]orsqu|[Pp]uisqu)e (?=[aeiouéèêœâ])", r"\1’"),
    (r"\b([Ss])i (?=ils?\b)", r"\1’"),
    (r"\b([Dd])e le\b", r"\1u"),
    (r"\b([Dd])e les\b", r"\1es"),
    (r"\bà le\b", "au"),
    (r"\bà les\b", "aux"),
)
PORTUGUESE = (
    (r"\b([Dd])e ([oa]s?|ele|ela|eles|elas)\b", r"\1\2"),
    (r"\bem ([oa]s?)\b", r"n\1"),
    (r"\bEm ([oa]s?)\b", r"N\1"),
    (r"\bem (uma?)\b", r"n\1"),
    (r"\bEm (uma?)\b", r"N\1"),
    (r"\b([Pp])or ([oa]s?)\b", r"\1el\2"),
    (r"\ba (os?)\b", r"a\1"),
    (r"\bA (os?)\b", r"A\1"),
    (r"\ba a(s?)\b", r"à\1"),
    (r"\bA a(s?)\b", r"À\1"),
)
CONTRACTIONS = {"en": (), "fr": FRENCH, "pt": PORTUGUESE}


def contracted(text: str) -> str:
    """A text with its prepositions and articles drawn together; code in it is left alone."""
    parts = text.split("`")
    for i in range(0, len(parts), 2):
        for found, instead in CONTRACTIONS[language()]:
            parts[i] = re.sub(found, instead, parts[i])
    return "`".join(parts)


def sentence(text: str) -> str:
    """A text as a sentence: a capital in front, a full stop behind."""
    text = capital(contracted(text.strip()))
    return text if not text or text[-1] in ".!?:" else f"{text}."


def capital(text: str) -> str:
    """A text with a capital in front."""
    return re.sub(r"^\W*\w", lambda found: found[0].upper(), text)
