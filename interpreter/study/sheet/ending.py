"""What a sheet says of the end: the score of a deal, who wins it, and how the match is won.

In: the phrases of a ruleset. Out: sections.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...rules.expression import Expr
from ...rules.ruleset import Term
from ...text.messages import _, plural
from ..unparse import settled
from .contests import contest
from .grammar import capital, contracted
from .model import Block, Paragraph, Points, Section, Statement, state
from .moments import constant
from .order import in_file_order
from .phrases import Phrases, name_of, points, resolved


def score(p: Phrases) -> Section:
    """What each player gets, and who wins the deal."""
    blocks: list[Block] = []
    if p.r.terms:
        title = _("Counting")
        text = _("At the end of {deal:the} each player adds up:").format(**p.terms)
        blocks.append(Paragraph((state("scoring.points", title, text),)))
        terms = in_file_order(p.r, "scoring.points", p.r.terms)
        blocks.append(Points(tuple(_term(p, term) for term in terms)))
    blocks.append(Paragraph((_winner(p), *_worth(p))))
    return Section(
        "score", capital(contracted(_("The end of {deal:the}").format(**p.terms))), tuple(blocks)
    )


def _term(p: Phrases, term: Term) -> Statement:
    text = _earned(p, resolved(term.points))
    return state(f"scoring.points.{term.about.name}", str(term.about.title), text, titled=True)


def _earned(p: Phrases, expr: Expr) -> str:
    """What a term of the score gives."""
    name, of = name_of(expr), name_of(expr.args[0]) if expr.args else ""
    if (name, of) == ("value", "won"):
        return _("the points of the cards taken")
    if (name, of) == ("count", "won"):
        return _("a point for each card taken")
    if name == "tricks":
        return _("a point for each {trick} taken").format(**p.terms)
    if name == "declared":
        return _("the points of what was declared")
    known = constant(expr, p.r)
    if known is not None:
        return points(known)
    if expr.op == "if" and constant(expr.args[2], p.r) == 0:
        return _bonus(p, expr.args[0], expr.args[1])
    return p.number(expr)


def _bonus(p: Phrases, test: Expr, number: Expr) -> str:
    """Points for somebody only."""
    known = constant(number, p.r)
    worth = points(known) if known is not None else p.number(number)
    if test.op == "compare" and test.value == "=" and "me" in map(name_of, test.args):
        player = next(arg for arg in test.args if name_of(arg) != "me")
        return _("{points} for {player}").format(points=worth, player=p.player(player))
    return _("{points} if {clause}").format(points=worth, clause=p.clause(test))


def _winner(p: Phrases) -> Statement:
    """Who wins the deal."""
    who = contest(p, p.r.winner, _("{who} wins {deal:the}"))
    equal = _("If several are equal, nobody wins {deal:the}")
    if [name_of(resolved(key.number)) for key in p.r.winner] == ["tricks", "last_win"]:
        equal = _("If nobody has taken {trick:a}, nobody wins {deal:the}")
    equal = equal.format(**p.terms)
    side = ""
    if p.r.sides < p.r.players:
        side = _("It counts for the side of that player; what partners have taken is not added up")
    return state("scoring.winner", _("Winner of {deal:the}").format(**p.terms), who, side, equal)


def _worth(p: Phrases) -> Iterator[Statement]:
    """What a won deal counts in the match."""
    if p.r.worth is None:
        return
    worth = resolved(p.r.worth)
    title = _("Worth of {deal:the}").format(**p.terms)
    known = constant(worth, p.r)
    if known is not None:
        text = _("It counts {points}").format(points=points(known))
    elif worth.op == "if" and constant(worth.args[1], p.r) is not None:
        yes = constant(worth.args[1], p.r)
        text = _("It counts {points} if {clause}; otherwise {number}")
        text = text.format(
            points=points(int(yes or 0)),
            clause=p.clause(worth.args[0]),
            number=p.number(worth.args[2]),
        )
    else:
        text = _("It counts so many points: {number}").format(number=p.number(worth))
    yield state("scoring.worth", contracted(title), text)


# -- the match -----------------------------------------------------------------------------------


def goal(p: Phrases) -> str:
    """What wins the match, in a sentence."""
    r = p.r
    sides = r.sides < r.players
    if r.deals:
        text = _(
            "{match:the} lasts until {n} {deal:s} have had a winner; the side with the most points"
            " wins it"
        )
        text = (
            text
            if sides
            else _(
                "{match:the} lasts until {n} {deal:s} have had a winner; whoever has"
                " the most points wins it"
            )
        )
        return text.format(n=r.deals, **p.terms)
    what = _needed(p)
    first = (
        _("The first side to {what} wins {prize:the}")
        if sides
        else _("The first to {what} wins {prize:the}")
    )
    if r.rounds == 1:
        return first.format(what=what, prize=p.terms["match"])
    rounds = plural("win {n} {round}", "win {n} {round:s}", r.rounds, **p.terms)
    text = first.format(what=what, prize=p.terms["round"])
    return f"{text}. {first.format(what=rounds, prize=p.terms['match'])}"


def _needed(p: Phrases) -> str:
    """What wins the match, or a round."""
    r = p.r
    if r.worth is not None and settled(r.worth).op != "number":
        return plural("reach {n} point", "reach {n} points", r.wins)
    return plural("win {n} {deal}", "win {n} {deal:s}", r.wins, **p.terms)


def match(p: Phrases) -> Section:
    """How the match goes."""
    r = p.r
    more = repeats = ""
    if r.deals:
        more = _(
            "If no one leads then, further {deal:s} are played until one leads, at most"
            " {n}; if they are equal even so, {match:the} is undecided"
        )
        more = more.format(n=r.repeats, **p.terms)
    repeats = plural(
        "{deal:a} without a winner counts for nobody; if there is more than {n} of them,"
        " {match:the} is undecided",
        "{deal:a} without a winner counts for nobody; if there are more than {n} of them,"
        " {match:the} is undecided",
        r.repeats,
        **p.terms,
    )
    found = state("match", format(p.terms["match"], "the"), goal(p), more, repeats)
    return Section("match", found.title, (Paragraph((found,)),))
