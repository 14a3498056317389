"""Machine code does what plain Python does, with the same numbers."""

from __future__ import annotations

import ast
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the extra `fast` is not installed")

from carriers import compare_deals, compare_match, compare_tables
from helpers import ROOT
from natively import FOLDER, MACHINE_CODE, OWN, Played, game, name_of, played
from variants.legs import FOUR, legs

from interpreter import Game, load
from interpreter.machine.compile import _fitted, _folded_engine, compile_ruleset
from interpreter.machine.native.carrier import Carrier, Table
from interpreter.machine.native.text import KERNELS, loop_functions, loop_text, native_text
from interpreter.machine.packs import BOTS, DEALS, LOT, MATCHES, MAX_SEED, Stream, match_seed
from interpreter.rules.shelf import shipped

pytestmark = MACHINE_CODE

DEALS_EACH = 200
LOOPS = ("chouine", "aluette", "chouine-proust")
"""games that are also played in whole matches: stock, lots for seats, rounds with new draws"""


UNDECIDED = (
    (
        "[least: if round = 2 then -strength(drawn) else strength(drawn)]",
        "[most: if round = 2 then 1 else 2]",
    ),
)


@pytest.fixture(autouse=True)
def _kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code of tests is kept, but not among the user's own."""
    monkeypatch.setenv("TRICKPLAY_CACHE", FOLDER)


PLAYED = list(played())


def test_every_value_of_an_option_is_played() -> None:
    """In some game, natively."""
    games = [game(some[0], *some[1]) for some in PLAYED]
    there = {(o.about.name, value) for g in games for o in g.ruleset.options for value in o.values}
    agreed = [
        {o.about.name: o.default for o in g.ruleset.options} | g.ruleset.agreed() for g in games
    ]
    chosen = {item for some in agreed for item in some.items()}
    assert there - chosen == {("lot", "court"), ("lot", "madame")}
    assert {("lot", value) for value in LOTS} == {item for item in there if item[0] == "lot"}


@pytest.mark.parametrize("some", PLAYED, ids=name_of)
def test_every_state_is_the_same(some: Played) -> None:
    """All fields after every action, what is legal, what the deal brings."""
    own = game(some[0], *some[1])
    fewest = own.seats * own.ruleset.deal.cards // 2  # a declaration can win a deal at once
    assert compare_deals(own, DEALS_EACH, seed=11) > fewest * DEALS_EACH


@pytest.mark.parametrize("name", LOOPS)
def test_loops_are_the_same(name: str) -> None:
    """Whole deals and matches on both carriers, and at a table with random players."""
    own = game(name)
    compare_tables(own, 300, 8, seed=5)
    for number in (0, 1, 6):
        compare_match(own, 5, number)


LOTS = ("all", "court", "madame")


@pytest.mark.parametrize("lot", LOTS)
def test_lots_are_the_same(lot: str) -> None:
    """Who deals, how many packs were drawn and all that they have left, for seats and sides."""
    own = load(str(ROOT / "tests" / "games" / "six.yaml")).with_options({"lot": lot})
    native, plain = own.native("native"), own.native("python")
    s, t = native.states(1)[0], plain.states(1)[0]
    draws = Counter[int]()
    for seed in range(300):
        lists = [
            [c.integers([0] * n) for n in (6 * own.seats + 4, own.ruleset.deck.size)]
            for c in (native, plain)
        ]
        one, other = (
            c.call("draw_lots", state, *some, seed, 0)
            for c, state, some in ((native, s, lists[0]), (plain, t, lists[1]))
        )
        assert tuple(map(int, one)) == other
        assert [list(map(int, some)) for some in lists[0]] == lists[1]
        same(native, s, t)
        draws[other[1]] += 1
    assert len(draws) > 1, "equal cards draw again"


@pytest.mark.parametrize("changes", [(), FOUR, UNDECIDED], ids=["two", "four", "undecided"])
def test_rounds_and_new_draws(changes: tuple[tuple[str, str], ...]) -> None:
    """Ties among drawn cards, a draw for the third round, and draws that never decide."""
    own = legs(*changes)
    compare_tables(own, 50, 100, seed=5)
    dealers: list[int] = []
    for number in range(60):
        compare_match(own, 5, number)
        dealers += next(own.native().matches(5, 1, number))["dealer"].tolist()
    assert next(own.native().matches(5, 60))["dealer"].tolist() == dealers, (
        "no match leaves a trace"
    )


# -- packs and choices -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chouine", "aluette", str(OWN[0])])
def test_packs_are_the_same(name: str) -> None:
    carrier, size = game(name).native("native"), game(name).ruleset.deck.size
    rng = random.Random(3)
    seeds = [
        0,
        1,
        2**31,
        2**32 - 1,
        2**32,
        2**63,
        MAX_SEED,
        *(rng.getrandbits(64) for _ in range(40)),
    ]
    for seed in seeds:
        for stream in (DEALS, LOT, BOTS, 7, MATCHES):
            number = rng.choice([0, 1, 2, rng.getrandbits(32), 2**32 - 1])
            expected = Stream(seed, stream, number).shuffled(size)
            assert carrier.pack(seed, number, stream) == expected


@pytest.mark.parametrize("kind", ["native", "python"])
def test_words_are_the_same(kind: str) -> None:
    carrier = game("chouine").native(kind)
    words = carrier.integers([0] * 9)
    for seed, stream, number in [(0, 0, 1), (7, 3, 9), (MAX_SEED, MATCHES, 2**32 - 1)]:
        carrier.call("sow", words, 5, seed & 0xFFFFFFFF, seed >> 32, stream, number)
        known = Stream(seed, stream, number)
        for _ in range(50):
            assert carrier.call("draw_word", words, 5) == known.word()


def test_seeds_of_matches_are_apart() -> None:
    seeds = {match_seed(seed, number) for seed in range(20) for number in range(100)}
    assert len(seeds) == 2000
    assert all(0 <= seed <= MAX_SEED for seed in seeds)
    assert match_seed(7, 3) == 8235308765828422340


@pytest.mark.parametrize("kind", ["native", "python"])
def test_it_does_not_matter_how_a_run_is_cut(kind: str) -> None:
    carrier = game("aluette").native(kind)
    whole = next(carrier.deals(9, 60))
    parts = [next(carrier.deals(9, n, first)) for first, n in ((1, 7), (8, 13), (21, 40))]
    for name in whole.places:
        joined = [list(x) for part in parts for x in zip(*columns(part, name), strict=True)]
        assert joined == [list(x) for x in zip(*columns(whole, name), strict=True)]
    matches = list(carrier.matches(9, 12))
    apart = [next(carrier.matches(9, 1, first)) for first in range(12)]
    assert sum(map(len, matches)) == sum(map(len, apart))
    assert list(matches[0]["winner"]) == [x for part in apart for x in part["winner"]]


def columns(table: Table, name: str) -> list[list[int]]:
    """All columns of a name."""
    found = table[name]
    return [list(map(int, column)) for column in (found if table.places[name][1] else [found])]


def test_matches_that_are_longer_than_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table grows until a match fits, and no match is torn apart or left out."""
    expected = next(game("chouine").native("native").matches(2, 30))
    monkeypatch.setattr("interpreter.machine.native.carrier.ROWS", 2)
    for kind in ("native", "python"):
        tables = list(game("chouine").native(kind).matches(2, 30))
        assert len(tables) > 5
        for name in ("match", "winner", "decisions"):
            assert [int(x) for table in tables for x in table[name]] == list(expected[name])


@pytest.mark.parametrize("kind", ["native", "python"])
@pytest.mark.parametrize(("seed", "first", "count"), [(-1, 1, 1), (2**64, 1, 1), (1, 0, 5)])
def test_bad_numbers(kind: str, seed: int, first: int, count: int) -> None:
    with pytest.raises(ValueError, match=r"^(a seed is a whole number|numbers are) from "):
        next(game("chouine").native(kind).deals(seed, count, first))


def test_numbers_have_an_end() -> None:
    carrier = game("chouine").native("native")
    assert len(next(carrier.deals(1, 3, 2**32 - 3))) == 3
    with pytest.raises(ValueError, match=r"^numbers are from 1 to 4294967295$"):
        next(carrier.deals(1, 4, 2**32 - 3))


# -- the functions of the machine, one by one ------------------------------------------------------


@pytest.mark.parametrize("name", ["chouine", "aluette"])
def test_functions_one_by_one(name: str) -> None:
    """A match is begun, dealt and played by single calls, and every answer is the same."""
    own, words = game(name), Stream(4, 9, 0)
    native, plain = own.native("native"), own.native("python")
    s, t = native.states(1)[0], plain.states(1)[0]
    for number in range(3):
        pack = Stream(4, DEALS, number).shuffled(own.ruleset.deck.size)
        if number == 0:
            assert native.draw_lot(s, pack) == plain.draw_lot(t, pack)
            both(native, plain, s, t, "begin", 1)
        for carrier, state in ((native, s), (plain, t)):
            (carrier.deal if number else carrier.start)(state, pack)
        same(native, s, t)
        while not t.over:
            while t.step:
                both(native, plain, s, t, "advance")
            if not t.over:
                legal = both(native, plain, s, t, "cards")
                other = both(native, plain, s, t, "calls", legal)
                options = actions(own, t, legal, other)
                both(native, plain, s, t, "act", options[words.below(len(options))])
        assert native.stock_left(s) == plain.stock_left(t)
        if t.over == 2:
            both(native, plain, s, t, "begin", 0)


def both(native: Carrier, plain: Carrier, s: Any, t: Any, name: str, *args: int) -> int:
    """Call a function on both carriers: the same answer, the same state."""
    one, other = getattr(native, name)(s, *args), getattr(plain, name)(t, *args)
    assert one == other
    same(native, s, t)
    return int(other or 0)


def same(carrier: Carrier, s: Any, t: Any) -> None:
    """Two states have the same fields."""
    for name, length in carrier.machine.FIELDS.items():
        assert (list(s[name]) if length else s[name]) == getattr(t, name), name


def actions(own: Game, t: Any, legal: int, other: int) -> list[int]:
    """The numbers of all actions."""
    size = own.ruleset.deck.size
    bits = legal | other << size
    if getattr(t, "aside", 0):
        bits = legal << size + len(own.machine.CALLS)
    return [a for a in range(bits.bit_length()) if bits >> a & 1]


def test_what_a_carrier_has_not() -> None:
    carrier = game("chouine").native("native")
    with pytest.raises(AttributeError):
        carrier.no_such_thing  # noqa: B018
    assert carrier.CODES == game("chouine").machine.CODES
    assert carrier.kind == "native"
    assert carrier.notice == ""


# -- the text --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*shipped(), *map(str, OWN)], ids=lambda name: Path(name).stem)
def test_text_of_a_native_module(name: str) -> None:
    """The module's own functions as they are; no name is used twice."""
    r = load(name).ruleset
    module, loops = compile_ruleset(r), loop_text(r)
    names = [functions(module), functions(loops)]
    assert not names[0] & names[1]
    assert set(KERNELS) <= names[1]
    text = native_text(module, loop_functions(r))
    assert names[0] | names[1] <= functions(text) | {"popcount", "main"}
    assert not {"class State", "import random", "print("} & set(text.splitlines())


@pytest.mark.parametrize("name", ["chouine-proust", "aluette", str(OWN[0])])
def test_the_text_is_the_same_every_time(name: str) -> None:
    """Its hash is the name of a file; nothing that was made before is used again here."""
    texts = set()
    for _ in range(2):
        _fitted.cache_clear()
        _folded_engine.cache_clear()
        r = load(name).ruleset
        texts.add(native_text(compile_ruleset(r), loop_functions(r)))
    assert len(texts) == 1


def functions(text: str) -> set[str]:
    """The functions that a text defines."""
    return {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}


def test_the_loops_are_no_second_engine() -> None:
    """Streams, lots, loops and what they write down: nothing there plays a card."""
    loops = loop_text(load("chouine").ruleset)
    assert not re.search(r"\bs\.(hand|table|trump|led|best|taker|leader)\b.* = ", loops)


def test_numba_is_not_imported_by_play() -> None:
    """A match, a view and the loops on CPython need nothing of the extra."""
    code = (
        "import sys, interpreter as i\n"
        "g = i.load('chouine'); m = g.match(seed=1); m.view(0)\n"
        "next(g.native('python').deals(1, 2)); next(g.native('python').matches(1, 1))\n"
        "print(*sorted({'numba', 'numpy', 'llvmlite', 'platformdirs'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout.strip(), done.stderr) == ("", "")
