"""What random rulesets have brought to light (tests/fuzz.py), each as a case of its own.

Others became files: broken/shape/quoted-word-for-a-number.yaml, broken/limits/too-many-signs.yaml,
broken/variant/long-file-name.yaml, and broken/scopes/hand-in-an-announcement.yaml, whose points
would have told of the hand; test_mechanisms.py has exchanges that undo each other, and
test_bounds.py the slowest file to compile.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from positions import options
from soundness import check

from interpreter.machine.engine.spec import State
from interpreter.machine.evaluate import probing
from interpreter.machine.module import Machine
from interpreter.machine.packs import Stream
from interpreter.rules.read import read_ruleset
from interpreter.rules.ruleset import Ruleset

IFS = """\
ruleset: 1
name: ifs
title: An if in every place
players: 3
deck: {use: french, ranks: [A, K, Q, J, 10, 9, 8, 7]}
options: {strict: {type: yes/no, default: no}, loud: {type: yes/no, default: yes}}
dealer:
  first: [most: "if drawn in hearts then strength(drawn) else 0", most: strength(drawn)]
  next: if decided then left(dealer) else dealer
deal: {cards: 5, first: "if round = 1 then left(dealer) else dealer", turn_up: yes}
trump: if turned in A then hearts else suit(turned)
stages:
  - bid: {when: "if turned in 7 then turned in hearts else not turned in 8", ask: left(dealer)}
  - change:
      when: if bid then not turned in 9 else turned in 10
      take: 1
      by:
        - if turned in hearts then dealer else left(dealer)
        - if turned in spades then left(dealer) else right(dealer)
        - if bid then right(dealer) else dealer
tricks:
  ranking: [A, K, Q, J, 10, 9, 8, 7]
  wins: ["if bid then trump else none", follows(led)]
  lead:
    - low: {when: "if bid then trick < 3 else trick = 1", play: "if bid then 7 or 8 else deck"}
  reply:
    - follow: {when: "if led in trump then bid else trick > 1", play: follows(led)}
    - both: {when: "if bid then trick = 2 else trick = 3", play: trump}
signals:
  when: if strict then not loud else loud
  truthful: if loud then strict else not strict
  signs: {nod: {means: "if bid then holds(A) else holds(7)"}}
exchanges:
  seven:
    give: 7 of trump
    take: turned
    when: if bid then trick > 1 else trick > 2
    ask: {before: lead, when: "if bid then trick = 2 else trick = 3"}
declarations:
  pair:
    each: s in suits
    cards: (K or Q) of s
    slot: s
    when: if s = trump then trick > 1 else bid
    points: if s = trump then 40 else 20
    trump: if bid then trick = 2 else empty(led)
  four:
    cards: A or K
    number: 3
    slot: four
    wins: deal
    prefer: ["if bid then me = leader else me = dealer", me = left(leader)]
scoring:
  points: {cards: {points: "if bid then count(won) else tricks"}, made: {points: declared}}
  winner: [least: "if bid then last_win else points", most: points]
  worth: if bid then 2 else 1
match: {wins: 3, repeats: 9}
"""


def states(r: Ruleset, m: Machine, number: int) -> Iterator[State]:
    """The states of a random deal in which somebody is to move."""
    s, random = m.State(), Stream(1, 5, number)
    m.begin(s, number % r.players)
    m.start(s, Stream(1, 0, number).shuffled(r.deck.size))
    while not s.over:
        yield s
        m.step(s, random.word())


def test_an_if_in_every_place(tmp_path: Path) -> None:
    """It was written without brackets, as an operand of another: it failed, or decided otherwise.

    Who takes cards and what a rule leaves of a hand is what the expressions by themselves say.
    """
    path = tmp_path / "ifs.yaml"
    path.write_text(IFS, encoding="utf-8")
    r = read_ruleset(path)
    stage, (low,), reply = r.stages[1], r.tricks.lead, r.tricks.reply
    asked = [expr for rule in (low, *reply) for expr in (rule.when, rule.play) if expr]
    m, probes = probing(r, [*stage.by, *asked])
    by, rules = probes[:3], probes[3:]
    narrowed = set()
    for number in range(60):
        for s in states(r, m, number):
            assert [m.stage_player(s, 1, k) for k in range(3)] == [probe(s, 0) for probe in by]
            if not s.trick:
                continue
            hand = s.hand[s.turn]
            for i, way in enumerate((m.lead_filter, m.reply_filter, m.reply_filter)):
                when, play = rules[2 * i : 2 * i + 2]
                left = hand & play(s, s.turn) if when(s, s.turn) else hand
                assert way(s, s.turn, hand, max(i - 1, 0)) == left
                narrowed.add((i, left == hand))
            assert options(m, s)
    assert len(narrowed) == 6


def test_an_if_in_every_place_is_sound() -> None:
    check(IFS, 7)
