"""Cases, played: each in several fillings, until one fails.

In: a suite, games by settings, how many fillings. Out: Results. Filling and judging are two steps,
so that the same positions can be judged by other games: mutants of the rules, or games that count
what is reached. Nothing that a case says can end in an exception.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...machine.packs import Stream
from ...table.errors import IllegalAction
from ...table.game import Game
from ...table.lots import TooFewCards, draw_lots
from ...table.match import Match
from ...table.supply import Pack
from ...text.messages import _
from ...text.source import Span
from .fill import Filler, Laid
from .judge import Judge
from .read import Settle, chosen
from .suite import Case, Expectation, Suite

FILLINGS = 20
STREAM = 71
"""apart from the streams of packs and players"""


@dataclass(frozen=True)
class Trial:
    """A case in one filling, counted from 1. laid: None if none was found."""

    case: Case
    filling: int
    laid: Laid | None


@dataclass(frozen=True)
class Failure:
    """What failed. came: what came instead. expectation: None if something could not be played or
    set up; at: the place in the file."""

    case: Case
    filling: int
    expectation: Expectation | None
    came: str
    at: Span


@dataclass(frozen=True)
class Results:
    """passed: cases that hold, rows of tables one by one. failures: one a case, in the first
    filling that fails. todo: those that are known not to hold; surprises: the same, but they do."""

    passed: tuple[Case, ...]
    failures: tuple[Failure, ...]
    todo: tuple[Case, ...]
    surprises: tuple[Case, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not self.failures

    @property
    def count(self) -> int:
        """How many cases were played."""
        return sum(map(len, (self.passed, self.failures, self.todo, self.surprises)))


class Staged:
    """A supply with the cards of some draws and no pack: when a deal has ended the match waits."""

    def __init__(self, lots: tuple[tuple[int, ...], ...]) -> None:
        self.lots = lots

    def deal(self, number: int) -> Pack | None:
        return None

    def lot(self, number: int) -> Pack:
        if number > len(self.lots):
            raise TooFewCards
        return self.lots[number - 1]


def trials(
    suite: Suite,
    settle: Settle,
    names: tuple[str, ...] | None = None,
    fillings: int = FILLINGS,
    first: int = 1,
) -> Iterator[Trial]:
    """Positions for the cases, filled up at random in the games of `settle`. first: the number of
    the first filling, `fillings` that of the last."""
    fillers: dict[tuple[tuple[str, str], ...], Filler] = {}
    for case in chosen(suite, names):
        options = case.given.options
        if options not in fillers:
            fillers[options] = Filler(settle(dict(options)))
        for filling in range(first, fillings + 1):
            yield Trial(case, filling, laid(fillers[options], case, filling))


def laid(filler: Filler, case: Case, filling: int) -> Laid | None:
    """One filling of a case: the same in every run. None if none was found."""
    seed = zlib.crc32(case.name.encode()) + case.row
    for attempt in range(20):
        found = filler.fill(case.given, Stream(seed, STREAM + attempt, filling))
        if found is None:
            return None
        if not case.given.table or isinstance(begun(filler.game, found, case), Match):
            return found
    return None


def begun(game: Game, laid: Laid, case: Case) -> Match | str:
    """The match of a position with the cards on the table, or why there is none."""
    position, supply = laid.position, Staged(laid.lots)
    try:
        if laid.begins:
            lots = draw_lots(game, supply.lot)
            position = replace(position, lots=lots, dealer=lots.dealer)
        match = Match(game, supply, position=position)
        for card in case.given.table:
            while _asked(match):
                match.apply("pass")
            match.apply(f"play {game.ruleset.deck.codes[card]}")
    except (ValueError, LookupError, AttributeError) as error:
        return str(error)  # in changed rules cards, seats or whole mechanisms can be missing
    return match


def _asked(match: Match) -> bool:
    return bool(getattr(match._state, "asked", 0))


def run_cases(
    suite: Suite,
    settle: Settle,
    names: tuple[str, ...] | None = None,
    fillings: int = FILLINGS,
    stop: bool = False,
    made: tuple[Trial, ...] | None = None,
) -> Results:
    """Play the cases. stop: at the first failure. made: trials that were made before, which the
    games of `settle` now judge."""
    failed: dict[Case, Failure] = {}
    seen: dict[Case, None] = {}
    for trial in made if made is not None else trials(suite, settle, names, fillings):
        seen[trial.case] = None
        if trial.case in failed:
            continue
        failure = judged(trial, settle(dict(trial.case.given.options)))
        if failure is not None:
            failed[trial.case] = failure
            if stop and not trial.case.todo:
                break
    todo = [case for case in seen if case.todo]
    return Results(
        tuple(case for case in seen if case not in failed and not case.todo),
        tuple(failure for failure in failed.values() if not failure.case.todo),
        tuple(case for case in todo if case in failed),
        tuple(case for case in todo if case not in failed),
    )


def judged(trial: Trial, game: Game) -> Failure | None:
    """What fails in one filling, if anything does."""
    case = trial.case
    if trial.laid is None:
        text = _("no filling was found in which all that is given fits together")
        return Failure(case, trial.filling, None, text, case.span)
    match = begun(game, trial.laid, case)
    if isinstance(match, str):
        text = _("this position cannot be set up: {why}").format(why=match)
        return Failure(case, trial.filling, None, text, case.span)
    for text, at in case.play:
        if match._state.over:
            return Failure(
                case, trial.filling, None, _("{text}: the deal is over").format(text=text), at
            )
        try:
            match.apply(text)
        except IllegalAction as error:
            came = _("{text}: {why}").format(text=text, why=error)
            return Failure(case, trial.filling, None, came, at)
    judge = Judge(match)
    for wanted in case.expect:
        came_instead = judge.check(wanted)
        if came_instead is not None:
            return Failure(case, trial.filling, wanted, came_instead, wanted.span)
    return None
