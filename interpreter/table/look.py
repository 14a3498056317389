"""A seat's view of a match, from the chronicle and public facts of the state.

Whatever is put into a view here must not change when the cards hidden from the seat change places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .view import Score, View

if TYPE_CHECKING:
    from .action import Action
    from .chronicle import Chronicle


def look(story: Chronicle, seat: int, actions: tuple[Action, ...]) -> View:
    """The view of `seat`, who may take `actions` if it is to move."""
    s, game = story.state, story.game
    codes, size = game.ruleset.deck.codes, game.ruleset.deck.size
    waiting = story.pending and s.turn != seat
    declared = tuple(story.declared[:-1] if waiting else story.declared)
    events = story.events[:-1] if waiting else story.events
    points = [0] * game.seats
    for made in declared:
        points[made.seat] += made.points
    offered = (
        (str(action), game.machine.worth(s, seat, action.index - size))
        for action in actions
        if action.kind == "declare"
    )
    playing = s.over == 0
    taken = game.machine.value_of(s.won[seat])
    score = Score(tuple(s.wins), tuple(points), taken, story.last, story.rounds)
    return View(
        seat=seat,
        deal=s.deals + playing,
        trick_number=s.trick,
        dealer=s.dealer,
        leader=s.leader,
        turn=s.turn if playing else None,
        asked=_asked(story),
        stage=story.stage.about.name if story.stage else "",
        agreed=tuple(story.agreed),
        aside=getattr(s, "aside", 0),
        hand=game.codes(s.hand[seat]),
        hands=tuple(hand.bit_count() for hand in s.hand),
        stock=game.machine.stock_left(s),
        trump=game.codes(s.trump),
        turned=codes[s.turned] if s.turned < size else None,
        trick=tuple(story.plays),
        last_trick=story.last_trick,
        won=game.codes(s.won[seat]),
        last_won=tuple(story.last_won),
        tricks=tuple(story.tricks),
        signals=tuple(story.signals),
        known=tuple(game.codes(cards) for cards in story.known),
        declarations=declared,
        score=score,
        options=tuple(sorted(game.ruleset.agreed().items())),
        actions=actions,
        worth=tuple(offered),
        over=s.over == 2,
        seen=tuple(event.for_seat(seat) for event in events),
    )


def _asked(story: Chronicle) -> str:
    """The exchanges about which the player to move is asked."""
    asked = getattr(story.state, "asked", 0)
    before = sum(len(d.masks) for d in story.game.ruleset.declarations)
    names = [
        x.about.name for i, x in enumerate(story.game.ruleset.exchanges, before) if asked >> i & 1
    ]
    return " ".join(names)
