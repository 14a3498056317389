"""The mechanisms of the engine in compiled games: packets, spoiled tricks, stock, calls."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import RULES, stacked
from positions import act, codes, compiled, dealt, finish, shuffled

from interpreter import IllegalAction, load
from interpreter.machine.engine.spec import State
from interpreter.machine.module import Machine
from interpreter.machine.packs import Stream
from interpreter.table.players import GreedyPlayer


def test_packets_of_three() -> None:
    """Nine cards in threes; ten in threes and one."""
    m = compiled("four")
    cards = list(range(48))
    s = m.State()
    m.begin(s, 1)
    m.start(s, cards)
    order = [s.hand[(2 + seat) % 4] for seat in range(4)]
    expected = [[0, 1, 2, 12, 13, 14, 24, 25, 26]]
    expected += [[card + 3 * seat for card in expected[0]] for seat in range(1, 4)]
    assert order == [sum(1 << card for card in hand) for hand in expected]
    m = compiled("jacks")
    s = m.State()
    m.begin(s, 2)
    m.start(s, list(range(32)))
    first = [0, 1, 2, 9, 10, 11, 18, 19, 20, 27]
    assert s.hand[0] == sum(1 << card for card in first)
    assert (s.turned, s.next, s.turn) == (30, 31, 0)


def test_single_cards_are_dealt_in_turn() -> None:
    m, s = compiled("chouine"), compiled("chouine").State()
    m.begin(s, 0)
    m.start(s, list(range(32)))
    assert (s.hand[1], s.hand[0], s.turned) == (0b0101010101, 0b1010101010, 10)


FOUR = "AS KD 5C 4C 3C 2C 6C 7C 8C  KS 9D 5D 4D 3H 2D 6D 7D 8D"


def four(moves: str) -> tuple[Machine, State]:
    """Four players; hands of three packets each, seat 0 leads. `moves` are played."""
    m = compiled("four")
    hands = [
        ["AS", "KD", "5C", "4C", "3C", "2C", "6C", "7C", "8C"],
        ["KS", "9D", "5D", "4D", "3H", "2D", "6D", "7D", "8D"],
        ["AH", "KH", "5H", "4H", "3S", "2S", "6H", "7H", "8H"],
        ["9S", "JD", "QC", "4S", "JC", "QS", "6S", "7S", "8S"],
    ]
    packets = [hands[seat][i : i + 3] for i in (0, 3, 6) for seat in range(4)]
    s = dealt(m, "four", 3, " ".join(card for packet in packets for card in packet), moves)
    return m, s


@pytest.mark.parametrize(
    ("moves", "taker", "tied"),
    [
        pytest.param("AS KS AH 9S", 0, True, id="two aces at the top"),
        pytest.param("KD KS KH 9S", 0, True, id="three kings at the top"),
        pytest.param("KD KS AH 9S", 2, False, id="two kings below an ace"),
        pytest.param("5C 5D AH 9S", 2, False, id="a tie that is beaten later"),
        pytest.param("AS 9D 5H 9S", 0, False, id="two nines below an ace"),
        pytest.param("5C 9D 5H 9S", 0, True, id="nines overtake and tie"),
        pytest.param("5C 3H 3S JD", 1, False, id="single cards never tie"),
        pytest.param("4C 4D 4H 4S", 0, True, id="all four equal"),
        pytest.param("3C 2D 2S QC", 1, False, id="the two of diamonds is above its rank"),
        pytest.param("3C 5D 2S 4S", 1, False, id="threes and twos are equal and low"),
        pytest.param("2C 4D 3S JC", 3, False, id="the last card takes it"),
    ],
)
def test_spoiled_tricks(moves: str, taker: int, tied: bool) -> None:
    """Equal cards at the top spoil a trick: nobody has it, and its leader leads again."""
    m, s = four(moves)
    assert bool(s.tied) is tied
    finish(m, s, "turn")
    assert s.turn == s.leader == taker
    assert s.tied == 0
    assert [codes("four", won) for won in s.won] == [
        set(moves.split()) if seat == taker and not tied else set() for seat in range(4)
    ]
    assert s.last_winner == (0 if tied else taker)


def test_spoiled_tricks_do_not_move_the_last_winner() -> None:
    m, s = four("5C 5D AH 9S")  # seat 2 takes the first trick and leads
    for move in ["KH", "QC", "KD", "KS", "5H", "4S", "4C", "4D"]:
        act(m, s, move)
    finish(m, s, "turn")
    assert (s.trick, s.last_winner, s.leader) == (4, 2, 2)


def test_a_deal_of_spoiled_tricks_has_no_winner() -> None:
    """Without a winner the same player deals again, and the deal is counted among the repeats."""
    m, words = compiled("four"), Stream(9, 1, 0)
    seen = set()
    s = m.State()
    m.begin(s, 0)
    for seed in range(400):
        if s.over == 2:
            m.begin(s, 0)
        dealer, repeats = s.dealer, s.repeats
        m.start(s, shuffled("four", seed))
        while not s.over:
            m.step(s, words.word())
        undecided = s.winner == 4
        seen.add(undecided)
        if s.over == 1:
            assert s.dealer == (dealer if undecided else (dealer + 1) % 4)
        assert s.repeats == repeats + undecided
    assert seen == {True, False}


def test_three_players_leave_two_cards() -> None:
    """Twenty-three cards are drawn by threes: two are left, the turned one and one other."""
    m = compiled("three")
    for seed in range(20):
        s, cards, words = m.State(), shuffled("three", seed), Stream(seed, 1, 0)
        m.begin(s, 0)
        m.start(s, cards)
        sizes = set()
        while not s.over:
            if s.count == 0 and not getattr(s, "asked", 0):
                sizes.add((s.trick, m.stock_left(s), s.hand[s.turn].bit_count()))
            m.step(s, words.word())
        drawing = {(trick, 23 - 3 * (trick - 1), 3) for trick in range(1, 9)}
        assert sizes == drawing | {(9, 2, 2), (10, 2, 1)}
        assert m.stock_left(s) == 2
        assert cards[31] not in [card for card in range(32) if s.played >> card & 1]
        assert s.turned < 32


def test_the_turned_card_is_drawn_last() -> None:
    m = compiled("chouine")
    for seed in range(20):
        s, words = m.State(), Stream(seed, 1, 0)
        m.begin(s, 0)
        m.start(s, shuffled("chouine", seed))
        while not s.over and s.trick < 12:
            last, before = s.turned, s.next
            m.step(s, words.word())
        if not s.over:
            assert before == 31
            assert s.turned == 32
            assert s.hand[1 - s.leader] >> last & 1


def test_players_are_asked_in_turn() -> None:
    """Before the lead to trick 3 the other two are asked; the second exchanges."""
    m = compiled("three")
    hands = (["AS", "KS", "QS"], ["AD", "KD", "QD"], ["7H", "AC", "KC"])
    first = " ".join(card for three in zip(*hands, strict=True) for card in three)
    s = dealt(m, "three", 2, f"{first} 9H 8S 8D 8C 9S 9D 9C")
    for move in ["AS", "AD", "AC", "KS", "KD", "KC"]:
        act(m, s, move)
    finish(m, s, "turn")
    assert (s.trick, s.leader, s.turn) == (3, 0, 1)
    assert m.cards(s) == 0
    assert m.CALLS.index("pass") == m.calls(s, 0).bit_length() - 1
    assert m.calls(s, 0).bit_count() == 1
    act(m, s, "pass")
    assert s.turn == 2
    act(m, s, "exchange_seven")
    assert (s.turn, codes("three", 1 << s.turned)) == (0, {"7H"})
    assert "9H" in codes("three", s.hand[2])
    assert m.cards(s) == s.hand[0]


def test_nobody_is_asked_in_vain() -> None:
    """The question rests on what everyone knows; once the seven is played nobody is asked."""
    m = compiled("three")
    hands = (["AS", "KS", "QS"], ["AD", "KD", "QD"], ["7H", "AC", "KC"])
    first = " ".join(card for three in zip(*hands, strict=True) for card in three)
    s = dealt(m, "three", 2, f"{first} 9H 8S 8D 8C 9S 9D 9C", "AS AD AC KS KD 7H")
    finish(m, s, "turn")
    assert (s.trick, s.leader, s.turn) == (3, 2, 2)
    assert m.cards(s) == s.hand[2]


def test_a_declaration_binds_the_next_card() -> None:
    """Nothing else can be done before it: the seven cannot be exchanged in between."""
    m = compiled("chouine")
    s = dealt(m, "chouine", 1, "KS 7D QS 7C 7H 8D 9S 8C 9C 9D AH")
    assert m.calls(s, m.cards(s)) >> m.CALLS.index("exchange seven") & 1
    act(m, s, "declare_mariage_S")
    assert codes("chouine", m.cards(s)) == {"KS", "QS"}
    assert m.calls(s, m.cards(s)) == 0
    act(m, s, "QS")
    assert s.declared == [20, 0]
    assert s.turn == 1


TWO_EXCHANGES = """
exchanges:
  ace: {give: A of trump, take: turned}
  king: {give: K of trump, take: turned}

"""


def test_no_player_can_exchange_for_ever(tmp_path: Path) -> None:
    """Two exchanges that undo each other: each once in a deal. A greedy player would go on."""
    path = tmp_path / "two.yaml"
    text = RULES.read_text(encoding="utf-8")
    start, end = text.index("exchanges:\n"), text.index("declarations:\n")
    path.write_text(text[:start] + TWO_EXCHANGES + text[end:], encoding="utf-8")
    game = load(path)
    pack = stacked("AH KH 8S 10C KC", "7S 9S QH 7C 8C", "9H")
    match = game.match(packs=[pack, pack], dealer=1)
    for text, turned in (("ace", "AH"), ("king", "KH")):
        match.apply(f"exchange {text}")
        assert match.view(0).turned == turned
    assert {"AH", "9H"} <= {*match.view(0).hand}
    with pytest.raises(IllegalAction) as caught:
        match.apply("exchange ace")
    assert str(caught.value) == "ace: you have exchanged so already in this deal"
    while match.view(0).deal == 1:
        assert match.turn is not None
        match.apply(GreedyPlayer(game, match.turn, 0).choose(match.view(match.turn)))
