"""Files of cases to a Suite: shape, inheritance, tables, then every word of every case.

In: the path of a ruleset, or of a file of cases. Out: a Suite, or a RulesetError with every problem
found. The cases of `NAME.yaml` stand in `NAME.test.yaml` beside it. A variant has those of its base
too: a case with the same name takes its place, `NAME: ~` takes it away, and `*` in a name that is
taken away stands for anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Mapping as Map
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

from ...rules.chain import read_chain
from ...rules.options import OptionError
from ...rules.read import read_ruleset
from ...rules.shelf import TESTS, is_test_file
from ...table.game import Game
from ...text.document import Mapping, Node, Scalar, read, source_of
from ...text.messages import _, language
from ...text.problem import Problem, Problems, RulesetError, did_you_mean, refuse
from ...text.shape import check_shape
from .expects import read_expect
from .givens import read_given
from .suite import Case, Excuse, Suite
from .tables import rows
from .words import Words

JOINT = "\x1f"
"""between the name of a case and the number of its row, while the shape is checked"""
Settle = Callable[[Map[str, str]], Game]
"""settings of options, to the game that is played with them"""


@dataclass(frozen=True)
class Raw:
    """A case as it stands in a file: its name, a row, its body, the file's name."""

    name: Scalar
    row: int
    cells: str
    body: Mapping
    shown: str


def test_file(path: Path) -> Path:
    """The file of the cases of a ruleset."""
    return path.with_name(path.name.removesuffix(path.suffix) + TESTS)


def ruleset_file(path: Path) -> Path:
    """The ruleset that a file of cases is about."""
    return path.with_name(path.name.removesuffix(TESTS) + ".yaml")


def settling(path: Path, shown: str | None = None) -> Settle:
    """Games of the ruleset in a file, by settings; each is read and compiled once."""

    @cache
    def game(settings: tuple[tuple[str, str], ...]) -> Game:
        return Game(read_ruleset(path, shown, dict(settings)))

    def settle(settings: Map[str, str]) -> Game:
        defaults = {(option.about.name, option.default) for option in game(()).ruleset.options}
        return game(tuple(sorted(settings.items() - defaults)))

    return settle


def read_cases(path: Path, shown: str | None = None) -> Suite | None:
    """The cases of the ruleset beside a file of cases; None if that ruleset itself has problems,
    since no word means anything then. Raises RulesetError."""
    ruleset, name = ruleset_file(path), str(ruleset_file(Path(shown or path)))
    document = _document(path, shown or str(path), Problems())
    if not is_test_file(path) or not ruleset.is_file():
        text = _("there is no ruleset {file} beside this file").format(file=ruleset.name)
        refuse("unknown-base", text, document.key("tests").span)
    settle = settling(ruleset, name)
    try:
        settle({})
    except RulesetError:
        return None
    return read_suite(ruleset, name, settle)


def read_suite(path: Path, shown: str | None = None, settle: Settle | None = None) -> Suite:
    """The cases of the ruleset in a file, those that it inherits first."""
    shown = shown or str(path)
    settle = settle or settling(path, shown)
    game, problems = settle({}), Problems()
    found: dict[str, list[Raw]] = {}
    excused: dict[str, dict[str, Excuse]] = {"unreachable": {}, "survivors": {}}
    files = 0
    for ruleset, name in reversed(read_chain(path, shown, Problems()).files):
        beside = test_file(ruleset)
        if beside.is_file():
            files += 1
            own = str(Path(name).with_name(beside.name))
            document = _document(beside, own, problems)
            _add(found, document, own, problems)
            for section, excuses in excused.items():
                excuses.update(_excuses(document, section, ruleset == path))
    own = str(Path(shown).with_name(test_file(path).name))
    reader = _Cases(settle, own, problems)
    cases = [reader.case(raw) for several in found.values() for raw in several]
    problems.stop_if_any()
    unreachable, survivors = (tuple(excuses.values()) for excuses in excused.values())
    return Suite(game.name, path, shown, tuple(cases), files, unreachable, survivors)


def _document(path: Path, shown: str, problems: Problems) -> Mapping:
    """The document of a file of cases, of the right shape; rows of tables stand apart."""
    document = read(source_of(path, shown), problems)
    if "tests" not in document:
        first = document.entries[0][0]
        text = _("the first key of a file of cases must be `tests: 1`")
        refuse("unknown-kind", text, first.span, did_you_mean(first.text, ("tests",)))
    document, noted = _rows_apart(document, language())
    problems.note(noted)
    problems.stop_if_any()
    return document


@lru_cache(maxsize=16)
def _rows_apart(document: Mapping, _language: str) -> tuple[Mapping, tuple[Problem, ...]]:
    """A document in which every row of a table is a case, and what is wrong with it. Remembered,
    since variants inherit cases."""
    problems = Problems()
    cases = document.get("cases")
    if isinstance(cases, Mapping):
        entries: list[tuple[Scalar, Node]] = []
        for name, body in cases.entries:
            for row in rows(body, problems):
                text = f"{name.text}{JOINT}{row.number}{JOINT}{row.cells}"
                entries.append((Scalar(text, name.span, name.style), row.body))
        apart = Mapping(tuple(entries), cases.span)
        document = Mapping(
            tuple((k, apart if k.text == "cases" else v) for k, v in document.entries),
            document.span,
        )
    return check_shape(document, problems, "tests"), tuple(problems.found)


def _add(found: dict[str, list[Raw]], document: Mapping, shown: str, problems: Problems) -> None:
    """Put the cases of a file over those that it inherits."""
    own: set[str] = set()
    for key, body in cast("Mapping", document.get("cases")).entries:
        name, number, cells = key.text.split(JOINT)
        head = Scalar(name, key.span, key.style)
        if isinstance(body, Mapping):
            if name not in own:
                found[name] = []
                own.add(name)
            found[name].append(Raw(head, int(number), cells, body, shown))
            continue
        gone = [known for known in found if _fits(name, known) and known not in own]
        for known in gone:
            del found[known]
        if not gone:
            text = _("no case of this name is inherited, so there is none to take away")
            problems.add("nothing-to-remove", text, key.span, did_you_mean(name, found))


def _excuses(document: Mapping, section: str, own: bool) -> dict[str, Excuse]:
    """What a file says cannot be reached, or cannot be killed."""
    part = document.get(section)
    return {
        key.text: Excuse(key.text, value.text, own, key.span)
        for key, value in (part.entries if isinstance(part, Mapping) else ())
        if isinstance(value, Scalar)
    }


def _fits(pattern: str, name: str) -> bool:
    """Whether a name is one that a pattern with `*` means."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), name) is not None


def chosen(suite: Suite, names: tuple[str, ...] | None) -> tuple[Case, ...]:
    """The cases with some names, in which `*` stands for anything; all of them for None."""
    if names is None:
        return suite.cases
    return tuple(c for c in suite.cases if any(_fits(name, c.name) for name in names))


class _Cases:
    """Reads cases word by word; problems of inherited ones say so."""

    def __init__(self, settle: Settle, own: str, problems: Problems) -> None:
        self.settle, self.own, self.problems = settle, own, problems
        self.words: dict[tuple[tuple[str, str], ...], Words] = {}

    def case(self, raw: Raw) -> Case:
        """One case; problems are noted."""
        found = Problems()
        given = raw.body.get("given")
        options = given.get("options") if isinstance(given, Mapping) else None
        settings = tuple(
            (key.text, value.text)
            for key, value in (options.entries if isinstance(options, Mapping) else ())
            if isinstance(value, Scalar)
        )
        words = self._words(settings, options, found)
        todo, example = raw.body.get("todo"), raw.body.get("example")
        case = Case(
            raw.name.text,
            raw.row,
            raw.cells,
            read_given(given, words, settings),
            tuple((words.action(text, at), at) for text, at in words.texts(raw.body.get("play"))),
            read_expect(raw.body.get("expect"), words),
            todo.text if isinstance(todo, Scalar) else "",
            raw.name.span,
            isinstance(example, Scalar) and example.text == "yes",
        )
        self._note(found, raw)
        return case

    def _words(
        self, settings: tuple[tuple[str, str], ...], options: Node | None, found: Problems
    ) -> Words:
        if settings not in self.words:
            try:
                self.words[settings] = Words(self.settle(dict(settings)).ruleset, found)
            except OptionError as error:
                assert isinstance(options, Mapping)
                found.add("wrong-option", str(error), options.entries[0][0].span)
                return self._words((), None, found)
        words = self.words[settings]
        words.problems = found
        return words

    def _note(self, found: Problems, raw: Raw) -> None:
        for problem in found.found:
            hint = problem.hint
            if raw.shown != self.own:
                text = _("this case is inherited: replace it or take it away in {file}")
                hint = text.format(file=self.own)
            self.problems.add(problem.kind, problem.message, problem.span, hint)
