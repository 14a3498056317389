"""What is measured, in words: seats, places, sides, calls.

In: a game and a measure. Out: its name in the language in use, with the titles of the ruleset.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...machine.native.measures import Measure
from ...table.game import Game
from ...table.narration import joined
from ...table.spelling import rule_title, signal_title, stage_title
from ...text.messages import _


def seat_name(seat: int, kinds: Sequence[str]) -> str:
    """A seat; with who sits there, if they are not all of one kind."""
    text = _("player {n}").format(n=seat + 1)
    return text if len(set(kinds)) == 1 else f"{text}, {kinds[seat]}"


def place_name(place: int, seats: int) -> str:
    """A place, counted from the dealer in the order of play."""
    if place == 0:
        return _("dealer")
    if seats == 2:
        return _("the other player")
    if place == 1:
        return _("left of the dealer")
    if place == seats - 1:
        return _("right of the dealer")
    if 2 * place == seats:
        return _("opposite the dealer")
    return _("{n} places to the left").format(n=place)


def side_name(game: Game, side: int) -> str:
    """Those who play together."""
    seats = [str(seat + 1) for seat in range(side, game.seats, game.ruleset.sides)]
    if len(seats) == 1:
        return _("player {n}").format(n=seats[0])
    return _("players {numbers}").format(numbers=joined(seats))


def part_name(game: Game, group: str, part: int, kinds: Sequence[str]) -> str:
    """A seat, place or side, by the group of measures that it belongs to."""
    if group.startswith("seat"):
        return seat_name(part, kinds)
    if group.startswith("place"):
        return place_name(part, game.seats)
    return side_name(game, part)


def call_name(game: Game, group: str) -> str:
    """A group of calls: `declare NAME` and so on."""
    kind, name = (*group.split(), "")[:2]
    if kind == "signal":
        return signal_title(game, name)
    if kind == "yes":
        asked = [s.about.name for s in game.ruleset.stages if s.ask is not None]
        stages = ", ".join(stage_title(game, stage) for stage in asked)
        return _("yes to {what}").format(what=stages)
    return rule_title(game, name)


def measure_name(game: Game, measure: Measure, kinds: Sequence[str]) -> str:
    """A measure in a few words."""
    kind, _space, group = measure.name.partition(" ")
    if group:
        what = {"offered": _("{call}, possible"), "made": _("{call}, made")}[kind]
        text = what.format(call=call_name(game, group))
        return text if measure.of is None else f"{text}, {seat_name(measure.of, kinds)}"
    text = _single(game)[measure.name]
    if measure.of is None:
        return text
    return f"{text}, {part_name(game, measure.name, measure.of, kinds)}"


def _single(game: Game) -> dict[str, str]:
    """What measures without calls are called."""
    return {
        "won": _("deals won by somebody"),
        "undecided": _("deals that nobody won"),
        "counted": _("deals that were counted"),
        "claimed": _("deals ended by a declaration"),
        "length": _("tricks in a deal"),
        "spoiled": _("tricks that nobody took"),
        "decisions": _("decisions in a deal"),
        "seat.won": _("wins"),
        "place.won": _("wins"),
        "side.won": _("wins"),
        "side.worth": _("points in the match"),
        "seat.points": _("points a deal"),
        "place.points": _("points a deal"),
        "seat.declared": _("points declared"),
        "place.declared": _("points declared"),
        "seat.tricks": _("tricks a deal"),
        "place.tricks": _("tricks a deal"),
        "match.won": _("matches won by somebody"),
        "match.undecided": _("undecided matches"),
        "match.side": _("matches won"),
        "match.dealer": _("matches won by the side of the first dealer"),
        "match.deals": _("deals in a match"),
        "match.repeats": _("deals in a match that nobody won"),
        "match.rounds": _("rounds in a match"),
    }
