"""The stages between the deal and the first trick, and the signals given before a card is played.

In: the fields of a document. Out: those that the settings allow; what can never take place has no
place in the game. Everything is checked whatever the settings are.
"""

from __future__ import annotations

from ..text.document import Mapping, Scalar
from ..text.messages import _
from .expression import constant_truth, questions
from .fields import Fields
from .labels import about
from .named import free_name
from .ruleset import Signal, Signals, Stage
from .types import Type


def note_questions(fields: Fields) -> None:
    """Make the names of stages that are questions known, before any expression is read."""
    for number, (key, body) in enumerate(fields.steps(fields.document, "stages")):
        asks = isinstance(body, Mapping) and "ask" in body
        if asks and free_name(key, fields.names, fields.problems):
            fields.names.questions[key.text] = number


def read_stages(fields: Fields, left: int | None) -> tuple[Stage, ...]:
    """The stages in order; `left` cards are left after the deal for players to take; None if
    something is wrong with the deal."""
    found: list[Stage] = []
    seen: list[Stage] = []
    taken = 0
    for number, (key, body) in enumerate(fields.steps(fields.document, "stages")):
        if not isinstance(body, Mapping):
            continue
        stage = _stage(key, body, number, fields)
        twice = [before for before in seen if before.about.name == key.text]
        if twice and not (stage.ask and twice[0].ask):  # which is told of questions already
            text = _("`{key}` stands here a second time").format(key=key.text)
            fields.problems.add("duplicate-key", text, key.span)
        seen.append(stage)
        taken += stage.take * len(stage.by)
        if stage.take and "draw" in fields.map(fields.document, "tricks"):
            text = _("cards are drawn in this game, so that none can be taken before")
            fields.problems.add("wrong-stage", text, body.key("take").span)
        elif stage.take and left is not None and taken > left:
            text = _("the stages take {n} cards, {m} are left for them after the deal")
            message = text.format(n=taken, m=left)
            fields.problems.add("too-many-cards", message, fields.span(body, "take"))
        if stage.when is not None and constant_truth(stage.when) is False:
            fields.names.unasked.add(number)
        else:
            found.append(stage)
    return tuple(found)


def _stage(key: Scalar, body: Mapping, number: int, fields: Fields) -> Stage:
    if ("ask" in body) == ("take" in body):
        text = _("a stage has either `ask` or `take`")
        hint = _("make two stages of it") if "ask" in body else None
        fields.problems.add("wrong-stage", text, key.span, hint)
    when = fields.expr(body, "when", Type.TRUTH, "stage")
    if when is not None and any(asked >= number for asked in questions(when)):
        text = _("this reads a question that is not put before this stage")
        fields.problems.add("not-known-here", text, fields.span(body, "when"))
    ask = fields.expr(body, "ask", Type.PLAYER, "stage")
    players = [fields.typed(node, Type.PLAYER, "stage") for node in fields.items(body, "by")]
    by = tuple(player for player in players if player is not None)
    return Stage(about(key, body), number, when, ask, fields.number(body, "take"), by)


def read_signals(fields: Fields) -> Signals:
    """The signals; none if the settings rule them out."""
    part = fields.map(fields.document, "signals")
    when = fields.expr(part, "when", Type.TRUTH, "agreement")
    truthful = fields.expr(part, "truthful", Type.TRUTH, "agreement")
    signs = []
    for key, body in fields.bodies(part, "signs"):
        means = fields.expr(body, "means", Type.TRUTH, "choice")
        if means is not None:
            signs.append(Signal(about(key, body), means))
    if when is not None and constant_truth(when) is False:
        return Signals()
    return Signals(tuple(signs), when, truthful)
