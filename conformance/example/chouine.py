"""Chouine from its rules in words: what a program looks like that the conformance set can check.

In: a pack and a dealer, or a position, and actions as texts. Out: what may be done, what came of
it, what each player is told. It is written for reading; nothing is imported from trickplay.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

Data = dict[str, Any]
RANKS = ["A", "10", "K", "Q", "J", "9", "8", "7"]
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
VALUES = dict(zip(RANKS, (11, 10, 4, 3, 2, 0, 0, 0), strict=True))
IN_A_SUIT = {"mariage": "K Q", "tierce": "K Q J", "quarteron": "A K Q J", "chouine": "A 10 K Q J"}
PLAIN = {"mariage": 20, "tierce": 30, "quarteron": 40, "chouine": 0}
PLAYERS = (1, 2)


def cards(text: str) -> list[str]:
    return text.split()


def written(some: list[str]) -> str:
    return " ".join(sorted(some, key=PACK.index))


def beats(card: str, led: str, trump: str) -> bool:
    """Whether a reply takes the trick."""
    if card[-1] == led[-1]:
        return RANKS.index(card[:-1]) < RANKS.index(led[:-1])
    return card[-1] == trump


def held(hand: list[str]) -> dict[str, list[str]]:
    """The combinations in a hand: what is said of each, and its cards."""
    found = {}
    for name, ranks in IN_A_SUIT.items():
        for suit in "SHDC":
            parts = [rank + suit for rank in ranks.split()]
            if all(card in hand for card in parts):
                found[f"{name} {suit}"] = parts
    for five in combinations([card for card in hand if card[:-1] in ("A", "10")], 5):
        found["quinte"] = list(five)
    return found


def worth(what: str, trump: str) -> int:
    name, _space, suit = what.partition(" ")
    return 50 if name == "quinte" else PLAIN[name] * (2 if suit == trump else 1)


def first_dealer(drawn: list[str]) -> int:
    """Two cards a draw: the lower one deals; equal ranks draw again."""
    for first, second in map(cards, drawn):
        if first[:-1] != second[:-1]:
            return 1 if RANKS.index(first[:-1]) > RANKS.index(second[:-1]) else 2
    raise ValueError("nobody drew the lower card")


class Deal:
    """One deal from a position, to its end. `turn` is 0 then; `winner` is 0 if nobody won."""

    def __init__(self, given: Data) -> None:
        self.dealer, self.leader, self.trick = given["dealer"], given["leader"], given["trick"]
        self.hands = {p: cards(given["hands"][str(p)]) for p in PLAYERS}
        self.table = cards(given.get("table", ""))
        self.trump, self.turned = given["trump"], given["turned"]
        self.stock = cards(given["stock"])
        self.taken = [(by, cards(text)) for by, text in given["tricks"]]
        self.declared = [(d["by"], d["what"], d["points"]) for d in given.get("declared", [])]
        self.known = {p: cards(given.get("known", {}).get(str(p), "")) for p in PLAYERS}
        self.turn = 3 - self.leader if self.table else self.leader
        self.said: list[str] = []  # with the cards of which one is to be played
        self.rest: dict[int, tuple[str, list[str]]] = {}
        self.asked = self.exchanged = self.counted = False
        self.winner = 0
        self.events: list[tuple[str, int, str]] = []
        self.seven = f"7{self.trump}"

    @classmethod
    def dealt(cls, pack: list[str], dealer: int) -> Deal:
        other = 3 - dealer
        hands = {str(other): " ".join(pack[0:10:2]), str(dealer): " ".join(pack[1:10:2])}
        turned, stock = pack[10], " ".join(pack[11:])
        deal = cls({"dealer": dealer, "leader": other, "trick": 1, "hands": hands, "tricks": [],
                    "trump": turned[-1], "turned": turned, "stock": stock})  # fmt: skip
        deal.tell(f"deals {dealer}")
        deal.tell(f"cut {other}")
        deal.tell(f"turned {dealer} {turned}")
        return deal

    def tell(self, text: str, to: int = 0, secret: str = "") -> None:
        """All are told the text; but `to`, if it is somebody, is told the secret."""
        self.events.append((text, to, secret))

    def open(self) -> None:
        """Before the lead to trick 11 the other player is reminded, if the seven may still come."""
        fallen = any(self.seven in trick for _by, trick in self.taken)
        if self.trick == 11 and not (self.table or fallen or self.turned == self.seven):
            self.tell(f"said {self.leader} seven")
            self.asked, self.turn = True, 3 - self.leader
            self.tell(f"asked {self.turn} seven")

    # -- what may be done --

    def barred(self, card: str) -> str:
        """The rule by which a card in hand may not be played; empty if it may."""
        if self.trick > 11 and self.table:
            hand, led = self.hands[self.turn], self.table[0]
            same = [c for c in hand if c[-1] == led[-1]]
            above = [c for c in same if led[-1] == self.trump and beats(c, led, self.trump)]
            if same and card not in same:
                return "follow"
            if above and card not in above:
                return "overtake"
            if not same and card[-1] != self.trump and any(c[-1] == self.trump for c in hand):
                return "ruff"
        return "declared" if self.said and card not in self.said else ""

    def may(self) -> list[str]:
        """All that the player to act may do."""
        if not self.turn:
            return []
        hand = self.hands[self.turn]
        if self.asked:
            return [*(["exchange seven"] if self.seven in hand else []), "pass"]
        plays = [card for card in hand if not self.barred(card)]
        texts = [f"play {card}" for card in plays]
        if not self.said:
            texts += [
                f"declare {what}"
                for what, parts in held(hand).items()
                if not self.used(what) and set(parts) & set(plays)
            ]
            if self.may_exchange():
                texts.append("exchange seven")
        return texts

    def used(self, what: str) -> bool:
        """One combination a suit, one quinte."""
        return any(
            by == self.turn and said.split()[-1] == what.split()[-1]
            for by, said, _points in self.declared
        )

    def may_exchange(self) -> bool:
        there = self.seven in self.hands[self.turn] and self.turned not in ("", self.seven)
        return there and (self.trick < 11 or (self.trick == 11 and not self.table))

    def why_not(self, text: str) -> str:
        """Why an action is refused. These names are not part of the rules."""
        kind, _space, what = text.partition(" ")
        if self.asked:
            return "asked"
        if kind == "play":
            return self.barred(what) if what in self.hands[self.turn] else "hand"
        if self.said:
            return "declared"
        if kind == "declare":
            if self.used(what):
                return "again"
            return "legal" if what in held(self.hands[self.turn]) else "hand"
        return {"pass": "unasked", "exchange": "again" if self.exchanged else "now"}[kind]

    # -- doing it --

    def do(self, text: str) -> None:
        if text not in self.may():
            raise ValueError(f"{text}: this may not be done")
        me, (kind, _space, what) = self.turn, text.partition(" ")
        if kind == "play":
            self.play(me, what)
        elif kind == "declare":
            points = worth(what, self.trump)
            self.declared.append((me, what, points))
            self.tell(f"declared {me} {what} {points}")
            self.said = held(self.hands[me])[what]
            self.rest[me] = (what, self.said)
        else:
            if kind == "exchange":
                self.exchange(me)
            if self.asked:
                self.asked, self.turn = False, self.leader

    def exchange(self, me: int) -> None:
        self.hands[me].remove(self.seven)
        self.hands[me].append(self.turned)
        self.known[me].append(self.turned)
        self.tell(f"exchanged {me} seven {self.seven} {self.turned}")
        self.turned, self.exchanged = self.seven, True

    def play(self, me: int, card: str) -> None:
        self.said = []
        self.hands[me].remove(card)
        self.known[me] = [c for c in self.known[me] if c != card]
        self.table.append(card)
        self.tell(f"played {me} {card}")
        self.turn = 3 - me
        if len(self.table) == 2:
            self.finish_trick()

    def finish_trick(self) -> None:
        led, reply = self.table
        taker = 3 - self.leader if beats(reply, led, self.trump) else self.leader
        self.taken.append((taker, self.table))
        self.table = []
        self.tell(f"taken {taker} {led} {reply}")
        for p in (self.leader, 3 - self.leader):
            what, parts = self.rest.pop(p, ("", []))
            shown = [card for card in parts if card in self.hands[p]]
            self.known[p] += [card for card in shown if card not in self.known[p]]
            if what:
                self.tell(f"shown {p} {what} {written(shown)}")
        claims = [(by, what) for by, what, _points in self.declared if what[:7] == "chouine"]
        if claims:
            trumps = [claim for claim in claims if claim[1][-1] == self.trump]
            leads = [claim for claim in claims if claim[0] == self.leader]
            self.winner, what = (trumps or leads or claims)[0]
            self.turn = 0
            self.tell(f"claimed {self.winner} {what}")
        elif self.trick == 16:
            self.count()
        else:
            self.draw(taker)

    def draw(self, taker: int) -> None:
        """The winner first; the turned card comes last, for all to see."""
        for p in (taker, 3 - taker):
            if self.stock:
                card = self.stock.pop(0)
                self.tell(f"drew {p} (1)", p, f"drew {p} {card}")
                self.hands[p].append(card)
            elif self.turned:
                self.tell(f"drew {p} {self.turned}")
                self.hands[p].append(self.turned)
                self.known[p].append(self.turned)
                self.turned = ""
        self.trick, self.leader, self.turn = self.trick + 1, taker, taker
        self.open()

    def count(self) -> None:
        self.turn, self.counted = 0, True
        self.tell("counted")
        first, second = (sum(self.points(p).values()) for p in PLAYERS)
        self.winner = 0 if first == second else 1 if first > second else 2

    def points(self, p: int) -> dict[str, int]:
        won = [card for by, trick in self.taken for card in trick if by == p]
        return {
            "cards": sum(VALUES[card[:-1]] for card in won),
            "declarations": sum(points for by, _what, points in self.declared if by == p),
            "last_trick": 10 if self.taken[-1][0] == p else 0,
        }
