"""The functions that a ruleset puts in the place of the engine's `spec.py`, as Python text.

In: a Ruleset. Out: one text. Each obligation becomes "narrow if you can"; each contest a chain of
keys; each declaration a test of bits. Only numbers and the compiler's own names are written.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..rules.expression import Expr
from ..rules.ruleset import Declaration, Exchange, Key, Obligation, Ruleset
from .emit import Variables, python
from .tables import plain_trump, tables

Calls = list[tuple[Declaration, int]]
"""declarations by their number, with the cards that each is about"""


def functions(r: Ruleset) -> str:
    """All functions of a ruleset."""
    parts = [
        _one("first_player(s)", python(r.deal.first)),
        _one("cutter(s)", python(r.deal.cut) if r.deal.cut else "NOBODY"),
        _one("trump_of(s)", python(r.trump) if r.trump else "0"),
        _one("following(s, c)", FOLLOWING_SUIT if plain_trump(r) else FOLLOWING),
        _outranks(r),
        _one("beating(s, c)", "0 if c == NONE else outranks(s, c)"),
        _filters("lead_rules", r.tricks.lead),
        _filters("reply_rules", r.tricks.reply),
        _blocks("lead_filter", r.tricks.lead),
        _blocks("reply_filter", r.tricks.reply),
        _value(r),
        _one("first_to_draw(s)", python(r.tricks.draw.first) if r.tricks.draw else "s.taker"),
        *_declarations(r),
        *_exchanges(r),
        _chain("term(s, i, me)", [f"return {python(term.points)}" for term in r.terms], "0"),
        _one("points_of(s, me)", " + ".join(f"({python(t.points)})" for t in r.terms) or "0"),
        _key(r),
        *_stages(r),
        _givable(r),
        _one("redraw(s)", python(r.redraw) if r.redraw else "False"),
        _one("worth_of(s, me)", python(r.worth) if r.worth else "1"),
        _one("next_dealer(s)", python(r.next_dealer)),
        _one("index_of(x)", "lowest(x) if x else NONE"),
    ]
    return "\n\n".join(parts)


FOLLOWING_SUIT = "SUIT[c]"
FOLLOWING = "s.trump if s.trump >> c & 1 else SUIT[c] & ~s.trump"


def _operand(expr: Expr, variables: Variables | None = None) -> str:
    """An expression as an operand: in brackets, since it can be an `if` itself."""
    return f"({python(expr, variables)})"


def _one(head: str, value: str) -> str:
    return f"def {head}:\n    return {value}\n"


def _function(head: str, lines: Iterable[str]) -> str:
    return f"def {head}:\n" + "".join(f"    {line}\n" for line in lines)


def _chain(head: str, bodies: list[str], default: str) -> str:
    """`if i == 0: … if i == 1: …`"""
    lines = []
    for i, body in enumerate(bodies):
        lines += [f"if i == {i}:", f"    {body}"]
    return _function(head, [*lines, f"return {default}"])


def _outranks(r: Ruleset) -> str:
    """Cards of an earlier set beat those of a later one; within a set the ranking decides."""
    lines: list[str] = []
    equal: list[str] = []
    earlier: list[str] = []
    for i, expr in enumerate(r.tricks.wins):
        lines += [f"w{i} = {python(expr)}", f"if w{i} >> c & 1:"]
        lines.append("    return " + " | ".join([*earlier, f"w{i} & HIGHER[c]"]))
        equal += [f"w{i} = {python(expr)}", f"if w{i} >> c & 1:", f"    return w{i} & EQUAL[c]"]
        earlier.append(f"w{i}")
    lines.append("return " + " | ".join(earlier))
    return "\n\n".join(
        [_function("outranks(s, c)", lines), _function("equals(s, c)", [*equal, "return 0"])]
    )


def _filters(name: str, rules: tuple[Obligation, ...]) -> str:
    """The cascade: each rule in force narrows the choice if a card is left.

    A rule whose condition is that of the rule before, or that and more, stands under its `if`.
    """
    lines: list[str] = []
    above: Expr | None = None
    for rule in rules:
        body = [f"m = legal & ({python(rule.play)})", "if m:", "    legal = m"]
        shared, rest = _shared(above, rule.when)
        if not shared:
            above, rest = rule.when, None
            if rule.when is not None:
                lines.append(f"if {python(rule.when)}:")
        if rest is not None:
            body = [f"if {python(rest)}:", *(f"    {line}" for line in body)]
        lines += [f"    {line}" if above is not None else line for line in body]
    return _function(f"{name}(s, me, legal)", [*lines, "return legal"])


def _shared(above: Expr | None, when: Expr | None) -> tuple[bool, Expr | None]:
    """Whether `when` begins with the condition above it, and what it asks besides."""
    if above is None or when is None:
        return False, None
    if when == above:
        return True, None
    if when.op == "and" and when.args[0] == above:
        rest = when.args[1:]
        return True, rest[0] if len(rest) == 1 else replace(when, args=rest)
    return False, None


def _blocks(name: str, rules: tuple[Obligation, ...]) -> str:
    """For explanations: the choice that rule `i` alone makes of `legal`."""
    bodies = []
    for rule in rules:
        play = f"legal & ({python(rule.play)})"
        bodies.append(
            f"return {play} if {_operand(rule.when)} else legal" if rule.when else f"return {play}"
        )
    return _chain(f"{name}(s, me, legal, i)", bodies, "legal")


def _value(r: Ruleset) -> str:
    """Card points: one population count for each different value."""
    masks: dict[int, int] = {}
    for card, points in enumerate(r.values):
        if points:
            masks[points] = masks.get(points, 0) | 1 << card
    terms = [f"{points} * popcount(x & {mask})" for points, mask in sorted(masks.items())]
    return _one("value_of(x)", " + ".join(terms) or "0")


def _declarations(r: Ruleset) -> list[str]:
    calls = [(d, mask) for d in r.declarations for mask in d.masks]
    by_slot: dict[str, list[int]] = {}
    for a, (d, _mask) in enumerate(calls):
        index = a - _base(r, d)
        slot = f"suit {index}" if d.slot == d.each else f"name {d.slot}"
        by_slot.setdefault(slot, []).append(a)
    lines = [*_nothing_held(calls, list(by_slot.values())), "out = 0", "used = s.slots[me]"]
    for members in by_slot.values():
        lines += _slot_tests(r, calls, members)
    test = _function("declarable(s, me, hand, legal)", [*lines, "return out"])
    lines = ["s.slots[me] |= SLOT[a]", "s.pending = s.hand[me] & CARDS[a]"]
    if any(d.points for d in r.declarations):
        lines.append("s.declared[me] += worth(s, me, a)")
    for d in r.declarations:
        if d.wins:
            low, high = _base(r, d), _base(r, d) + len(d.masks)
            lines += [f"if {low} <= a < {high}:", "    s.claim[me] = a + 1"]
        if d.trump:
            low, high = _base(r, d), _base(r, d) + len(d.masks)
            makes = python(d.trump, _variables(d, "a"))
            lines += [f"if {low} <= a < {high} and ({makes}):", "    s.making = EACH_SUIT[a]"]
    make = _function("declare(s, me, a)", lines)
    return [test, make, _worth(r)]


def _base(r: Ruleset, declaration: Declaration) -> int:
    """The number of a declaration's first call."""
    before = r.declarations[: r.declarations.index(declaration)]
    return sum(len(d.masks) for d in before)


def _nothing_held(calls: Calls, slots: list[list[int]]) -> list[str]:
    """A quick test for a hand that holds nothing to declare, which is most hands.

    Two cards that all declarations of a slot need lie as far apart in one suit as in another, so
    that one shift finds them in all suits. Nothing if that takes no fewer tests than the slots.
    """
    pairs: dict[int, int] = {}
    tests = []
    for members in slots:
        core = _core(calls, members)
        if core:
            low = core & -core
            far = core & core - 1
            distance = (far & -far).bit_length() - low.bit_length() if far else 0
            pairs[distance] = pairs.get(distance, 0) | low
        elif len(members) == 1:
            d, mask = calls[members[0]]
            tests.append(f"popcount(hand & {mask}) >= {d.number}")
        else:
            return []
    found = [
        f"hand & hand >> {far} & {low}" if far else f"hand & {low}" for far, low in pairs.items()
    ]
    tests = [*found, *tests]
    return [f"if not ({' or '.join(tests)}):", "    return 0"] if len(tests) < len(slots) else []


def _core(calls: Calls, members: list[int]) -> int:
    """The cards that all of these declarations need."""
    core = -1
    for a in members:
        d, mask = calls[a]
        core &= mask if d.number == mask.bit_count() else 0
    return core


def _slot_tests(r: Ruleset, calls: Calls, members: list[int]) -> list[str]:
    """The tests of declarations that exclude each other; what all of them need is tested once."""
    core = _core(calls, members)
    free = f"not used & {tables(r)['SLOT'][members[0]]}"
    lines = [f"if hand & {core} == {core} and {free}:" if core else f"if {free}:"]
    for a in sorted(members, key=lambda a: calls[a][1].bit_count()):
        d, mask = calls[a]
        tests = [f"legal & {mask}"]
        if d.number < mask.bit_count():
            tests.insert(0, f"popcount(hand & {mask}) >= {d.number}")
        elif mask != core:
            tests.insert(0, f"hand & {mask} == {mask}")
        if d.when:
            tests.append(f"({python(d.when, _variables(d, str(a)))})")
        lines += [f"    if {' and '.join(tests)}:", f"        out |= {1 << a}"]
    return lines


def _variables(d: Declaration, a: str) -> dict[str, str]:
    return {d.each: f"EACH_SUIT[{a}]"} if d.each else {}


def _worth(r: Ruleset) -> str:
    """The points of declaration `a`, if it were made now."""
    lines = []
    for d in r.declarations:
        if d.points:
            low, high = _base(r, d), _base(r, d) + len(d.masks)
            points = python(d.points, _variables(d, "a"))
            lines += [f"if {low} <= a < {high}:", f"    return {points}"]
    return _function("worth(s, me, a)", [*lines, "return 0"])


def _exchanges(r: Ruleset) -> list[str]:
    base = sum(len(d.masks) for d in r.declarations)
    test, make, asks = ["out = 0"], [], []
    for i, x in enumerate(r.exchanges, base):
        conditions = [f"s.hand[me] & ({python(x.give)})", "s.turned != NONE"]
        if x.when:
            conditions.append(f"({python(x.when)})")
        test += [f"if {' and '.join(conditions)}:", f"    out |= {1 << i}"]
        make += [f"if a == {i}:", *(f"    {line}" for line in _swap(x))]
        if x.ask:
            asks.append(f"({1 << i} if {_operand(x.ask)} else 0)")
    return [
        _function("swappable(s, me)", [*test, "return out"]),
        _function("swap(s, me, a)", [*make, "pass"]),
        _one("ask_due(s)", " | ".join(asks) or "0"),
    ]


def _swap(x: Exchange) -> list[str]:
    """The given card lies where the taken one lay."""
    return [
        f"given = s.hand[me] & ({python(x.give)})",
        "s.hand[me] ^= given | 1 << s.turned",
        "s.turned = lowest(given)",
    ]


def _key(r: Ruleset) -> str:
    """`key(s, contest, i, me)`: the highest number stays, so `least` changes the sign."""

    def lines(keys: tuple[Key, ...], contest: str) -> list[str]:
        out = [f"if contest == {contest}:"]
        for i, key in enumerate(keys):
            number = python(key.number)
            out += [f"    if i == {i}:", f"        return {number if key.most else f'-({number})'}"]
        return out

    claims = []
    for d in r.declarations:
        if d.wins:
            low, high = _base(r, d) + 1, _base(r, d) + len(d.masks)
            each = _variables(d, "s.claim[me] - 1")
            for i, condition in enumerate(d.prefer):
                test = f"i == {i} and {low} <= s.claim[me] <= {high}"
                claims.append(f"    if {test}:")
                claims.append(f"        return 1 if {_operand(condition, each)} else 0")
    body = lines(r.first_dealer, "LOT")
    if claims:
        body += ["if contest == CLAIM:", *claims]
    body += lines(r.winner, "WINNER")
    body += lines(r.seats.order, "ORDER") if r.seats else []
    return _function("key(s, contest, i, me)", [*body, "return 0"])


def _stages(r: Ruleset) -> list[str]:
    """Whether stage `i` takes place, and who is player `k` in it."""
    due, who = [], []
    for stage in r.stages:
        due.append(f"return {python(stage.when)}" if stage.when else "return True")
        players = [stage.ask] if stage.ask else stage.by
        chain = [f"{_operand(p)} if k == {k} else " for k, p in enumerate(players[:-1])]
        who.append(f"return {''.join(chain)}{python(players[-1])}")
    return [
        _chain("stage_due(s, i)", due, "False"),
        _chain("stage_player(s, i, k)", who, "s.dealer"),
    ]


def _givable(r: Ruleset) -> str:
    """The signals that may be given: all of them, or those that are true of the hand."""
    signals = r.signals
    means = [f"({1 << i} if {_operand(sign.means)} else 0)" for i, sign in enumerate(signals.signs)]
    true, every = " | ".join(means) or "0", str((1 << len(means)) - 1)
    offered = (
        f"({true}) if {_operand(signals.truthful)} else {every}" if signals.truthful else every
    )
    if signals.when:
        offered = f"({offered}) if {_operand(signals.when)} else 0"
    return _one("givable(s, me)", offered)
