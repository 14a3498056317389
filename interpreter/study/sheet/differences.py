"""What one sheet says and another does not: the options of a game, and what a variant changes.

In: the sections of two sheets. Out: statements: for each rule that is told otherwise the sentences
of the second sheet that are not in the first, and those of the first in whose place they stand. So
a difference is told in the words of the sheet itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...rules.read import with_settings
from ...rules.ruleset import Option, Ruleset
from ...text.messages import _
from .grammar import capital, sentence
from .model import Paragraph, Points, Section, Statement, said, state
from .phrases import Phrases

Tell = Callable[[Phrases], tuple[Section, ...]]
"""the sections of a sheet that tell the rules"""


def differences(
    old: Sequence[Section], new: Sequence[Section], instead: str
) -> tuple[Statement, ...]:
    """What the new sections say otherwise than the old ones, in the order of the sheet.

    instead: a template for `{text}` of the old ones that the new takes the place of.
    """
    before, after = _by_key(old), _by_key(new)
    found = []
    for key, statement in after.items():
        was = before.get(key)
        if was is None:
            found.append(_new(statement))
        elif (was.sentences, was.cells) != (statement.sentences, statement.cells):
            found.append(_changed(was, statement, instead))
    for key, statement in before.items():
        limit = key.startswith("declarations.") and not statement.titled
        if key not in after and not limit and not _above(key, before, after):
            gone = (_("This is not played."),)
            found.append(Statement(key, statement.title, gone, titled=True))
    return tuple(found)


def _by_key(sections: Sequence[Section]) -> dict[str, Statement]:
    """What is said of each rule. What has no key only sums others up."""
    return {s.key: s for section in sections for s in said(section) if s.key}


def _above(key: str, before: dict[str, Statement], after: dict[str, Statement]) -> bool:
    """Whether the end of a rule is told with that of a rule above it."""
    parts = key.split(".")
    above = [".".join(parts[:i]) for i in range(1, len(parts))]
    return any(name in before and name not in after for name in above)


def _new(statement: Statement) -> Statement:
    """A rule that the other sheet does not have."""
    cells = [sentence(cell) for _head, cell in statement.cells if cell]
    sentences = (*statement.sentences, *cells)
    return Statement(statement.key, statement.title, sentences, titled=True)


def _changed(was: Statement, now: Statement, instead: str) -> Statement:
    """The sentences that are new, and those that they replace; of a table the cells."""
    new = [text for text in now.sentences if text not in was.sentences]
    old = [text for text in was.sentences if text not in now.sentences]
    if old:
        new.append((instead if new else _("No longer: {text}")).format(text=" ".join(old)))
    cells = dict(was.cells)
    for head, cell in now.cells:
        if cells.get(head) != cell:
            before = instead.format(text=cells.get(head) or _("nothing"))
            new += [sentence(cell), sentence(before)]
    return Statement(now.key, now.title, tuple(new), titled=True)


# -- options -------------------------------------------------------------------------------------


def options(r: Ruleset, tell: Tell) -> Section | None:
    """What players may agree on, and what each value changes."""
    if not r.options:
        return None
    text = _("Players agree on these before {match:the}").format(**Phrases(r).terms)
    choices = Choices(r, tell)
    found = tuple(one for option in r.options for one in choices.tell_option(option))
    intro = Paragraph((state("options", "", text),))
    return Section("options", _("Options"), (intro, Points(found)))


class Choices:
    """The sheets of a game with other settings, each told once."""

    def __init__(self, r: Ruleset, tell: Tell) -> None:
        self.r, self._tell = r, tell
        self._told: dict[tuple[tuple[str, str], ...], tuple[Section, ...]] = {}

    def told(self, settings: dict[str, str]) -> tuple[Section, ...]:
        """The rules with these settings in the place of those of the ruleset."""
        key = tuple(sorted(settings.items()))
        if key not in self._told:
            self._told[key] = self._tell(Phrases(with_settings(self.r, settings)))
        return self._told[key]

    def tell_option(self, option: Option) -> Iterator[Statement]:
        """An option: how it is played here, and what each other value changes."""
        name, now = option.about.name, self.r.settings[option.about.name]
        for value in option.values:
            if value == now:
                continue
            what, changes = self._effect(option, value)
            if set(option.values) == {"yes", "no"}:
                here = _("Not played here; with it:")
                here = _("Played here; without it:") if now == "yes" else here
            else:
                here = _("Here `{now}`; with `{value}`:").format(now=now, value=value)
            only = (_("This matters only with “{other}”.").format(other=what),) if what else ()
            if not changes:
                changes = (Statement("", "", (_("the rules are the same."),)),)
            key, title = f"options.{name}.{value}", capital(str(option.about.title))
            yield Statement(key, title, (*only, here), True, changes)

    def _effect(self, option: Option, value: str) -> tuple[str, tuple[Statement, ...]]:
        """What a value changes; if nothing by itself, with which other setting it does."""
        new = {option.about.name: value}
        found = self._between({}, new)
        if found:
            return "", found
        for other in self.r.options:
            for setting in other.values:
                if other is option or setting == self.r.settings[other.about.name]:
                    continue
                both = {other.about.name: setting}
                found = self._between(both, {**both, **new})
                if found:
                    title = str(other.about.title)
                    return title if setting == "yes" else f"{title}: {setting}", found
        return "", ()

    def _between(self, old: dict[str, str], new: dict[str, str]) -> tuple[Statement, ...]:
        return differences(self.told(old), self.told(new), _("Instead of: {text}"))
