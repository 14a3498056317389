"""What keeps the project in shape: floors, no game in the program, a schema that is true."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.rules.read import read_ruleset, ruleset_from_data
from interpreter.text.document import decode, plain, read
from interpreter.text.problem import RulesetError
from interpreter.text.shape import schema
from interpreter.text.source import Source

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "interpreter"
FLOORS = ("text", "rules", "machine", "table", "study", "cli")
GAMES = re.compile(
    b"chouine|aluette|mariage|tierce|quarteron|quinte|brisque|mordienne|belote|klaverjas",
    re.IGNORECASE,
)


def imported(path: Path) -> Iterator[str]:
    """The modules of the package that a file imports, from its root: `rules.deck`."""
    here = path.relative_to(PACKAGE).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in getattr(node, "names", [])]
        if isinstance(node, ast.ImportFrom) and node.level:
            base = here[: len(here) - node.level + 1]
            yield from [".".join((*base, node.module or name)) for name in names]
        elif isinstance(node, ast.Import | ast.ImportFrom):
            module = [node.module or ""] if isinstance(node, ast.ImportFrom) else names
            assert not any(name.split(".")[0] == "interpreter" for name in module), path


@pytest.mark.parametrize("floor", FLOORS)
def test_floors(floor: str) -> None:
    """A floor imports from itself and from those above it."""
    above = FLOORS[: FLOORS.index(floor) + 1]
    for path in (PACKAGE / floor).rglob("*.py"):
        for name in imported(path):
            assert name == "__version__" or name.split(".")[0] in above, (
                path.relative_to(ROOT),
                name,
            )


def test_every_folder_with_modules_is_a_floor() -> None:
    folders = {path.relative_to(PACKAGE).parts[0] for path in PACKAGE.glob("*/*.py")}
    assert folders - {"locale"} <= set(FLOORS)


def test_no_game_is_known_to_the_program() -> None:
    files = [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert len(files) > 50
    for path in files:
        found = GAMES.search(path.read_bytes())
        assert found is None, (path.relative_to(ROOT), found)


# -- the schema ----------------------------------------------------------------------------------


def rules_of(node: Any) -> Any:
    """A part of the schema with its reference put in."""
    return schema()["$defs"][node["$ref"].rsplit("/", 1)[1]] if "$ref" in node else node


def parts(node: Any, data: Any, path: tuple[str | int, ...]) -> Iterator[tuple[Any, Any]]:
    """Every value of a document, as a path, and the part of the schema that is about it."""
    node = rules_of(node)
    if "if" in node:
        node = rules_of(node["then" if isinstance(data, dict) else "else"])
    yield path, node
    if isinstance(data, dict):
        for key, value in data.items():
            inner = node.get("properties", {}).get(key) or node["additionalProperties"]
            yield from parts(inner, value, (*path, key))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from parts(node["items"], value, (*path, i))


LOADING = ROOT / "tests" / "loading"
DOCUMENTS = {
    name: read_ruleset(LOADING / f"{name}.yaml").document for name in ("small", "partners")
}
VARIANT = plain(read(decode("variant.yaml", (LOADING / "variant.yaml").read_bytes())))
PLACES = {
    (name, *path): part
    for name, document in {**DOCUMENTS, "variant": VARIANT}.items()
    for path, part in parts(schema()["$defs"]["ruleset"], document, ())
}
EXPRESSIONS = {
    path: part["x-expression"]
    for path, part in PLACES.items()
    if path[0] in DOCUMENTS and "x-expression" in part
}
PHRASES = {
    "cards": "a set of cards",
    "number": "a number",
    "truth": "a condition",
    "player": "a player",
}


def keys(node: Any) -> Iterator[str]:
    """Every key that the schema allows."""
    if isinstance(node, dict):
        yield from node.get("properties", {})
        for value in node.values():
            yield from keys(value)


KEYS = set(keys(schema())) - {"es", "pt", "fr", "en"}


def test_the_small_rulesets_use_every_key() -> None:
    assert {step for path in PLACES for step in path if isinstance(step, str)} >= KEYS


@pytest.mark.parametrize("path", EXPRESSIONS, ids=lambda path: ".".join(map(str, path)))
def test_expressions_are_read_as_the_schema_says(path: tuple[Any, ...]) -> None:
    """An expression of another type is refused, wherever the schema says what is wanted."""
    data: Any = copy.deepcopy(DOCUMENTS[path[0]])
    inside = data
    for step in path[1:-1]:
        inside = inside[step]
    wanted = EXPRESSIONS[path]
    inside[path[-1]] = "1 + 1" if wanted == "cards" else "none"
    with pytest.raises(RulesetError) as raised:
        ruleset_from_data(data, Source("data", " "))
    first = raised.value.problems[0]
    assert first.message.startswith(f"{PHRASES[wanted]} is wanted here"), first


def test_every_key_is_read() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (PACKAGE / "rules").glob("*.py")]
    constants = {
        node.value
        for text in texts
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert KEYS - constants == IMPLIED


IMPLIED = {"least", "spoiled"}
"""`least` is what is not `most`; labels are read by the table"""


def test_every_key_is_described() -> None:
    """In the schema itself, for editors, and in the manual."""
    manual = (ROOT / "docs" / "rulesets.md").read_text(encoding="utf-8")
    for key in KEYS:
        assert re.search(rf"`{key}\b|\b{key}:", manual), key
    for path, part in PLACES.items():
        if path and isinstance(path[-1], str) and path[-1] in KEYS and "x-expression" in part:
            assert "description" in part, path
