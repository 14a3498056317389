"""The comments of a file, each handed to the entry that it stands by.

In: the text, the tokens of its tree. Out: comments in the tree: behind an entry on whose line they
stand, above the entry before which they stand, or at the end of what they are indented like.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from .tree import BLOCK, LINE_ENDS, Entry, Remark, Token

COMMENT = re.compile(rf"#[^{LINE_ENDS}]*")
HEADER = re.compile(rf"[|>][-+0-9]*[ \t]+(#[^{LINE_ENDS}]*)")
"""the first line of a text in a block, where it has a comment"""
EMPTY_LINE = re.compile(rf"(?>\r\n|[{LINE_ENDS}])[ \t]*[{LINE_ENDS}]")
DIRECTIVES = re.compile(r"(?:[ \t]*(?:#.*)?\r?\n)*%(?s:.*?)\n---(?=\s|$)")
"""what stands before a document that begins with directives of YAML"""
TOOLS = re.compile(r"#!|#\s*(?:yaml-language-server|vim?|-\*-)\s*:?")
"""comments for programs, which must stay at the top"""


def find_remarks(text: str, tokens: list[Token]) -> tuple[str, list[Remark]]:
    """Directives at the top with what stands among them, and all comments after them, in order."""
    preamble = DIRECTIVES.match(text)
    begin = preamble.end() if preamble else 0
    top = "".join(line.rstrip() + "\n" for line in preamble[0].split("\n")) if preamble else ""
    remarks = []
    for start, end in _gaps(text, tokens, begin):
        remarks += [_remark(text, m.start(), m[0]) for m in COMMENT.finditer(text, start, end)]
    for token in tokens:
        header = HEADER.match(text, token.start) if _is_block(token, text) else None
        if header:
            remarks.append(_remark(text, header.start(1), header[1]))
    return top, sorted(remarks, key=lambda remark: remark.start)


def _is_block(token: Token, text: str) -> bool:
    return token.kind in ("key", "value") and text[token.start : token.start + 1] in BLOCK


def _gaps(text: str, tokens: list[Token], begin: int) -> Iterator[tuple[int, int]]:
    """The stretches between tokens."""
    for token in tokens:
        yield begin, token.start
        begin = token.end
    yield begin, len(text)


def _remark(text: str, start: int, comment: str) -> Remark:
    line = 1 + max(text.rfind(end, 0, start) for end in LINE_ENDS)
    before = text[line:start]
    return Remark(comment.rstrip(" \t"), start, len(before) - len(before.lstrip(" ")))


def settle(root: Entry, tokens: list[Token], remarks: list[Remark], text: str) -> None:
    """Hand every comment to an entry, and note where empty lines stand."""
    starts = [token.start for token in tokens]
    firsts = _first_tokens(tokens)
    for remark in remarks:
        at = bisect_left(starts, remark.start)
        before = tokens[at - 1] if at else None
        after = tokens[at] if at < len(tokens) else None
        same_line = before and not _line_ends_between(text, before, remark.start)
        if before and same_line and before.entry is not root:
            before.entry.behind.append(remark)
            continue
        entry, tail = _home(before, after, firsts, remark, root)
        (entry.tail if tail else entry.above).append(remark)
    _note_empty_lines(tokens, remarks, firsts, text)


def _line_ends_between(text: str, token: Token, end: int) -> bool:
    """Whether a comment stands on a later line than a token; one in its first line does not."""
    if token.end > end:
        return False
    return any(c in text[token.end - 1 : end] for c in LINE_ENDS)


def _first_tokens(tokens: list[Token]) -> dict[int, Entry]:
    """The outermost entry that begins at a token, by the offset of the token."""
    found: dict[int, Entry] = {}
    seen: set[int] = set()
    for token in tokens:
        entry: Entry | None = token.entry
        while entry is not None and entry.up is not None and id(entry) not in seen:
            seen.add(id(entry))
            found[token.start] = entry
            entry = entry.up
    return found


def _home(
    before: Token | None,
    after: Token | None,
    firsts: dict[int, Entry],
    remark: Remark,
    root: Entry,
) -> tuple[Entry, bool]:
    """The entry of a comment on a line of its own, and whether it stands at the end inside it."""
    if after is not None and after.kind == "close":
        return after.entry, True
    follower = firsts.get(after.start) if after else None
    if after is not None and after.entry is root:  # a whole file in brackets
        follower = root.inside[0]
    if after is not None and follower is None:  # between a key and its value
        return after.entry, False
    common = follower.up if follower else root
    entry = before.entry if before else None
    while entry is not None and entry is not common:
        ended = entry.inside and not entry.flow and not _is_within(follower, entry)
        if ended and _is_deeper(entry.inside[0].column, follower, remark):
            return entry, True
        entry = entry.up
    return (follower, False) if follower else (root, True)


def _is_within(entry: Entry | None, other: Entry) -> bool:
    while entry is not None and entry is not other:
        entry = entry.up
    return entry is other


def _is_deeper(column: int, follower: Entry | None, remark: Remark) -> bool:
    """Whether a comment is indented like entries in this column, and not like what follows."""
    return remark.column >= column > (follower.column if follower else -1)


def _note_empty_lines(
    tokens: list[Token], remarks: list[Remark], firsts: dict[int, Entry], text: str
) -> None:
    """Note before which comments and entries an empty line stands."""
    places: list[tuple[int, int, Remark | Entry | None]] = [
        (token.start, token.end, firsts.get(token.start)) for token in tokens
    ]
    places += [(r.start, r.start + len(r.text), r) for r in remarks]
    places.sort(key=lambda place: place[0])
    last = 0
    for i, (start, end, what) in enumerate(places):
        if what is not None and i:
            what.blank = bool(EMPTY_LINE.search(text, last, start))
        last = max(last, end)
    for token in tokens:
        _close_up(token.entry)


def _close_up(entry: Entry) -> None:
    """No empty line stands between a key and the first thing inside its value."""
    for first in entry.inside[:1]:
        (first.above[0] if first.above else first).blank = False


def separate_head(root: Entry) -> tuple[list[Remark], bool]:
    """Take the comments at the top of the file away from the first entry.

    Those before the last empty line are about the file, the others about the entry, which may
    move; what programs read stays at the top. Also: whether an empty line follows.
    """
    first = root.inside[0]
    things: list[Remark | Entry] = [*first.above, first]
    last = max((i for i, thing in enumerate(things) if thing.blank), default=0)
    about_file, rest = first.above[:last], first.above[last:]
    tools = [remark for remark in rest if TOOLS.match(remark.text)]
    first.above = [remark for remark in rest if remark not in tools]
    apart = bool(about_file) and not tools
    if apart:
        things[last].blank = False
    return [*about_file, *tools], apart
