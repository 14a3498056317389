"""Whatever stands in a file, reading it ends soon, with a ruleset that plays or a RulesetError.

Files of random bytes near good ones, expressions of random words, and the largest things that are
allowed: what loads also compiles.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest
from helpers import TRIES
from hypothesis import example, given, settings
from hypothesis import strategies as st

from interpreter.machine.module import machine
from interpreter.rules.check import check
from interpreter.rules.deck import Deck
from interpreter.rules.names import Names
from interpreter.rules.read import from_document, read_ruleset, ruleset_from_data
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.scopes import SCOPES
from interpreter.rules.types import Extent, Type
from interpreter.rules.vocabulary import WORDS
from interpreter.text.document import Scalar, decode, read
from interpreter.text.limits import MAX_BYTES, MAX_PROBLEMS, MAX_TERMS
from interpreter.text.problem import Problem, Problems, RulesetError
from interpreter.text.source import Source, Span
from interpreter.text.syntax import KEYWORDS

HERE = Path(__file__).parent
FILES = {
    "small": HERE / "loading" / "small.yaml",
    "partners": HERE / "loading" / "partners.yaml",
    "shipped": HERE.parent / "rulesets" / "chouine.yaml",
    "aluette": HERE.parent / "rulesets" / "aluette.yaml",
    "broken": HERE / "broken" / "several" / "of-every-kind.yaml",
}
SECONDS = 2.0
T = TypeVar("T")


@cache
def content(name: str) -> bytes:
    return FILES[name].read_bytes()


def ruleset(text: bytes) -> Ruleset:
    """The ruleset that a file of this content holds."""
    problems = Problems()
    return from_document(read(decode("x.yaml", text), problems), None, problems)


def tried(read: Callable[[], T]) -> T | RulesetError:
    """What is read, or the refusal, which holds problems that can be drawn."""
    try:
        return read()
    except RulesetError as error:
        refusal = error
    assert refusal.problems
    assert str(refusal)
    return refusal


def problems(text: str) -> tuple[Problem, ...]:
    """What is wrong with it, told in time."""
    start = time.process_time()
    with pytest.raises(RulesetError) as raised:
        ruleset(text.encode())
    assert str(raised.value)
    assert time.process_time() - start < SECONDS
    return raised.value.problems


# -- random files and expressions --------------------------------------------------------------

SCRAPS = [b"", b"\n", b" ", b"  ", b": ", b" #", b"{", b"]", b"~", b"*a", b"&a ", b"!a ", b"---\n"]
MUTATION = st.tuples(
    st.integers(0, 6_000),
    st.integers(0, 12),
    st.one_of(
        st.sampled_from([*SCRAPS, b"or", b"99", b"- ", b"(", b"'", b'"\\']), st.binary(max_size=3)
    ),
)


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=30 * TRIES, deadline=None)
@given(mutations=st.lists(MUTATION, min_size=1, max_size=4))
def test_random_bytes(name: str, mutations: list[tuple[int, int, bytes]]) -> None:
    text = content(name)
    for at, length, new in mutations:
        at %= len(text)
        text = text[:at] + new + text[at + length :]
    found = tried(lambda: ruleset(text))
    if not isinstance(found, RulesetError):
        assert found.hash


@settings(max_examples=25 * TRIES, deadline=None)
@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.text(max_size=9)
        | st.sampled_from(["A", "1"]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["ruleset", "deck", "use", "name", "tricks", "sets", ""]), inner
            )
        ),
        max_leaves=9,
    )
)
@example({"ruleset": 1})
@example({"ruleset": 1, "extends": "chouine", "name": "x"})
@example({"ruleset": "1", "deck": {"use": "french"}, "tricks": {"ranking": [None, [], "A"]}})
def test_random_data(data: object) -> None:
    """A record may hold anything."""
    with pytest.raises(RulesetError):
        ruleset_from_data(data, Source("record", " "))


PARTS = sorted(
    {word.name for word in WORDS}
    | {*KEYWORDS, "A", "10", "7", "hearts", "s", "high", "foo", "0", "3", "999999999"}
    | {"bold", "pace", "slow", "quick", "yes", "bid"}
    | {"(", ")", ",", "=", "!=", "<", "<=", "+", "-", "*", "==", "/", "é", "'"}
)


@cache
def names() -> Names:
    """The names of the shipped game, options, a question and a variable."""
    deck: Deck = read_ruleset(FILES["shipped"]).deck
    found = Names(deck.rank_masks, deck.suit_masks, tuple(range(deck.size)), 8)
    found = found.with_bounds(trump=found.extent(found.deck, one_suit=True))
    found = found.with_bounds(declared=(0, 100), points=(0, 100), stock=(0, 32), trick=(1, 32))
    found.options.update(bold=("yes", "no"), pace=("slow", "quick"))
    found.settings.update(bold="no", pace="slow")
    found.questions.update(bid=0)
    return found.with_variable("s")


def checks_or_is_refused(text: str, want: Type, scope: str) -> None:
    scalar = Scalar(text, Span(Source("x", text), 0, len(text)))
    expr = tried(lambda: check(scalar, want, names(), scope))
    if not isinstance(expr, RulesetError):
        assert expr.type is (Type.CARDS if want is Type.CARD else want)
        assert isinstance(expr.bound, Extent) is (expr.type is Type.CARDS)


@settings(max_examples=100 * TRIES, deadline=None)
@given(
    st.lists(st.sampled_from(PARTS), max_size=9),
    st.sampled_from(["", " "]),
    st.sampled_from(list(Type)),
    st.sampled_from(sorted(SCOPES)),
)
def test_random_words(parts: list[str], gap: str, want: Type, scope: str) -> None:
    checks_or_is_refused(gap.join(parts), want, scope)


def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Larger expressions of smaller ones; many of them are of the wrong types."""
    signs = st.sampled_from(["or", "and", "of", "except", "in", "=", "<", "+", "-", "*"])
    of_one = st.sampled_from([word.name for word in WORDS if len(word.params) == 1])
    of_two = st.sampled_from([word.name for word in WORDS if len(word.params) == 2])
    return st.one_of(
        st.tuples(inner, signs, inner).map(lambda x: f"{x[0]} {x[1]} {x[2]}"),
        inner.map("({})".format),
        inner.map("not {}".format),
        st.tuples(inner, inner, inner).map(lambda x: f"if {x[0]} then {x[1]} else {x[2]}"),
        st.tuples(of_one, inner).map(lambda x: f"{x[0]}({x[1]})"),
        st.tuples(of_two, inner, inner).map(lambda x: f"{x[0]}({x[1]}, {x[2]})"),
    )


@settings(max_examples=100 * TRIES, deadline=None)
@given(
    st.recursive(st.sampled_from(PARTS).filter(str.isalnum), grown, max_leaves=8),
    st.sampled_from(list(Type)),
    st.sampled_from(sorted(SCOPES)),
)
def test_random_expressions(text: str, want: Type, scope: str) -> None:
    checks_or_is_refused(text, want, scope)


# -- large files -------------------------------------------------------------------------------


def enlarged(section: str, text: str) -> str:
    """The small game with more in a section, or with more at its end."""
    small = content("small").decode()
    return small.replace(f"\n{section}:\n", f"\n{section}:\n{text}") if section else small + text


WRONG = {
    "gaps": "extra:\n" + "".join(f" a{i}:\n" for i in range(8_000)),
    "unknown keys": "".join(f"k{i}: 1\n" for i in range(6_000)),
    "unknown keys in brackets": "extra: {" + ", ".join(f"k{i}" for i in range(8_000)) + "}\n",
    "misspelt sections": "".join(f"numbers{i}: 3\n" for i in range(4_000)),
    "a bracket before many commas": "extra: {a: (b" + ", c" * 50_000 + "}\n",
    "many brackets before commas": "extra: {"
    + ", ".join(f"a{i}: (b, c" for i in range(4_000))
    + "}\n",
    "duplicate keys": "extra:\n" + " a: 1\n" * 8_000,
    "anchors": "extra:\n" + " - &a b\n" * 6_000,
    "anchors on one line": "extra: [" + "&a b, " * 10_000 + "]\n",
    "one long word": "extra: " + "x" * 180_000 + "\n",
    "brackets": "extra: " + "[" * 150_000 + "\n",
    "dashes": "extra:\n  " + "- " * 50_000 + "\n",
    "question marks": "? " * 50_000 + "\n",
    "quotations": "extra: [" + "'', " * 12_000 + "]\n",
}


@pytest.mark.parametrize("name", WRONG)
def test_large_and_wrong(name: str) -> None:
    assert len(problems(enlarged("", WRONG[name]))) <= MAX_PROBLEMS + 1


def test_too_many_problems() -> None:
    """Reading stops and says so; each unknown name was compared with all known ones."""
    names = "".join(f"  n{i}: n{i}x\n" for i in range(1_900))
    found = problems(enlarged("sets", names))
    assert len(found) == MAX_PROBLEMS + 1
    assert found[-1].kind == "too-many"
    assert found[-1].message == "reading stopped after 100 problems"
    assert {problem.kind for problem in found[:-1]} == {"unknown-name"}


MANY_OPTIONS = "options:\n" + "".join(f"  o{i}: {{type: yes/no, default: no}}\n" for i in range(50))
MANY_VALUES = f"options:\n  o: {{type: {'/'.join(f'v{i}' for i in range(99))}, default: v7}}\n"
MANY_STAGES = "stages:\n" + "".join(
    f"  - q{i}: {{when: q{i - 1} or trump = none, ask: left(dealer)}}\n" for i in range(1, 20)
)
MANY_NICKNAMES = "nicknames:\n" + "".join(
    f"  {rank} of {suit}: the {rank}\n"
    for rank in ("Y", "no", "J", "10", "08", "7", "6", "5")
    for suit in ("cups", "coins", "swords", "staves")
)
MANY_SIGNS = "signals:\n  signs:\n" + "".join(
    f"    s{i}: {{means: count(hand) > {i}}}\n" for i in range(30)
)


@pytest.mark.parametrize(
    "text",
    [
        MANY_OPTIONS,
        MANY_VALUES,
        MANY_STAGES.replace("when: q0 or trump = none, ", ""),
        MANY_NICKNAMES,
        MANY_SIGNS,
    ],
    ids=["options", "values", "stages", "nicknames", "signs"],
)
def test_many_agreements(text: str) -> None:
    """What loads compiles and plays, in time."""
    start = time.process_time()
    game = machine(ruleset(enlarged("", text).encode()))
    assert time.process_time() - start < SECONDS
    state = game.State()
    game.begin(state, 0)
    game.start(state, list(range(len(game.CODES))))
    while not state.over:
        game.step(state, 3_000_000_000)


def test_file_too_long() -> None:
    text = enlarged("", "#" * MAX_BYTES)
    assert [problem.drawn() for problem in problems(text)] == [
        "x.yaml:1:1: the file is longer than 200000 bytes\n  1 |\n    | ^"
    ]


CHAIN = " or ".join(["led"] * MAX_TERMS)
ALLOWED = {
    "many named sets": "".join(f"  n{i}: Y or (10 of cups)\n" for i in range(1_000)),
    "many uses": "  n: led\n" + "".join(f"  n{i}: n\n" for i in range(1_000)),
    "a long chain": f"  n: {CHAIN}\n",
    "a chain of chains": f"  n0: {CHAIN}\n  n: " + " or ".join(["n0"] * 18) + "\n",
    "brackets": "  n: " + "(" * 40 + "led" + ")" * 40 + "\n",
    "a row of names": "  n0: led\n"
    + "".join(f"  n{i}: n{i - 1}\n" for i in range(1, 40))
    + "  n: n39\n",
    "chains within": "  n0: led\n"
    + "".join(f"  n{i}: {' or '.join([f'n{i - 1}', *['best'] * 30])}\n" for i in range(1, 5))
    + "  n: n4\n",
    "conditions within": "  n0: led\n"
    + "".join(f"  n{i}: if empty(n{i - 1}) then best else led\n" for i in range(1, 14))
    + "  n: n13\n",
    "cards within": "  n0: led\n"
    + "".join(f"  n{i}: Y of beats(5 of cups of n{i - 1}) of cups\n" for i in range(1, 12))
    + "  n: n11\n",
    "beats within": "  n: " + "beats(Y of cups of " * 14 + "led" + ")" * 14 + "\n",
    "not within": "  n: if " + "not " * 38 + "led in best then led else best\n",
}


@pytest.mark.parametrize("name", ALLOWED)
def test_large_and_right(name: str) -> None:
    """What loads compiles and plays."""
    text = enlarged("sets", ALLOWED[name])
    if "  n: " in text:
        assert "play: follows(led)" in text
        text = text.replace("play: follows(led)", "play: n")
    start = time.process_time()
    game = machine(ruleset(text.encode()))
    assert time.process_time() - start < SECONDS
    state = game.State()
    game.begin(state, 0)
    game.start(state, list(range(len(game.CODES))))
    while not state.over:
        game.step(state, 7)


def test_the_slowest_to_compile() -> None:
    """Conditions of many declarations, each written out for every suit, up to the limit."""
    chain = " or ".join(["beats(best)"] * 20)
    names = f"  n: {chain}\n  m: {' or '.join(['n'] * 30)}\n"
    text = enlarged("sets", names)
    rule = "cards: (Y or no) of s, points: 1, when: not empty(m)"
    more = "".join(f"  d{i}: {{each: s in suits, slot: d{i}, {rule}}}\n" for i in range(2))
    text = text.replace("\ndeclarations:\n", f"\ndeclarations:\n{more}")
    start = time.process_time()
    game = machine(ruleset(text.encode()))
    assert time.process_time() - start < 4 * SECONDS
    state = game.State()
    game.begin(state, 0)
    game.start(state, list(range(len(game.CODES))))
    while not state.over:
        game.step(state, 7)
