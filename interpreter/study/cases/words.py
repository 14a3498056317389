"""What people write in a case - cards, players, numbers, actions - as numbers and checked texts.

In: nodes of a file of cases, the ruleset that they are about. Out: masks, seats, texts of actions;
a problem with its place for each that means nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...machine.compile import call_names
from ...rules.ruleset import Ruleset
from ...table.action import all_actions
from ...text.document import Mapping, Node, Scalar, Sequence
from ...text.messages import _
from ...text.misfits import either
from ...text.problem import Problems, did_you_mean
from ...text.source import Span

MAX_NUMBER = 9


class Words:
    """The words that a case of one ruleset can use."""

    def __init__(self, r: Ruleset, problems: Problems) -> None:
        self.ruleset, self.problems = r, problems
        deck = r.deck
        everything = (1 << deck.size) - 1
        self.sets = {**r.sets, **deck.suit_masks, **deck.rank_masks}
        self.sets.update({"deck": everything, "none": 0})
        self.codes = deck.numbers
        takes = any(stage.take for stage in r.stages)
        self.actions = {str(a) for a in all_actions(deck.codes, call_names(r), takes)}

    # -- cards ---------------------------------------------------------------------------------

    def cards(self, node: Node | None) -> int:
        """A set of cards: codes, ranks, suits and sets with a name."""
        mask = 0
        for word, span in self.pieces(node):
            if word in self.codes:
                mask |= 1 << self.codes[word]
            elif word in self.sets:
                mask |= self.sets[word]
            else:
                self._unknown_card(word, span, [*self.codes, *self.sets])
        return mask

    def row(self, node: Node | None) -> tuple[int, ...]:
        """Cards one after the other, each by its code or a name that is one card."""
        found: list[int] = []
        for word, span in self.pieces(node):
            mask = 1 << self.codes[word] if word in self.codes else self.sets.get(word, 0)
            if word == "none":
                continue
            if mask.bit_count() != 1:
                self._unknown_card(word, span, self.codes)
            elif mask.bit_length() - 1 in found:
                text = _("the card {card} is here a second time").format(card=word)
                self.problems.add("card-twice", text, span)
            else:
                found.append(mask.bit_length() - 1)
        return tuple(found)

    def _unknown_card(self, word: str, span: Span, known: list[str] | dict[str, int]) -> None:
        text = _("`{word}` is no card of this game").format(word=word)
        deck = self.ruleset.deck
        hint = did_you_mean(word, known)
        hint = hint or _("write codes such as {code}").format(code=deck.codes[0])
        self.problems.add("unknown-card", text, span, hint)

    def pieces(self, node: Node | None) -> Iterator[tuple[str, Span]]:
        """The words of a text or of a list of texts, with their places."""
        if isinstance(node, Sequence):
            for item in node.items:
                yield from self.pieces(item)
        elif isinstance(node, Scalar):
            start = 0
            for word in node.text.replace(",", " ").split():
                start = node.text.index(word, start)
                yield word, node.part(start, start + len(word))
                start += len(word)

    # -- players and numbers -------------------------------------------------------------------

    def seat(self, node: Node | None, others: dict[str, int] | None = None) -> int:
        """A player by number, from 1, or one of some other words; the seat from 0."""
        assert isinstance(node, Scalar)
        players = self.ruleset.players
        if others and node.text in others:
            return others[node.text]
        if node.text.isdecimal() and 1 <= int(node.text[:MAX_NUMBER]) <= players:
            return int(node.text) - 1
        text = _("`{word}` is no player of this game").format(word=node.text[:40])
        hint = _("players have the numbers 1 to {n}").format(n=players)
        if others:
            hint += _(", or write {words}").format(words=", ".join(f"`{w}`" for w in others))
        self.problems.add("unknown-player", text, node.part(0, len(node.text)), hint)
        return 0

    def number(self, node: Node | None) -> int:
        """A whole number."""
        assert isinstance(node, Scalar)
        digits = node.text.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and len(digits) <= MAX_NUMBER:
            return int(node.text)
        text = _("a whole number is wanted here, not {given}").format(given=f"`{node.text[:40]}`")
        self.problems.add("wrong-kind", text, node.part(0, len(node.text)))
        return 0

    def truth(self, node: Node | None) -> bool:
        """yes or no."""
        assert isinstance(node, Scalar)
        if node.text not in ("yes", "no"):
            text = _("{value} cannot stand here").format(value=f"`{node.text[:40]}`")
            hint = _("write {choices}").format(choices=either(["`yes`", "`no`"]))
            self.problems.add("wrong-value", text, node.part(0, len(node.text)), hint)
        return node.text == "yes"

    def by_seat(self, node: Node | None) -> list[tuple[int, Node, Span]]:
        """The entries of a map whose keys are players, with the places of the keys."""
        if not isinstance(node, Mapping):
            return []
        return [(self.seat(key), value, key.span) for key, value in node.entries]

    def sides(self, node: Node | None, start: int | None) -> tuple[int | None, ...]:
        """A number for each side, said of one of its players; `start` where nothing is said."""
        sides = self.ruleset.sides
        found: list[int | None] = [start] * sides
        said: set[int] = set()
        for seat, value, span in self.by_seat(node):
            number, side = self.number(value), seat % sides
            if side in said and number != found[side]:
                text = _("partners have the same number here")
                self.problems.add("contradiction", text, span)
            said.add(side)
            found[side] = number
        return tuple(found)

    # -- actions -------------------------------------------------------------------------------

    def texts(self, node: Node | None) -> list[tuple[str, Span]]:
        """The texts of a list, or of one text in which commas stand between them."""
        if isinstance(node, Sequence):
            return [found for item in node.items for found in self.texts(item)]
        if not isinstance(node, Scalar):
            return []
        found, start = [], 0
        for part in node.text.split(","):
            word = part.strip()
            if word:
                at = node.text.index(word, start)
                found.append((" ".join(word.split()), node.part(at, at + len(word))))
            start += len(part) + 1
        return found

    def action(self, text: str, span: Span, known: bool = True) -> str:
        """The whole text of an action; a card by itself is played."""
        whole = f"play {text}" if f"play {text}" in self.actions else text
        if known and whole not in self.actions:
            message = _("this game has no action `{text}`").format(text=text[:60])
            names = [*self.actions, *self.codes]
            self.problems.add("unknown-action", message, span, did_you_mean(text, names))
        return whole

    def of(self, node: Node | None) -> list[str]:
        """Actions that the game knows."""
        return [self.action(text, span) for text, span in self.texts(node)]

    def one_of(self, node: Node | None, names: list[str], message: str, kind: str) -> str:
        """A word out of some; the message has a place for it."""
        assert isinstance(node, Scalar)
        if node.text not in names:
            hint = did_you_mean(node.text, names)
            hint = hint or _("there are: {names}").format(names=", ".join(names))
            span = node.part(0, len(node.text))
            self.problems.add(kind, message.format(word=node.text[:40]), span, hint)
        return node.text
