"""What a ruleset may say and nobody will mean: rules without effect, names without use.

In: the path of a ruleset without problems. Out: warnings, each with its place. What depends on an
option is told only if it is so with every value; of what a variant inherits only what has lost its
effect is told, not what is unused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..machine.tables import can_tie
from ..rules.chain import read_chain
from ..rules.expression import Expr, words
from ..rules.inherit import expressions
from ..rules.reach import Reach
from ..rules.read import from_document
from ..rules.ruleset import Declaration, Key, Obligation, Ruleset
from ..rules.types import Type
from ..text.document import Mapping, Node, Scalar
from ..text.messages import _
from ..text.problem import Problem, Problems
from ..text.source import Span
from .certain import NO, YES, Certain, meaning, outcomes
from .inputs import Place, TooMuch, Work
from .leaks import settings

PERSONAL = {
    "me",
    "hand",
    "holds",
    "drawn",
    "seated",
    "won",
    "declared",
    "tricks",
    "first_win",
    "last_win",
}
"""words whose value depends on the player whom a rule is about"""
NAMED = ("sets", "numbers", "conditions")
WORD = re.compile(r"[^\W\d]\w*")


def warnings(path: Path, shown: str | None = None) -> tuple[Problem, ...]:
    """The warnings of a ruleset, in the order of the file."""
    name = shown or str(path)
    flat = read_chain(path, name, Problems())
    return judged(flat.document, flat.reach, name)


def judged(document: Mapping, reach: Reach | None, name: str) -> tuple[Problem, ...]:
    """The warnings of a whole document, most of which stands in the file of that name."""
    r = from_document(document, reach)
    found: dict[tuple[str, int, str], tuple[Problem, int]] = {}
    choices = settings(r)
    work = Work()
    for choice in choices:
        if work.left < 0:
            break
        for problem in _of_rules(from_document(document, reach, settings=choice), work):
            key = (problem.span.source.name, problem.span.start, problem.message)
            found[key] = problem, found.get(key, (problem, 0))[1] + 1
    sure = [problem for problem, times in found.values() if times == len(choices)]
    sure += _unused(document, r, name)
    return tuple(sorted(sure, key=lambda p: (p.span.source.name, p.span.start)))


def _warn(kind: str, message: str, span: Span, hint: str | None = None) -> Problem:
    return Problem(kind, message, span, hint, warning=True)


# -- rules -----------------------------------------------------------------------------------------


def _of_rules(r: Ruleset, work: Work) -> Iterator[Problem]:
    """What has no effect with the present settings."""
    for expr, places in _places(r, work):
        yield from _decided(expr, places)
    for rules, place in (
        (r.tricks.lead, Place(r, 0, work=work)),
        (r.tricks.reply, Place(r, 1, work=work)),
    ):
        yield from _idle(rules, place)
    for declaration in r.declarations:
        yield from _never_held(declaration, r)
    yield from _blind(r)


def _places(r: Ruleset, work: Work) -> Iterator[tuple[Expr, list[Place]]]:
    """Every expression, and where it stands: once for each suit of an `each`."""
    anywhere, led, replied = (Place(r, n, work=work) for n in (None, 0, 1))
    counted = Place(r, counted=True, work=work)
    plain = [r.trump, r.redraw, r.next_dealer, r.deal.first, r.deal.cut, *r.tricks.wins]
    plain += [key.number for key in (*r.first_dealer, *(r.seats.order if r.seats else ()))]
    plain += [expr for stage in r.stages for expr in (stage.when, stage.ask, *stage.by)]
    plain += [sign.means for sign in r.signals.signs]
    plain += [expr for x in r.exchanges for expr in (x.give, x.when)]
    plain += [r.tricks.draw.first] if r.tricks.draw else []
    rows = [(expr, [anywhere]) for expr in plain]
    rows += [(x.ask, [led]) for x in r.exchanges]
    rows += [(expr, [led]) for rule in r.tricks.lead for expr in (rule.when, rule.play)]
    rows += [(expr, [replied]) for rule in r.tricks.reply for expr in (rule.when, rule.play)]
    rows += [(term.points, [counted]) for term in r.terms]
    rows += [(expr, [counted]) for expr in (*(key.number for key in r.winner), r.worth)]
    suits = r.deck.suit_masks.values()
    for d in r.declarations:
        each = (
            [Place(r, suits={d.each: suit}, work=work) for suit in suits] if d.each else [anywhere]
        )
        rows += [(expr, each) for expr in (d.when, d.points, d.trump, *d.prefer)]
    yield from ((expr, places) for expr, places in rows if expr is not None)


def _decided(expr: Expr, places: Sequence[Place]) -> Iterator[Problem]:
    """The conditions in an expression, outermost first, that are always true or always false."""
    if expr.type is Type.TRUTH:
        found = 0
        for place in places:
            found |= outcomes(expr, place)
        if found in (YES, NO):
            text = (
                _("this condition always holds")
                if found == YES
                else _("this condition never holds")
            )
            yield _warn("decided", text, expr.span)
            return
    for arg in expr.args if expr.op != "named" else ():
        yield from _decided(arg, places)


def _idle(rules: Sequence[Obligation], place: Place) -> Iterator[Problem]:
    """Obligations that can never narrow the choice."""
    does = [(meaning(rule.play), _conjuncts(rule.when)) for rule in rules]
    for i, rule in enumerate(rules):
        shadow = next((rules[k] for k in range(i) if _shadows(does[k], does[i])), None)
        reason = ""
        if shadow is not None:
            reason = _("this rule never narrows the choice: `{name}` above has done so already")
            reason = reason.format(name=shadow.about.name)
        else:
            never, always = _ends(rule.play, place)
            if never:
                reason = _("this rule never narrows the choice: there is no such card here")
            elif always:
                reason = _("this rule never narrows the choice: every card is among these")
        if reason:
            yield _warn("idle", reason, rule.play.span)


def _ends(play: Expr, place: Place) -> tuple[bool, bool]:
    """Whether a set is surely empty, and whether it is surely the whole pack."""
    try:
        never = always = place.known(play)
        for inputs in place.inputs(play):
            if not (never or always):
                break
            found = Certain(place, inputs).cards(play)
            never = never and not found.most
            always = always and found.must == (1 << place.r.deck.size) - 1
    except TooMuch:
        return False, False
    return never, always


def _shadows(above: tuple[object, list[object]], rule: tuple[object, list[object]]) -> bool:
    """Whether what a rule does has been done by one above it: the same cards, whenever it holds."""
    return above[0] == rule[0] and all(part in rule[1] for part in above[1])


def _conjuncts(when: Expr | None) -> list[object]:
    """The conditions that all must hold."""
    if when is None:
        return []
    if when.op == "named":
        return _conjuncts(when.args[0])
    if when.op == "and":
        return [part for arg in when.args for part in _conjuncts(arg)]
    return [meaning(when)]


def _never_held(d: Declaration, r: Ruleset) -> Iterator[Problem]:
    """A declaration of more cards than a hand has."""
    if d.number > r.deal.cards:
        text = _("nobody can ever hold this: it takes {n} cards, a hand has {m}")
        yield _warn("never-held", text.format(n=d.number, m=r.deal.cards), d.about.span)


def _blind(r: Ruleset) -> Iterator[Problem]:
    """Keys that are the same for all players, so that they decide nothing."""
    personal = set(PERSONAL)
    if any(personal & {*words(term.points)} for term in r.terms):
        personal.add("points")
    blind = [key for key in r.winner if not personal & {*words(key.number)}]
    if len(blind) == len(r.winner) and not any(d.wins for d in r.declarations):
        text = _(
            "nobody can ever win a deal, so that no match is ever won: no key tells players apart"
        )
        yield _warn("no-winner", text, blind[0].number.span)
        blind = []
    keys: list[Key] = [*blind, *(r.seats.order if r.seats else ()), *r.first_dealer]
    for key in keys:
        if not personal & {*words(key.number)}:
            text = _("this key decides nothing: it is the same for all players")
            yield _warn("idle", text, key.number.span)


# -- names and texts -------------------------------------------------------------------------------


def _unused(document: Mapping, r: Ruleset, file: str) -> Iterator[Problem]:
    """Names and texts of this file that nothing uses."""
    places = [(node, {*WORD.findall(node.text)}) for node in expressions(document, ())]
    for section in (*NAMED, "options"):
        for key, value in _entries(document, section, file):
            if not any(key.text in used for node, used in places if node is not value):
                text = _("`{name}` is used nowhere").format(name=key.text)
                yield _warn("unused", text, key.span)
    needed = {
        "round": r.rounds > 1,
        "spoiled": can_tie(r),
        "stock": r.tricks.draw is not None,
        "trump": r.has_trumps,
        "turned": r.deal.turn_up,
    }
    for key, _value in _entries(document, "labels", file):
        if not needed.get(key.text, True):
            text = _("this game has nothing that `{name}` could be a word for").format(
                name=key.text
            )
            yield _warn("unused", text, key.span)


def _entries(document: Mapping, section: str, file: str) -> Iterator[tuple[Scalar, Node]]:
    """The entries of a section that stand in a file."""
    part = document.get(section)
    for key, value in part.entries if isinstance(part, Mapping) else ():
        if key.span.source.name == file:
            yield key, value
