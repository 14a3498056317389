"""The table as a person sees it: what a view holds, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..table.narration import Narrator
from ..table.spelling import code_text, declared_text, signal_title, suit_text
from ..text.messages import _, plural
from .console import MAX_WIDTH, Painter, display_names, signs_can_be_shown

if TYPE_CHECKING:
    from rich.panel import Panel

    from ..table.game import Game
    from ..table.view import View


def table(
    game: Game, kinds: Sequence[str], view: View, hands: Sequence[Sequence[str]] = ()
) -> Panel:
    """The whole table for the seat of the view; with all hands, if they are given, for nobody."""
    from rich import box
    from rich.panel import Panel
    from rich.table import Table

    names = display_names(kinds, None if hands else view.seat)
    paint = Painter(game).text
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    if game.partners:
        grid.add_row(_("points won"), standing(game, names, view, view.score.wins))
        if view.score.rounds:
            grid.add_row(_("rounds won"), standing(game, names, view, view.score.rounds))
    for seat in ((view.seat + i) % game.seats for i in range(1, game.seats)):
        grid.add_row(seat_name(game, names, view, seat), paint(player(game, view, seat)))
        if hands:
            grid.add_row("", paint(_cards(game, hands[seat])))
    if centre := middle(game, view):
        grid.add_row(label(game, "trump", _("trump")), paint(centre))
    trick = view.trick or (view.last_trick.cards if view.last_trick else ())
    if trick:
        what = label(game, "trick", _("trick")) if view.trick else _("last")
        grid.add_row(what, paint(plays(game, names, trick)))
    grid.add_row(names[view.seat], paint(player(game, view, view.seat)))
    grid.add_row("", paint(_cards(game, view.hand)))
    edges = box.ROUNDED if signs_can_be_shown() else box.ASCII
    return Panel(grid, title=title(game, view), title_align="left", box=edges, width=MAX_WIDTH)


def as_text(panel: Panel) -> str:
    """A table as lines of text."""
    from rich.console import Console

    console = Console(width=MAX_WIDTH, color_system=None, markup=False, emoji=False)
    with console.capture() as captured:
        console.print(panel)
    return captured.get()


def seat_name(game: Game, names: Sequence[str], view: View, seat: int) -> str:
    """A player's name, and whether it is a partner's."""
    together = game.partners and game.side(seat) == game.side(view.seat)
    return _("{name} (partner)").format(name=names[seat]) if together else names[seat]


def standing(game: Game, names: Sequence[str], view: View, counts: Sequence[int]) -> str:
    """What the sides have won, the own one first."""
    narrator, sides = Narrator(game, tuple(names), view.seat), game.ruleset.sides
    own = game.side(view.seat)
    order = [(own + i) % sides for i in range(sides)]
    return "   ".join(f"{narrator.side(side)}: {counts[side]}" for side in order)


def last_trick(game: Game, kinds: Sequence[str], view: View) -> str:
    """The last trick in a sentence; the players by kind."""
    return last_trick_text(game, display_names(kinds, view.seat), view)


def last_trick_text(game: Game, names: Sequence[str], view: View) -> str:
    """The last trick in a sentence; the players by the names that are shown."""
    trick = view.last_trick
    if trick is None:
        return _("no trick has been played in this deal")
    winner = names[trick.winner] if trick.winner is not None else _("nobody")
    text = _("{plays}; taken by {name}")
    return text.format(plays=plays(game, names, trick.cards), name=winner)


def title(game: Game, view: View) -> str:
    """The game, the deal, the trick."""
    text = _("{title}, {deal} {n}, {trick} {m}") if view.trick_number else _("{title}, {deal} {n}")
    return text.format(
        title=game.ruleset.title,
        deal=label(game, "deal", _("deal")),
        n=view.deal,
        trick=label(game, "trick", _("trick")),
        m=view.trick_number,
    )


def label(game: Game, key: str, default: str) -> str:
    """What players of this game call a thing."""
    return str(game.ruleset.label(key) or default)


def middle(game: Game, view: View) -> str:
    """Trumps, turned card, stock; nothing in a game that has none of them."""
    parts = [trump(game, view)] if game.ruleset.has_trumps else []
    if view.turned:
        text = label(game, "turned", _("turned card"))
        parts.append(f"{text} {code_text(game, view.turned)}")
    if game.ruleset.tricks.draw is not None:
        text = label(game, "stock", _("stock"))
        parts.append(f"{text} {view.stock}")
    return "   ".join(parts)


def trump(game: Game, view: View) -> str:
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


def plays(game: Game, names: Sequence[str], cards: Sequence[tuple[int, str]]) -> str:
    """Who played what."""
    text = _("{name}: {cards}")
    shown = (text.format(name=names[seat], cards=code_text(game, code)) for seat, code in cards)
    return "   ".join(shown)


def player(game: Game, view: View, seat: int) -> str:
    """Deals won, points, declarations; of others also how many cards and which of them you know."""
    parts = []
    if not game.partners:
        if view.score.rounds:
            parts.append(_("rounds won: {n}").format(n=view.score.rounds[seat]))
        parts.append(_("deals won: {n}").format(n=view.score.wins[seat]))
    if game.ruleset.counts_tricks:
        parts.append(_("tricks: {counts}").format(counts=view.tricks[seat]))
    if seat == view.seat and any(game.ruleset.values):
        parts.append(_("taken: {n}").format(n=view.score.taken))
    if seat != view.seat:
        parts.insert(0, plural("{n} card", "{n} cards", view.hands[seat]))
    for made in view.declarations:
        if made.seat == seat:
            points = f" {made.points}" if made.points else ""
            parts.append(declared_text(game, made.name, made.suit) + points)
    signs = [signal_title(game, name) for giver, name in view.signals if giver == seat]
    if signs:
        parts.append(_("signals: {signs}").format(signs=", ".join(signs)))
    if seat != view.seat and view.known[seat]:
        parts.append(_("holds {cards}").format(cards=_cards(game, view.known[seat])))
    return "   ".join(parts)
