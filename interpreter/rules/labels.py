"""Texts for people that stand in a ruleset or deck: titles, notes, labels."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..text.document import Mapping, Scalar
from ..text.messages import Text, text_of
from ..text.source import Span


def text_at(body: Mapping, key: str) -> Text:
    """The text under a key: one for all languages or a map by language; empty if there is none."""
    node = body.get(key)
    if isinstance(node, Scalar):
        return text_of(node.text)
    if isinstance(node, Mapping):
        pairs = ((name.text, value) for name, value in node.entries)
        return Text({name: value.text for name, value in pairs if isinstance(value, Scalar)})
    return Text()


@dataclass(frozen=True)
class About:
    """What a named rule says of itself: its name, title, source, by whom it was told (`via`), note,
    and where it stands."""

    name: str
    title: Text
    source: str
    note: str
    via: str
    span: Span = field(compare=False, repr=False)


def about(key: Scalar, body: Mapping) -> About:
    """The description of a named rule; its title is its name if it has none."""

    def word(name: str) -> str:
        node = body.get(name)
        return node.text if isinstance(node, Scalar) else ""

    title = text_at(body, "title") or text_of(key.text.replace("_", " "))
    return About(key.text, title, word("source"), word("note"), word("via"), key.span)
