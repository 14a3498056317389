"""What is wrong with a file: values, collected and reported all at once.

A `Problem` says what is wrong and where, and may give one hint. Drawing it is another matter
(`drawing.py`, and the command line for JSON and annotations).

>>> from interpreter.text.source import Source, Span
>>> problem = Problem("unknown-key", "unknown word `sute`", Span(Source("a.yaml", "sute"), 0, 4))
>>> str(problem)
'a.yaml:1:1: unknown word `sute`'
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

from .drawing import draw, headline
from .limits import MAX_PROBLEMS
from .messages import _
from .source import Span

MAX_CANDIDATES = 500
ALIKE = 0.7
"""how much a misspelt word must resemble another, from 0 to 1"""
MAX_MESSAGE = 300
SPACES = re.compile(r"[ \t\r\n\f\v]+")
NO_BREAK = "\N{NO-BREAK SPACE}"
"""French typography puts it before some signs"""


@dataclass(frozen=True)
class Problem:
    """One mistake: a stable kind for programs, a message and perhaps a hint for people.

    A warning is about something that a ruleset may say and that nobody will mean.
    """

    kind: str
    message: str
    span: Span
    hint: str | None = None
    warning: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", _line(self.message))
        if self.hint is not None:
            object.__setattr__(self, "hint", _line(self.hint))

    def __str__(self) -> str:
        return headline(self.span, self._said())

    def drawn(self) -> str:
        """Headline, source line with a caret, hint."""
        return draw(self.span, self._said(), self.hint)

    def _said(self) -> str:
        return (
            _("warning: {message}").format(message=self.message) if self.warning else self.message
        )


def _line(text: str) -> str:
    """A text on one line of bounded length, though it may quote what an author wrote."""
    text = " ".join(word for word in SPACES.split(text) if word)
    text = "".join(c if c.isprintable() or c == NO_BREAK else " " for c in text)
    return text if len(text) <= MAX_MESSAGE else f"{text[:150]} … {text[-50:]}"


class RulesetError(ValueError):
    """A ruleset or deck that cannot be used. `problems` holds everything found, in file order."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda p: (p.span.source.name, p.span.start)))
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(problem.drawn() for problem in self.problems)


def refuse(kind: str, message: str, span: Span, hint: str | None = None) -> NoReturn:
    """Raise one problem."""
    raise RulesetError([Problem(kind, message, span, hint)])


class Problems:
    """A list in the making; a reader adds to it and goes on."""

    def __init__(self) -> None:
        self.found: list[Problem] = []
        self._seen: set[tuple[str, int, str]] = set()

    def add(self, kind: str, message: str, span: Span, hint: str | None = None) -> None:
        """Note a problem, once a place and message. Raises RulesetError when there are too many."""
        problem = Problem(kind, message, span, hint)
        mark = (span.source.name, span.start, problem.message)
        if mark not in self._seen:
            self._seen.add(mark)
            self.found.append(problem)
            if len(self.found) == MAX_PROBLEMS:
                end = len(span.source.text)
                text = _("reading stopped after {n} problems").format(n=MAX_PROBLEMS)
                stop = Problem("too-many", text, Span(span.source, end, end))
                raise RulesetError([*self.found, stop])

    def note(self, problems: Iterable[Problem]) -> None:
        """Add problems that were found elsewhere."""
        for p in problems:
            self.add(p.kind, p.message, p.span, p.hint)

    def stop_if_any(self) -> None:
        """Raise RulesetError if something was found."""
        if self.found:
            raise RulesetError(self.found)


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that is most like a word, if one is like it enough."""
    names = [name for name in dict.fromkeys(candidates) if name != word][:MAX_CANDIDATES]
    near = difflib.get_close_matches(word[:80], names, 1, ALIKE)
    return near[0] if near else None


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """A hint with the nearest candidate, if one is near."""
    near = nearest(word, candidates)
    return _("did you mean `{word}`?").format(word=near) if near else None
