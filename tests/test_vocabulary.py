"""The one table of the language fits together: with the grammar, the schema and the compiler."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from positions import expression, ruleset

import interpreter
from interpreter.machine.engine import bits, spec, stock
from interpreter.machine.functions import functions
from interpreter.machine.tables import constants, tables
from interpreter.rules.operators import OPERATORS
from interpreter.rules.scopes import SCOPES, Scope
from interpreter.rules.types import Type
from interpreter.rules.vocabulary import WORDS, Word
from interpreter.text.problem import RulesetError
from interpreter.text.shape import schema
from interpreter.text.syntax import KEYWORDS

GRAMMAR = Path(interpreter.__file__).parent / "text" / "expression.lark"
SAMPLES = {
    Type.CARDS: "deck",
    Type.CARD: "none",
    Type.NUMBER: "1",
    Type.PLAYER: "left(dealer)",
}
PUBLIC = (
    "ranking",
    "values",
    "combination",
    "agreement",
    "seating",
    "lot",
    "seat",
    "trump",
    "stage",
    "wins",
    "question",
    "drawing",
    "claim",
)
"""scopes of rules that everyone must be able to follow"""
SECRET = {"hand", "pack", "slots", "next", "pending"}
"""fields of a state that not everyone knows"""

each_word = pytest.mark.parametrize("word", WORDS, ids=lambda word: word.name)


def sample(word: Word) -> str:
    """The word with something in its brackets."""
    arguments = ", ".join(SAMPLES[kind] for kind in word.params)
    return f"{word.name}({arguments})" if word.params else word.name


def reads(word: Word) -> Iterator[str]:
    """The fields of the state that its translation reads by itself."""
    yield from re.findall(r"\bs\.([a-z_]+)", f"{word.python} {word.index}")


def test_names_are_distinct() -> None:
    names = [word.name for word in WORDS]
    assert len(set(names)) == len(names)
    assert not {*names} & {*KEYWORDS, "each"}
    signs = [row.sign for row in OPERATORS]
    assert len(set(signs)) == len(signs)


@each_word
def test_row_is_complete(word: Word) -> None:
    assert word.doc
    assert word.doc[0].islower()
    assert not word.doc.endswith(".")
    assert "|" not in word.doc + "".join(word.example), "it stands in a table"
    assert all(word.example)
    assert word.type in Type
    assert word.type is not Type.CARD
    assert all(kind in Type for kind in word.params)
    assert word.signature.startswith(word.name)


@each_word
def test_translation_is_an_expression(word: Word) -> None:
    """It has one value, calls only functions of the machine and changes nothing."""
    tree = ast.parse(word.python, mode="eval")
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    arguments = {f"_{i}" for i in range(len(word.params))}
    known = {"s", "me", "min", "max", *constants(ruleset("chouine")), *tables(ruleset("chouine"))}
    known |= {name for module in (bits, stock, spec) for name in vars(module)}
    known |= set(re.findall(r"^def ([a-z_]+)", functions(ruleset("chouine")), re.MULTILINE))
    assert arguments <= names <= known | arguments
    assert set(reads(word)) <= set(spec.FIELDS)
    assert not any(isinstance(node, ast.Lambda | ast.NamedExpr) for node in ast.walk(tree))


@each_word
def test_index_is_that_of_one_card(word: Word) -> None:
    """A word has an index if and only if it is never more than one card, but for `none`."""
    if word.type is Type.CARDS:
        expr = expression("chouine", sample(word), Type.CARDS)
        assert bool(word.index) is (expr.extent.most == 1)
    else:
        assert not word.index


@each_word
def test_some_place_offers_it(word: Word) -> None:
    offering = [name for name, scope in SCOPES.items() if word.needs in scope.needs]
    assert "any" in offering
    assert len(offering) > 1


def test_scopes_offer_nothing_that_no_word_needs() -> None:
    """The names of questions need that something was agreed to."""
    needed = {word.needs for word in WORDS} | {"agreed"}
    assert all(scope.needs <= needed for scope in SCOPES.values())
    assert all(scope.why for name, scope in SCOPES.items() if name != "any")


@pytest.mark.parametrize("name", [name for name in SCOPES if name != "any"])
def test_hidden_words_are_refused(name: str) -> None:
    """Also inside an expression, as an argument, and behind a name."""
    scope = SCOPES[name]
    for word in WORDS:
        if word.needs in scope.needs:
            continue
        with pytest.raises(RulesetError) as caught:
            expression("chouine", sample(word), word.type, name)
        message = f"`{word.name}` cannot be used here: {scope.why}"
        assert message in [problem.message for problem in caught.value.problems]
        if word.type is Type.CARDS:
            with pytest.raises(RulesetError):
                expression("chouine", f"count(K of {sample(word)}) = 1", Type.TRUTH, name)


@pytest.mark.parametrize(("name", "hidden"), [("question", "strong"), ("wins", "mine")])
def test_hidden_words_are_refused_behind_names(name: str, hidden: str) -> None:
    want = Type.TRUTH if hidden == "strong" else Type.CARDS
    with pytest.raises(RulesetError) as caught:
        expression("jacks", hidden, want, name)
    (problem,) = caught.value.problems
    assert problem.kind == "not-known-here"
    assert problem.message.startswith(f"in `{hidden}`: ")
    assert problem.span.text == hidden


@pytest.mark.parametrize("name", [name for name in SCOPES if name != "any"])
def test_what_was_agreed_to_is_known_from_the_stages_on(name: str) -> None:
    """Questions come after the deal and before the first trick; options are known everywhere."""
    before = ("ranking", "values", "combination", "agreement", "seating", "lot", "seat", "trump")
    assert expression("council", "frank or pace = quick", Type.TRUTH, name).type is Type.TRUTH
    if "agreed" in SCOPES[name].needs:
        assert name not in before
        assert expression("council", "bid", Type.TRUTH, name).op == "agreed"
        return
    assert name in (*before, "next")
    for text in ("bid", "both", "not (frank and bid)", "if bid then frank else frank"):
        with pytest.raises(RulesetError) as caught:
            expression("council", text, Type.TRUTH, name)
        message = f"`bid` cannot be used here: {SCOPES[name].why}"
        assert caught.value.problems[0].message.endswith(message)


@pytest.mark.parametrize("name", PUBLIC)
def test_public_places_read_nothing_secret(name: str) -> None:
    offered = [word for word in WORDS if word.needs in SCOPES[name].needs]
    assert [word.name for word in offered if SECRET & set(reads(word))] == []


def test_players_read_their_own_hand_only() -> None:
    """Of what there is one for each player, a rule knows that of the player it is about."""
    players = [name for name, length in spec.FIELDS.items() if length == spec.PLAYERS]
    assert {"hand", "won", "declared", "points", "drawn", "seated", "tricks"} <= set(players)
    for word in WORDS:
        for field in players:
            found = re.findall(rf"\bs\.{field}\b(.{{4}})?", word.python)
            assert found in ([], ["[me]"]), (word.name, field)


def test_hand_is_offered_to_choices_only() -> None:
    def offers(scope: Scope) -> bool:
        return "hand" in scope.needs

    assert [name for name, scope in SCOPES.items() if offers(scope)] == ["choice", "any"]


def test_grammar_has_the_keywords() -> None:
    text = re.sub(r"//.*", "", GRAMMAR.read_text(encoding="utf-8"))
    assert set(re.findall(r'"([a-z]+)"', text)) == set(KEYWORDS)


def test_operators_are_those_of_the_grammar() -> None:
    text = re.sub(r"//.*", "", GRAMMAR.read_text(encoding="utf-8"))
    signs = set(re.findall(r'"([^"]+)"', text)) - {"(", ")", ","}
    assert {part for row in OPERATORS for part in row.sign.split() if part != "…"} == signs


def test_operators_stand_from_loose_to_tight() -> None:
    """Each row binds tighter than the one above: the grammar's rules come in the same order."""
    text = re.sub(r"//.*", "", GRAMMAR.read_text(encoding="utf-8"))
    signs = [re.escape(row.sign.split()[0]) for row in OPERATORS]
    named = {"=": "COMPARE", "\\+": "PLUS", "\\*": "TIMES", "\\-": "MINUS signed"}
    places = [re.search(named.get(sign, f'"{sign}"'), text) for sign in signs]
    starts = [place.start() for place in places if place]
    assert len(starts) == len(signs)
    assert starts == sorted(starts)


def wanted(part: object) -> Iterator[tuple[str, str]]:
    """The types of expressions in the schema, with their descriptions."""
    if isinstance(part, dict):
        if "x-expression" in part:
            yield part["x-expression"], part.get("description", "")
        for inner in part.values():
            yield from wanted(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from wanted(inner)


def test_schema_asks_for_types_that_exist() -> None:
    found = list(wanted(schema()))
    assert {kind for kind, _text in found} == {"cards", "number", "truth", "player"}
    for kind, text in found:
        assert Type(kind)
        assert not text or text.endswith(f"(an expression: {kind})")
