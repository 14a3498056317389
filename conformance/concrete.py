"""The cases of a ruleset, each filled up to whole positions.

In: the name of a shipped ruleset. Out: its cases as JSON data, each in some fillings: positions in
which every card has its place, what is played, what is expected. Each was played by the program
before it is written. Nothing here is random: a filling has its own stream of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from plain import Data, expected, position, row, standing

from interpreter import Action, Match
from interpreter.rules.shelf import SHIPPED
from interpreter.study.cases.judge import Judge
from interpreter.study.cases.read import read_suite, settling
from interpreter.study.cases.run import Trial, begun, trials
from interpreter.study.cases.suite import Case

FILLINGS = 2
"""of a case of the ruleset's own; an inherited one has one"""


def cases(name: str) -> Iterator[Data]:
    """All cases of a ruleset."""
    path = SHIPPED / f"{name}.yaml"
    settle = settling(path)
    suite, last = read_suite(path, name, settle), None
    for trial in trials(suite, settle, fillings=FILLINGS):
        own = Path(trial.case.span.source.name).name == f"{name}.test.yaml"
        if trial.filling > 1 and not own:
            continue
        game = settle(dict(trial.case.given.options))
        assert trial.laid is not None
        match = begun(game, trial.laid, trial.case)
        assert isinstance(match, Match)
        data = _case(trial, match)
        key = {**data, "filling": 0}
        if key != last:  # nothing was left to fill
            yield data
        last = key


def _case(trial: Trial, match: Match) -> Data:
    """A case in one filling."""
    case = trial.case
    data: Data = {"case": case.name}
    if case.row:
        data["row"] = case.row
    data["filling"] = trial.filling
    if case.given.options:
        data["options"] = dict(case.given.options)
    data["given"] = _given(trial, match)
    data["play"] = [text for text, _at in case.play]
    if "pack" in data["given"]:
        data["play"] = [str(a) for a in match.log if isinstance(a, Action)] + data["play"]
    data["expect"] = _expect(case, match)
    return data


def _given(trial: Trial, match: Match) -> Data:
    """The position before anything is played."""
    laid, game = trial.laid, match.game
    assert laid is not None
    data: Data = {}
    if laid.lots:
        seating, count = match.lots.seating, len(match.lots.seating)
        if seating:
            data["seating"] = [row(game, cards) for cards in seating]
        data["drawn"] = [row(game, cards[: game.seats]) for cards in laid.lots[count:]]
    if laid.position.deal is not None:
        return {**standing(match), **data, **position(match)}
    if not laid.begins:
        data["dealer"] = laid.position.dealer + 1
    return {**standing(match), **data, "pack": row(game, laid.position.pack)}


def _expect(case: Case, match: Match) -> Data:
    """What is expected once all has been played, and holds."""
    for text, _at in case.play:
        match.apply(text)
    judge = Judge(match)
    for wanted in case.expect:
        assert judge.check(wanted) is None, case.title
    return expected(judge, case.expect)
