"""Runs the conformance set against a program: `python conformance/example/check.py`.

In: the files in `cases` and `matches`, and a table at which the game can be played; here that of
chouine.py beside this file. Out: a line for each expectation that does not hold; the exit code is 1
if there is one. To check another program, write another Table.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from chouine import PLAYERS, Deal, first_dealer, written

Data = dict[str, Any]
HERE = Path(__file__).resolve().parent.parent
CARDS = {"legal", "holds", "lacks", "turned", "hand", "known", "won", "last_won", "not"}
"""keys whose values are cards in any order"""


class Game(Protocol):
    """What a program must be able to do to be checked."""

    def place(self, given: Data) -> None:
        """Set up the position of a case."""

    def deal(self, step: Data) -> None:
        """Begin the next deal of a match; `dealer` and `pack` are in the step."""

    def may(self) -> list[str]:
        """All that the player to act may do."""

    def do(self, text: str) -> None:
        """The player to act does this."""

    def why_not(self, text: str) -> str:
        """By which rule an action is refused; empty if that is not known."""

    def facts(self) -> Data:
        """What has come, by the keys of `expect`."""

    def sees(self, player: int) -> Data:
        """What a player sees, by the keys of `sees`."""


class Table:
    """A match of Chouine: its deals, and how it stands."""

    def __init__(self, head: Data) -> None:
        self.wins, self.repeats, self.closed = dict.fromkeys(PLAYERS, 0), 0, False
        self.dealer = first_dealer(head["drawn"]) if "drawn" in head else 0

    def place(self, given: Data) -> None:
        self.wins = {p: given["wins"][str(p)] for p in PLAYERS}
        self.repeats = given["repeats"]
        if "drawn" in given:
            self.dealer = first_dealer(given["drawn"])
        self.dealer = given.get("dealer", self.dealer)
        if "pack" in given:
            self.deal({"dealer": self.dealer, "pack": given["pack"]})
        else:
            self.now = Deal(given)
            self.now.open()

    def deal(self, step: Data) -> None:
        if step["dealer"] != self.dealer:
            raise ValueError(f"player {self.dealer} deals")
        self.now, self.closed = Deal.dealt(step["pack"].split(), self.dealer), False

    def may(self) -> list[str]:
        return self.now.may()

    def why_not(self, text: str) -> str:
        return self.now.why_not(text)

    def do(self, text: str) -> None:
        self.now.do(text)
        if not self.now.turn:
            self.close()

    def close(self) -> None:
        """A deal that somebody won counts one, and the other player deals next."""
        winner, self.closed = self.now.winner, True
        if winner:
            self.wins[winner] += 1
            self.dealer = 3 - self.dealer
        else:
            self.repeats += 1
        self.now.tell(f"closed {winner or ''}".strip())

    def facts(self) -> Data:
        now, made = self.now, self.declared()
        match: Data = {"wins": {str(p): n for p, n in self.wins.items()}}
        match["over"] = 3 in self.wins.values() or self.repeats > 100
        match["winner"] = next((p for p, n in self.wins.items() if n == 3), "nobody")
        data = {
            "turn": now.turn or "nobody",
            "dealer": now.dealer,
            "leader": now.leader,
            "turned": now.turned,
            "trump": now.trump,
            "stock": len(now.stock) + bool(now.turned),
            "holds": by_player(now.hands),
            "declared": made,
            "match": match,
        }
        if now.taken:
            data["trick"] = now.taken[-1][0]
        if self.closed:
            data["winner"] = now.winner or "nobody"
            data["next_dealer"] = self.dealer
        if now.counted:
            data["points"] = {str(p): now.points(p) for p in PLAYERS}
        return data

    def declared(self, hidden: int = 0) -> Data:
        """Points of what was declared; without the last one, if its card is still to be played."""
        made = self.now.declared[:-1] if self.now.said and hidden else self.now.declared
        return {str(p): sum(points for by, _what, points in made if by == p) for p in PLAYERS}

    def sees(self, player: int) -> Data:
        now, last = self.now, dict(self.now.taken)
        told = [secret if to == player else text for text, to, secret in now.events]
        other = player != now.turn
        return {
            "hand": written(now.hands[player]),
            "hands": {str(p): len(now.hands[p]) for p in PLAYERS},
            "known": by_player(now.known),
            "won": written([c for by, cards in now.taken for c in cards if by == player]),
            "last_won": by_player({p: last.get(p, []) for p in PLAYERS}),
            "table": " ".join(now.table),
            **{key: self.facts()[key] for key in ("turned", "trump", "stock")},
            "declared": self.declared(other),
            "told": told[:-1] if now.said and other else told,
        }


def by_player(cards: dict[int, list[str]]) -> Data:
    return {str(p): written(some) for p, some in cards.items()}


# -- comparing ------------------------------------------------------------------------------------


def differences(game: Game, expect: Data) -> Iterator[str]:
    """What is expected and did not come."""
    may, facts = game.may(), game.facts()
    facts["legal"] = " ".join(t.split()[1] for t in may if t.startswith(("play ", "discard ")))
    facts["calls"] = [text for text in may if not text.startswith(("play ", "discard "))]
    for key, wanted in expect.items():
        if key in ("offered", "not_offered"):
            for text in wanted:
                if (text in may) != (key == "offered"):
                    yield f"{key}: {text}"
        elif key == "refused":
            for text, rule in wanted.items():
                came = "" if text in may else game.why_not(text) or rule
                yield from differs(f"refused: {text}", rule, came)
        elif key == "lacks":
            for player, cards in wanted.items():
                if set(cards.split()) & set(facts["holds"][player].split()):
                    yield f"lacks: {player}: {cards}"
        elif key == "sees":
            for player, seen in wanted.items():
                yield from unseen(game.sees(int(player)), seen, f"sees: {player}")
        else:
            yield from differs(key, wanted, facts.get(key))


def differs(where: str, wanted: Any, came: Any) -> Iterator[str]:
    """A value against another; of a map only what is expected, of cards the set."""
    key = where.split(": ")[0 if where[:4] != "sees" else 2]
    if isinstance(wanted, dict):
        for inner, value in wanted.items():
            yield from differs(f"{where}: {inner}", value, (came or {}).get(inner))
    elif key == "holds" and isinstance(came, str):
        if not set(wanted.split()) <= set(came.split()):
            yield f"{where}: {wanted}; came {came}"
    elif key in CARDS and isinstance(came, str):
        if set(wanted.split()) != set(came.split()):
            yield f"{where}: {wanted}; came {came}"
    elif (sorted(wanted) != sorted(came or [])) if key == "calls" else wanted != came:
        yield f"{where}: {wanted}; came {came}"


def unseen(view: Data, expect: Data, where: str) -> Iterator[str]:
    """What a player is expected to see, or not to see."""
    for key, wanted in expect.items():
        if key == "told":
            left = iter(view["told"])
            for text in wanted:
                if not any(f"{event} ".startswith(f"{text} ") for event in left):
                    yield f"{where}: told: {text}; came {view['told']}"
        elif key == "untold":
            for text in wanted:
                if any(f"{event} ".startswith(f"{text} ") for event in view["told"]):
                    yield f"{where}: untold: {text}"
        elif key == "not":
            shown = json.dumps({k: v for k, v in view.items() if k != "trump"})
            seen = set(shown.replace('"', " ").replace(",", " ").split()) & set(wanted.split())
            if seen:
                yield f"{where}: not: {seen}"
        else:
            yield from differs(f"{where}: {key}", wanted, view.get(key))


# -- running --------------------------------------------------------------------------------------


def check_case(game: Game, case: Data) -> Iterator[str]:
    """A case: set up, played, compared."""
    try:
        game.place(case["given"])
        for text in case["play"]:
            game.do(text)
    except Exception as error:
        yield f"{type(error).__name__}: {error}"
    else:
        yield from differences(game, case["expect"])


def check_match(game: Game, match: Data) -> Iterator[str]:
    """A match, compared after every step."""
    for number, step in enumerate(match["steps"], 1):
        try:
            if "deal" in step:
                game.deal(step)
            else:
                game.do(step["do"])
        except Exception as error:
            yield f"step {number}: {type(error).__name__}: {error}"
            return
        for problem in differences(game, step["expect"]):
            yield f"step {number}: {problem}"


def entries(name: str) -> Iterator[tuple[str, Data]]:
    """The cases and matches of a ruleset: a title for each; its options in full."""
    for folder in ("cases", "matches"):
        file = json.loads((HERE / folder / f"{name}.json").read_text(encoding="utf-8"))
        for entry in file[folder]:
            words = [entry.get(key) for key in ("case", "match", "row", "filling")]
            title = " ".join([folder, *(str(word) for word in words if word)])
            yield title, {**entry, "options": {**file["options"], **entry.get("options", {})}}


def check(entry: Data, table: Callable[[Data], Game]) -> Iterator[str]:
    """A case or a match, at a table that is made for it."""
    run = check_match if "match" in entry else check_case
    return run(table(entry), entry)


def main() -> int:
    """Check Chouine; the exit code."""
    found = wrong = 0
    for title, entry in entries("chouine"):
        found += 1
        for problem in check(entry, Table):
            wrong += 1
            print(f"{title}: {problem}")
    print(f"{found} cases and matches, {wrong} differences")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
