"""What is told of the rules that have a say in something: values, and where each rule comes from.

In: a ruleset whose values know their places in a file, or one that came with a record and knows
none. Out: a Ground for each rule, with its place, its source in full and its note; an Explained is
one thing with all its grounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..rules.ruleset import Ruleset
from ..rules.shelf import SHIPPED
from ..text.messages import _
from ..text.source import Span
from .naming import at
from .wrapping import wrapped

Rows = tuple[tuple[int, str], ...]
"""lines of text, each with how far it stands in"""


@dataclass(frozen=True)
class Ground:
    """A rule that has a say.

    name: its place in the ruleset, such as `tricks.reply.follow`. title: what it is called. place:
    file and line, or its name where there is no file. source: where the rule was read, in full.
    rows: its conditions with their values. outcome: what came of it here.
    """

    name: str
    title: str
    place: str
    source: str
    note: str
    rows: Rows
    outcome: str = ""

    def to_dict(self) -> dict[str, Any]:
        """JSON data."""
        return {
            "rule": self.name,
            "title": self.title,
            "place": self.place,
            "source": self.source,
            "note": self.note,
            "rows": [{"depth": depth, "text": text} for depth, text in self.rows],
            "outcome": self.outcome,
        }


@dataclass(frozen=True)
class Explained:
    """Something explained: what it is, the rules that have a say in their order, what follows.

    kind: card, call, trick or deal. seat: whose it is, if it is somebody's.
    """

    kind: str
    heading: str
    grounds: tuple[Ground, ...] = ()
    verdict: str = ""
    seat: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """JSON data."""
        return {
            "kind": self.kind,
            "seat": self.seat,
            "heading": self.heading,
            "grounds": [ground.to_dict() for ground in self.grounds],
            "verdict": self.verdict,
        }


def told(explained: Explained) -> list[str]:
    """Something explained, as lines of at most 80 columns."""
    out = wrapped(explained.heading, "", "  ")
    for found in explained.grounds:
        where = ", ".join(filter(None, (found.place, found.source)))
        out += wrapped(f"{found.title} ({where})", "  ", "    ")
        for depth, text in found.rows:
            indent = " " * (4 + 2 * depth)
            out += wrapped(text, indent, indent + "  ")
        if found.outcome:
            out += wrapped(found.outcome, "    ", "      ")
        if found.note:
            out += wrapped(_("note: {text}").format(text=found.note), "    ", "      ")
    return out + (wrapped(explained.verdict, "  ", "    ") if explained.verdict else [])


def ground(
    r: Ruleset,
    name: str,
    title: str,
    span: Span,
    rows: Iterable[tuple[int, str]],
    outcome: str = "",
) -> Ground:
    """What is told of the rule with that name, which stands there."""
    return Ground(
        name, title, _place(span, name), _source(r, name), _note(r, name), tuple(rows), outcome
    )


def placed(r: Ruleset) -> bool:
    """Whether a ruleset knows where its rules stand; one that was made from data does not."""
    return bool(r.deal.first.span.source.text.strip())


def _place(span: Span, name: str) -> str:
    """File and line; of a shipped file its name alone."""
    if not span.source.text.strip():
        return name
    path = Path(span.source.name)
    shown = path.name if path.parent == SHIPPED else span.source.name
    return f"{shown}:{span.source.place(span.start)[0]}"


def _source(r: Ruleset, name: str) -> str:
    """Where a rule was read: its own source, else that of the section it stands in."""
    for body in at(r.document, name):
        parts = [str(body[key]) for key in ("source", "via") if isinstance(body.get(key), str)]
        if parts:
            source, *via = (str(r.sources.get(part, part)) for part in parts)
            return (
                _("{source} via {teller}").format(source=source, teller=via[0]) if via else source
            )
    return ""


def _note(r: Ruleset, name: str) -> str:
    """What the author says about a rule itself."""
    found = at(r.document, name)
    steps = name.count(".") + 1
    note = found[0].get("note") if len(found) == steps else None
    return note if isinstance(note, str) else ""
