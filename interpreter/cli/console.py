"""What this terminal can show, how players are called in it, and cards in their colours."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from ..text.messages import _

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from ..table.game import Game

MAX_WIDTH = 80

PLAIN = dict(zip("—–‘’“”«»œŒ", ["-", "-", "'", "'", '"', '"', '"', '"', "oe", "OE"], strict=True))


def nearest(error: UnicodeError) -> tuple[str, int]:
    """An encoding's answer to characters that it lacks: letters without accents, plain quotes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    return "".join(PLAIN.get(c) or _letters(c) or "?" for c in lost), error.end


def fitted(text: str, encoding: str) -> str:
    """A text as it will come out of a stream with that encoding."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError as error:
        return text[: error.start] + nearest(error)[0] + fitted(text[error.end :], encoding)
    return text


def _letters(character: str) -> str:
    parts = unicodedata.normalize("NFKD", character)
    return "".join(c for c in parts if c.isascii())


def say(text: str = "", err: bool = False, end: str = "\n") -> None:
    """Print a text as it is. (click's echo writes UTF-8 where the encoding is ASCII.)"""
    print(text, file=sys.stderr if err else sys.stdout, end=end)


def ask(prompt: str) -> str:
    """A line of input. Raises EOFError when there is no more."""
    print(f"{prompt} > ", end="", flush=True)
    line = sys.stdin.readline()  # input() loses the end of a line with a NUL byte in it
    if not line:
        raise EOFError
    return line


def signs_can_be_shown(game: Game | None = None) -> bool:
    """Whether the output's encoding has box lines and the suit signs, those of a game too."""
    signs = "".join(suit.symbol for suit in game.face.suits) if game else ""
    try:
        f"♠♥♦♣─╭{signs}".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def at_a_terminal() -> bool:
    """Whether a person sits in front of input and output."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def display_names(kinds: Sequence[str], me: int | None = None) -> tuple[str, ...]:
    """Names for people: the seat addressed is «you», players of the same kind are numbered."""
    titles = {"human": _("human"), "greedy": _("greedy"), "random": _("random")}
    names = []
    for seat, kind in enumerate(kinds):
        title = titles.get(kind, kind)
        name = f"{title} {seat + 1}" if list(kinds).count(kind) > 1 else title
        names.append(_("you") if seat == me else name)
    return tuple(names)


@contextmanager
def progress(
    total: int, what: str
) -> Iterator[tuple[Callable[[int], object], Callable[[str], object]]]:
    """A bar on a terminal, nothing elsewhere: a way to go so many steps on of `total`, and one to
    say a line meanwhile."""
    if not sys.stderr.isatty():
        yield (lambda n: None), (lambda line: say(line, err=True))
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield (
            lambda n: bar.advance(task, n),
            lambda line: bar.console.print(line, markup=False, soft_wrap=True),
        )


@cache
def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def show(what: RenderableType) -> None:
    """Print a text or a table; lines are left to the terminal to wrap."""
    console = _console()
    console.print(what, soft_wrap=isinstance(what, str) or not hasattr(what, "columns"))


class Painter:
    """Cards in the colours of their suits; colour is never the only sign."""

    def __init__(self, game: Game) -> None:
        suits = [suit for suit in game.face.suits if suit.colour != "black"]
        self.styles = {suit.symbol: f"bold {suit.colour}" for suit in suits}
        signs = "".join(map(re.escape, self.styles))
        self.card = re.compile(rf"\w{{0,2}}[{signs}]") if signs else re.compile(r"(?!)")

    def text(self, line: str) -> Text:
        """A line with its cards coloured."""
        from rich.text import Text

        text = Text(line)
        for match in self.card.finditer(line):
            text.stylize(self.styles[match[0][-1]], *match.span())
        return text

    def show(self, line: str) -> None:
        """Print a line with its cards coloured."""
        _console().print(self.text(line), soft_wrap=True)
