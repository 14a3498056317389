"""Aluette a second time: from its rules in words, slow, simple, and apart from the engine.

In: packs, who deals, what the players do. Out: everything that they may do in every state, who
takes each trick, who wins each deal and the match, how lots are read. Cards are codes such as "3D",
a seat is 0 to 3 clockwise, its side is 0 for seats 0 and 2. Nothing here is imported from the
program, and nothing is shared with it but the text of actions.
"""

from __future__ import annotations

from collections.abc import Callable

Settings = dict[str, str]
Hand = list[str]

PACK = [rank + suit for suit in "DCBE" for rank in "A23456789JCK"]

DOWNWARDS = [
    ["3D"],
    ["3C"],
    ["2D"],
    ["2C"],
    ["9C"],
    ["9D"],
    ["2B"],
    ["2E"],
    ["AD", "AC", "AB", "AE"],
    ["KD", "KC", "KB", "KE"],
    ["CD", "CC", "CB", "CE"],
    ["JD", "JC", "JB", "JE"],
    ["9B", "9E"],
    ["8D", "8C", "8B", "8E"],
    ["7D", "7C", "7B", "7E"],
    ["6D", "6C", "6B", "6E"],
    ["5D", "5C", "5B", "5E"],
    ["4D", "4C", "4B", "4E"],
    ["3B", "3E"],
]
"""«Da mais alta para a mais baixa»: cards in one row are equal"""

MONSIEUR, MADAME, BORGNE, VACHE = LUETTES = ["3D", "3C", "2D", "2C"]
NAMED = [*LUETTES, "9C", "9D", "2B", "2E"]
ACES = ["AD", "AC", "AB", "AE"]

SIGNS: dict[str, Callable[[Hand], bool]] = {
    "eyes_up": lambda hand: MONSIEUR in hand,
    "head_aside": lambda hand: MADAME in hand,
    "wink": lambda hand: BORGNE in hand,
    "pout": lambda hand: VACHE in hand,
    "thumb": lambda hand: "9C" in hand,
    "little_finger": lambda hand: "9D" in hand,
    "two_fingers": lambda hand: "2B" in hand,
    "ring_finger": lambda hand: "2E" in hand,
    "open_mouth": lambda hand: any(card in ACES for card in hand),
    "shrug": lambda hand: not any(card in NAMED or card in ACES for card in hand),
}
"""The signs and what each says of the hand."""


def left(seat: int) -> int:
    """The next player clockwise."""
    return (seat + 1) % 4


# -- what decides ---------------------------------------------------------------------------------


def row(card: str) -> int:
    """How far down the order a card stands."""
    return next(i for i, cards in enumerate(DOWNWARDS) if card in cards)


def beats(card: str, other: str) -> bool:
    return row(card) < row(other)


def taker(trick: list[tuple[int, str]]) -> int | None:
    """«Uma carta isoladamente mais alta ganha. Se duas ou mais empatarem no topo, a vaza fica
    estragada e não pertence a ninguém.»"""
    top = min(row(card) for _seat, card in trick)
    players = [seat for seat, card in trick if row(card) == top]
    return players[0] if len(players) == 1 else None


def best(takers: list[int | None]) -> int | None:
    """«Quem tem mais vazas. Em caso de igualdade, quem atingiu primeiro esse total final.»"""
    most = max(takers.count(seat) for seat in range(4))
    if most == 0:
        return None
    so_far = [0, 0, 0, 0]
    for seat in takers:
        if seat is not None:
            so_far[seat] += 1
            if so_far[seat] == most:
                return seat
    raise AssertionError("somebody reaches the most")


def is_mordienne(takers: list[int | None], seat: int) -> bool:
    """«Uma série final de vazas consecutivas, sem vitórias anteriores»"""
    first = takers.index(seat)
    return all(who == seat for who in takers[first:])


def worth(takers: list[int | None], seat: int, settings: Settings) -> int:
    """The points of a deal that this player has won."""
    return 2 if settings.get("mordienne") == "yes" and is_mordienne(takers, seat) else 1


# -- lots -----------------------------------------------------------------------------------------


def seats_by_strength(drawn: list[str]) -> list[int] | None:
    """Player p drew the card p; the player in each seat, or None if all must draw again."""
    if len({row(card) for card in drawn}) < 4:
        return None
    first, second, third, fourth = sorted(range(4), key=lambda player: row(drawn[player]))
    return [first, third, second, fourth]


def dealer_by_strength(drawn: list[str]) -> int | None:
    """Seat p drew the card p; who deals first, or None if all must draw again."""
    return taker(list(enumerate(drawn)))


def traditional(cards: list[str]) -> tuple[list[int], list[str]]:
    """Cards turned up one by one, player 0 first, a player who has a luette getting no more. The
    player in each seat, and the luette of every player. All these cards are needed, no more."""
    luettes = ["", "", "", ""]
    player = 0
    for number, card in enumerate(cards):
        while luettes[player]:
            player = left(player)
        if card in LUETTES:
            luettes[player] = card
        player = left(player)
        if all(luettes):
            assert number == len(cards) - 1, "cards were turned up after the last luette"
            break
    places = [luettes.index(card) for card in (MONSIEUR, BORGNE, MADAME, VACHE)]
    return places, luettes


MADAMES_SEAT = 2
"""Opposite monsieur; traditionally madame's holder deals first."""


# -- a deal ---------------------------------------------------------------------------------------


class Deal:
    """One deal. `turn` is who acts; `may()` is what that player may do; `do` does it."""

    def __init__(self, pack: list[str], dealer: int, settings: Settings) -> None:
        assert sorted(pack) == sorted(PACK)
        self.dealer, self.settings = dealer, settings
        self.hands: list[Hand] = [[], [], [], []]
        cards = list(pack)
        for _packet in range(3):
            for step in (1, 2, 3, 4):
                for _card in range(3):
                    self.hands[(dealer + step) % 4].append(cards.pop(0))
        self.unused = cards
        assert len(self.unused) == 12
        self.answers: list[str] = []
        self.discards: list[Hand] = [[], [], [], []]
        self.given: list[tuple[int, str]] = []
        self.table: list[tuple[int, str]] = []
        self.takers: list[int | None] = []
        self.leader = self.turn = left(dealer)
        self.asking = self.is_on("chanter")
        self.discarding = False

    def is_on(self, option: str) -> bool:
        return self.settings.get(option) == "yes"

    @property
    def over(self) -> bool:
        return len(self.takers) == 9

    def may(self) -> set[str]:
        """The actions of the player to act, as texts."""
        if self.over:
            return set()
        me = self.turn
        if self.asking:
            return {"yes", "no"}
        if self.discarding:
            return {f"discard {card}" for card in self.hands[me]}
        plays = {f"play {card}" for card in self.hands[me]}
        return plays | {f"signal {name}" for name in SIGNS if self.may_signal(me, name)}

    def may_signal(self, me: int, name: str) -> bool:
        """Once in a deal, and only a true one unless false ones are allowed."""
        if not self.is_on("signals") or (me, name) in self.given:
            return False
        return self.settings.get("signals_truthful") == "no" or SIGNS[name](self.hands[me])

    def do(self, text: str) -> None:
        assert text in self.may(), text
        kind, *words = text.split()
        if kind in ("yes", "no"):
            self.answer(kind)
        elif kind == "discard":
            self.discard(words[0])
        elif kind == "signal":
            self.given.append((self.turn, words[0]))
        else:
            self.play(words[0])

    def answer(self, text: str) -> None:
        """«Se todos aceitarem»: asked in turn from the dealer's left, the first no ends it."""
        self.answers.append(text)
        self.turn = left(self.turn)
        if text == "no":
            self.asking = False
            self.turn = self.leader
        elif len(self.answers) == 4:
            self.asking = False
            self.discarding = True
            self.turn = left(self.dealer)
            for _card in range(6):
                self.hands[left(self.dealer)].append(self.unused.pop(0))
                self.hands[self.dealer].append(self.unused.pop(0))

    def discard(self, card: str) -> None:
        """«Recebem seis cartas adicionais e depois descartam seis»: first the dealer's left."""
        me = self.turn
        self.hands[me].remove(card)
        self.discards[me].append(card)
        if len(self.discards[me]) == 6 and me == self.dealer:
            self.discarding = False
            self.turn = self.leader
        elif len(self.discards[me]) == 6:
            self.turn = self.dealer

    def play(self, card: str) -> None:
        me = self.turn
        self.hands[me].remove(card)
        self.table.append((me, card))
        self.turn = left(me)
        if len(self.table) == 4:
            self.takers.append(taker(self.table))
            self.table = []
            if self.takers[-1] is not None:
                self.leader = self.takers[-1]
            self.turn = self.leader


# -- a match --------------------------------------------------------------------------------------


class Match:
    """Deals one after the other. `points` and `winner` are of sides; `deal` is the present one."""

    def __init__(self, dealer: int, pack: list[str], settings: Settings) -> None:
        self.settings = settings
        self.points = [0, 0]
        self.scored = self.void = 0
        self.over = False
        self.winner: int | None = None
        self.deal = Deal(pack, dealer, settings)

    def do(self, text: str) -> None:
        self.deal.do(text)
        if self.deal.over:
            self.score()

    def score(self) -> None:
        """«Ganha um ponto para o seu par.» Nine spoiled tricks score nothing."""
        seat = best(self.deal.takers)
        if seat is None:
            self.void += 1
            self.over = self.void > 100  # decided here, so that every match ends
        else:
            self.scored += 1
            self.points[seat % 2] += worth(self.deal.takers, seat, self.settings)
        if self.scored >= 5 and self.points[0] != self.points[1]:
            self.over = True
            self.winner = 0 if self.points[0] > self.points[1] else 1
        elif self.scored == 5 + 100:  # the same
            self.over = True

    def next_dealer(self) -> int:
        """«A distribuição seguinte passa para a esquerda»; a void one stays."""
        void = best(self.deal.takers) is None
        return self.deal.dealer if void else left(self.deal.dealer)

    def deal_again(self, pack: list[str]) -> None:
        self.deal = Deal(pack, self.next_dealer(), self.settings)
