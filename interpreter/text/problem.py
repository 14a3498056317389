"""What is wrong with a file: values, collected and reported all at once.

A `Problem` says what is wrong and where, and may give one hint. Drawing it is another matter
(`drawing.py`, and the command line for JSON and annotations).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from .drawing import draw, headline
from .messages import _
from .source import Span


@dataclass(frozen=True)
class Problem:
    """One mistake: a stable kind for programs, a message and perhaps a hint for people."""

    kind: str
    message: str
    span: Span
    hint: str | None = None

    def __str__(self) -> str:
        return headline(self.span, self.message)

    def drawn(self) -> str:
        """Headline, source line with a caret, hint."""
        return draw(self.span, self.message, self.hint)


class RulesetError(ValueError):
    """A ruleset or deck that cannot be used. `problems` holds everything found, in file order."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda p: (p.span.source.name, p.span.start)))
        super().__init__("\n".join(problem.drawn() for problem in self.problems))


class Problems:
    """A list in the making; a reader adds to it and goes on."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, kind: str, message: str, span: Span, hint: str | None = None) -> None:
        """Note a problem, once a place and message."""
        problem = Problem(kind, message, span, hint)
        if problem not in self.found:
            self.found.append(problem)

    def stop_if_any(self) -> None:
        """Raise RulesetError if something was found."""
        if self.found:
            raise RulesetError(self.found)


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """A hint with the nearest candidate, if one is near."""
    names = [name for name in dict.fromkeys(candidates) if name != word]
    near = difflib.get_close_matches(word, names, 1, 0.6)
    return _("did you mean `{word}`?").format(word=near[0]) if near else None
