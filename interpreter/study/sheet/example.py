"""A worked example of the score, from a case of the ruleset.

In: a game, and the case that its author marked as the example. Out: blocks of a sheet: what had
been declared, who took the tricks if that decides, what each player then has, and who wins the
deal. All of it is what the game makes of the case; one that cannot be played gives no example.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...machine.evaluate import probing
from ...table.game import Game
from ...table.match import Match
from ...table.spelling import rule_title, suit_text
from ...text.messages import _
from ...text.problem import RulesetError
from ..cases.fill import Filler
from ..cases.read import read_suite
from ..cases.run import begun, laid
from ..cases.suite import SPOILED, Case
from ..naming import clauses
from .grammar import all_of, capital, contracted
from .model import Block, Paragraph, Row, Table, state
from .moments import constant
from .order import in_file_order
from .phrases import Phrases, resolved


def cases_for(path: Path, shown: str | None = None) -> tuple[Case, ...]:
    """The cases of the ruleset in a file; none if they do not fit it, as those may not that a
    variant inherits."""
    try:
        return read_suite(path, shown).cases
    except RulesetError:
        return ()


def example(game: Game, cases: Sequence[Case]) -> tuple[Block, ...]:
    """The first case that is marked as one and ends the deal; nothing if there is none."""
    for case in cases:
        if case.example and not case.given.options and not case.todo:
            match = _played(game, case)
            if match is not None and match.events and match.events[-1].kind in ENDS:
                return _told(game, case, match)
    return ()


ENDS = ("closed", "round", "over")
"""events that come when a deal is over"""


def _played(game: Game, case: Case) -> Match | None:
    """The match after a case; None if it cannot be played in this game."""
    found = laid(Filler(game), case, 1)
    match = begun(game, found, case) if found else None
    if not isinstance(match, Match):
        return None
    try:
        for text, _span in case.play:
            match.apply(text)
    except ValueError:
        return None
    return match


def _told(game: Game, case: Case, match: Match) -> tuple[Block, ...]:
    """The example in words and as a table."""
    p = Phrases(game.ruleset)
    closed = next(event for event in reversed(match.events) if event.kind == "closed")
    winner = _("Nobody wins {deal:the}").format(**p.terms)
    if closed.seat is not None:
        winner = _("{player} wins {deal:the}").format(player=_player(closed.seat), **p.terms)
    given = [*_declared(game, case), *_tricks(p, case, match)]
    before = state("", _("Example"), clauses(given), titled=True)
    rows = _terms(game, match) if game.ruleset.terms else _keys(p, game, match)
    head = ("", *(_("Player {n}").format(n=seat + 1) for seat in range(game.seats)))
    return Paragraph((before,)), Table(head, tuple(rows)), Paragraph((state("", "", winner),))


def _player(seat: int) -> str:
    return _("player {n}").format(n=seat + 1)


def _declared(game: Game, case: Case) -> list[str]:
    """What the players had declared, and the trumps."""
    given, deck = case.given, game.ruleset.deck
    found = []
    for whole, suit in zip(deck.suit_masks.values(), deck.suits, strict=True):
        if given.trump is not None and given.trump == whole:
            text = _("{suit} are trumps")
            found.append(text.format(suit=f"{suit.title} {suit.symbol}"))
    for seat in range(game.seats):
        made = [text.split()[1:] for who, text in given.declared if who == seat]
        names = [" ".join([rule_title(game, name), *_suit(game, suit)]) for name, *suit in made]
        if names:
            text = _("{player} has declared {names}")
            found.append(text.format(player=_player(seat), names=all_of(names)))
    return found


def _suit(game: Game, suit: list[str]) -> list[str]:
    return [suit_text(game, code) for code in suit]


def _tricks(p: Phrases, case: Case, match: Match) -> list[str]:
    """Who took the tricks, where their number decides."""
    before = case.given.taken
    if not p.r.counts_tricks or before is None:
        return []
    seats = [*before, *(e.seat for e in match.events if e.kind in ("taken", "spoiled"))]
    names = [str(s + 1) if s is not None and s != SPOILED else "–" for s in seats]
    text = _("The {trick:s} go in turn to the players {names}")
    return [text.format(names=all_of(names), **p.terms)]


def _terms(game: Game, match: Match) -> list[Row]:
    """The terms of everybody's points, and their sums."""
    counted = next(event for event in reversed(match.events) if event.kind == "counted")
    scores = [dict(terms) for terms in counted.scores]
    rows = [
        Row("", str(term.about.title), tuple(str(s[term.about.name]) for s in scores))
        for term in in_file_order(game.ruleset, "scoring.points", game.ruleset.terms)
    ]
    sums = tuple(str(sum(s.values())) for s in scores)
    return [*(Row("", capital(row.title), row.cells) for row in rows), Row("", _("Sum"), sums)]


def _keys(p: Phrases, game: Game, match: Match) -> list[Row]:
    """What decides the deal, for everybody."""
    keys = [key for key in p.r.winner if constant(resolved(key.number), p.r) is None]
    _machine, probes = probing(p.r, [key.number for key in keys])
    rows = []
    for key, probe in zip(keys, probes, strict=True):
        numbers = tuple(str(probe(match._state, seat)) for seat in range(game.seats))
        rows.append(Row("", capital(contracted(p.number(key.number))), numbers))
    return rows
