"""What the table asks and says of itself, and its keys.

A key stands as the first word of a text in the catalogue: readers of each language get letters that
remind them of their words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...table.spelling import action_text, rule_title, words_text
from ...text.messages import _
from .. import screen
from ..person import stage_text
from ..seating import small

if TYPE_CHECKING:
    from ...table.hint import Hint
    from .sitting import Sitting
    from .table import Board

Answer = tuple[str, str]
"""a key and what it does"""


def commands() -> dict[str, Answer]:
    """The commands of the table by name."""
    texts = {
        "aid": _("? help"),
        "hint": _("h hint"),
        "why": _("w why"),
        "score": _("s score"),
        "last": _("l last trick"),
        "taken": _("c cards taken"),
        "told": _("m moves"),
        "quit": _("q quit"),
    }
    return {name: answer(text) for name, text in texts.items()}


def answer(text: str) -> Answer:
    """A text whose first word is a key."""
    key, _space, what = text.partition(" ")
    return key, what


def close() -> Answer:
    """Back to the table."""
    return answer(_("Enter back to the table"))


def asked(sitting: Sitting, board: Board) -> str:
    """What the person is to do."""
    view, game = board.view, board.game
    if view.asked:
        what = rule_title(game, view.asked)
        return _("before the lead you are asked: {what}?").format(what=what)
    if view.stage:
        return stage_text(game, view)
    keys = f"{board.look.glyphs.left} {board.look.glyphs.right}"
    if not view.trick:
        return _("you lead: choose a card with {keys}, play it with Enter").format(keys=keys)
    return _("your turn: choose a card with {keys}, play it with Enter").format(keys=keys)


def typing() -> str:
    """What can be typed."""
    return _("Type a card, its number or an entry; Enter chooses, Esc goes back.")


def waiting(board: Board) -> str:
    """Who is to act, if it is somebody else."""
    turn = board.view.turn
    return "" if turn is None else _("{name} is to act").format(name=board.names[turn])


def about_card(board: Board, code: str, refusal: str) -> str:
    """A card under the cursor: its name, and the rule that bars it."""
    text = words_text(board.game, code)
    if refusal:
        return _("{card}: not now; {reason}").format(card=text, reason=refusal)
    return _("{card}: Enter plays it").format(card=text) if not board.view.aside else text


def hinted(board: Board, found: Hint) -> str:
    """A hint in a sentence."""
    what = action_text(board.game, found.action)
    return _("hint: {what}; {reason}").format(what=what, reason=found.reason)


def paced(pace: int, paces: int) -> str:
    """How fast the others play."""
    return _("speed of the others: {n} of {m}").format(n=pace, m=paces)


def too_small(columns: int, rows: int) -> str:
    """The window has become too small."""
    key = commands()["quit"][0]
    return f"{small(columns, rows)}\n" + _("Enlarge the window, or press {key}.").format(key=key)


def deal_title(board: Board, number: int) -> str:
    """The head of the page at the end of a deal."""
    what = screen.label(board.game, "deal", _("deal"))
    return f"{board.game.ruleset.title}, {what} {number}"
