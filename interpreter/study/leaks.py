"""Looking for leaks: whether a seat can tell two deals apart that must look the same to it.

In: a game, a number of deals, a seed. Out: how much was compared, and the first leak, if any.
Deals are played at random, half of them from stacked packs. At some moments the cards that a seat
has never seen change places, and with them the packs to come; where the same can then be done, the
seat must be shown the same, byte for byte: its view with the actions that it is offered, its
record, every sentence in every language, and the reason for which each other action is refused.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from ..machine.packs import Stream
from ..rules.ruleset import Ruleset
from ..table.action import Action
from ..table.errors import IllegalAction
from ..table.game import Game
from ..table.match import Match
from ..table.narration import Narrator
from ..table.view import View
from ..text.messages import LANGUAGES, language, speak
from .sight import Deal, Sight
from .stack import Stacker

PACKS, STACKS, DEALERS, CHOICES, WORLDS = 1011, 1012, 1013, 1014, 1015
"""streams, apart from those of play"""
TRIES = 8
"""other worlds that are tried at a moment, until one is possible"""
SOME = {"in play": 12, "signals": 40, "cards shown": 8, "cards put aside": 5}
"""at one moment in so many a seat is tested; at every second one where something rarer goes on"""
DEALS_TO_COME = 2
MOST_CHOICES = 60
"""of options; a ruleset may have thousands"""

Faces = Callable[[Game, Sequence[str], View], str]
"""more that is shown to a seat: a table as text, from a game, names and a view"""


@dataclass(frozen=True)
class Leak:
    """What a seat could tell apart. what: where it shows; one, other: what is shown there in the
    two worlds. packs: of the deals in both worlds. moves: what was done."""

    seat: int
    what: str
    one: str
    other: str
    dealer: int
    packs: tuple[tuple[tuple[str, ...], ...], ...]
    moves: tuple[str, ...]


@dataclass
class Findings:
    """compared: how many pairs of worlds, by what was going on; impossible: how often no other
    world was found in which the same could be done."""

    deals: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    impossible: int = 0
    leak: Leak | None = None


def settings(r: Ruleset) -> list[dict[str, str]]:
    """Choices of options that bring up every value: the defaults, all others, each other alone."""
    defaults = {o.about.name: o.default for o in r.options}
    alone = [
        {**defaults, o.about.name: value}
        for o in r.options
        for value in o.values
        if value != o.default
    ]
    others = {
        o.about.name: next((v for v in o.values if v != o.default), o.default) for o in r.options
    }
    found = [defaults, others, *alone][:MOST_CHOICES]
    return [choice for i, choice in enumerate(found) if choice not in found[:i]]


class Search:
    """One search. `run` may be interrupted; `found` holds what was found until then."""

    def __init__(self, game: Game, seed: int = 0, faces: Faces | None = None) -> None:
        self.game, self.seed, self.faces, self.found = game, seed, faces, Findings()
        r = game.ruleset
        sets = [mask for d in r.declarations for mask in d.masks]
        sets += [mask for mask in r.sets.values() if 1 < mask.bit_count() <= r.deal.cards]
        self.stacker = Stacker(r, [_cards(mask) for mask in sets])

    def run(self, deals: int, tick: Callable[[], object] = lambda: None) -> Findings:
        """Play so many deals, or until something leaks."""
        for number in range(1, deals + 1):
            self._deal(number)
            self.found.deals += 1
            tick()
            if self.found.leak:
                break
        return self.found

    def _deal(self, number: int) -> None:
        """One deal, or sometimes what follows it."""
        random = Stream(self.seed, WORLDS, number)
        packs = [self._pack(number, i) for i in range(DEALS_TO_COME)]
        dealer = Stream(self.seed, DEALERS, number).below(self.game.seats)
        match = self._match(packs, dealer)
        last = 1 + (number % 4 == 0)
        for moment in self._moments(match, number, last):
            for seat in range(self.game.seats):
                if random.below(SOME.get(moment, 2)) == 0:
                    self._test(match, packs, seat, moment, random)
                if self.found.leak:
                    return

    def _pack(self, number: int, i: int) -> list[int]:
        if number % 2 or i:
            return Stream(self.seed, PACKS, number * DEALS_TO_COME + i).shuffled(self._size)
        return self.stacker.pack(Stream(self.seed, STACKS, number), number // 2)

    @property
    def _size(self) -> int:
        return self.game.ruleset.deck.size

    def _match(self, packs: Sequence[Sequence[int]], dealer: int) -> Match:
        codes = self.game.ruleset.deck.codes
        return self.game.match(
            packs=[[codes[card] for card in pack] for pack in packs], dealer=dealer
        )

    def _moments(self, match: Match, number: int, last: int) -> Iterator[str]:
        """Play at random; what is going on before each action, and at the end."""
        random = Stream(self.seed, CHOICES, number)
        while True:
            state = match.chronicle.state
            if state.deals >= last and not state.over:
                return
            yield _moment(match)
            if state.over:
                return
            match.apply(_choice(match.actions(), random))

    # -- one moment ----------------------------------------------------------------------------

    def _test(
        self, match: Match, packs: list[list[int]], seat: int, moment: str, random: Stream
    ) -> None:
        """Compare what a seat is shown in this world and in another one."""
        sight = Sight(match)
        for size in range(TRIES):
            world = _elsewhere(sight, packs, seat, TRIES - size, random)
            if world is None:
                continue
            other = self._replayed(match, *world)
            if other is not None and Sight(other).alike(sight, seat):
                self.found.compared[moment] += 1
                self._compare(match, other, seat)
                return
        self.found.impossible += 1

    def _replayed(self, match: Match, packs: list[list[int]], moves: list[str]) -> Match | None:
        """The match with other cards and the same moves; None if they cannot be made."""
        again = self._match(packs, match.lots.dealer)
        try:
            for text in moves:
                again.apply(text)
        except IllegalAction:
            return None
        return again

    def _compare(self, one: Match, other: Match, seat: int) -> None:
        pairs = zip_longest(self._shown(one, seat), self._shown(other, seat), fillvalue=("", ""))
        for (what, a), (also, b) in pairs:
            if (what, a) != (also, b):
                self.found.leak = _leak(one, other, seat, what or also, a, b)
                return

    def _shown(self, match: Match, seat: int) -> Iterator[tuple[str, str]]:
        """Everything that a seat is shown, piece by piece."""
        view = match.view(seat)
        for key, value in view.to_dict().items():
            yield f"view: {key}", _text(value)
        for number, line in enumerate(match.record_for(seat)[1:], 2):
            yield f"record: line {number}", _text(line)
        if self.faces:
            yield "table", self.faces(self.game, match.names, view)
        for code, told in self._sentences(match, view):
            yield f"sentences: {code}", told
        if view.turn == seat:
            for action in self.game.actions:
                if action not in view.actions:
                    yield f"answer to: {action}", _refusal(match, action)

    def _sentences(self, match: Match, view: View) -> list[tuple[str, str]]:
        """All that a seat is told, in every language."""
        spoken, narrator = language(), Narrator(self.game, match.names, view.seat)
        found = []
        try:
            for code in LANGUAGES:
                speak(code)
                found.append((code, "\n".join(narrator.tell(event) for event in view.seen)))
        finally:
            speak(spoken)
        return found


def _refusal(match: Match, action: Action) -> str:
    """Why an action is not possible."""
    try:
        match.apply(action)
    except IllegalAction as error:
        return str(error)
    raise AssertionError(action)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _cards(mask: int) -> list[int]:
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def _moment(match: Match) -> str:
    """What is going on, to test rarer things more often."""
    if match.chronicle.state.over:
        return "over"
    kinds = {action.kind for action in match.actions()}
    for kind, name in (
        ("discard", "cards put aside"),
        ("yes", "a question"),
        ("pass", "a request"),
    ):
        if kind in kinds:
            return name
    story = match.chronicle
    if story.pending:
        return "a declaration"
    if any(made.cards for made in story.declared):
        return "cards shown"
    return "signals" if story.signals else "in play"


def _choice(actions: Sequence[Action], random: Stream) -> Action:
    """Any action; mostly a call, if there is one."""
    calls = [action for action in actions if action.kind not in ("play", "discard", "no", "pass")]
    some = calls if calls and random.below(3) else actions
    return some[random.below(len(some))]


def _elsewhere(
    sight: Sight, packs: list[list[int]], seat: int, size: int, random: Stream
) -> tuple[list[list[int]], list[str]] | None:
    """Other packs, and the moves as they are made with them; None if nothing is hidden.

    Cards that the seat has not seen change places with each other; so do the cards of one other
    player, which may have come in any order. size: how much changes.
    """
    worlds, moves, changed = list[list[int]](), list[str](), False
    codes = sight.game.ruleset.deck.codes
    for number, deal in enumerate(sight.deals):
        last = number == len(sight.deals) - 1
        pack = _exchanged(deal, seat, size * size, random) if last or random.below(3) else deal.pack
        worlds.append([*pack])
        changed = changed or worlds[-1] != [*deal.pack]
        for mover, action in deal.moves:
            hidden = action.kind == "discard" and mover != seat
            moves.append(_moved(codes, deal, pack, mover, action) if hidden else str(action))
    if sight.waiting not in (None, seat):
        moves.pop()  # nobody else knows of it before the card lies on the table
    for pack in packs[len(worlds) :]:
        worlds.append([pack[i] for i in random.shuffled(len(pack))])
    return (worlds, moves) if changed or len(sight.deals) < len(packs) else None


def _exchanged(deal: Deal, seat: int, times: int, random: Stream) -> list[int]:
    """The pack of a deal in which hidden cards have changed places."""
    pack = list(deal.pack)
    unseen, hidden = deal.unseen(seat), deal.hidden(seat)
    for _ in range(times):
        among = unseen
        if not unseen or random.below(3) == 0:
            if not hidden:
                break
            owner = deal.owners[hidden[random.below(len(hidden))]]
            among = [i for i in hidden if deal.owners[i] == owner]
        i, j = among[random.below(len(among))], among[random.below(len(among))]
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def _moved(
    codes: Sequence[str], deal: Deal, pack: Sequence[int], mover: int, action: Action
) -> str:
    """What another player puts aside is hidden: if it was dealt elsewhere, what came for it."""
    card = codes.index(action.card)
    if deal.owners[pack.index(card)] != mover:
        card = pack[deal.pack.index(card)]
    return f"discard {codes[card]}"


def _leak(one: Match, other: Match, seat: int, what: str, a: str, b: str) -> Leak:
    packs = tuple(
        tuple(tuple(line["pack"]) for line in match.record if "pack" in line)
        for match in (one, other)
    )
    moves = tuple(line["do"] for line in one.record if "do" in line)
    return Leak(seat, what, a, b, one.lots.dealer, packs, moves)
