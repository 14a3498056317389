"""What there is to reach in a ruleset: its points.

In: nothing but names and places. Out: points, each with a number, so that a game that is watched
can note them by number. The same point of two settings of a ruleset is one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...text.messages import _
from ...text.source import Span


@dataclass(frozen=True)
class Point:
    """Something that can happen in a ruleset, once at least.

    rule: its place in the document, such as `tricks.reply.follow`. of: what it is about there, as
    the author wrote it; may be empty. kind: what happens, a key of `missing`. span: its place in
    the file.
    """

    rule: str
    of: str
    kind: str
    span: Span = field(repr=False)

    @property
    def name(self) -> str:
        """A name that stays the same as long as the rule does."""
        return f"{self.rule}: {f'`{self.of}` ' if self.of else ''}{self.kind}"

    @property
    def missing(self) -> str:
        """What never happened there, in words."""
        return missing(self.kind).format(of=self.of)


def missing(kind: str) -> str:
    """What never happened if a kind of point was not reached; `{of}` is what it is about."""
    return {
        "true": _("`{of}` was never true"),
        "false": _("`{of}` was never false"),
        "narrowed": _("never narrowed a choice"),
        "fitted": _("never left a choice as it was"),
        "lacking": _("never met a hand without its cards"),
        "offered": _("never offered"),
        "made": _("never made"),
        "refused": _("never refused"),
        "agreed": _("never agreed to by all"),
        "denied": _("never answered with no"),
        "won": _("`{of}` never won a trick"),
        "beaten": _("`{of}` was never beaten"),
        "equal": _("`{of}` never spoiled a trick"),
        "counted": _("never counted anything"),
        "decided": _("`{of}` never decided"),
        "alone": _("never won a deal unrivalled"),
        "nobody": _("never left several players equal"),
        "ended": _("no match was ever won"),
        "void": _("no match ever ended undecided, for deals without a winner"),
        "longer": _("no match ever needed further deals"),
        "level": _("no match ever ended undecided, for want of further deals"),
        "round": _("no round was ever won in a match that went on"),
        "played": _("the game was never played with `{of}`"),
    }[kind]


class Points:
    """The points of a ruleset in the order in which they were met, numbered."""

    def __init__(self) -> None:
        self.numbers: dict[Point, int] = {}

    def number(self, rule: str, of: str, kind: str, span: Span) -> int:
        """The number of a point, which may be new."""
        return self.numbers.setdefault(Point(rule, of, kind, span), len(self.numbers))
