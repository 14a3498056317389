"""Cards as pictures: SVG from a few shapes, drawn for this program.

In: a deck and the number of a card. Out: SVG that stands in a page of HTML. The shapes of the suits
stand once in the page, as symbols; a suit that has no shape here is shown by its sign. Colour is
never the only sign: each suit has another shape, and each card says in words what it is.
"""

from __future__ import annotations

from html import escape

from ...rules.deck import Deck, Suit

COLOURS = {
    "red": "#c0232c",
    "black": "#1c1c22",
    "yellow": "#a66a00",
    "green": "#17713a",
    "blue": "#1d4fa0",
}
SHAPES = {
    "spades": '<path d="M20 3C17 11 5 17 5 26c0 8 9 10 13 4-.4 4-2 6-5 8h14c-3-2-4.6-4-5-8 4 6 '
    '13 4 13-4C35 17 23 11 20 3z"/>',
    "hearts": '<path d="M20 37C16 29 4 22 4 13 4 4 16 2 20 11 24 2 36 4 36 13c0 9-12 16-16 24z"/>',
    "diamonds": '<path d="M20 2 34 20 20 38 6 20z"/>',
    "clubs": '<circle cx="20" cy="11" r="8"/><circle cx="11" cy="23" r="8"/>'
    '<circle cx="29" cy="23" r="8"/><path d="M18 18h4c0 10 1.5 16 5 20H13c3.5-4 5-10 5-20z"/>',
    "coins": '<circle cx="20" cy="20" r="16" fill="none" stroke="currentColor" stroke-width="3.5"/>'
    '<circle cx="20" cy="20" r="9.5" fill="none" stroke="currentColor" stroke-width="2"/>'
    '<circle cx="20" cy="20" r="4"/>',
    "cups": '<path d="M7 4h26c0 12-4 18-10.5 19.5V31H30v5H10v-5h7.5v-7.5C11 22 7 16 7 4z"/>',
    "batons": '<path d="M27 3c5 0 8 4 6 8L15 36c-2 3-9 0-8-5L22 6c1-2 3-3 5-3z"/>'
    '<path d="M13 14l-6-3 2-4 7 3zM27 26l6 3-2 4-7-3z"/>',
    "swords": '<path d="M20 1l4 6v18h8v4h-9.5v6c2 1 2 4-2.5 4s-4.5-3-2.5-4v-6H8v-4h8V7z"/>',
}
"""each in a square of 40"""


def symbols(deck: Deck) -> str:
    """The shapes of the suits of a deck, to stand once in a page."""
    found = [
        f'<symbol id="suit-{suit.name}" viewBox="0 0 40 40">{SHAPES[suit.name]}</symbol>'
        for suit in deck.suits
        if suit.name in SHAPES
    ]
    return f'<svg class="symbols" aria-hidden="true">{"".join(found)}</svg>' if found else ""


def card(deck: Deck, number: int, label: str) -> str:
    """The picture of a card; `label` says in words what it is."""
    suit = deck.suit(number)
    letter = escape(str(deck.rank(number).letter))
    return (
        f'<svg class="card" viewBox="0 0 50 70" role="img" aria-label="{escape(label)}"'
        f' style="color:{COLOURS[suit.colour]}"><rect x="1" y="1" width="48" height="68" rx="6"/>'
        f'<text x="5" y="22">{letter}</text>{sign(suit, 4, 27, 19)}{sign(suit, 23, 41, 24)}</svg>'
    )


def sign(suit: Suit, x: int, y: int, size: int) -> str:
    """The sign of a suit at a place in a picture."""
    if suit.name in SHAPES:
        return f'<use href="#suit-{suit.name}" x="{x}" y="{y}" width="{size}" height="{size}"/>'
    return f'<text class="sign" x="{x + size // 2}" y="{y + size - 6}">{escape(suit.symbol)}</text>'


def mark(suit: Suit) -> str:
    """The sign of a suit within text."""
    if suit.name not in SHAPES:
        return escape(suit.symbol)
    colour = COLOURS[suit.colour]
    return (
        f'<svg class="mark" viewBox="0 0 40 40" aria-hidden="true" style="color:{colour}">'
        f'<use href="#suit-{suit.name}"/></svg>'
    )
