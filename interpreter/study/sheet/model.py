"""A rule sheet as values: what is said, in which order, before it is written in any format.

Text is plain; what stands between backticks in it is code. Every statement has a `key`, the place
of the rule in the file, by which the statements of two sheets are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...rules.deck import Deck
from .grammar import capital, sentence


@dataclass(frozen=True)
class Statement:
    """What is said about one rule, sentence by sentence. titled: whether the title stands before
    it; parts: what belongs under it; cells: those of a row of a table, each with its head."""

    key: str
    title: str
    sentences: tuple[str, ...]
    titled: bool = False
    parts: tuple[Statement, ...] = ()
    cells: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """The sentences in a row."""
        return " ".join(self.sentences)


@dataclass(frozen=True)
class Paragraph:
    """Statements that make one running text."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class Points:
    """Statements below each other; numbered: their order counts."""

    statements: tuple[Statement, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Row:
    """A row of a table: its key, what it is called, and its cells."""

    key: str
    title: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A table; the first column has the titles of the rows."""

    head: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Group:
    """Equal cards, with their own name if it is one card that has one, and what each counts."""

    cards: tuple[int, ...]
    name: str = ""
    points: int | None = None


@dataclass(frozen=True)
class Ranking:
    """All cards, the strongest first, as pictures: groups of equal cards. alike: the groups are of
    one suit, and the other suits are the same. intro: stands above it; statement: the same as the
    pictures in words."""

    groups: tuple[Group, ...]
    alike: bool
    intro: str
    statement: Statement


Block = Paragraph | Points | Table | Ranking


@dataclass(frozen=True)
class Section:
    """A part of a sheet with a heading. name: what it is called in the program."""

    name: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Sheet:
    """A whole sheet. unsaid: expressions that no phrase was found for."""

    name: str
    title: str
    language: str
    summary: str
    deck: Deck
    sections: tuple[Section, ...]
    footer: str = ""
    unsaid: tuple[str, ...] = field(default=())


def state(key: str, title: str, *texts: str, titled: bool = False) -> Statement:
    """A statement of texts that become sentences; those that are empty are left out."""
    sentences = tuple(sentence(text) for text in texts if text)
    return Statement(key, capital(title), sentences, titled)


def said(section: Section) -> Iterator[Statement]:
    """What a section says, rule by rule; of a table each row, with the heads of its cells."""
    for block in section.blocks:
        if isinstance(block, Table):
            for row in block.rows:
                cells = tuple(zip(block.head[1:], row.cells, strict=True))
                yield Statement(row.key, row.title, (), True, (), cells)
        elif isinstance(block, Ranking):
            yield block.statement
        else:
            for statement in block.statements:
                yield statement
                yield from statement.parts
