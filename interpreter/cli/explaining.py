"""`trickplay explain`, and `why` at the table: which rule allows, forbids or decides, and why."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import click

from ..text.messages import _, plural
from .completing import records
from .console import Painter, display_names, say, signs_can_be_shown
from .options import speaks
from .replaying import closed_text, record_path

if TYPE_CHECKING:
    from ..study.explain import Explainer
    from ..study.grounds import Explained
    from ..table.action import Action
    from ..table.match import Match

PLACE = re.compile(r"([1-9][0-9]{0,5})(?:\.([1-9][0-9]{0,5}))?")
SCORE = ("score", "points", "pontos")
"""what is typed behind `why` to have the last deal explained"""
MOST = 4
"""calls that are explained at once, if a word can mean several"""


@click.command()
@click.argument("record", shell_complete=records)
@click.option("--at", "place", metavar="DEAL.TRICK", help="This trick; a deal alone for its score.")
@click.option("--card", metavar="CARD", help="Why this card could be played in the trick, or not.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@speaks
@click.option("--ascii", "plain", is_flag=True, help="Letters instead of suit signs.")
def explain(record: str, place: str | None, card: str | None, as_json: bool, plain: bool) -> int:
    """Explain a match by its rules.

    RECORD is a file or the ID of a saved game. Without --at it lists the deals. For a trick it
    says what each player could play and why, and who took it; for a deal, each term of the score:
    every rule with its conditions, their values, and its source.
    """
    from ..table.errors import RecordError
    from ..table.replay import read_record, replay
    from ..table.spelling import ascii_only

    path = record_path(record)
    where = _place(place, card)
    try:
        match = replay(read_record(path))
    except RecordError as error:
        say(f"{path}:{error.line}: {error}", err=True)
        return 1
    ascii_only(plain or not signs_can_be_shown(match.game))
    asking = Asking(match)
    found = asking.about(where, card) if where else asking.contents()
    if as_json:
        data = [explained.to_dict() for explained in found]
        say(json.dumps(data, ensure_ascii=False, indent=2))
        return 0
    tell(match, found)
    if not where:
        text = _("trickplay explain {record} --at 1.2 explains a trick, --at 1 a deal")
        say(text.format(record=record))
    return 0


def _place(text: str | None, card: str | None) -> tuple[int, int] | None:
    """Deal and trick that are asked for; trick 0 for a deal."""
    found = PLACE.fullmatch(text or "")
    if text is not None and not found:
        raise click.UsageError(_("--at wants a deal and a trick, such as 2.5, or a deal"))
    if card is not None and not (found and found[2]):
        raise click.UsageError(_("--card wants the trick: --at DEAL.TRICK"))
    return (int(found[1]), int(found[2] or 0)) if found else None


def tell(match: Match, found: list[Explained]) -> None:
    """Print what was explained."""
    from ..study.grounds import told

    painter = Painter(match.game)
    for explained in found:
        for line in told(explained):
            painter.show(line)


class Asking:
    """Questions about a match that is played or was played. me: the seat of a person in a game that
    is not over: nothing is told that this seat may not know."""

    def __init__(self, match: Match) -> None:
        from ..study.explain import Explainer
        from ..table.players import HUMAN

        self.match = match
        person = match.names.index(HUMAN) if HUMAN in match.names else None
        self.me = None if match.over else person
        self.explainer: Explainer = Explainer(match, display_names(match.names, person), person)

    def contents(self) -> list[Explained]:
        """A line for each deal."""
        from ..study.grounds import Explained

        found, steps = [], self.explainer.steps
        for number in range(1, steps.place(steps.last)[0] + 1):
            places = {steps.place(p) for p in range(steps.last) if steps.place(p)[0] == number}
            tricks = plural("{n} trick", "{n} tricks", len([t for _d, t in places if t]))
            deal = self.explainer.deal(number)
            verdict = deal.verdict if deal else _("not over")
            text = _("deal {n}: {tricks}; {verdict}")
            heading = text.format(n=number, tricks=tricks, verdict=verdict)
            found.append(Explained("deal", heading, seat=deal.seat if deal else None))
        return found

    def about(self, where: tuple[int, int], card: str | None) -> list[Explained]:
        """A trick, a deal, or a card in a trick. Raises click.UsageError."""
        deal, trick = where
        if not trick:
            found = [self.explainer.deal(deal)]
        elif card is not None:
            found = [self.card(deal, trick, card)]
        else:
            moves = self.explainer.moves(deal, trick)
            turns = self.explainer.steps.turns
            found = [self.explainer.move(p, self.me in (None, turns[p])) for p in moves]
            found.append(self.explainer.trick(deal, trick))
            if moves and (deal, trick + 1) not in self._places():
                found.append(self.explainer.deal(deal))
        told = [explained for explained in found if explained is not None]
        if not told:
            text = _("the record has no trick {deal}.{trick}")
            text = text if trick else _("deal {deal} was not played to its end")
            raise click.UsageError(text.format(deal=deal, trick=trick))
        return told

    def why(self, position: int, text: str) -> list[Explained]:
        """What is asked at the table: about a card or a call of the player to move, by its text;
        about the last deal; about the last trick, if nothing is named. Raises LookupError with what
        is to be said instead."""
        if not text or text in SCORE:
            found = (self.explainer.last_deal if text else self.explainer.last_trick)(position)
            if found is None:
                none = _("no deal has been counted") if text else _("no trick has been played")
                raise LookupError(none)
            return [found]
        state = self.explainer.steps.story(position).state
        if state.over:
            raise LookupError(_("the match is over"))
        if self.me not in (None, state.turn):
            raise LookupError(closed_text())
        actions = self._meant(text, bool(getattr(state, "aside", 0)))
        if not actions:
            shown = "".join(c if c.isprintable() else "?" for c in text[:40])
            raise LookupError(_("“{text}” is no card and no call of this game").format(text=shown))
        return [self.explainer.action(position, action) for action in actions]

    def _meant(self, text: str, aside: bool) -> list[Action]:
        """The card, or the calls, that a text means."""
        from ..table.notation import folded
        from ..table.spelling import action_text

        game = self.explainer.game
        card = game.notation.find(text)
        if card is not None:
            text = f"{'discard' if aside else 'play'} {game.ruleset.deck.codes[card]}"
        exact = game.action(text)
        if exact is not None:
            return [exact]
        calls = (action for action in game.actions if not action.card)
        return [call for call in calls if text in folded(action_text(game, call))][:MOST]

    def _places(self) -> list[tuple[int, int]]:
        steps = self.explainer.steps
        return [steps.place(p) for p in range(steps.last + 1)]

    def card(self, deal: int, trick: int, text: str) -> Explained:
        """A card when whoever held it was to play. Raises click.UsageError."""
        game, steps = self.explainer.game, self.explainer.steps
        card = game.notation.find(text)
        if card is None:
            raise click.UsageError(_("there is no card {text}").format(text=text[:40]))
        code = game.ruleset.deck.codes[card]
        for position in self.explainer.moves(deal, trick):
            s = steps.story(position).state
            plays = steps.move(position).kind == "play"
            if plays and s.hand[s.turn] >> card & 1 and self.me in (None, s.turn):
                action = game.action(f"play {code}")
                assert action is not None
                return self.explainer.action(position, action)
        raise click.UsageError(
            _("nobody who may be looked at held {card} in trick {deal}.{trick}").format(
                card=text[:40], deal=deal, trick=trick
            )
        )
