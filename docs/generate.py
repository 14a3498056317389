"""Writes docs/language.md from the tables of the language.

In: the words, operators and scopes of `interpreter/rules/vocabulary.py`, and one deal of a shipped
game in which every example holds. Out: the page. `python docs/generate.py` writes it; with
`--check` it writes nothing, and the exit code is 1 if the page is not current.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

from interpreter.machine.engine.spec import CLOSE, State  # noqa: E402
from interpreter.machine.module import Machine, machine  # noqa: E402
from interpreter.rules.check import MAX_SIZE, MAX_TOTAL  # noqa: E402
from interpreter.rules.read import read_ruleset  # noqa: E402
from interpreter.rules.ruleset import Ruleset  # noqa: E402
from interpreter.rules.shelf import find  # noqa: E402
from interpreter.rules.types import LIMIT, Type  # noqa: E402
from interpreter.rules.vocabulary import OPERATORS, SCOPES, WORDS  # noqa: E402
from interpreter.text.syntax import MAX_DEPTH, MAX_LENGTH, MAX_TERMS  # noqa: E402

PAGE = DOCS / "language.md"

# The deal of the examples. Seat 1 is "you", deals, and replies in the second trick.
GAME, ME, DEALER = "chouine", 1, 1
LOT = "10S JC"
PACK = """
8D 7D KS 7H 9S KC AC QC QD 10D 9H 10S JD AS KH 8S
AD 8C AH QS QH KD 10H JC 9D 7S 10C 8H JS JH 7C 9C
"""
TO_THE_REPLY = "8D 7D KS"
TO_THE_END = """
exchange_seven declare_mariage_C QC 9S JD 8S KC 8C 9H QS AS declare_mariage_D QD AD JC AC
7S KH 8H 9D JH 7C 9C 7H JS 10H 10C QH KD 10D AH 10S
"""
MOVES_OF_THE_TRICK = 3

LATER = {"taken": "trick", "score": "deal", "points": "deal", "result": "deal"}
"""when an example is worked out, by what its words read; all others at the reply"""


def state_at(r: Ruleset, m: Machine, moment: str) -> State:
    """The deal at the reply, when that trick has been taken, or when the deal has been counted."""
    s, numbers = m.State(), r.deck.numbers
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
    "lot": ("dealer: first",),
    "seat": ("deal: first", "deal: cut"),
    "trump": ("trump",),
    "wins": ("tricks: wins",),
    "choice": (
        *("tricks: lead: *: when", "tricks: lead: *: play"),
        *("tricks: reply: *: when", "tricks: reply: *: play"),
        *("exchanges: *: give", "exchanges: *: when"),
        *("declarations: *: when", "declarations: *: points"),
    ),
    "question": ("exchanges: *: ask: when",),
    "drawing": ("tricks: draw: first",),
    "claim": ("declarations: *: prefer",),
    "score": ("scoring: points: *: points",),
    "result": ("scoring: winner",),
    "next": ("dealer: next",),
}

# The words by what they tell of: the knowledge that each of them needs.
GROUPS = (
    ("The pack, and counting", ("", "ranking", "values")),
    ("The deal", ("deal", "turned", "trump")),
    ("The trick that is being played", ("play", "contest")),
    ("One player", ("me", "hand")),
    ("At the end of a trick", ("taken",)),
    ("At the end of a deal", ("score", "points", "result")),
    ("At the draw for the first deal", ("lot",)),
)
KINDS = {"cards": "cards", "card": "one card", "number": "number", "truth": "condition"}


def page() -> str:
    """The whole page."""
    r = read_ruleset(find(GAME))
    m = machine(r)
    reply, trick, deal = (state_at(r, m, moment) for moment in ("reply", "trick", "deal"))
    lot = [r.deck.numbers[code] for code in LOT.split()]
    plain = [word.name for word in WORDS if not word.needs]
    text = TEMPLATE.format(
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
    words = " ".join(f"`{word.name}`" for word in WORDS if word.needs and word.needs in scope.needs)
    return _row("<br>".join(f"`{place}`" for place in places), words or "none", scope.why)


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


TEMPLATE = """\
# The language of expressions

<!-- Written by docs/generate.py; change that or interpreter/rules/vocabulary.py, not this page. -->

Most of a ruleset is names, numbers and lists. What they cannot say is said in short expressions:
`suit(turned)` tells which cards are trumps, `follows(led)` which cards a player must play, and
`if s = trump then 40 else 20` what a combination is worth. This page has every word that such an
expression may use. Where expressions stand in the file is told in [rulesets.md](rulesets.md).

You need not have programmed before. There are no commands here and nothing happens one after the
other: an expression only names some cards, or a number, or asks a question about the table. A file
whose expressions do not fit is refused when it is read, with the place and what would be right;
once it has been read, no expression in it can fail in play.

## Four kinds of things

Whatever you write is one of four kinds of things.

| Kind | What it is | For example |
| --- | --- | --- |
| cards | a set of cards of the pack; it may be empty, and one card is a set of one | `hearts` |
| number | a whole number, also below zero | `count(hand)` |
| condition | yes or no | `led in trump` |
| player | somebody at the table | `left(dealer)` |

Each place in a ruleset wants one kind; so do the brackets behind a word. Where one card is wanted,
a set will do that can never have more than one: `led`, `7 of trump`, also with no card at all.

## Cards

A rank means all its cards, a suit all cards that bear it. `of`, `or` and `except` make smaller and
larger sets from them.

| Example | Value | |
| --- | --- | --- |
| `count(K)` | `4` | the four kings |
| `count(hearts)` | `8` | in a pack of 32 |
| `count(K of hearts)` | `1` | the cards that are kings and hearts |
| `count(K or hearts)` | `11` | kings and hearts together; one card is both |
| `count(hearts except K)` | `7` | |
| `count((K or Q) of (hearts or spades))` | `4` | |

`in` asks whether cards lie within a set. It says no for no card, so a question about the card led
is answered with no before the lead. `=` asks whether two sets are the very same cards, which is
seldom what you want of a single card.

| Example | Value | |
| --- | --- | --- |
| `led in K` | `yes` | the card led is a king |
| `led = K` | `no` | one card is not the four kings |
| `K of spades = led` | `yes` | |
| `hand in trump` | `no` | not all of the hand is trump |
| `none in hand` | `no` | no card |
| `none = spades of hand` | `yes` | |

Digits are a rank where cards are wanted and a number where a number is. Beside `of`, `or`, `except`
and `in` cards are wanted; with `=`, and between `then` and `else`, the other side decides.

| Example | Value | |
| --- | --- | --- |
| `count(10)` | `4` | the four tens |
| `count(10) + 10` | `14` | |
| `10 of hand` | `10 of diamonds` | |
| `10 of diamonds = 10 of hand` | `yes` | |
| `stock = 10` | `no` | |
| `value(10) - 10 * 4` | `0` | four tens of ten points each |

## The deal of the examples

All examples on this page are from one deal of {game}, played with 32 cards by two players.
You are `me`.

- You drew the {drawn}, your opponent the {other}: yours is the lower, so you deal.
- The card turned up is the {turned}: trump is {trump}.
- In the first trick your opponent took the {before}.
- Both of you drew a card; {stock} cards are left in the stock.
- In the second trick your opponent leads the {led}.
- You hold {hand}, and it is your turn.

An example about the end of a trick is about that trick: you replied with the {answer}, and lost it.
An example about the end of a deal is about that deal: you took {won} cards worth {value} points and
the last trick, worth 10, and had declared {declared}.
So you have {points} points; your opponent has {theirs}.

## The words

{words}
A word about one card has a meaning also for no card: nothing has its suit, follows it or beats it,
and its strength is 0.

| Example | Value |
| --- | --- |
| `strength(none)` | `0` |
| `suit(A of spades of hand)` | `none` |
| `follows(7 of trump)` | `hearts` |
| `beats(none)` | `none` |

## The operators

From loose to tight: what stands further down is put together first. `in` is as tight as `=` and its
kin. A row of one operator goes from left to right. Brackets put together whatever you like.

{operators}

| Example | Value | As if it were |
| --- | --- | --- |
| `1 + 2 * 3` | `7` | `1 + (2 * 3)` |
| `7 - 2 - 1` | `4` | `(7 - 2) - 1` |
| `not led in trump and dealer = me` | `yes` | `(not led in trump) and (dealer = me)` |
| `trick = 2 or stock = 2 and leader = me` | `yes` | `trick = 2 or (stock = 2 and leader = me)` |
| `hand except trump of hand` | `hand except trump` | `hand except (trump of hand)` |
| `count(hand) + 1 > 5` | `yes` | `(count(hand) + 1) > 5` |

Some expressions are refused although the order would give them a meaning, because many people would
read them in another way. Write one of those on the right.

| Refused | Write | |
| --- | --- | --- |
| `K or Q of hearts` | `(K or Q) of hearts`, `K or (Q of hearts)` | |
| `Q of spades or hearts` | `(Q of spades) or hearts`, `Q of (spades or hearts)` | |
| `hand or A except hearts` | `(hand or A) except hearts`, `hand or (A except hearts)` | |
| `led in A or 10` | `led in (A or 10)` | `or` would join a question and cards |
| `hearts and hand` | `hearts of hand` | `and` joins questions |
| `not hearts` | `deck except hearts` | |
| `1 < trick < 5` | `1 < trick and trick < 5` | |
| `1 + if led in trump then 1 else 2` | `1 + (if led in trump then 1 else 2)` | |
| `10 = 10` | `count(10) = 10`, `10 = 10 of deck` | rank or number? |
| `suit(hand)` | `suit(led)` | one card is wanted |

## Names of your own

Under `sets`, `numbers` and `conditions` a ruleset gives names to expressions, and uses them like
words. A name may use other names, but not go round in a circle. It must not be a rank, a suit or a
word of this page. In {game}, `brisques` is the set `A or 10` and `final` the condition
`stock < players`.

| Example | Value |
| --- | --- |
| `brisques of hand` | `10 of diamonds` |
| `value(brisques)` | `84` |
| `if final then 1 else 2` | `2` |

In a declaration with `each: s in suits`, the name `s` (or whatever you call it) is one suit after
the other.

## Where a word may stand

A rule may only use what is known at its moment and to those whom it concerns. So no rule can give
away a card that should be hidden: what a player must play depends on the own hand and on what
everyone knows, and whether players are asked something depends only on what everyone knows.

Ranks, suits, numbers and operators may stand anywhere, and so may these words:
{plain}. The others may stand here (`*` is a name that you choose):

| Place | Words | Reason |
| --- | --- | --- |
{places}

A name of your own may stand where all words in it may.

## In a YAML file

An expression is plain text behind a key, and hardly ever needs quotes.

- Between `{{ }}` or `[ ]` a comma ends the value. Put an expression with a comma in quotes, or on a
  line of its own.
- A minus at the very beginning stands close to what follows: `-3 + stock`, not `- 3 + stock`,
  which would begin a list.
- ` #`, with a space before it, begins a comment.
- A long expression may go on in the next line, indented.

```yaml
numbers:
  most: max(stock, 10)                    # a line of its own
  below: -3 + stock
conditions: {{few: "min(stock, trick) < 10"}}
sets:
  honours:
    (A or K or Q or J)
    of (hearts or spades)
```

## Limits

An expression has at most {length} characters, and a chain such as `A or K or Q` at most {terms}
parts. With all names of your own written out it has at most {size} words, numbers and operators,
which stand within each other at most {depth} deep; four parts of a chain count as one deeper.
All expressions of a file together have at most {total}. Nobody who writes by hand comes near.

No number may reach {limit}, whatever the cards are. Where one could it is refused:
"this number can get too large".
"""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
