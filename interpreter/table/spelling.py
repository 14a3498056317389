"""Cards and actions as people read them: a letter and a sign, titles in the language in use.

`ascii_only` is for terminals that cannot show the signs; cards are their codes then.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

from ..text.messages import _, language, plural
from .action import Action

if TYPE_CHECKING:
    from .game import Game

_ascii: ContextVar[bool] = ContextVar("ascii", default=False)


def ascii_only(yes: bool) -> None:
    """Spell cards with letters only from now on (in this context)."""
    _ascii.set(yes)


def card_text(game: Game, card: int) -> str:
    """A card such as K♠, with the letter of the language in use; `-` for no card."""
    deck = game.ruleset.deck
    if not 0 <= card < deck.size:
        return "-"
    if _ascii.get():
        return deck.codes[card]
    return deck.rank(card).letter.in_language(language()) + deck.suit(card).symbol


def code_text(game: Game, code: str) -> str:
    """A card by its code."""
    return card_text(game, game.ruleset.deck.numbers[code])


def cards_text(game: Game, mask: int) -> str:
    """The cards of a set, by suit, the strongest first."""
    return " ".join(card_text(game, card) for card in game.ordered(mask)) or "-"


def suit_text(game: Game, code: str) -> str:
    """A suit by its code: its sign, or the code itself."""
    suit = next(suit for suit in game.ruleset.deck.suits if suit.code == code)
    return suit.code if _ascii.get() else suit.symbol


def rule_title(game: Game, name: str) -> str:
    """The title of a declaration or exchange."""
    rules = [d.about for d in game.ruleset.declarations] + [x.about for x in game.ruleset.exchanges]
    return next((str(about.title) for about in rules if about.name == name), name)


def declared_text(game: Game, name: str, suit: str) -> str:
    """A declaration and its suit."""
    title = rule_title(game, name)
    return f"{title} {suit_text(game, suit)}" if suit else title


def action_text(game: Game, action: Action, points: int = 0) -> str:
    """An action as a menu shows it."""
    if action.kind == "play":
        return code_text(game, action.card)
    if action.kind == "pass":
        return _("pass")
    if action.kind == "exchange":
        return rule_title(game, action.name)
    what = _("declare {what}").format(what=declared_text(game, action.name, action.suit))
    if not points:
        return what
    worth = plural("{n} point", "{n} points", points)
    return f"{what} ({worth})"
