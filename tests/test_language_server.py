"""What an editor makes of the schema: the real language server, asked as an editor asks it.

It is installed from npm on first use. Where that cannot be the tests are skipped, unless
TRICKPLAY_LANGUAGE_SERVER=required is set, as where everything must run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT
from language_server import NotThere, Server, installed

from interpreter.rules.shelf import is_test_file
from interpreter.text.shape import part, schema

SCHEMA = ROOT / "schema" / "ruleset.schema.json"
LINE = f"# yaml-language-server: $schema={SCHEMA.as_uri()}\n"
TESTS = f"# yaml-language-server: $schema={SCHEMA.with_name('tests.schema.json').as_uri()}\n"
SHIPPED = sorted((ROOT / "rulesets").rglob("*.yaml"))
VARIANT = LINE + "ruleset: 1\nextends: base\nname: mine\n"
WHOLE = LINE + (ROOT / "tests" / "loading" / "small.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server."""
    try:
        program = installed()
    except NotThere as reason:
        if os.environ.get("TRICKPLAY_LANGUAGE_SERVER") == "required":
            raise
        pytest.skip(f"no language server: {reason}")
    server = Server(program, tmp_path_factory.mktemp("edited"))
    yield server
    server.close()


def told(server: Server, text: str) -> list[tuple[str, str]]:
    """The complaints about a file, each with the text that is underlined.

    What is missing is told at the first letter of the map in which it is missing.
    """
    found, lines = [], text.split("\n")
    for complaint in server.complaints(text):
        start, end = complaint["range"]["start"], complaint["range"]["end"]
        stop = end["character"] if end["line"] == start["line"] else None
        found.append((lines[start["line"]][start["character"] : stop], complaint["message"]))
    return found


def described(rules: dict[str, Any]) -> dict[str, str]:
    """The keys that a part of the schema knows, with their documentation."""
    defs = schema()["$defs"]
    found = {}
    for key, inner in rules["properties"].items():
        target = defs[inner["$ref"].rsplit("/", 1)[1]] if "$ref" in inner else {}
        found[key] = inner.get("description") or target.get("description", "")
    return found


# -- complaints ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_nothing_is_wrong_with_what_is_shipped(server: Server, path: Path) -> None:
    line = TESTS if is_test_file(path) else LINE
    assert told(server, line + path.read_text(encoding="utf-8")) == []


def test_what_is_wrong_with_a_case(server: Server) -> None:
    text = TESTS + "tests: 1\ncases:\n  a: {given: {hand: {1: KS}}, expect: {over: yes}}\n"
    assert told(server, text) == [
        ("hand", "Property hand is not allowed."),
        ("over", "Property over is not allowed."),
    ]


def test_nothing_is_wrong_with_a_file_that_uses_every_key(server: Server) -> None:
    assert told(server, WHOLE) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "declarations: {pair: {points: 100, source: old}, run: ~}\n",
        "exchanges: ~\ntitle: {fr: Le mien}\n",
        "numbers: {half: 60}\nsets: {tens: 10, dernières: A}\ntrump: 7\n",
        "title: 31\nsources: {club: 1987}\nlabels: {deal: 1}\n",
        "tricks: {reply: [follow: ~, low: {play: deck, before: ruff}], draw: ~}\n",
    ],
)
def test_nothing_is_wrong_with_a_variant(server: Server, text: str) -> None:
    assert told(server, VARIANT + text) == []


@pytest.mark.parametrize(
    ("text", "underlined", "word"),
    [
        (VARIANT + "declaration: {}\n", "declaration", "declaration"),
        (VARIANT + "declarations: {pair: {point: 100}}\n", "point", "point"),
        (VARIANT + "tricks:\n  reply:\n    - follow: {plays: led}\n", "plays", "plays"),
        (VARIANT + "deal: {cards: five}\n", "five", "integer"),
        (VARIANT + "players: 12\n", "12", "8"),
        (VARIANT + "deal: {turn_up: perhaps}\n", "perhaps", "yes"),
        (VARIANT + "title: {de: Meins}\n", "de", "de"),
        (VARIANT + "sets: {two words: A}\n", "two words", ""),
        (VARIANT + "sets: [A]\n", "[A]", "object"),
        (LINE + "ruleset: 1\nextends: base\n", "r", "name"),
        (WHOLE.replace("players: 2\n", ""), "r", "players"),
        (LINE + "deck: 1\nname: x\nranks: [A: {title: ace}]\n", "d", "suits"),
        (LINE + "deck: 1\nname: x\nranks: [A: {}]\nsuits: []\n", "A", "title"),
    ],
)
def test_a_mistake_is_underlined(server: Server, text: str, underlined: str, word: str) -> None:
    found = told(server, text)
    assert any(underlined == place and word in message for place, message in found), found


# -- completions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rules", "without"),
    [
        (VARIANT + "|\n", part(()), {"ruleset", "extends", "name"}),
        (LINE + "|\n", part(()), set()),
        (VARIANT + "deal:\n  |\n", part(("deal",)), set()),
        (VARIANT + "deal:\n  cards: 3\n  |\n", part(("deal",)), {"cards"}),
        (VARIANT + "tricks:\n  |\n", part(("tricks",)), set()),
        (
            VARIANT + "tricks:\n  reply:\n    - follow:\n        |\n",
            part(("tricks", "reply", 0, "follow")),
            set(),
        ),
        (VARIANT + "declarations:\n  pair:\n    |\n", part(("declarations", "pair")), set()),
        (VARIANT + "options:\n  wild:\n    |\n", part(("options", "wild")), set()),
        (VARIANT + "scoring:\n  winner:\n    - |\n", part(("scoring", "winner", 0)), set()),
        (VARIANT + "match:\n  |\n", part(("match",)), set()),
        (LINE + "deck: 1\n|\n", schema()["$defs"]["deck"], {"deck"}),
    ],
)
def test_keys_are_offered_with_their_documentation(
    server: Server, text: str, rules: dict[str, Any], without: set[str]
) -> None:
    wanted = {key: told for key, told in described(rules).items() if key not in without}
    found = server.completions(text)
    assert found == wanted
    assert all(found.values())


def test_languages_are_offered(server: Server) -> None:
    assert {"fr", "pt", "en", "es"} <= set(server.completions(VARIANT + "title:\n  |\n"))


def test_values_are_offered(server: Server) -> None:
    found = server.completions(VARIANT + "deal:\n  turn_up: |\n")
    assert {'"yes"', '"no"'} <= set(found) or {"yes", "no"} <= set(found)


# -- what is shown for a word ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("declarat|ions: {}\n", ("declarations",)),
        ("declarations:\n  pair:\n    poi|nts: 100\n", ("declarations", "pair", "points")),
        ("deal: {ca|rds: 5}\n", ("deal", "cards")),
        (
            "tricks:\n  reply:\n    - low:\n        wh|en: final\n",
            ("tricks", "reply", 0, "low", "when"),
        ),
        ("scoring: {winner: [mo|st: points]}\n", ("scoring", "winner", 0, "most")),
        ("declarations:\n  pa|ir:\n    points: 100\n", ("declarations", "pair")),
    ],
)
def test_documentation_is_shown(server: Server, text: str, path: tuple[str | int, ...]) -> None:
    assert part(path)["description"] in server.shown(VARIANT + text)


def test_the_schema_may_be_named_by_a_path(server: Server) -> None:
    """As in the rulesets that are shipped: from the folder of the file."""
    name = os.path.relpath(SCHEMA, server.folder)
    line = f"# yaml-language-server: $schema={name}\n"
    found = told(server, line + VARIANT.split("\n", 1)[1] + "playrs: 3\n")
    assert [place for place, _message in found] == ["playrs"]
