"""What a ruleset states of every deal, tried on deals.

In: the path of a ruleset without problems. Out: a problem for each sum that came out otherwise in
a deal that was played at random and counted, with every value of every option.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ..machine.engine.spec import CLOSE, COUNT, State
from ..machine.evaluate import Probe, probing
from ..machine.module import Machine
from ..machine.packs import DEALS, Stream
from ..rules.chain import read_chain
from ..rules.read import from_document
from ..rules.ruleset import Ruleset
from ..text.messages import _
from ..text.problem import Problem, Problems
from .leaks import settings

TRIED = 100
"""deals for each choice of options"""
CHOICES = 1021
"""a stream, apart from those of play"""


def broken(path: Path, shown: str | None = None) -> tuple[Problem, ...]:
    """The invariants of a ruleset that do not hold."""
    flat = read_chain(path, shown or str(path), Problems())
    r = from_document(flat.document, flat.reach)
    found: dict[str, Problem] = {}
    for choice in settings(r) if r.invariants else ():
        agreed = from_document(flat.document, flat.reach, settings=choice)
        for name, problem in _tried(agreed):
            found.setdefault(name, problem)
    return tuple(found.values())


def _tried(r: Ruleset) -> Iterator[tuple[str, Problem]]:
    """The first deal in which each of them is otherwise."""
    m, probes = probing(r, [invariant.sum for invariant in r.invariants])
    for number in range(1, TRIED + 1):
        s = m.State()
        if _played(r, m, s, number):
            yield from _judged(r, s, probes, number)


def _judged(
    r: Ruleset, s: State, probes: Sequence[Probe], number: int
) -> Iterator[tuple[str, Problem]]:
    for invariant, probe in zip(r.invariants, probes, strict=True):
        total = sum(probe(s, seat) for seat in range(r.players))
        if total != invariant.total:
            text = _("over all players this is {total} in a deal, not {wanted}")
            message = text.format(total=total, wanted=invariant.total)
            hint = _("deal {n} of seed 0, each action taken at random").format(n=number)
            yield (
                invariant.about.name,
                Problem("broken-invariant", message, invariant.sum.span, hint),
            )


def _played(r: Ruleset, m: Machine, s: State, number: int) -> bool:
    """Play a deal at random; whether it was counted, and not won by a declaration before."""
    random = Stream(0, CHOICES, number)
    m.begin(s, number % r.players)
    m.deal(s, Stream(0, DEALS, number).shuffled(r.deck.size))
    counted = False
    while s.step != CLOSE:
        if s.step:
            counted = s.step == COUNT
            m.advance(s)
        else:
            m.act(s, _choice(r, m, s, random))
    return counted


def _choice(r: Ruleset, m: Machine, s: State, random: Stream) -> int:
    """Any action of the player to move."""
    legal = m.cards(s)
    if getattr(s, "aside", 0):
        legal <<= r.deck.size + len(m.CALLS)
    else:
        legal |= m.calls(s, legal) << r.deck.size
    for _skipped in range(random.below(legal.bit_count())):
        legal &= legal - 1
    return (legal & -legal).bit_length() - 1
