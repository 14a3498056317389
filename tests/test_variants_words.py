"""Chouine for three and four, and that of Mondoubleau, against the rules in words
(variants/table_talk.py), in every state of many deals.

Most packs are stacked so that combinations come together; what was met is counted, so that a change
of the stacking cannot quietly empty the comparison.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from helpers import PACK, SUITS, eagerly, evenly, hoarding
from variants.packs import MONDOUBLEAU, SEVERAL, shipped, stacked
from variants.table_talk import VALUE, Deal

from interpreter import Match

GAMES = sorted({*SEVERAL, *MONDOUBLEAU})


def some_pack(name: str, rng: random.Random) -> list[str]:
    """A pack: one in four as it comes, else combinations in some hands, or sevens, or in the stock
    so that they come together late."""
    game, pack = shipped(name), rng.sample(PACK, len(PACK))
    if not rng.randrange(4):
        return pack
    size, hands = game.ruleset.deal.cards, list[list[str]]()
    for _ in range(game.seats):
        free = [card for card in pack if not any(card in hand for hand in hands)]
        suit = rng.choice(SUITS)
        ranks = rng.choice((["K", "Q"], ["K", "Q", "J"], ["A", "10"], ["A", "10", "K", "Q", "J"]))
        wanted = [card for card in free if card[:-1] in ranks and card[-1] == suit]
        if not rng.randrange(4):
            wanted = [card for card in free if card[:-1] in ("A", "10")]
        hands.append([*wanted, *(card for card in free if card not in wanted)][:size])
    rest = [card for card in pack if not any(card in hand for hand in hands)]
    turned = rest.pop(0) if game.ruleset.deal.turn_up else ""
    if turned and not rng.randrange(3):  # the seven of trump is drawn late
        seven = f"7{turned[-1]}"
        if seven in rest:
            rest.remove(seven)
            rest.insert(len(rest) - rng.randrange(1, 6), seven)
    if rng.randrange(2):  # the hands are the last ones to be drawn, more or less
        flat = [card for hand in zip(*hands, strict=True) for card in hand]
        early, late = rest[: len(flat)], rest[len(flat) :] + flat
        hands = [early[i :: game.seats] for i in range(game.seats)]
        rest = late
    return stacked(game, [" ".join(hand) for hand in hands], turned, " ".join(rest))


def play_beside(name: str, rng: random.Random, met: Counter[str]) -> None:
    """One deal in the engine and in words: every action, everything public, the end."""
    game = shipped(name)
    pack, dealer = some_pack(name, rng), rng.randrange(game.seats)
    match = game.match(packs=[pack], dealer=dealer)
    deal = Deal(pack, dealer, game.seats, "mondoubleau" in name)
    choose = rng.choice((evenly, eagerly, hoarding))
    looks = rng.random() < 0.05
    while not deal.over:
        actions = match.actions()
        assert match.turn == deal.turn
        offered = [str(action) for action in actions]
        assert set(offered) == deal.may(), (pack, deal.trick, deal.hands, deal.table)
        assert len(offered) == len(set(offered))
        if looks:
            compare(match, deal)
        place = ("strict" if deal.strict else "open") + (" reply" if deal.table else " lead")
        for kind in {action.kind for action in actions}:
            met[f"{place} {kind}"] += 1
        met["asked with it"] += set(offered) == {"pass", "exchange seven"}
        met["asked without it"] += offered == ["pass"]
        met["narrowed"] += bool(deal.table) and len(deal.playable(deal.turn)) < len(
            deal.hands[deal.turn]
        )
        before = deal.trump
        claims = [a for a in actions if a.name == "chouine"]
        action = rng.choice(claims) if claims and rng.random() < 0.8 else choose(rng, actions)
        match.apply(action)
        deal.do(str(action))
        met["made trump"] += before != deal.trump
    check_end(match, deal, met)


def compare(match: Match, deal: Deal) -> None:
    """What everybody sees."""
    for me in range(match.seats):
        view = match.view(me)
        assert sorted(view.hand) == sorted(deal.hands[me])
        assert view.hands == tuple(len(hand) for hand in deal.hands)
        assert (view.stock, view.turned) == (deal.left, deal.turned or None)
        assert sorted(view.trump) == sorted(c for c in PACK if c[-1] == deal.trump)
        assert view.trick == tuple(deal.table)
        assert sorted(view.won) == sorted(deal.won[me])
        assert (view.trick_number, view.leader) == (deal.trick, deal.leader)
        made = deal.made[:-1] if deal.waiting and deal.turn != me else deal.made
        assert [(d.seat, d.name, d.suit, d.points) for d in view.declarations] == made


def check_end(match: Match, deal: Deal, met: Counter[str]) -> None:
    events = match.events
    assert [e.seat for e in events if e.kind == "closed"] == [deal.winner]
    trumps = [e.suit for e in events if e.kind == "trump"]
    assert trumps == ([deal.trump] if deal.mondoubleau and deal.trump else [])
    claims = [(who, suit) for who, name, suit, _n in deal.made if name == "chouine"]
    if not deal.counted:
        assert [e.seat for e in events if e.kind == "claimed"] == [deal.winner]
        met["several claims" if claims[1:] else "one claim"] += 1
        met["claim in trump behind"] += any(
            suit == deal.trump and (who - deal.leader) % match.seats for who, suit in claims[1:]
        )
        return
    last = [dict(terms) for terms in match.view(0).score.last]
    assert [sum(terms.values()) for terms in last] == deal.totals
    assert sum(terms["cards"] for terms in last) + undrawn(deal) == 120
    met["ties"] += deal.winner is None


def undrawn(deal: Deal) -> int:
    cards = [*deal.face_down, *([deal.turned] if deal.turned else [])]
    assert len(cards) == {2: 0, 3: 2, 4: 0}[deal.players]
    return sum(VALUE[card[:-1]] for card in cards)


@pytest.mark.parametrize("name", GAMES)
def test_every_state_of_many_deals(name: str) -> None:
    rng, met = random.Random(7), Counter[str]()
    for _ in range(700):
        play_beside(name, rng, met)
    wanted = {"narrowed": 500, "one claim": 30, "several claims": 4, "ties": 3}
    for place, least in (("open", 200), ("strict", 30)):
        wanted |= {f"{place} lead declare": least, f"{place} reply declare": least}
    if name in MONDOUBLEAU:
        wanted |= {"made trump": 50}
    else:
        wanted |= {"open lead exchange": 100, "open reply exchange": 100}
        wanted |= {"asked with it": 15, "asked without it": 100, "claim in trump behind": 5}
    assert {what: met[what] for what, least in wanted.items() if met[what] < least} == {}
