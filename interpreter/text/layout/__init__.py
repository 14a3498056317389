"""The canonical layout of a ruleset or deck: the same file, with every comment, as it should look.

In: the source of a file without problems. Out: its text laid out anew. Sections and the keys of
rules stand in the order of the schema; what an author named keeps the author's order. A comment
stays above or behind what it stood by. Lists and maps in brackets go on one line where they fit,
a text keeps its quotes where it needs them. The result is read again before it is handed out: it
must say the same and hold every comment, or it is refused, so that no file can ever lose anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..document import Mapping, Node, Sequence, decode, read
from ..problem import RulesetError
from ..source import Source
from .remarks import find_remarks, separate_head, settle
from .tree import Remark, build
from .writer import page


class LayoutError(ValueError):
    """A file whose layout cannot be changed without changing what it says."""


def laid_out(source: Source) -> str:
    """The text of a file in canonical layout, with its own line ends.

    Raises RulesetError for what cannot be read, LayoutError where something would be lost.
    """
    document = read(source)
    if not document.entries:
        return source.text
    root, tokens = build(document)
    preamble, remarks = find_remarks(source.text, tokens)
    settle(root, tokens, remarks, source.text)
    head, apart = separate_head(root)
    text = preamble + "\n".join([*page(root, head, apart), ""])
    _check(source, document, remarks, text)
    return text.replace("\n", "\r\n") if _crlf(source.text) else text


def _crlf(text: str) -> bool:
    """Whether the first line of a text ends as on Windows."""
    return text[: text.find("\n")].endswith("\r")


def _check(source: Source, document: Mapping, remarks: Iterable[Remark], text: str) -> None:
    """Read what was written; nothing may be missing, changed or there twice."""
    try:
        after = decode(source.name, text.encode())
        again = read(after)
    except RulesetError:
        raise LayoutError(source.name) from None
    found = find_remarks(after.text, build(again)[1])[1]
    same = _meaning(again) == _meaning(document)
    if not same or Counter(r.text for r in found) != Counter(r.text for r in remarks):
        raise LayoutError(source.name)


def _meaning(node: Node) -> object:
    """What a tree says; the order of a map means nothing."""
    if isinstance(node, Mapping):
        return {key.text: _meaning(value) for key, value in node.entries}
    if isinstance(node, Sequence):
        return [_meaning(item) for item in node.items]
    return node.text, node.missing


__all__ = ["LayoutError", "laid_out"]
