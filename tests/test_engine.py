"""The engine: alone on its toy game, and in the modules of games with all that it can do."""

from __future__ import annotations

import pytest
from positions import GAMES, act, codes, compiled, dealt, fields, finish, ruleset, shuffled

from interpreter.machine.compile import call_names
from interpreter.machine.engine import bits, calls, deal, drive, result, spec, stock, tricks
from interpreter.machine.engine.spec import CLOSE, RESOLVE, State
from interpreter.machine.module import Machine
from interpreter.machine.packs import Stream

# -- the engine alone ------------------------------------------------------------------------------


def test_engine_plays_its_toy_game() -> None:
    """Seat 1 leads 0 to 3 and 2 to 1: each takes one trick, and the deal has no winner."""
    s = State()
    deal.begin(s, 0)
    assert s.over == 1
    deal.start(s, [0, 1, 2, 3])
    assert (s.turn, s.hand, s.over) == (1, [0b1010, 0b0101], 0)
    assert tricks.cards(s) == 0b0101
    assert calls.calls(s, 0b0101) == 0
    drive.act(s, 0)
    assert (s.turn, s.led, s.best) == (0, 0, 0)
    drive.act(s, 3)
    assert s.step == RESOLVE
    while s.step:
        drive.advance(s)
    assert (s.turn, s.trick, s.won) == (0, 2, [0b1001, 0])
    drive.act(s, 1)
    drive.act(s, 2)
    while s.step != CLOSE:
        drive.advance(s)
    assert (s.points, s.winner) == ([2, 2], spec.NOBODY)
    drive.advance(s)
    assert (s.over, s.deals, s.repeats, s.dealer, s.champion) == (1, 1, 1, 1, spec.NOBODY)


def test_engine_ends_the_match() -> None:
    s = State()
    deal.begin(s, 0)
    deal.start(s, [2, 0, 3, 1])
    for card in (3, 1, 2, 0):
        drive.act(s, card)
        while s.step:
            drive.advance(s)
    assert (s.over, s.champion, s.wins, s.won) == (2, 1, [0, 1], [0, 0b1111])
    assert s.dealer == 0


def test_engine_gives_up_after_the_repeats() -> None:
    s = State()
    deal.begin(s, 0)
    for number in range(spec.REPEATS + 1):
        assert s.over == 1
        assert s.repeats == number
        deal.start(s, [0, 1, 2, 3])
        for _ in range(4):
            legal = tricks.cards(s)
            drive.act(s, bits.nth(legal, legal.bit_count() - 1 if s.count else 0))
            while s.step:
                drive.advance(s)
        assert s.winner == spec.NOBODY
    assert (s.over, s.champion) == (2, spec.NOBODY)


def test_engine_plays_at_random() -> None:
    s, words = State(), Stream(1, 0, 0)
    deal.begin(s, 0)
    deal.start(s, [0, 2, 1, 3])
    while not s.over:
        drive.step(s, words.word())
    assert s.won[0] | s.won[1] == spec.DECK


def test_lot() -> None:
    s = State()
    assert deal.draw_lot(s, [1, 3]) == 1
    assert deal.draw_lot(s, [2, 0]) == 0


def test_state_declares_its_fields() -> None:
    assert set(State.__annotations__) == set(spec.FIELDS)
    assert stock.stock_left(State()) == 0
    assert result.claimants(State()) == 0


@pytest.mark.parametrize("x", [0b1, 0b1010, 0b1100100, 1 << 62, (1 << 63) - 1])
def test_bits(x: int) -> None:
    members = [i for i in range(64) if x >> i & 1]
    assert bits.popcount(x) == len(members)
    assert bits.lowest(x) == members[0]
    assert [bits.nth(x, k) for k in range(len(members))] == members
    assert bits.within(x, x)
    assert not bits.within(0, x)
    assert not bits.within(x << 1 | 1 << 63, x)


# -- compiled games --------------------------------------------------------------------------------


def play_out(m: Machine, s: State, words: Stream) -> None:
    """Random actions to the end of a deal."""
    while not s.over:
        m.step(s, words.word())


OF_A_MATCH = ("dealer", "deals", "repeats", "champion", "wins", "drawn")
"""fields that a deal does not begin anew"""


@pytest.mark.parametrize("game", GAMES)
def test_used_state_is_as_good_as_a_new_one(game: str) -> None:
    """Whatever stands in a state, after `start` nothing is left of it but the match."""
    m = compiled(game)
    used, fresh = m.State(), m.State()
    for name, value in fields(used).items():
        setattr(used, name, [3 + i for i in range(len(value))] if isinstance(value, list) else 2)
    for name in OF_A_MATCH:
        setattr(fresh, name, getattr(used, name))
    used.dealer = fresh.dealer = 1
    for s in (used, fresh):
        m.start(s, shuffled(game, 1))
    assert fields(used) == fields(fresh)
    for s in (used, fresh):
        m.begin(s, 1)
        m.start(s, shuffled(game, 2))
    assert (used.champion, used.wins) == (ruleset(game).players, [0] * ruleset(game).players)
    assert fields(used) == fields(fresh)


@pytest.mark.parametrize("game", GAMES)
def test_played_state_is_as_good_as_a_new_one(game: str) -> None:
    """The same after deals that were played out, and after some that were not."""
    m, words, used = compiled(game), Stream(3, 1, 0), compiled(game).State()
    for seed in range(30):
        fresh = m.State()
        for s in (used, fresh):
            m.draw_lot(s, shuffled(game, seed))
            m.begin(s, seed % ruleset(game).players)
            m.start(s, shuffled(game, 100 + seed))
        assert fields(used) == fields(fresh)
        while not used.over and used.trick < (3 if seed % 3 else 99):
            m.step(used, words.word())


@pytest.mark.parametrize("game", GAMES)
def test_copies_are_equal_and_apart(game: str) -> None:
    m, words = compiled(game), Stream(4, 1, 0)
    s = m.State()
    m.begin(s, 0)
    m.start(s, shuffled(game, 5))
    copy: State = s.copy()  # type: ignore[attr-defined]
    before = fields(copy)
    assert before == fields(s)
    before = {name: list(v) if isinstance(v, list) else v for name, v in before.items()}
    play_out(m, s, words)
    assert fields(copy) == before


@pytest.mark.parametrize("game", GAMES)
def test_every_card_is_somewhere(game: str) -> None:
    m, words = compiled(game), Stream(5, 1, 0)
    for seed in range(20):
        s, cards = m.State(), shuffled(game, seed)
        m.begin(s, seed % ruleset(game).players)
        m.start(s, cards)
        while not s.over:
            legal = m.cards(s)
            assert legal | m.calls(s, legal)
            assert legal & ~s.hand[s.turn] == 0
            hidden = sum(1 << card for card in cards[s.next :])
            turned = 1 << s.turned if s.turned < len(m.CODES) else 0
            held = [hidden, turned, s.played, *s.hand]
            assert sum(held) == (1 << len(m.CODES)) - 1
            m.step(s, words.word())
        assert not any(s.hand) or s.winner < ruleset(game).players


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
        play_out(m, s, words)
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


def test_calls_have_names() -> None:
    for game in GAMES:
        names = call_names(ruleset(game))
        assert names[-1] == "pass"
        assert len(set(names)) == len(names)
        assert names == compiled(game).CALLS
