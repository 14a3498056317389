"""From a path or a name to a Ruleset.

In: the name of a shipped ruleset, a path, or the text of one. Out: a Ruleset, or a RulesetError
with every problem found. Shape first (JSON Schema), then names and expressions; a part whose shape
is wrong keeps the second step from guessing, so the rest is read only if the shape is right or the
problems of the expressions can be told without it.
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
    document = read(decode(shown or str(path), path.read_bytes()))
    return from_document(document, path.parent)


def read_deck(path: Path, shown: str | None = None) -> Deck:
    """The deck in a file."""
    document = read(decode(shown or str(path), path.read_bytes()))
    problems = Problems()
    check_shape(document, problems)
    problems.stop_if_any()
    deck = build_deck(document, None, problems)
    problems.stop_if_any()
    assert deck is not None
    return deck


def ruleset_from_data(data: object, source: Source) -> Ruleset:
    """The ruleset that stands in a record, as JSON data; its problems point at the record."""
    document = from_data(data, Span(source, 0, 1))
    if not isinstance(document, Mapping):
        problems = Problems()
        problems.add("not-a-mapping", _("the ruleset must be a map"), document.span)
        problems.stop_if_any()
    return from_document(cast("Mapping", document), None)


def from_document(document: Mapping, folder: Path | None) -> Ruleset:
    """The ruleset of a document; decks are looked for in `folder` and among the shipped ones."""
    problems = Problems()
    if "ruleset" not in document and "deck" not in document:
        text = _("the first key must say what the file is: `ruleset: 1` or `deck: 1`")
        problems.add("unknown-kind", text, document.entries[0][0].span)
        problems.stop_if_any()
    check_shape(document, problems)
    if problems.found:
        _expressions(document, folder, problems)
        problems.stop_if_any()
    if "ruleset" not in document:
        problems.add("not-a-ruleset", _("this is a deck, not a ruleset"), document.key("deck").span)
        problems.stop_if_any()
    found = _deck(document, folder, problems)
    problems.stop_if_any()
    assert found is not None
    deck, deck_document = found
    ruleset = build(document, deck, problems)
    problems.stop_if_any()
    assert ruleset is not None
    data = cast("dict[str, Plain]", plain(document))
    data["deck"] = {**cast("dict[str, Plain]", data["deck"]), "use": plain(deck_document)}
    return replace(ruleset, document=data)


def _deck(
    document: Mapping, folder: Path | None, problems: Problems
) -> tuple[Deck, Mapping] | None:
    part = document.get("deck")
    assert isinstance(part, Mapping)
    use, ranks = part.get("use"), part.get("ranks")
    ranks = ranks if isinstance(ranks, Sequence) else None
    if isinstance(use, Mapping):
        deck = build_deck(use, ranks, problems)
        return (deck, use) if deck else None
    assert isinstance(use, Scalar)
    folders = [SHIPPED / "decks", *([folder / "decks"] if folder else [])]
    path = next((p for f in reversed(folders) if (p := f / f"{use.text}.yaml").is_file()), None)
    if path is None:
        names = sorted({p.stem for f in folders for p in f.glob("*.yaml")})
        text = _("there is no deck `{name}`").format(name=use.text)
        hint = did_you_mean(use.text, names)
        hint = hint or _("there are: {names}").format(names=", ".join(names))
        problems.add("unknown-deck", text, use.span, hint)
        return None
    source = read(decode(str(path), path.read_bytes()))
    check_shape(source, problems)
    if problems.found:
        return None
    deck = build_deck(source, ranks, problems)
    return (deck, source) if deck else None


def _expressions(document: Mapping, folder: Path | None, problems: Problems) -> None:
    """Also tell what is wrong in the expressions of a file whose shape is wrong, where one can.

    The wrong places are cut out; if what is left has the right shape it is read for its problems.
    """
    wrong = {problem.span for problem in problems.found}
    rest = _without(document, wrong)
    again = Problems()
    if not isinstance(rest, Mapping) or "ruleset" not in rest:
        return
    check_shape(rest, again)
    if again.found:
        return
    found = _deck(rest, folder, again)
    if found is not None:
        build(rest, found[0], again)
    for problem in again.found:
        if problem.span not in wrong:
            problems.add(problem.kind, problem.message, problem.span, problem.hint)


def _without(node: Node, wrong: set[Span]) -> Node:
    """The tree without the entries whose key or value stands at a wrong place."""
    if isinstance(node, Mapping):
        kept = tuple(
            (key, _without(value, wrong))
            for key, value in node.entries
            if key.span not in wrong and value.span not in wrong
        )
        return Mapping(kept, node.span)
    if isinstance(node, Sequence):
        items = tuple(_without(i, wrong) for i in node.items if i.span not in wrong)
        return Sequence(items, node.span)
    return node


__all__ = ["RulesetError", "find", "read_deck", "read_ruleset", "ruleset_from_data", "shipped"]
