"""Chouine for three and four, and that of Mondoubleau, a second time: from the rules in words,
slow, simple, and apart from the engine.

In: a pack, who deals, how many play, whether it is Mondoubleau. Out: what may be done in every
state, and how the deal ends. A card is its code; nothing here is imported from the program.
"""

from __future__ import annotations

from itertools import combinations

UPWARDS = ["7", "8", "9", "J", "Q", "K", "10", "A"]
VALUE = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
PLAIN = {"mariage": 20, "tierce": 30, "quarteron": 40, "trente": 30, "quinte": 50, "chouine": 0}
OF_A_SUIT = {
    2: {"mariage": "K Q", "tierce": "K Q J", "quarteron": "A K Q J", "chouine": "A 10 K Q J"},
    3: {"mariage": "K Q", "chouine": "K Q J"},
}
OF_BRISQUES = {2: ("quinte", 5), 3: ("trente", 3)}


def rank(card: str) -> str:
    return card[:-1]


def suit(card: str) -> str:
    return card[-1]


def takes(card: str, best: str, trump: str) -> bool:
    """Whether a card takes the trick from the best one so far."""
    if suit(card) == suit(best):
        return UPWARDS.index(rank(card)) > UPWARDS.index(rank(best))
    return suit(card) == trump


class Deal:
    """One deal. `turn` is who acts; `may()` is what that player may do; `do` does it."""

    def __init__(self, pack: list[str], dealer: int, players: int, mondoubleau: bool) -> None:
        self.players, self.mondoubleau = players, mondoubleau
        cards, each = list(pack), 5 if players == 2 else 3
        first = (dealer + 1) % players
        self.hands: list[list[str]] = [[] for _ in range(players)]
        for _ in range(each):
            for who in self.order(first):
                self.hands[who].append(cards.pop(0))
        self.turned = "" if mondoubleau else cards.pop(0)
        self.trump = suit(self.turned) if self.turned else ""
        self.seven_was_turned = self.turned == f"7{self.trump}"
        self.face_down = cards
        self.exchanged = False
        self.trick, self.leader, self.turn = 1, first, first
        self.table: list[tuple[int, str]] = []
        self.won: list[list[str]] = [[] for _ in range(players)]
        self.made: list[tuple[int, str, str, int]] = []
        self.used: set[tuple[int, str]] = set()
        self.waiting: tuple[str, list[str]] | None = None
        self.to_ask: list[int] = []
        self.asked = False
        self.over, self.counted = False, False
        self.winner: int | None = None
        self.totals = [0] * players

    def order(self, first: int) -> list[int]:
        return [(first + i) % self.players for i in range(self.players)]

    @property
    def left(self) -> int:
        """The cards that lie there, the turned one too."""
        return len(self.face_down) + bool(self.turned)

    @property
    def strict(self) -> bool:
        """Nobody will draw any more: there are not enough for all."""
        return self.left < self.players

    @property
    def last_drawing(self) -> bool:
        """After this trick all draw for the last time."""
        return self.players <= self.left < 2 * self.players

    # -- what may be done --

    def may(self) -> set[str]:
        if self.over:
            return set()
        me, hand = self.turn, self.hands[self.turn]
        seven = f"7{self.trump}"
        if self.asked:
            return {"pass", "exchange seven"} if seven in hand else {"pass"}
        cards = self.playable(me)
        if self.waiting:
            return {f"play {card}" for card in cards if card in self.waiting[1]}
        texts = {f"play {card}" for card in cards}
        for name, parts in self.combinations(hand):
            slot = suit(parts[0]) if name not in ("quinte", "trente") else name
            if (me, slot) not in self.used and any(card in cards for card in parts):
                texts.add(f"declare {name} {slot}" if slot != name else f"declare {name}")
        if self.turned and not self.exchanged and not self.seven_was_turned and seven in hand:
            in_time = not self.strict and (not self.last_drawing or not self.table)
            if in_time:
                texts.add("exchange seven")
        return texts

    def combinations(self, hand: list[str]) -> list[tuple[str, list[str]]]:
        kind, found = min(self.players, 3), []
        for name, ranks in OF_A_SUIT[kind].items():
            for letter in "SHDC":
                parts = [r + letter for r in ranks.split()]
                if all(card in hand for card in parts):
                    found.append((name, parts))
        name, number = OF_BRISQUES[kind]
        brisques = [card for card in hand if rank(card) in ("A", "10")]
        found += [(name, list(parts)) for parts in combinations(brisques, number)]
        return found

    def playable(self, me: int) -> list[str]:
        hand = self.hands[me]
        if not self.table or not self.strict:
            return hand
        led, best = self.table[0][1], self.best()[1]
        same = [card for card in hand if suit(card) == suit(led)]
        if same and suit(led) == self.trump:
            return [card for card in same if takes(card, best, self.trump)] or same
        trumps = [card for card in hand if suit(card) == self.trump]
        return same or trumps or hand

    def best(self) -> tuple[int, str]:
        found = self.table[0]
        for who, card in self.table[1:]:
            if takes(card, found[1], self.trump):
                found = who, card
        return found

    # -- doing it --

    def do(self, text: str) -> None:
        assert text in self.may()
        me, words = self.turn, text.split()
        if words[0] == "exchange":
            self.hands[me].remove(f"7{self.trump}")
            self.hands[me].append(self.turned)
            self.turned, self.exchanged = f"7{self.trump}", True
            if self.asked:
                self.asked, self.turn = False, self.leader
        elif words[0] == "pass":
            self.next_to_ask()
        elif words[0] == "declare":
            self.declare(me, words[1], words[2] if len(words) > 2 else "")
        else:
            self.play(me, words[1])

    def declare(self, me: int, name: str, letter: str) -> None:
        parts = next(
            parts
            for found, parts in self.combinations(self.hands[me])
            if found == name and letter in ("", suit(parts[0]))
        )
        double = letter and letter == self.trump
        self.made.append((me, name, letter, PLAIN[name] * (2 if double else 1)))
        self.used.add((me, letter or name))
        self.waiting = (name, parts)

    def play(self, me: int, card: str) -> None:
        if self.waiting:
            name = self.waiting[0]
            makes = name in ("mariage", "tierce", "quarteron") and not self.table
            if self.mondoubleau and makes and not self.trump:
                self.trump = suit(card)
            self.waiting = None
        self.hands[me].remove(card)
        self.table.append((me, card))
        self.turn = (me + 1) % self.players
        if len(self.table) == self.players:
            self.finish_trick()

    def finish_trick(self) -> None:
        taker, leader = self.best()[0], self.leader
        self.won[taker] += [card for _who, card in self.table]
        self.table = []
        claims = [(who, letter) for who, name, letter, _n in self.made if name == "chouine"]
        if claims:
            self.over = True
            in_order = sorted(claims, key=lambda claim: (claim[0] - leader) % self.players)
            best = [claim for claim in in_order if claim[1] == self.trump] or in_order
            self.winner = best[0][0]
            return
        if not any(self.hands):
            self.count(taker)
            return
        if not self.strict:
            for who in self.order(taker):
                self.hands[who].append(self.face_down.pop(0) if self.face_down else self.turned)
                if len(self.hands[who]) and self.turned in self.hands[who]:
                    self.turned = ""
        self.trick, self.leader, self.turn = self.trick + 1, taker, taker
        gone = any(f"7{self.trump}" in cards for cards in self.won)
        possible = self.turned and not self.exchanged and not self.seven_was_turned and not gone
        if possible and self.last_drawing:
            self.to_ask = self.order(taker)[1:]
            self.next_to_ask()

    def next_to_ask(self) -> None:
        self.asked = bool(self.to_ask)
        self.turn = self.to_ask.pop(0) if self.to_ask else self.leader

    def count(self, last: int) -> None:
        self.over = self.counted = True
        for who, cards in enumerate(self.won):
            declared = sum(n for maker, _name, _letter, n in self.made if maker == who)
            self.totals[who] = sum(VALUE[rank(card)] for card in cards) + declared
        self.totals[last] += 10
        top = [who for who, total in enumerate(self.totals) if total == max(self.totals)]
        self.winner = top[0] if len(top) == 1 else None
