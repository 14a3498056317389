"""Reading the values of a document whose shape was checked, and leaving alone what is wrong in it.

In: a map and a key. Out: the value, or nothing if it is missing or something is wrong with it,
which has been told. So every part of a file can be read even if another is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..text.document import Mapping, Node, Scalar, Sequence
from ..text.limits import MAX_TOTAL
from ..text.messages import _
from ..text.problem import Problems, RulesetError
from ..text.source import Span
from ..text.syntax import parse
from .check import Checker, weigh
from .deck import Deck
from .expression import Expr, constant_cards
from .names import Names
from .ruleset import Key
from .types import Type


class Fields:
    """Reads values; problems go to `problems`, expressions are checked with `names`."""

    def __init__(self, document: Mapping, deck: Deck, problems: Problems) -> None:
        self.document, self.deck, self.problems = document, deck, problems
        self.names = Names(deck.rank_masks, deck.suit_masks)
        told = [p.span for p in problems.found if p.kind != "cut"]
        self.wrong = {(span.source.name, span.start) for span in told}
        self.total = 0

    def value(self, body: Mapping, key: str) -> Node | None:
        """The value under a key."""
        node = body.get(key)
        return node if node is not None and self.sound(node) else None

    def sound(self, node: Node) -> bool:
        """Whether something is written and nothing was found to be wrong with it."""
        if not isinstance(node, Scalar):
            return True
        starts = (node.span.start, node.part(0, 1).start)  # of the value, and of what is quoted
        wrong = any((node.span.source.name, start) in self.wrong for start in starts)
        return not node.missing and not wrong

    def expr(self, body: Mapping, key: str, want: Type, scope: str, times: int = 1) -> Expr | None:
        """The expression under a key. times: for how many suits it is written out."""
        node = self.value(body, key)
        return self.typed(node, want, scope, times) if node is not None else None

    def typed(self, node: Node, want: Type, scope: str, times: int = 1) -> Expr | None:
        """The expression that a scalar holds."""
        if not isinstance(node, Scalar) or not self.sound(node):
            return None
        try:
            tree = parse(node)
            size = weigh(tree, self.names)[1]
        except RulesetError as error:
            self.problems.note(error.problems)
            return None
        self.total += size * times
        if self.total > MAX_TOTAL:
            text = _("with all names written out, the expressions of this file are too large")
            self.problems.add("too-large", text, node.span)
            self.problems.stop_if_any()
        try:
            return Checker(self.names, scope).check(tree, want)
        except RulesetError as error:
            self.problems.note(error.problems)
            return None

    def constant(self, node: Node, scope: str) -> int | None:
        """The mask of a set that must be the same in every deal; a problem if it is not."""
        expr = self.typed(node, Type.CARDS, scope)
        if expr is None:
            return None
        mask = constant_cards(expr)
        if mask is None:
            text = _("an `if` cannot stand here: the cards must be the same in every deal")
            self.problems.add("not-constant", text, node.span)
        elif not mask:
            self.problems.add("no-card", _("there is no such card in the pack"), node.span)
        return mask

    def map(self, body: Mapping, key: str) -> Mapping:
        """The map under a key; empty if there is none."""
        node = self.value(body, key)
        return node if isinstance(node, Mapping) else Mapping((), body.span)

    def items(self, body: Mapping, key: str) -> tuple[Node, ...]:
        """The list under a key; empty if there is none."""
        node = self.value(body, key)
        return node.items if isinstance(node, Sequence) else ()

    def steps(self, body: Mapping, key: str) -> Iterator[tuple[Scalar, Node]]:
        """Names and values of a list of one-key maps."""
        for item in self.items(body, key):
            if isinstance(item, Mapping) and len(item.entries) == 1:
                yield item.entries[0]

    def bodies(self, body: Mapping, key: str) -> Iterator[tuple[Scalar, Mapping]]:
        """Names and rules of a map, in alphabetical order: the order of a map means nothing."""
        for name, node in sorted(self.map(body, key).entries, key=lambda entry: entry[0].text):
            if isinstance(node, Mapping):
                yield name, node

    def number(self, body: Mapping, key: str, default: int = 0) -> int:
        """The whole number under a key."""
        node = self.value(body, key)
        return int(node.text) if isinstance(node, Scalar) else default

    def word(self, body: Mapping, key: str) -> str:
        """The text under a key; empty if there is none."""
        node = self.value(body, key)
        return node.text if isinstance(node, Scalar) else ""

    def span(self, body: Mapping, key: str) -> Span:
        """Where the value of a key stands."""
        node = body.get(key)
        return node.span if isinstance(node, Scalar) else body.key(key).span

    def contest(self, part: Mapping, key: str, scope: str) -> tuple[Key, ...]:
        """Keys in order, each a one-key map with `most` or `least`."""
        found = []
        for way, node in self.steps(part, key):
            number = self.typed(node, Type.NUMBER, scope)
            if number is not None:
                found.append(Key(way.text == "most", number))
        return tuple(found)
