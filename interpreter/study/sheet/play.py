"""What a sheet says of the tricks: who leads, what must be played, what wins, who draws.

In: the phrases of a ruleset. Out: sections. Obligations are told in their order, since each rule
holds within what those before it leave. What they all have in common is told once, before them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...machine.tables import can_tie, plain_trump
from ...rules.expression import Expr
from ...rules.ruleset import Obligation
from ...text.messages import _, plural
from ..naming import clauses
from ..unparse import meaning
from .grammar import Nouns, capital, contracted
from .model import Block, Paragraph, Points, Row, Section, Statement, Table, state
from .order import in_file_order
from .phrases import Phrases, name_of, resolved
from .things import strongest


def play(p: Phrases) -> Section:
    """The tricks."""
    blocks: list[Block] = [Paragraph((_leading(p),)), Paragraph((_winning(p), *_spoiling(p)))]
    blocks += _obligations(p, _binding(p, p.r.tricks.lead), _binding(p, p.r.tricks.reply))
    blocks.append(Paragraph(tuple(_drawing(p))))
    return Section("play", _("Play"), tuple(b for b in blocks if b != Paragraph(())))


def _leading(p: Phrases) -> Statement:
    """Who leads, and how a trick goes."""
    r = p.r
    first = _("{player} leads to the first {trick}, and the others play a card each in turn")
    if r.players == 2:
        first = _("{player} leads to the first {trick}, and the other player plays a card to it")
    first = first.format(player=p.player(r.deal.first), **p.terms)
    then = _("Whoever takes {trick:a} leads to the next").format(**p.terms)
    number = plural(
        "{deal:a} has {n} {trick}", "{deal:a} has {n} {trick:s}", r.tricks_a_deal, **p.terms
    )
    return state("tricks", _("Tricks"), first, then, number)


def _winning(p: Phrases) -> Statement:
    """Which card takes a trick."""
    found: list[str] = []
    for expr in p.r.tricks.wins:
        found += _strongest(p, resolved(expr))
    if not found:
        return state("tricks.wins", _("What takes {trick:a}").format(**p.terms))
    text = _("{card} takes {trick:the}").format(card=found[0], **p.terms)
    others = [_("if there is none, {card}").format(card=card) for card in found[1:]]
    title = contracted(_("What takes {trick:a}").format(**p.terms))
    more = _("A card of another suit cannot take {trick:the}").format(**p.terms)
    last = p.r.tricks.wins[-1]
    more = more if name_of(resolved(last)) == "follows" else ""
    if p.r.has_trumps and not plain_trump(p.r):
        more = _("{trump:a} belongs to no other suit").format(**p.terms)
    return state("tricks.wins", title, clauses([text, *others]), more)


def _strongest(p: Phrases, expr: Expr) -> Iterator[str]:
    """The winning cards of a set; those of one that depends on a condition with that condition."""
    if expr.op == "if":
        test, yes, no = expr.args
        a, b = (list(_strongest(p, arg)) for arg in (yes, no))
        text = _("{card} if {clause}")
        for card in a:
            yield text.format(card=card, clause=p.clause(test))
        for card in b:
            yield _("otherwise {card}").format(card=card)
        return
    if name_of(expr) == "none" or (expr.op == "cards" and not expr.value):
        return
    if name_of(expr) == "trump" and not p.r.has_trumps:
        return
    if expr.op == "cards" and expr.value == (1 << p.r.deck.size) - 1:
        yield _("the strongest card, of whatever suit,")
    else:
        yield strongest(p.cards(expr))


def _spoiling(p: Phrases) -> Iterator[Statement]:
    """What happens if the highest cards are equal."""
    if not can_tie(p.r):
        return
    spoiled = p.r.label("spoiled") or _("spoiled")
    text = _(
        "If two or more equal cards are the highest, {trick:the} is {spoiled}: nobody takes it,"
        " and whoever led to it leads again"
    )
    title = _("Equal cards")
    yield state("tricks.spoiled", title, text.format(spoiled=spoiled, **p.terms))


# -- what must be played -------------------------------------------------------------------------


def _obligations(
    p: Phrases, lead: Sequence[Obligation], reply: Sequence[Obligation]
) -> Iterator[Block]:
    """The rules of the lead and of the reply; without any, any card may be played."""
    if not lead and not reply:
        text = _("Any card may be played to any {trick}: there is no duty to follow suit")
        yield Paragraph((state("tricks.reply", _("Reply"), text.format(**p.terms)),))
        return
    open_ = () if lead else (state("tricks.lead", _("Lead"), _("Any card may be led")),)
    if lead:
        yield Paragraph((_intro(p, "tricks.lead", lead),))
        yield _listed(p, "tricks.lead", lead)
    if reply:
        yield Paragraph((*open_, _intro(p, "tricks.reply", reply)))
        yield _listed(p, "tricks.reply", reply)
    else:
        free = _("Any card may be played in reply")
        yield Paragraph((state("tricks.reply", _("Reply"), free),))


def _intro(p: Phrases, key: str, rules: Sequence[Obligation]) -> Statement:
    """What the rules of the one or the other have in common."""
    leads = key == "tricks.lead"
    when = p.when(_all(_shared(p, rules)))
    free = ""
    text = _("For the lead these rules hold") if leads else _("For the reply these rules hold")
    if when:
        free = _("Any card may be led") if leads else _("Any card may be played in reply")
        text = _("{when}, however, there are rules for the lead")
        text = text if leads else _("{when}, however, there are rules for the reply")
        text = text.format(when=when)
    bind = _("It binds only those who can obey it")
    if len(rules) > 1:
        bind = _(
            "They are taken in order; each binds only those who can obey it with the cards that"
            " the rules before it leave them"
        )
    return state(key, _("Lead") if leads else _("Reply"), free, text, bind)


def _listed(p: Phrases, key: str, rules: Sequence[Obligation]) -> Points:
    """The rules one by one."""
    shared = _shared(p, rules)
    said = tuple(_obligation(p, key, rules, i, shared) for i in range(len(rules)))
    return Points(said, numbered=len(said) > 1)


def _binding(p: Phrases, rules: Sequence[Obligation]) -> list[Obligation]:
    """The rules that the settings do not rule out."""
    return [rule for rule in rules if p.when(rule.when) != _("never")]


def _shared(p: Phrases, rules: Sequence[Obligation]) -> list[Expr]:
    """The conditions that all rules have."""
    first, *others = [_conditions(rule) for rule in rules]
    known = [[meaning(expr, p.r) for expr in some] for some in others]
    return [expr for expr in first if all(meaning(expr, p.r) in some for some in known)]


def _conditions(rule: Obligation) -> list[Expr]:
    """The conditions that must all hold for a rule."""
    if rule.when is None:
        return []
    expr = resolved(rule.when)
    return list(expr.args) if expr.op == "and" else [] if expr.op == "truth" else [expr]


def _all(conditions: Sequence[Expr]) -> Expr | None:
    if len(conditions) < 2:
        return conditions[0] if conditions else None
    return replace(conditions[0], op="and", value=None, args=tuple(conditions))


def _obligation(
    p: Phrases, key: str, rules: Sequence[Obligation], place: int, shared: Sequence[Expr]
) -> Statement:
    """One rule."""
    rule = rules[place]
    common = [meaning(expr, p.r) for expr in shared]
    own = [expr for expr in _conditions(rule) if meaning(expr, p.r) not in common]
    text = _must(p, resolved(rule.play))
    if name_of(resolved(rule.play)) == "trump" and _after_follow(
        p, rules[:place], _conditions(rule)
    ):
        text = _("whoever cannot follow suit must play {trump:a}").format(**p.terms)
    when = p.when(_all(own))
    if when:
        text = _("{when}, {text}").format(when=when, text=text)
    return state(f"{key}.{rule.about.name}", str(rule.about.title), text, titled=True)


def _after_follow(p: Phrases, before: Sequence[Obligation], own: Sequence[Expr]) -> bool:
    """Whether a rule before it, wherever it holds itself, makes everyone follow suit who can."""
    mine = [meaning(expr, p.r) for expr in own]
    return any(
        name_of(resolved(rule.play)) == "follows"
        and name_of(resolved(rule.play).args[0]) == "led"
        and all(meaning(expr, p.r) in mine for expr in _conditions(rule))
        for rule in before
    )


def _must(p: Phrases, expr: Expr) -> str:
    """What a rule wants to be played."""
    name, of = name_of(expr), name_of(expr.args[0]) if expr.args else ""
    if (name, of) == ("follows", "led"):
        if p.r.has_trumps and not plain_trump(p.r):
            text = _("a card of the suit led must be played, and {trump:a} on {trump:a}")
            return text.format(**p.terms)
        return _("a card of the suit led must be played")
    if (name, of) == ("beats", "best"):
        return _("a card must be played that beats the best one so far")
    if (
        expr.op == "except"
        and expr.args[0].op == "cards"
        and expr.args[0].value == (1 << p.r.deck.size) - 1
    ):
        cards = Nouns(tuple(part for arg in expr.args[1:] for part in p.cards(arg).parts))
        if cards.single:
            return _("{cards:the s} may not be played").format(cards=cards)
        return _("{cards:no} may be played").format(cards=cards)
    return _("{cards:a} must be played").format(cards=p.cards(expr))


# -- drawing -------------------------------------------------------------------------------------


def _drawing(p: Phrases) -> Iterator[Statement]:
    """Drawing after a trick."""
    r, draw = p.r, p.r.tricks.draw
    if draw is None:
        return
    text = plural(
        "After each {trick} everyone draws a card from {stock:the}, {player} first",
        "After each {trick} everyone draws {n} cards from {stock:the}, {player} first",
        draw.each,
        player=p.player(draw.first),
        **p.terms,
    )
    round_ = r.players * draw.each
    tricks = r.drawable // round_
    enough = plural(
        "There is enough for {n} {trick}", "There is enough for {n} {trick:s}", tricks, **p.terms
    )
    left = r.deck.size - r.players * r.deal.cards - r.drawable
    rest = plural("{n} card stays in {stock:the}", "{n} cards stay in {stock:the}", left, **p.terms)
    last = plural(
        "the last {trick} is played from the hand",
        "the last {n} {trick:s} are played from the hand",
        r.tricks_a_deal - tricks,
        **p.terms,
    )
    yield state("tricks.draw", _("Drawing"), text, clauses([enough, last]), rest if left else "")


# -- signals -------------------------------------------------------------------------------------


def signals(p: Phrases) -> Section | None:
    """The signs that partners give each other."""
    known = p.r.signals
    if not known.signs:
        return None
    text = _(
        "On a turn of their own, before playing a card, players may give signs that all can see"
    )
    once = _("Each player gives each sign at most once in {deal:a}").format(**p.terms)
    true = known.truthful is not None and p.when(known.truthful) == ""
    honest = _("Only true signs may be given") if true else _("A sign need not be true")
    rows = []
    for sign in in_file_order(p.r, "signals.signs", known.signs):
        title = capital(str(sign.about.title))
        rows.append(Row(f"signals.signs.{sign.about.name}", title, (_meaning(p, sign.means),)))
    head = (_("Sign"), _("Meaning"))
    said = Paragraph((state("signals", _("Signs"), text, once, honest),))
    return Section("signals", _("Signs"), (said, Table(head, tuple(rows))))


def _meaning(p: Phrases, expr: Expr) -> str:
    """What a sign says of the hand."""
    expr = resolved(expr)
    if name_of(expr) == "holds":
        return contracted(f"{p.cards(expr.args[0]):a}")
    if expr.op == "not" and name_of(expr.args[0]) == "holds":
        cards = p.cards(expr.args[0].args[0])
        if not cards.single:
            return contracted(f"{cards:no}")
    return contracted(p.clause(expr))
