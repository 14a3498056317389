"""What a sheet says before the first card is played: players, cards, the lots, the deal, stages.

In: the phrases of a ruleset. Out: sections.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...rules.expression import Expr, constant_cards
from ...rules.ruleset import Stage
from ...rules.vocabulary import Word
from ...text.messages import _, plural
from ..naming import cards_of, clauses
from .contests import contest, reads
from .ending import goal
from .grammar import all_of, capital, contracted, noun
from .model import Group, Paragraph, Points, Ranking, Section, Statement, state
from .moments import constant
from .phrases import Phrases, name_of, points, resolved

# -- players -------------------------------------------------------------------------------------


def players(p: Phrases) -> Section:
    """How many play, and what for."""
    r = p.r
    text = plural("A game for {n} player", "A game for {n} players", r.players)
    each = r.players // r.sides
    if each == 1 and r.players > 2:
        text = _("{players}, each for himself").format(players=text)
    sides = ""
    if each > 1:
        sides = _(
            "There are {sides} sides of {players} each, whose seats take turns round the table"
        )
        if each == 2 == r.sides:
            sides = _("They play {n} against {n}; partners sit opposite each other")
        sides = sides.format(sides=r.sides, players=each, n=each)
    aim = contest(p, r.winner, _("{who} wins {deal:the}"))
    first = Paragraph((state("players", _("Players"), text, sides),))
    second = Paragraph((state("", _("Aim"), aim, goal(p)),))
    return Section("players", _("Players and aim"), (first, second))


# -- cards ---------------------------------------------------------------------------------------


def cards(p: Phrases) -> Section:
    """The pack, the order of the cards, what they count."""
    deck = p.r.deck
    suits = all_of([f"{suit.title} {suit.symbol}" for suit in deck.suits])
    pack = _("The pack has {n} cards, {m} in each suit: {suits}")
    pack = pack.format(n=deck.size, m=len(deck.ranks), suits=suits)
    blocks = (
        Paragraph((state("deck", _("Pack"), pack, *_faces(p)),)),
        ranking(p),
        Paragraph(tuple(_values(p))),
    )
    return Section("cards", _("The cards"), tuple(b for b in blocks if b != Paragraph(())))


def _faces(p: Phrases) -> Iterator[str]:
    """Other packs that will do."""
    deck = p.r.deck
    for face in deck.faces.values():
        suits = [(a.title, b.title) for a, b in zip(deck.suits, face.suits, strict=True)]
        ranks = [(a.title, b.title) for a, b in zip(deck.ranks, face.ranks, strict=True)]
        other = [(a, b) for a, b in (*suits, *ranks) if str(a) != str(b)]
        changed = ", ".join(_("{b} for {a}").format(a=a, b=b) for a, b in other)
        text = _("It can be played with other cards too: {cards}")
        yield text.format(cards=changed)


def ranking(p: Phrases) -> Ranking:
    """The order of the cards."""
    r = p.r
    ranks = list(r.deck.rank_masks.values())
    alike = all(group in ranks for group in r.tricks.ranking) and r.deck.size == sum(
        group.bit_count() for group in r.tricks.ranking
    )
    groups = []
    for group in r.tricks.ranking:
        shown = cards_of(group)
        name = str(r.nicknames.get(shown[0], "")) if len(shown) == 1 else ""
        worth = {r.values[card] for card in shown}
        one = worth.pop() if len(worth) == 1 and any(r.values) else None
        groups.append(Group(tuple(shown[:1] if alike else shown), name, one))
    if alike:
        text = ", ".join(str(r.deck.rank(group.cards[0]).title) for group in groups)
        intro = _("From the strongest to the weakest, in every suit alike:")
    else:
        text = clauses(_equal(p, group) for group in r.tricks.ranking)
        intro = _("From the strongest to the weakest; cards that stand together are equal:")
    whole = _("From the strongest to the weakest: {cards}").format(cards=text)
    statement = state("tricks.ranking", _("Order of the cards"), whole)
    return Ranking(tuple(groups), alike, intro, statement)


def _equal(p: Phrases, group: int) -> str:
    """Equal cards: all that is left of a rank by its name."""
    shown, deck = cards_of(group), p.r.deck
    if len(shown) == 1:
        return contracted(f"{p.one(shown[0]):}")
    ranks = {deck.rank(card).name: deck.rank(card) for card in shown}
    named = [noun(str(rank.title)) for rank in ranks.values()]
    if len(named) == 1 and group == deck.rank_masks[next(iter(ranks))]:
        return _("the {n} {cards:s}, equal").format(n=len(shown), cards=named[0])
    names = all_of([contracted(f"{p.one(card):}") for card in shown])
    return _("{cards}, equal").format(cards=names)


def _values(p: Phrases) -> Iterator[Statement]:
    """What the cards count."""
    r = p.r
    if not any(r.values):
        return
    by: dict[int, int] = {}
    for card, worth in enumerate(r.values):
        by[worth] = by.get(worth, 0) | 1 << card
    said: list[str] = []
    for worth, mask in sorted(by.items(), reverse=True):
        if worth:
            text = plural(
                "{cards:a} counts {n} point",
                "{cards:a} counts {n} points",
                worth,
                cards=p.constant(mask),
            )
            more = _("{cards:a} {n}").format(cards=p.constant(mask), n=worth)
            said.append(more if said else text)
    rest = _("any other nothing") if 0 in by else ""
    text = ", ".join(filter(None, [*said, rest]))
    total = _("All cards together count {points}").format(points=points(sum(r.values)))
    yield state("values", _("Card points"), text, total)


# -- the deal ------------------------------------------------------------------------------------


def deal(p: Phrases) -> Section:
    """The lots, the deal, the trumps."""
    statements = (*_seats(p), _first_dealer(p), _dealing(p), *_trump(p), _next_dealer(p))
    return Section(
        "deal",
        capital(format(p.terms["deal"], "the")),
        tuple(Paragraph((s,)) for s in statements if s.sentences),
    )


def _seats(p: Phrases) -> Iterator[Statement]:
    """Who sits where."""
    seats, r = p.r.seats, p.r
    if seats is None:
        return
    if seats.among == (1 << r.deck.size) - 1:
        lot = _("Each player draws a card for the seats")
    else:
        lot = _(
            "For the seats cards are turned up for one player after the other, until each has"
            " one of these cards: {cards:s}; whoever has one gets no more"
        )
        lot = lot.format(cards=p.constant(seats.among))
    each = r.players // r.sides
    order = contest(p, seats.order, _("{who} comes first in the order of seats"))
    if each > 1:
        side = _("The first {n} in this order are on one side, then the next {n}").format(n=each)
        order = f"{order}. {side}"
    keys = [(key.most, name_of(key.number)) for key in seats.order]
    if keys == [(True, "strength")] and r.sides == 2:
        order = _("The {n} with the highest cards are partners against the others").format(n=each)
    if keys == [(False, "strength")] and r.sides == 2:
        order = _("The {n} with the lowest cards are partners against the others").format(n=each)
    again = _("If several are equal, all draw again")
    yield state("seats", _("Seats"), lot, order, again)


def _first_dealer(p: Phrases) -> Statement:
    """Who deals first, in a match or in a round of it."""
    r = p.r
    keys = [key for key in r.first_dealer if constant(resolved(key.number), r) is None]
    first = next((i for i, key in enumerate(keys) if reads(key, "drawn")), len(keys))
    deals = _("{who} deals first")
    sentences = [contest(p, tuple(keys[:first]), deals)] if first else []
    if keys[first:]:
        draws = _("If that leaves several, each player draws a card")
        sentences.append(draws if first else _("Each player draws a card"))
        sentences.append(contest(p, tuple(keys[first:]), deals))
    sentences.append(_("If several are equal, all draw again"))
    if r.rounds > 1:
        sentences.append(
            _("For each further {round} the same cards decide again").format(**p.terms)
        )
        when = p.when(r.redraw) if r.redraw else ""
        if when:
            sentences.append(_("{when}, all draw anew").format(when=when))
    return state("dealer.first", _("First dealer"), *sentences)


def _next_dealer(p: Phrases) -> Statement:
    """Who deals after that."""
    after = resolved(p.r.next_dealer)
    title = _("Next dealer")
    if after.op == "if" and name_of(after.args[0]) == "decided":
        yes, no = (p.player(arg) for arg in after.args[1:])
        text = _("After {deal:a} that has a winner {player} deals next")
        again = _("after one without a winner {player} deals")
        if name_of(after.args[2]) == "dealer":
            again = _("after one without a winner the same dealer deals again")
        text = text.format(player=yes, **p.terms)
        return state("dealer.next", title, clauses([text, again.format(player=no)]))
    text = _("Next {player} deals").format(player=p.player(after))
    return state("dealer.next", title, text)


def _dealing(p: Phrases) -> Statement:
    """Cutting, dealing, the turned card, the rest."""
    r = p.r
    cut = (
        _("The dealer shuffles and {player} cuts").format(player=p.player(r.deal.cut))
        if r.deal.cut
        else ""
    )
    cards = plural("Each player gets {n} card", "Each player gets {n} cards", r.deal.cards)
    packets = min(r.deal.packets, r.deal.cards)
    how = _("{n} at a time").format(n=packets) if packets > 1 else _("one by one")
    text = _("{cards}, {how}, {player} first")
    text = text.format(cards=cards, how=how, player=p.player(r.deal.first))
    return state("deal", _("Deal"), cut or _("The dealer shuffles"), text, _turned(p), _rest(p))


def _turned(p: Phrases) -> str:
    """The card that is turned up."""
    r = p.r
    if not r.deal.turn_up:
        return _("No card is turned up") if r.tricks.draw and r.has_trumps else ""
    if r.trump is not None and name_of(r.trump) == "suit":
        text = _("The next card is dealt face up: it is {turned:the}, and its suit is {trump}")
        return text.format(**p.terms)
    return _("The next card is dealt face up: it is {turned:the}").format(**p.terms)


def _rest(p: Phrases) -> str:
    """What becomes of the cards that are left."""
    r = p.r
    left = r.deck.size - r.players * r.deal.cards - r.deal.turn_up
    if not left:
        return ""
    if r.tricks.draw is None:
        return plural(
            "{n} card is left over, face down", "{n} cards are left over, face down", left
        )
    if r.deal.turn_up:
        text = _(
            "The other {n} cards are laid face down across it: that is {stock:the}, from which"
            " {turned:the} is drawn last"
        )
    else:
        text = _("The other {n} cards, face down, are {stock:the}")
    return text.format(n=left, **p.terms)


def _trump(p: Phrases) -> Iterator[Statement]:
    """Which cards are trumps, where the turned card does not say it."""
    r, title = p.r, _("Trumps")
    trump = None if r.trump is None else resolved(r.trump)
    mask = 0 if trump is None else constant_cards(trump)
    if mask == 0 and r.makes_trump:
        text = _("At first there are no {trump:s}; a declaration can make its suit {trump}")
        yield state("trump", title, text.format(**p.terms))
    elif mask == 0:
        yield state("trump", title, _("There are no {trump:s}").format(**p.terms))
    elif mask is not None:
        text = _("In every {deal} these are {trump:s}: {cards:the s}")
        yield state("trump", title, text.format(cards=p.constant(mask), **p.terms))
    elif trump is not None and not (r.deal.turn_up and _is_suit_turned(trump)):
        text = _("These are {trump:s}: {cards:the s}")
        yield state("trump", title, text.format(cards=p.cards(trump), **p.terms))


def _is_suit_turned(trump: Expr) -> bool:
    return isinstance(trump.value, Word) and trump.value.name == "suit"


# -- stages --------------------------------------------------------------------------------------


def stages(p: Phrases) -> Section | None:
    """Questions, and cards that are taken, before the first trick."""
    if not p.r.stages:
        return None
    found = tuple(_stage(p, stage) for stage in p.r.stages)
    title = _("Before the first {trick}").format(**p.terms)
    return Section("stages", title, (Points(found, numbered=len(found) > 1),))


def _stage(p: Phrases, stage: Stage) -> Statement:
    when = p.when(stage.when)
    title = str(stage.about.title)
    if stage.ask is not None:
        text = _(
            "{player} is asked first whether to play “{title}”, then the others in the order of"
            " play; all hear the answers, and the first no ends the question"
        )
        text = text.format(player=p.player(stage.ask), title=title)
        more = ""
    else:
        by = all_of([p.player(player) for player in stage.by])
        text = plural(
            "{players} take {n} card each from those left over, one at a time and by turns",
            "{players} take {n} cards each from those left over, one at a time and by turns",
            stage.take,
            players=by,
        )
        more = _("Then each puts as many cards of the hand aside, face down: they are out of play")
    if when:
        text = _("{when}, {text}").format(when=when, text=text)
    return state(f"stages.{stage.about.name}", title, text, more, titled=True)
