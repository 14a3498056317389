"""A sheet as one page of HTML that needs nothing else: no script, no file beside it.

In: a Sheet. Out: text. It fits a telephone, follows the reader's light or dark setting, and prints
on A4. Everything that comes from a ruleset is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path

from ...text.messages import _
from .drawing import card, mark, symbols
from .model import Block, Group, Paragraph, Points, Ranking, Row, Section, Sheet, Statement, Table


@cache
def style() -> str:
    """The style sheet."""
    return (Path(__file__).parent / "sheet.css").read_text(encoding="utf-8")


def html(sheet: Sheet) -> str:
    """The whole page."""
    return "\n".join(_page(sheet)) + "\n"


def _page(sheet: Sheet) -> Iterator[str]:
    title = escape(sheet.title)
    yield "<!DOCTYPE html>"
    yield f'<html lang="{sheet.language}">'
    yield '<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>\n{style()}</style>\n</head>"
    yield f"<body>\n{symbols(sheet.deck)}\n<main>"
    yield f'<header><h1>{title}</h1>\n<p class="summary">{escape(sheet.summary)}</p></header>'
    for section in sheet.sections:
        yield from _section(sheet, section)
    yield f"<footer><p>{_text(sheet, sheet.footer)}</p></footer>"
    yield "</main>\n</body>\n</html>"


def _section(sheet: Sheet, section: Section) -> Iterator[str]:
    yield f'<section id="{section.name}">\n<h2>{escape(section.title)}</h2>'
    for block in section.blocks:
        yield from _block(sheet, block)
    yield "</section>"


def _block(sheet: Sheet, block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield f"<p>{' '.join(_statement(sheet, s) for s in block.statements)}</p>"
    elif isinstance(block, Points):
        yield from _points(sheet, block.statements, block.numbered)
    elif isinstance(block, Table):
        yield from _table(sheet, block)
    else:
        yield f"<p>{_text(sheet, block.intro)}</p>"
        yield '<ol class="ranking">'
        for group in block.groups:
            yield _group(sheet, block, group)
        yield "</ol>"


def _text(sheet: Sheet, text: str) -> str:
    """Text with its code, and with the signs of the suits drawn."""
    parts = text.split("`")
    for i, part in enumerate(parts):
        parts[i] = f"<code>{escape(part)}</code>" if i % 2 else escape(part)
        for suit in sheet.deck.suits if not i % 2 else ():
            if len(suit.symbol) == 1 and not suit.symbol.isalnum():
                parts[i] = parts[i].replace(escape(suit.symbol), mark(suit))
    return "".join(parts)


def _statement(sheet: Sheet, s: Statement) -> str:
    text = _text(sheet, s.text)
    return f"<strong>{escape(s.title)}.</strong> {text}".rstrip() if s.titled else text


def _points(sheet: Sheet, statements: Sequence[Statement], numbered: bool) -> Iterator[str]:
    kind = "ol" if numbered else "ul"
    yield f"<{kind}>"
    for s in statements:
        yield f"<li>{_statement(sheet, s)}"
        if s.parts:
            yield from _points(sheet, s.parts, False)
        yield "</li>"
    yield f"</{kind}>"


def _table(sheet: Sheet, table: Table) -> Iterator[str]:
    head = "".join(f'<th scope="col">{_text(sheet, text)}</th>' for text in table.head)
    yield f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>"
    for row in table.rows:
        yield _row(sheet, row)
    yield "</tbody>\n</table>"


def _row(sheet: Sheet, row: Row) -> str:
    cells = [f"<td>{_text(sheet, cell)}</td>" for cell in row.cells]
    return f'<tr><th scope="row">{_text(sheet, row.title)}</th>{"".join(cells)}</tr>'


def _group(sheet: Sheet, ranking: Ranking, group: Group) -> str:
    """Equal cards, one over the other, with their name and what each counts."""
    deck = sheet.deck
    pictures = []
    for number in group.cards:
        rank = deck.rank(number).title
        label = str(rank)
        if not ranking.alike:
            label = _("{rank} of {suit}").format(rank=rank, suit=deck.suit(number).title)
        pictures.append(card(deck, number, label))
    below = [escape(group.name)] if group.name else []
    below += [str(group.points)] if group.points is not None else []
    named = ' class="named"' if group.name else ""
    return f'<li{named}><span class="cards">{"".join(pictures)}</span>{" · ".join(below)}</li>'
