"""The JSON Schema against a document: what is missing, misspelt or of the wrong kind, with places.

In: a document. Out: problems. The schema in `schema/` is the truth that editors use too; here its
errors become one problem a mistake, in words. Since every scalar is the text that was written,
`integer` means "digits", and constants are compared as text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .document import Mapping, Node, Plain, Scalar, Sequence, plain
from .messages import _
from .problem import Problems, did_you_mean
from .source import Span

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

INTEGER = re.compile(r"-?[0-9]{1,9}")
FOLDERS = (Path(__file__).parents[1] / "schema", Path(__file__).parents[2] / "schema")
"""inside the installed package, beside it in a checkout"""


def check_shape(document: Mapping, problems: Problems) -> None:
    """Add a problem for every place that the schema does not allow."""
    gaps = list(_gaps(document, document.span))
    for path, span, key in gaps:
        _report_gap(document, path, span, key, problems)
    closed = {path for path, _span, _key in gaps}
    for error in _validator().iter_errors(plain(document)):
        path = tuple(error.absolute_path)
        if not any(path[: len(gap)] == gap for gap in closed):
            _report(document, path, error, problems)


@cache
def schema() -> Any:
    """The schema, as data."""
    folder = next(folder for folder in FOLDERS if folder.is_dir())
    return json.loads((folder / "ruleset.schema.json").read_text(encoding="utf-8"))


@cache
def _validator() -> Validator:
    from jsonschema import Draft202012Validator, TypeChecker
    from jsonschema.exceptions import ValidationError
    from jsonschema.validators import extend

    def limit(check: Any) -> Any:
        def validate(_v: Any, bound: int, value: Any, _schema: Any) -> Iterator[ValidationError]:
            if isinstance(value, str) and INTEGER.fullmatch(value) and not check(value, bound):
                yield ValidationError("limit")

        return validate

    def same(_v: Any, choices: Any, value: Any, _schema: Any) -> Iterator[ValidationError]:
        allowed = choices if isinstance(choices, list) else [choices]
        if value not in [str(choice) for choice in allowed]:
            yield ValidationError("choice")

    def kind(cls: type, pattern: re.Pattern[str] | None = None) -> Any:
        def holds(_checker: Any, value: object) -> bool:
            return isinstance(value, cls) and (
                pattern is None or pattern.fullmatch(str(value)) is not None
            )

        return holds

    kinds = TypeChecker(
        {
            "object": kind(dict),
            "array": kind(list),
            "string": kind(str),
            "integer": kind(str, INTEGER),
        }
    )
    rules = {
        "const": same,
        "enum": same,
        "minimum": limit(lambda value, bound: int(value) >= bound),
        "maximum": limit(lambda value, bound: int(value) <= bound),
    }
    build: Any = extend
    validator: Validator = build(Draft202012Validator, rules, type_checker=kinds)(schema())
    return validator


Path_ = tuple[str | int, ...]


def _gaps(node: Node, span: Span, path: Path_ = ()) -> Iterator[tuple[Path_, Span, str]]:
    """Every place where a value is needed and none was written."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            if isinstance(value, Scalar) and value.missing:
                yield (*path, key.text), key.span, key.text
            else:
                yield from _gaps(value, key.span, (*path, key.text))
    elif isinstance(node, Sequence):
        for i, item in enumerate(node.items):
            if isinstance(item, Scalar) and item.missing:
                yield (*path, i), item.span, ""
            else:
                yield from _gaps(item, span, (*path, i))


def _report_gap(document: Mapping, path: Path_, span: Span, key: str, problems: Problems) -> None:
    value = _node(document, path)
    if isinstance(value, Scalar) and value.text == "~":
        message = _("`~` removes something in a variant; here is nothing to remove")
        problems.add("missing-value", message, value.span)
        return
    hint = None
    if ":" in key:
        hint = _("write a space after the colon: `{key}`").format(key=key.replace(":", ": ", 1))
    elif key.count(")") > key.count("("):
        hint = _("a comma ends a value between `{` and `}`; use quotes or a line of its own")
    elif not key:
        problems.add("missing-value", _("this item of a list is empty"), span)
        return
    problems.add("missing-value", _("`{key}` has no value").format(key=key), span, hint)


def _node(document: Mapping, path: Path_) -> Node:
    node: Node = document
    for step in path:
        if isinstance(node, Mapping) and isinstance(step, str):
            node = next(value for key, value in node.entries if key.text == step)
        elif isinstance(node, Sequence) and isinstance(step, int):
            node = node.items[step]
    return node


def _span(document: Mapping, path: Path_) -> Span:
    """Where a value stands: scalars themselves, lists and maps by the key above them."""
    node = _node(document, path)
    if isinstance(node, Scalar):
        return node.part(0, len(node.text))
    while path:
        parent = _node(document, path[:-1])
        if isinstance(parent, Mapping):
            return parent.key(str(path[-1])).span
        path = path[:-1]
    return Span(document.span.source, document.span.start, document.span.start + 1)


def _report(document: Mapping, path: Path_, error: ValidationError, problems: Problems) -> None:
    rule, value, node = error.validator, error.validator_value, _node(document, path)
    span = _span(document, path)
    name = next((str(step) for step in reversed(path) if isinstance(step, str)), "")
    if rule == "additionalProperties":
        _report_unknown(node, error, problems)
    elif rule == "propertyNames" or (path and "propertyNames" in error.absolute_schema_path):
        _report_name(node, error, problems)
    elif rule == "required":
        for key in value if isinstance(value, list) else ():
            if isinstance(node, Mapping) and key not in node:
                text = _("`{key}` is missing here").format(key=key)
                problems.add("missing-key", text, span)
    elif rule == "dependentRequired":
        text = _("`{key}` is missing here").format(key="wins")
        problems.add("missing-key", text, span)
    elif rule == "type":
        _report_type(node, span, value, problems)
    elif rule in ("const", "enum"):
        text = _("`{value}` cannot stand here").format(value=_cut(plain(node)))
        choices = value if isinstance(value, list) else [value]
        hint = _("write {choices}").format(choices=_either([f"`{choice}`" for choice in choices]))
        problems.add("wrong-value", text, span, hint)
    elif rule in ("minimum", "maximum"):
        text = {
            "minimum": _("`{key}` must be at least {n}"),
            "maximum": _("`{key}` must be at most {n}"),
        }[rule]
        problems.add("out-of-range", text.format(key=name, n=value), span)
    elif rule in ("minItems", "minProperties", "maxProperties") and isinstance(node, Mapping):
        _report_item(node, span, problems)
    elif rule in ("minItems", "maxItems", "minProperties"):
        text = _("`{key}` has {n} entries; that is too few or too many")
        length = len(node.items) if isinstance(node, Sequence) else 0
        problems.add("wrong-length", text.format(key=name, n=length), span)
    elif rule == "uniqueItems":
        _report_repeats(node, span, problems)
    else:
        text = _("`{value}` is not a name that can stand here").format(value=_cut(plain(node)))
        problems.add("wrong-name", text, span, _name_hint(error))


def _report_unknown(node: Node, error: ValidationError, problems: Problems) -> None:
    rules: Any = error.schema
    known = list(rules.get("properties", {}))
    if not isinstance(node, Mapping):
        return
    for key, _value in node.entries:
        if key.text not in known:
            text = _("`{key}` is not a key that can stand here").format(key=key.text)
            hint = did_you_mean(key.text, known)
            if hint is None:
                free = [f"`{name}`" for name in known if name not in node]
                hint = _("keys here: {keys}").format(keys=", ".join(free)) if free else None
            problems.add("unknown-key", text, key.span, hint)


def _report_name(node: Node, error: ValidationError, problems: Problems) -> None:
    name = str(error.instance)
    if isinstance(node, Mapping) and name in node:
        text = _("`{value}` is not a name that can stand here").format(value=_cut(name))
        problems.add("wrong-name", text, node.key(name).span, _name_hint(error))


def _name_hint(error: ValidationError) -> str | None:
    pattern = str(error.validator_value)
    if pattern.startswith("^[a-z0-9]"):
        return _("small letters, digits and hyphens")
    if " in suits" in pattern:
        return _("write `each: s in suits`")
    if pattern == "^[A-Z]$":
        return _("one capital letter")
    return _("a word of letters, digits and `_` that does not begin with a digit")


def _report_item(node: Mapping, span: Span, problems: Problems) -> None:
    """An item of a list of named things that has no name or several."""
    if len(node.entries) > 1:
        text = _("an item of this list has one name, and its rule behind the name")
        hint = _("indent the lines of a rule deeper than its name")
        problems.add("wrong-item", text, node.entries[1][0].span, hint)
    else:
        problems.add("wrong-item", _("this is empty"), span)


def _report_type(node: Node, span: Span, wanted: Any, problems: Problems) -> None:
    wanted = wanted if isinstance(wanted, str) else wanted[0]
    given = _cut(plain(node))
    if isinstance(node, Scalar) and wanted == "integer":
        if node.text.lstrip("-").isdigit():
            problems.add("out-of-range", _("this number has more than nine digits"), span)
            return
        text = _("a whole number is wanted here, not `{value}`").format(value=given)
        problems.add("wrong-kind", text, span)
        return
    kinds = {
        "object": _("a map (`key: value`)"),
        "array": _("a list"),
        "string": _("a text"),
        "integer": _("a whole number"),
    }
    kind = (
        kinds["object" if isinstance(node, Mapping) else "array"]
        if not isinstance(node, Scalar)
        else f"`{given}`"
    )
    text = _("{wanted} is wanted here, not {given}").format(wanted=kinds[wanted], given=kind)
    hint = _("write each item on a line of its own after `- `") if wanted == "array" else None
    problems.add("wrong-kind", text, span, hint)


def _report_repeats(node: Node, span: Span, problems: Problems) -> None:
    seen: set[str] = set()
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Scalar):
            if item.text in seen:
                text = _("`{value}` stands here a second time").format(value=item.text)
                problems.add("repeated", text, item.span)
            seen.add(item.text)


def _either(words: list[str]) -> str:
    if len(words) == 1:
        return words[0]
    return _("{some} or {last}").format(some=", ".join(words[:-1]), last=words[-1])


def _cut(value: Plain) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"
