"""Cards and actions as people read them: a letter and a sign, titles in the language in use.

`ascii_only` is for terminals that cannot show the signs; cards are their codes then.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING

from ..rules.deck import Rank
from ..rules.ruleset import Declaration, Exchange, Signal, Stage
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
    deck = game.face
    if not 0 <= card < deck.size:
        return "-"
    if _ascii.get():
        return deck.codes[card]
    return rank_text(deck.rank(card)) + deck.suit(card).symbol


def rank_text(rank: Rank) -> str:
    """The letter or number of a rank on the card."""
    return rank.name if _ascii.get() else rank.letter.in_language(language())


def code_text(game: Game, code: str) -> str:
    """A card by its code."""
    return card_text(game, game.ruleset.deck.numbers[code])


def words_text(game: Game, code: str) -> str:
    """A card by its code, in words, with what players call it."""
    number = game.ruleset.deck.numbers[code]
    rank, suit = game.face.rank(number), game.face.suit(number)
    text = _("{rank} of {suit}").format(rank=rank.title or rank.name, suit=suit.title or suit.name)
    name = game.ruleset.nicknames.get(number)
    return f"{text} ({name})" if name else text


def named_text(game: Game, code: str) -> str:
    """A card by its code, with what players call it."""
    name = game.ruleset.nicknames.get(game.ruleset.deck.numbers[code])
    text = code_text(game, code)
    return f"{text} ({name})" if name else text


def cards_text(game: Game, mask: int) -> str:
    """The cards of a set, by suit, the strongest first."""
    return " ".join(card_text(game, card) for card in game.ordered(mask)) or "-"


def ranking_text(game: Game) -> str:
    """All cards, strongest first; a rank stands for those of its cards that are left and equal."""
    parts, left = [], (1 << game.ruleset.deck.size) - 1
    for group in game.ruleset.tricks.ranking:
        ranks = list(game.ruleset.deck.rank_masks.values())
        whole = [
            face for mask, face in zip(ranks, game.face.ranks, strict=True) if mask & left == group
        ]
        several = group.bit_count() > 1
        parts.append(rank_text(whole[0]) if whole and several else _equal(game, group))
        left &= ~group
    return ", ".join(parts)


def _equal(game: Game, group: int) -> str:
    return " = ".join(named_text(game, code) for code in game.codes(group))


def suit_text(game: Game, code: str) -> str:
    """A suit by its code: its sign, or the code itself."""
    suits = game.ruleset.deck.suits
    suit = game.face.suits[next(i for i, suit in enumerate(suits) if suit.code == code)]
    return suit.code if _ascii.get() else suit.symbol


def rule_title(game: Game, name: str) -> str:
    """The title of a declaration or exchange."""
    return _title([*game.ruleset.declarations, *game.ruleset.exchanges], name)


def stage_title(game: Game, name: str) -> str:
    """The title of a stage before the first trick."""
    return _title(game.ruleset.stages, name)


def signal_title(game: Game, name: str) -> str:
    """The title of a signal."""
    return _title(game.ruleset.signals.signs, name)


def _title(rules: Sequence[Declaration | Exchange | Stage | Signal], name: str) -> str:
    return next((str(rule.about.title) for rule in rules if rule.about.name == name), name)


def declared_text(game: Game, name: str, suit: str) -> str:
    """A declaration and its suit."""
    title = rule_title(game, name)
    return f"{title} {suit_text(game, suit)}" if suit else title


def action_text(game: Game, action: Action, points: int = 0) -> str:
    """An action as a menu shows it."""
    if action.kind in ("play", "discard"):
        return code_text(game, action.card)
    answers = {"pass": _("pass"), "yes": _("yes"), "no": _("no")}
    if action.kind in answers:
        return answers[action.kind]
    if action.kind == "signal":
        return _("signal: {what}").format(what=signal_title(game, action.name))
    if action.kind == "exchange":
        return rule_title(game, action.name)
    what = _("declare {what}").format(what=declared_text(game, action.name, action.suit))
    if not points:
        return what
    worth = plural("{n} point", "{n} points", points)
    return f"{what} ({worth})"
