"""What must hold of every ruleset that loads, whoever wrote it.

In: a document. Out: nothing, or an AssertionError; or a RulesetError for one that does not load.
"""

from __future__ import annotations

import ast
import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from helpers import dumped

from interpreter import Game, IllegalAction, Match, RecordError, RulesetError
from interpreter.machine.compile import compile_ruleset, engine
from interpreter.machine.engine import spec
from interpreter.machine.tables import tables
from interpreter.rules.read import from_document
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.vocabulary import WORDS
from interpreter.study.diff import Diff
from interpreter.study.leaks import Search, settings
from interpreter.study.warnings import judged
from interpreter.table.narration import Narrator
from interpreter.text.document import decode, read
from interpreter.text.messages import LANGUAGES, speak
from interpreter.text.problem import Problems

MOST_MOVES = 20_000


def loaded(text: str) -> Ruleset:
    """The ruleset in a text. Raises RulesetError with problems that can be drawn."""
    problems = Problems()
    document = read(decode("wild.yaml", text.encode()), problems)
    return from_document(document, None, problems)


def written(data: Any) -> str:
    """A document as a text that the reader reads: JSON, on several lines."""
    return json.dumps(data, ensure_ascii=False, indent=1)


def refused(do: Callable[[], object]) -> Exception | None:
    """The refusal, which says why; None if there is none."""
    try:
        do()
    except (RulesetError, RecordError) as error:
        refusal = error
    else:
        return None
    assert str(refusal)
    if isinstance(refusal, RecordError):
        assert refusal.line >= 1
    else:
        assert all(problem.drawn() for problem in refusal.problems)
    return refusal


def check(text: str, seed: int, leaks: bool = True) -> Ruleset:
    """Everything. Raises RulesetError for a text that does not load."""
    r = loaded(text)
    document = read(decode("wild.yaml", text.encode()))
    for problem in judged(document, None, "wild.yaml"):
        assert problem.drawn()
    for choice in settings(r)[:2]:
        game = Game(r).with_options({k: v for k, v in choice.items() if r.settings[k] != v})
        check_module(game.ruleset)
        check_match(game, seed)
        if leaks:
            found = Search(game, seed).run(1)
            assert found.leak is None, found.leak
    assert Diff(Game(r), Game(r), level=1, seed=seed).comparison.same
    return r


# -- play ------------------------------------------------------------------------------------------


def check_match(game: Game, seed: int) -> None:
    """A match played at random: cards, choices, views, refusals, its end, its record, its story."""
    match, rng, moves = game.match(seed=seed), random.Random(seed), 0
    while not match.over:
        actions = match.actions()
        assert actions
        assert moves < MOST_MOVES
        check_cards(match)
        if rng.random() < 0.03:
            for seat in range(match.seats):
                assert dumped(match.view(seat))
                assert dumped(match.record_for(seat))
            for action in game.actions:
                check_refusal(match, action in actions, str(action))
        match.apply(rng.choice(actions))
        moves += 1
    record = json.loads(json.dumps(match.record))
    again = Match.from_record(record)
    assert dumped(again.record) == dumped(match.record)
    assert again.result == match.result
    try:
        for language in LANGUAGES:
            speak(language)
            narrators = [Narrator(game, match.names, seat) for seat in (None, 0, match.seats - 1)]
            for event in match.events:
                assert all(isinstance(narrator.tell(event), str) for narrator in narrators)
    finally:
        speak("en")


def check_cards(match: Match) -> None:
    """Every card is in one place; what may be played is held."""
    s, game = match._state, match.game
    size = game.ruleset.deck.size
    turned = 1 << s.turned if s.turned < size else 0
    story = match.chronicle
    aside = sum(1 << game.ruleset.deck.numbers[code] for _seat, code in story.aside)
    hidden = sum(1 << card for card in s.pack[s.next :])
    held = [hidden, turned, s.played, aside, *s.hand]
    assert sum(held) == (1 << size) - 1, held
    for action in match.actions():
        if action.card:
            assert s.hand[s.turn] >> game.ruleset.deck.numbers[action.card] & 1


def check_refusal(match: Match, legal: bool, text: str) -> None:
    """What is not offered is refused in words, and changes nothing."""
    if not legal:
        before = match.game.legal(match._state)
        try:
            match.apply(text)
        except IllegalAction as error:
            said = str(error)
        else:
            raise AssertionError(text)
        assert said
        assert match.game.legal(match._state) == before


# -- generated code --------------------------------------------------------------------------------

NODES = (
    *(ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Assign, ast.AugAssign),
    *(
        ast.Expr,
        ast.If,
        ast.While,
        ast.For,
        ast.Pass,
        ast.Break,
        ast.BoolOp,
        ast.BinOp,
        ast.UnaryOp,
    ),
    *(ast.Compare, ast.Call, ast.IfExp, ast.Constant, ast.Attribute, ast.Subscript, ast.Name),
    *(ast.Tuple, ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop),
)
"""what a function that comes of a ruleset may be made of: no import, no text, no class, no lambda,
no comprehension, nothing that opens a scope or reaches another"""


OWN = (
    *("cutter", "term", "lead_filter", "reply_filter", "value_of", "following", "beating", "worth"),
    *("index_of", "min", "max", "range", "len", "x", "c", "i", "a", "m", "out", "used", "given"),
    *(f"w{i}" for i in range(20)),
)
"""what the functions of a ruleset are called, what they call, and their arguments and variables,
beyond those of the engine"""
ATTRIBUTES = {*spec.FIELDS, "bit_count", "bit_length"}


@cache
def names() -> set[str]:
    """The names that can stand in a module: those of the engine, of the vocabulary, and OWN."""
    texts = [text for word in WORDS for text in (word.python, word.index) if text]
    trees = [ast.parse(text) for text in texts] + [ast.parse(Path(spec.__file__).read_text())]
    nodes = [node for tree in (*trees, *engine()) for node in ast.walk(tree)]
    found = {node.id for node in nodes if isinstance(node, ast.Name)}
    found |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    found |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    return {*found, *OWN} - {"setattr", "self"}


def check_module(r: Ruleset) -> None:
    """The module of a ruleset is made of what the compiler writes: nothing else of the ruleset
    than numbers, its name and the texts of its cards and calls."""
    tree = ast.parse(compile_ruleset(r))
    head = [node for node in tree.body if not isinstance(node, ast.FunctionDef)]
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert functions.pop().name == "main"
    check_head(head, r)
    known = names() | {*tables(r)}
    for node in (n for function in functions for n in ast.walk(function)):
        assert isinstance(node, NODES), ast.dump(node)[:200]
        if isinstance(node, ast.Constant):
            assert isinstance(node.value, int), node.value
        if isinstance(node, ast.Name):
            assert node.id in known, node.id
        if isinstance(node, ast.Attribute):
            assert node.attr in ATTRIBUTES, node.attr
        if isinstance(node, ast.Call):
            assert isinstance(node.func, ast.Name | ast.Attribute)
            assert not node.keywords
        if isinstance(node, ast.FunctionDef):
            assert node.name in known
            assert not node.decorator_list


def check_head(head: list[ast.stmt], r: Ruleset) -> None:
    """A docstring, tables of numbers, the texts of cards and calls, the state, the last line."""
    first, *assigned, state, last = head
    assert isinstance(first, ast.Expr)
    assert ast.literal_eval(first.value) == (
        f"{r.name}, compiled from its ruleset; content hash {r.hash}."
    )
    assert ast.unparse(last) == "if __name__ == '__main__':\n    main()"
    assert isinstance(state, ast.ClassDef)
    assert {f.name for f in state.body if isinstance(f, ast.FunctionDef)} == {"__init__", "copy"}
    for node in assigned:
        assert isinstance(node, ast.Assign)
        assert isinstance(node.targets[0], ast.Name)
        name, value = node.targets[0].id, ast.literal_eval(node.value)
        assert re.fullmatch("[A-Z_]+", name)
        if name == "CODES":
            assert value == r.deck.codes
        elif name == "CALLS":
            assert all(re.fullmatch(r"[\w ]+", text) for text in value)
        elif name != "FIELDS":
            assert all(isinstance(number, int) for number in value)
