"""Which files a ruleset may lead to: those of its own folder and those that come with the program.

A stranger's file names others (`extends`, `deck`), and what is read is shown in problems. So a path
that leads elsewhere, through `..`, a root or a link, is refused unless somebody allows it. Who
does so allows it for all that is read meanwhile: it is the command, far above, that is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from ..text.messages import _
from ..text.problem import refuse
from ..text.source import Span
from .shelf import SHIPPED

_anywhere = ContextVar("anywhere", default=False)


def allow_anywhere(yes: bool) -> None:
    """Whether rulesets may lead to files outside their folders, from now on."""
    _anywhere.set(yes)


@contextmanager
def anywhere(yes: bool = True) -> Iterator[None]:
    """For a while, if they may not anyway."""
    before = _anywhere.set(yes or _anywhere.get())
    try:
        yield
    finally:
        _anywhere.reset(before)


@dataclass(frozen=True)
class Reach:
    """root: the folder in which, and below which, files may be read. decks: the folders in which
    decks are looked for, before those that come with the program."""

    root: Path
    decks: tuple[Path, ...] = ()

    @property
    def shelves(self) -> tuple[Path, ...]:
        """All folders in which decks are looked for."""
        return (*self.decks, SHIPPED / "decks")

    def holds(self, path: Path) -> bool:
        """Whether a file may be read; what counts is where a link leads."""
        if _anywhere.get():
            return True
        real = path.resolve()
        return any(real.is_relative_to(folder.resolve()) for folder in (self.root, SHIPPED))

    def check(self, path: Path, span: Span) -> None:
        """Refuse a file that lies elsewhere. Raises RulesetError."""
        if not self.holds(path):
            text = _("this file lies outside the folder of the ruleset")
            refuse("outside", text, span, _("if you trust the ruleset, add --allow-outside"))


def exists(path: Path) -> bool:
    """Whether there is such a file; there is none with a name that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
