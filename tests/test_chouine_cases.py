"""The user's own examples and the corner cases, as data: tests/chouine/*.yaml.

A case gives the pack and then steps, one after the other. A text is a row of actions ("KS" stands
for "play KS"); a map is what must be true at that point:

    turn, actions (all of them), offers, lacks   what may be done
    refuses     an action and the whole sentence that refuses it
    told        events since the last such list, in this order, others between them left out
    untold      kinds of events that have not happened in the whole match
    view        for a seat, some fields of its view
    scores      cards, last trick and declarations of each seat in the deal that was counted
    wins, dealer, deal, result

The pack: `first` and `second` are the hands of the player who does not deal and of the dealer,
`stock` what is drawn next, after `...` the last face-down cards. With `late` the first eleven
tricks are played and `leader` and `other` are the hands at the twelfth; with `eleventh` ten are,
and the steps begin with what follows the card that ends the tenth. `dealer` is seat 1 unless it is
given, so seat 0 leads.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import changed, chouine, eleventh, late, stacked

from interpreter import IllegalAction, Match
from interpreter.table.event import Event

FOLDER = Path(__file__).parent / "chouine"
Case = dict[str, Any]


def cases() -> list[Any]:
    found = []
    for path in sorted(FOLDER.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            found.append(pytest.param(case, id=f"{path.stem}: {case['case']}"))
    return found


@pytest.mark.parametrize("case", cases())
def test_case(case: Case, tmp_path: Path) -> None:
    assert set(case) <= {"case", "rule", "dealer", "deals", "late", "eleventh", "change", "steps"}
    Play(case, tmp_path).run()


class Play:
    """One case in play."""

    def __init__(self, case: Case, folder: Path) -> None:
        game = changed(folder, *case["change"]) if "change" in case else chouine()
        if "late" in case:
            pack, before = late(**case["late"])
            packs = [pack]
        elif "eleventh" in case:
            pack, before = eleventh(**case["eleventh"])
            packs = [pack]
        else:
            packs, before = [pack_of(deal) for deal in case["deals"]], []
        self.match: Match = game.match(packs=packs, dealer=case.get("dealer", 1))
        self.case, self.told = case, 0
        for card in before:
            if self.texts()[-1] == "pass":
                self.do("pass")
            self.do(f"play {card}")

    def run(self) -> None:
        for step in self.case["steps"]:
            if isinstance(step, str):
                for text in step.split(","):
                    self.do(text.strip())
            else:
                for key, value in step.items():
                    getattr(self, f"check_{key}")(value)

    def do(self, text: str) -> None:
        self.match.apply(text if " " in text or text == "pass" else f"play {text}")

    def texts(self) -> list[str]:
        return [str(action) for action in self.match.actions()]

    # -- what must be true --

    def check_turn(self, seat: int | None) -> None:
        assert self.match.turn == seat

    def check_actions(self, texts: list[str]) -> None:
        assert sorted(self.texts()) == sorted(texts)

    def check_offers(self, texts: list[str]) -> None:
        assert set(texts) <= set(self.texts())

    def check_lacks(self, texts: list[str]) -> None:
        for text in texts:
            assert text not in self.texts()
            with pytest.raises(IllegalAction):
                self.match.apply(text)

    def check_refuses(self, sentences: dict[str, str]) -> None:
        for text, sentence in sentences.items():
            with pytest.raises(IllegalAction) as caught:
                self.match.apply(text)
            assert str(caught.value) == sentence

    def check_told(self, texts: list[str]) -> None:
        events = [told(event) for event in self.match.events]
        for text in texts:
            assert text in events[self.told :], (text, events[self.told :])
            self.told = events.index(text, self.told) + 1

    def check_untold(self, kinds: list[str]) -> None:
        assert not {event.kind for event in self.match.events} & set(kinds)

    def check_view(self, views: dict[int, dict[str, Any]]) -> None:
        for seat, fields in views.items():
            view = self.match.view(seat).to_dict()
            assert {key: view[key] for key in fields} == fields

    def check_scores(self, scores: list[list[int]]) -> None:
        names = ("cards", "last_trick", "declarations")
        for me in (0, 1):
            last = [dict(terms) for terms in self.match.view(me).score.last]
            assert [[terms[name] for name in names] for terms in last] == scores

    def check_wins(self, wins: list[int]) -> None:
        assert list(self.match.view(0).score.wins) == wins

    def check_dealer(self, seat: int) -> None:
        assert self.match.view(0).dealer == seat

    def check_deal(self, number: int) -> None:
        assert self.match.view(0).deal == number

    def check_result(self, result: dict[str, Any]) -> None:
        assert self.match.record[-1] == {"result": result}


def pack_of(deal: dict[str, str]) -> list[str]:
    return deal["pack"].split() if "pack" in deal else stacked(**deal)


def told(event: Event) -> str:
    """An event in words: kind, seat, name, suit, points declared, cards."""
    points = event.number if event.kind == "declared" else None
    parts = [event.kind, event.seat, event.name, event.suit, points, *event.cards]
    return " ".join(str(part) for part in parts if part not in ("", None))
