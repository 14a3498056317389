"""The table as a person sees it: what a view holds, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..table.spelling import code_text, declared_text, suit_text
from ..text.messages import _, plural
from .console import MAX_WIDTH, Painter, display_names, signs_can_be_shown

if TYPE_CHECKING:
    from rich.panel import Panel

    from ..table.game import Game
    from ..table.view import View


def table(game: Game, kinds: Sequence[str], view: View) -> Panel:
    """The whole table for the seat of the view."""
    from rich import box
    from rich.panel import Panel
    from rich.table import Table

    names, paint = display_names(kinds, view.seat), Painter(game).text
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for seat in range(game.seats):
        if seat != view.seat:
            grid.add_row(names[seat], paint(_player(game, view, seat)))
    grid.add_row(_label(game, "trump", _("trump")), paint(_middle(game, view)))
    trick = view.trick or (view.last_trick.cards if view.last_trick else ())
    if trick:
        title = _label(game, "trick", _("trick")) if view.trick else _("last")
        grid.add_row(title, paint(_plays(game, names, trick)))
    grid.add_row(names[view.seat], paint(_player(game, view, view.seat)))
    grid.add_row("", paint(_cards(game, view.hand)))
    edges = box.ROUNDED if signs_can_be_shown() else box.ASCII
    return Panel(grid, title=_title(game, view), title_align="left", box=edges, width=MAX_WIDTH)


def last_trick(game: Game, kinds: Sequence[str], view: View) -> str:
    """The last trick in a sentence."""
    trick = view.last_trick
    if trick is None:
        return _("no trick has been played in this deal")
    names = display_names(kinds, view.seat)
    winner = names[trick.winner] if trick.winner is not None else _("nobody")
    text = _("{plays}; taken by {name}")
    return text.format(plays=_plays(game, names, trick.cards), name=winner)


def _title(game: Game, view: View) -> str:
    return _("{title}, {deal} {n}, {trick} {m}").format(
        title=game.ruleset.title,
        deal=_label(game, "deal", _("deal")),
        n=view.deal,
        trick=_label(game, "trick", _("trick")),
        m=view.trick_number,
    )


def _label(game: Game, key: str, default: str) -> str:
    return str(game.ruleset.label(key) or default)


def _middle(game: Game, view: View) -> str:
    """Trumps, turned card, stock."""
    parts = [_trump(game, view)]
    if view.turned:
        text = _label(game, "turned", _("turned card"))
        parts.append(f"{text} {code_text(game, view.turned)}")
    if game.ruleset.tricks.draw is not None:
        text = _label(game, "stock", _("stock"))
        parts.append(f"{text} {view.stock}")
    return "   ".join(parts)


def _trump(game: Game, view: View) -> str:
    """The suit of the trumps, or their cards if they are not one suit."""
    suits = {code[-1] for code in view.trump}
    if len(suits) == 1:
        return suit_text(game, suits.pop())
    return _cards(game, view.trump)


def _cards(game: Game, codes: Sequence[str]) -> str:
    """Cards with a gap between suits."""
    text, suit = "", ""
    for code in codes:
        gap = "" if not text else "   " if code[-1] != suit else " "
        text += gap + code_text(game, code)
        suit = code[-1]
    return text or "-"


def _plays(game: Game, names: Sequence[str], plays: Sequence[tuple[int, str]]) -> str:
    text = _("{name}: {cards}")
    shown = (text.format(name=names[seat], cards=code_text(game, code)) for seat, code in plays)
    return "   ".join(shown)


def _player(game: Game, view: View, seat: int) -> str:
    """Deals won, points, declarations; of others also how many cards and which of them you know."""
    parts = [_("deals won: {n}").format(n=view.score.wins[seat])]
    if seat == view.seat:
        parts.append(_("taken: {n}").format(n=view.score.taken))
    else:
        parts.insert(0, plural("{n} card", "{n} cards", view.hands[seat]))
    for made in view.declarations:
        if made.seat == seat:
            points = f" {made.points}" if made.points else ""
            parts.append(declared_text(game, made.name, made.suit) + points)
    if seat != view.seat and view.known[seat]:
        parts.append(_("holds {cards}").format(cards=_cards(game, view.known[seat])))
    return "   ".join(parts)
