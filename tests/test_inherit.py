"""Variants: a ruleset laid over another, its problems, and the whole of it as text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter import RulesetError, load
from interpreter.rules.inherit import NAMED_LISTS
from interpreter.rules.read import read_flat, read_ruleset
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.shelf import SHIPPED, shipped
from interpreter.text.document import plain
from interpreter.text.limits import MAX_CHAIN
from interpreter.text.shape import schema
from interpreter.text.writing import written

SMALL = """
ruleset: 1
name: small
title: {en: Small, fr: Petit}
players: 2
deck: {use: french, ranks: [A, K, Q, J]}
sources: {book: A book}
sets: {high: A or K}
conditions: {early: trick < 3}
options:
  strict: {type: yes/no, default: no, source: book}
dealer: {first: [most: strength(drawn)], next: left(dealer)}
deal: {cards: 4, first: left(dealer), turn_up: yes}
trump: suit(turned)
tricks:
  ranking: [A, K, Q, J]
  wins: [trump, follows(led)]
  reply:
    - follow: {when: strict or not early, play: follows(led), title: follow, source: book}
    - climb: {play: beats(best)}
    - ruff: {play: trump}
scoring:
  points:
    cards: {points: count(won)}
    high_cards: {points: count(high of won)}
  winner: [most: points]
match: {wins: 3, repeats: 100}
"""


@pytest.fixture
def village(tmp_path: Path) -> Any:
    """A function from the text of a variant to the document and the ruleset that it becomes."""
    (tmp_path / "small.yaml").write_text(SMALL, encoding="utf-8")

    def build(text: str, name: str = "village", extends: str = "small") -> tuple[Any, Ruleset]:
        path = tmp_path / f"{name}.yaml"
        head = f"ruleset: 1\nextends: {extends}\nname: {name}\n"
        path.write_text(head + text, encoding="utf-8")
        return plain(read_flat(path)), read_ruleset(path)

    return build


def base() -> dict[str, Any]:
    data: dict[str, Any] = yaml.load(SMALL, Loader=yaml.BaseLoader)
    return data


def names(rules: Any) -> list[str]:
    return [rule.about.name for rule in rules]


# -- merging ---------------------------------------------------------------------------------------


def test_nothing_differs(village: Any, tmp_path: Path) -> None:
    """A variant without a difference plays like its base, and says what it is based on."""
    data, ruleset = village("")
    assert data == {**base(), "name": "village"}
    assert ruleset.hash == read_ruleset(tmp_path / "small.yaml").hash
    assert ruleset.bases == ("small",)


def test_maps_are_joined_key_by_key(village: Any) -> None:
    data, _ruleset = village("scoring: {points: {cards: {points: 2 * count(won)}}}")
    expected = base()
    expected["scoring"]["points"]["cards"]["points"] = "2 * count(won)"
    assert data == {**expected, "name": "village"}


def test_a_text_for_all_replaces_one_for_each(village: Any) -> None:
    assert village("title: Village")[0]["title"] == "Village"
    assert village("title: {pt: Aldeia}")[0]["title"] == {
        "en": "Small",
        "fr": "Petit",
        "pt": "Aldeia",
    }


def test_other_lists_are_replaced(village: Any) -> None:
    data, _ruleset = village("scoring: {winner: [least: points]}\ndeck: {ranks: [K, A, Q, J]}")
    assert data["scoring"]["winner"] == [{"least": "points"}]
    assert data["deck"] == {"use": "french", "ranks": ["K", "A", "Q", "J"]}


def test_rules_are_patched_by_name(village: Any) -> None:
    data, ruleset = village("tricks: {reply: [climb: {when: early}]}")
    assert data["tricks"]["reply"][1] == {"climb": {"play": "beats(best)", "when": "early"}}
    assert names(ruleset.tricks.reply) == ["follow", "climb", "ruff"]


@pytest.mark.parametrize(
    ("item", "order"),
    [
        ("high: {play: A}", "follow climb ruff high"),
        ("high: {play: A, before: follow}", "high follow climb ruff"),
        ("high: {play: A, before: ruff}", "follow climb high ruff"),
        ("high: {play: A, after: follow}", "follow high climb ruff"),
        ("high: {play: A, after: ruff}", "follow climb ruff high"),
        ("ruff: {before: climb}", "follow ruff climb"),
        ("follow: {after: ruff}", "climb ruff follow"),
        ("climb: {before: climb}", "follow climb ruff"),
        ("climb: ~", "follow ruff"),
    ],
)
def test_where_a_rule_goes(village: Any, item: str, order: str) -> None:
    data, ruleset = village(f"tricks: {{reply: [{item}]}}")
    assert names(ruleset.tricks.reply) == order.split()
    assert not {"before", "after"} & {
        k for rule in data["tricks"]["reply"] for k in rule.popitem()[1]
    }


def test_new_rules_stand_in_their_own_order(village: Any) -> None:
    """One may go beside another that is new."""
    text = "tricks: {reply: [one: {play: A}, two: {play: K, before: one}, three: {play: Q}]}"
    assert names(village(text)[1].tricks.reply) == [
        "follow",
        "climb",
        "ruff",
        "two",
        "one",
        "three",
    ]


def test_a_tilde_removes(village: Any) -> None:
    data, ruleset = village("trump: ~\ndeal: {turn_up: ~}\nscoring: {points: {high_cards: ~}}")
    assert "trump" not in data
    assert "turn_up" not in data["deal"]
    assert names(ruleset.terms) == ["cards"]
    assert ruleset.trump is None


def test_a_section_that_the_base_lacks(village: Any) -> None:
    _data, ruleset = village("values: {A: 4}\nstages: [bid: {ask: dealer}]")
    assert max(ruleset.values) == 4
    assert names(ruleset.stages) == ["bid"]


def test_an_option_with_another_default(village: Any) -> None:
    _data, ruleset = village("options: {strict: {default: yes}}")
    assert ruleset.settings == {"strict": "yes"}
    assert ruleset.agreed() == {}


def test_variants_of_variants(village: Any) -> None:
    """Each level is laid over the one below; the nearest wins."""
    village("match: {wins: 4}\ntricks: {reply: [climb: ~]}", "first")
    village("match: {wins: 5}\ntrump: hearts", "second", "first")
    data, ruleset = village("match: {wins: 6}", "third", "./second.yaml")
    assert (ruleset.wins, data["trump"], names(ruleset.tricks.reply)) == (
        6,
        "hearts",
        ["follow", "ruff"],
    )
    assert ruleset.bases == ("second", "first", "small")


def test_where_a_rule_was_read(village: Any) -> None:
    """Sources add up; a rule that a variant takes from elsewhere says so."""
    text = """
sources: {club: Our club}
tricks: {reply: [ruff: {source: club, via: a player of 1950, note: They said so.}]}
"""
    _data, ruleset = village(text)
    follow, _climb, ruff = (rule.about for rule in ruleset.tricks.reply)
    assert [*ruleset.sources] == ["book", "club"]
    assert (follow.source, follow.via) == ("book", "")
    assert (ruff.source, ruff.via, ruff.note) == ("club", "a player of 1950", "They said so.")


# -- order means nothing ---------------------------------------------------------------------------


def shuffled(node: Any, rng: random.Random) -> Any:
    if isinstance(node, dict):
        keys = [key for key in node if key != "ruleset"]
        rng.shuffle(keys)
        first = ["ruleset"] if "ruleset" in node else []
        return {key: shuffled(node[key], rng) for key in [*first, *keys]}
    return [shuffled(item, rng) for item in node] if isinstance(node, list) else node


def test_the_order_of_keys_means_nothing(tmp_path: Path) -> None:
    """A hundred shuffles of base and variant: the same content hash."""
    variant = {
        "ruleset": "1",
        "extends": "small",
        "name": "village",
        "tricks": {"reply": [{"climb": {"when": "early", "before": "follow"}}]},
        "scoring": {"points": {"cards": {"points": "3"}, "high_cards": {"title": "x"}}},
        "sets": {"low": "J", "high": "A"},
    }
    hashes = set()
    for seed in range(100):
        rng = random.Random(seed)
        for name, data in (("small", base()), ("village", variant)):
            text = yaml.safe_dump(shuffled(data, rng), sort_keys=False, allow_unicode=True)
            (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
        hashes.add(read_ruleset(tmp_path / "village.yaml").hash)
    assert len(hashes) == 1


def test_lists_of_named_rules_are_those_of_the_schema() -> None:
    def lists(node: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        items = node.get("items", {})
        if isinstance(items, dict) and isinstance(items.get("additionalProperties"), dict):
            yield path
        for key, part in node.get("properties", {}).items():
            yield from lists(part, (*path, key))

    assert set(lists(schema()["$defs"]["ruleset"], ())) == set(NAMED_LISTS)


# -- problems --------------------------------------------------------------------------------------


def problems(path: Path) -> list[str]:
    with pytest.raises(RulesetError) as raised:
        read_ruleset(path)
    return [str(problem) for problem in raised.value.problems]


def test_a_problem_stands_where_it_is_caused(tmp_path: Path, monkeypatch: Any) -> None:
    """In the base if the base is wrong, else in the variant."""
    monkeypatch.chdir(tmp_path)
    Path("small.yaml").write_text(SMALL.replace("A or K", "A or Z"), encoding="utf-8")
    Path("village.yaml").write_text("ruleset: 1\nextends: small\nname: village\n", encoding="utf-8")
    assert problems(Path("village.yaml")) == [
        "small.yaml:8:19: `Z` is not a word of the language or a name of this ruleset"
    ]
    text = "ruleset: 1\nextends: small\nname: village\nsets: {high: A or K, low: X}\n"
    Path("village.yaml").write_text(text, encoding="utf-8")
    assert problems(Path("village.yaml")) == [
        "village.yaml:4:27: `X` is not a word of the language or a name of this ruleset"
    ]


def test_a_chain_is_bounded(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    Path("v0.yaml").write_text(SMALL, encoding="utf-8")
    for n in range(1, MAX_CHAIN + 1):
        text = f"ruleset: 1\nextends: v{n - 1}\nname: v{n}\n"
        Path(f"v{n}.yaml").write_text(text, encoding="utf-8")
    assert len(read_ruleset(Path(f"v{MAX_CHAIN - 1}.yaml")).bases) == MAX_CHAIN - 1
    assert problems(Path(f"v{MAX_CHAIN}.yaml")) == [
        f"v1.yaml:2:10: more than {MAX_CHAIN} rulesets extend each other"
    ]


# -- expanded --------------------------------------------------------------------------------------


def test_expanded_it_is_the_same_game(village: Any, tmp_path: Path) -> None:
    """What `expand` prints is a whole ruleset that plays alike."""
    text = """
tricks: {reply: [ruff: {say: "{led}, {allowed}", note: 'a, b'}, late: {play: A, before: climb}]}
sets: {low: J}
"""
    _data, ruleset = village(text)
    flat = read_flat(tmp_path / "village.yaml")
    whole = tmp_path / "whole.yaml"
    whole.write_text(written(flat, lambda node: "a remark"), encoding="utf-8")
    assert plain(read_flat(whole)) == plain(flat)
    assert read_ruleset(whole).hash == ruleset.hash
    assert read_ruleset(whole).bases == ()


def test_shipped_variants_expand(tmp_path: Path) -> None:
    for name in shipped():
        flat = read_flat(SHIPPED / f"{name}.yaml")
        whole = tmp_path / f"{name}.yaml"
        whole.write_text(written(flat, lambda node: ""), encoding="utf-8")
        assert load(whole).hash == load(name).hash
