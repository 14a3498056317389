"""Why an action is not possible, in words: the rule that removed a card, or what is missing.

In: a game, a state, an action. Out: one sentence. The obligations are gone through as the engine
does; the first that removes the card is the one that is told, in the ruleset's own words if it has
some, else by its title.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..machine.engine.spec import State
from ..text.messages import _
from .action import Action
from .spelling import (
    action_text,
    card_text,
    cards_text,
    code_text,
    signal_title,
    stage_title,
)

if TYPE_CHECKING:
    from .game import Game


def why_not(game: Game, s: State, action: Action) -> str:
    """The reason, as one sentence."""
    if action.kind in ("yes", "no", "discard") or _in_a_stage(s):
        return _why_not_in_a_stage(game, s, action)
    if getattr(s, "asked", 0):
        return _("you are asked about an exchange: answer with it or with `pass`")
    if action.kind == "play":
        return _why_not_card(game, s, action.index)
    if getattr(s, "pending", 0):
        cards = cards_text(game, s.pending)
        return _("play a card of what you declared: {cards}").format(cards=cards)
    if action.kind == "pass":
        return _("nobody asked you anything, so you cannot pass")
    if action.kind == "signal":
        return _why_not_signalled(game, s, action)
    if action.kind == "declare":
        return _why_not_declared(game, s, action)
    return _("{what}: this is not possible now").format(what=action_text(game, action))


def _in_a_stage(s: State) -> bool:
    return bool(getattr(s, "polled", 0) or getattr(s, "aside", 0))


def _why_not_in_a_stage(game: Game, s: State, action: Action) -> str:
    """Something else is to be answered, or nothing is."""
    if getattr(s, "polled", 0):
        title = stage_title(game, game.ruleset.stages[s.stage - 1].about.name)
        return _("you are asked: {what}? Answer yes or no").format(what=title)
    if getattr(s, "aside", 0):
        if action.kind == "discard":
            return _("you do not hold {card}").format(card=code_text(game, action.card))
        return _("put a card aside first: {cards}").format(cards=cards_text(game, s.hand[s.turn]))
    if action.kind == "discard":
        return _("no card is to be put aside now")
    return _("nobody asked you anything, so there is nothing to answer")


def _why_not_signalled(game: Game, s: State, action: Action) -> str:
    """Given before, or not true of the hand."""
    what = signal_title(game, action.name)
    given = s.signs[s.turn] >> _sign(game, action.name) & 1
    if given:
        return _("{what}: you have given this signal already in this deal").format(what=what)
    return _("{what}: this signal is not true of your hand").format(what=what)


def _sign(game: Game, name: str) -> int:
    """The number of a signal."""
    return [sign.about.name for sign in game.ruleset.signals.signs].index(name)


def _why_not_card(game: Game, s: State, card: int) -> str:
    held = s.hand[s.turn]
    name = card_text(game, card)
    if not held >> card & 1:
        return _("you do not hold {card}").format(card=name)
    leading = s.led == game.ruleset.deck.size
    rules = game.ruleset.tricks.lead if leading else game.ruleset.tricks.reply
    narrow = game.machine.lead_filter if leading else game.machine.reply_filter
    legal = held
    for i, rule in enumerate(rules):
        left = narrow(s, s.turn, legal, i)
        if left and not left >> card & 1:
            # what the rule allows is told of the final choice: later rules may narrow it further
            final = game.machine.cards(s) & left or left
            words = {
                "card": name,
                "allowed": cards_text(game, final),
                "led": card_text(game, s.led),
                "best": card_text(game, s.best),
                "trump": cards_text(game, s.trump),
            }
            if rule.say:
                return str(rule.say).format(**words)
            text = _("{title}: you may play {cards}")
            return text.format(title=rule.about.title, cards=words["allowed"])
        legal = left or legal
    cards = cards_text(game, game.machine.cards(s))
    return _("play a card of what you declared: {cards}").format(cards=cards)


def _why_not_declared(game: Game, s: State, action: Action) -> str:
    """Held, used up, or no card of it is legal."""
    call = action.index - game.ruleset.deck.size
    what = action_text(game, action)
    if call >= len(game.machine.CARDS):
        return _("{what}: this is not possible now").format(what=what)
    mask, slot = game.machine.CARDS[call], game.machine.SLOT[call]
    if s.slots[s.turn] & slot:
        return _("{what}: you have declared there already in this deal").format(what=what)
    if not _held(game, s, call, mask):
        return _("{what}: you do not hold the cards").format(what=what)
    if not game.machine.cards(s) & mask:
        return _("{what}: none of its cards may be played now").format(what=what)
    return _("{what}: this is not possible now").format(what=what)


def _held(game: Game, s: State, call: int, mask: int) -> bool:
    """Whether enough cards of a combination are in hand."""
    seen = 0
    for declaration in game.ruleset.declarations:
        if call < seen + len(declaration.masks):
            return (s.hand[s.turn] & mask).bit_count() >= declaration.number
        seen += len(declaration.masks)
    return False
