"""From a path or a name to a Ruleset.

In: the name of a shipped ruleset, a path, or the text of one. Out: a Ruleset, or a RulesetError
with every problem found. Shape first (JSON Schema), then the deck, then names and expressions; what
is wrong is left alone by the steps that follow, and the rest is still checked, so that all problems
are reported in one run. Without a deck no name means anything, and expressions are not checked.
"""

from __future__ import annotations

from collections.abc import Mapping as Map
from dataclasses import replace
from pathlib import Path
from typing import cast

from ..text.document import (
    Mapping,
    Node,
    Plain,
    Scalar,
    Sequence,
    from_data,
    plain,
    read,
    source_of,
)
from ..text.messages import _
from ..text.problem import Problems, RulesetError, did_you_mean
from ..text.shape import check_shape
from ..text.source import Source, Span
from .build import build
from .chain import read_chain
from .deck import Deck, build_deck
from .faces import read_faces
from .inherit import refuse_placing
from .reach import Reach, exists
from .ruleset import Ruleset
from .shelf import SHIPPED, find, shipped


def read_ruleset(
    path: Path,
    shown: str | None = None,
    settings: Map[str, str] | None = None,
) -> Ruleset:
    """The ruleset in a file. `shown` is how the path is written in problems. settings: values of
    options, where they are not the default; raises OptionError for one that there is not."""
    problems = Problems()
    flat = read_chain(path, shown or str(path), problems)
    ruleset = from_document(flat.document, flat.reach, problems, settings)
    return replace(ruleset, bases=flat.bases)


def read_bases(path: Path, shown: str | None = None) -> tuple[Ruleset, ...]:
    """The rulesets that the one in a file extends, the nearest first; none if it is no variant."""
    chain = read_chain(path, shown or str(path), Problems())
    return tuple(read_ruleset(*file) for file in chain.files[1:])


def read_flat(path: Path, shown: str | None = None) -> Mapping:
    """The document of a ruleset, with that which it extends put under it. Raises RulesetError."""
    problems = Problems()
    flat = read_chain(path, shown or str(path), problems)
    problems.stop_if_any()
    return flat.document


def read_deck(path: Path, shown: str | None = None) -> Deck:
    """The deck in a file, which may stand for other decks beside it."""
    problems = Problems()
    document = read(source_of(path, shown or str(path)), problems)
    if _kind(document) != "deck":
        text = _("this is a ruleset, not a deck")
        problems.add("not-a-deck", text, document.key("ruleset").span)
        problems.stop_if_any()
    deck = _read_deck(document, None, Reach(path.parent, (path.parent,)), problems)
    problems.stop_if_any()
    assert deck is not None
    return deck[0]


def ruleset_from_data(data: object, source: Source) -> Ruleset:
    """The ruleset that stands in a record, as JSON data; its problems point at the record."""
    document = from_data(data, Span(source, 0, 1))
    if not isinstance(document, Mapping):
        problems = Problems()
        problems.add("not-a-mapping", _("the ruleset must be a map"), document.span)
        problems.stop_if_any()
    document = cast("Mapping", document)
    if "extends" in document:
        problems = Problems()
        text = _("whole rules are wanted here, not a variant")
        problems.add("not-whole", text, document.key("extends").span)
        problems.stop_if_any()
    return from_document(document, None)


def with_settings(ruleset: Ruleset, settings: Map[str, str]) -> Ruleset:
    """The same ruleset with other values of some options. Raises OptionError for one it lacks."""
    asked = {**ruleset.agreed(), **settings}
    document = from_data(ruleset.document, Span(Source(ruleset.name, " "), 0, 1))
    changed = from_document(cast("Mapping", document), None, settings=asked)
    return replace(changed, deck=ruleset.deck, bases=ruleset.bases)


def from_document(
    document: Mapping,
    reach: Reach | None,
    problems: Problems | None = None,
    settings: Map[str, str] | None = None,
) -> Ruleset:
    """The ruleset of a whole document; its decks are in `reach`, or it has come without its files.

    problems: what was found while the document was read. settings: values of options, where they
    are not the default; raises OptionError for one that the ruleset does not have.
    """
    problems = Problems() if problems is None else problems
    if _kind(document) != "ruleset":
        text = _("this is a deck, not a ruleset")
        problems.add("not-a-ruleset", text, document.key("deck").span)
        problems.stop_if_any()
    document = check_shape(document, problems)
    refuse_placing(document, problems)
    part = document.get("deck")
    found = None
    if isinstance(part, Mapping) and not _wrong_inside(document.key("deck"), part, problems):
        found = _deck(part, reach, problems)
    if found is None:
        problems.stop_if_any()
    assert found is not None
    deck, deck_document = found
    ruleset = build(document, deck, problems, settings)
    problems.stop_if_any()
    assert ruleset is not None
    data = cast("dict[str, Plain]", plain(document))
    data["deck"] = {**cast("dict[str, Plain]", data["deck"]), "use": plain(deck_document)}
    return replace(ruleset, document=data)


def _kind(document: Mapping) -> str:
    """Whether a file is a ruleset or a deck. Raises RulesetError for one that does not say so."""
    if "ruleset" in document:
        return "ruleset"
    if isinstance(document.get("deck"), Scalar):
        return "deck"
    problems = Problems()
    text = _("the first key must say what the file is: `ruleset: 1` or `deck: 1`")
    first = document.entries[0][0] if document.entries else None
    span = first.span if first else document.span
    hint = did_you_mean(first.text, ("ruleset", "deck")) if first else None
    problems.add("unknown-kind", text, span, hint)
    raise RulesetError(problems.found)


def _wrong_inside(key: Scalar, node: Node, problems: Problems) -> bool:
    """Whether a problem was found at a key or within its value that was not read around."""
    slips = ("unknown-key", "duplicate-key", "no-space", "cut")
    found = [p for p in problems.found if p.kind not in slips]
    spans = [p.span for p in found if p.span.source is node.span.source]
    return any(
        span.start == key.span.start or node.span.start <= span.start < node.span.end
        for span in spans
    )


def _deck(part: Mapping, reach: Reach | None, problems: Problems) -> tuple[Deck, Mapping] | None:
    """The deck that a ruleset uses, and its document, wherever it stands; None if it is wrong."""
    use, ranks = part.get("use"), part.get("ranks")
    ranks = ranks if isinstance(ranks, Sequence) else None
    near = reach or Reach(SHIPPED)
    if isinstance(use, Mapping):
        return _with_faces(use, ranks, near, problems, strict=reach is not None)
    assert isinstance(use, Scalar)
    document = _deck_file(use, near, problems)
    return _read_deck(document, ranks, near, problems) if document else None


def _deck_file(name: Scalar, reach: Reach, problems: Problems) -> Mapping | None:
    """The document of the deck with that name."""
    path = next((p for f in reach.shelves if exists(p := f / f"{name.text}.yaml")), None)
    if path is None:
        names = sorted({p.stem for f in reach.shelves for p in f.glob("*.yaml")})
        text = _("there is no deck `{name}`").format(name=name.text[:60])
        hint = did_you_mean(name.text, names)
        hint = hint or _("there are: {names}").format(names=", ".join(names))
        problems.add("unknown-deck", text, name.span, hint)
        return None
    try:
        reach.check(path, name.span)
        document = read(source_of(path, str(path)), problems)
        if _kind(document) == "deck":
            return document
        text = _("the file of this deck holds a ruleset")
        problems.add("not-a-deck", text, document.key("ruleset").span)
    except RulesetError as error:
        problems.note(error.problems)
    return None


def _read_deck(
    document: Mapping, ranks: Sequence | None, reach: Reach, problems: Problems
) -> tuple[Deck, Mapping] | None:
    """The deck of a file of its own; None if something in it is wrong."""
    before = len(problems.found)
    document = check_shape(document, problems)
    if len(problems.found) > before:
        return None
    return _with_faces(document, ranks, reach, problems)


def _with_faces(
    document: Mapping,
    ranks: Sequence | None,
    reach: Reach,
    problems: Problems,
    strict: bool = True,
) -> tuple[Deck, Mapping] | None:
    """The deck of a document of the right shape, with the other packs that stand for it.

    If not strict, as in a record that came without its folder, packs that are missing are left out.
    """

    def find(name: Scalar) -> Deck | None:
        told = problems if strict else Problems()
        before = len(told.found)
        other = _deck_file(name, reach, told)
        other = check_shape(other, told) if other else None
        return build_deck(other, None, told) if other and len(told.found) == before else None

    deck = build_deck(document, ranks, problems)
    if deck is None:
        return None
    return replace(deck, faces=read_faces(document, deck, find, problems)), document


__all__ = ["RulesetError", "find", "read_deck", "read_ruleset", "ruleset_from_data", "shipped"]
