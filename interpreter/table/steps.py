"""A match move by move, forward and back: what each seat saw, and what came of each move.

In: a match as far as it was played. Out: views and events after any number of its moves. Nothing
is kept but the moves; the story is told anew up to the one that is asked for, which takes
milliseconds, and going forward goes on from where it stands.
"""

from __future__ import annotations

from functools import cached_property

from .action import Action
from .chronicle import Chronicle
from .event import Event
from .game import Game
from .look import look
from .match import Match
from .view import View


class Steps:
    """The moves of a match, numbered from 0; position n is that before move n.

    game: another Game of the same rules on whose machine the positions are to be; the match's own
    if there is none.
    """

    def __init__(self, match: Match, game: Game | None = None) -> None:
        self.match, self.game = match, game or match.game
        self.log = tuple(match.log)
        self.places = [i for i, entry in enumerate(self.log) if isinstance(entry, Action)]
        self._story: Chronicle | None = None
        self._told = 0

    @property
    def last(self) -> int:
        """The position after all moves."""
        return len(self.places)

    def move(self, number: int) -> Action:
        """A move."""
        entry = self.log[self.places[number]]
        assert isinstance(entry, Action)
        return entry

    def story(self, position: int) -> Chronicle:
        """The story up to a position. The next call may carry the same object on."""
        end = self.places[position] if position < self.last else len(self.log)
        if self._story is None or end < self._told:
            self._story, self._told = Chronicle(self.game, self.match.lots), 0
        for entry in self.log[self._told : end]:
            self._story.tell(entry)
        self._told = end
        return self._story

    def view(self, position: int, seat: int) -> View:
        """What a seat knew then, with what it might do if it was to move."""
        story = self.story(position)
        s = story.state
        turn = not s.over and s.turn == seat
        return look(story, seat, self.game.offered(s) if turn else ())

    @cached_property
    def _marks(self) -> tuple[list[int], list[tuple[int, int]], list[int]]:
        """For each position how many events were told, deal and trick, and who was to move."""
        counts, places, turns = [], [], []
        for position in range(self.last + 1):
            story = self.story(position)
            s = story.state
            counts.append(len(story.events))
            places.append((s.deals + (not s.over), s.trick))
            turns.append(s.turn)
        return counts, places, turns

    @property
    def turns(self) -> list[int]:
        """Who made each move."""
        return self._marks[2][:-1]

    def place(self, position: int) -> tuple[int, int]:
        """Deal and trick of a position, from 1; trick 0 is before the first one."""
        return self._marks[1][position]

    def events(self, position: int) -> list[Event]:
        """What happened from the position before to this one."""
        start = self.count(position - 1) if position else 0
        return self.story(position).events[start : self.count(position)]

    def count(self, position: int) -> int:
        """How many things had happened by then."""
        return self._marks[0][position]

    def find(self, deal: int, trick: int) -> int | None:
        """The first position of a trick; None if it was not played."""
        for position in range(self.last):
            if self.place(position) == (deal, trick):
                return position
        return None
