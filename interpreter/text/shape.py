"""The JSON Schema against a document: what is missing, misspelt or of the wrong kind, with places.

In: a document. Out: problems, one a mistake, and the document as it was meant: a misspelt key is
read as the key that it resembles, so that its value is checked and not missed elsewhere. The
schemas in `schema/` are the truth that editors use too: their shape holds for every file; what a
whole ruleset needs stands apart (`whole`), since a variant gives only what differs. Since every
scalar is the text that was written, `integer` means "digits", and constants are compared as text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .document import Mapping, Node, Scalar, Sequence, plain
from .limits import MAX_NESTING, MAX_PROBLEMS
from .mends import mend
from .misfits import Misfits, Path_
from .problem import Problems

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

ODD = ("type", "maxProperties")
"""errors after which nothing below the same place means anything"""
INTEGER = re.compile(r"-?[0-9]{1,9}")
FOLDERS = (Path(__file__).parents[1] / "schema", Path(__file__).parents[2] / "schema")
"""inside the installed package, beside it in a checkout"""


def check_shape(document: Mapping, problems: Problems, name: str = "ruleset") -> Mapping:
    """Add a problem for every place that a schema does not allow."""
    document = cast("Mapping", mend(document, problems))
    for _turn in range(MAX_NESTING):
        misfits = _judge(document, name)
        if not misfits.renamed:
            break
        for found in misfits.misspelt:
            problems.add(found.kind, found.message, found.span, found.hint)
        document = cast("Mapping", _renamed(document, misfits.renamed))
    for found in misfits.problems.found:
        problems.add(found.kind, found.message, found.span, found.hint)
    return document


@cache
def schema(name: str = "ruleset") -> Any:
    """A schema, as data: of `ruleset` (and deck) files, or of their `tests`."""
    folder = next(folder for folder in FOLDERS if folder.is_dir())
    return json.loads((folder / f"{name}.schema.json").read_text(encoding="utf-8"))


def part(path: Path_) -> dict[str, Any]:
    """The part of the schema that is about the value at a path of a ruleset; empty if none is."""
    return _at("ruleset", path)


def needed(path: Path_) -> list[str]:
    """The keys that a whole ruleset must have at a path."""
    keys: list[str] = _at("whole", path).get("required", [])
    return keys


def _at(name: str, path: Path_) -> dict[str, Any]:
    defs = schema()["$defs"]
    node: dict[str, Any] = defs[name]
    for step in path:
        inner = node.get("properties", {}).get(step) if isinstance(step, str) else node.get("items")
        node = inner or node.get("additionalProperties") or {}
        if "$ref" in node:
            node = defs[node["$ref"].rsplit("/", 1)[1]]
    return node


def _judge(document: Mapping, name: str) -> Misfits:
    """Everything that is wrong with one reading of a document."""
    gaps = dict(_gaps(document, "extends" in document or name == "tests"))
    errors = _errors(name, json.dumps(plain(document)))
    misfits = Misfits(document, needed if name == "ruleset" else lambda _path: [])
    odd = {tuple(e.absolute_path) for e in errors if e.validator in ODD}
    hidden = {*gaps, *(path for path in map(_bad_name, errors) if path is not None)}
    for error in errors:
        path = tuple(error.absolute_path)
        above = [path[:i] for i in range(len(path))]
        first = error.validator in ODD or path not in odd
        if first and odd.isdisjoint(above) and hidden.isdisjoint((*above, path)):
            misfits.add(path, error)
    for path, node in gaps.items():
        if odd.isdisjoint(path[:i] for i in range(len(path))):
            misfits.gap(path, node)
    return misfits


@lru_cache(maxsize=64)
def _errors(name: str, text: str) -> tuple[ValidationError, ...]:
    """What a schema finds in data, given as a text so that it need not be asked about the same data
    again: the settings of a ruleset's options share a document, and variants a pack."""
    found = _validator(name).iter_errors(json.loads(text))
    return tuple(islice(found, 20 * MAX_PROBLEMS))


def _bad_name(error: ValidationError) -> Path_ | None:
    """The path of a value whose key is no name."""
    named = "propertyNames" in error.absolute_schema_path
    return (*error.absolute_path, str(error.instance)) if named else None


def _gaps(node: Node, variant: bool, path: Path_ = ()) -> Iterator[tuple[Path_, Scalar]]:
    """Every place where a value is needed and none was written, with the node to point at.

    In a variant, and in a file of tests, a written `~` is a value: it removes.
    """
    if isinstance(node, Mapping):
        for key, value in node.entries:
            if isinstance(value, Scalar):
                if value.missing and not (variant and value.text):
                    yield (*path, key.text), value if value.text else key
            else:
                yield from _gaps(value, variant, (*path, key.text))
    elif isinstance(node, Sequence):
        for i, item in enumerate(node.items):
            if isinstance(item, Scalar) and item.missing:
                yield (*path, i), item
            else:
                yield from _gaps(item, variant, (*path, i))


def _renamed(node: Node, names: dict[Path_, str], path: Path_ = ()) -> Node:
    """The tree with other keys at some paths."""
    if isinstance(node, Mapping):
        entries = []
        for key, value in node.entries:
            there = (*path, key.text)
            name = Scalar(names[there], key.span, key.style) if there in names else key
            entries.append((name, _renamed(value, names, there)))
        return Mapping(tuple(entries), node.span)
    if isinstance(node, Sequence):
        items = (_renamed(item, names, (*path, i)) for i, item in enumerate(node.items))
        return Sequence(tuple(items), node.span)
    return node


@cache
def _validator(name: str) -> Validator:
    from jsonschema import Draft202012Validator, TypeChecker
    from jsonschema.exceptions import ValidationError
    from jsonschema.validators import extend

    def rule(fails: Any) -> Any:
        def validate(_v: Any, bound: Any, value: Any, _s: Any) -> Iterator[ValidationError]:
            if fails(value, bound):
                yield ValidationError("")

        return validate

    def limit(check: Any) -> Any:
        return rule(
            lambda value, bound: (
                isinstance(value, str) and INTEGER.fullmatch(value) and not check(int(value), bound)
            )
        )

    def differs(value: Any, choices: Any) -> bool:
        allowed = choices if isinstance(choices, list) else [choices]
        return value not in [None if choice is None else str(choice) for choice in allowed]

    def unlike(value: Any, pattern: str) -> bool:
        """Patterns are anchored; in Python `$` would let a line end through."""
        return isinstance(value, str) and not (re.search(pattern, value) and value[-1:] != "\n")

    def repeats(value: Any, _yes: bool) -> bool:
        texts = [item for item in value if isinstance(item, str)] if _is(list)(None, value) else []
        return len(texts) != len(set(texts))

    kinds = TypeChecker(
        {
            "object": _is(dict),
            "array": _is(list),
            "string": _is(str),
            "null": _is(type(None)),
            "integer": _is(str, INTEGER),
        }
    )
    rules = {
        "const": rule(differs),
        "enum": rule(differs),
        "minimum": limit(lambda value, bound: value >= bound),
        "maximum": limit(lambda value, bound: value <= bound),
        "pattern": rule(unlike),
        "uniqueItems": rule(repeats),
    }
    build: Any = extend
    validator: Validator = build(Draft202012Validator, rules, type_checker=kinds)(schema(name))
    return validator


def _is(kind: type, pattern: re.Pattern[str] | None = None) -> Any:
    def holds(_checker: Any, value: object) -> bool:
        return isinstance(value, kind) and (pattern is None or bool(pattern.fullmatch(str(value))))

    return holds
