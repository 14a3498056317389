"""Variants: a document laid over the one that it extends.

In: a document of the right shape and the whole one below it. Out: a whole document, whose nodes
keep the places where they stand, in either file. Maps merge by key; lists of named rules merge by
name, a new one goes where it says (`before`, `after`), else last; all else is replaced; a written
`~` removes. What a variant removes must be there; what a whole ruleset needs must be left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..text.document import Mapping, Node, Scalar, Sequence
from ..text.messages import _
from ..text.misfits import PLACING, Path_
from ..text.problem import Problems, did_you_mean
from ..text.shape import needed, part

Entry = tuple[Scalar, Node]


def laid_over(base: Mapping, variant: Mapping, problems: Problems) -> Mapping:
    """The whole document of a variant."""
    name = base.get("name")
    merge = _Merge(problems, name.text if isinstance(name, Scalar) else "")
    whole = merge.maps(base, variant, ())
    merge.refuse_used(whole)
    return Mapping(tuple(e for e in whole.entries if e[0].text != "extends"), variant.span)


def refuse_placing(document: Mapping, problems: Problems) -> None:
    """In a ruleset that is no variant no rule says where it goes: it stands there."""
    for path in NAMED_LISTS:
        node: Node | None = document
        for step in path:
            node = node.get(step) if isinstance(node, Mapping) else None
        for _key, body in _named(node) if isinstance(node, Sequence) else ():
            for word in PLACING:
                if isinstance(body, Mapping) and word in body:
                    text = _("`{key}` means something only in a variant").format(key=word)
                    problems.add("no-variant", text, body.key(word).span)


NAMED_LISTS: tuple[tuple[str, ...], ...] = (("stages",), ("tricks", "lead"), ("tricks", "reply"))
"""lists whose items have names; a test compares them with the schema"""


NAMING: tuple[Path_, ...] = (("sets",), ("numbers",), ("conditions",), ("options",), ("stages",))
"""sections whose names expressions can use"""


def expressions(node: Node, path: Path_) -> Iterator[Scalar]:
    """The expressions in a document, and the keys that are one."""
    if isinstance(node, Scalar):
        if "x-expression" in part(path):
            yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from expressions(item, (*path, 0))
    else:
        for key, value in node.entries:
            if path in (("values",), ("nicknames",)):
                yield key
            yield from expressions(value, (*path, key.text))


def _named(node: Sequence) -> list[Entry]:
    """The items of a list of one-key maps."""
    return [item.entries[0] for item in node.items if isinstance(item, Mapping) and item.entries]


def _removes(node: Node) -> bool:
    return isinstance(node, Scalar) and node.missing


@dataclass
class _Merge:
    """One variant over one base, whose name is told in problems."""

    problems: Problems
    base: str
    removed: list[Scalar] = field(default_factory=list)

    def refuse_used(self, whole: Mapping) -> None:
        """What was removed may not be named by an expression that is left."""
        for key in self.removed:
            word = re.compile(rf"(?<!\w){re.escape(key.text)}(?!\w)")
            user = next((s for s in expressions(whole, ()) if word.search(s.text)), None)
            if user is not None:
                line, _column = user.span.source.place(user.span.start)
                text = _("`{name}` cannot be removed: it is used in {place}")
                place = f"{user.span.source.name}:{line}"
                self.problems.add("needed", text.format(name=key.text, place=place), key.span)

    def maps(self, base: Mapping, over: Mapping, path: Path_) -> Mapping:
        """A map over a map."""
        entries = {key.text: (key, value) for key, value in base.entries}
        for key, value in over.entries:
            there = (*path, key.text)
            if _removes(value):
                if self.removable(key, entries, path):
                    del entries[key.text]
                    self.removed += [key] if path in NAMING else []
            elif key.text in entries:
                below = entries[key.text]
                entries[key.text] = (
                    self.key(below, key, value),
                    self.nodes(below[1], value, there),
                )
            else:
                entries[key.text] = (key, self.new(key, value, tuple(entries), there))
        return Mapping(tuple(entries.values()), over.span)

    def key(self, below: Entry, key: Scalar, value: Node) -> Scalar:
        """The key of a merged value: the base's if its map is only patched."""
        return below[0] if isinstance(value, Mapping) and isinstance(below[1], Mapping) else key

    def nodes(self, base: Node, over: Node, path: Path_) -> Node:
        """A value over a value."""
        if isinstance(base, Mapping) and isinstance(over, Mapping):
            return self.maps(base, over, path)
        if isinstance(base, Sequence) and isinstance(over, Sequence) and path in NAMED_LISTS:
            return self.lists(base, over, path)
        return over

    def lists(self, base: Sequence, over: Sequence, path: Path_) -> Sequence:
        """A list of named rules over another."""
        rows = {key.text: (key, value) for key, value in _named(base)}
        for key, value in _named(over):
            there = (*path, 0, key.text)
            if _removes(value):
                if key.text in rows:
                    del rows[key.text]
                    self.removed += [key] if path in NAMING else []
                else:
                    self.nothing(key, rows)
                continue
            where, body = self.placed(value, rows)
            if key.text in rows:
                below = rows[key.text]
                row = (self.key(below, key, body), self.nodes(below[1], body, there))
            else:
                row = (key, self.new(key, body, tuple(rows), there))
            rows = _put(rows, key.text, row, where)
        items = tuple(Mapping((row,), row[1].span) for row in rows.values())
        return Sequence(items, over.span)

    def placed(self, value: Node, rows: dict[str, Entry]) -> tuple[Entry | None, Node]:
        """Where a rule goes, and the rule without the words that say so."""
        if not isinstance(value, Mapping):
            return None, value
        said = [(key, node) for key, node in value.entries if key.text in PLACING]
        body = Mapping(tuple(e for e in value.entries if e[0].text not in PLACING), value.span)
        if len(said) > 1:
            text = _("a rule goes either before or after another")
            self.problems.add("wrong-place", text, said[1][0].span)
        for key, node in said[:1]:
            if isinstance(node, Scalar) and node.text in rows:
                return (key, node), body
            if isinstance(node, Scalar) and not node.missing:
                text = _("there is no `{name}` in this list").format(name=node.text)
                listed = _("there are: {names}").format(names=", ".join(rows))
                hint = did_you_mean(node.text, rows) or listed
                self.problems.add("unknown-rule", text, node.span, hint)
        return None, body

    def new(self, key: Scalar, value: Node, others: tuple[str, ...], path: Path_) -> Node:
        """What the base does not have: it must be whole, and has nothing to remove."""
        lacking = [k for k in needed(path) if not (isinstance(value, Mapping) and k in value)]
        if lacking and isinstance(value, Mapping) and "additionalProperties" in self.around(path):
            text = _("`{name}` is not in {base}, and a new one needs {keys}").format(
                name=key.text, base=self.base, keys=", ".join(f"`{k}`" for k in lacking)
            )
            self.problems.add("unknown-rule", text, key.span, did_you_mean(key.text, others))
        return self.swept(value)

    def around(self, path: Path_) -> dict[str, object]:
        """The schema of the map in which a value stands, if its keys are the author's."""
        above = part(path[:-1])
        return above if isinstance(above.get("additionalProperties"), dict) else {}

    def swept(self, node: Node) -> Node:
        """A new value; every `~` in it is a problem, since there is nothing to remove."""
        if isinstance(node, Sequence):
            return Sequence(tuple(self.swept(item) for item in node.items), node.span)
        if not isinstance(node, Mapping):
            return node
        for key, value in node.entries:
            if _removes(value):
                self.nothing(key, {})
        kept = [(k, self.swept(v)) for k, v in node.entries if not _removes(v)]
        return Mapping(tuple(kept), node.span)

    def removable(self, key: Scalar, entries: dict[str, Entry], path: Path_) -> bool:
        """Whether a key is there and can be missed."""
        if key.text not in entries:
            self.nothing(key, entries)
            return False
        if key.text in needed(path):
            text = _("`{key}` cannot be removed: a ruleset needs it").format(key=key.text)
            self.problems.add("needed", text, key.span, _("give it another value"))
        return True

    def nothing(self, key: Scalar, others: dict[str, Entry]) -> None:
        text = _("`{name}` is not in {base}: there is nothing to remove")
        message = text.format(name=key.text, base=self.base)
        self.problems.add("unknown-rule", message, key.span, did_you_mean(key.text, others))


def _put(rows: dict[str, Entry], name: str, row: Entry, where: Entry | None) -> dict[str, Entry]:
    """The rows with one at its place: where it says, else where it was, else last."""
    if where is None:
        return {**rows, name: row}
    word, other = where[0].text, where[1]
    assert isinstance(other, Scalar)
    moved: dict[str, Entry] = {}
    for key, value in rows.items():
        if key == other.text and word == "before":
            moved[name] = row
        if key != name:
            moved[key] = value
        if key == other.text and word == "after":
            moved[name] = row
    return moved
