"""What expressions are worth, worked out from the manual and not from the compiler.

Cards are their codes and sets are Python's. Nothing here knows of bits, tables or compiled code;
only the facts are read from a state. For comparing with the machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.machine.engine.spec import State
from interpreter.rules.expression import Expr
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.vocabulary import Word

Cards = frozenset[str]
Value = Cards | int | bool


@dataclass(frozen=True)
class Facts:
    """A state of a game in plain words, as `me` would tell of it."""

    r: Ruleset
    s: State
    me: int
    stock: int

    def cards(self, mask: int) -> Cards:
        """A set by its codes."""
        return frozenset(code for i, code in enumerate(self.r.deck.codes) if mask >> i & 1)

    def card(self, number: int) -> Cards:
        """One card; none if it is the number after the last."""
        return frozenset(self.r.deck.codes[number : number + 1])

    @property
    def agreed(self) -> set[int]:
        """The numbers of the stages in which all said yes."""
        return {i for i in range(20) if getattr(self.s, "agreed", 0) >> i & 1}

    @property
    def trump(self) -> Cards:
        """The trumps, from the rule."""
        found = value(self.r.trump, self) if self.r.trump else frozenset()
        assert isinstance(found, frozenset)
        return found

    def suit(self, card: Cards) -> Cards:
        """All cards whose code ends with the same letter."""
        return frozenset(c for c in self.r.deck.codes if any(c[-1] == d[-1] for d in card))

    def strength(self, card: Cards) -> int:
        """From 1 for the last group of the ranking."""
        groups = [self.cards(group) for group in reversed(self.r.tricks.ranking)]
        return next((i for i, group in enumerate(groups, 1) if card & group), 0)

    def follows(self, card: Cards) -> Cards:
        """The trumps follow a trump, the others of its suit any other card."""
        return self.trump if card & self.trump else self.suit(card) - self.trump

    def beats(self, card: Cards) -> Cards:
        """Cards in an earlier winning set, or stronger ones in the same."""
        if not card:
            return frozenset()
        wins = [value(expr, self) for expr in self.r.tricks.wins]

        def place(one: str) -> int:
            found = (i for i, win in enumerate(wins) if isinstance(win, frozenset) and one in win)
            return next(found, len(wins))

        (mine,) = card
        out = set()
        for other in self.r.deck.codes:
            stronger = self.strength(frozenset((other,))) > self.strength(card)
            same = place(other) == place(mine) < len(wins)
            if place(other) < place(mine) or (same and stronger):
                out.add(other)
        return frozenset(out)


def value(expr: Expr, facts: Facts) -> Value:
    """What an expression is worth."""
    args = [value(arg, facts) for arg in expr.args]
    if expr.op == "word":
        assert isinstance(expr.value, Word)
        return _word(expr.value.name, args, facts)
    if expr.op == "cards":
        assert isinstance(expr.value, int)
        return facts.cards(expr.value)
    if expr.op == "number":
        assert isinstance(expr.value, int)
        return expr.value
    if expr.op == "truth":
        return bool(expr.value)
    if expr.op == "agreed":
        assert isinstance(expr.value, int)
        return expr.value in facts.agreed
    if expr.op in ("sum", "product", "minus"):
        return _number(expr, [int(arg) for arg in args if not isinstance(arg, frozenset)])
    sets = [arg for arg in args if isinstance(arg, frozenset)]
    match expr.op:
        case "named":
            return args[0]
        case "if":
            return args[1] if args[0] else args[2]
        case "not":
            return not args[0]
        case "and":
            return all(args)
        case "or":
            return frozenset().union(*sets) if sets else any(args)
        case "of":
            return sets[0].intersection(*sets)
        case "except":
            return sets[0].difference(*sets[1:])
        case "in":
            return bool(sets[0]) and sets[0] <= sets[1]
        case "compare":
            return _compare(str(expr.value), args)
    raise AssertionError(expr.op)


def _number(expr: Expr, args: list[int]) -> int:
    if expr.op == "minus":
        return -args[0]
    assert isinstance(expr.value, tuple)
    total = args[0]
    for sign, arg in zip(expr.value, args[1:], strict=True):
        total = {"+": total + arg, "-": total - arg, "*": total * arg}[sign]
    return total


def _compare(sign: str, args: list[Value]) -> bool:
    a, b = args
    if sign in ("=", "!="):
        return (a == b) is (sign == "=")
    assert not isinstance(a, frozenset)
    assert not isinstance(b, frozenset)
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[sign]


def _word(name: str, args: list[Value], facts: Facts) -> Value:
    r, s, me = facts.r, facts.s, facts.me
    if args and isinstance(args[0], frozenset):
        return _about_cards(name, args[0], facts)
    numbers = [int(arg) for arg in args if not isinstance(arg, frozenset)]
    match name:
        case "min" | "max":
            return sorted(numbers)[0 if name == "min" else 1]
        case "left" | "right":
            return (numbers[0] + (1 if name == "left" else -1)) % r.players
        case "deck":
            return frozenset(r.deck.codes)
        case "none":
            return frozenset()
        case "players":
            return r.players
        case "me":
            return me
        case "trump":
            return facts.cards(s.trump)
        case "hand" | "won":
            return facts.cards(getattr(s, name)[me])
        case "played":
            return facts.cards(s.played)
        case "led" | "best" | "turned":
            return facts.card(getattr(s, name))
        case "drawn" | "seated":
            return facts.card(getattr(s, name)[me])
        case "dealer" | "leader" | "trick" | "last_winner":
            return int(getattr(s, name))
        case "round":
            return int(getattr(s, "round", 1))
        case "winner":
            return s.taker
        case "stock":
            return facts.stock
        case "declared" | "points" | "tricks" | "first_win" | "last_win":
            return int(getattr(s, name, [0] * r.players)[me])
        case "decided":
            return s.winner < r.players
    raise AssertionError(name)


def _about_cards(name: str, cards: Cards, facts: Facts) -> Value:
    match name:
        case "suit":
            return facts.suit(cards)
        case "strength":
            return facts.strength(cards)
        case "follows":
            return facts.follows(cards)
        case "beats":
            return facts.beats(cards)
        case "count":
            return len(cards)
        case "value":
            return sum(facts.r.values[facts.r.deck.numbers[card]] for card in cards)
        case "empty":
            return not cards
        case "holds":
            return bool(cards & facts.cards(facts.s.hand[facts.me]))
    raise AssertionError(name)
