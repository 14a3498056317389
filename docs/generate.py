"""Writes docs/language.md, docs/testing.md and docs/security.md from the tables of the program.

In: the words, operators and scopes of `interpreter/rules` (vocabulary.py, operators.py, scopes.py),
the limits (text/limits.py and the schemas), one deal of a shipped game in which every example
holds, and the texts in `*.template.md`. Out: the pages. `python docs/generate.py` writes them; with
`--check` it writes nothing, and the exit code is 1 if one of them is not current.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Template
from typing import Any

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

from interpreter.machine.engine.spec import CLOSE, State  # noqa: E402
from interpreter.machine.module import Machine, machine  # noqa: E402
from interpreter.rules.operators import OPERATORS  # noqa: E402
from interpreter.rules.read import read_ruleset  # noqa: E402
from interpreter.rules.ruleset import Ruleset  # noqa: E402
from interpreter.rules.scopes import SCOPES  # noqa: E402
from interpreter.rules.shelf import find  # noqa: E402
from interpreter.rules.types import Type  # noqa: E402
from interpreter.rules.vocabulary import WORDS  # noqa: E402
from interpreter.study.cases.read import read_suite, settling  # noqa: E402
from interpreter.study.cases.report import failure_lines, told  # noqa: E402
from interpreter.study.cases.run import run_cases  # noqa: E402
from interpreter.table.refusal import REASONS  # noqa: E402
from interpreter.text import limits  # noqa: E402
from interpreter.text.shape import schema  # noqa: E402

PAGE, TEMPLATE = DOCS / "language.md", DOCS / "language.template.md"
TESTING, TESTING_TEMPLATE = DOCS / "testing.md", DOCS / "testing.template.md"
SECURITY = DOCS / "security.md"

# The deal of the examples. Seat 1 is "you", deals, and replies in the second trick.
GAME, ME, DEALER = "chouine", 1, 1
LOT = "10S JC"
PACK = """
8D 7D KS 7H 9S KC AC QC QD 10D 9H 10S JD AS KH 8S
AD 8C AH QS QH KD 10H JC 9D 7S 10C 8H JS JH 7C 9C
"""
TO_THE_REPLY = "8D 7D KS"
TO_THE_END = """
exchange_seven declare_mariage_C QC AS KH 10D AD AC AH KC QH 8C 10H QS declare_mariage_D QD 7S
10S 10C 9H JS 8H 7C JC JD KD 9S 8S 9D 7H JH 9C
"""
MOVES_OF_THE_TRICK = 3

LATER = {"taken": "trick", "score": "deal", "points": "deal", "result": "deal"}
"""when an example is worked out, by what its words read; all others at the reply"""


def state_at(r: Ruleset, m: Machine, moment: str) -> State:
    """The deal at the reply, when that trick has been taken, or when the deal has been counted."""
    s, numbers = m.State(), r.deck.numbers
    if hasattr(s, "seated"):  # nobody drew for the seats
        s.seated = [r.deck.size] * r.players
    m.draw_lot(s, [numbers[code] for code in LOT.split()])
    m.begin(s, DEALER)
    m.start(s, [numbers[code] for code in PACK.split()])
    moves = TO_THE_REPLY.split()
    if moment != "reply":
        moves += TO_THE_END.split()[: MOVES_OF_THE_TRICK if moment == "trick" else None]
    for move in moves:
        while s.step:
            m.advance(s)
        call = move.replace("_", " ")
        m.act(s, numbers[move] if move in numbers else r.deck.size + m.CALLS.index(call))
    if moment == "trick":
        m.advance(s)
    while moment == "deal" and s.step != CLOSE:
        m.advance(s)
    return s


# Where expressions stand in a ruleset, for each scope; `*` is a name of the author's.
PLACES = {
    "values": ("values",),
    "ranking": ("tricks: ranking",),
    "combination": ("declarations: *: cards",),
    "agreement": ("nicknames", "seats: from", "signals: when", "signals: truthful"),
    "seating": ("seats: order",),
    "lot": ("dealer: first",),
    "seat": ("dealer: redraw", "deal: first", "deal: cut"),
    "trump": ("trump",),
    "stage": ("stages: *: when", "stages: *: ask", "stages: *: by"),
    "wins": ("tricks: wins",),
    "choice": (
        *("tricks: lead: *: when", "tricks: lead: *: play"),
        *("tricks: reply: *: when", "tricks: reply: *: play"),
        *("exchanges: *: give", "exchanges: *: when"),
        "declarations: *: when",
        "signals: signs: *: means",
    ),
    "announcement": ("declarations: *: points", "declarations: *: trump"),
    "question": ("exchanges: *: ask: when",),
    "drawing": ("tricks: draw: first",),
    "claim": ("declarations: *: prefer",),
    "score": ("scoring: points: *: points",),
    "result": ("scoring: winner", "scoring: worth", "invariants: *: sum"),
    "next": ("dealer: next",),
}

# The words by what they tell of: the knowledge that each of them needs.
GROUPS = (
    ("The pack, and counting", ("", "ranking", "values")),
    ("The deal", ("deal", "round", "turned", "trump")),
    ("The trick that is being played", ("trick", "play", "contest")),
    ("One player", ("me", "hand")),
    ("At the end of a trick", ("taken",)),
    ("At the end of a deal", ("score", "points", "result")),
    ("At the draws before a match", ("lot", "seated")),
)
KINDS = {"cards": "cards", "card": "one card", "number": "number", "truth": "condition"}


def page() -> str:
    """The whole page."""
    r = read_ruleset(find(GAME))
    m = machine(r)
    reply, trick, deal = (state_at(r, m, moment) for moment in ("reply", "trick", "deal"))
    lot = [r.deck.numbers[code] for code in LOT.split()]
    plain = [word.name for word in WORDS if not word.needs]
    text = Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        game=GAME,
        turned=_card(r, reply.turned),
        trump=next(suit for suit, mask in r.deck.suit_masks.items() if mask == reply.trump),
        drawn=_card(r, lot[ME]),
        other=_card(r, lot[1 - ME]),
        before=" and the ".join(_card(r, card) for card in _members(reply.won[1 - ME])),
        led=_card(r, reply.led),
        hand=_listed([_card(r, card) for card in _members(reply.hand[ME])]),
        stock=m.stock_left(reply),
        answer=_card(r, next(c for c in _members(trick.table) if c != trick.led)),
        won=deal.won[ME].bit_count(),
        value=m.value_of(deal.won[ME]),
        declared=deal.declared[ME],
        points=deal.points[ME],
        theirs=deal.points[1 - ME],
        words="\n".join(_group(title, needs) for title, needs in GROUPS),
        operators=_operators(),
        plain=" ".join(f"`{name}`" for name in plain),
        places="\n".join(_place(scope, places) for scope, places in PLACES.items()),
        length=f"{limits.MAX_LENGTH:,}",
        depth=limits.MAX_DEPTH,
        terms=limits.MAX_TERMS,
        size=f"{limits.MAX_SIZE:,}",
        total=f"{limits.MAX_TOTAL:,}",
        limit=f"{limits.MAX_NUMBER + 1:,}",
    )
    return text.replace("\n\n\n", "\n\n")


def security_page() -> str:
    """The page about files of strangers."""
    bounds = [limit for limit in vars(limits).values() if isinstance(limit, limits.Limit)]
    rows = [_row(f"{limit:,}", limit.what) for limit in bounds]
    entries = [_row(f"{most:,}", place) for place, most in _longest(schema()["$defs"], "ruleset")]
    decks = [_row(f"{most:,}", place) for place, most in _longest(schema()["$defs"], "deck")]
    text = (DOCS / "security.template.md").read_text(encoding="utf-8")
    return Template(text).substitute(limits="\n".join(rows), entries="\n".join([*entries, *decks]))


def _longest(defs: Any, name: str) -> Iterator[tuple[str, int]]:
    """The places of lists and maps whose length is limited, and of numbers; `*` for a name."""

    def within(node: Any, path: tuple[str, ...]) -> Iterator[tuple[str, int]]:
        if "$ref" in node:
            node = defs[node["$ref"].rsplit("/", 1)[1]]
        place = f"`{': '.join(path)}`"
        for key, what in (("maxItems", "entries of"), ("maxProperties", "entries of")):
            if node.get(key, 1) > 1:
                yield f"{what} {place}", node[key]
        if "maxLength" in node:
            yield f"characters of {place}", node["maxLength"]
        if "maximum" in node:
            yield place, node["maximum"]
        for key, inner in node.get("properties", {}).items():
            yield from within(inner, (*path, key))
        for inner in (node.get("items"), node.get("additionalProperties")):
            if isinstance(inner, dict):
                yield from within(inner, path if inner is node.get("items") else (*path, "*"))

    for key, inner in defs[name]["properties"].items():
        yield from within(inner, (key,) if name == "ruleset" else (f"deck file: {key}",))


def _members(mask: int) -> list[int]:
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def _card(r: Ruleset, card: int) -> str:
    return f"{r.deck.rank(card).name} of {r.deck.suit(card).name}"


def _listed(names: list[str]) -> str:
    return ", ".join(names[:-1]) + " and " + names[-1]


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def _table(heads: Iterable[str], rows: Iterable[str]) -> str:
    heads = list(heads)
    return "\n".join([_row(*heads), "|" + " --- |" * len(heads), *rows])


def _group(title: str, needs: tuple[str, ...]) -> str:
    rows = [
        _row(
            f"`{word.name}{_arguments(word.params)}`",
            KINDS.get(word.type.value, word.type.value),
            word.doc,
            f"`{word.example[0]}`",
            f"`{word.example[1]}`",
        )
        for word in WORDS
        if word.needs in needs
    ]
    table = _table(("Word", "Kind", "Meaning", "Example", "Value"), rows)
    return f"### {title}\n\n{table}\n"


def _arguments(params: tuple[Type, ...]) -> str:
    names = ", ".join(KINDS.get(kind.value, kind.value) for kind in params)
    return f"({names})" if params else ""


def _operators() -> str:
    rows = [
        _row(f"`{o.sign}`", o.takes, o.gives, o.doc, f"`{o.example[0]}`", f"`{o.example[1]}`")
        for o in OPERATORS
    ]
    return _table(("Operator", "Joins", "Gives", "Meaning", "Example", "Value"), rows)


def _place(name: str, places: tuple[str, ...]) -> str:
    scope = SCOPES[name]
    words = [f"`{word.name}`" for word in WORDS if word.needs and word.needs in scope.needs]
    words += ["questions"] if "agreed" in scope.needs else []
    where = "<br>".join(f"`{place}`" for place in places)
    return _row(where, " ".join(words) or "none", scope.why)


FAILING = """tests: 1

cases:
  whoever cannot follow must trump:
    given: {trump: hearts, trick: 13, table: AD, hands: {2: KH 9S AS}}
    expect: {legal: KH}
"""
"""a case with a mistake: in the thirteenth trick there is a fourth card, perhaps a diamond"""


def testing() -> str:
    """The page about cases."""
    template = Template(TESTING_TEMPLATE.read_text(encoding="utf-8"))
    reasons = [_row(f"`{name}`", text) for name, text in REASONS.items()]
    return template.substitute(
        given=_keys("given"),
        expect=_keys("expect"),
        sees=_keys("sees"),
        reasons=_table(("Reason", "Meaning"), reasons),
        failure=_failure(),
    )


def _keys(name: str) -> str:
    """The keys of a part of a case, as the schema describes them."""
    rules = schema("tests")["$defs"][name]["properties"]
    rows = []
    for key, rule in rules.items():
        rows.append(_row(f"`{key}`", rule["description"]))
        inner = rule.get("properties", {}).items()
        rows += [_row(f"`{key}: {part}`", below["description"]) for part, below in inner]
    return _table(("Key", "Meaning"), rows)


def _failure() -> str:
    """What is printed of a failing case."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "my-game.yaml"
        path.write_text(find(GAME).read_text(encoding="utf-8"), encoding="utf-8")
        (Path(folder) / "my-game.test.yaml").write_text(FAILING, encoding="utf-8")
        settle = settling(path, path.name)
        results = run_cases(read_suite(path, path.name, settle), settle)
        (failure,) = results.failures
        return "\n".join(failure_lines(told(failure, settle)))


def main(arguments: list[str]) -> int:
    """Write the pages, or check that they are current."""
    stale = 0
    for path, text in ((PAGE, page()), (TESTING, testing()), (SECURITY, security_page())):
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8", newline="\n")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.name} is not current; run: python docs/generate.py", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
