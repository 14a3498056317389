"""The modules that games are compiled to: fitting the engine keeps its meaning."""

from __future__ import annotations

import ast
import itertools
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from positions import GAMES, QUICK, compiled, dealt, expression, fields, mask, ruleset, shuffled
from reference import Facts, value

from interpreter.machine import specialise
from interpreter.machine.compile import call_names, compile_ruleset, engine
from interpreter.machine.engine import spec
from interpreter.machine.evaluate import probing
from interpreter.machine.functions import functions
from interpreter.machine.module import Machine
from interpreter.machine.packs import Stream
from interpreter.machine.tables import constants, tables
from interpreter.rules.types import Type

# -- specialising ----------------------------------------------------------------------------------


@cache
def plain_machine(game: str) -> Machine:
    """The same game with the engine as it is written: nothing folded, put in place or left out."""
    r = ruleset(game)
    module = ModuleType(game)
    module.__dict__.update({**vars(spec), **constants(r), **tables(r)})
    module.__dict__["COUNTS"] = True
    lengths = {spec.PLAYERS: r.players, spec.SIZE: r.deck.size, 0: 0}
    fields_ = {name: lengths[length] for name, length in spec.FIELDS.items()}
    module.__dict__["FIELDS"] = {**fields_, "wins": r.sides}
    state: list[ast.stmt] = [
        node
        for node in ast.parse(Path(spec.__file__).read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    ]
    code = [node for node in engine() if isinstance(node, ast.FunctionDef)]
    own = ast.parse("from __future__ import annotations\n" + functions(r)).body
    exec(compile(ast.Module([*own, *state, *code], []), game, "exec"), module.__dict__)
    return cast("Machine", module)


@pytest.mark.parametrize("game", GAMES)
def test_specialising_keeps_the_meaning(game: str) -> None:
    """The fitted module and the engine as it is written go through the same states."""
    m, plain = compiled(game), plain_machine(game)
    one, other = m.State(), plain.State()
    for seed in range(12):
        words, same = Stream(seed, 2, 0), Stream(seed, 2, 0)
        for machine_, s in ((m, one), (plain, other)):
            assert machine_.draw_lot(s, shuffled(game, seed)) >= 0
            machine_.begin(s, seed % ruleset(game).players)
            machine_.start(s, shuffled(game, seed))
        while not one.over:
            legal = m.cards(one)
            assert legal == plain.cards(other)
            assert m.calls(one, legal) == plain.calls(other, legal)
            m.step(one, words.word())
            plain.step(other, same.word())
            assert fields(one) == {name: getattr(other, name) for name in fields(one)}
        assert other.over


@pytest.mark.parametrize("game", GAMES)
def test_choice_is_what_the_rules_say(game: str) -> None:
    """Each rule in force narrows the choice if a card is left, one after the other."""
    r, m, words = ruleset(game), compiled(game), Stream(7, 2, 0)
    for seed in range(12):
        s = m.State()
        m.begin(s, seed % r.players)
        m.start(s, shuffled(game, seed))
        while not s.over:
            facts = Facts(r, s, s.turn, m.stock_left(s))
            left = facts.cards(s.hand[s.turn])
            for rule in r.tricks.reply if s.count else r.tricks.lead:
                play = value(rule.play, facts)
                assert isinstance(play, frozenset)
                if rule.when is None or value(rule.when, facts):
                    left = left & play or left
            free = not any(getattr(s, name, 0) for name in ("asked", "pending", "polled", "aside"))
            assert not free or facts.cards(m.cards(s)) == left
            m.step(s, words.word())


def fitted(source: str, roots: tuple[str, ...], **values: int) -> str:
    """What is left of some functions."""
    body = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    return "\n".join(ast.unparse(f) for f in specialise.specialise(body, values, roots))


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("return A + 2 * B", "return 7"),
        ("return x + A", "return x + 1"),
        ("return x if ON else y", "return x"),
        ("return x if OFF else y", "return y"),
        ("return ON and x", "return x"),
        ("return OFF and x", "return 0"),
        ("return x and OFF", "return x and 0"),
        ("return OFF or x", "return x"),
        ("return ON or x", "return 1"),
        ("return x or y or OFF", "return x or y"),
        ("return OFF or OFF", "return 0"),
        ("return ON and ON", "return 1"),
        ("return 1 << A & B", "return 2"),
    ],
)
def test_folding(line: str, left: str) -> None:
    found = fitted(f"def f(x, y):\n    {line}", ("f",), A=1, B=3, ON=1, OFF=0)
    expected = f"def f(x, y):\n    {left}"
    if found != expected:  # truth values may be written as numbers
        number = ast.literal_eval
        assert number(found.split("return ")[1]) == number(left.removeprefix("return "))


def test_branches_fold_away() -> None:
    source = """
def f(x):
    if OFF:
        x = unknown(x)
    elif ON and x:
        x = g(x)
    else:
        x = h(x)
    if ON:
        return x
    return 5

def g(x):
    return x + 1

def h(x):
    x += 1
    return x

def unreached(x):
    return x
"""
    left = fitted(source, ("f",), ON=1, OFF=0)
    assert "unknown" not in left
    assert "unreached" not in left
    assert "def g" not in left, "it is put in place"
    assert "x = x + 1" in left
    assert "def h" in left


def test_arguments_are_worked_out_once() -> None:
    """A line that uses its argument twice is put in place only if the argument is plain."""
    source = """
def twice(x):
    return x + x

def f(s, k):
    return twice(s.a) + twice(k)

def g(s):
    return twice(s.a + 1)
"""
    assert fitted(source, ("f",)).count("twice") == 0
    assert fitted(source, ("g",)).count("twice(s.a + 1)") == 1


def test_arguments_do_not_mix() -> None:
    """Names in an argument are those of the caller, also where they are names of the function."""
    source = """
def less(a, b):
    return a - b

def f(a, b):
    return less(b, a)
"""
    assert "return b - a" in fitted(source, ("f",))


@pytest.mark.parametrize("length", [2, 16, 17, 40, 99])
def test_long_chains(length: int) -> None:
    """Chains are worth the same however they are written down."""
    suits = itertools.cycle(("spades", "hearts", "clubs"))
    signs = itertools.cycle("+-+")
    plus = "count(hand)" + "".join(f" {next(signs)} {i}" for i in range(1, length))
    texts = [
        (" of ".join(["hand"] * length), Type.CARDS),
        ("hand or " + " or ".join(itertools.islice(suits, length - 1)), Type.CARDS),
        ("deck except " + " except ".join(["hand"] * (length - 1)), Type.CARDS),
        (plus, Type.NUMBER),
        (" * ".join(["1"] * (length - 1)) + " * count(hand)", Type.NUMBER),
        (" and ".join(["holds(deck)"] * length), Type.TRUTH),
    ]
    exprs = [expression("chouine", text, want) for text, want in texts]
    m, probes = probing(ruleset("chouine"), exprs)
    s = dealt(m, "chouine", 1, "7D 8D")
    hand = s.hand[0]
    cards = [mask("chouine", " ".join(c for c in m.CODES if c[-1] == suit)) for suit in "SHC"]
    joined = hand
    for card in cards[: length - 1]:
        joined |= card
    total, signs = 5, itertools.cycle("+-+")
    for i in range(1, length):
        total += i if next(signs) == "+" else -i
    values = [hand, joined, (1 << 32) - 1 & ~hand, total, 5, True]
    assert [probe(s, 0) for probe in probes] == values


# -- the text of a module --------------------------------------------------------------------------

ALLOWED = (
    *(ast.Module, ast.Expr, ast.Constant, ast.Name, ast.Load, ast.Store, ast.Tuple, ast.Dict),
    *(ast.Assign, ast.AugAssign, ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Pass),
    *(ast.ClassDef, ast.Attribute, ast.Subscript, ast.List, ast.Slice, ast.Call, ast.IfExp, ast.If),
    *(ast.For, ast.While, ast.Break, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.Import),
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.alias, ast.Starred),
)
BUILTINS = {"range", "len", "min", "max", "print", "list", "__name__"}


@pytest.mark.parametrize("game", GAMES)
def test_module_holds_only_what_the_compiler_writes(game: str) -> None:
    """Numbers, the codes and calls of the game, names that the module itself defines."""
    text = compile_ruleset(ruleset(game))
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    assert [node for node in nodes if not isinstance(node, ALLOWED)] == []
    assert [n.names[0].name for n in nodes if isinstance(n, ast.Import)] == ["random"]
    defined = {n.name for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    defined |= {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    defined |= {n.arg for n in nodes if isinstance(n, ast.arg)} | {"random"}
    read = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    assert read - defined <= BUILTINS
    fields_ = set(spec.FIELDS) | {"__slots__", "bit_count", "bit_length", "copy"}
    fields_ |= {"shuffle", "getrandbits"}
    assert {n.attr for n in nodes if isinstance(n, ast.Attribute)} <= fields_
    strings = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    known = {*ruleset(game).deck.codes, *call_names(ruleset(game)), *spec.FIELDS, "__main__"}
    others = strings - known - {ast.get_docstring(tree)}
    assert all("andom" in other or "won by" in other for other in others)
    assert not [node for node in nodes if isinstance(node, ast.Constant) and node.value is None]


STAGES = "next_stage clear answer take put_aside stage_due stage agreed polled taking aside"
SIGNS = "givable signs"
LOTS = "find_seats order seated"
NEW = f"{STAGES} {SIGNS} {LOTS} stage_player tricks first_win last_win worth_of"
"""functions and fields that a game has only if it has stages, signals …"""


@pytest.mark.parametrize(
    ("game", "absent"),
    [
        ("four", f"trump_rules stock declarable swappable ask pending claim draw settle {NEW}"),
        ("jacks", f"stock declare swap ask pending claim settle {NEW}"),
        ("three", f"tied equals claim settle {NEW}"),
        ("chouine", f"tied equals {NEW}"),
        ("six", f"{STAGES} {SIGNS} pending asked leading"),
        ("council", f"{LOTS} pending asked"),
        (QUICK, f"{LOTS} pending asked put_aside take taking aside"),
        ("council pace=silent", f"{LOTS} {SIGNS} pending asked"),
    ],
)
def test_module_has_nothing_that_the_game_has_no_use_for(game: str, absent: str) -> None:
    text = compile_ruleset(ruleset(game))
    defined = {n.name for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)}
    fields_ = set(compiled(game).FIELDS)
    assert not {name for name in absent.split() if name in defined | fields_}


def test_module_is_the_same_every_time() -> None:
    assert compile_ruleset(ruleset("chouine")) == compile_ruleset(ruleset("chouine"))


@pytest.mark.parametrize("game", GAMES)
def test_module_runs_alone(game: str, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(compile_ruleset(ruleset(game)), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", str(path)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    head, _colon, tail = done.stdout.partition(": ")
    assert head.startswith("1000 deals; ")
    assert sum(map(int, tail.split())) == 1000
