"""Why an action is not possible: the rule that removed a card or what is missing, and in words.

In: a game, a state, an action. Out: a name and one sentence. The obligations are gone through as
the engine does; the first that removes the card is the one that is told, in the ruleset's own words
if it has some, else by its title.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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
    from ..rules.ruleset import Obligation
    from .game import Game


REASONS = {
    "hand": "a card that is not held, or a combination of which too few cards are",
    "asked": "a question is to be answered first",
    "unasked": "nobody asked anything",
    "aside": "a card is to be put aside first",
    "declared": "a card of the combination just declared is to be played",
    "again": "declared, signalled or exchanged before in this deal",
    "legal": "no card of the combination may be played now",
    "untrue": "a signal that is not true of the hand",
    "now": "not possible at this time",
    "over": "the match is over",
    "unknown": "the game has no such action",
}
"""names for what refuses an action where it is no obligation of the ruleset"""


@dataclass(frozen=True)
class Refusal:
    """rule: the name of the obligation that refuses an action, or one of REASONS. text: a sentence
    for the player."""

    rule: str
    text: str


def why_not(game: Game, s: State, action: Action) -> Refusal:
    """What refuses an action that the player to move may not do."""
    if action.kind in ("yes", "no", "discard") or _in_a_stage(s):
        return _why_not_in_a_stage(game, s, action)
    if getattr(s, "asked", 0):
        text = _("you are asked about an exchange: answer with it or with `pass`")
        return Refusal("asked", text)
    if action.kind == "play":
        return _why_not_card(game, s, action.index)
    if getattr(s, "pending", 0):
        return _of_what_was_declared(game, s.pending)
    if action.kind == "pass":
        return Refusal("unasked", _("nobody asked you anything, so you cannot pass"))
    if action.kind == "signal":
        return _why_not_signalled(game, s, action)
    if action.kind == "declare":
        return _why_not_declared(game, s, action)
    number = action.index - game.ruleset.deck.size
    if action.kind == "exchange" and getattr(s, "swapped", [0] * game.seats)[s.turn] >> number & 1:
        text = _("{what}: you have exchanged so already in this deal")
        return Refusal("again", text.format(what=action_text(game, action)))
    return _not_now(action_text(game, action))


def _not_now(what: str) -> Refusal:
    return Refusal("now", _("{what}: this is not possible now").format(what=what))


def _of_what_was_declared(game: Game, cards: int) -> Refusal:
    text = _("play a card of what you declared: {cards}")
    return Refusal("declared", text.format(cards=cards_text(game, cards)))


def _not_held(card: str) -> Refusal:
    return Refusal("hand", _("you do not hold {card}").format(card=card))


def _in_a_stage(s: State) -> bool:
    return bool(getattr(s, "polled", 0) or getattr(s, "aside", 0))


def _why_not_in_a_stage(game: Game, s: State, action: Action) -> Refusal:
    """Something else is to be answered, or nothing is."""
    if getattr(s, "polled", 0):
        title = stage_title(game, game.ruleset.stages[s.stage - 1].about.name)
        text = _("you are asked: {what}? Answer yes or no").format(what=title)
        return Refusal("asked", text)
    if getattr(s, "aside", 0):
        if action.kind == "discard":
            return _not_held(code_text(game, action.card))
        cards = cards_text(game, s.hand[s.turn])
        return Refusal("aside", _("put a card aside first: {cards}").format(cards=cards))
    if action.kind == "discard":
        return Refusal("unasked", _("no card is to be put aside now"))
    return Refusal("unasked", _("nobody asked you anything, so there is nothing to answer"))


def _why_not_signalled(game: Game, s: State, action: Action) -> Refusal:
    """Given before, or not true of the hand."""
    what = signal_title(game, action.name)
    given = s.signs[s.turn] >> _sign(game, action.name) & 1
    if given:
        text = _("{what}: you have given this signal already in this deal")
        return Refusal("again", text.format(what=what))
    return Refusal("untrue", _("{what}: this signal is not true of your hand").format(what=what))


def _sign(game: Game, name: str) -> int:
    """The number of a signal."""
    return [sign.about.name for sign in game.ruleset.signals.signs].index(name)


def narrowings(game: Game, s: State) -> Iterator[tuple[Obligation, int, int]]:
    """The obligations of the player to move in their order, with the choice before and after."""
    leading = s.led == game.ruleset.deck.size
    rules = game.ruleset.tricks.lead if leading else game.ruleset.tricks.reply
    narrow = game.machine.lead_filter if leading else game.machine.reply_filter
    legal = s.hand[s.turn]
    for i, rule in enumerate(rules):
        before, legal = legal, narrow(s, s.turn, legal, i) or legal
        yield rule, before, legal


def _why_not_card(game: Game, s: State, card: int) -> Refusal:
    held = s.hand[s.turn]
    name = card_text(game, card)
    if not held >> card & 1:
        return _not_held(name)
    for rule, _before, left in narrowings(game, s):
        if not left >> card & 1:
            # what the rule allows is told of the final choice: later rules may narrow it further
            final = game.machine.cards(s) & left or left
            words = {
                "card": name,
                "allowed": cards_text(game, final),
                "led": card_text(game, s.led),
                "best": card_text(game, s.best),
                "trump": cards_text(game, s.trump),
            }
            text = _("{title}: you may play {cards}")
            text = text.format(title=rule.about.title, cards=words["allowed"])
            return Refusal(rule.about.name, str(rule.say).format(**words) if rule.say else text)
    return _of_what_was_declared(game, game.machine.cards(s))


def _why_not_declared(game: Game, s: State, action: Action) -> Refusal:
    """Held, used up, or no card of it is legal."""
    call = action.index - game.ruleset.deck.size
    what = action_text(game, action)
    if call >= len(game.machine.CARDS):
        return _not_now(what)
    mask, slot = game.machine.CARDS[call], game.machine.SLOT[call]
    if s.slots[s.turn] & slot:
        text = _("{what}: you have declared there already in this deal")
        return Refusal("again", text.format(what=what))
    if not _held(game, s, call, mask):
        return Refusal("hand", _("{what}: you do not hold the cards").format(what=what))
    if not game.machine.cards(s) & mask:
        return Refusal("legal", _("{what}: none of its cards may be played now").format(what=what))
    return _not_now(what)


def _held(game: Game, s: State, call: int, mask: int) -> bool:
    """Whether enough cards of a combination are in hand."""
    seen = 0
    for declaration in game.ruleset.declarations:
        if call < seen + len(declaration.masks):
            return (s.hand[s.turn] & mask).bit_count() >= declaration.number
        seen += len(declaration.masks)
    return False
