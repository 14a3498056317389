"""What can differ in a variant: a ruleset's own numbers, options and named rules.

In: the whole document of a base. Out: for each thing its place, a label in the language in use, and
the value that the base gives it. Labels are made of the titles that the base's author gave.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from ..rules.labels import about
from ..text.document import Mapping, Node, Scalar, Sequence
from ..text.messages import _
from ..text.shape import part

Place = tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """Something that can differ. value: that of the base; values: all that there are, if few.

    kind: a whole number, an expression, one of `values`, or a rule that is there or not.
    """

    place: Place
    label: str
    value: str
    kind: Literal["number", "expression", "word", "rule"]
    values: tuple[str, ...] = ()


def choices(document: Mapping) -> list[Choice]:
    """What can differ: numbers first, then the rules by their names."""
    parts = (_numbers, _points, _options, _play, _calls, _terms)
    return list(chain.from_iterable(read_part(document) for read_part in parts))


def _numbers(document: Mapping) -> Iterator[Choice]:
    """Whole numbers of the sections."""
    labels = {
        ("match", "wins"): _("won deals that win the match"),
        ("match", "deals"): _("deals in a match"),
        ("deal", "cards"): _("cards dealt to each player"),
        ("deal", "packets"): _("cards dealt at a time"),
        ("tricks", "draw", "each"): _("cards that each draws after a trick"),
    }
    if _text(document, ("match", "rounds")):
        labels["match", "wins"] = _("won deals that win a round")
        labels["match", "rounds"] = _("rounds that win the match")
    for place, label in labels.items():
        yield from _choice(document, place, label)


def _points(document: Mapping) -> Iterator[Choice]:
    """Card points, and the numbers with a name."""
    for key, _node in _entries(document, ("values",)):
        yield from _choice(document, ("values", key.text), _("card points of {cards}"), key.text)
    for key, _node in _entries(document, ("numbers",)):
        name = key.text.replace("_", " ")
        yield from _choice(document, ("numbers", key.text), _("the number “{name}”"), name)


def _options(document: Mapping) -> Iterator[Choice]:
    for key, body in _bodies(document, ("options",)):
        place = ("options", key.text, "default")
        values = tuple(_text(document, ("options", key.text, "type")).split("/"))
        label = _("{title}, unless agreed otherwise").format(title=about(key, body).title)
        yield Choice(place, label, _text(document, place), "word", values)


def _play(document: Mapping) -> Iterator[Choice]:
    """The rules of lists, which can be taken away: what is asked and what must be played."""
    labels = {
        ("stages",): _("before the first trick: {title}"),
        ("tricks", "lead"): _("rule for the lead: {title}"),
        ("tricks", "reply"): _("rule for the others: {title}"),
    }
    for place, label in labels.items():
        for key, body in _bodies(document, place):
            yield _rule((*place, key.text), label, key, body)


def _calls(document: Mapping) -> Iterator[Choice]:
    for key, body in _bodies(document, ("exchanges",)):
        yield _rule(("exchanges", key.text), "{title}", key, body)
    for key, body in _bodies(document, ("declarations",)):
        place, title = ("declarations", key.text), str(about(key, body).title)
        yield _rule(place, _("declaration: {title}"), key, body)
        yield from _choice(document, (*place, "points"), _("points for {title}"), title)
        yield from _choice(document, (*place, "number"), _("cards needed for {title}"), title)


def _terms(document: Mapping) -> Iterator[Choice]:
    for key, body in _bodies(document, ("scoring", "points")):
        place, title = ("scoring", "points", key.text, "points"), str(about(key, body).title)
        yield from _choice(document, place, _("in the score: {title}"), title)
    yield from _choice(document, ("scoring", "worth"), _("what a won deal counts in the match"))


def _choice(document: Mapping, place: Place, label: str, title: str = "") -> Iterator[Choice]:
    """A number or an expression, if there is one; `title` is put into the label."""
    value = _text(document, place)
    if value:
        whole = "integer" in str(part(place).get("type")) and "x-expression" not in part(place)
        label = label.format(cards=title, name=title, title=title)
        yield Choice(place, label, value, "number" if whole else "expression")


def _rule(place: Place, label: str, key: Scalar, body: Mapping) -> Choice:
    label = label.format(title=about(key, body).title)
    return Choice(place, label, "yes", "rule", ("yes", "no"))


def _at(document: Mapping, place: Place) -> Node | None:
    node: Node | None = document
    for step in place:
        node = node.get(step) if isinstance(node, Mapping) else None
    return node


def _text(document: Mapping, place: Place) -> str:
    node = _at(document, place)
    return " ".join(node.text.split()) if isinstance(node, Scalar) and not node.missing else ""


def _entries(document: Mapping, place: Place) -> list[tuple[Scalar, Node]]:
    """The entries of a map, or of a list of maps with one key each."""
    node = _at(document, place)
    if isinstance(node, Sequence):
        return [item.entries[0] for item in node.items if isinstance(item, Mapping)]
    return list(node.entries) if isinstance(node, Mapping) else []


def _bodies(document: Mapping, place: Place) -> Iterator[tuple[Scalar, Mapping]]:
    for key, body in _entries(document, place):
        if isinstance(body, Mapping):
            yield key, body
