"""A Ruleset as one Python module that runs alone.

In: a Ruleset. Out: the module's text. The engine's own files are parsed, the ruleset's tables and
functions are put in the place of `spec.py`, and what the entry points reach is written down. The
text holds numbers, validated names and the compiler's own words, nothing else of a ruleset.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from ..rules.expression import Expr
from ..rules.ruleset import Ruleset
from .emit import python
from .engine import spec
from .functions import functions
from .specialise import fitted, folded
from .tables import constants, tables

ENGINE = Path(__file__).parent / "engine"
FILES = ("bits", "deal", "tricks", "stock", "stages", "calls", "result", "drive")
ROOTS = (
    *("draw_lot", "begin", "deal", "start", "cards", "calls", "act", "advance", "step"),
    *("cutter", "first_to_draw", "beating", "value_of", "worth", "term", "popcount"),
    *("lead_filter", "reply_filter", "stock_left", "following"),
)
"""what a match, its views and its explanations call"""


def compile_ruleset(r: Ruleset, probes: Sequence[Expr] = ()) -> str:
    """The text of the module of a ruleset.

    Each probe, an expression of the ruleset, becomes a function of its own, `probe_0(s, me)` …
    """
    asked = {f"probe_{i}": python(expr) for i, expr in enumerate(probes)}
    own = functions(r) + "".join(
        f"\n\ndef {name}(s, me):\n    return {text}\n" for name, text in asked.items()
    )
    steps = {k: v for k, v in vars(spec).items() if k.isupper() and isinstance(v, int)}
    counts = re.search(r"\bs\.(tricks|first_win|last_win)\b", own) is not None
    names = {**steps, **constants(r), "COUNTS": counts}
    roots = [*ROOTS, *asked]
    roots += ["find_seats"] if r.seats else []
    roots += ["stage_player"] if r.stages else []
    roots += ["worth_of"] if r.worth else []
    roots += ["draw_again", "first_deal"] if r.rounds > 1 else []
    code = _fitted(own, tuple(names.items()), tuple(roots))
    used = set(re.findall(r"\b[A-Z_]+\b", code))
    rows = [f"{name} = {table!r}" for name, table in tables(r).items() if name in used]
    return "\n".join(
        [
            f'"""{r.name}, compiled from its ruleset; content hash {r.hash}."""',
            "",
            f"CODES = {r.deck.codes!r}",
            f"CALLS = {call_names(r)!r}",
            *rows,
            "",
            "",
            _state(code, r),
            "",
            "",
            code,
            MAIN.replace("    # another round\n", AGAIN if r.rounds > 1 else ""),
        ]
    )


def call_names(r: Ruleset) -> tuple[str, ...]:
    """The text of every call by number: declarations, exchanges, pass, answers, signals."""
    suits = r.deck.suits
    names = []
    for d in r.declarations:
        for i, _mask in enumerate(d.masks):
            suit = f" {suits[i].code}" if d.each else ""
            names.append(f"declare {d.about.name}{suit}")
    names += [f"exchange {x.about.name}" for x in r.exchanges]
    answers = ["yes", "no"] if any(stage.ask for stage in r.stages) else []
    return (*names, "pass", *answers, *(f"signal {sign.about.name}" for sign in r.signals.signs))


@lru_cache(maxsize=64)
def _fitted(own: str, constants: tuple[tuple[str, int], ...], roots: tuple[str, ...]) -> str:
    """A ruleset's functions and the engine fitted to it. Rulesets that are loaded again, and those
    that differ in tables only, need no second fitting, which takes longer than reading the file."""
    names = dict(constants)
    body = [*folded(_functions(own), names), *_functions(_folded_engine(constants))]
    return "\n\n\n".join(map(ast.unparse, fitted(body, roots)))


@lru_cache(maxsize=16)
def _folded_engine(constants: tuple[tuple[str, int], ...]) -> str:
    """The engine with constants folded, as a text: to read it takes less time than to copy a tree,
    and whoever fits it to rules changes the tree."""
    functions = [node for node in engine() if isinstance(node, ast.FunctionDef)]
    return "\n".join(map(ast.unparse, folded(functions, dict(constants))))


def _functions(text: str) -> list[ast.FunctionDef]:
    return [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]


@cache
def _files() -> tuple[str, ...]:
    return tuple((ENGINE / f"{name}.py").read_text(encoding="utf-8") for name in FILES)


def engine() -> list[ast.stmt]:
    """The engine's functions, as fresh trees."""
    return [node for text in _files() for node in ast.parse(text).body]


def _length(r: Ruleset, name: str) -> int:
    """How long a list of the state is: one number for each card, each side or each player."""
    return {"pack": r.deck.size, "wins": r.sides, "rounds": r.sides}.get(name, r.players)


def _state(code: str, r: Ruleset) -> str:
    """The class of states with the fields that the code uses."""
    used = set(re.findall(r"\bs\.([a-z_]+)", code))
    fields = {
        name: _length(r, name) if length else 0
        for name, length in spec.FIELDS.items()
        if name in used
    }
    lines = [f"FIELDS = {fields!r}", "", "", "class State:", f"    __slots__ = {tuple(fields)!r}"]
    lines += ["", "    def __init__(self):"]
    for name, length in fields.items():
        lines.append(f"        self.{name} = {f'[0] * {length}' if length else '0'}")
    lines += ["", "    def copy(self):", "        other = State()"]
    for name, length in fields.items():
        lines.append(f"        other.{name} = self.{name}{'[:]' if length else ''}")
    return "\n".join([*lines, "        return other"])


AGAIN = """        if s.over == 3:
            random.shuffle(pack)
            draw_again(s, pack)
        if s.over == 3:
            first_deal(s, s.dealer)
"""
"""in a match of rounds: a draw for the first deal of the next one"""
MAIN = '''

def main(deals=1000):
    """Random deals, to see that the module runs alone."""
    import random

    s, pack = State(), list(range(len(CODES)))
    winners = [0] * (len(s.hand) + 1)
    begin(s, 0)
    for _ in range(deals):
        random.shuffle(pack)
        start(s, pack)
        while not s.over:
            step(s, random.getrandbits(32))
        winners[s.winner] += 1
        if s.over == 2:
            begin(s, 0)
    # another round
    print(deals, "deals; won by each seat, and by nobody:", *winners)


if __name__ == "__main__":
    main()
'''
