"""Records back to matches: every line is checked against what the rules make of the lines above.

In: the objects of a record, or the file that holds them. Out: the match; or a RecordError at the
first line that does not fit. The ruleset embedded in the record is the one that is played.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from ..rules.options import OptionError
from ..rules.read import ruleset_from_data, with_settings
from ..text.limits import MAX_LINE, MAX_RECORD
from ..text.messages import _
from ..text.problem import RulesetError
from ..text.source import Source
from .errors import IllegalAction, RecordError
from .game import Game
from .lots import Cards, Lots, TooFewCards, draw_dealer, draw_seats, fresh, no_lots
from .match import FORMAT, Match
from .supply import Continued, Given, Pack, Supply, pack_of

Record = Sequence[dict[str, Any]]


def read_record(path: Path) -> list[dict[str, Any]]:
    """The objects of a record file. Raises RecordError for a line that is not one."""
    with path.open("rb") as file:
        return read_lines(file)


def read_lines(file: BinaryIO) -> list[dict[str, Any]]:
    """The objects of a record, from an open file. Raises RecordError for a line that is not one."""
    record, cut = kept_lines(file)
    if cut is not None:
        raise cut
    return record


def read_kept(path: Path) -> tuple[list[dict[str, Any]], RecordError | None]:
    """The same of a record file."""
    with path.open("rb") as file:
        return kept_lines(file)


def kept_lines(file: BinaryIO) -> tuple[list[dict[str, Any]], RecordError | None]:
    """The objects of a record, and what is wrong with its last line if that has no end, since
    whoever wrote it was stopped. Raises RecordError for any other line that is no object."""
    record: list[dict[str, Any]] = []
    for number, raw in enumerate(_lines(file), 1):
        try:
            record.append(_object(raw, number))
        except RecordError as error:
            if raw.endswith(b"\n") or not record or len(raw) > MAX_LINE:
                raise
            return record, error
    if not record:
        _refuse(_("the record is empty"), 1)
    return record, None


def _lines(file: BinaryIO) -> Iterator[bytes]:
    number, left = 0, MAX_RECORD + 1
    while raw := file.readline(min(left, MAX_LINE + 1)):
        number, left = number + 1, left - len(raw)
        if left <= 0:
            _refuse(_("the record is longer than {n} bytes").format(n=MAX_RECORD), number)
        yield raw


def _object(raw: bytes, number: int) -> dict[str, Any]:
    """The object in a line."""
    if len(raw) > MAX_LINE:
        _refuse(_("this line is longer than {n} bytes").format(n=MAX_LINE), number)
    try:
        data = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        _refuse(_("this line is not UTF-8 text"), number)
    except (ValueError, RecursionError):
        _refuse(_("this line is not JSON; the record may have been cut off here"), number)
    if not isinstance(data, dict):
        _refuse(_("this line is not a JSON object"), number)
    return data


def _refuse(message: str, line: int) -> NoReturn:
    raise RecordError(message, line)


def embedded_game(record: Record) -> Game:
    """The game whose rules stand in the header of a record. Raises RecordError."""
    header = record[0] if record else {}
    if header.get("format") != FORMAT:
        _refuse(_("this is not a record of a match: `format` must be `{f}`").format(f=FORMAT), 1)
    try:
        ruleset = ruleset_from_data(header.get("rules"), Source(_("the record's rules"), " "))
        options = _options(header)
        ruleset = with_settings(ruleset, options) if options else ruleset
    except OptionError as error:
        _refuse(str(error), 1)
    except RulesetError as error:
        first = error.problems[0].message
        _refuse(_("the rules in the record are not valid: {message}").format(message=first), 1)
    if header.get("hash") != ruleset.hash or header.get("ruleset") != ruleset.name:
        _refuse(_("the rules in the record are not those of its content hash"), 1)
    return Game(ruleset)


def _options(header: dict[str, Any]) -> dict[str, str]:
    """The settings that are not the default."""
    options = header.get("options")
    if not isinstance(options, dict) or not all(isinstance(v, str) for v in options.values()):
        _refuse(_("`options` must be a map of options and their values"), 1)
    return options


def replay(record: Record, game: Game | None = None) -> Match:
    """Play a record again, from its header to its last line."""
    *_lines, match = replaying(record, game)
    return match


def resumed(record: Record, game: Game, supply: Supply) -> Match:
    """The match of a record that stopped, which goes on with the packs of a supply: after those of
    the record, by their numbers."""
    match = replay(record, game)
    match.go_on(Continued(match.supply, supply))
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
    header = record[0]
    names = header.get("seats")
    if (
        not isinstance(names, list)
        or len(names) != game.seats
        or not all(isinstance(name, str) and name.isprintable() for name in names)
    ):
        _refuse(_("`seats` must name {n} players").format(n=game.seats), 1)
    if header["options"] != game.ruleset.agreed():
        _refuse(_("`options` holds a setting that is the default"), 1)
    packs = []
    for number, line in enumerate(record, 1):
        if "deal" in line:
            try:
                pack_of(game, line.get("pack"))
            except RecordError as error:
                _refuse(str(error), number)
            packs.append(line["pack"])
    lots = _lots(game, record)
    match = Match(game, _Recorded(game, packs, lots, _later(game, record)), None, names, lots)
    first = len(match.chronicle.lines) - bool(packs) + 1
    if len(record) > first and not packs:
        _refuse(_("the first deal is missing"), first + 1)
    return match


class _Recorded(Given):
    """The packs of a record, and what was drawn for later rounds of the match."""

    def __init__(self, game: Game, packs: list[list[str]], lots: Lots, later: list[Cards]) -> None:
        super().__init__(game, packs)
        self.before, self.later = len(lots.seating) + len(lots.draws), later

    def lot(self, number: int) -> Pack:
        """No cards at all where the record has none."""
        return _from(self.later)(number - self.before)


def _later(game: Game, record: Record) -> list[Cards]:
    """The cards of the draws for later rounds of the match."""
    found, first = list[Cards](), _first_draw(game)
    if game.ruleset.rounds > 1:
        for place, line in enumerate(record[first + 1 :], first + 2):
            if "draw" in line:
                found += _draws(game, line, place)
    return found


def _first_draw(game: Game) -> int:
    """The line of the draw for the first deal, from 0."""
    return 1 if game.ruleset.seats is None else 2


def _draws(game: Game, line: dict[str, Any], place: int) -> list[Cards]:
    """The rounds of a draw for a first deal."""
    draws = _rounds(game, line.get("draw"), "draw", place)
    if any(len(round_) != game.seats for round_ in draws):
        _refuse(_("each round of the draw has one card for every player"), place)
    return draws


def _lots(game: Game, record: Record) -> Lots:
    """What was drawn before the match; drawing the same cards must come to the same."""
    state, seating, at = fresh(game), list[Cards](), _first_draw(game)
    if game.ruleset.seats is not None:
        seating = _rounds(game, _line(record, 1).get("seating"), "seating", 2)
    line, place = _line(record, at), min(at + 1, len(record))
    dealer = line.get("dealer")
    if not isinstance(dealer, int) or isinstance(dealer, bool) or not 0 <= dealer < game.seats:
        _refuse(_("the draw must name the seat that deals first"), place)
    draws = _draws(game, line, place)
    if not seating and not draws:
        return no_lots(game, dealer)
    try:
        found = draw_seats(game, state, _from(seating))
    except TooFewCards:
        found = ((), ())
    if found[0] != tuple(seating) or not found[1]:
        _refuse(_("the drawn cards do not put the players in their seats"), 2)
    try:
        drawn = draw_dealer(game, state, _from(draws))
    except TooFewCards:
        drawn = ((), game.seats)
    if drawn != (tuple(draws), dealer):
        _refuse(_("the drawn cards do not make seat {n} the dealer").format(n=dealer), place)
    return Lots(*found, *drawn)


def _from(rounds: list[Cards]) -> Callable[[int], Cards]:
    """The packs of a draw, as far as they were turned up."""
    return lambda number: rounds[number - 1] if number <= len(rounds) else ()


def _line(record: Record, at: int) -> dict[str, Any]:
    return record[at] if at < len(record) else {}


def _rounds(game: Game, rounds: object, key: str, place: int) -> list[Cards]:
    """The cards of each round of a draw."""
    numbers = game.ruleset.deck.numbers
    if not isinstance(rounds, list):
        _refuse(_("`{key}` must be a list of drawn cards").format(key=key), place)
    for round_ in rounds:
        if not isinstance(round_, list):
            _refuse(_("each round of the draw has one card for every player"), place)
        for code in round_:
            if not isinstance(code, str) or code not in numbers or round_.count(code) > 1:
                _refuse(_("{card} cannot have been drawn").format(card=code), place)
    return [tuple(numbers[code] for code in round_) for round_ in rounds]


def _act(match: Match, line: dict[str, Any], number: int) -> None:
    """The line must be an action of the player to move."""
    if match.over:
        _refuse(_("the match was over before this line"), number)
    try:
        turn = match.turn
    except RecordError as error:
        _refuse(str(error), number)
    if set(line) != {"seat", "do"} or not isinstance(line["do"], str):
        _refuse(_("an action is wanted here: {form}").format(form='{"seat": …, "do": "…"}'), number)
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
        "seats": _("the players sit otherwise: {seats}").format(seats=expected.get("seats")),
        "draw": _("the draw for the first deal is wanted here")
        if line.get("dealer") == expected.get("dealer")
        else _("the drawn cards do not make seat {n} the dealer").format(n=line.get("dealer")),
        "do": _("the action is written otherwise: {do}").format(do=expected.get("do")),
    }
    kind = next((kind for kind in kinds if kind in expected), "trick")
    if kind == "trick":
        wanted = {key: expected.get(key) for key in ("trick", "winner")}
        given = {key: line.get(key) for key in ("trick", "winner")}
        if wanted == given:
            _refuse(_("a card or an action above this line was changed"), number)
        if expected.get("winner") is None:
            _refuse(_("nobody took trick {n}").format(n=expected.get("trick")), number)
        text = _("trick {n} was taken by seat {seat}")
        _refuse(text.format(n=expected.get("trick"), seat=expected.get("winner")), number)
    _refuse(kinds[kind], number)
