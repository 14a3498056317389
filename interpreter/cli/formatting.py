"""`trickplay fmt`: rulesets and decks in the layout that all of them share."""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path

import click

from ..text.messages import _, plural
from . import completing
from .console import say
from .options import allow_outside, speaks
from .validating import collect, problems_of


@click.command()
@click.argument(
    "paths", nargs=-1, required=True, metavar="PATH...", shell_complete=completing.paths
)
@click.option("--check", is_flag=True, help="List the files that would change; change none.")
@allow_outside
@speaks
def fmt(paths: tuple[str, ...], check: bool) -> int:
    """Lay out rulesets and decks, in files or in whole folders.

    What a file says and all its comments stay as they are; a file with problems is not touched.
    Exit code 0: all is well; 1: problems, or --check found something to change; 2: no such path.
    """
    changed, kept, wrong = 0, 0, 0
    for path, kind in dict(file for name in paths for file in collect(name)[0]).items():
        problems = problems_of(path, kind)
        for problem in problems:
            say(problem.drawn(), err=True)
        new = None if problems else _new_text(path)
        if new is None:
            wrong += 1
        elif new == path.read_bytes():
            kept += 1
        else:
            changed += 1
            say(str(path))
            if not check:
                replace_file(path, new)
    say(_summary(changed, kept, wrong, check))
    return 1 if wrong or (check and changed) else 0


def _new_text(path: Path) -> bytes | None:
    """What a file without problems should hold; None if that would lose something."""
    from ..text.document import decode
    from ..text.layout import LayoutError, laid_out

    data = path.read_bytes()
    try:
        text = laid_out(decode(str(path), data)).encode()
    except LayoutError:
        text_ = _("{path} stays as it is: another layout would change what it says")
        say(text_.format(path=path), err=True)
        return None
    return codecs.BOM_UTF8 + text if data.startswith(codecs.BOM_UTF8) else text


def _summary(changed: int, kept: int, wrong: int, check: bool) -> str:
    if check:
        parts = [plural("{n} file would change", "{n} files would change", changed)]
    else:
        parts = [plural("{n} file changed", "{n} files changed", changed)]
    parts.append(plural("{n} file unchanged", "{n} files unchanged", kept))
    if wrong:
        parts.append(plural("{n} file with problems", "{n} files with problems", wrong))
    return ", ".join(parts)


def replace_file(path: Path, data: bytes) -> None:
    """Put other bytes in the place of a file, all at once; its mode and its owner stay.

    A link is followed. A new file appears as a whole too.
    """
    target = Path(os.path.realpath(path))
    old = target.stat() if target.exists() else None
    if old and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    handle, name = tempfile.mkstemp(".tmp", f".{target.name}.", target.parent)
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, stat.S_IMODE(old.st_mode) if old else 0o666 & ~_umask())
        if old and hasattr(os, "chown"):
            with contextlib.suppress(OSError):
                os.chown(name, old.st_uid, old.st_gid)
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _umask() -> int:
    """The bits that new files do not have."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
