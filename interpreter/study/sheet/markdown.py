"""A sheet as Markdown.

In: a Sheet. Out: text that GitHub and other readers of Markdown show, and that reads well as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...text.messages import _
from .model import Block, Group, Paragraph, Points, Ranking, Sheet, Statement, Table

SPECIAL = re.compile(r"([\\*_\[\]<>#|])")


def markdown(sheet: Sheet) -> str:
    """The whole sheet."""
    lines = [f"# {escaped(sheet.title)}", "", f"*{escaped(sheet.summary)}*", ""]
    for section in sheet.sections:
        lines += [f"## {escaped(section.title)}", ""]
        for block in section.blocks:
            lines += [*_block(sheet, block), ""]
    lines += ["---", "", f"<sub>{escaped(sheet.footer)}</sub>"]
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def escaped(text: str) -> str:
    """Text in which nothing means anything to Markdown but the code between backticks."""
    parts = text.split("`")
    for i in range(0, len(parts), 2):
        parts[i] = SPECIAL.sub(r"\\\1", parts[i])
    return "`".join(parts)


def _block(sheet: Sheet, block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield " ".join(filter(None, (_statement(s) for s in block.statements)))
    elif isinstance(block, Points):
        yield from _points(block.statements, block.numbered, "")
    elif isinstance(block, Table):
        yield _row(block.head)
        yield _row(["---"] * len(block.head))
        for row in block.rows:
            yield _row([row.title, *row.cells])
    else:
        yield from _ranking(sheet, block)


def _statement(s: Statement) -> str:
    text = escaped(s.text)
    if not s.titled:
        return text
    head = escaped(s.title)
    return f"**{head}.** {text}" if text else f"**{head}**"


def _points(statements: Sequence[Statement], numbered: bool, indent: str) -> Iterator[str]:
    for i, s in enumerate(statements, 1):
        mark = f"{i}." if numbered else "-"
        yield f"{indent}{mark} {_statement(s)}"
        if s.parts:
            yield from _points(s.parts, False, indent + " " * (len(mark) + 1))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(escaped(cell) if cell != '---' else cell for cell in cells)} |"


def _ranking(sheet: Sheet, block: Ranking) -> Iterator[str]:
    """The cards as a table: those of one suit in a row, or equal cards line by line."""
    yield escaped(block.intro)
    yield ""
    if block.alike:
        yield _row([_rank(sheet, group) for group in block.groups])
        yield _row(["---"] * len(block.groups))
        if any(group.points is not None for group in block.groups):
            yield _row([str(group.points) for group in block.groups])
        return
    counted = any(group.points is not None for group in block.groups)
    yield _row(["", _("Cards"), _("Name"), *([_("Points")] if counted else [])])
    yield _row(["---"] * (3 + counted))
    for i, group in enumerate(block.groups, 1):
        cells = [str(i), " ".join(_card(sheet, card) for card in group.cards), group.name]
        yield _row([*cells, *([str(group.points or 0)] if counted else [])])


def _rank(sheet: Sheet, group: Group) -> str:
    return str(sheet.deck.rank(group.cards[0]).letter)


def _card(sheet: Sheet, card: int) -> str:
    deck = sheet.deck
    return f"{deck.rank(card).letter}{deck.suit(card).symbol}"
