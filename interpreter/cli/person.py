"""A person at the keyboard: the table, a menu, an answer; mistakes are answered in words.

A bare number is always an entry of the menu. A card can be typed in any way its deck knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..table.errors import IllegalAction
from ..table.notation import folded
from ..table.refusal import REASONS
from ..table.spelling import (
    action_text,
    code_text,
    rank_text,
    ranking_text,
    rule_title,
    stage_title,
)
from ..text.messages import _, plural
from .console import Painter, ask, show
from .screen import last_trick, table

if TYPE_CHECKING:
    from ..table.action import Action
    from ..table.game import Game
    from ..table.match import Match
    from ..table.view import View

QUIT = ("quit", "exit", "quitter", "sair")
HELP = ("?", "help", "aide", "ajuda")
LAST = ("last", "dernier", "ultima")
WHY = re.compile(r"(?:why|pourquoi|porque|por que)(?: (.*))?")
SHORTEST = 3
"""letters by which an entry of the menu can be named; a bare Q must never mean anything"""


class Person:
    """Asks until the answer is an action that the rules allow."""

    def __init__(self, match: Match, seat: int, say: Callable[[str], None] | None = None) -> None:
        self.match, self.seat = match, seat
        self.say = say or Painter(match.game).show
        self.hinted = False

    def choose(self, view: View) -> Action:
        """The action that the person chose. Raises EOFError when the input ends or on quit."""
        show(table(self.match.game, self.match.names, view))
        for line in prompt(self.match.game, view):
            self.say(line)
        while True:
            text = ask(_("your choice (? for help)"))
            action = self.understand(text, view)
            if action is not None:
                return action

    def understand(self, text: str, view: View) -> Action | None:
        """The action that a text means; otherwise answer it and return None."""
        plain = folded(text)
        if not plain:
            return None
        if plain in QUIT:
            raise EOFError
        if plain in HELP:
            self.say(help_text(self.match.game))
            self.say(_("strongest first: {cards}").format(cards=ranking_text(self.match.game)))
        elif why := WHY.fullmatch(plain):
            self.why(why[1] or "")
        elif plain in LAST:
            self.say(last_trick(self.match.game, self.match.names, view))
        elif plain.isdecimal():
            return self.by_number(plain, view)
        else:
            return self.by_name(text, plain, view)
        return None

    def by_number(self, digits: str, view: View) -> Action | None:
        """The entry of the menu with that number."""
        menu = entries(view)
        if len(digits) < 4 and 1 <= int(digits) <= len(menu):
            return menu[int(digits) - 1]
        self.say(_("the menu goes from 1 to {n}").format(n=len(menu)))
        return None

    def by_name(self, text: str, plain: str, view: View) -> Action | None:
        """A card, or an entry of the menu by its text."""
        game = self.match.game
        card = game.notation.find(text)
        if card is not None:
            code = game.ruleset.deck.codes[card]
            return self.checked(f"discard {code}" if view.aside else f"play {code}")
        if game.action(text) is not None:
            return self.checked(text)
        if len(plain) >= SHORTEST:
            named = [a for a in view.actions if plain in folded(action_text(game, a))]
            if len(named) == 1:
                return named[0]
            if named:
                shown = ", ".join(action_text(game, a) for a in named)
                self.say(_("this can mean: {choices}").format(choices=shown))
                return None
        shown = text.strip() if len(text.strip()) <= 40 else text.strip()[:39] + "…"
        shown = "".join(c if c.isprintable() else "?" for c in shown)
        message = _("“{text}” is no card and no entry of the menu; ? for help, quit to stop")
        self.say(message.format(text=shown))
        return None

    def why(self, text: str) -> None:
        """Explain a card or a call, the last trick or the last deal, by the rules."""
        from ..study.grounds import told
        from .explaining import Asking

        asking = Asking(self.match)
        try:
            for explained in asking.why(asking.explainer.steps.last, text):
                for line in told(explained):
                    self.say(line)
        except LookupError as error:
            self.say(str(error.args[0]))

    def checked(self, action: str) -> Action | None:
        """The action with that text if it is legal; otherwise say which rule forbids it."""
        trial = self.match.copy()
        try:
            trial.apply(action)
        except IllegalAction as error:
            self.say(str(error))
            if error.rule not in REASONS and not self.hinted:
                self.say(
                    _("why {card} shows the rule").format(
                        card=code_text(self.match.game, action.split()[1])
                    )
                )
                self.hinted = True
            return None
        return self.match.game.action(action)


def prompt(game: Game, view: View) -> list[str]:
    """What is asked, and what can be done, numbered: cards in one row, the rest line by line."""
    lines = []
    if view.asked:
        title = rule_title(game, view.asked)
        lines.append(_("before the lead you are asked: {what}?").format(what=title))
    if view.stage:
        lines.append(stage_text(game, view))
    worth = dict(view.worth)
    cards: list[str] = []
    others: list[str] = []
    for number, action in enumerate(entries(view), 1):
        text = action_text(game, action, worth.get(str(action), 0))
        (cards if action.card else others).append(f"{number} {text}")
    lines += ["  " + "   ".join(cards)] if cards else []
    return [*lines, *(f"  {line}" for line in others)]


def stage_text(game: Game, view: View) -> str:
    """What is asked before the first trick."""
    title = stage_title(game, view.stage)
    if not view.aside:
        return _("before the first trick you are asked: {what}?").format(what=title)
    cards = plural("{n} card", "{n} cards", view.aside)
    return _("{what}: put {cards} aside, one at a time").format(what=title, cards=cards)


def entries(view: View) -> list[Action]:
    """The actions in the order of the menu: cards as they lie in the hand, then the calls."""
    order = {code: i for i, code in enumerate(view.hand)}
    plays = [action for action in view.actions if action.card]
    calls = [action for action in view.actions if not action.card]
    return sorted(plays, key=lambda action: order[action.card]) + calls


def help_text(game: Game) -> str:
    """What can be typed."""
    card, suit, rank = game.face.codes[0], game.face.suits[0], game.face.ranks[0]
    words = _("{rank} of {suit}").format(rank=rank.title, suit=suit.title)
    sign = suit.symbol + rank_text(rank)
    text = _("Type the number of an entry, or a card: {code}, {sign}, {words}.")
    why = _("why {code}: why this card may be played, or not    why: who took the last trick")
    return "\n".join(
        [
            text.format(code=card, sign=sign, words=words),
            why.format(code=card),
            _("why score: how the last deal was counted"),
            _("last: the last trick    ?: this help    quit: stop"),
        ]
    )
