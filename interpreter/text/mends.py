"""What an author meant where YAML read something else: two slips that split a value or a key.

In: a document. Out: the document as it was meant, and a problem for each slip, so that the rest of
a file can be checked and nothing else is reported that only follows from the slip.

`{points: min(10, 20)}`: in YAML the comma ends the value `min(10` and `20)` is a key without one.
`{7:0}`: without a space after the colon `7:0` is a key without a value.
"""

from __future__ import annotations

from .document import Mapping, Node, Scalar, Sequence
from .messages import _
from .problem import Problems
from .source import Span


def mend(node: Node, problems: Problems) -> Node:
    """The tree as it was meant."""
    if isinstance(node, Mapping):
        pairs = [(key, mend(value, problems)) for key, value in node.entries]
        entries = _whole(pairs, problems)
        return Mapping(tuple(_spaced(*pair, node, problems) for pair in entries), node.span)
    if isinstance(node, Sequence):
        return Sequence(tuple(_joined(node.items, problems)), node.span)
    return node


def _depth(text: str) -> int:
    """Brackets that are opened and not closed."""
    return text.count("(") - text.count(")")


def _open(node: Node | None) -> bool:
    return isinstance(node, Scalar) and not node.style and _depth(node.text) > 0


def _rest(first: Scalar, following: list[Scalar]) -> int:
    """How many of the scalars that follow, with commas between them, close what is open."""
    depth = _depth(first.text)
    text, end = first.span.source.text, first.span.end
    for count, part in enumerate(following, 1):
        if part.style or text[end : part.span.start].strip() != ",":
            return 0
        depth, end = depth + _depth(part.text), part.span.end
        if depth <= 0:
            return count if depth == 0 else 0
    return 0


def _join(first: Scalar, last: Scalar, problems: Problems) -> Scalar:
    """One scalar from the first to the last part; the slip is noted."""
    span = Span(first.span.source, first.span.start, last.span.end)
    hint = _("put it in quotes, or on a line of its own")
    problems.add("cut", _("a comma cuts this expression in two"), span, hint)
    return Scalar(span.text, span)


def _whole(pairs: list[tuple[Scalar, Node]], problems: Problems) -> list[tuple[Scalar, Node]]:
    """Entries of a map; a value that a comma cut is joined with the keys that are its rest."""
    found: list[tuple[Scalar, Node]] = []
    i = 0
    while i < len(pairs):
        key, value = pairs[i]
        i += 1
        if isinstance(value, Scalar) and _open(value):
            keys = []
            for name, empty in pairs[i:]:
                if not (isinstance(empty, Scalar) and empty.missing and not empty.text):
                    break
                keys.append(name)
            count = _rest(value, keys)
            if count:
                value = _join(value, keys[count - 1], problems)
                i += count
        found.append((key, value))
    return found


def _joined(items: tuple[Node, ...], problems: Problems) -> list[Node]:
    """Items of a list; one that a comma cut is joined with those that are its rest."""
    found: list[Node] = []
    i = 0
    while i < len(items):
        node = items[i]
        i += 1
        last = node.entries[-1][1] if isinstance(node, Mapping) and node.entries else node
        if isinstance(last, Scalar) and _open(last):
            following = []
            for item in items[i:]:
                if not isinstance(item, Scalar):
                    break
                following.append(item)
            count = _rest(last, following)
            if count:
                whole = _join(last, following[count - 1], problems)
                i += count
                if isinstance(node, Mapping):
                    entries = (*node.entries[:-1], (node.entries[-1][0], whole))
                    node = Mapping(entries, node.span)
                else:
                    node = whole
        found.append(mend(node, problems))
    return found


def _spaced(key: Scalar, value: Node, node: Mapping, problems: Problems) -> tuple[Scalar, Node]:
    """An entry; a key that holds its value behind a colon is taken apart."""
    name, _colon, rest = key.text.partition(":")
    empty = isinstance(value, Scalar) and value.missing and not value.text
    if not empty or key.style or not name or not rest or name in node:
        return key, value
    hint = _("write `{key}`").format(key=f"{name}: {rest}")
    problems.add("no-space", _("a space is missing after the colon"), key.span, hint)
    at = len(name) + 1
    return Scalar(name, key.part(0, len(name))), Scalar(rest, key.part(at, len(key.text)))
