"""Writes docs/language.md from the tables of the language.

In: the words, operators and scopes of `interpreter/rules` (vocabulary.py, operators.py, scopes.py),
the text in `language.template.md`, and one deal of a shipped game in which every example holds.
Out: the page. `python docs/generate.py` writes it; with `--check` it writes nothing, and the exit
code is 1 if the page is not current.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from string import Template

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

from interpreter.machine.engine.spec import CLOSE, State  # noqa: E402
from interpreter.machine.module import Machine, machine  # noqa: E402
from interpreter.rules.check import MAX_SIZE, MAX_TOTAL  # noqa: E402
from interpreter.rules.operators import OPERATORS  # noqa: E402
from interpreter.rules.read import read_ruleset  # noqa: E402
from interpreter.rules.ruleset import Ruleset  # noqa: E402
from interpreter.rules.scopes import SCOPES  # noqa: E402
from interpreter.rules.shelf import find  # noqa: E402
from interpreter.rules.types import LIMIT, Type  # noqa: E402
from interpreter.rules.vocabulary import WORDS  # noqa: E402
from interpreter.text.syntax import MAX_DEPTH, MAX_LENGTH, MAX_TERMS  # noqa: E402

PAGE, TEMPLATE = DOCS / "language.md", DOCS / "language.template.md"

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
        *("declarations: *: when", "declarations: *: points", "declarations: *: trump"),
        "signals: signs: *: means",
    ),
    "question": ("exchanges: *: ask: when",),
    "drawing": ("tricks: draw: first",),
    "claim": ("declarations: *: prefer",),
    "score": ("scoring: points: *: points",),
    "result": ("scoring: winner", "scoring: worth"),
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
        length=f"{MAX_LENGTH:,}",
        depth=MAX_DEPTH,
        terms=MAX_TERMS,
        size=f"{MAX_SIZE:,}",
        total=f"{MAX_TOTAL:,}",
        limit=f"{LIMIT:,}",
    )
    return text.replace("\n\n\n", "\n\n")


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


def main(arguments: list[str]) -> int:
    """Write the page, or check that it is current."""
    text = page()
    if "--check" not in arguments:
        PAGE.write_text(text, encoding="utf-8", newline="\n")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    print(f"{PAGE.name} is not current; run: python docs/generate.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
