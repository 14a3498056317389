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
from typing import Any, NoReturn

import yaml

from .messages import _
from .offsets import offsets
from .problem import Problem, RulesetError
from .source import Source, Span

MAX_BYTES = 200_000
MAX_DEPTH = 24
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
    def _offsets(self) -> list[int]:
        return offsets(self.span.text, self.text, self.style, self.span.start)

    def part(self, start: int, end: int) -> Span:
        """The place in the file of a stretch of the value, however it is quoted or folded."""
        if self.missing or not self.text or self.style == DATA:
            return self.span
        last = self._offsets[min(max(end - 1, start), len(self.text) - 1)] + 1
        first = self._offsets[start] if start < len(self.text) else last
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
    _index: dict[str, Node] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_index", {key.text: value for key, value in self.entries})

    def __contains__(self, key: str) -> bool:
        return key in self._index

    def get(self, key: str) -> Node | None:
        """The value under a key, or None."""
        return self._index.get(key)

    def key(self, name: str) -> Scalar:
        """The key itself, with its place."""
        return next(key for key, _value in self.entries if key.text == name)


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
    if depth > MAX_DEPTH:
        _refuse("too-deep", _("the nesting is too deep"), span)
    if isinstance(data, dict):
        entries = ((Scalar(str(k), span), from_data(v, span, depth + 1)) for k, v in data.items())
        return Mapping(tuple(entries), span)
    if isinstance(data, list):
        return Sequence(tuple(from_data(item, span, depth + 1) for item in data), span)
    return Scalar("", span) if data is None else Scalar(str(data), span, DATA)


def decode(name: str, data: bytes) -> Source:
    """The text of a file. Raises RulesetError for one that is too long or not UTF-8."""
    if len(data) > MAX_BYTES:
        text = _("the file is longer than {n} bytes").format(n=MAX_BYTES)
        _refuse("too-long", text, Span(Source(name, ""), 0, 0))
    try:
        return Source(name, data.decode("utf-8").removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        readable = data[: error.start].decode("utf-8").removeprefix("\ufeff")
        source = Source(name, readable + data[error.start :].decode("latin-1"))
        span = Span(source, len(readable), len(readable) + 1)
        _refuse("not-utf8", _("this is not UTF-8 text"), span, _("save the file as UTF-8"))


def read(source: Source) -> Mapping:
    """The one document of a YAML text, which must be a mapping. Raises RulesetError."""
    events = _events(source)
    start = next(events, None)
    if start is None:
        _refuse("empty", _("the file is empty"), Span(source, 0, 0))
    node = _Builder(source, events).build(start)
    extra = next(events, None)
    if extra is not None:
        begin = _index(extra.start_mark)
        span = Span(source, begin, begin + 1)
        _refuse("two-documents", _("a second document begins here; a file holds one"), span)
    if isinstance(node, Scalar) and node.missing:
        _refuse("empty", _("the file is empty"), Span(source, 0, 0))
    if not isinstance(node, Mapping):
        first = Span(source, node.span.start, node.span.start + 1)
        _refuse("not-a-mapping", _("a file must be a map of keys and values"), first)
    return node


def _refuse(kind: str, message: str, span: Span, hint: str | None = None) -> NoReturn:
    raise RulesetError([Problem(kind, message, span, hint)])


def _events(source: Source) -> Iterator[yaml.Event]:
    """PyYAML's events without those of stream and document; its errors become problems."""
    frame = (yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentEndEvent)
    documents = 0
    try:
        for event in yaml.parse(source.text, Loader=yaml.SafeLoader):
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    yield event
            elif not isinstance(event, frame):
                yield event
    except yaml.reader.ReaderError as error:
        span = Span(source, error.position, error.position + 1)
        text = _("the character U+{code:04X} may not stand in a file").format(
            code=ord(source.text[error.position])
        )
        _refuse("bad-character", text, span)
    except yaml.MarkedYAMLError as error:
        message, hint, at = _explain(source, error)
        _refuse("yaml", message, Span(source, at, at + 1), hint)


def _explain(source: Source, error: yaml.MarkedYAMLError) -> tuple[str, str | None, int]:
    """Message, hint and place for what PyYAML's scanner or parser could not read."""
    mark = error.problem_mark or error.context_mark
    at = min(mark.index, max(len(source.text) - 1, 0)) if mark else 0
    problem, context = error.problem or "", error.context or ""
    quote = _("put the value in quotes")
    character = source.text[at : at + 1]
    if "\\t" in problem or character == "\t":
        return _("a tab stands here; YAML is indented with spaces"), None, at
    if "cannot start any token" in problem:
        return _("a value cannot begin with `{c}`").format(c=character), quote, at
    if error.context_mark and ("alias" in context or "anchor" in context or "tag" in context):
        begin = error.context_mark.index
        return _reserved(source.text[begin : begin + 1]), quote, begin
    if "block scalar" in context:
        return _("`|` and `>` begin a text of several lines in YAML"), quote, at
    if "mapping values are not allowed" in problem:
        return _("a second `: ` stands here"), _("check the indentation, or use quotes"), at
    if "quoted scalar" in context:
        begin = error.context_mark.index if error.context_mark else at
        return _("this quotation is not closed"), None, begin
    if "flow" in context:
        begin = error.context_mark.index if error.context_mark else at
        opened = source.text[begin : begin + 1]
        if opened not in ("{", "["):
            return _("a bracket is not closed here"), None, at
        message = _("this `{c}` is not closed, or a comma is missing in it").format(c=opened)
        return message, None, begin
    message = _("this is not well-formed YAML")
    return message, _("check the indentation and the colons of this place"), at


def _reserved(character: str) -> str:
    names = {
        "*": _("a plain `*` begins an alias in YAML; aliases are not used here"),
        "&": _("a plain `&` begins an anchor in YAML; anchors are not used here"),
    }
    return names.get(character, _("a plain `!` begins a tag in YAML; tags are not used here"))


def _index(mark: Any) -> int:
    """PyYAML's events always have marks; its types do not say so."""
    return int(mark.index)


class _Builder:
    """Nodes from events, with an explicit bound on depth."""

    def __init__(self, source: Source, events: Iterator[yaml.Event]) -> None:
        self.source, self.events = source, events

    def build(self, event: yaml.Event, depth: int = 0) -> Node:
        begin = _index(event.start_mark)
        span = Span(self.source, begin, _index(event.end_mark))
        self.check(event, span)
        if isinstance(event, yaml.ScalarEvent):
            return Scalar(event.value, span, event.style or "")
        if depth >= MAX_DEPTH:
            _refuse("too-deep", _("the nesting is too deep"), Span(self.source, begin, begin + 1))
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
                items.append(self.build(event, depth + 1))
            return Sequence(tuple(items), Span(self.source, begin, _index(event.end_mark)))
        return self.mapping(begin, depth)

    def mapping(self, begin: int, depth: int) -> Mapping:
        entries: dict[str, tuple[Scalar, Node]] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.build(event, depth + 1)
            if not isinstance(key, Scalar) or not key.text:
                _refuse("bad-key", _("a key must be a word or a text"), key.span)
            if key.text == "<<" and not key.style:
                _refuse("merge-key", _("merge keys are not used here"), key.span)
            if key.text in entries:
                line, _column = self.source.place(entries[key.text][0].span.start)
                text = _("`{key}` stands here a second time").format(key=key.text)
                hint = _("it is already on line {line}").format(line=line)
                _refuse("duplicate-key", text, key.span, hint)
            entries[key.text] = key, self.build(next(self.events), depth + 1)
        return Mapping(tuple(entries.values()), Span(self.source, begin, _index(event.end_mark)))

    def check(self, event: yaml.Event, span: Span) -> None:
        """Refuse what makes one text mean two things: aliases, anchors, tags."""
        first = self.source.text[span.start : span.start + 1]
        alias = isinstance(event, yaml.AliasEvent)
        if alias or getattr(event, "anchor", None) or getattr(event, "tag", None):
            hint = _("an expression that begins with `{c}` needs quotes").format(c=first)
            _refuse("reserved", _reserved(first), span, hint if alias or first == "!" else None)
