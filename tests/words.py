"""Chouine a second time: from its rules in words, slow, simple, and apart from the engine.

In: a pack, who deals, what the players do. Out: everything that they may do in every state, and
how the deal ends. A card is a pair such as ("10", "H"); a hand is a list of cards. Nothing here is
imported from the program, and nothing is shared with it but the text of actions.
"""

from __future__ import annotations

from itertools import combinations

Card = tuple[str, str]
UPWARDS = ["7", "8", "9", "J", "Q", "K", "10", "A"]
VALUE = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TIE = None


def card(code: str) -> Card:
    return code[:-1], code[-1]


def code(which: Card) -> str:
    return which[0] + which[1]


# -- the three checks -----------------------------------------------------------------------------


def reply_wins(led: Card, reply: Card, trump: str) -> bool:
    """«Ganha a maior carta do naipe pedido, salvo corte; outra carta comum não pode ganhar.»"""
    if reply[1] == led[1]:
        return UPWARDS.index(reply[0]) > UPWARDS.index(led[0])
    return reply[1] == trump and led[1] != trump


def may_reply(which: Card, hand: list[Card], led: Card, trump: str, trick: int) -> bool:
    """«Nas últimas 5 vazas é obrigatório assistir. Numa saída de trunfo, supere se puder. Sem um
    naipe comum pedido, corte se possível; caso contrário descarte livremente.»"""
    if trick <= 11:
        return True
    of_the_suit = [held for held in hand if held[1] == led[1]]
    if of_the_suit:
        if which not in of_the_suit:
            return False
        if led[1] == trump:
            can_beat = any(reply_wins(led, held, trump) for held in of_the_suit)
            return reply_wins(led, which, trump) or not can_beat
        return True
    if any(held[1] == trump for held in hand):
        return which[1] == trump
    return True


def combination(cards: tuple[Card, ...]) -> str:
    """What exactly these cards make together, if anything."""
    ranks = sorted(rank for rank, _suit in cards)
    if len({suit for _rank, suit in cards}) == 1:
        if ranks == ["K", "Q"]:
            return "mariage"
        if ranks == ["J", "K", "Q"]:
            return "tierce"
        if ranks == ["A", "J", "K", "Q"]:
            return "quarteron"
        if ranks == ["10", "A", "J", "K", "Q"]:
            return "chouine"
    if len(cards) == 5 and all(rank in ("A", "10") for rank, _suit in cards):
        return "quinte"
    return ""


def in_hand(hand: list[Card]) -> list[tuple[str, tuple[Card, ...]]]:
    """Every combination among the cards of a hand."""
    found = []
    for size in (2, 3, 4, 5):
        for cards in combinations(hand, size):
            name = combination(cards)
            if name:
                found.append((name, cards))
    return found


def worth(name: str, suit: str, trump: str) -> int:
    plain = {"mariage": 20, "tierce": 30, "quarteron": 40, "quinte": 50, "chouine": 0}[name]
    return plain * 2 if suit == trump and name != "quinte" else plain


# -- a whole deal ---------------------------------------------------------------------------------


class Deal:
    """One deal. `turn` is who acts; `may()` is what that player may do; `do` does it."""

    def __init__(self, pack: list[str], dealer: int) -> None:
        cards = [card(text) for text in pack]
        assert len(cards) == len(set(cards)) == 32
        self.dealer = dealer
        opponent = 1 - dealer
        self.hands: list[list[Card]] = [[], []]
        for _round in range(5):
            self.hands[opponent].append(cards.pop(0))
            self.hands[dealer].append(cards.pop(0))
        self.turned: Card | None = cards.pop(0)
        self.trump = self.turned[1]
        self.face_down = cards
        assert len(self.face_down) == 21
        self.seven: Card = ("7", self.trump)
        self.seven_was_turned = self.turned == self.seven
        self.exchanged = False
        self.won: list[list[Card]] = [[], []]
        self.known: list[list[Card]] = [[], []]
        self.table: list[tuple[int, Card]] = []
        self.trick = 1
        self.leader = self.turn = opponent
        self.last_trick: tuple[int, list[tuple[int, Card]]] | None = None
        self.last_won: list[tuple[int, list[tuple[int, Card]]] | None] = [None, None]
        self.made: list[tuple[int, str, str]] = []
        self.waiting: tuple[str, tuple[Card, ...]] | None = None
        self.to_show: list[list[Card]] = [[], []]
        self.asked = False
        self.said = 0
        self.over = False
        self.winner: int | None = TIE
        self.counted = False
        self.totals = [0, 0]

    # -- what may be done --

    def may(self) -> set[str]:
        """The actions of the player to act, as texts."""
        if self.over:
            return set()
        me = self.turn
        if self.asked:
            return {"pass", "exchange seven"} if self.seven in self.hands[me] else {"pass"}
        cards = self.playable(me)
        if self.waiting:
            return {f"play {code(c)}" for c in cards if c in self.waiting[1]}
        texts = {f"play {code(c)}" for c in cards}
        for name, parts in in_hand(self.hands[me]):
            if not any(c in cards for c in parts):
                continue
            if name == "quinte":
                if not any(who == me and what == "quinte" for who, what, _suit in self.made):
                    texts.add("declare quinte")
            elif not any(who == me and suit == parts[0][1] for who, _what, suit in self.made):
                texts.add(f"declare {name} {parts[0][1]}")
        if self.may_exchange(me):
            texts.add("exchange seven")
        return texts

    def playable(self, me: int) -> list[Card]:
        hand = self.hands[me]
        if not self.table:
            return hand
        led = self.table[0][1]
        return [c for c in hand if may_reply(c, hand, led, self.trump, self.trick)]

    def may_exchange(self, me: int) -> bool:
        """On any turn of one's own in tricks 1 to 10; before the lead to trick 11."""
        if self.seven_was_turned or self.seven not in self.hands[me] or self.waiting:
            return False
        if self.exchanged:
            return False
        return self.trick <= 10 or (self.trick == 11 and not self.table)

    # -- doing it --

    def do(self, text: str) -> None:
        assert text in self.may()
        me, words = self.turn, text.split()
        if words[0] == "exchange":
            self.exchange(me)
            if self.asked:
                self.asked, self.turn = False, self.leader
        elif words[0] == "pass":
            self.asked, self.turn = False, self.leader
        elif words[0] == "declare":
            name, suit = words[1], words[2] if len(words) > 2 else ""
            parts = next(
                cards
                for found, cards in in_hand(self.hands[me])
                if found == name and suit in ("", cards[0][1])
            )
            self.made.append((me, name, suit))
            self.waiting = (name, parts)
        else:
            self.play(me, card(words[1]))

    def exchange(self, me: int) -> None:
        assert self.turned is not None
        self.hands[me].remove(self.seven)
        self.hands[me].append(self.turned)
        self.known[me].append(self.turned)
        self.turned = self.seven
        self.exchanged = True

    def play(self, me: int, which: Card) -> None:
        if self.waiting:
            self.to_show[me] = [c for c in self.waiting[1] if c != which]
            self.waiting = None
        self.hands[me].remove(which)
        if which in self.known[me]:
            self.known[me].remove(which)
        self.table.append((me, which))
        if len(self.table) == 1:
            self.turn = 1 - me
        else:
            self.finish_trick()

    def finish_trick(self) -> None:
        (leader, led), (other, reply) = self.table
        taker = other if reply_wins(led, reply, self.trump) else leader
        self.won[taker] += [led, reply]
        self.last_trick = self.last_won[taker] = (taker, self.table)
        for who in (0, 1):
            self.known[who] += [c for c in self.to_show[who] if c not in self.known[who]]
        claims = [(who, suit) for who, name, suit in self.made if name == "chouine"]
        self.to_show = [[], []]
        self.table = []
        if claims:
            self.over = True
            in_trump = [who for who, suit in claims if suit == self.trump]
            leads = [who for who, _suit in claims if who == leader]
            self.winner = (in_trump or leads or [who for who, _suit in claims])[0]
            return
        if self.trick == 16:
            self.count(taker)
            return
        for who in (taker, 1 - taker):
            if self.face_down:
                self.hands[who].append(self.face_down.pop(0))
            elif self.turned is not None:
                self.hands[who].append(self.turned)
                self.known[who].append(self.turned)
                self.turned = None
        self.trick += 1
        self.leader = self.turn = taker
        if self.trick == 11 and self.seven_may_come():
            self.said += 1
            self.asked, self.turn = True, 1 - taker

    def seven_may_come(self) -> bool:
        """What everybody at the table can tell: the exchange may still be made."""
        fallen = self.seven in self.won[0] or self.seven in self.won[1]
        return not (self.exchanged or self.seven_was_turned or fallen)

    def count(self, last: int) -> None:
        self.over = self.counted = True
        self.totals = [self.card_points(me, last) + self.declared(me) for me in (0, 1)]
        if self.totals[0] != self.totals[1]:
            self.winner = 0 if self.totals[0] > self.totals[1] else 1

    def card_points(self, me: int, last: int) -> int:
        return sum(VALUE[rank] for rank, _suit in self.won[me]) + (10 if me == last else 0)

    def declared(self, me: int) -> int:
        return sum(worth(name, suit, self.trump) for who, name, suit in self.made if who == me)
