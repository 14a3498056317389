"""A diff as text for people.

In: a Diff. Out: lines of at most 80 columns in the language in use: the rules that differ, what may
differ by them, how often it was seen to differ, and the shortest example of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, log10

from ..table.game import Game
from ..table.spelling import card_text
from ..text.messages import _, language, plural
from .changes import Change
from .diff import Diff
from .effects import effect_name
from .interval import interval
from .naming import clauses, titled
from .reasons import Said, said, trump_text
from .scan import KINDS
from .scene import Scene, scene, story
from .search import Findings
from .witness import Witness
from .wrapping import wrapped

PLAYED = ("lots", *KINDS)
LETTERS = ("A", "B")


def report(diff: Diff) -> list[str]:
    """All lines."""
    lines = [*_head(diff), *_rules(diff)]
    if diff.effects:
        lines += ["", *_effects(diff)]
    if diff.level > 2 and not diff.comparison.same:
        lines += ["", *_played(diff)]
    return lines


def _head(diff: Diff) -> Iterator[str]:
    for letter, game in zip(LETTERS, diff.games, strict=True):
        title = f"{letter}  {game.ruleset.title} ({game.name})"
        agreed = ", ".join(f"{k}={v}" for k, v in game.ruleset.agreed().items())
        yield from wrapped(f"{title}, {agreed}" if agreed else title, "", "   ")
    yield ""


# -- level 1 -------------------------------------------------------------------------------------


def _rules(diff: Diff) -> Iterator[str]:
    found = diff.comparison
    changes = [change for change in found.changes if change.kind != "written"]
    written = [change.title for change in found.changes if change.kind == "written"]
    if found.same:
        if not found.changes:
            same = _("The rules are identical.")
            yield _("The same rules; only texts differ.") if found.texts else same
            return
        yield from wrapped(_("Both play alike as they are set; what can be chosen differs:"))
    elif changes:
        yield plural("{n} rule differs:", "{n} rules differ:", len(changes))
    else:
        yield _("No rule differs in play.")
    for change in changes if not found.same else found.changes:
        yield from change_lines(change)
    if written and not found.same:
        text = _("written otherwise, the same in play: {rules}")
        yield from wrapped(text.format(rules=", ".join(written)), "  ", "    ")
    yield from _sources(diff)


def change_lines(change: Change, indent: str = "  ") -> Iterator[str]:
    """A rule that differs, with the rules that differ by it if it is an option."""
    parts = (f"{p.text} ({p.names})" if p.names else p.text for p in change.parts)
    text = titled(change.title, clauses(parts)) + _bracket(change)
    yield from wrapped(text, indent, f"{indent}  ")
    for inner in change.also:
        yield from change_lines(inner, f"{indent}  ")


def _bracket(change: Change) -> str:
    """Where the rule was read, if the two rulesets have it from different places."""
    old, new = change.sources
    if change.kind in ("added", "removed"):
        one = new if change.kind == "added" else old
        return f" [{one}]" if one else ""
    if old == new:
        return ""
    none = _("no source")
    return f" [{old or none} → {new or none}]"


def _sources(diff: Diff) -> Iterator[str]:
    """What the short names of sources stand for."""
    shown: dict[str, str] = {}
    for change in diff.comparison.changes:
        if not _bracket(change):
            continue
        for r, source in zip((diff.comparison.a, diff.comparison.b), change.sources, strict=True):
            for name in r.sources:
                if name in source.split():
                    shown.setdefault(name, str(r.sources[name]))
    for name, text in shown.items():
        yield from wrapped(f"[{name}] {text}", "    ", "      ")


# -- level 2 -------------------------------------------------------------------------------------


def _effects(diff: Diff) -> Iterator[str]:
    yield _("What reads a rule that differs, and so may differ:")
    named = [(effect_name(effect.name), effect) for effect in diff.effects]
    width = max((len(name) for name, effect in named if effect.differs), default=0)
    for name, effect in named:
        if effect.differs:
            reasons = list(effect.rules)
            if effect.by:
                by = ", ".join(effect_name(inner) for inner in effect.by)
                reasons.append(_("by way of: {things}").format(things=by))
            yield from wrapped(clauses(reasons), f"  {name:{width}}  ", " " * (width + 4))
    rest = ", ".join(name for name, effect in named if not effect.differs)
    if rest:
        text = _("These read no rule that differs: {things}.").format(things=rest)
        yield from wrapped(text, "  ", "    ")


# -- level 3 -------------------------------------------------------------------------------------


def _played(diff: Diff) -> Iterator[str]:
    found = diff.findings
    if found is None:
        yield from wrapped(_cannot_share(diff))
        return
    text = _(
        "Played {random} random and {stacked} stacked deals (seed {seed}), the same packs with "
        "the same choices until the two part. Random deals that differ, with 95 % intervals:"
    )
    yield from wrapped(text.format(random=found.random, stacked=found.stacked, seed=diff.seed))
    seen = [kind for kind in PLAYED if kind in found.witnesses]
    width = max((len(effect_name(kind)) for kind in seen), default=0)
    for kind in seen:
        first = f"  {effect_name(kind):{width}}  "
        yield from wrapped(_count(found, kind), first, " " * len(first))
    unseen = [k for k in PLAYED if k not in seen and diff.effect(k).differs]
    if unseen:
        text = _("not seen in {random} random and {stacked} stacked deals: {things}")
        things = ", ".join(map(effect_name, unseen))
        text = text.format(random=found.random, stacked=found.stacked, things=things)
        yield from wrapped(text, "  ", "    ")
    witnesses = list(found.witnesses.values())
    if any(witness.packs != witness.packs_b for witness in witnesses):
        text = _("The card that only one of the games turns up is drawn last in both.")
        yield from wrapped(text)
    if any(moves for witness in witnesses for moves in witness.moves):
        text = _("In the examples a trick is told by the player who led it, then its cards.")
        yield from wrapped(text)
    for kind in seen:
        yield ""
        yield from example(diff, found.witnesses[kind])


def _cannot_share(diff: Diff) -> str:
    a, b = diff.comparison.a, diff.comparison.b
    if a.players != b.players:
        why = _("they are played by {a} and by {b}").format(a=a.players, b=b.players)
    else:
        why = _("their packs differ")
    return _("Nothing was played, since the two cannot share a pack: {why}.").format(why=why)


def _count(found: Findings, kind: str) -> str:
    """How often it differed."""
    count, total = found.counts.get(kind, 0), found.total(kind)
    low, high = interval(count, total)
    text = _("{n} of {total}: {share} % ({low}–{high})")
    numbers = {"share": count / max(total, 1), "low": low, "high": high}
    digits = max(1, ceil(-log10(100 * (high - low))))
    shares = {name: _percent(number, digits) for name, number in numbers.items()}
    text = text.format(n=count, total=total, **shares)
    return text if count else _("{text}, seen in stacked deals").format(text=text)


def _percent(share: float, digits: int) -> str:
    text = f"{100 * share:.{digits}f}"
    return text if language() == "en" else text.replace(".", ",")


def example(diff: Diff, witness: Witness) -> Iterator[str]:
    """A witness: the table, what both say, what decides."""
    told = said(diff.games, witness)
    names = frozenset(name for one in told for name in one.rules)
    text = _("{thing}: the shortest example, from {sort} deal {n}")
    sorts = {"random": _("random"), "stacked": _("stacked")}
    heading = text.format(
        thing=effect_name(witness.kind), sort=sorts[witness.where[0]], n=witness.where[1]
    )
    yield from wrapped(heading)
    yield from table_lines(diff.games, witness)
    for letter, one in zip(LETTERS, told, strict=True):
        yield from wrapped(_sentence(one), f"  {letter}  ", "     ")
    for change in diff.deciding(witness, names):
        parts = clauses(part.text for part in change.parts)
        text = _("by {title}: {parts}").format(title=change.title, parts=parts)
        yield from wrapped(text, "  ", "     ")


def _sentence(one: Said) -> str:
    return clauses(filter(None, (one.text, one.why)))


def table_lines(games: tuple[Game, Game], witness: Witness) -> Iterator[str]:
    """The deal up to the move at which the two part."""
    if witness.kind == "lots":
        yield from _drawn(games[0], witness)
        return
    moved = bool(witness.moves[-1]) and witness.kind not in ("legal", "calls")
    now = scene(games[0], witness, False, int(moved))
    yield from wrapped(clauses(_state(games, now, witness)), "  ", "    ")
    width = len(now.name(0))
    for seat in range(now.game.seats):
        if now.state.hand[seat]:
            yield from wrapped(now.hand(seat), f"  {now.name(seat):{width}}  ", " " * (width + 4))
    done = scene(games[0], witness)
    played = story(done, len(done.plays))
    if played:
        label = _("played")
        yield from wrapped(played, f"  {label:{width}}  ", " " * (width + 4))


def _state(games: tuple[Game, Game], now: Scene, witness: Witness) -> Iterator[str]:
    """Who deals, what is trump where that is the same in both, how the match stands."""
    s = now.state
    if now.deals:
        wins = "–".join(map(str, s.wins))
        text = plural("after {n} deal", "after {n} deals", now.deals)
        yield _("{after} the match stands {wins}").format(after=text, wins=wins)
    yield _("{name} deals").format(name=now.name(s.dealer))
    moved = bool(witness.moves[-1]) and witness.kind not in ("legal", "calls")
    other = scene(games[1], witness, True, int(moved))
    mine, theirs = trump_text(now), trump_text(other)
    if mine == theirs:
        yield from filter(None, [mine])
    elif witness.kind != "trump":
        none = _("there are no trumps")
        yield _("in A {mine}, in B {theirs}").format(mine=mine or none, theirs=theirs or none)
    if s.turned == other.state.turned < now.game.ruleset.deck.size:
        yield _("{card} lies face up").format(card=card_text(now.game, s.turned))


def _drawn(game: Game, witness: Witness) -> Iterator[str]:
    """The first cards of each round of a draw."""
    numbers = game.ruleset.deck.numbers
    for i, pack in enumerate(witness.packs, 1):
        cards = " ".join(card_text(game, numbers[code]) for code in pack[:12])
        yield from wrapped(_("draw {n}: {cards} …").format(n=i, cards=cards), "  ", "    ")


def as_text(lines: Iterable[str]) -> str:
    """The lines as one text."""
    return "\n".join(line.rstrip() for line in lines) + "\n"
