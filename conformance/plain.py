"""Cards, players, positions and expectations in the notation of the conformance set.

In: a match of the program, an expectation of a case. Out: JSON data with codes of cards and numbers
of players, as README.md in this folder describes them. No card is the empty text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from interpreter import Game, Match
from interpreter.study.cases.judge import Judge
from interpreter.study.cases.suite import DRAW, NOBODY, SPOILED, Expectation
from interpreter.table.position import Position

Data = dict[str, Any]


def row(game: Game, cards: Iterable[int]) -> str:
    """Cards in this order."""
    return " ".join(game.ruleset.deck.codes[card] for card in cards)


def group(game: Game, mask: int) -> str:
    """A set of cards."""
    return " ".join(game.codes(mask))


def suit(game: Game, mask: int) -> str:
    """The trumps: the letter of their suit; empty if there are none."""
    deck = game.ruleset.deck
    masks = zip(deck.suits, deck.suit_masks.values(), strict=True)
    letters = [found.code for found, whole in masks if whole == mask]
    assert letters or not mask, "trumps are a suit"
    return "".join(letters)


def up(match: Match) -> str:
    """The card that lies face up."""
    codes, turned = match.game.ruleset.deck.codes, match._state.turned
    return codes[turned] if turned < len(codes) else ""


def each(values: Iterable[Any]) -> Data:
    """A value for each player or side."""
    return {str(number): value for number, value in enumerate(values, 1)}


# -- positions ------------------------------------------------------------------------------------


def standing(match: Match) -> Data:
    """How the match stands."""
    s, rounds = match._state, match.chronicle.rounds
    data: Data = {"wins": each(s.wins)}
    if rounds:
        data["rounds"] = each(rounds)
    return {**data, "deals": s.deals - s.repeats, "repeats": s.repeats}


def position(match: Match) -> Data:
    """A deal that is under way, every card in one place."""
    s, game, story = match._state, match.game, match.chronicle
    r = game.ruleset
    data: Data = {"dealer": s.dealer + 1, "leader": s.leader + 1, "trick": s.trick}
    data["hands"] = each(group(game, hand) for hand in s.hand)
    if story.plays:
        data["table"] = " ".join(code for _seat, code in story.plays)
    if r.has_trumps:
        data["trump"] = suit(game, s.trump)
    if r.deal.turn_up:
        data["turned"] = up(match)
    data["stock"] = row(game, s.pack[s.next :])
    first = match.log[0]
    assert isinstance(first, Position) and first.deal is not None  # noqa: PT018
    data["tricks"] = [
        ["spoiled" if t.winner is None else t.winner + 1, " ".join(code for _p, code in t.cards)]
        for t in first.deal.tricks
    ]
    if story.declared:
        data["declared"] = [
            {"by": d.seat + 1, "what": f"{d.name} {d.suit}".strip(), "points": d.points}
            for d in story.declared
        ]
        data["known"] = each(group(game, cards) for cards in story.known)
    whole = [*" ".join(data["hands"].values()).split(), *data["stock"].split()]
    whole += [data.get("turned") or None, *data.get("table", "").split()]
    whole += [code for _by, cards in data["tricks"] for code in cards.split()]
    assert sorted(filter(None, whole)) == sorted(r.deck.codes), "every card is in one place"
    return data


# -- what came ------------------------------------------------------------------------------------


def choice(match: Match) -> Data:
    """Who is to act, and what that player may do."""
    if match._state.over:
        return {"turn": "nobody"}
    texts = [str(action) for action in match.actions()]
    cards = [text for text in texts if text.startswith(("play ", "discard "))]
    legal = " ".join(text.split()[1] for text in cards)
    return {
        "turn": match._state.turn + 1,
        "legal": legal,
        "calls": [text for text in texts if text not in cards],
    }


def points(match: Match) -> Data:
    """The points of all players by their parts; empty if nothing was counted."""
    return each(dict(terms) for terms in match.chronicle.last if terms)


def player(seat: int, none: str = "nobody") -> int | str:
    """A player, or what stands for none."""
    return {NOBODY: none, DRAW: "draw"}.get(seat, seat + 1)


# -- what is expected -----------------------------------------------------------------------------


def expected(judge: Judge, wanted: Iterable[Expectation]) -> Data:
    """What a case expects, once it is known to hold."""
    data: Data = {}
    for one in wanted:
        words = one.key.split(".")
        place, about = data, list(one.about)
        if words[0] == "sees":
            place = data.setdefault("sees", {}).setdefault(str(about.pop(0) + 1), {})
            words = words[1:]
        for word in words[:-1]:
            place = place.setdefault(word, {})
        _put(judge, place, words[-1], about, one.value)
    return data


def _put(judge: Judge, place: Data, key: str, about: list[Any], value: Any) -> None:
    """One expectation under its key."""
    if key in ("offered", "not_offered"):
        place.setdefault(key, []).append(about[0])
    elif key == "refused":
        place.setdefault(key, {})[about[0]] = value
    elif key == "points":
        place.setdefault(key, {})[str(about[0] + 1)] = judge.scores()[about[0]]
    elif about:
        place.setdefault(key, {})[str(about[0] + 1)] = _value(judge.game, key, value)
    else:
        place[key] = _value(judge.game, key, value)


def _value(game: Game, key: str, value: Any) -> Any:
    return WRITTEN[key](game, value) if key in WRITTEN else value


def _listed(game: Game, texts: Iterable[str]) -> list[str]:
    return [str(action) for action in game.actions if str(action) in texts]


WRITTEN: dict[str, Callable[[Game, Any], Any]] = {
    **dict.fromkeys(
        ("legal", "holds", "lacks", "turned", "hand", "known", "won", "last_won", "not"), group
    ),
    **dict.fromkeys(
        ("turn", "dealer", "leader", "winner", "next_dealer"), lambda _game, seat: player(seat)
    ),
    "trick": lambda _game, seat: player(seat, "spoiled"),
    "trump": suit,
    "calls": _listed,
    "seats": lambda _game, seats: " ".join(str(seat + 1) for seat in seats),
    "told": lambda _game, texts: list(texts),
    "untold": lambda _game, texts: list(texts),
}
"""how the value of a key is written; numbers and truth as they are"""
assert NOBODY == SPOILED
