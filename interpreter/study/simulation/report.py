"""A simulation as text for people.

In: an Outcome. Out: lines of at most 80 columns in the language in use: who wins and what comes of
it, by seat, by place after the dealer and by side; what was declared; how long it all takes; for
two games by how much they differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

from ...machine.native.measures import LONGEST
from ...text.messages import _, plural
from ..naming import clauses, titled
from .figures import decimals, number, parted, spanned
from .naming import call_name, measure_name, part_name
from .outcome import Advantage, Outcome, Played

WIDTH = 80
GAP = "  "
LETTERS = ("A", "B")


def report(outcome: Outcome) -> list[str]:
    """All lines."""
    if not outcome.count:
        return [*heading(outcome), "", _("Nothing was played.")]
    if len(outcome.games) > 1:
        return [*heading(outcome), "", *_compared(outcome), "", *_method(outcome)]
    (played,) = outcome.games
    kinds = outcome.plan.names
    lines = [*heading(outcome), "", *_results(played, kinds)]
    for section in (_calls(played), _deals(played), _matches(played, kinds)):
        found = list(section)
        lines += ["", *found] if found else []
    return [*lines, "", *_method(outcome)]


def heading(outcome: Outcome) -> Iterator[str]:
    """The games, and what was played."""
    plan = outcome.plan
    for letter, rules in zip(LETTERS, plan.rules, strict=False):
        r = rules.game.ruleset
        agreed = "".join(f", {k}={v}" for k, v in r.agreed().items())
        first = f"{letter}  " if len(plan.rules) > 1 else ""
        yield from wrapped(f"{r.title} ({r.name}){agreed}", first, " " * len(first))
    if plan.whole:
        deals = [number(played.total("deals")) for played in outcome.games]
        text = plural("{n} match", "{n} matches", outcome.count)
        text = text.replace(str(outcome.count), number(outcome.count))
        more = _("{matches} with {deals} deals").format(matches=text, deals=" / ".join(deals))
        text = more if deals else text
    else:
        text = plural("{n} deal, each by itself", "{n} deals, each by itself", outcome.count)
        text = text.replace(str(outcome.count), number(outcome.count))
    kinds = plan.names[:1] if plan.alike else plan.names
    players = _("players: {kinds}; seed {seed}").format(kinds=", ".join(kinds), seed=plan.seed)
    if len(plan.rules) > 1:
        text = _("{text}, the same packs in both").format(text=text)
    yield from wrapped(clauses([text, players]))


# -- one game --------------------------------------------------------------------------------------


def _results(played: Played, kinds: Sequence[str]) -> Iterator[str]:
    """Who wins how many deals, with points and tricks, and who has an advantage."""
    r = played.game.ruleset
    names = ["won", "points", "tricks"] if r.terms else ["won", "tricks"]
    heads = {"won": _("wins, %"), "points": _("points a deal"), "tricks": _("tricks a deal")}
    table = [[_("deals"), *(heads[name] for name in names)]]
    for group, parts in (("seat", r.players), ("place", r.players), ("side", r.sides)):
        if group == "side":
            names = ["won"] if played.game.partners else []
        for part in range(parts) if names else ():
            cells = [value(played, f"{group}.{name}.{part}") for name in names]
            table.append([part_name(played.game, group, part, kinds), *cells])
    yield from aligned(table)
    for found in played.advantages:
        if not found.group.startswith("match"):
            yield from wrapped(_advantage(played, found, kinds), GAP, GAP * 2)


def value(played: Played, key: str) -> str:
    """A measure with its interval; a share in hundredths."""
    return spanned(played.estimate(key), 100 if played.measure(key).share else 1)


def _advantage(played: Played, found: Advantage, kinds: Sequence[str]) -> str:
    """Who wins more or less than an even share."""
    groups = {
        "seat.won": _("by seat"),
        "place.won": _("by place"),
        "side.won": _("by side"),
        "match.side": _("matches by side"),
    }
    even = number(100 * found.even, 0 if 100 * found.even == round(100 * found.even) else 1)
    if not (found.more or found.less):
        text = _("nobody wins significantly more or less than an even share of {even} %")
        return titled(groups[found.group], text.format(even=even))
    parts = []
    for text, some in (
        (_("significantly more than an even share of {even} %: {names}"), found.more),
        (_("significantly less than an even share of {even} %: {names}"), found.less),
    ):
        if some:
            names = ", ".join(part_name(played.game, found.group, part, kinds) for part in some)
            parts.append(text.format(even=even, names=names))
    return titled(groups[found.group], clauses(parts))


def _calls(played: Played) -> Iterator[str]:
    """In how many deals each declaration, exchange … was possible, and in how many it was made."""
    groups = played.layout.groups
    if groups:
        table = [[_("of all deals"), _("possible in, %"), _("made in, %")]]
        for group in groups:
            cells = [value(played, f"{what} {group}") for what in ("offered", "made")]
            table.append([call_name(played.game, group), *cells])
        yield from aligned(table)


def _deals(played: Played) -> Iterator[str]:
    """How deals end, and how long they are."""
    r = played.game.ruleset
    keys = ["undecided"]
    keys += ["claimed"] * any(d.wins for d in r.declarations)
    keys += ["length"]
    keys += ["spoiled"] * bool(played.total("spoiled"))
    keys += ["decisions"]
    keys += [f"side.worth.{side}" for side in range(r.sides)] if r.worth is not None else []
    yield from aligned([["", _("a deal")], *(_row(played, key, ()) for key in keys)])


def _matches(played: Played, kinds: Sequence[str]) -> Iterator[str]:
    """Who wins matches, and how long they are."""
    if not played.whole:
        return
    r = played.game.ruleset
    keys = [f"match.side.{side}" for side in range(r.sides)]
    keys += ["match.dealer", "match.undecided", "match.deals", "match.repeats"]
    keys += ["match.rounds"] * (r.rounds > 1)
    yield from aligned([["", _("a match")], *(_row(played, key, kinds) for key in keys)])
    yield from wrapped(_runs(played.runs), GAP, GAP * 2)
    for found in played.advantages:
        if found.group.startswith("match"):
            yield from wrapped(_advantage(played, found, kinds), GAP, GAP * 2)


def _row(played: Played, key: str, kinds: Sequence[str]) -> list[str]:
    """A measure and its value."""
    return [named(played, key, kinds), value(played, key)]


def named(played: Played, key: str, kinds: Sequence[str]) -> str:
    """A measure in words, with the sign of hundredths if it is a share."""
    measure = played.measure(key)
    name = measure_name(played.game, measure, kinds)
    return _("{what}, %").format(what=name) if measure.share else name


def _runs(runs: dict[int, int]) -> str:
    """How the lengths of matches lie."""
    low, high, most = _quantile(runs, 0.25), _quantile(runs, 0.75), max(runs)
    longest = _("{n} or more").format(n=most) if most == LONGEST else str(most)
    if low == high:
        text = _("at least half of the matches have {n} deals, the longest {most}")
        return text.format(n=low, most=longest)
    text = _("half of the matches have {low} to {high} deals, the longest {most}")
    return text.format(low=low, high=high, most=longest)


def _quantile(runs: dict[int, int], part: float) -> int:
    """The length that this part of the matches does not exceed."""
    left = part * sum(runs.values())
    for length, count in sorted(runs.items()):
        left -= count
        if left <= 0:
            return length
    return max(runs)


# -- two games -------------------------------------------------------------------------------------


def _compared(outcome: Outcome) -> Iterator[str]:
    """How often the two part, and by how much they differ."""
    winner, other = (spanned(found, 100) for found in outcome.differing)
    if outcome.plan.whole:
        text = _(
            "In {winner} % of the matches another side wins; in {other} % something that is "
            "counted differs."
        )
    else:
        text = _(
            "In {winner} % of the deals another player wins; in {other} % something that is "
            "counted differs."
        )
    yield from wrapped(text.format(winner=winner, other=other))
    yield ""
    rows = list(outcome.differences(shown(outcome)))
    if not rows:
        yield _("There is no difference in anything that is counted.")
        return
    table = [["", *LETTERS, _("B − A")]]
    for key, by, sure in rows:
        scale = 100 if outcome.games[0].measure(key).share else 1
        found = [played.estimate(key) for played in outcome.games]
        some = decimals(scale * by.half)
        values = ["–" if one is None else number(scale * one.value, some) for one in found]
        name = named(outcome.games[0], key, outcome.plan.names)
        table.append([name, *values, parted(by, scale) + " *" * sure])
    yield from aligned(table)
    if any(sure for _key, _by, sure in rows):
        yield from wrapped(_("* significant, for all rows together"), GAP)


def shown(outcome: Outcome) -> Iterator[str]:
    """The measures that are compared for people: seats only if they are not all played alike, and
    nothing that follows from the rest."""
    r = outcome.games[0].game.ruleset
    for key in outcome.keys:
        measure = outcome.games[0].measure(key)
        seats = measure.name.startswith("seat")
        sides = measure.name.startswith("side.won") and not outcome.games[0].game.partners
        worth = measure.name.startswith("side.worth") and r.worth is None
        whose = " " in measure.name and measure.of is not None
        follows = measure.name in ("won", "counted", "match.won") or "declared" in measure.name
        if not (sides or worth or whose or follows or (seats and outcome.plan.alike)):
            yield key


def _method(outcome: Outcome) -> Iterator[str]:
    """What the intervals mean."""
    texts = []
    if len(outcome.games) > 1:
        texts.append(_("After ± half of the 95 % interval of the difference on the same packs."))
    else:
        texts.append(_("In brackets 95 % intervals. Wins are shares of what somebody won."))
    if outcome.plan.whole:
        texts.append(_("Deals of one match depend on each other, so matches count as the units."))
    texts.append(_("Significant: even with intervals widened for all that is compared."))
    yield from wrapped(" ".join(texts))


def wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    """A text in lines of the right width."""
    return wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def aligned(table: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows of cells below each other; the first ones are names."""
    columns = zip_longest(*table, fillvalue="")
    sizes = [max(map(len, column)) for column in columns]
    for row in table:
        cells = [cell.ljust(size) for cell, size in zip(row, sizes, strict=False)]
        yield GAP + GAP.join(cells).rstrip()
