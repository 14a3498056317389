"""What does not fit the schema, in words: one problem a mistake.

In: the errors of the JSON Schema for a document, and the places without a value. Out: problems,
and for each misspelt key the key that it was meant to be.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .document import Mapping, Node, Scalar, Sequence
from .messages import _
from .problem import Problem, Problems, nearest
from .source import Span

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Path_ = tuple[str | int, ...]
PLACING = ("before", "after")
"""keys that say where a new item of a variant goes"""
DIGITS = re.compile(r"-?[0-9]+")


class Misfits:
    """What is wrong with one document; `add` and `gap` note it.

    needed: the keys that a whole ruleset must have at a path.
    misspelt: the problems of keys that were read as others; renamed: the keys that they were
    meant to be, by path.
    """

    def __init__(self, document: Mapping, needed: Callable[[Path_], list[str]]) -> None:
        self.document, self.needed = document, needed
        self.problems = Problems()
        self.misspelt: list[Problem] = []
        self.renamed: dict[Path_, str] = {}

    def gap(self, path: Path_, node: Scalar) -> None:
        """A value is needed and none was written."""
        if any(p.span.start == node.span.start for p in self.problems.found):
            return
        if node.missing and node.text:
            message = _("`~` removes something in a variant; here is nothing to remove")
        elif isinstance(path[-1], int):
            message = _("this item of a list is empty")
        else:
            message = _("`{key}` has no value").format(key=path[-1])
        self.problems.add("missing-value", message, node.span)

    def add(self, path: Path_, error: ValidationError) -> None:
        """An error of the schema."""
        rule, value, node = str(error.validator), error.validator_value, self._node(path)
        name = next((str(step) for step in reversed(path) if isinstance(step, str)), "")
        if rule == "additionalProperties" and isinstance(node, Mapping):
            self._unknown(path, node, error)
        elif "propertyNames" in error.absolute_schema_path and isinstance(node, Mapping):
            key = node.key(str(error.instance))
            hint = _name_hint(value)
            if ":" in key.text:
                hint = _("write a space after each colon")
            self._put("wrong-name", _not_a_name(key.text), key.span, hint)
        elif rule == "required" and isinstance(node, Mapping):
            self._missing(path, node, error)
        elif rule == "dependentRequired" and isinstance(node, Mapping):
            self._alone(node, value)
        elif rule == "type":
            self._kind(path, node, error)
        elif rule in ("minItems", "minProperties", "maxItems", "maxProperties"):
            self._length(path, node, name, rule, int(str(value)))
        elif rule == "uniqueItems" and isinstance(node, Sequence):
            self._repeats(node)
        else:
            self._value(path, node, name, rule, value)

    def _value(self, path: Path_, node: Node, name: str, rule: str, value: Any) -> None:
        """A scalar that says the wrong thing."""
        span = self._span(path)
        if rule in ("const", "enum"):
            choices = [c for c in (value if isinstance(value, list) else [value]) if c is not None]
            text = _("{value} cannot stand here").format(value=_given(node))
            hint = _("write {choices}").format(choices=either([f"`{c}`" for c in choices]))
            self._put("wrong-value", text, span, hint)
        elif rule == "minimum":
            text = _("`{key}` must be at least {n}").format(key=name, n=value)
            self._put("out-of-range", text, span)
        elif rule == "maximum":
            text = _("`{key}` must be at most {n}").format(key=name, n=value)
            self._put("out-of-range", text, span)
        elif rule == "maxLength":
            one, many = _("`{key}` is one character"), _("`{key}` has at most {n} characters")
            text = (one if value == 1 else many).format(key=name, n=value)
            self._put("out-of-range", text, span)
        elif isinstance(node, Scalar):
            self._put("wrong-name", _not_a_name(node.text), span, _name_hint(value))

    def _put(self, kind: str, message: str, span: Span, hint: str | None = None) -> None:
        self.problems.add(kind, message, span, hint)

    def _node(self, path: Path_) -> Node:
        node: Node | None = self.document
        for step in path:
            if isinstance(node, Mapping):
                node = node.get(str(step))
            elif isinstance(node, Sequence) and isinstance(step, int):
                node = node.items[step]
        assert node is not None
        return node

    def _span(self, path: Path_) -> Span:
        """Where a value stands: scalars themselves, lists and maps by the key above them."""
        node = self._node(path)
        if isinstance(node, Scalar):
            return node.part(0, len(node.text))
        while path:
            parent = self._node(path[:-1])
            if isinstance(parent, Mapping):
                return parent.key(str(path[-1])).span
            path = path[:-1]
        key = self.document.entries[0][0] if self.document.entries else None
        return key.span if key else Span(node.span.source, node.span.start, node.span.start + 1)

    def _unknown(self, path: Path_, node: Mapping, error: ValidationError) -> None:
        known = [key for key in _known(error) if key not in PLACING or "extends" in self.document]
        for key, _value in node.entries:
            if key.text in known:
                continue
            text = _("`{key}` is not a key that can stand here").format(key=key.text)
            near = nearest(key.text, known)
            if near is None:
                free = [f"`{name}`" for name in known if name not in node]
                hint = _("keys here: {keys}").format(keys=", ".join(free)) if free else None
                self._put("unknown-key", text, key.span, hint)
                continue
            hint = _("did you mean `{word}`?").format(word=near)
            if near not in node and near not in self._meant(path):
                self.renamed[(*path, key.text)] = near
                self.misspelt.append(Problem("unknown-key", text, key.span, hint))
            else:
                self._put("unknown-key", text, key.span, hint)

    def _meant(self, path: Path_) -> set[str]:
        """Keys of a map that misspelt ones were read as already."""
        return {name for there, name in self.renamed.items() if there[:-1] == path}

    def _missing(self, path: Path_, node: Mapping, error: ValidationError) -> None:
        """Keys that are needed."""
        for key in error.validator_value if isinstance(error.validator_value, list) else []:
            if key not in node:
                text = _("`{key}` is missing here").format(key=key)
                self._put("missing-key", text, self._span(path))

    def _alone(self, node: Mapping, value: Any) -> None:
        for key, wanted in value.items():
            for other in wanted:
                if key in node and other not in node:
                    text = _("`{key}` needs `{other}` beside it")
                    span = node.key(key).span
                    self._put("missing-key", text.format(key=key, other=other), span)

    def _length(self, path: Path_, node: Node, name: str, rule: str, bound: int) -> None:
        if isinstance(node, Mapping) and rule == "maxProperties" and bound == 1:
            (first, value), (second, _value) = node.entries[:2]
            if isinstance(value, Scalar) and value.missing:
                text = _("`{key}` does not stand under `{name}`")
                text = text.format(key=second.text, name=first.text)
                hint = _("indent the lines of a rule deeper than its name")
            else:
                text = _("this item of a list has a name already")
                hint = _("begin an item of its own with `- `")
            self._put("wrong-item", text, second.span, hint)
        elif isinstance(node, Mapping) and rule == "minProperties":
            self._put("wrong-item", _("this is empty"), self._span(path))
        elif rule.startswith("min"):
            text = _("`{key}` is empty") if bound == 1 else _("`{key}` needs {n} entries or more")
            self._put("wrong-length", text.format(key=name, n=bound), self._span(path))
        else:
            text = _("`{key}` can have {n} entries at most").format(key=name, n=bound)
            self._put("wrong-length", text, self._span(path))

    def _kind(self, path: Path_, node: Node, error: ValidationError) -> None:
        """A list, a map or a text where another of them is wanted."""
        value, rules = error.validator_value, error.schema
        allowed: Any = [value] if isinstance(value, str) else value
        kinds = [kind for kind in allowed if kind != "null"]
        wanted = kinds[0] if len(kinds) == 1 else "string"
        span, given = self._span(path), _given(node)
        if isinstance(node, Scalar) and wanted == "integer":
            if DIGITS.fullmatch(node.text):
                self._put("out-of-range", _("this number has more than nine digits"), span)
                return
            text = _("a whole number is wanted here, not {given}").format(given=given)
            self._put("wrong-kind", text, span)
            return
        words = {
            "object": _("a map (`key: value`)"),
            "array": _("a list"),
            "string": _("a text"),
            "integer": _("a whole number"),
        }
        if isinstance(rules, dict) and "x-expression" in rules:
            words["string"] = _("an expression")
        text = _("{wanted} is wanted here, not {given}").format(wanted=words[wanted], given=given)
        hint = None
        if wanted == "array":
            hint = _("write each item on a line of its own after `- `")
        elif wanted == "object" and isinstance(node, Scalar) and ":" in node.text.strip(":"):
            hint = _("write a space after each colon")
        elif wanted == "object" and isinstance(node, Scalar) and isinstance(rules, dict):
            keys = self.needed(path)
            if len(keys) == 1:
                hint = _("write `{{{key}: {value}}}`").format(key=keys[0], value=_cut(node.text))
        self._put("wrong-kind", text, span, hint)

    def _repeats(self, node: Sequence) -> None:
        seen: set[str] = set()
        for item in node.items:
            if isinstance(item, Scalar):
                if item.text in seen:
                    text = _("`{value}` stands here a second time").format(value=item.text)
                    self._put("repeated", text, item.span)
                seen.add(item.text)


def _known(error: ValidationError) -> list[str]:
    rules: Any = error.schema
    return list(rules.get("properties", {}))


def _not_a_name(text: str) -> str:
    return _("`{value}` is not a name that can stand here").format(value=_cut(text))


def _name_hint(pattern: object) -> str:
    text = str(pattern)
    if text.startswith("^[a-z0-9]"):
        return _("small letters, digits and hyphens")
    if "(/" in text:
        return _("two values or more with strokes between them, such as yes/no")
    if " in suits" in text:
        return _("write `each: s in suits`")
    if text == "^[A-Z]$":
        return _("one capital letter")
    if "[0-9]+|" in text:
        return _("a number, or a word of letters, digits and `_`")
    return _("a word of letters, digits and `_` that does not begin with a digit")


def _given(node: Node) -> str:
    """What was written, for "… is wanted here, not …"."""
    if isinstance(node, Mapping):
        return _("a map (`key: value`)")
    return _("a list") if isinstance(node, Sequence) else f"`{_cut(node.text)}`"


def either(words: list[str]) -> str:
    """Words to choose from, joined."""
    if len(words) == 1:
        return words[0]
    return _("{some} or {last}").format(some=", ".join(words[:-1]), last=words[-1])


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"
