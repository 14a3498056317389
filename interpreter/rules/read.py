"""From a path or a name to a Ruleset.

In: the name of a shipped ruleset, a path, or the text of one. Out: a Ruleset, or a RulesetError
with every problem found. Shape first (JSON Schema), then the deck, then names and expressions; what
is wrong is left alone by the steps that follow, and the rest is still checked, so that all problems
are reported in one run. Without a deck no name means anything, and expressions are not checked.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

from ..text.document import Mapping, Node, Plain, Scalar, Sequence, decode, from_data, plain, read
from ..text.messages import _
from ..text.problem import Problems, RulesetError, did_you_mean
from ..text.shape import check_shape
from ..text.source import Source, Span
from .build import build
from .deck import Deck, build_deck
from .ruleset import Ruleset
from .shelf import SHIPPED, find, shipped


def read_ruleset(path: Path, shown: str | None = None) -> Ruleset:
    """The ruleset in a file. `shown` is how the path is written in problems."""
    problems = Problems()
    document = read(decode(shown or str(path), path.read_bytes()), problems)
    return from_document(document, path.parent, problems)


def read_deck(path: Path, shown: str | None = None) -> Deck:
    """The deck in a file."""
    problems = Problems()
    document = read(decode(shown or str(path), path.read_bytes()), problems)
    if _kind(document) != "deck":
        text = _("this is a ruleset, not a deck")
        problems.add("not-a-deck", text, document.key("ruleset").span)
        problems.stop_if_any()
    deck = _read_deck(document, None, problems)
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
    return from_document(cast("Mapping", document), None)


def from_document(
    document: Mapping, folder: Path | None, problems: Problems | None = None
) -> Ruleset:
    """The ruleset of a document; decks are looked for in `folder` and among the shipped ones.

    `problems` holds what was found while the document was read.
    """
    problems = Problems() if problems is None else problems
    if _kind(document) != "ruleset":
        text = _("this is a deck, not a ruleset")
        problems.add("not-a-ruleset", text, document.key("deck").span)
        problems.stop_if_any()
    document = check_shape(document, problems)
    part = document.get("deck")
    found = None
    if isinstance(part, Mapping) and not _wrong_inside(document.key("deck"), part, problems):
        found = _deck(part, folder, problems)
    if found is None:
        problems.stop_if_any()
    assert found is not None
    deck, deck_document = found
    ruleset = build(document, deck, problems)
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


def _deck(part: Mapping, folder: Path | None, problems: Problems) -> tuple[Deck, Mapping] | None:
    """The deck that a ruleset uses, and its document, wherever it stands; None if it is wrong."""
    use, ranks = part.get("use"), part.get("ranks")
    ranks = ranks if isinstance(ranks, Sequence) else None
    if isinstance(use, Mapping):
        deck = build_deck(use, ranks, problems)
        return (deck, use) if deck else None
    assert isinstance(use, Scalar)
    folders = [*([folder / "decks"] if folder else []), SHIPPED / "decks"]
    path = next((p for f in folders if (p := f / f"{use.text}.yaml").is_file()), None)
    if path is None:
        names = sorted({p.stem for f in folders for p in f.glob("*.yaml")})
        text = _("there is no deck `{name}`").format(name=use.text)
        hint = did_you_mean(use.text, names)
        hint = hint or _("there are: {names}").format(names=", ".join(names))
        problems.add("unknown-deck", text, use.span, hint)
        return None
    try:
        document = read(decode(str(path), path.read_bytes()), problems)
        if _kind(document) == "deck":
            return _read_deck(document, ranks, problems)
        text = _("the file of this deck holds a ruleset")
        problems.add("not-a-deck", text, document.key("ruleset").span)
    except RulesetError as error:
        problems.note(error)
    return None


def _read_deck(
    document: Mapping, ranks: Sequence | None, problems: Problems
) -> tuple[Deck, Mapping] | None:
    """The deck of a file of its own; None if something in it is wrong."""
    before = len(problems.found)
    document = check_shape(document, problems)
    if len(problems.found) > before:
        return None
    deck = build_deck(document, ranks, problems)
    return (deck, document) if deck else None


__all__ = ["RulesetError", "find", "read_deck", "read_ruleset", "ruleset_from_data", "shipped"]
