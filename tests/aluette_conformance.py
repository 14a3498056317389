"""Aluette in words (aluette_words.py) at a table of the conformance set.

In: positions, packs and actions as they stand in conformance/. Out: facts and what players see, by
the keys of that set. Players count from 1 there and from 0 in the words. Nothing here is imported
from the program.
"""

from __future__ import annotations

from typing import Any

import aluette_words as words
from aluette_words import PACK, row

Data = dict[str, Any]


def by_player(values: list[Any]) -> Data:
    return {str(seat + 1): value for seat, value in enumerate(values)}


def written(cards: list[str]) -> str:
    """By suit, the strongest first."""
    return " ".join(sorted(cards, key=lambda card: ("DCBE".index(card[-1]), row(card))))


class Table:
    """A match. events: what all are told, whose secret there is, and that secret."""

    def __init__(self, head: Data) -> None:
        self.settings: words.Settings = head["options"]
        self.seats, self.dealer, self.begun = [0, 1, 2, 3], -1, False
        self.events: list[tuple[str, int, str]] = []
        self.draw(head)

    def draw(self, given: Data) -> None:
        """Lots for seats and first deal, as far as they are there."""
        cards: list[str] = []
        for text in given.get("seating", []):
            cards = text.split()
            if self.settings["teams"] == "traditional":
                self.seats, _luettes = words.traditional(cards)
                self.dealer = words.MADAMES_SEAT
            else:
                self.seats = words.seats_by_strength(cards) or self.seats
        for text in given.get("drawn", []):
            dealer = words.dealer_by_strength(text.split())
            if dealer is not None:
                self.dealer = dealer
                break

    def place(self, given: Data) -> None:
        self.draw(given)
        self.dealer = given.get("dealer", self.dealer + 1) - 1
        self.match = words.Match(self.dealer, given.get("pack", " ".join(PACK)).split(), {})
        self.match.settings = self.match.deal.settings = self.settings
        self.match.points = [given["wins"]["1"], given["wins"]["2"]]
        self.match.scored, self.match.void = given["deals"], given["repeats"]
        self.begin()
        if "pack" in given:
            return
        deal = self.match.deal
        deal.hands = [given["hands"][str(player)].split() for player in (1, 2, 3, 4)]
        deal.leader = given["leader"] - 1
        cards = given.get("table", "").split()
        deal.table = [((deal.leader + i) % 4, card) for i, card in enumerate(cards)]
        deal.turn = (deal.leader + len(cards)) % 4
        deal.takers = [None if by == "spoiled" else by - 1 for by, _cards in given["tricks"]]
        deal.asking = False
        self.events = []

    def begin(self) -> None:
        """A deal begins; who is asked before the first trick is asked."""
        self.begun, self.ended = True, False
        deal = self.match.deal
        deal.asking = self.settings["chanter"] == "yes"
        cutter = (self.dealer + 3) % 4
        self.events = [
            (f"deals {self.dealer + 1}", 0, ""),
            (f"cut {cutter + 1}", 0, ""),
        ]

    def deal(self, step: Data) -> None:
        if step["dealer"] != self.dealer + 1:
            raise ValueError("somebody else deals")
        if self.begun:
            self.match.deal_again(step["pack"].split())
        else:
            self.match = words.Match(self.dealer, step["pack"].split(), self.settings)
        self.begin()

    def may(self) -> list[str]:
        return sorted(self.match.deal.may())

    def why_not(self, text: str) -> str:
        return ""

    def do(self, text: str) -> None:
        if text not in self.may():
            raise ValueError(f"{text}: this may not be done")
        deal = self.match.deal
        me, (kind, _space, what) = deal.turn + 1, text.partition(" ")
        tricks, unused = len(deal.takers), deal.unused[:12]
        self.match.do(text)
        told = {"yes": "agreed", "no": "refused", "signal": "signalled", "play": "played"}
        if kind == "discard":
            self.events.append((f"discarded {me} (1)", me, f"discarded {me} {what}"))
        else:
            self.events.append((f"{told[kind]} {me} {what or 'song'}", 0, ""))
        if kind == "yes" and deal.discarding:
            for first, player in enumerate((words.left(self.dealer) + 1, self.dealer + 1)):
                secret = f"took {player} exchange {written(unused[first::2])}"
                self.events.append((f"took {player} exchange (6)", player, secret))
        if len(deal.takers) > tricks:
            taker = deal.takers[-1]
            ended = f"spoiled {deal.leader + 1}" if taker is None else f"taken {taker + 1}"
            self.events.append((ended, 0, ""))
        if deal.over:
            self.close()

    def close(self) -> None:
        self.dealer, self.ended = self.match.next_dealer(), True
        winner = words.best(self.match.deal.takers)
        self.events.append(("closed" if winner is None else f"closed {winner + 1}", 0, ""))

    def facts(self) -> Data:
        match, deal = self.match, self.match.deal
        stands: Data = {"wins": by_player(match.points), "over": match.over}
        stands["winner"] = "nobody" if match.winner is None else match.winner + 1
        facts: Data = {
            "turn": "nobody" if self.ended else deal.turn + 1,
            "dealer": deal.dealer + 1,
            "leader": deal.leader + 1,
            "seats": " ".join(str(player + 1) for player in self.seats),
            "holds": by_player([" ".join(hand) for hand in deal.hands]),
            **{"turned": "", "trump": "", "stock": 0, "match": stands},
        }
        if deal.takers:
            facts["trick"] = "spoiled" if deal.takers[-1] is None else deal.takers[-1] + 1
        if self.ended:
            winner = words.best(deal.takers)
            facts["winner"] = "nobody" if winner is None else winner + 1
            facts["next_dealer"] = self.dealer + 1
            facts["points"] = by_player([{}, {}, {}, {}])
        return facts

    def sees(self, player: int) -> Data:
        hands = self.match.deal.hands
        return {
            "hand": " ".join(hands[player - 1]),
            "hands": by_player([len(hand) for hand in hands]),
            "known": by_player(["", "", "", ""]),
            "told": [secret if to == player else text for text, to, secret in self.events],
        }
