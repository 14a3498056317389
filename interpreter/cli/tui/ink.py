"""What a terminal can draw with: its signs, and the styles of things.

In: an encoding, and whether colours are wanted. Out: Glyphs and styles as rich spells them. Cards
are paper with ink of their own, so that they look alike on light and dark; everything else is in
the terminal's own colours. No colour is ever the only sign of anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Glyphs:
    """Signs by use. Frames: the upper edge, the side, the lower edge, from left to right."""

    card: str  # of a card
    chosen: str  # of the card under the cursor
    place: str  # of a place where a card will lie
    back: str
    line: str
    turn: str
    took: str
    more: str
    left: str
    right: str
    up: str
    down: str
    gap: str

    def fit(self, encoding: str) -> bool:
        """Whether an encoding has all of them."""
        try:
            "".join(getattr(self, field.name) for field in fields(self)).encode(encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True


ROUND = Glyphs("╭─╮│╰╯", "┏━┓┃┗┛", "╭╌╮╎╰╯", "░", "─", "▶", "✓", "…", "←", "→", "↑", "↓", "·")
SQUARE = Glyphs("┌─┐│└┘", "╔═╗║╚╝", "······", "░", "─", ">", "*", "~", "<", ">", "^", "v", "·")
ASCII = Glyphs(".-.|''", "###|##", "......", ":", "-", ">", "*", "~", "<", ">", "^", "v", ".")


def glyphs(encoding: str) -> Glyphs:
    """The best signs that an encoding has."""
    return next((signs for signs in (ROUND, SQUARE) if signs.fit(encoding)), ASCII)


PAPER, SHADE = "#f6f1e3", "#cdc7b6"
INKS = {
    "black": "#1a1a1a",
    "red": "#c00d18",
    "yellow": "#a85a00",
    "green": "#157a2e",
    "blue": "#1b4fa8",
}
SIGNS = {
    "black": "bold",
    "red": "bold #dc4440",
    "yellow": "bold #b8791a",
    "green": "bold #2f9a4a",
    "blue": "bold #4a86d8",
}
"""colours of the suits in a line of text, to be read on light and on dark"""

COLOURED: Mapping[str, str] = {
    **{f"ink {name}": f"bold {ink} on {PAPER}" for name, ink in INKS.items()},
    **{f"faded {name}": f"{ink} on {SHADE}" for name, ink in INKS.items()},
    **{f"sign {name}": style for name, style in SIGNS.items()},
    "edge": f"#8d8673 on {PAPER}",
    "faded edge": f"#8d8673 on {SHADE}",
    "chosen": f"bold #0a58ca on {PAPER}",
    "back": "#9db7d5 on #2c5680",
    "place": "dim",
    "title": "bold",
    "dim": "dim",
    "now": "bold #2f9a9a",
    "number": "bold",
    "button": "bold #2f9a9a",
    "pressed": "bold reverse",
    "key": "bold #2f9a9a",
    "warning": "bold #dc4440",
}
PLAIN: Mapping[str, str] = {
    **dict.fromkeys(COLOURED, ""),
    **{f"ink {name}": "bold" for name in INKS},
    **{f"faded {name}": "dim" for name in INKS},
    **{f"sign {name}": "bold" for name in INKS},
    **dict.fromkeys(("faded edge", "place", "dim"), "dim"),
    **dict.fromkeys(("chosen", "title", "now", "number", "button", "key", "warning"), "bold"),
    "pressed": "bold reverse",
}
"""the same without colours"""
