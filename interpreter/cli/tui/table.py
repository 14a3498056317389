"""The upper part of the table: the title, the other players, the stock and the trick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from ...text.messages import _
from .. import screen
from ..console import Painter, fitted
from .cards import Look, draw_back, draw_card, draw_place
from .cursor import Cursor
from .drawing import Canvas, Drawing, below, beside, wrapped

if TYPE_CHECKING:
    from ...table.game import Game
    from ...table.view import View


@dataclass(frozen=True)
class Board:
    """Everything that stands on the screen: what the seat of the view knows, what it has under the
    cursor, the lines that were told, and the message below the hand."""

    game: Game
    names: Sequence[str]
    view: View
    look: Look
    cursor: Cursor
    log: Sequence[str] = ()
    seen_to: int = 0
    message: str = ""
    warning: bool = False

    @property
    def mine(self) -> bool:
        """Whether it is this seat's turn."""
        return self.view.turn == self.view.seat

    def style(self, name: str) -> str:
        """A style by its name."""
        return self.look.styles[name]

    def painted(self, line: str, style: str = "") -> Text:
        """A line with its cards in the colours of their suits."""
        suits = {suit.symbol: self.style(f"sign {suit.colour}") for suit in self.game.face.suits}
        line = fitted(line, self.look.encoding)
        text = Text(line, self.style(style) if style else "")
        for match in Painter(self.game).card.finditer(line):
            text.stylize(suits[match[0][-1]], *match.span())
        return text


def title(board: Board, width: int) -> Drawing:
    """The game, the deal and the trick in a line; at its end trumps, or what the sides have won."""
    rule, game, view = board.look.glyphs.line, board.game, board.view
    right = board.painted("   ".join(_standings(board)))
    if game.ruleset.has_trumps and view.trump:
        trump = screen.label(game, "trump", _("trump"))
        right = board.painted(f"{trump} {screen.trump(game, view)}", "title")
    left = screen.title(game, view)
    right.truncate(max(0, width - len(left) - 12), overflow="ellipsis")
    room = max(0, width - len(left) - right.cell_len - 8)
    dim = board.style("dim")
    start = [(f"{rule} ", dim), (left, board.style("title")), (f" {rule * room}", dim)]
    end = [" ", right, " "] if right else [(rule * 2, dim)]
    return Drawing([Text.assemble(*start, *end, (rule * 2, dim))]).cut(width)


def _standings(board: Board) -> list[str]:
    """What the sides of partners have won, the own one first."""
    game, view = board.game, board.view
    if not game.partners:
        return []
    own, sides = game.side(view.seat), game.ruleset.sides

    def against(counts: Sequence[int]) -> str:
        return " – ".join(str(counts[(own + i) % sides]) for i in range(sides))

    rows = [(_("points won"), view.score.wins), (_("rounds won"), view.score.rounds)]
    return [f"{what} {against(counts)}" for what, counts in rows if counts]


def players(board: Board, width: int) -> Drawing:
    """A line for each of the others, in the order in which they sit."""
    game, view = board.game, board.view
    seats = [(view.seat + i) % game.seats for i in range(1, game.seats)]
    names = [screen.seat_name(game, board.names, view, seat) for seat in seats]
    column = max(map(len, names)) + 3
    return below(
        _line(board, width, seat, f"{name:<{column}}")
        for seat, name in zip(seats, names, strict=True)
    )


def own(board: Board, width: int) -> Drawing:
    """The line of the person."""
    return _line(board, width, board.view.seat, board.names[board.view.seat] + "   ")


def _line(board: Board, width: int, seat: int, name: str) -> Drawing:
    """A player: whether it is the turn, the name, what is known of the player."""
    turn = board.view.turn == seat
    head = Text.assemble(
        (f" {board.look.glyphs.turn if turn else ' '} ", board.style("now")),
        (name, board.style("now" if turn else "title")),
    )
    text = board.painted(screen.player(board.game, board.view, seat))
    body = wrapped(text, max(10, width - head.cell_len - 1))
    indent = " " * head.cell_len
    return Drawing([head + body[0], *(Text.assemble(indent, line) for line in body[1:])])


def centre(board: Board, width: int) -> Drawing:
    """The stock and the turned card to the left, the trick beside them."""
    left = _stock(board)
    room = left.lines[0].cell_len if left.height else 0
    return beside(left, _trick(board, width - room), room) if room else _trick(board, width)


def _stock(board: Board) -> Drawing:
    """The stock and the turned card with their names; nothing in a game without them."""
    game, view, look = board.game, board.view, board.look
    piles: list[tuple[str, str]] = []
    if game.ruleset.tricks.draw is not None:
        stock = screen.label(game, "stock", _("stock"))
        piles.append(("back" if view.stock else "", f"{stock} {view.stock}"))
    if game.ruleset.deal.turn_up:
        piles.append((view.turned or "", screen.label(game, "turned", _("turned card"))))
    if not piles:
        return Drawing()
    place = max(look.width, *(len(text) for _code, text in piles)) + 2
    canvas = Canvas(2 + place * len(piles), look.height + 2)
    for i, (code, text) in enumerate(piles):
        x = 2 + i * place
        middle = x + (place - 2 - look.width) // 2
        if code == "back":
            draw_back(canvas, middle, 0, look)
        elif code:
            draw_card(canvas, middle, 0, game, code, look)
        else:
            draw_place(canvas, middle, 0, look)
        canvas.put(x, look.height, f"{text:^{place - 2}}", board.style("dim"))
    return canvas.drawing()


def _trick(board: Board, width: int) -> Drawing:
    """A place for every player in the order of play; before a lead the trick played last."""
    game, view, look = board.game, board.view, board.look
    last = view.last_trick if not view.trick else None
    cards = dict(last.cards if last else view.trick)
    first = next(iter(cards), view.leader)
    place = max(look.width + 1, min(18, width // game.seats))
    indent = max(0, (width - place * game.seats) // 2)
    canvas = Canvas(width, look.height + 2)
    for i in range(game.seats):
        seat, x = (first + i) % game.seats, indent + i * place
        middle = x + (place - look.width) // 2
        if seat in cards:
            draw_card(canvas, middle, 0, game, cards[seat], look)
        else:
            draw_place(canvas, middle, 0, look)
        winner = last is not None and last.winner == seat
        turn = view.turn == seat and not last
        style = board.style("now" if turn else "title" if winner or seat == view.seat else "dim")
        name = f"{look.glyphs.turn} {board.names[seat]}" if turn else board.names[seat]
        canvas.put(x, look.height, f"{_short(name, place - 1, look):^{place - 1}}", style)
        if winner:
            won = _("won")
            text = _short(f"{look.glyphs.took} {won}", place - 1, look)
            canvas.put(x, look.height + 1, f"{text:^{place - 1}}", board.style("now"))
    return canvas.drawing()


def _short(text: str, width: int, look: Look) -> str:
    """A text that fits."""
    return text if len(text) <= width else text[: width - 1] + look.glyphs.more


def story(board: Board, width: int, height: int) -> Drawing:
    """The end of what was told, at the lower edge; what the person knew before is dimmed."""
    lines: list[Text] = []
    for i, line in enumerate(board.log):
        style = "dim" if i < board.seen_to else ""
        lines += wrapped(board.painted(line.strip(), style), width - 4)
    shown = lines[-height:] if height > 0 else []
    return Drawing([*[Text()] * (height - len(shown)), *shown]).moved(3)
