"""What a seat may know in Aluette: the hidden cards are never written, all others are.

What a seat has seen is told by the rules in words, not by the program; what test_leaks.py takes a
seat to have seen is compared with it.
"""

from __future__ import annotations

import json
import random
from typing import Any

import aluette_words as words
import pytest
from aluette_table import ALL_ON, agreeably, aluette, settings, shuffled
from aluette_words import PACK, Settings
from helpers import states

from interpreter import Match
from interpreter.study.sight import Sight


class Told:
    """A deal of a match so far, and what a seat has seen of it."""

    def __init__(self, pack: list[str], dealer: int, done: list[str], options: Settings) -> None:
        self.pack, self.done = pack, done
        deal = words.Deal(pack, dealer, options)
        self.held = [set(hand) for hand in deal.hands]
        for text in done:
            deal.do(text)
            for seat, hand in enumerate(deal.hands):
                self.held[seat].update(hand)
        self.played = {text.split()[1] for text in done if text.startswith("play")}

    def unseen(self, seat: int) -> list[str]:
        return [card for card in PACK if card not in self.held[seat] | self.played]


def told(match: Match, options: Settings) -> list[Told]:
    """The deals of a match, the last of them perhaps not ended."""
    lines, found = match.record, []
    starts = [i for i, line in enumerate(lines) if "deal" in line]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        done = [line["do"] for line in lines[start:end] if "do" in line]
        found.append(Told(lines[start]["pack"], lines[start]["dealer"], done, options))
    return found


# -- what is never written ------------------------------------------------------------------------


def parts(lines: list[dict[str, Any]], key: str, value: object = None) -> list[str]:
    """Lines by deal as texts, without what stands before the first deal."""
    starts = [i for i, line in enumerate(lines) if key in line and value in (None, line[key])]
    ends = [*starts[1:], len(lines)]
    return [json.dumps(lines[a:b]) for a, b in zip(starts, ends, strict=True)]


def names_a_card(text: str, card: str) -> bool:
    return f'"{card}"' in text or f' {card}"' in text


@pytest.mark.parametrize("options", ["", ALL_ON, f"{ALL_ON} signals_truthful=no"])
def test_a_card_that_is_hidden_is_never_written(options: str) -> None:
    """Neither in the view of a seat nor in its record, in any deal; all that it saw is there."""
    rng, compared = random.Random(8), 0
    match = aluette(options).match(packs=shuffled(rng, 12), dealer=3)
    for state in states(match, rng, agreeably):
        if rng.random() < 0.93 and not state.over:
            continue
        deals = told(state, settings(options))
        for seat in range(4):
            for deal, sight in zip(deals, Sight(state).deals, strict=True):
                assert {deal.pack[i] for i in sight.unseen(seat)} == {*deal.unseen(seat)}
            view = state.view(seat).to_dict()
            stories = parts(view.pop("seen"), "event", "deals")
            records = parts(list(state.record_for(seat)), "deal")
            stories[-1] += json.dumps(view)
            for deal, story, record in zip(deals, stories, records, strict=True):
                hidden = deal.unseen(seat)
                compared += len(hidden)
                assert [card for card in PACK if not names_a_card(story, card)] == hidden
                assert [card for card in PACK if not names_a_card(record, card)] == hidden
    assert compared > 2000


def test_others_are_told_that_a_card_was_put_aside() -> None:
    """A21: `discard ?` in the records of the others, its place in the pack only in one's own."""
    match = aluette("chanter=yes").match(packs=shuffled(random.Random(2), 1), dealer=3)
    for _ in range(4):
        match.apply("yes")
    own = [f"discard {card}" for card in match.view(0).hand[:6]]
    for text in own:
        match.apply(text)
    assert match.turn == 3
    lines = [[line["do"] for line in match.record_for(p) if "do" in line] for p in range(4)]
    assert lines[0] == ["yes"] * 4 + own
    assert lines[1] == lines[2] == lines[3] == ["yes"] * 4 + ["discard ?"] * 6
