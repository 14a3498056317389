"""The verdicts on the mutants of a ruleset, added up; as text for people and data for programs.

In: verdicts, and why some mutants cannot be killed. Out: how many of each kind were made, killed,
refused by the checker or survived; exact numbers, nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from ...text.messages import _, plural
from ..cases.suite import Excuse
from ..naming import titled
from ..wrapping import wrapped
from . import run
from .judge import KILLED, REFUSED, SURVIVED, Verdict


@dataclass(frozen=True)
class Tally:
    """All verdicts on a ruleset. excuses: why a mutant cannot be killed, by its name.

    strange: names that are excused, but belong to no survivor.
    """

    name: str
    verdicts: tuple[Verdict, ...]
    excuses: dict[str, str]
    strange: tuple[str, ...] = ()

    def count(self, fate: str, kind: str = "") -> int:
        """How many mutants, of a kind or of all, came to an end like this."""
        return sum(v.fate == fate and kind in ("", v.kind) for v in self.verdicts)

    @property
    def mutants(self) -> int:
        """How many rulesets of their own there were."""
        return self.count(KILLED) + self.count(SURVIVED)

    @property
    def survivors(self) -> tuple[Verdict, ...]:
        """Those that no case kills."""
        return tuple(v for v in self.verdicts if v.fate == SURVIVED)

    @property
    def unexplained(self) -> tuple[Verdict, ...]:
        """The survivors of which nobody says why."""
        return tuple(v for v in self.survivors if v.name not in self.excuses)


def tally(name: str, verdicts: Iterable[Verdict], excuses: Iterable[Excuse], whole: bool) -> Tally:
    """Put verdicts together. whole: all mutants were judged; else no excuse is strange.

    An excuse that the ruleset inherits may be about a rule that it does not have.
    """
    found, given = tuple(verdicts), {excuse.name: excuse for excuse in excuses}
    names = {v.name for v in found if v.fate == SURVIVED}
    strange = [e.name for e in given.values() if whole and e.own and e.name not in names]
    fitting = {name: excuse.why for name, excuse in given.items() if name in names}
    return Tally(name, found, fitting, tuple(strange))


def tally_lines(found: Tally) -> Iterator[str]:
    """The report: totals, then each survivor with its place, its excuse or a deal."""
    text = _("{name}: the cases kill {n} of {total} mutants")
    yield text.format(name=found.name, n=found.count(KILLED), total=found.mutants)
    refused = found.count(REFUSED)
    if refused:
        text = plural("{n} more is no ruleset", "{n} more are no rulesets", refused)
        yield f"  {text}"
    explained = [v for v in found.survivors if v.name in found.excuses]
    if explained:
        yield _("Cannot be killed, it is said:")
    for v in explained:
        text = titled(v.name, found.excuses[v.name])
        yield from wrapped(f"{_at(v)}: {text}", "  ", "    ")
    if found.unexplained:
        yield _("Survive:")
    for v in found.unexplained:
        yield ""
        yield from wrapped(f"{_at(v)}: {v.name}", "", "  ")
        none = _("  no deal found in {n} that is played otherwise").format(n=run.DEALS)
        yield from (v.witness or none).splitlines()
    if found.strange and found.unexplained:
        yield ""
    for name in found.strange:
        text = _("`{name}` is said to survive, but a case kills it, or there is no such mutant")
        yield from wrapped(text.format(name=name), "  ", "    ")


def _at(v: Verdict) -> str:
    return ":".join(map(str, v.place))


def tally_data(found: Tally) -> dict[str, Any]:
    """The same as JSON data, every mutant with what became of it."""
    return {
        "ruleset": found.name,
        "mutants": found.mutants,
        "killed": found.count(KILLED),
        "refused": found.count(REFUSED),
        "survived": found.count(SURVIVED),
        "strange": list(found.strange),
        "verdicts": [_verdict(v, found.excuses.get(v.name, "")) for v in found.verdicts],
    }


def _verdict(v: Verdict, excuse: str) -> dict[str, Any]:
    data = {key: value for key, value in asdict(v).items() if key != "place" and value}
    data |= dict(zip(("file", "line", "column"), v.place, strict=True))
    return {**data, "excuse": excuse} if excuse else data
