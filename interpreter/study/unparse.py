"""A typed expression as the short text that an author would write, and what it means.

In: an Expr and the ruleset it stands in. Out: text with the brackets that the language needs and no
others; or nested lists that are equal for expressions that mean the same in every deal: settings
put in, chains flattened, sets that are the same in every deal worked out. The text is shown with
settings put in too, so that a reader sees what is played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from ..rules.expression import Expr, constant_cards
from ..rules.ruleset import Ruleset
from ..rules.types import Type
from ..rules.vocabulary import Word

IF, OR, AND, NOT, RELATION, EXCEPT, SUM, PRODUCT, OF, SIGNED, ATOM = range(11)
"""how tight each operator binds"""
CHAINS = {"or": OR, "and": AND, "except": EXCEPT, "of": OF, "product": PRODUCT}
Suits = Mapping[str, str]
"""the code that a suit has elsewhere, by its code here"""
SIGNS = {"or": " or ", "and": " and ", "except": " except ", "of": " of ", "product": " * "}


def unparse(expr: Expr, r: Ruleset) -> str:
    """The expression as text; named values by their names."""
    return _Writer(r).write(settled(expr))[0]


class _Writer:
    """Writes the expressions of one ruleset: text, and how tight it binds."""

    def __init__(self, r: Ruleset) -> None:
        self.r, self.deck = r, r.deck

    def write(self, expr: Expr) -> tuple[str, int]:
        if expr.op in CHAINS:
            return SIGNS[expr.op].join(self._parts(expr)), CHAINS[expr.op]
        if expr.op == "word":
            assert isinstance(expr.value, Word)
            args = ", ".join(self.write(arg)[0] for arg in expr.args)
            return f"{expr.value.name}({args})" if expr.args else expr.value.name, ATOM
        if expr.op == "if":
            test, yes, no = (self.write(arg)[0] for arg in expr.args)
            return f"if {test} then {yes} else {no}", IF
        if expr.op == "not":
            return f"not {self._at(expr.args[0], NOT)}", NOT
        if expr.op == "minus":
            return f"-{self._at(expr.args[0], SIGNED)}", SIGNED
        if expr.op in ("compare", "in"):
            left, right = (self._at(arg, EXCEPT) for arg in expr.args)
            return f"{left} {'in' if expr.op == 'in' else expr.value} {right}", RELATION
        if expr.op == "sum":
            return self._sum(expr), SUM
        return self._leaf(expr), ATOM

    def _at(self, expr: Expr, level: int) -> str:
        """The text, in brackets if it binds less than `level`."""
        text, own = self.write(expr)
        return text if own >= level else f"({text})"

    def _parts(self, expr: Expr) -> Iterator[str]:
        """The operands of a chain. The language wants brackets where a plain reader errs: beside
        `except`, behind a rank, before a suit."""
        tables = self.deck.rank_masks, self.deck.suit_masks
        ranks, suits = (set(table.values()) for table in tables)
        for i, arg in enumerate(expr.args):
            level = CHAINS[expr.op] + 1
            if expr.op == "or" and arg.op in ("of", "except"):
                before, after = expr.args[i - 1 : i], expr.args[i + 1 : i + 2]
                near = any(x.op == "cards" and x.value in ranks for x in before)
                near |= any(x.op == "cards" and x.value in suits for x in after)
                level = ATOM if near or arg.op == "except" else level
            yield self._at(arg, level)

    def _sum(self, expr: Expr) -> str:
        assert isinstance(expr.value, tuple)
        text = self._at(expr.args[0], PRODUCT)
        for sign, arg in zip(expr.value, expr.args[1:], strict=True):
            text += f" {sign} {self._at(arg, PRODUCT)}"
        return text

    def _leaf(self, expr: Expr) -> str:
        if expr.op == "truth":
            return "yes" if expr.value else "no"
        if expr.op == "agreed":
            return question(self.r, expr.value)
        if expr.op != "cards":
            return str(expr.value)
        deck = self.deck
        known = {mask: name for name, mask in (*deck.suit_masks.items(), *deck.rank_masks.items())}
        mask = expr.value
        assert isinstance(mask, int)
        known |= {0: "none", (1 << deck.size) - 1: "deck"}
        return known.get(mask) or " ".join(codes(self.r, mask))


def question(r: Ruleset, number: object) -> str:
    """The name of the stage with that number in the file, also of one that does not take place."""
    stages = r.document.get("stages")
    names = [name for item in stages if isinstance(item, dict) for name in item] if stages else []
    assert isinstance(number, int)
    return names[number]


# -- meaning -------------------------------------------------------------------------------------


def settled(expr: Expr) -> Expr:
    """The expression without what the settings decide, a chain within a like one joined to it."""
    args = tuple(settled(arg) for arg in expr.args)
    if expr.op in ("or", "and", "of"):
        args = tuple(inner for arg in args for inner in (arg.args if arg.op == expr.op else (arg,)))
    if expr.op == "if" and args[0].op == "truth":
        return args[1] if args[0].value else args[2]
    if expr.op == "not" and args[0].op == "truth":
        return replace(args[0], value=int(not args[0].value))
    if expr.op in ("and", "or") and expr.type is Type.TRUTH:
        decides = expr.op == "or"
        for arg in args:
            if arg.op == "truth" and bool(arg.value) == decides:
                return arg
        open_ = [arg for arg in args if arg.op != "truth"]
        if len(open_) < 2:
            return open_[0] if open_ else args[0]
        return replace(expr, args=tuple(open_))
    return replace(expr, args=args)


def meaning(
    expr: Expr, r: Ruleset, opaque: Collection[str] = (), suits: Suits | None = None
) -> object:
    """Nested lists, equal for expressions that mean the same; the names in `opaque` stay names.

    Cards are told by their codes, since two packs may number them in two ways.
    """
    return _Meaning(r, frozenset(opaque), suits or {}).of(settled(expr))


class _Meaning:
    def __init__(self, r: Ruleset, opaque: frozenset[str], suits: Suits) -> None:
        self.r, self.opaque, self.suits = r, opaque, suits

    def of(self, expr: Expr) -> object:
        if expr.op == "named":
            if expr.value in self.opaque:
                return ["named", expr.value]
            return self.of(expr.args[0])
        constant = constant_cards(expr) if not self.opaque & set(names(expr)) else None
        if constant is not None:
            return ["cards", codes(self.r, constant, self.suits)]
        if expr.op == "var":
            return ["var"]
        if expr.op == "agreed":
            return ["agreed", question(self.r, expr.value)]
        args = [self.of(arg) for arg in expr.args]
        if expr.op in ("or", "and", "of"):
            flat: list[object] = []
            for arg in args:
                same = isinstance(arg, list) and arg[0] == expr.op
                flat += arg[1:] if same and isinstance(arg, list) else [arg]
            return [expr.op, *flat]
        value = expr.value.name if isinstance(expr.value, Word) else expr.value
        return [expr.op, value, *args]


def codes(r: Ruleset, mask: int, suits: Suits | None = None) -> tuple[str, ...]:
    """The codes of a set of cards, in an order that no pack decides."""
    found = []
    for card in range(r.deck.size):
        if mask >> card & 1:
            suit = r.deck.suit(card).code
            found.append(r.deck.rank(card).name + (suits or {}).get(suit, suit))
    return tuple(sorted(found))


def names(expr: Expr) -> Iterator[str]:
    """The named values in an expression, and those in them."""
    if expr.op == "named":
        yield str(expr.value)
    for arg in expr.args:
        yield from names(arg)


def named(expr: Expr) -> Iterator[Expr]:
    """The nodes of named values in an expression; those inside others come later."""
    if expr.op == "named":
        yield expr
    for arg in expr.args:
        yield from named(arg)
