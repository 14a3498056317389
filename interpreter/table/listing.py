"""What there is to tell of saved games, for a list of them.

In: the folder of saved games. Out: an entry for each, those to be continued first, the one that
was played last before the others. A game that is over says in its last line how it ended; another
one is played again to see how it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from ..text.messages import Text, text_of
from .errors import RecordError
from .laid import Laid, person
from .replay import Record, read_lines
from .saved import in_use, names, path_of


@dataclass(frozen=True)
class Entry:
    """A saved game. changed: when it was played last, in seconds since 1970. players: as they sit.
    deal, trick: where it stands; how many deals it had if it is over. wins: by side. turn: who is
    to move. winner: the side that won. problem: why it cannot be read; the rest is empty then."""

    name: str
    path: Path
    changed: float
    title: Text
    ruleset: str = ""
    players: tuple[str, ...] = ()
    over: bool = False
    deal: int = 0
    trick: int = 0
    wins: tuple[int, ...] = ()
    turn: int | None = None
    winner: int | None = None
    playing: bool = False
    problem: str = ""

    def to_dict(self) -> dict[str, Any]:
        """JSON data."""
        return {
            "id": self.name,
            "file": str(self.path),
            "changed": int(self.changed),
            "ruleset": self.ruleset,
            "title": dict(self.title),
            "players": list(self.players),
            "over": self.over,
            "deal": self.deal,
            "trick": self.trick,
            "wins": list(self.wins),
            "turn": self.turn,
            "winner": self.winner,
            "playing": self.playing,
            "problem": self.problem,
        }


def entries() -> list[Entry]:
    """All saved games; those to be continued first, those that cannot be read last."""
    found = list(_entries(names()))
    return sorted(found, key=lambda entry: (bool(entry.problem), entry.over))


def unfinished() -> str | None:
    """The name of the game to be continued that was played last."""
    for name in names():
        with suppress(RecordError, OSError):
            record = _lines(path_of(name))
            Laid.read(record)
            if "result" not in record[-1]:
                return name
    return None


def _lines(path: Path) -> list[dict[str, Any]]:
    """A record without a last line that was cut off, which is dropped when the game goes on."""
    data = path.read_bytes()
    return read_lines(BytesIO(data[: data.rfind(b"\n") + 1]))


def _entries(all_names: list[str]) -> Iterator[Entry]:
    for name in all_names:
        with suppress(OSError):  # removed by somebody just now
            path = path_of(name)
            changed = path.stat().st_mtime
            try:
                record = _lines(path)
                yield _ended(name, path, changed, record) or _standing(name, path, changed, record)
            except RecordError as error:
                problem = f"{path}:{error.line}: {error}"
                yield Entry(name, path, changed, Text(), problem=problem)


def _ended(name: str, path: Path, changed: float, record: Record) -> Entry | None:
    """A game that is over, by what its record says, which is not verified; else None."""
    try:
        header, result = record[0], record[-1]["result"]
        players = tuple(header["seats"][i] for i in _order(record))
        wins, deals, winner = tuple(result["wins"]), result["deals"], result["winner"]
        title, ruleset = text_of(header["rules"]["title"]), header["ruleset"]
        numbers = all(isinstance(number, int) for number in (*wins, deals, winner or 0))
        texts = all(isinstance(text, str) for text in (*players, *title.values(), ruleset))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return None
    if not numbers or not texts:
        return None
    more = {"wins": wins, "winner": winner, "over": True, "deal": deals}
    return Entry(name, path, changed, title, ruleset, players, **more)


def _order(record: Record) -> Sequence[int]:
    """Which player sits in each seat."""
    order = record[1].get("seats", range(len(record[0]["seats"])))
    assert isinstance(order, Sequence)
    return order


def _standing(name: str, path: Path, changed: float, record: Record) -> Entry:
    """A game that goes on, by playing it again."""
    match = Laid.read(record).resumed(record)
    view = match.view(person(match))
    return Entry(
        name,
        path,
        changed,
        match.game.ruleset.title,
        match.game.name,
        match.names,
        over=match.over,
        deal=view.deal,
        trick=view.trick_number,
        wins=view.score.wins,
        turn=view.turn,
        playing=in_use(name),
    )
