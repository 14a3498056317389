"""What a ruleset states of every deal: tried by `validate`, kept out of play and of records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import COUNCIL, Ran, Run
from helpers import RULES, chouine, played

from interpreter import Match, load
from interpreter.rules.read import read_ruleset
from interpreter.rules.shelf import SHIPPED, shipped
from interpreter.study.invariants import broken

pytestmark = pytest.mark.usefixtures("somewhere")


def stated(path: Path, *lines: str) -> Path:
    """A ruleset with other invariants, in a file of its own."""
    text = path.read_text(encoding="utf-8").split("\ninvariants:\n")
    rest = text[-1].split("\nmatch:\n")[1] if len(text) > 1 else ""
    rows = "".join(f"  {line}\n" for line in lines)
    target = Path("game.yaml")
    whole = f"{text[0]}\ninvariants:\n{rows}" + (f"\nmatch:\n{rest}" if rest else "")
    target.write_text(whole, encoding="utf-8")
    return target


@pytest.mark.parametrize("name", shipped())
def test_shipped_ones_hold(name: str) -> None:
    assert broken(SHIPPED / f"{name}.yaml") == ()


def test_which_shipped_rulesets_state_something() -> None:
    """Where two cards stay in the stock the sum is not always the same."""
    stating = {name for name in shipped() if load(name).ruleset.invariants}
    assert stating == {"chouine", "chouine-cent", "chouine-mondoubleau", "chouine-proust"}


def test_a_sum_that_comes_out_otherwise(trickplay: Run) -> None:
    path = stated(RULES, "card_points: {sum: value(won), is: 121}", "tricks: {sum: tricks, is: 16}")
    line = path.read_text().splitlines().index("  card_points: {sum: value(won), is: 121}") + 1
    expected = f"""\
game.yaml:{line}:22: over all players this is 120 in a deal, not 121
  {line} |   card_points: {{sum: value(won), is: 121}}
      |                      ^^^^^^^^^^
  hint: deal 1 of seed 0, each action taken at random

1 file checked, 1 problem
"""
    assert trickplay("validate", "game.yaml") == Ran(1, expected, "")
    assert load("./game.yaml").hash == chouine().hash


def test_a_deal_that_a_declaration_wins_is_not_meant() -> None:
    """The points of the last trick lack in it, and cards are left in the hands."""
    deals = Path("game.yaml")
    stated(RULES, "deal_points: {sum: points - declared, is: 130}")
    text = deals.read_text(encoding="utf-8")
    start, end = text.index("declarations:\n"), text.index("scoring:\n")
    rule = "{cards: A or 10, number: 2, slot: two, wins: deal, prefer: [me = leader]}"
    wins = f"declarations:\n  two: {rule}\n\n"
    deals.write_text(text[:start] + wins + text[end:], encoding="utf-8")
    assert broken(deals) == ()


def test_every_value_of_an_option_is_tried() -> None:
    """In the slow game a bid can count ten; in the others it cannot."""
    path = stated(COUNCIL, "bid: {sum: if bid and me = dealer then 1 else 0, is: 0}")
    assert [problem.message for problem in broken(path)] == [
        "over all players this is 1 in a deal, not 0"
    ]
    quick = path.read_text().replace(
        "slow/quick/silent, default: slow", "quick/fast, default: fast"
    )
    quick = quick.replace("pace = slow or pace = silent", "pace = fast and pace = quick")
    path.write_text(quick.replace("pace != silent", "pace != fast"), encoding="utf-8")
    assert broken(path) == ()


def test_the_words_are_those_of_the_winner(trickplay: Run) -> None:
    stated(RULES, "hands: {sum: count(hand), is: 0}")
    ran = trickplay("validate", "game.yaml")
    assert ran.code == 1
    assert (
        "`hand` cannot be used here: the deal has been scored when its winner is found" in ran.out
    )


def test_records_hold_the_rules_alone() -> None:
    """What is stated of them can change, and old records stay as they are."""
    match = played(chouine().match(seed=3), 4)
    assert "invariants" in match.game.ruleset.document
    record = json.loads(json.dumps(match.record))
    assert "invariants" not in record[0]["rules"]
    assert Match.from_record(record).result == match.result
    settled = read_ruleset(RULES).document
    assert {**record[0]["rules"], "invariants": settled["invariants"]} == settled


def test_what_a_variant_inherits() -> None:
    for removed, left in (("~", 0), ("{card_points: ~}", 1), ("{deal_points: {is: 131}}", 2)):
        path = Path("village.yaml")
        path.write_text(f"ruleset: 1\nextends: chouine\nname: village\ninvariants: {removed}\n")
        assert len(read_ruleset(path).invariants) == left
    (problem,) = broken(path)
    assert problem.message == "over all players this is 130 in a deal, not 131"
