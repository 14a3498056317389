"""The cases of a ruleset, tried on its mutants one by one.

In: the file of a ruleset. Out: a Verdict on each mutant: which case kills it, or that none does.
The positions of the cases are drawn with the true rules, once; every mutant is then to play the
same ones. A mutant that a few fillings of each case leave alive has to stand all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..cases.read import read_suite, settling
from ..cases.run import Trial, run_cases, trials
from .sift import Sifted, Sifter, Whole

KILLED, REFUSED, SAME, SURVIVED = "killed", "refused", "same", "survived"
"""what becomes of a mutant; the same is none"""
FEW, ALL = 2, 20
"""fillings of each case"""


@dataclass(frozen=True)
class Verdict:
    """A mutant and what became of it.

    rule, kind, change: as of the mutant; place: file, line and column of what was changed. fate:
    one of the words above. by: the case that kills it, or what the checker says. witness: the
    shortest deal found that it plays otherwise, in words, if it survived.
    """

    name: str
    rule: str
    kind: str
    change: str
    place: tuple[str, int, int]
    fate: str
    by: str = ""
    witness: str = ""


class Judge:
    """The cases and the mutants of one ruleset. Raises RulesetError if either cannot be read."""

    def __init__(self, path: Path, shown: str | None = None) -> None:
        self.sifter = Sifter(path, shown)
        self.settle = settling(path, shown)
        self.suite = read_suite(path, shown, self.settle)
        self.few = self._trials(FEW)
        self.killers: dict[str, str] = {}

    def _trials(self, fillings: int) -> tuple[Trial, ...]:
        """The fillings of the cases that hold for the ruleset itself: others tell nothing."""
        made = tuple(trials(self.suite, self.settle, fillings=fillings))
        holds = set(run_cases(self.suite, self.settle, made=made).passed)
        return tuple(trial for trial in made if trial.case in holds)

    @cached_property
    def all(self) -> tuple[Trial, ...]:
        """Every filling of every case."""
        return self._trials(ALL)

    def verdict(self, number: int) -> Verdict | None:
        """What becomes of a mutant, by its number; None if it means nothing."""
        mutant = self.sifter.mutants[number]
        sifted = self.sifter.sift(mutant)
        if sifted is None:
            return None
        fate, by = KILLED, ""
        if sifted.refused:
            fate, by = REFUSED, sifted.refused
        elif sifted.same:
            fate = SAME
        else:
            by = self._killer(sifted.whole, mutant.rule)
            if not by:
                fate = SAME if self._plays_alike(sifted) else SURVIVED
        source, (line, column) = mutant.span.source, mutant.span.source.place(mutant.span.start)
        place = (source.name, line, column)
        return Verdict(mutant.name, mutant.rule, mutant.kind, mutant.change, place, fate, by)

    def _killer(self, whole: Whole, rule: str) -> str:
        """The name of a case that does not hold for a game, those first that killed its like."""
        for made in self._rounds(rule):
            results = run_cases(self.suite, whole.game, stop=True, made=made)
            if results.failures:
                name = results.failures[0].case.name
                self.killers[rule] = name
                return name
        return ""

    def _rounds(self, rule: str) -> Iterator[tuple[Trial, ...]]:
        """What is tried one after the other: the cases that killed the last mutants of a rule and
        of those near it, then all cases, then all their fillings."""
        top = rule.partition(".")[0]
        near = [name for at, name in self.killers.items() if at.partition(".")[0] == top]
        first = [self.killers[rule]] if rule in self.killers else []
        for name in dict.fromkeys([*first, *reversed(near)]):
            yield tuple(trial for trial in self.few if trial.case.name == name)
        yield self.few
        yield self.all

    def _plays_alike(self, sifted: Sifted) -> bool:
        """Whether a mutant is the same program as the ruleset, in every setting."""
        return all(
            _program(sifted.whole, settings) == _program(self.sifter.origin, settings)
            for settings in self.sifter.settings
        )


def _program(whole: Whole, settings: dict[str, str]) -> str:
    """The module without its first line, which holds the hash."""
    return whole.game(settings).machine.TEXT.partition("\n")[2]
