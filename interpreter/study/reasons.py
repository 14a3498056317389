"""What each of two games says where they part, and the rule that decides in it.

In: two games, a witness. Out: for each game one or two sentences, and the names of the rules that
decide there. Reasons are those that a player would be told at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..machine.evaluate import probing
from ..rules.expression import constant_cards
from ..rules.ruleset import Ruleset
from ..table.action import Action
from ..table.game import Game
from ..table.lots import draw_lots
from ..table.refusal import REASONS, why_not
from ..table.spelling import cards_text, named_text, stage_title
from ..text.messages import _, plural
from .board import AWAITED, SPOILED
from .naming import clauses, code, keys_text, titled
from .scene import Scene, call_text, scene
from .sections import match_end
from .taking import deciding, equal_highest, why_taken
from .unparse import unparse
from .witness import Witness


@dataclass(frozen=True)
class Said:
    """What a game says: the outcome, the reason (may be empty), rules that decide, by name."""

    text: str
    why: str = ""
    rules: tuple[str, ...] = ()


def said(games: tuple[Game, Game], witness: Witness) -> tuple[Said, Said]:
    """What both say at the last move of a witness."""
    if witness.kind == "lots":
        return _lots(games[0], games[0], witness), _lots(games[1], games[0], witness)
    scenes = [scene(game, witness, bool(second)) for second, game in enumerate(games)]
    tell = TELLERS[witness.kind]
    return tell(scenes[0], scenes[1], witness), tell(scenes[1], scenes[0], witness)


def _legal(mine: Scene, other: Scene, witness: Witness) -> Said:
    """The cards that may be played, and why not one that the other game allows."""
    own, theirs = _plays(mine), _plays(other)
    cards = cards_text(mine.game, sum(1 << action.index for action in own))
    text = _("{name} may play {cards}").format(name=mine.name(mine.state.turn), cards=cards)
    texts = {str(action) for action in own}
    refused = [action for action in theirs if str(action) not in texts]
    if not refused:
        return Said(text, _("no rule forbids any of them"))
    action = mine.game.action(str(refused[0]))
    assert action is not None
    refusal = why_not(mine.game, mine.state, action)
    return Said(text, refusal.text, () if refusal.rule in REASONS else (refusal.rule,))


def _calls_of(found: Scene) -> dict[str, Action]:
    """What may be done besides playing a card, by its text."""
    offered = found.game.offered(found.state)
    return {str(action): action for action in offered if action.kind != "play"}


def _plays(found: Scene) -> list[Action]:
    return [action for action in found.game.offered(found.state) if action.kind == "play"]


def _calls(mine: Scene, other: Scene, witness: Witness) -> Said:
    """The calls that only one game offers, or what is asked."""
    name, s = mine.name(mine.state.turn), mine.state
    if getattr(s, "polled", 0):
        stage = mine.game.ruleset.stages[s.stage - 1].about.name
        what = stage_title(mine.game, stage)
        return Said(_("{name} is asked: {what}?").format(name=name, what=what), "", (stage,))
    if getattr(s, "aside", 0):
        stage = mine.game.ruleset.stages[s.stage - 1].about.name
        return Said(_("{name} has taken cards and puts some aside").format(name=name), "", (stage,))
    own, theirs = _calls_of(mine), _calls_of(other)
    asked = _("{name} is asked about an exchange").format(name=name)
    more = [action for text, action in own.items() if text not in theirs]
    if more:
        what = ", ".join(call_text(mine.game, action) for action in more)
        text = _("{name} may choose: {what}").format(name=name, what=what)
        rules = tuple(dict.fromkeys(action.name for action in more))
        return Said(clauses([asked, text]) if getattr(s, "asked", 0) else text, "", rules)
    if getattr(s, "asked", 0):
        return Said(asked)
    less = [action for text, action in theirs.items() if text not in own and action.name]
    if not less:
        leads = s.led == mine.game.ruleset.deck.size
        text = _("{name} is to lead") if leads else _("{name} is to play a card")
        return Said(text.format(name=name))
    action = mine.game.action(str(less[0]))
    if action is None:
        what = call_text(other.game, less[0])
        return Said(_("{what}: there is no such call").format(what=what))
    return Said(why_not(mine.game, s, action).text, "", (action.name,))


def _tricks(mine: Scene, other: Scene, witness: Witness) -> Said:
    """Who takes the trick, and by what."""
    cards = {seat: action.index for seat, action in mine.trick}
    before = scene(mine.game, witness, mine.second, 1).state
    if mine.took == SPOILED:
        equal = cards_text(mine.game, equal_highest(mine.game, before, list(cards.values())))
        why = _("these are equal: {cards}").format(cards=equal)
        return Said(_("nobody takes the trick"), why, ("ranking",))
    card = cards[mine.took]
    text, codes = _("{name} takes the trick with {card}"), mine.game.ruleset.deck.codes
    text = text.format(name=mine.name(mine.took), card=named_text(mine.game, codes[card]))
    r = mine.game.ruleset
    _machine, sets = probing(r, r.tricks.wins)
    masks = [probe(before, 0) for probe in sets]
    number, others = deciding(masks, card, [*cards.values()])
    why = why_taken(r, number, others)
    return Said(text, why, ("ranking",) if others else ("wins",))


def _cards(mine: Scene, other: Scene, witness: Witness) -> Said:
    """The hands that differ, and the turned card."""
    parts = []
    for seat in range(mine.game.seats):
        if mine.game.codes(mine.state.hand[seat]) != other.game.codes(other.state.hand[seat]):
            text = _("{name} holds {cards}")
            parts.append(text.format(name=mine.name(seat), cards=mine.hand(seat)))
    codes = [found.game.codes(_turned(found)) for found in (mine, other)]
    if codes[0] != codes[1] or not parts:
        turned = _turned(mine)
        text = _("{card} lies face up") if turned else _("no card lies face up")
        parts.append(text.format(card=cards_text(mine.game, turned)))
    return Said(clauses(parts))


def _turned(found: Scene) -> int:
    return 1 << found.state.turned & (1 << found.game.ruleset.deck.size) - 1


def _trump(mine: Scene, other: Scene, witness: Witness) -> Said:
    """The trumps."""
    r = mine.game.ruleset
    text = trump_text(mine) or _("there are no trumps")
    made = [action for _seat, action in mine.plays if action.kind == "declare"]
    if r.trump is None or constant_cards(r.trump) is not None or made:
        return Said(text)
    return Said(text, _("trumps are {cards}").format(cards=code(unparse(r.trump, r))))


def trump_text(found: Scene) -> str:
    """The suit of the trumps, or their cards."""
    game, trump = found.game, found.state.trump
    for mask, suit in zip(game.ruleset.deck.suit_masks.values(), game.face.suits, strict=True):
        if trump == mask:
            return _("{suit} are trumps").format(suit=suit.title)
    cards = cards_text(game, trump)
    return _("trumps are {cards}").format(cards=cards) if trump else ""


def _points(mine: Scene, other: Scene, witness: Witness) -> Said:
    """What a declaration counts, or the points at the end."""
    if not mine.state.over:
        seat, action = mine.plays[-1]
        before = scene(mine.game, witness, mine.second, 1)
        points = mine.state.declared[seat] - before.state.declared[seat]
        worth = plural("{n} point", "{n} points", points)
        what = call_text(mine.game, action)
        return Said(_("{what} counts {points}").format(what=what, points=worth), "", (action.name,))
    return Said(*_counted(mine, other))


def _counted(mine: Scene, other: Scene) -> tuple[str, str, tuple[str, ...]]:
    """Everybody's points, and the terms that are counted otherwise."""
    theirs = {t.about.name: i for i, t in enumerate(other.game.ruleset.terms)}
    parts, rules = [], dict[str, None]()
    for seat in range(mine.game.seats):
        terms = []
        for i, term in enumerate(mine.game.ruleset.terms):
            number = mine.game.machine.term(mine.state, i, seat)
            terms.append(f"{term.about.title} {number}")
            j = theirs.get(term.about.name)
            if j is None or other.game.machine.term(other.state, j, seat) != number:
                rules[term.about.name] = None
        text = _("{name}: {terms} = {total}")
        total = mine.state.points[seat]
        shown = " + ".join(terms) or "0"
        parts.append(text.format(name=mine.name(seat), terms=shown, total=total))
    return clauses(parts), "", tuple(rules)


def _result(mine: Scene, other: Scene, witness: Witness) -> Said:
    """Who wins the deal."""
    s, r = mine.state, mine.game.ruleset
    if not s.over:
        return Said(_("the deal goes on"))
    won = s.winner < mine.game.seats
    text = _("{name} wins the deal").format(name=mine.name(s.winner)) if won else ""
    text = text or _("nobody wins the deal")
    claims = [action for _seat, action in mine.plays if _claims(r, action)]
    if claims:
        return Said(text, _("it was claimed"), tuple(dict.fromkeys(a.name for a in claims)))
    keys = keys_text(r, r.winner)
    if r.terms:
        return Said(text, _counted(mine, other)[0])
    return Said(text, titled(keys, _numbers(mine)))


def _claims(r: Ruleset, action: Action) -> bool:
    return any(d.wins and d.about.name == action.name for d in r.declarations)


def _numbers(found: Scene) -> str:
    """What the keys of the deal are for each player."""
    r = found.game.ruleset
    _machine, probes = probing(r, [key.number for key in r.winner])
    rows = []
    for seat in range(found.game.seats):
        numbers = " ".join(str(probe(found.state, seat)) for probe in probes)
        rows.append(f"{found.name(seat)} {numbers}")
    return ", ".join(rows)


def _match(mine: Scene, other: Scene, witness: Witness) -> Said:
    """How the match stands after the deal."""
    s, r = mine.state, mine.game.ruleset
    before = scene(mine.game, witness, mine.second, 1).state.wins
    points = sum(s.wins) - sum(before)
    parts = []
    if r.worth is not None and points:
        worth = plural("{n} point", "{n} points", points)
        parts.append(_("the deal counts {points}").format(points=worth))
    wins = "–".join(map(str, s.wins))
    parts.append(_("the match stands {wins}").format(wins=wins))
    if r.rounds > 1:
        rounds = "–".join(map(str, s.rounds))
        parts.append(_("rounds {rounds}").format(rounds=rounds))
    if s.over == 2:
        won = s.champion < r.sides
        names = mine.names(s.champion) if won else _("nobody")
        parts.append(_("it is over, won by {names}").format(names=names))
    elif s.over == AWAITED:
        parts.append(_("a new round begins"))
    else:
        parts.append(_("{name} deals next").format(name=mine.name(s.dealer)))
    if s.over != other.state.over:
        return Said(clauses(parts), match_end(r), ("match",))
    alike = s.wins == other.state.wins
    return Said(clauses(parts), "", ("next" if alike else "worth",))


def _lots(game: Game, first: Game, witness: Witness) -> Said:
    """Who sits where, and who deals."""
    numbers = game.ruleset.deck.numbers
    packs = [[numbers[code] for code in pack] for pack in witness.packs]
    found = draw_lots(game, lambda n: packs[n - 1] if n <= len(packs) else ())
    text = _("seat {n} deals first").format(n=found.dealer + 1)
    if game.ruleset.seats is None:
        return Said(text)
    seats = ", ".join(str(player + 1) for player in found.seats)
    return Said(_("the players sit in the order {seats}; {text}").format(seats=seats, text=text))


TELLERS: dict[str, Callable[[Scene, Scene, Witness], Said]] = {
    "legal": _legal,
    "calls": _calls,
    "tricks": _tricks,
    "cards": _cards,
    "trump": _trump,
    "points": _points,
    "result": _result,
    "match": _match,
}
