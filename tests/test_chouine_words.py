"""The engine against the rules in words (words.py), in every state of many deals.

Most packs are stacked: combinations in the opening hands or in the last ones, the seven of trump
in hand, turned up or deep in the stock. What was met is counted, so that a change
of the stacking cannot quietly empty the comparison.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest
import words
from helpers import PACK, SUITS, chouine, eagerly, evenly, hoarding, late, stacked
from words import Card, Deal, card

from interpreter import Match, View


def wish(rng: random.Random, taken: list[str]) -> list[str]:
    """Five cards with a combination in them as far as the taken ones leave it."""
    kind = rng.choice(("mariage", "tierce", "quarteron", "two", "quinte", "chouine", "chouine"))
    suit, other = rng.sample(SUITS, 2)
    wanted = {
        "mariage": ["K" + suit, "Q" + suit],
        "tierce": ["K" + suit, "Q" + suit, "J" + suit],
        "quarteron": ["A" + suit, "K" + suit, "Q" + suit, "J" + suit],
        "two": ["K" + suit, "Q" + suit, "K" + other, "Q" + other],
        "quinte": rng.sample([rank + s for rank in ("A", "10") for s in SUITS], 8),
        "chouine": [rank + suit for rank in ("A", "10", "K", "Q", "J")],
    }[kind]
    free = [c for c in wanted if c not in taken]
    others = [c for c in PACK if c not in taken and c not in free]
    return [*free, *rng.sample(others, 5)][:5]


def early_pack(rng: random.Random) -> list[str]:
    """A pack with combinations in the opening hands, and something about the seven of trump."""
    first = wish(rng, [])
    second = wish(rng, first)
    rest = [c for c in PACK if c not in first + second]
    rng.shuffle(rest)
    turned = rest[0]
    kind = rng.randrange(4)
    if kind == 1:  # the trump is a suit that somebody holds
        suit = rng.choice(first + second)[-1]
        turned = next((c for c in rest if c[-1] == suit), turned)
    if kind == 2:
        turned = next((c for c in rest if c[:-1] == "7"), turned)
    stock = [c for c in rest if c != turned]
    seven = "7" + turned[-1]
    if kind == 3 and seven in stock:  # drawn late
        stock.remove(seven)
        stock.insert(rng.randrange(16, 21), seven)
    return stacked(" ".join(first), " ".join(second), turned, " ".join(stock))


def late_pack(rng: random.Random) -> tuple[list[str], list[str]]:
    """A pack whose last hands hold combinations, and the cards of the eleven tricks before."""
    first = wish(rng, [])
    second = wish(rng, first)
    return late(" ".join(first), " ".join(second), rng.choice(second))


def some_pack(rng: random.Random, number: int) -> tuple[list[str], list[str]]:
    """A pack, one in five unstacked, and the cards to be played first."""
    if number % 5 == 0:
        return rng.sample(PACK, len(PACK)), []
    return late_pack(rng) if number % 5 < 3 else (early_pack(rng), [])


def seen_as(cards: list[Card]) -> list[str]:
    return sorted(words.code(c) for c in cards)


def compare(view: View, deal: Deal, me: int) -> None:
    """Everything that a view says of the deal."""
    assert sorted(view.hand) == seen_as(deal.hands[me])
    assert view.hands == (len(deal.hands[0]), len(deal.hands[1]))
    assert view.stock == len(deal.face_down) + (deal.turned is not None)
    assert view.turned == (words.code(deal.turned) if deal.turned else None)
    assert sorted(view.trump) == sorted(c for c in PACK if c[-1] == deal.trump)
    assert view.trick == tuple((who, words.code(c)) for who, c in deal.table)
    assert sorted(view.won) == seen_as(deal.won[me])
    assert [sorted(k) for k in view.known] == [seen_as(k) for k in deal.known]
    assert view.trick_number == deal.trick
    assert view.leader == deal.leader
    assert view.dealer == deal.dealer
    for told, trick in zip(
        (view.last_trick, *view.last_won), (deal.last_trick, *deal.last_won), strict=True
    ):
        plain = trick and (trick[0], tuple((who, words.code(c)) for who, c in trick[1]))
        assert (told and (told.winner, told.cards)) == plain
    made = deal.made[:-1] if deal.waiting and deal.turn != me else deal.made
    assert [(d.seat, d.name, d.suit) for d in view.declarations] == made
    assert [d.points for d in view.declarations] == [
        words.worth(name, suit, deal.trump) for _who, name, suit in made
    ]


def play_beside(
    pack: list[str], script: list[str], dealer: int, rng: random.Random, met: Counter[str]
) -> None:
    """One deal in the engine and in words; every action, every view now and then, the end.

    The cards of the script are played first, then whatever comes.
    """
    match = chouine().match(packs=[pack], dealer=dealer)
    deal = Deal(pack, dealer)
    choose = rng.choice((evenly, eagerly, hoarding, hoarding))
    looks = rng.random() < 0.04
    while not deal.over:
        actions = match.actions()
        assert match.turn == deal.turn
        offered = [str(action) for action in actions]
        assert len(offered) == len(set(offered))
        assert set(offered) == deal.may(), (pack, deal.trick, deal.hands, deal.table)
        if looks:
            for me in (0, 1):
                compare(match.view(me), deal, me)
        count(offered, deal, met)
        action = choose(rng, actions)
        claims = [a for a in actions if a.name == "chouine"]
        if claims and rng.random() < 0.5:
            action = rng.choice(claims)
        elif script and not deal.asked and not deal.waiting:
            action = next((a for a in actions if a.card == script[0]), action)
        script = script[1:] if script and action.card == script[0] else script
        match.apply(action)
        deal.do(str(action))
        met[f"done {action.kind} {action.name}"] += 1
    check_end(match, deal, met)


def count(offered: list[str], deal: Deal, met: Counter[str]) -> None:
    met["states"] += 1
    place = "strict" if deal.trick > 11 else "open"
    place += " reply" if deal.table else " lead"
    for text in offered:
        kind, *name = text.split()
        if kind != "play":
            met[" ".join([place, kind, *name[:1]])] += 1
    if deal.trick > 11 and deal.table:
        hand = len(deal.hands[deal.turn])
        met["narrowed"] += len(deal.playable(deal.turn)) < hand
    if offered[-1] == "pass":
        met["asked with it"] += len(offered) == 2
        met["asked without it"] += offered == ["pass"]


def check_end(match: Match, deal: Deal, met: Counter[str]) -> None:
    """The independent scorer's opinion of the deal."""
    events = match.events
    assert [e.seat for e in events if e.kind == "closed"] == [deal.winner]
    assert sum(e.kind == "said" for e in events) == deal.said
    scores = match.view(0).score
    assert scores.wins == tuple(int(deal.winner == me) for me in (0, 1))
    if not deal.counted:
        assert scores.last == ()
        assert [e.seat for e in events if e.kind == "claimed"] == [deal.winner]
        met["claims by both"] += sum(name == "chouine" for _who, name, _suit in deal.made) == 2
        met["claims"] += 1
        return
    assert deal.last_trick is not None
    last = deal.last_trick[0]
    assert [dict(terms) for terms in scores.last] == [
        {
            "cards": deal.card_points(me, 1 - me),
            "last_trick": 10 if last == me else 0,
            "declarations": deal.declared(me),
        }
        for me in (0, 1)
    ]
    assert deal.card_points(0, last) + deal.card_points(1, last) == 130
    met["ties"] += deal.winner is None
    met["turned seven"] += deal.seven_was_turned


def test_every_state_of_many_deals() -> None:
    rng, met = random.Random(2), Counter[str]()
    for number in range(2000):
        pack, script = some_pack(rng, number)
        play_beside(pack, script, rng.randrange(2), rng, met)
    assert met["states"] > 50_000
    for name in ("mariage", "tierce", "quarteron", "quinte", "chouine"):
        for place in ("open lead", "open reply", "strict lead", "strict reply"):
            assert met[f"{place} declare {name}"] >= 10, (place, name)
        assert met[f"done declare {name}"] >= 100, (name, met)
    for what, least in (
        ("done exchange seven", 100),
        ("open reply exchange seven", 100),
        ("asked with it", 20),
        ("asked without it", 100),
        ("claims", 100),
        ("claims by both", 5),
        ("turned seven", 20),
        ("ties", 5),
        ("narrowed", 2000),
    ):
        assert met[what] >= least, (what, met[what])


@pytest.mark.parametrize("trump", SUITS)
def test_winner_of_any_two_cards_in_order(trump: str) -> None:
    """Played as a first trick: whoever leads the second one took it."""
    game = chouine()
    for led, reply in permutations(PACK, 2):
        turned = next(c for c in PACK if c[-1] == trump and c not in (led, reply))
        others = [c for c in PACK if c not in (led, reply, turned)]
        pack = [led, reply, *others[:8], turned, *others[8:]]
        match = game.match(packs=[pack], dealer=1)
        match.apply(f"play {led}")
        match.apply(f"play {reply}")
        assert (match.turn == 1) == words.reply_wins(card(led), card(reply), trump), (led, reply)


def test_words_know_every_combination() -> None:
    """The words themselves, counted by hand: 4 suits, 4 kinds; five of eight brisques."""
    whole = [card(text) for text in PACK]
    found = Counter(name for name, _cards in words.in_hand(whole) if len(_cards) < 5)
    assert found == {"mariage": 4, "tierce": 4, "quarteron": 4}
    brisques = [c for c in whole if c[0] in ("A", "10")]
    assert Counter(n for n, _ in words.in_hand(brisques)) == {"quinte": 56}
    assert words.in_hand([card(c) for c in ("AS", "10S", "KS", "QS", "JS")])[-1][0] == "chouine"
