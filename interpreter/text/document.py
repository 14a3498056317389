"""A YAML or JSON text as nodes that keep their places; nothing is guessed.

In: the bytes or the text of a file. Out: a tree of Mapping, Sequence and Scalar.
A scalar is the text that the author wrote: `10`, `no`, `08`, `1:30` stay what they are until a
field's type says otherwise. The tree is built from PyYAML's events and not with its constructors,
so that depth is bounded before anything recurses, and duplicate keys, anchors, aliases, merge
keys and tags can be refused where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from .faults import bad_character, reserved, unreadable
from .limits import MAX_BYTES, MAX_NESTING
from .messages import _
from .offsets import offsets
from .problem import Problems, RulesetError, refuse
from .source import Source, Span

DATA = "data"
"""the style of a scalar that stands in no text: it came as JSON data"""


@dataclass(frozen=True)
class Scalar:
    """A value as text. `style` is YAML's: "" plain, or one of `' " | >`; or DATA."""

    text: str
    span: Span
    style: str = ""

    @property
    def missing(self) -> bool:
        """Nothing was written, or a plain `~`."""
        return not self.style and self.text in ("", "~")

    @cached_property
    def _offsets(self) -> list[tuple[int, int]]:
        return offsets(self.span.text, self.text, self.style, self.span.start)

    def part(self, start: int, end: int) -> Span:
        """The place in the file of a stretch of the value, however it is quoted or folded."""
        if self.missing or not self.text or self.style == DATA:
            return self.span
        last = self._offsets[min(max(end - 1, start), len(self.text) - 1)][1]
        first = self._offsets[start][0] if start < len(self.text) else last
        return Span(self.span.source, first, max(last, first))


@dataclass(frozen=True)
class Sequence:
    """A list."""

    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True)
class Mapping:
    """Keys and values in the order in which they were written; keys are distinct."""

    entries: tuple[tuple[Scalar, Node], ...]
    span: Span
    _index: dict[str, tuple[Scalar, Node]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_index", {entry[0].text: entry for entry in self.entries})

    def __contains__(self, key: str) -> bool:
        return key in self._index

    def get(self, key: str) -> Node | None:
        """The value under a key, or None."""
        return self._index[key][1] if key in self._index else None

    def key(self, name: str) -> Scalar:
        """The key itself, with its place."""
        return self._index[name][0]


Node = Scalar | Sequence | Mapping
Plain = str | list["Plain"] | dict[str, "Plain"] | None


def plain(node: Node) -> Plain:
    """The tree without places: text, lists, dicts; None where nothing was written."""
    if isinstance(node, Mapping):
        return {key.text: plain(value) for key, value in node.entries}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return None if node.missing else node.text


def from_data(data: object, span: Span, depth: int = 0) -> Node:
    """The tree of JSON data; every node has the same place. Numbers become their text."""
    if depth > MAX_NESTING:
        refuse("too-deep", _("the nesting is too deep"), span)
    if isinstance(data, dict):
        entries = ((_data(k, span), from_data(v, span, depth + 1)) for k, v in data.items())
        return Mapping(tuple(entries), span)
    if isinstance(data, list):
        return Sequence(tuple(from_data(item, span, depth + 1) for item in data), span)
    return Scalar("", span) if data is None else _data(data, span)


def _data(value: object, span: Span) -> Scalar:
    return _printable(Scalar(str(value), span, DATA))


def _printable(scalar: Scalar) -> Scalar:
    """The scalar, if it holds no control character; an escape may have written one."""
    match = yaml.reader.Reader.NON_PRINTABLE.search(scalar.text)
    if match:
        raise RulesetError([bad_character(match[0], scalar.part(match.start(), match.end()))])
    return scalar


def source_of(path: Path, name: str) -> Source:
    """The text of a file, shown under a name; not read beyond the longest that is allowed."""
    with path.open("rb") as file:
        return decode(name, file.read(MAX_BYTES + 1))


def decode(name: str, data: bytes) -> Source:
    """The text of a file. Raises RulesetError for one that is too long or not UTF-8."""
    if len(data) > MAX_BYTES:
        text = _("the file is longer than {n} bytes").format(n=MAX_BYTES)
        refuse("too-long", text, Span(Source(name, ""), 0, 0))
    try:
        return Source(name, data.decode("utf-8").removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        readable = data[: error.start].decode("utf-8").removeprefix("\ufeff")
        source = Source(name, readable + data[error.start :].decode("latin-1"))
        span = Span(source, len(readable), len(readable) + 1)
        refuse("not-utf8", _("this is not UTF-8 text"), span, _("save the file as UTF-8"))


def read(source: Source, problems: Problems | None = None) -> Mapping:
    """The one document of a YAML text, which must be a mapping. Raises RulesetError.

    Keys that are written twice are noted in `problems`, where that is given, and what was written
    first counts, so that the rest can be checked too.
    """
    known = _faultless.get(source)
    if known is not None:
        return known
    found = Problems() if problems is None else problems
    before = len(found.found)
    builder = _Builder(source, _events(source), found)
    try:
        document = builder.document()
    except RulesetError as error:
        found.note(error)
        raise RulesetError(found.found) from None
    if builder.unclear or problems is None:
        found.stop_if_any()
    if len(found.found) == before and not builder.unclear:
        _keep(source, document)
    return document


_faultless: dict[Source, Mapping] = {}
"""documents in which nothing was found: the base of several variants, and the packs of all of them,
need not be read again"""
MOST_KEPT = 400_000
"""characters of their texts"""


def _keep(source: Source, document: Mapping) -> None:
    """Remember a document, and forget those that were read long ago."""
    _faultless[source] = document
    room = MOST_KEPT - sum(len(known.text) for known in tuple(_faultless))
    for known in tuple(_faultless) if room < 0 else ():
        if room < 0:
            room += len(known.text)
            _faultless.pop(known, None)


def _events(source: Source) -> Iterator[yaml.Event]:
    """PyYAML's events without those of stream and document; its errors become problems."""
    frame = (yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentEndEvent)
    documents = 0
    try:
        loader: Any = yaml.SafeLoader(source.text)
        while loader.check_event():
            event = loader.get_event()
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    yield event
            elif not isinstance(event, frame):
                yield event
    except yaml.reader.ReaderError as error:
        span = Span(source, error.position, error.position + 1)
        raise RulesetError([bad_character(source.text[error.position], span)]) from None
    except yaml.MarkedYAMLError as error:
        raise RulesetError([unreadable(source, error)]) from None
    except (ValueError, OverflowError):  # an escape or a directive with a number out of bounds
        at = int(loader.index)
        if source.text[at - 2 : at] == "\\U":
            refuse("yaml", _("this escape is not a character"), Span(source, at - 2, at + 8))
        refuse("yaml", _("this number is too large"), Span(source, at, at + 1))


def _index(mark: Any) -> int:
    """PyYAML's events always have marks; its types do not say so."""
    return int(mark.index)


class _Builder:
    """Nodes from events, with an explicit bound on depth.

    `unclear`: something is written that would make one text mean two things.
    """

    def __init__(self, source: Source, events: Iterator[yaml.Event], problems: Problems) -> None:
        self.source, self.events, self.problems = source, events, problems
        self.unclear = False

    def document(self) -> Mapping:
        """The whole file."""
        start = next(self.events, None)
        empty = _("the file is empty")
        if start is None:
            if self.source.text.strip():
                empty = _("the file holds nothing but comments")
            refuse("empty", empty, Span(self.source, 0, 0))
        node = self.build(start)
        extra = next(self.events, None)
        if extra is not None:
            begin = _index(extra.start_mark)
            span = Span(self.source, begin, begin + len("---"))
            refuse("two-documents", _("a second document begins here; a file holds one"), span)
        if isinstance(node, Scalar) and node.missing:
            refuse("empty", empty, Span(self.source, 0, 0))
        if not isinstance(node, Mapping):
            first = Span(self.source, node.span.start, node.span.start + 1)
            refuse("not-a-mapping", _("a file must be a map (`key: value`)"), first)
        return node

    def build(self, event: yaml.Event, depth: int = 0) -> Node:
        """The node that begins with an event."""
        begin = _index(event.start_mark)
        self.check(event, begin)
        if isinstance(event, yaml.AliasEvent):
            return Scalar("", Span(self.source, begin, _index(event.end_mark)))
        if isinstance(event, yaml.ScalarEvent):
            span = Span(self.source, begin, _index(event.end_mark))
            return _printable(Scalar(event.value, span, event.style or ""))
        if depth >= MAX_NESTING:
            refuse("too-deep", _("the nesting is too deep"), Span(self.source, begin, begin + 1))
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
                items.append(self.build(event, depth + 1))
            return Sequence(tuple(items), Span(self.source, begin, _index(event.end_mark)))
        return self.mapping(begin, depth)

    def mapping(self, begin: int, depth: int) -> Mapping:
        """The map whose entries come next."""
        entries: dict[str, tuple[Scalar, Node]] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.build(event, depth + 1)
            value = self.build(next(self.events), depth + 1)
            if isinstance(event, yaml.AliasEvent):
                continue
            if not isinstance(key, Scalar) or not key.text:
                refuse("bad-key", _("a key must be a word or a text"), key.span)
            if key.text == "<<" and not key.style:
                self.unclear = True
                hint = _("write the keys here")
                self.problems.add("merge-key", _("merge keys are not used here"), key.span, hint)
            elif key.text in entries:
                line, _column = self.source.place(entries[key.text][0].span.start)
                text = _("`{key}` stands here a second time").format(key=key.text)
                hint = _("it is already on line {line}").format(line=line)
                self.problems.add("duplicate-key", text, key.span, hint)
            else:
                entries[key.text] = key, value
        return Mapping(tuple(entries.values()), Span(self.source, begin, _index(event.end_mark)))

    def check(self, event: yaml.Event, begin: int) -> None:
        """Note what makes one text mean two things: aliases, anchors, tags."""
        alias = isinstance(event, yaml.AliasEvent)
        if alias or getattr(event, "anchor", None) or getattr(event, "tag", None):
            self.unclear = True
            found = reserved(self.source, begin)
            self.problems.add(found.kind, found.message, found.span, found.hint)
