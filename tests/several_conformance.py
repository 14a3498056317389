"""Chouine for three and four and of Mondoubleau in words (variants/table_talk.py) at a table of the
conformance set.

In: positions, packs and actions as they stand in conformance/. Out: facts by the keys of that set;
nothing of what players see, since the words have no views. Players count from 1 there and from 0 in
the words. Nothing here is imported from the program.
"""

from __future__ import annotations

from typing import Any

from variants.table_talk import UPWARDS, VALUE, Deal, rank

Data = dict[str, Any]
PACK = [value + letter for letter in "SHDC" for value in UPWARDS]
WINS = 3


class Table:
    """A match, in which everybody plays alone."""

    def __init__(self, head: Data, players: int, mondoubleau: bool) -> None:
        self.players, self.mondoubleau = players, mondoubleau
        self.wins, self.repeats, self.dealer, self.ended = [0] * players, 0, -1, False
        self.taker = -1
        self.draw(head)

    def draw(self, given: Data) -> None:
        """The lowest card deals first; equal lowest ones draw again."""
        for text in given.get("drawn", []):
            heights = [UPWARDS.index(rank(card)) for card in text.split()]
            if heights.count(min(heights)) == 1:
                self.dealer = heights.index(min(heights))
                break

    def deal(self, step: Data) -> None:
        if step["dealer"] != self.dealer + 1:
            raise ValueError("somebody else deals")
        self.now = Deal(step["pack"].split(), self.dealer, self.players, self.mondoubleau)
        self.dealing = self.dealer
        self.ended = False

    def place(self, given: Data) -> None:
        self.draw(given)
        self.wins, self.repeats = list(given["wins"].values()), given["repeats"]
        self.dealer = given.get("dealer", self.dealer + 1) - 1
        pack = given.get("pack", " ".join(PACK))
        self.deal({"dealer": self.dealer + 1, "pack": pack})
        if "pack" not in given:
            self.under_way(given)

    def under_way(self, given: Data) -> None:
        now = self.now
        now.hands = [given["hands"][str(p + 1)].split() for p in range(self.players)]
        now.turned, now.trump = given.get("turned", ""), given["trump"]
        now.seven_was_turned = now.turned == f"7{now.trump}"
        now.face_down = given["stock"].split()
        now.trick, now.leader = given["trick"], given["leader"] - 1
        cards = given.get("table", "").split()
        now.table = list(zip(now.order(now.leader), cards, strict=False))
        now.turn = (now.leader + len(cards)) % self.players
        for by, text in given["tricks"]:
            now.won[by - 1] += text.split()
        for made in given.get("declared", []):
            name, _space, letter = made["what"].partition(" ")
            now.made.append((made["by"] - 1, name, letter, made["points"]))
            now.used.add((made["by"] - 1, letter or name))
        gone = any(f"7{now.trump}" in won for won in now.won)
        if now.turned and now.last_drawing and not (now.seven_was_turned or gone or cards):
            now.to_ask = now.order(now.leader)[1:]
            now.next_to_ask()

    def may(self) -> list[str]:
        return sorted(self.now.may())

    def why_not(self, text: str) -> str:
        return ""

    def do(self, text: str) -> None:
        if text not in self.may():
            raise ValueError(f"{text}: this may not be done")
        before = [len(won) for won in self.now.won]
        self.now.do(text)
        after = [len(won) for won in self.now.won]
        if after != before:
            self.taker = next(p for p in range(self.players) if after[p] != before[p])
        if self.now.over:
            self.close()

    def close(self) -> None:
        self.ended = True
        if self.now.winner is None:
            self.repeats += 1
        else:
            self.wins[self.now.winner] += 1
            self.dealer = (self.dealer + 1) % self.players

    def points(self, p: int) -> Data:
        cards = sum(VALUE[rank(card)] for card in self.now.won[p])
        declared = sum(n for who, _name, _letter, n in self.now.made if who == p)
        last = self.now.totals[p] - cards - declared
        return {"cards": cards, "declarations": declared, "last_trick": last}

    def facts(self) -> Data:
        now, seats = self.now, range(self.players)
        winner = next((p + 1 for p in seats if self.wins[p] == WINS), "nobody")
        over = winner != "nobody" or self.repeats > 100
        wins = {str(p + 1): self.wins[p] for p in seats}
        made = [sum(n for who, _name, _letter, n in now.made if who == p) for p in seats]
        facts: Data = {
            "turn": "nobody" if self.ended else now.turn + 1,
            "dealer": self.dealing + 1,
            "leader": now.leader + 1,
            "holds": {str(p + 1): " ".join(now.hands[p]) for p in seats},
            "turned": now.turned,
            "trump": now.trump,
            "stock": now.left,
            "declared": {str(p + 1): made[p] for p in seats},
            "match": {"wins": wins, "over": over, "winner": winner},
        }
        if self.taker >= 0:
            facts["trick"] = self.taker + 1
        if self.ended:
            facts["winner"] = "nobody" if now.winner is None else now.winner + 1
            facts["next_dealer"] = self.dealer + 1
        if now.counted:
            facts["points"] = {str(p + 1): self.points(p) for p in seats}
        return facts

    def sees(self, player: int) -> Data:
        raise NotImplementedError("the words have no views")
