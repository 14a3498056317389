"""Records back to matches: every line is checked against what the rules make of the lines above.

In: the objects of a record, or the file that holds them. Out: the match; or a RecordError at the
first line that does not fit. The ruleset embedded in the record is the one that is played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from ..rules.read import ruleset_from_data
from ..text.messages import _
from ..text.problem import RulesetError
from ..text.source import Source
from .errors import IllegalAction, RecordError
from .game import Game
from .match import FORMAT, MAX_DRAWS, Match
from .supply import Given, pack_of

MAX_LINE = 1_000_000

Record = Sequence[dict[str, Any]]


def read_record(path: Path) -> list[dict[str, Any]]:
    """The objects of a record file. Raises RecordError for a line that is not one."""
    record = []
    with path.open("rb") as file:
        for number, line in enumerate(_lines(file), 1):
            try:
                data = json.loads(line)
            except (ValueError, RecursionError):
                _refuse(_("this line is not JSON; the record may have been cut off here"), number)
            if not isinstance(data, dict):
                _refuse(_("this line is not a JSON object"), number)
            record.append(data)
    if not record:
        _refuse(_("the record is empty"), 1)
    return record


def _lines(file: Any) -> Iterator[str]:
    number = 0
    while raw := file.readline(MAX_LINE + 1):
        number += 1
        if len(raw) > MAX_LINE:
            _refuse(_("this line is longer than {n} bytes").format(n=MAX_LINE), number)
        try:
            yield raw.decode("utf-8")
        except UnicodeDecodeError:
            _refuse(_("this line is not UTF-8 text"), number)


def _refuse(message: str, line: int) -> NoReturn:
    raise RecordError(message, line)


def embedded_game(record: Record) -> Game:
    """The game whose rules stand in the header of a record. Raises RecordError."""
    header = record[0] if record else {}
    if header.get("format") != FORMAT:
        _refuse(_("this is not a record of a match: `format` must be `{f}`").format(f=FORMAT), 1)
    try:
        ruleset = ruleset_from_data(header.get("rules"), Source(_("the record's rules"), " "))
    except RulesetError as error:
        first = error.problems[0].message
        _refuse(_("the rules in the record are not valid: {message}").format(message=first), 1)
    if header.get("hash") != ruleset.hash or header.get("ruleset") != ruleset.name:
        _refuse(_("the rules in the record are not those of its content hash"), 1)
    return Game(ruleset)


def replay(record: Record, game: Game | None = None) -> Match:
    """Play a record again, from its header to its last line."""
    *_lines, match = replaying(record, game)
    return match


def replaying(record: Record, game: Game | None = None) -> Iterator[Match]:
    """Play a record again, a line at a time; the match is yielded after every line that fits."""
    own = embedded_game(record)
    game = game or own
    match = _begin(record, game)
    for at, line in enumerate(record[1:]):
        if at == len(match.chronicle.lines):
            _act(match, line, at + 2)
        expected = match.chronicle.lines[at].data
        if line != expected or _plain(line) != _plain(expected):
            _differs(line, expected, at + 2)
        yield match
    yield match


def _plain(line: dict[str, Any]) -> str:
    """A line as text, in which `true` is not 1."""
    return json.dumps(line, sort_keys=True, default=str)


def _begin(record: Record, game: Game) -> Match:
    header, draw = record[0], record[1] if len(record) > 1 else {}
    names = header.get("seats")
    if (
        not isinstance(names, list)
        or len(names) != game.seats
        or not all(isinstance(name, str) and name.isprintable() for name in names)
    ):
        _refuse(_("`seats` must name {n} players").format(n=game.seats), 1)
    if header.get("options") != {}:
        _refuse(_("this ruleset has no options"), 1)
    packs = []
    for number, line in enumerate(record, 1):
        if "deal" in line:
            try:
                pack_of(game, line.get("pack"))
            except RecordError as error:
                _refuse(str(error), number)
            packs.append(line["pack"])
    dealer = draw.get("dealer")
    if not isinstance(dealer, int) or isinstance(dealer, bool) or not 0 <= dealer < game.seats:
        _refuse(_("the draw must name the seat that deals first"), min(2, len(record)))
    draws = _draws(game, draw.get("draw"), dealer)
    match = Match(game, Given(game, packs), dealer, names, draws)
    if len(record) > 2 and not packs:
        _refuse(_("the first deal is missing"), 3)
    return match


def _draws(game: Game, rounds: object, dealer: int) -> list[tuple[int, ...]]:
    """The cards drawn for the first deal; all rounds but the last left nobody."""
    numbers = game.ruleset.deck.numbers
    found: list[tuple[int, ...]] = []
    if not isinstance(rounds, list):
        _refuse(_("`draw` must be a list of drawn cards"), 2)
    for i, round_ in enumerate(rounds):
        if not isinstance(round_, list) or len(round_) != game.seats:
            _refuse(_("each round of the draw has one card for every player"), 2)
        for code in round_:
            if not isinstance(code, str) or code not in numbers or round_.count(code) > 1:
                _refuse(_("{card} cannot have been drawn").format(card=code), 2)
        cards = tuple(numbers[code] for code in round_)
        seat = game.machine.draw_lot(game.machine.State(), cards)
        if i == MAX_DRAWS - 1:
            seat %= game.seats
        if seat != (dealer if i == len(rounds) - 1 else game.seats):
            _refuse(_("the drawn cards do not make seat {n} the dealer").format(n=dealer), 2)
        found.append(cards)
    return found


def _act(match: Match, line: dict[str, Any], number: int) -> None:
    """The line must be an action of the player to move."""
    if match.over:
        _refuse(_("the match was over before this line"), number)
    if set(line) != {"seat", "do"} or not isinstance(line["do"], str):
        _refuse(_("an action is wanted here: {form}").format(form='{"seat": …, "do": "…"}'), number)
    try:
        turn = match.turn
    except RecordError as error:
        _refuse(str(error), number)
    if line["seat"] != turn or isinstance(line["seat"], bool):
        _refuse(_("seat {n} is to move here").format(n=turn), number)
    try:
        match.apply(line["do"])
    except IllegalAction as error:
        _refuse(_("`{do}` is not possible: {why}").format(do=line["do"][:60], why=error), number)


def _differs(line: dict[str, Any], expected: dict[str, Any], number: int) -> NoReturn:
    """Say what should stand in a line that the rules make otherwise."""
    kinds = {
        "deal": _("deal {n} by seat {seat} is wanted here").format(
            n=expected.get("deal"), seat=expected.get("dealer")
        ),
        "result": _("the match ended otherwise: {result}").format(
            result=json.dumps(expected.get("result"))
        ),
        "draw": _("the draw for the first deal is wanted here"),
        "do": _("the action is written otherwise: {do}").format(do=expected.get("do")),
    }
    kind = next((kind for kind in kinds if kind in expected), "trick")
    if kind == "trick":
        wanted = {key: expected.get(key) for key in ("trick", "winner")}
        given = {key: line.get(key) for key in ("trick", "winner")}
        if wanted == given:
            _refuse(_("a card or an action above this line was changed"), number)
        text = _("trick {n} was taken by seat {seat}")
        _refuse(text.format(n=expected.get("trick"), seat=expected.get("winner")), number)
    _refuse(kinds[kind], number)
