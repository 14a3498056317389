"""Which files a ruleset may lead to: those of its own folder and those that come with the program.

A stranger's file names others (`extends`, `deck`), and what is read is shown in problems. So a path
that leads elsewhere, through `..`, a root or a link, is refused unless somebody allows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..text.messages import _
from ..text.problem import refuse
from ..text.source import Span
from .shelf import SHIPPED


@dataclass(frozen=True)
class Reach:
    """root: the folder in which, and below which, files may be read; None if they may be anywhere.
    decks: the folders in which decks are looked for, before those that come with the program."""

    root: Path | None
    decks: tuple[Path, ...] = ()

    @property
    def shelves(self) -> tuple[Path, ...]:
        """All folders in which decks are looked for."""
        return (*self.decks, SHIPPED / "decks")

    def holds(self, path: Path) -> bool:
        """Whether a file may be read; what counts is where a link leads."""
        if self.root is None:
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
