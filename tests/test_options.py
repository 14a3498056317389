"""What players agree on: settings of a game, their messages, and that none of them costs anything.

Every setting is a game of its own: options are constants, and what they rule out leaves no code.
"""

from __future__ import annotations

import ast
import itertools
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import dumped, played
from positions import expression, names, ruleset

from interpreter import Game, Match, RecordError, load
from interpreter.machine.compile import compile_ruleset
from interpreter.machine.packs import Stream
from interpreter.rules.expression import canonical
from interpreter.rules.options import OptionError
from interpreter.rules.read import ruleset_from_data, with_settings
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.shelf import shipped
from interpreter.rules.types import Type
from interpreter.text.source import Source

FOLDER = Path(__file__).parent / "games"
TEXT = (FOLDER / "council.yaml").read_text(encoding="utf-8")
OPTIONS = {"frank": ("yes", "no"), "pace": ("slow", "quick", "silent")}
THERE_ARE = "it has frank, pace"
YES_NO, PACES = "its values are `yes`, `no`", "its values are `slow`, `quick`, `silent`"


def council(folder: Path, **defaults: str) -> Game:
    """The game of a file in which these values are the default."""
    text = TEXT
    for name, value in defaults.items():
        text, count = re.subn(rf"(  {name}: .*default: )\w+", rf"\g<1>{value}", text)
        assert count == 1
    path = folder / "council.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path)


# -- constants ------------------------------------------------------------------------------------


def probe(game: str, text: str, want: Type) -> str:
    """What an expression becomes in the module of a game."""
    module = compile_ruleset(ruleset(game), [expression(game, text, want)])
    functions = [node for node in ast.parse(module).body if isinstance(node, ast.FunctionDef)]
    (found,) = [ast.unparse(node.body[0]) for node in functions if node.name == "probe_0"]
    return found.removeprefix("return ")


@pytest.mark.parametrize(
    ("text", "slow", "quick"),
    [
        ("if pace = slow then 3 else 4", "3", "4"),
        ("if pace != slow then trick else 4", "4", "s.trick"),
        ("if frank then trick else stock", "s.trick", "0"),
        ("if not frank then trick else 4", "4", "s.trick"),
        ("if frank and pace = slow then 3 else trick", "3", "s.trick"),
        ("if pace = quick or frank then 3 else trick", "3", "3"),
        ("if talking and not frank then trick else 1", "1", "s.trick"),
        ("if frank and led in trump then 1 else 2", "1 if s.trump >> s.led & 1 != 0 else 2", "2"),
    ],
)
def test_what_the_settings_decide_is_decided(text: str, slow: str, quick: str) -> None:
    """No question about an option is left in the code."""
    assert probe("council", text, Type.NUMBER) == slow
    assert probe("council pace=quick frank=no", text, Type.NUMBER) == quick


def test_options_are_constants() -> None:
    for name, value, holds in (("slow", "slow", 1), ("quick", "slow", 0), ("quick", "quick", 1)):
        game = f"council pace={name}" if name != "slow" else "council"
        found = canonical(expression(game, f"pace = {value}", Type.TRUTH))
        assert found == ["truth", holds]
        assert canonical(expression(game, f"pace != {value}", Type.TRUTH)) == ["truth", 1 - holds]


@pytest.mark.parametrize("game", ["council", "council pace=quick", "council pace=silent frank=no"])
def test_no_option_is_named_in_a_module(game: str) -> None:
    text = compile_ruleset(ruleset(game))
    assert not re.search(r"pace|frank|slow|quick|silent|talking", text)


def code(r: Ruleset) -> set[str]:
    """The functions and state fields of its module."""
    tree = ast.parse(compile_ruleset(r))
    found = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    return found | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


@pytest.mark.parametrize(
    ("on", "off", "only"),
    [
        ("council", "council pace=quick", {"take", "put_aside", "aside", "taking"}),
        ("council", "council pace=silent", {"signs"}),
        ("aluette chanter=yes", "aluette", {"answer", "next_stage", "stage", "polled", "agreed"}),
        ("aluette chanter=yes", "aluette", {"take", "put_aside", "aside", "taking", "clear"}),
        ("aluette signals=yes", "aluette", {"signs"}),
    ],
)
def test_an_option_that_is_off_leaves_no_trace(on: str, off: str, only: set[str]) -> None:
    assert code(ruleset(on)) >= only
    assert not code(ruleset(off)) & only


def test_a_deal_that_can_count_more_only_with_an_option() -> None:
    texts = [compile_ruleset(ruleset(name)) for name in ("aluette", "aluette mordienne=yes")]
    assert "def worth_of(s, me):\n    return 1\n" in texts[0]
    assert "def worth_of(s, me):\n    return 2 if " in texts[1]


# -- hashes ---------------------------------------------------------------------------------------


def test_a_setting_is_the_game_with_that_default(tmp_path: Path) -> None:
    """Whether a value was asked for or stands in the file: the same rules, cards and hash."""
    seen = set()
    for values in itertools.product(*OPTIONS.values()):
        settings = dict(zip(OPTIONS, values, strict=True))
        asked = load(FOLDER / "council.yaml").with_options(settings)
        given = council(tmp_path, **settings)
        assert asked.hash == given.hash
        assert asked.ruleset.settings == given.ruleset.settings == settings
        assert compile_ruleset(asked.ruleset) == compile_ruleset(given.ruleset)
        assert given.ruleset.agreed() == {}
        seen.add(asked.hash)
    assert len(seen) == 5, "without signals it does not matter whether they are true"


def test_options_themselves_do_not_change_the_hash(tmp_path: Path) -> None:
    """What they are called, and values that nobody chose; an option that no rule reads."""
    before = council(tmp_path).hash
    path = tmp_path / "council.yaml"
    for old, new in (
        ("slow/quick/silent", "silent/hasty/quick/slow"),
        ("frank", "honest"),
        ("{en: the pace, fr: le rythme}", "speed"),
        ("options:\n", "options:\n  more: {type: a/b/c, default: c}\n"),
    ):
        assert old in TEXT
        path.write_text(TEXT.replace(old, new), encoding="utf-8")
        assert load(path).hash == before, old


# -- asking for settings --------------------------------------------------------------------------


def test_settings_are_kept() -> None:
    """A second choice leaves the first as it is; the default can be asked for again."""
    game = load(FOLDER / "council.yaml")
    assert game.with_options({}) is game
    quick = game.with_options({"pace": "quick"})
    both = quick.with_options({"frank": "no"})
    assert both.ruleset.settings == {"pace": "quick", "frank": "no"}
    assert both.ruleset.agreed() == {"pace": "quick", "frank": "no"}
    back = both.with_options({"pace": "slow"})
    assert back.ruleset.agreed() == {"frank": "no"}
    assert back.hash == game.with_options({"frank": "no"}).hash
    assert back.with_options({"frank": "yes"}).hash == game.hash
    assert game.ruleset.agreed() == {}, "a game never changes"
    assert quick.with_options({"pace": "silent"}).ruleset.agreed() == {"pace": "silent"}


def test_settings_and_packs_keep_each_other() -> None:
    game = load(FOLDER / "six.yaml")
    for other in (
        game.with_options({"lot": "court"}).with_cards("french"),
        game.with_cards("french").with_options({"lot": "court"}),
    ):
        assert other.ruleset.agreed() == {"lot": "court"}
        assert other.face.name == "french"
        assert sorted(other.ruleset.deck.faces) == ["french"]
        assert other.with_options({"lot": "all"}).face.name == "french"


def test_decks_beside_the_file_are_kept(tmp_path: Path) -> None:
    """Another setting of a game whose packs are found in its own folder only."""
    (tmp_path / "decks").mkdir()
    own = (FOLDER.parent.parent / "rulesets" / "decks" / "spanish.yaml").read_text(encoding="utf-8")
    for name, text in (("mine", own.replace("french: {suits", "yours: {suits")), ("yours", "")):
        text = text or (FOLDER.parent.parent / "rulesets" / "decks" / "french.yaml").read_text(
            "utf-8"
        )
        path = tmp_path / "decks" / f"{name}.yaml"
        path.write_text(re.sub("^name: .*", f"name: {name}", text, flags=re.M), encoding="utf-8")
    six = (FOLDER / "six.yaml").read_text(encoding="utf-8").replace("use: spanish", "use: mine")
    (tmp_path / "six.yaml").write_text(six, encoding="utf-8")
    game = load(tmp_path / "six.yaml").with_options({"lot": "court"}).with_cards("yours")
    assert game.face.codes[0] == "AD"
    assert game.ruleset.agreed() == {"lot": "court"}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"pece": "quick"},
            f"this ruleset has no option `pece`; {THERE_ARE}; did you mean `pace`?",
        ),
        ({"colour": "red"}, f"this ruleset has no option `colour`; {THERE_ARE}"),
        ({"": ""}, f"this ruleset has no option ``; {THERE_ARE}"),
        ({"x" * 99: "yes"}, f"this ruleset has no option `{'x' * 40}`; {THERE_ARE}"),
        ({"pace": "fast"}, f"the option `pace` cannot be `fast`; {PACES}"),
        ({"frank": "maybe"}, f"the option `frank` cannot be `maybe`; {YES_NO}"),
        ({"frank": "x" * 99}, f"the option `frank` cannot be `{'x' * 40}`; {YES_NO}"),
        ({"pace": "quick", "frank": "Yes"}, f"the option `frank` cannot be `Yes`; {YES_NO}"),
    ],
)
def test_unknown_settings(settings: dict[str, str], message: str) -> None:
    game = load(FOLDER / "council.yaml")
    for ask in (
        lambda: game.with_options(settings),
        lambda: game.match(seed=1, options=settings),
        lambda: with_settings(game.ruleset, settings),
    ):
        with pytest.raises(OptionError) as caught:
            ask()
        assert str(caught.value) == message
        assert isinstance(caught.value, ValueError)


def test_a_game_without_options() -> None:
    for ask in ({"pace": "quick"}, {"": ""}):
        with pytest.raises(OptionError) as caught:
            load("chouine").with_options(ask)
        assert str(caught.value) == f"this ruleset has no option `{next(iter(ask))}`"


def test_a_match_with_settings() -> None:
    """`options` is short for a game with other settings; views and records tell them."""
    game = load(FOLDER / "council.yaml")
    settings = {"pace": "quick", "frank": "no"}
    match = game.match(seed=5, options=settings)
    same = game.with_options(settings).match(seed=5)
    assert dumped(match.record) == dumped(same.record)
    assert match.game.hash != game.hash
    assert match.record[0]["options"] == settings
    assert match.view(0).options == (("frank", "no"), ("pace", "quick"))
    assert match.view(0).to_dict()["options"] == settings
    assert game.match(seed=5).view(1).options == ()
    default = {"pace": "slow", "frank": "yes"}
    assert game.match(seed=5, options=default).record[0]["options"] == {}


# -- every setting of every game ------------------------------------------------------------------


def settings_of(name: str) -> Iterator[Any]:
    """Every value of every option, and some of the other combinations."""
    r = ruleset(name)
    singles = [{o.about.name: value} for o in r.options for value in o.values]
    every = itertools.product(*([(o.about.name, v) for v in o.values] for o in r.options))
    others = [dict(pairs) for pairs in every]
    if len(others) > 12:
        others = random.Random(name).sample(others, 12)
    for settings in singles + others:
        text = " ".join(f"{key}={value}" for key, value in settings.items())
        yield pytest.param(name, settings, id=f"{name} {text}")


@pytest.mark.parametrize(
    ("name", "settings"),
    [case for name in (*shipped(), "council", "six") for case in settings_of(name)],
)
def test_every_setting_loads_and_plays(name: str, settings: dict[str, str]) -> None:
    """After loading nothing can fail, whatever is agreed on."""
    game = Game(ruleset(name)).with_options(settings)
    assert game.ruleset.settings == {**ruleset(name).settings, **settings}
    again = ruleset_from_data(json.loads(json.dumps(game.ruleset.document)), Source("data", " "))
    assert with_settings(again, settings).hash == game.hash
    m, words = game.machine, Stream(3, 2, 0)
    s = m.State()
    m.begin(s, 0)
    for seed in range(3):
        m.start(s, Stream(seed, 0, 1).shuffled(game.ruleset.deck.size))
        while not s.over:
            m.step(s, words.word())
        if s.over != 1:
            m.begin(s, 0)


# -- records --------------------------------------------------------------------------------------


def record(**settings: str) -> list[dict[str, Any]]:
    match = load(FOLDER / "council.yaml").match(seed=2, options=settings)
    found: list[dict[str, Any]] = json.loads(dumped(played(match, 2).record))
    return found


def test_a_record_is_replayed_with_its_settings() -> None:
    for settings in ({}, {"pace": "quick"}, {"pace": "silent", "frank": "no"}):
        lines = record(**settings)
        match = Match.from_record(lines)
        assert match.game.ruleset.agreed() == settings
        assert dumped(match.record) == dumped(lines)
        assert lines[0]["rules"] == record()[0]["rules"], "the rules are those of the file"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pace": "slow"}, "the rules in the record are not those of its content hash"),
        ({"pace": "silent"}, "the rules in the record are not those of its content hash"),
        ({}, "the rules in the record are not those of its content hash"),
        ({"pace": "quick", "frank": "yes"}, "`options` holds a setting that is the default"),
        ({"pace": "fast"}, f"the option `pace` cannot be `fast`; {PACES}"),
        (
            {"pece": "quick"},
            f"this ruleset has no option `pece`; {THERE_ARE}; did you mean `pace`?",
        ),
        ({"pace": 1}, "`options` must be a map of options and their values"),
        ([["pace", "quick"]], "`options` must be a map of options and their values"),
    ],
)
def test_forged_settings(options: Any, message: str) -> None:
    lines = record(pace="quick")
    lines[0]["options"] = options
    with pytest.raises(RecordError) as caught:
        Match.from_record(lines)
    assert (caught.value.line, str(caught.value)) == (1, message)


def test_another_order_of_settings() -> None:
    lines = record(pace="quick", frank="no")
    lines[0]["options"] = {"frank": "no", "pace": "quick"}
    assert Match.from_record(lines).over


# -- what is known of the names -------------------------------------------------------------------


def test_names_know_the_settings() -> None:
    found = names("council pace=silent")
    assert found.options == OPTIONS
    assert found.settings == {"pace": "silent", "frank": "yes"}
    assert names("chouine").options == {}
    (frank, pace) = ruleset("council").options
    assert (frank.about.name, frank.values, frank.default) == ("frank", ("yes", "no"), "yes")
    assert (pace.about.name, pace.default, str(pace.about.title)) == ("pace", "slow", "the pace")
    assert str(frank.about.title) == "frank"
