"""What the tests of the language and of the machine share: games, expressions, positions.

A game is that of `tests/games/NAME.yaml`, or a shipped one; its name may be followed by settings:
`council pace=quick`. A position is a deal so far: its pack, of which the first cards are enough,
and the moves made, each a card or a call.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from interpreter.machine.engine.spec import CLOSE, State
from interpreter.machine.module import Machine, machine
from interpreter.rules.build import Builder
from interpreter.rules.check import check
from interpreter.rules.expression import Expr
from interpreter.rules.names import Names
from interpreter.rules.read import read_ruleset, with_settings
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.shelf import find
from interpreter.rules.types import Type
from interpreter.text.document import Mapping, Scalar, from_data
from interpreter.text.problem import Problems
from interpreter.text.source import Source, Span

FOLDER = Path(__file__).parent / "games"
QUICK = "council pace=quick frank=no"
GAMES = ("chouine", "jacks", "three", "four", "council", QUICK, "six")


@cache
def ruleset(name: str) -> Ruleset:
    """A game by name, with its settings."""
    game, *settings = name.split(" ")
    path = FOLDER / f"{game}.yaml"
    found = read_ruleset(path if path.exists() else find(game))
    asked = dict(setting.split("=") for setting in settings)
    return with_settings(found, asked) if asked else found


@cache
def compiled(name: str) -> Machine:
    """Its module."""
    return machine(ruleset(name))


@cache
def names(name: str) -> Names:
    """What its names mean, with all bounds known."""
    r = ruleset(name)
    document = from_data(r.document, Span(Source(name, ""), 0, 0))
    assert isinstance(document, Mapping)
    builder = Builder(document, r.deck, Problems(), r.settings)
    assert builder.build() is not None
    return builder.names


def expression(game: str, text: str, want: Type, scope: str = "any") -> Expr:
    """A typed expression of a game. Raises RulesetError."""
    return check(scalar(text), want, names(game), scope)


def scalar(text: str) -> Scalar:
    """A text as if it stood in a file by itself."""
    return Scalar(text, Span(Source("test", text), 0, len(text)))


def mask(game: str, codes: str) -> int:
    """The set of some cards by code; `none` is the empty set."""
    numbers = ruleset(game).deck.numbers
    return sum(1 << numbers[code] for code in codes.split() if code != "none")


def codes(game: str, cards: int) -> set[str]:
    """The codes of a set of cards."""
    deck = ruleset(game).deck
    assert 0 <= cards < 1 << deck.size, "outside the pack"
    return {code for card, code in enumerate(deck.codes) if cards >> card & 1}


def pack(game: str, first: str) -> list[int]:
    """A pack by number: the given cards, then all others in the order of the deck."""
    deck = ruleset(game).deck
    given = [deck.numbers[code] for code in first.split()]
    assert len(set(given)) == len(given), "a card stands twice"
    return given + [card for card in range(deck.size) if card not in given]


def act(m: Machine, s: State, move: str) -> None:
    """A card by code, or a call with `_` for its spaces; what followed the last one comes first.

    `-KS` puts a card aside.
    """
    while s.step:
        m.advance(s)
    call = move.replace("_", " ")
    if move.startswith("-"):
        card = m.CODES.index(move[1:])
        assert s.aside, f"{move[1:]} cannot be put aside now"
        assert m.cards(s) >> card & 1, f"{move[1:]} cannot be put aside"
        m.act(s, len(m.CODES) + len(m.CALLS) + card)
    elif call in m.CALLS:
        number = m.CALLS.index(call)
        assert m.calls(s, m.cards(s)) >> number & 1, f"{call} cannot be called now"
        m.act(s, len(m.CODES) + number)
    else:
        card = m.CODES.index(move)
        assert m.cards(s) >> card & 1, f"{move} may not be played now"
        m.act(s, card)


def dealt(
    m: Machine,
    game: str,
    dealer: int,
    first: str,
    moves: str = "",
    lot: str = "",
    seating: str = "",
) -> State:
    """The state of a first deal after some moves; `seating` are the cards drawn for the seats."""
    s = m.State()
    if seating:
        assert m.find_seats(s, pack(game, seating)), "they do not decide"
    if lot:
        m.draw_lot(s, pack(game, lot))
    m.begin(s, dealer)
    m.start(s, pack(game, first))
    for move in moves.split():
        act(m, s, move)
    return s


def finish(m: Machine, s: State, until: str) -> None:
    """What follows by itself: until the `trick` is taken, the `deal` counted, a player is to act.

    To a deal that is not played out it adds the lowest legal cards, else the lowest calls.
    """
    if until == "trick":
        m.advance(s)
        return
    while s.step or until == "deal":
        if s.step == CLOSE and until == "deal":
            return
        if s.step:
            m.advance(s)
        else:
            m.act(s, options(m, s)[0])


def options(m: Machine, s: State) -> list[int]:
    """The numbers of the actions of the player to move, cards first."""
    legal = m.cards(s)
    if getattr(s, "aside", 0):
        legal <<= len(m.CODES) + len(m.CALLS)
    else:
        legal |= m.calls(s, legal) << len(m.CODES)
    return [i for i in range(legal.bit_length()) if legal >> i & 1]


def shuffled(game: str, seed: int) -> list[int]:
    """Any pack."""
    cards = list(range(ruleset(game).deck.size))
    random.Random(seed).shuffle(cards)
    return cards


def fields(s: State) -> dict[str, object]:
    """A state as data."""
    names = getattr(s, "__slots__", None) or list(vars(s))
    return {name: getattr(s, name) for name in names}
