"""A rule sheet from a ruleset: its sections in the order of the table.

In: a Ruleset, and those that it extends. Out: a Sheet in the language in use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from ...rules.ruleset import Ruleset
from ...text.messages import _, language, plural, text_of
from ..cases.suite import Case
from . import calls, ending, opening, play
from .differences import differences, options
from .grammar import contracted
from .model import Paragraph, Points, Section, Sheet, state
from .phrases import Phrases
from .sources import sources


def sheet(r: Ruleset, bases: Sequence[Ruleset] = (), cases: Sequence[Case] = ()) -> Sheet:
    """The sheet of a ruleset. bases: those that it extends, the nearest first: the sheet tells what
    differs from that. cases: of the ruleset; one of them may be the worked example."""
    p = Phrases(r)
    rules = tuple(_exemplified(section, r, cases) for section in tell(p))
    more = [options(r, tell), sources(r, rules, bases)]
    changes = _changes(p, bases[0], rules) if bases else None
    sections = [*rules[:1], changes, *rules[1:], *more]
    footer = _("Written by trickplay from the ruleset `{name}`, content hash {hash}.")
    return Sheet(
        r.name,
        str(r.title),
        language(),
        _summary(p),
        r.deck,
        tuple(section for section in sections if section is not None),
        footer.format(name=r.name, hash=r.hash),
        tuple(p.unsaid),
    )


def tell(p: Phrases) -> tuple[Section, ...]:
    """The sections that tell the rules, as they are played with the settings of the ruleset."""
    found = (
        opening.players(p),
        opening.cards(p),
        opening.deal(p),
        opening.stages(p),
        play.play(p),
        calls.exchanges(p),
        calls.declarations(p),
        play.signals(p),
        ending.score(p),
        ending.match(p),
    )
    return tuple(section for section in found if section is not None)


def _exemplified(section: Section, r: Ruleset, cases: Sequence[Case]) -> Section:
    """The section on the score with a worked example, if there is one; any other as it is."""
    if section.name != "score" or not any(case.example for case in cases):
        return section
    from ...table.game import Game
    from .example import example

    return replace(section, blocks=(*section.blocks, *example(Game(r), cases)))


def _summary(p: Phrases) -> str:
    """The game in one line."""
    r = p.r
    parts = [
        plural("{n} player", "{n} players", r.players),
        plural("{n} card", "{n} cards", r.deck.size),
        _pack(r),
    ]
    return contracted(" · ".join(filter(None, parts)))


def _pack(r: Ruleset) -> str:
    """What people call the pack."""
    part = r.document["deck"]
    use = part.get("use") if isinstance(part, dict) else None
    title = use.get("title") if isinstance(use, dict) else None
    return str(text_of(cast("str | dict[str, str]", title))) if title else ""


def _changes(p: Phrases, base: Ruleset, rules: tuple[Section, ...]) -> Section:
    """What a variant plays otherwise, told with its own words for things."""
    old = Phrases(replace(base, labels=p.r.labels), p.facing)
    title = str(base.title).replace("{", "{{").replace("}", "}}")
    label = _("In {game}: {text}").replace("{game}", title)
    found = differences(tell(old), rules, label)
    mine, theirs = ({o.about.name: o.about.title for o in r.options} for r in (p.r, base))
    gone = [str(title) for name, title in theirs.items() if name not in mine]
    if gone:
        text = _("There is no choice here of: {names}").format(names=", ".join(gone))
        found += (state("options", _("Options"), text, titled=True),)
    title = _("What differs from {game}").format(game=base.title)
    intro = state("extends", "", _("Otherwise it is played like {game}").format(game=base.title))
    if not found:
        same = state("extends", "", _("It is played just like {game}").format(game=base.title))
        return Section("extends", title, (Paragraph((same,)),))
    return Section("extends", title, (Points(found), Paragraph((intro,))))
