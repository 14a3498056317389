"""A ruleset and those that it extends, as one document.

In: a path. Out: the whole document, where its decks may be, the names of its bases.
A base is named by the name of a ruleset, which is looked for beside the file and then among those
that come with the program, or by a path. Each file of the chain must have the right shape before
one is laid over the other; a chain that goes round or is too long is refused.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from ..text.document import Mapping, Scalar, read, source_of
from ..text.limits import MAX_CHAIN
from ..text.messages import _
from ..text.problem import Problems, did_you_mean, refuse
from ..text.shape import check_shape
from .inherit import laid_over
from .reach import Reach, exists
from .shelf import SHIPPED, is_path, names_in, shipped


@dataclass(frozen=True)
class Flat:
    """A whole document. reach: the files to which it may lead. bases: the names of those that it
    extends, the nearest first; none for a ruleset that is no variant. root: the last one's file.
    files: all of them, the variant first, each with the name that it has in problems.
    """

    document: Mapping
    reach: Reach
    bases: tuple[str, ...] = ()
    root: str = ""
    files: tuple[tuple[Path, str], ...] = ()


def read_chain(path: Path, shown: str, problems: Problems) -> Flat:
    """The document in a file, laid over those that it extends, which must be in reach.

    Raises RulesetError for a variant that does not fit; a ruleset that is no variant is handed on
    as it is.
    """
    document = read(source_of(path, shown), problems)
    reach = Reach(path.parent, (path.parent / "decks",))
    if "extends" not in document or "ruleset" not in document:
        return Flat(document, reach, files=((path, shown),))
    files, paths, names = [check_shape(document, problems)], [path], [shown]
    while "extends" in files[-1]:
        problems.stop_if_any()
        extends = files[-1].get("extends")
        assert isinstance(extends, Scalar)
        path, shown = _base(extends, paths[-1], names[-1], reach)
        _refuse_circle(extends, path, paths, names, shown)
        files.append(_base_file(extends, path, shown, problems))
        paths.append(path)
        names.append(shown)
    problems.stop_if_any()
    flat = files[-1]
    for variant in reversed(files[:-1]):
        flat = laid_over(flat, variant, problems)
        problems.stop_if_any()
    decks = tuple(dict.fromkeys(path.parent / "decks" for path in paths))
    bases = tuple(_name(file) for file in files[1:])
    reach = replace(reach, decks=decks)
    return Flat(flat, reach, bases, names[-1], tuple(zip(paths, names, strict=True)))


def _name(document: Mapping) -> str:
    name = document.get("name")
    return name.text if isinstance(name, Scalar) else ""


def _base(extends: Scalar, path: Path, shown: str, reach: Reach) -> tuple[Path, str]:
    """The file that is extended, and how it is called in problems."""
    name, folder = extends.text, path.parent
    if is_path(name):
        base = folder / name
        reach.check(base, extends.span)
        if not exists(base):
            text = _("there is no file {path}").format(path=name[:60])
            refuse("unknown-base", text, extends.span)
        return base, os.path.normpath(Path(shown).parent / name)
    beside = folder / f"{name}.yaml"
    if exists(beside) and beside.resolve() != path.resolve():
        reach.check(beside, extends.span)
        return beside, os.path.normpath(Path(shown).parent / beside.name)
    if name not in shipped():
        text = _("there is no ruleset `{name}`").format(name=name[:60])
        names = sorted({*shipped(), *(n for n in names_in(folder) if n != path.stem)})
        listed = _("there are: {names}").format(names=", ".join(names))
        refuse("unknown-base", text, extends.span, did_you_mean(name, names) or listed)
    return SHIPPED / f"{name}.yaml", f"{name}.yaml"


def _refuse_circle(
    extends: Scalar, path: Path, paths: list[Path], names: list[str], shown: str
) -> None:
    """Refuse a chain that comes back to one of its files, and one that is too long."""
    known = [known.resolve() for known in paths]
    if path.resolve() in known:
        ring = [Path(name).stem for name in names[known.index(path.resolve()) :]]
        text = _("these rulesets extend each other in a circle: {ring}")
        ring.append(Path(shown).stem)
        refuse("cycle", text.format(ring=" → ".join(ring)), extends.span)
    if len(paths) == MAX_CHAIN:
        text = _("more than {n} rulesets extend each other").format(n=MAX_CHAIN)
        refuse("too-deep", text, extends.span)


def _base_file(extends: Scalar, path: Path, shown: str, problems: Problems) -> Mapping:
    """The document of a base, which must be a ruleset of the right shape."""
    document = read(source_of(path, shown), problems)
    if "ruleset" not in document:
        text = _("{path} is not a ruleset").format(path=shown)
        refuse("not-a-ruleset", text, extends.span)
    return check_shape(document, problems)
