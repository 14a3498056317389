"""The language, on the module that a game is compiled to: cases in `expressions/`, one runner.

`values/`: a position, and what expressions are worth in it. `equal.yaml`: expressions that mean
the same, written differently. `bounds.yaml`: what is known of them before a card is dealt.
`refused.yaml`: what is refused, and in which words.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from positions import codes, dealt, expression, finish, ruleset

from interpreter.machine.evaluate import Probe, probing
from interpreter.rules.expression import canonical
from interpreter.rules.operators import OPERATORS
from interpreter.rules.types import Type
from interpreter.rules.vocabulary import WORDS
from interpreter.text.document import decode, plain, read
from interpreter.text.problem import RulesetError

FOLDER = Path(__file__).parent / "expressions"
KINDS = {
    "cards": Type.CARDS,
    "numbers": Type.NUMBER,
    "conditions": Type.TRUTH,
    "players": Type.PLAYER,
}


def cases(path: Path) -> Any:
    """A file of cases as data: every scalar is the text that stands there."""
    return plain(read(decode(path.name, path.read_bytes())))


def values() -> Iterator[Any]:
    """Every expression of `values/` with its kind, and what it should be worth."""
    for path in sorted((FOLDER / "values").glob("*.yaml")):
        data = cases(path)
        for kind in KINDS:
            for text, value in data.get(kind, {}).items():
                yield pytest.param(path, kind, text, value, id=f"{path.stem}: {text}")


@cache
def position(path: Path) -> tuple[str, Any, dict[tuple[str, str], Probe]]:
    """The game, state and functions of a file of values; all of it is compiled at once."""
    data = cases(path)
    keys = [(kind, text) for kind in KINDS for text in data.get(kind, {})]
    game, scope = data["game"], data.get("scope", "any")
    exprs = [expression(game, text, KINDS[kind], scope) for kind, text in keys]
    m, probes = probing(ruleset(game), exprs)
    given = [data.get(key, "") for key in ("moves", "lot", "seating")]
    s = dealt(m, game, int(data["dealer"]), data["pack"], *given)
    finish(m, s, data.get("until", "turn"))
    return game, s, dict(zip(keys, probes, strict=True))


@pytest.mark.parametrize(("path", "kind", "text", "value"), list(values()))
def test_value(path: Path, kind: str, text: str, value: str) -> None:
    game, s, probes = position(path)
    found = probes[kind, text](s, int(cases(path)["me"]))
    if kind == "cards":
        assert codes(game, found) == set(value.split()) - {"none"}
    elif kind == "conditions":
        assert found == {"yes": True, "no": False}[value]
    else:
        assert found == int(value)


def test_values_cover_the_language() -> None:
    text = "\n".join(case.values[2] for case in values())
    tokens = set(text.replace("(", " ").replace(")", " ").replace(",", " ").split())
    signs = {sign for row in OPERATORS for sign in row.sign.replace("…", "").split()}
    assert {word.name for word in WORDS} | signs <= tokens | {"-"}


def equal() -> Iterator[Any]:
    for group in cases(FOLDER / "equal.yaml")["groups"]:
        for other in group["same"][1:]:
            yield pytest.param(group, group["same"][0], other, id=other)


@pytest.mark.parametrize(("group", "one", "other"), list(equal()))
def test_equal(group: dict[str, str], one: str, other: str) -> None:
    game, want = group["game"], KINDS[group["kind"]]
    first, second = (canonical(expression(game, text, want)) for text in (one, other))
    assert first == second
    assert all(
        canonical(expression(game, text, want)) != first
        for text in cast("list[str]", group.get("others", []))
    )


def refused() -> Iterator[Any]:
    for group in cases(FOLDER / "refused.yaml")["groups"]:
        for text, message in group["refused"].items():
            yield pytest.param(group, text, message, id=text[:60])


@pytest.mark.parametrize(("group", "text", "message"), list(refused()))
def test_refused(group: dict[str, str], text: str, message: str) -> None:
    with pytest.raises(RulesetError) as caught:
        expression(group["game"], text, KINDS[group["kind"]], group.get("scope", "any"))
    assert message in [problem.message for problem in caught.value.problems]


def bounds() -> Iterator[Any]:
    for game, kinds in cases(FOLDER / "bounds.yaml").items():
        for kind, rows in kinds.items():
            for text, bound in rows.items():
                yield pytest.param(game, kind, text, bound, id=f"{game}: {text}")


@pytest.mark.parametrize(("game", "kind", "text", "bound"), list(bounds()))
def test_bounds(game: str, kind: str, text: str, bound: str) -> None:
    expr = expression(game, text, KINDS[kind])
    if kind == "numbers":
        assert "{} {}".format(*expr.range) == bound
    else:
        one_suit = " one suit" if expr.extent.one_suit else ""
        assert f"{expr.extent.most}{one_suit}" == bound
