"""Where the rules of a sheet come from, and what their authors note about them.

In: a ruleset and those that it extends. Out: a section: the notes, then each source with the rules
that name it. A note is in the language of its author; the catalogue beside the shipped rulesets
translates theirs. What was noted of a rule holds no longer where a variant changes that rule and
says nothing of its own, so it is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ...rules.ruleset import Ruleset
from ...text.document import Plain
from ...text.messages import _, authored, text_of
from .grammar import capital
from .model import Block, Paragraph, Points, Section, Statement, said

PLAIN = re.compile(r"[^\W\d_]+( |$)")
"""the beginning of a text that is no address or name of a file"""
TEXTS = ("source", "via", "note", "title", "say")


@dataclass(frozen=True)
class Mention:
    """A rule of the file that names a source or has a note."""

    key: str
    title: str
    source: str
    via: str
    note: str


def sources(
    r: Ruleset, sections: tuple[Section, ...], bases: Sequence[Ruleset] = ()
) -> Section | None:
    """Notes and sources; none if there are neither."""
    titles = {s.key: s.title for section in sections for s in said(section)}
    chain = [ruleset.document for ruleset in (r, *bases)]
    found = [_current(m, chain) for m in _mentions(r.document, "", titles) if m.title]
    notes = [Statement(f"note.{m.key}", m.title, (_note(m),), True) for m in found if m.note]
    cited = dict.fromkeys((m.source, m.via) for m in found if m.source)
    lines = []
    for source, via in cited:
        text = authored(r.sources[source]) if source in r.sources else source
        if via:
            text = _("{source}, by way of {teller}").format(source=text, teller=authored(via))
        rules = dict.fromkeys(m.title for m in found if (m.source, m.via) == (source, via))
        names = ", ".join(rules)
        text = capital(text) if PLAIN.match(text) else text
        lines.append(Statement(f"source.{source}", text, (f"{names}.",), True))
    blocks: list[Block] = [Points(tuple(notes))] if notes else []
    if lines:
        blocks += [
            Paragraph((Statement("", "", (_("Where the rules come from:"),)),)),
            Points(tuple(lines)),
        ]
    return Section("sources", _("Notes and sources"), tuple(blocks)) if blocks else None


def _current(mention: Mention, documents: Sequence[dict[str, Plain]]) -> Mention:
    """A mention without what an older ruleset said of a rule that a newer one has changed."""
    parts = [_part(document, mention.key) for document in documents]
    for newer, older in pairwise(parts):
        if older is None or newer is None or _rule(newer) == _rule(older):
            continue
        if str(older.get("note") or "") == mention.note:
            mention = replace(mention, note="")
        words = (str(older.get("source") or ""), str(older.get("via") or ""))
        if words == (mention.source, mention.via):
            mention = replace(mention, source="", via="")
    return mention


def _part(document: dict[str, Plain], key: str) -> dict[str, Plain] | None:
    """The map at a place of a document."""
    body: Plain = document
    for step in key.split("."):
        if isinstance(body, list):
            body = next(
                (item[step] for item in body if isinstance(item, dict) and step in item), None
            )
        else:
            body = body.get(step) if isinstance(body, dict) else None
    return body if isinstance(body, dict) else None


def _rule(body: dict[str, Plain]) -> dict[str, Plain]:
    """What a map says of play, without the rules in it that speak for themselves."""
    said = {key: value for key, value in body.items() if key not in TEXTS}
    return {key: value for key, value in said.items() if not _speaks(value)}


def _speaks(value: Plain) -> bool:
    """Whether a rule within another says where it comes from."""
    items = value if isinstance(value, list) else [value]
    inner = [item for some in items if isinstance(some, dict) for item in (some, *some.values())]
    return any(isinstance(item, dict) and {"source", "note"} & item.keys() for item in inner)


def _note(mention: Mention) -> str:
    text = capital(authored(mention.note))
    return text if text[-1] in ".!?" else f"{text}."


def _mentions(node: Plain, key: str, titles: dict[str, str]) -> Iterator[Mention]:
    """The rules of a document that say where they come from."""
    if isinstance(node, list):
        for item in node:
            yield from _mentions(item, key, titles)
        return
    if not isinstance(node, dict):
        return
    words = [str(node.get(name) or "") for name in ("source", "via", "note")]
    if any(words) and not key.startswith(("deck", "sources")):
        yield Mention(key, _title(node, key, titles), *words)
    for name, inner in node.items():
        if not key and name in ("sources", "labels", "title", "deck"):
            continue
        yield from _mentions(inner, f"{key}.{name}" if key else name, titles)


def _title(node: dict[str, Plain], key: str, titles: dict[str, str]) -> str:
    """What the rules at a place are called in the sheet."""
    if key in titles:
        return titles[key]
    title = node.get("title")
    if isinstance(title, str | dict):
        return capital(str(text_of(title)))  # type: ignore[arg-type]
    return _sections().get(key, "")


def _sections() -> dict[str, str]:
    """The sections of a file whose parts are told one by one."""
    return {
        "dealer": _("Dealer"),
        "scoring": _("Score"),
        "signals": _("Signs"),
        "tricks": _("Play"),
        "match": _("Match"),
    }
