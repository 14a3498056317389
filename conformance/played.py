"""Complete matches, and after every action what another program can compare.

In: a game, a seed, perhaps how packs begin. Out: a match as JSON data: what was drawn, every pack,
every action, and who is to act next, what may be done, who took a trick, what a deal counted, how
the match stands. The players choose at random, with a liking for all that is not a card.
"""

from __future__ import annotations

from collections.abc import Iterator

from plain import Data, choice, each, group, player, points, row, standing, suit, up

from interpreter import Game, IllegalAction, Match
from interpreter.machine.packs import Stream
from interpreter.study.cases.suite import DRAW, NOBODY
from interpreter.table.lots import Lots, TooFewCards
from interpreter.table.supply import Pack, Seeded

STREAM = 91
"""apart from the streams of packs, players and fillings"""


class Waiting(Seeded):
    """Packs of a seed, of which only those of the present deal are given out. fronts: cards that
    lie first in the packs of the first deals."""

    def __init__(self, game: Game, seed: int, fronts: tuple[str, ...]) -> None:
        super().__init__(game, seed)
        self.deals, self.draws = 1, True
        numbers = game.ruleset.deck.numbers
        self.fronts = [[numbers[code] for code in front.split()] for front in fronts]

    def deal(self, number: int) -> Pack | None:
        pack = super().deal(number)
        assert pack is not None
        front = self.fronts[number - 1] if number <= len(self.fronts) else []
        whole = (*front, *(card for card in pack if card not in front))
        return whole if number <= self.deals else None

    def lot(self, number: int) -> Pack:
        if not self.draws:
            raise TooFewCards
        return super().lot(number)


def played(game: Game, seed: int, fronts: tuple[str, ...] = ()) -> tuple[Data, Iterator[Data]]:
    """What comes before the first deal, and the steps of the match."""
    supply = Waiting(game, seed, fronts)
    match = Match(game, supply)
    supply.draws = False
    lots = match.lots
    options = game.ruleset.agreed()
    data: Data = {"options": options} if options else {}
    if lots.seating:
        data["seating"] = [row(game, cards) for cards in lots.seating]
        data["seats"] = " ".join(str(seat + 1) for seat in lots.seats)
    if lots.draws:
        data["drawn"] = [row(game, cards) for cards in lots.draws]
    return data, _steps(match, supply, Stream(seed, STREAM, 0))


def _steps(match: Match, supply: Waiting, stream: Stream) -> Iterator[Data]:
    while True:
        before = _facts(match)
        yield _deal(match, before)
        while not match._state.over:
            by, text = match._state.turn + 1, _choose(match, stream)
            trick = match.chronicle.last_trick
            match.apply(text)
            expect = {**choice(match), **_refused(match)}
            if match.chronicle.last_trick is not trick:
                expect.update(_trick(match))
            now = _facts(match)
            expect.update({key: value for key, value in now.items() if before[key] != value})
            before = now
            yield {"by": by, "do": text, "expect": {**expect, **_closed(match)}}
        if match.over:
            return
        supply.deals, supply.draws = supply.deals + 1, True
        match.go_on(supply)
        supply.draws = False


def _choose(match: Match, stream: Stream) -> str:
    """A declaration, an exchange or a signal every other time, `no` seldom; else the weakest card,
    so that combinations are kept, or any."""
    actions = match.actions()
    texts = [str(action) for action in actions]
    if "yes" in texts:
        return "yes" if stream.below(12) else "no"
    cards = [action for action in actions if action.card]
    calls = [text for text in texts if not text.startswith(("play ", "discard "))]
    if calls and (not cards or stream.below(2)):
        return calls[stream.below(len(calls))]
    game = match.game
    strength = {a: game.strength[game.ruleset.deck.numbers[a.card]] for a in cards}
    any_card = cards[stream.below(len(cards))]
    return str(min(cards, key=strength.__getitem__) if stream.below(4) else any_card)


def _facts(match: Match) -> Data:
    """What is told whenever it changes."""
    s, game = match._state, match.game
    made = [0] * game.seats
    for declared in match.chronicle.declared:
        made[declared.seat] += declared.points
    facts: Data = {}
    if game.ruleset.deal.turn_up:
        facts["turned"] = up(match)
    if game.ruleset.has_trumps:
        facts["trump"] = suit(game, s.trump)
    if game.ruleset.tricks.draw:
        facts["stock"] = game.machine.stock_left(s)
    if game.ruleset.declarations:
        facts["declared"] = each(made)
    return facts


def _deal(match: Match, facts: Data) -> Data:
    """A deal begins."""
    s, game = match._state, match.game
    data: Data = {"deal": s.deals + 1, "dealer": s.dealer + 1}
    if len(match.log) > 1 and isinstance(lots := match.log[-2], Lots) and lots.draws:
        data["drawn"] = [row(game, cards) for cards in lots.draws]
    data["pack"] = row(game, s.pack)
    holds = {"holds": each(group(game, hand) for hand in s.hand)}
    return {**data, "expect": {**choice(match), **holds, **facts}}


def _refused(match: Match) -> Data:
    """The cards in hand that may not be played, each with the rule that refuses it."""
    s, refused = match._state, {}
    texts = {str(action) for action in match.actions()} if not s.over else set()
    plays = {f"play {code}" for code in match.game.codes(s.hand[s.turn])} if not s.over else set()
    for text in sorted(plays - texts) if plays & texts else ():
        try:
            match.copy().apply(text)
        except IllegalAction as error:
            refused[text] = error.rule
    return {"refused": refused} if refused else {}


def _trick(match: Match) -> Data:
    """A trick has been taken; what the player to act sees then."""
    last, s = match.chronicle.last_trick, match._state
    assert last is not None
    data: Data = {"trick": player(NOBODY if last.winner is None else last.winner, "spoiled")}
    if not s.over:
        view = match.view(s.turn)
        sees: Data = {"hand": " ".join(view.hand)}
        if match.game.ruleset.declarations:
            sees["known"] = each(" ".join(cards) for cards in view.known)
        data["sees"] = {str(s.turn + 1): sees}
    return data


def _closed(match: Match) -> Data:
    """The deal has ended."""
    s, game = match._state, match.game
    if not s.over:
        return {}
    data: Data = {"winner": player(s.winner if s.winner < game.seats else NOBODY)}
    if points(match):
        data["points"] = points(match)
    if not match.over:
        data["next_dealer"] = player(DRAW if s.over == 3 else s.dealer)
    stands = {key: value for key, value in standing(match).items() if key in ("wins", "rounds")}
    data["match"] = {**stands, "over": match.over}
    if match.over:
        side = s.champion if s.champion < game.ruleset.sides else NOBODY
        data["match"]["winner"] = player(side)
    return data
