"""What a sheet says of declarations and exchanges.

In: the phrases of a ruleset. Out: sections: the declarations as a table, with what holds for all of
them in words; each exchange as a statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...rules.expression import Expr
from ...rules.ruleset import Declaration, Exchange
from ...rules.vocabulary import Word
from ...text.messages import _
from ..naming import cards_of, clauses
from .grammar import Noun, all_of, any_of, capital, contracted, noun
from .model import Paragraph, Points, Row, Section, Statement, Table, state
from .moments import constant
from .order import in_file_order
from .phrases import Phrases, name_of, points, resolved
from .things import spelled


def exchanges(p: Phrases) -> Section | None:
    """Cards given for the turned one."""
    if not p.r.exchanges:
        return None
    found = tuple(_exchange(p, exchange) for exchange in p.r.exchanges)
    title = _("Exchanging {turned:the}").format(**p.terms)
    return Section("exchanges", capital(contracted(title)), (Points(found),))


def _exchange(p: Phrases, exchange: Exchange) -> Statement:
    key, title = f"exchanges.{exchange.about.name}", str(exchange.about.title)
    text = _(
        "whoever holds {card:the} may exchange it for {turned:the} on a turn of their own; it"
        " then lies in its place"
    )
    text = text.format(card=p.cards(exchange.give), **p.terms)
    when = p.when(exchange.when)
    if when:
        text = _("{when}, {text}").format(when=when, text=text)
    return state(key, title, text, _asked(p, exchange), titled=True)


def _asked(p: Phrases, exchange: Exchange) -> str:
    """When the other players are asked about an exchange."""
    if exchange.ask is None:
        return ""
    text = _("the leader asks before the lead")
    if exchange.say:
        text = _("the leader says “{words}” before the lead").format(words=exchange.say)
    then = _("each of the others may exchange or pass")
    if p.r.players == 2:
        then = _("the other player may exchange or pass")
    text = clauses([text, then])
    when = p.when(exchange.ask)
    return _("{when}, {text}").format(when=when, text=text) if when else text


# -- declarations --------------------------------------------------------------------------------


def declarations(p: Phrases) -> Section | None:
    """The combinations, what they count and how often they may be declared."""
    known = in_file_order(p.r, "declarations", p.r.declarations)
    known.sort(key=lambda d: d.wins)
    if not known:
        return None
    text = _(
        "Whoever holds one of these combinations may declare it on playing one of its cards."
        " Nobody has to, and {trick:the} need not be won. The cards stay in the hand and are played"
        " like any others"
    ).format(**p.terms)
    shown = [d for d in known if d.shown]
    show = ""
    if shown:
        show = _("After {trick:the} the rest of the combination is shown to all").format(**p.terms)
        if len(shown) < len(known):
            show = _("{show}: {names}").format(show=show, names=_titles(shown))
    head = (_("Declaration"), _("Cards"), _("Worth"))
    rows = [
        Row(
            f"declarations.{d.about.name}",
            capital(str(d.about.title)),
            (_cards(p, d), _worth(p, d)),
        )
        for d in known
    ]
    blocks = (
        Paragraph((state("declarations", _("Declarations"), text, show),)),
        Table(head, tuple(rows)),
        Points((*_limits(p, known), *_claims(p, known))),
    )
    return Section("declarations", _("Declarations"), blocks)


def _titles(some: Sequence[Declaration]) -> str:
    return all_of([str(d.about.title) for d in some])


def _cards(p: Phrases, d: Declaration) -> str:
    """The cards of a combination."""
    deck = p.r.deck
    if d.each:
        return contracted(_of_each_suit(p, d))
    (mask,) = d.masks
    name = next(
        (name for name, known in p.r.sets.items() if known == mask and _written(p, d, name)), ""
    )
    cards = p.constant(mask)
    if name:
        word = noun(spelled(name))
        word = word if d.number == 1 else Noun(word.one, word.one, word.feminine)
        text = _("{n} {name} ({cards:s})")
        return contracted(text.format(n=d.number, name=f"{word:s}", cards=cards))
    if d.number == mask.bit_count() == deck.size // len(deck.ranks) and len(cards.parts) == 1:
        return contracted(_("the {n} {cards:s}").format(n=d.number, cards=cards.parts[0]))
    if d.number == mask.bit_count():
        return contracted(f"{cards:the s}")
    return contracted(_("{n} of these cards: {cards:s}").format(n=d.number, cards=cards))


def _written(p: Phrases, d: Declaration, name: str) -> bool:
    """Whether the file calls the cards of a combination by that name."""
    rules = p.r.document.get("declarations")
    body = rules.get(d.about.name) if isinstance(rules, dict) else None
    return isinstance(body, dict) and body.get("cards") == name


def _of_each_suit(p: Phrases, d: Declaration) -> str:
    """A combination that there is in each suit."""
    deck, masks = p.r.deck, list(p.r.deck.suit_masks.values())
    ranks = {tuple(card % len(deck.ranks) for card in cards_of(mask)) for mask in d.masks}
    own = all(mask & ~suit == 0 for mask, suit in zip(d.masks, masks, strict=True))
    if not own or len(ranks) > 1:
        sets = [f"{p.constant(mask):the s}" for mask in dict.fromkeys(d.masks)]
        return _with_number(d, any_of(sets))
    names = [str(deck.ranks[i].title) for i in sorted(ranks.pop())]
    return _with_number(d, _("{cards} of one suit").format(cards=all_of(names)))


def _with_number(d: Declaration, cards: str) -> str:
    if all(d.number == mask.bit_count() for mask in d.masks):
        return cards
    return _("{n} of these: {cards}").format(n=d.number, cards=cards)


def _worth(p: Phrases, d: Declaration) -> str:
    """What a combination counts or brings, and when it may be declared."""
    found = []
    if d.points is not None:
        found.append(_points(p, resolved(d.points)))
    if d.wins:
        found.append(_("wins {deal:the}").format(**p.terms))
    if d.trump is not None:
        when = p.when(d.trump)
        if when != _("never"):
            text = _("makes its suit {trump}").format(**p.terms)
            found.append(_("{text} {when}").format(text=text, when=when) if when else text)
    when = p.when(d.when)
    if when:
        found.append(_("only {when}").format(when=when))
    return contracted(clauses(found))


def _points(p: Phrases, expr: Expr) -> str:
    """The points of a combination."""
    known = constant(expr, p.r)
    if known is not None:
        return points(known)
    if expr.op == "if" and expr.args[0].op == "compare" and _is_trump(expr.args[0]):
        yes, no = (p.number(arg) for arg in expr.args[1:])
        return _("{plain} points, {high} in {trump:s}").format(plain=no, high=yes, **p.terms)
    return p.number(expr)


def _is_trump(test: Expr) -> bool:
    """Whether a condition asks if the suit of a combination is trump."""
    sides = {arg.op if not isinstance(arg.value, Word) else arg.value.name for arg in test.args}
    return test.value == "=" and sides == {"var", "trump"}


def _limits(p: Phrases, known: Sequence[Declaration]) -> Iterator[Statement]:
    """How often something may be declared, slot by slot."""
    slots: dict[str, list[Declaration]] = {}
    for d in known:
        slots.setdefault("" if d.slot == d.each else d.slot, []).append(d)
    for slot, some in slots.items():
        key = f"declarations.slot.{slot or 'suit'}"
        if not slot and len(some) > 1:
            text = _("In {deal:a} a player may declare only one of these in each suit: {names}")
        elif not slot:
            text = _("In {deal:a} a player may declare {name:a} only once in each suit")
        elif len(some) > 1:
            text = _("In {deal:a} a player may declare only one of these: {names}")
        else:
            text = _("In {deal:a} a player may declare {name:a} only once")
        names, name = any_of([str(d.about.title) for d in some]), noun(str(some[0].about.title))
        yield state(key, _("Limit"), text.format(names=names, name=name, **p.terms))


def _claims(p: Phrases, known: Sequence[Declaration]) -> Iterator[Statement]:
    """Declarations that win the deal."""
    for d in known:
        if not d.wins:
            continue
        title = str(d.about.title)
        text = _(
            "{name:a} wins {deal:the} as soon as {trick:the} is complete; no points are counted"
        )
        text = text.format(name=noun(title), **p.terms)
        yield state(f"declarations.{d.about.name}.claim", title, text, _preference(p, d))


def _preference(p: Phrases, d: Declaration) -> str:
    """Which of several wins."""
    if not d.prefer:
        return _(
            "If several players declare one in the same {trick}, nobody wins {deal:the}"
        ).format(**p.terms)
    found = [_preferred(p, resolved(expr)) for expr in d.prefer]
    text = _("If several players declare one in the same {trick}, {first} wins")
    text = text.format(first=found[0], **p.terms)
    more = [_("else {other}").format(other=other) for other in found[1:]]
    return ", ".join([text, *more])


def _preferred(p: Phrases, expr: Expr) -> str:
    """The one of several claims of which a condition holds."""
    if expr.op == "compare" and expr.value == "=":
        if _is_trump(expr):
            return _("the one in {trump:s}").format(**p.terms)
        sides = [arg for arg in expr.args if name_of(arg) != "me"]
        if len(sides) == 1 and name_of(sides[0]) in ("leader", "dealer", "winner", "left", "right"):
            return _("the one of {player}").format(player=p.player(sides[0]))
    return _("the one of which this is true: {clause}").format(clause=p.clause(expr))
