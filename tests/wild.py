"""Rulesets that nobody would write: random ones in which every section and word comes up.

`rulesets()` makes documents as data; nearly all of them load. Numbers are kept small so that a
match ends soon, not so that it makes sense.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from test_random_expressions import Maker

from interpreter.rules.names import Names
from interpreter.rules.types import Type

Data = dict[str, Any]
CARDS, CARD, NUMBER, TRUTH, PLAYER = (
    Type.CARDS,
    Type.CARD,
    Type.NUMBER,
    Type.TRUTH,
    Type.PLAYER,
)
SHIPPED = {
    "french": (("spades", "hearts", "diamonds", "clubs"), ("AKQJ", range(10, 1, -1))),
    "spanish": (("coins", "cups", "batons", "swords"), ("AKCJ", range(9, 1, -1))),
}
ODD_TEXTS = st.sampled_from(
    [
        "plain",
        "été « d’atout »",
        '"""; import os; os.abort(); """',
        "{led} {{}} %s \\n \\x41",
        "__import__('os').abort()",
        "a: b # c [d] {e}",
        "[bold red]not markup[/]",
        "‮right to left‬",
    ]
)


class Wild:
    """Makes one ruleset, section by section."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.known = Names({}, {})
        self.suits: list[str] = []
        self.ranks: list[str] = []
        self.data: Data = {}

    def pick(self, low: int, high: int) -> int:
        """A whole number between bounds."""
        return self.draw(st.integers(low, max(low, high)))

    def chance(self, percent: int) -> bool:
        """Whether something is so."""
        return self.draw(st.integers(0, 99)) < percent

    def one(self, options: list[Any]) -> Any:
        """Any of the options."""
        return self.draw(st.sampled_from(options))

    def expr(self, want: Type, scope: str, depth: int = 2) -> str:
        """An expression for a scope."""
        return Maker(self.draw, self.known, scope).make(want, self.pick(0, depth))

    def text(self) -> Any:
        """A title, in one language or in several."""
        if self.chance(50):
            return self.draw(ODD_TEXTS)
        return {self.one(["fr", "pt", "en", "es"]): self.draw(ODD_TEXTS)}

    def make(self) -> Data:
        """The whole document."""
        self.head()
        self.agreements()
        self.deal()
        self.rounds = 2 if self.chance(25) else 1
        for name in ("seats", "dealer", "trump", "stages", "tricks", "signals", "exchanges"):
            getattr(self, name)()
        self.declarations()
        self.scoring()
        self.match()
        return self.data

    # -- cards and players ---------------------------------------------------------------------

    def head(self) -> None:
        self.players = self.pick(2, 6)
        sides = [n for n in range(2, self.players + 1) if self.players % n == 0]
        self.sides = self.one(sides) if self.chance(40) else self.players
        self.data = {"ruleset": "1", "name": "wild", "title": self.text(), "players": self.players}
        if self.sides != self.players:
            self.data["sides"] = self.sides
        self.data["deck"] = self.deck()
        self.known.ranks.update(dict.fromkeys(self.ranks, 0))
        self.known.suits.update(dict.fromkeys(self.suits, 0))
        self.size = len(self.suits) * len(self.ranks)
        if self.chance(60):
            points = {rank: self.pick(-5, 12) for rank in self.ranks if self.chance(60)}
            self.data["values"] = points or {self.ranks[0]: 1}
        if self.chance(30):
            words = ["deal", "match", "round", "spoiled", "stock", "trick", "trump", "turned"]
            self.data["labels"] = {word: self.text() for word in words if self.chance(50)} or {
                "deal": "x"
            }
        if self.chance(30):
            self.data["nicknames"] = {f"{self.ranks[0]} of {self.suits[-1]}": self.text()}

    def deck(self) -> Data:
        least = -(-(self.players * 2 + 1) // 4)
        if self.chance(60):
            name = self.one([*SHIPPED])
            suits, (court, low) = SHIPPED[name]
            self.suits, every = list(suits), [*court, *map(str, low)]
            count = self.pick(max(least, 3), len(every))
            self.ranks = self.draw(st.permutations(every))[:count]
            return {"use": name, "ranks": self.ranks}
        self.suits = ["suns", "moons", "stars", "été", "_x"][: self.pick(2, 5)]
        count = self.pick(-(-(self.players * 2 + 1) // len(self.suits)), 9)
        names = ["0", "1", "07", "no", "K", "Dame", "ß", "_", "é", "Q", "J", "10", "9"]
        self.ranks = names[: max(count, 2)]
        own = [
            {name: {"code": code, "symbol": self.one(["☼", "x", "♥"]), "title": self.text()}}
            for name, code in zip(self.suits, "SMTEX", strict=False)
        ]
        ranks = [{name: {"title": self.text()}} for name in self.ranks]
        deck = {"deck": 1, "name": "own", "title": self.text(), "suits": own, "ranks": ranks}
        return {"use": deck}

    def agreements(self) -> None:
        if not self.chance(40):
            return
        options = {"strict": ("yes", "no"), "pace": ("slow", "quick", "__import__")}
        chosen = [name for name in options if self.chance(70)] or ["strict"]
        self.data["options"] = {
            name: {"type": "/".join(options[name]), "default": options[name][-1]} for name in chosen
        }
        self.known.options.update({name: options[name] for name in chosen})

    # -- the deal ------------------------------------------------------------------------------

    def deal(self) -> None:
        self.turns_up = self.chance(60)
        self.cards = self.pick(1, min(7, (self.size - self.turns_up) // self.players))
        self.left = self.size - self.turns_up - self.players * self.cards
        self.data["deal"] = {
            "cards": self.cards,
            "packets": self.pick(1, 3),
            "first": self.expr(PLAYER, "seat"),
            "turn_up": "yes" if self.turns_up else "no",
        }
        if self.chance(40):
            self.data["deal"]["cut"] = self.expr(PLAYER, "seat")

    def keys(self, scope: str) -> list[Data]:
        ways = ["most", "least"]
        return [{self.one(ways): self.expr(NUMBER, scope)} for _ in range(self.pick(1, 3))]

    def seats(self) -> None:
        if self.chance(30):
            among = self.one(["deck", self.suits[0], self.ranks[0]])
            few = {"deck": self.size, self.suits[0]: len(self.ranks)}.get(among, len(self.suits))
            self.data["seats"] = {"from": among if few >= self.players else "deck"}
            self.data["seats"]["order"] = self.keys("seating")

    def dealer(self) -> None:
        self.data["dealer"] = {"first": self.keys("lot"), "next": self.expr(PLAYER, "next")}
        if self.rounds > 1 and self.chance(40):
            self.data["dealer"]["redraw"] = self.expr(TRUTH, "seat")

    def trump(self) -> None:
        if self.chance(70):
            simple = [*self.suits, "suit(turned)", "none", f"{self.suits[0]} or {self.ranks[0]}"]
            self.data["trump"] = self.one(simple) if self.chance(70) else self.expr(CARDS, "trump")

    def stages(self) -> None:
        self.draws = self.left + self.turns_up >= self.players and self.chance(40)
        found, left = [], self.left
        for i in range(self.pick(0, 2) if self.chance(40) else 0):
            body: Data = {"when": self.expr(TRUTH, "stage")} if self.chance(50) else {}
            count = self.pick(1, 3)
            take = min(self.pick(1, 3), self.cards, left // count)
            if self.draws or not take or self.chance(50):
                body["ask"] = self.expr(PLAYER, "stage")
            else:
                body["take"] = take
                body["by"] = [self.expr(PLAYER, "stage", 1) for _ in range(count)]
                left -= take * count
            found.append({f"stage{i}": body})
            if "ask" in body:
                self.known.questions[f"stage{i}"] = i
        if found:
            self.data["stages"] = found

    # -- tricks --------------------------------------------------------------------------------

    def tricks(self) -> None:
        order = list(self.draw(st.permutations(self.ranks)))
        if self.chance(30) and len(order) > 2:
            order[:2] = [f"{order[0]} or {order[1]}"]
        if self.chance(30):
            order.insert(0, f"{self.ranks[-1]} of {self.suits[0]}")
        wins = ["trump", "follows(led)", "deck", *([self.expr(CARDS, "wins")] * 2)]
        part: Data = {"ranking": order, "wins": [self.one(wins) for _ in range(self.pick(1, 3))]}
        for name in ("lead", "reply"):
            part[name] = [{f"{name}{i}": self.obligation()} for i in range(self.pick(0, 3))]
        if self.draws:
            each = self.pick(1, max(1, (self.left + self.turns_up) // self.players))
            part["draw"] = {"each": min(each, 3), "first": self.expr(PLAYER, "drawing")}
        self.data["tricks"] = part

    def obligation(self) -> Data:
        body: Data = {"when": self.expr(TRUTH, "choice")} if self.chance(50) else {}
        body["play"] = self.one(
            ["follows(led)", "trump", "beats(best)", self.expr(CARDS, "choice")]
        )
        if self.chance(30):
            body["say"] = self.one(["no {card}", "{led} {best} {trump} {{x}}", "only {allowed}"])
        return body

    def signals(self) -> None:
        if self.chance(30):
            signs = {
                f"sign{i}": {"means": self.expr(TRUTH, "choice")} for i in range(self.pick(1, 3))
            }
            part: Data = {"signs": signs}
            for name in ("when", "truthful"):
                agreed = [n for n, values in self.known.options.items() if values == ("yes", "no")]
                if agreed and self.chance(50):
                    part[name] = self.one([agreed[0], f"not {agreed[0]}"])
            self.data["signals"] = part

    def exchanges(self) -> None:
        if not self.turns_up or not self.chance(50):
            return
        found = {}
        for i in range(self.pick(1, 2)):
            maker = Maker(self.draw, self.known, "choice")
            body: Data = {"give": maker.make(CARD, 2), "take": "turned"}
            if self.chance(60):
                body["when"] = self.expr(TRUTH, "choice")
            if self.chance(50):
                body["ask"] = {"before": "lead", "when": self.expr(TRUTH, "question")}
                if self.chance(50):
                    body["ask"]["say"] = self.text()
            found[f"swap{i}"] = body
        self.data["exchanges"] = found

    def declarations(self) -> None:
        if not self.chance(55):
            return
        found = {}
        for i in range(self.pick(1, 3)):
            ranks = self.draw(st.permutations(self.ranks))[: self.pick(1, 3)]
            each = self.chance(60)
            body: Data = {"cards": " or ".join(ranks)}
            if each:
                body.update(each="s in suits", cards=f"({body['cards']}) of s")
            body["slot"] = "s" if each and self.chance(50) else f"slot{self.pick(0, 1)}"
            if not each and self.chance(50):
                body["number"] = self.pick(1, len(ranks))
            if self.chance(50):
                body["when"] = self.expr(TRUTH, "choice")
            if self.chance(50):
                body["points"] = self.expr(NUMBER, "announcement")
            if each and self.chance(30):
                body["trump"] = self.expr(TRUTH, "announcement")
            if self.chance(25):
                body["wins"] = "deal"
                body["prefer"] = [self.expr(TRUTH, "claim") for _ in range(self.pick(1, 2))]
            if self.chance(50):
                body["show"] = "after trick"
            found[f"made{i}"] = body
        self.data["declarations"] = found

    def scoring(self) -> None:
        part: Data = {}
        if self.chance(80):
            part["points"] = {
                f"term{i}": {"points": self.expr(NUMBER, "score"), "title": self.text()}
                for i in range(self.pick(1, 3))
            }
        part["winner"] = [*self.keys("result"), {"most": "tricks"}][: self.pick(1, 3)]
        if self.chance(40):
            part["worth"] = f"min(3, max(1, {self.expr(NUMBER, 'result')}))"
        self.data["scoring"] = part

    def match(self) -> None:
        if self.rounds > 1 or self.chance(60):
            part: Data = {"wins": self.pick(1, 3)}
            part.update({"rounds": self.rounds} if self.rounds > 1 else {})
        else:
            part = {"deals": self.pick(1, 3)}
        self.data["match"] = {**part, "repeats": self.pick(0, 3)}


@st.composite
def rulesets(draw: st.DrawFn) -> Data:
    """A ruleset as data."""
    return Wild(draw).make()


JUNK = st.one_of(
    st.none(),
    st.text(max_size=6),
    st.integers(-(10**12), 10**12),
    st.sampled_from(["none", "deck", "me", "1 +", "(", "led in", "~", "yes", "s in suits", "if"]),
    st.lists(st.sampled_from(["A", "deck", ""]), max_size=3),
    st.dictionaries(st.sampled_from(["play", "when", "x", ""]), st.just("deck"), max_size=2),
)


@st.composite
def broken(draw: st.DrawFn) -> Data:
    """A ruleset in which some values stand for others, or lack, or are in another place."""
    data = draw(rulesets())
    for _ in range(draw(st.sampled_from([1, 1, 1, 2, 4]))):
        here: Any = data
        while isinstance(here, dict | list) and here:
            keys = list(here) if isinstance(here, dict) else list(range(len(here)))
            key = draw(st.sampled_from(keys))
            inner = here[key]
            if not isinstance(inner, dict | list) or not inner or draw(st.integers(0, 3)) == 0:
                change = draw(st.integers(0, 2))
                if change == 0:
                    del here[key]
                elif change == 1 or isinstance(here, list):
                    here[key] = draw(JUNK)
                else:
                    here[draw(st.text(max_size=5)) or "x"] = inner
                break
            here = inner
    return data
