"""Games that last: the folder in which every match of a person is kept while it is played.

In: a match and how its table is laid. Out: a record in a file of its own, which the match can be
taken up from after whatever ended the program. A file appears whole, with its first deal; each
move is on the disk before it is shown; a line that was cut off is dropped when the game goes on.
Whoever plays a game holds a lock on its file, which the system takes away with the process.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from io import BytesIO, FileIO
from pathlib import Path

from ..text.messages import _
from ..text.problem import did_you_mean
from .laid import Laid
from .match import Match
from .recorder import Recorder
from .replay import read_lines

FOLDER = "TRICKPLAY_DATA"
"""the environment variable that names another folder for the user's data"""
SUFFIX, BEGUN = ".jsonl", ".begun"
"""of saved games; of files that a game was about to be saved in"""
LOCKED_BYTE = 1 << 40
"""where a lock is put on systems that lock bytes, beyond all that is written"""


class InUse(Exception):
    """A game that another process is playing."""


def folder() -> Path:
    """Where games are saved: in the user's data folder."""
    named = os.environ.get(FOLDER)
    if named:
        return Path(named) / "games"
    from platformdirs import user_data_path

    return user_data_path("trickplay", appauthor=False) / "games"


@dataclass
class Saved:
    """A saved game that is being played; nobody else can write to it."""

    name: str
    recorder: Recorder

    def update(self, match: Match) -> None:
        """Save what is new. Raises OSError; the next call tries again."""
        self.recorder.update(match)

    def close(self) -> None:
        """Let others play it."""
        self.recorder.close()


@dataclass(frozen=True)
class Resumed:
    """A saved game taken up again. torn: whether its last line had been cut off and was dropped."""

    saved: Saved
    match: Match
    laid: Laid
    torn: bool


# -- beginning -------------------------------------------------------------------------------------


def begin(match: Match, laid: Laid) -> Saved:
    """Save a match that begins, under a name of its own. Raises OSError if that cannot be."""
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    _sweep(place)
    number, path = tempfile.mkstemp(BEGUN, "", place)
    os.close(number)
    whole = Path(path)
    try:
        recorder = Recorder(FileIO(whole, "w"), laid.header(), durable=True)
        recorder.update(match)
        recorder.close()
        name = _named(whole, f"{match.game.name}-{date.today().isoformat()}")
    finally:
        whole.unlink(missing_ok=True)
    _settle(place)
    file = _open(_path(name))
    file.seek(0, os.SEEK_END)
    return Saved(name, Recorder(file, written=recorder.written, durable=True))


def _named(whole: Path, stem: str) -> str:
    """Give a finished file the first name that is free; it never takes another's place."""
    number = 1
    while True:
        name = f"{stem}-{number}"
        try:
            _link(whole, _path(name))
        except FileExistsError:
            number += 1
        else:
            return name


def _link(whole: Path, path: Path) -> None:
    """Raises FileExistsError if there is such a file."""
    try:
        os.link(whole, path)
    except FileExistsError:
        raise
    except OSError:  # a disk that knows no links
        if path.exists():
            raise FileExistsError(path) from None
        whole.rename(path)


def _settle(place: Path) -> None:
    """Have the folder itself on the disk, where systems have a way to ask for that."""
    if sys.platform != "win32":
        number = os.open(place, os.O_RDONLY)
        with suppress(OSError):
            os.fsync(number)
        os.close(number)


def _sweep(place: Path) -> None:
    """Remove what a process left that ended before its game began."""
    newest = max((path.stat().st_mtime for path in place.glob(f"*{SUFFIX}")), default=0.0)
    for path in place.glob(f"*{BEGUN}"):
        with suppress(OSError):
            if path.stat().st_mtime < newest - 60:
                path.unlink()


# -- finding and going on --------------------------------------------------------------------------


def names() -> list[str]:
    """The names of all saved games, the one that was played last first."""
    found = []
    for path in folder().glob(f"*{SUFFIX}"):
        with suppress(OSError):
            found.append((-path.stat().st_mtime, path.stem))
    return [name for _time, name in sorted(found)]


def _path(name: str) -> Path:
    return folder() / f"{name}{SUFFIX}"


def path_of(name: str) -> Path:
    """The file of a saved game. Raises FileNotFoundError with what there is."""
    known = names()
    if name in known:
        return _path(name)
    hint = did_you_mean(name, known) or _("trickplay games lists them")
    text = _("there is no saved game {name}; {hint}")
    raise FileNotFoundError(text.format(name=name[:60], hint=hint))


def resume(name: str) -> Resumed:
    """Take a saved game up again where it stopped.

    Raises FileNotFoundError, InUse if somebody plays it, RecordError with the line that does not
    fit, OSError if it cannot be written.
    """
    file = _open(path_of(name))
    try:
        data = file.readall()
        whole = data[: data.rfind(b"\n") + 1]
        record = read_lines(BytesIO(whole))
        laid = Laid.read(record)
        match = laid.resumed(record)
        if len(whole) < len(data):
            file.truncate(len(whole))
        file.seek(len(whole))
    except BaseException:
        file.close()
        raise
    recorder = Recorder(file, written=len(record), durable=True)
    return Resumed(Saved(name, recorder), match, laid, len(whole) < len(data))


def forget(name: str) -> None:
    """Remove a saved game. Raises FileNotFoundError, InUse, OSError."""
    path = path_of(name)
    file = _open(path)
    if sys.platform == "win32":  # where an open file cannot be removed
        file.close()
    path.unlink()
    file.close()


def in_use(name: str) -> bool:
    """Whether somebody plays a saved game just now."""
    try:
        _open(_path(name)).close()
    except InUse:
        return True
    except OSError:
        return False
    return False


def _open(path: Path) -> FileIO:
    """The file of a saved game, locked. Raises InUse, OSError."""
    file = FileIO(path, "r+")
    try:
        _lock(file)
        if not os.path.samestat(os.fstat(file.fileno()), path.stat()):
            raise FileNotFoundError(_("there is no file {path}").format(path=path))
    except BaseException:
        file.close()
        raise
    return file


def _lock(file: FileIO) -> None:
    """Lock the file as long as it is open. Raises InUse if it is already, elsewhere."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise InUse from None
