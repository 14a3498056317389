"""`trickplay run`: a match, against bots or between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..text.messages import LANGUAGES, _, speak
from .console import say

if TYPE_CHECKING:
    from ..table.game import Game
    from ..table.match import Match
    from ..table.players import Player
    from .recording import Recording

HUMAN = "human"


@click.command()
@click.argument("ruleset")
@click.option("--players", metavar="LIST", help="Who plays: human, greedy, random.")
@click.option(
    "--set", "settings", metavar="NAME=VALUE", multiple=True, help="An option of the game."
)
@click.option("--cards", metavar="NAME", help="Play with another pack, such as french.")
@click.option("--seed", type=str, metavar="N", help="Repeatable cards: 0 to 2^64-1.")
@click.option("--deals", type=click.IntRange(1), metavar="N", help="Stop after so many deals.")
@click.option("--record", "record", metavar="FILE", help="Write the match down as it goes.")
@click.option("--force", is_flag=True, help="Write over an existing record.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language of texts and cards.")
@click.option("--ascii", "plain", is_flag=True, help="Letters instead of suit signs.")
def run(
    ruleset: str,
    players: str | None,
    settings: tuple[str, ...],
    cards: str | None,
    seed: str | None,
    deals: int | None,
    record: str | None,
    force: bool,
    lang: str | None,
    plain: bool,
) -> int:
    """Play a match of RULESET: the name of a shipped one, or a path.

    At a terminal you play against the computer, with the computer for a partner if the game has
    partners. Elsewhere bots play and the
    match is told move by move.
    """
    from ..table.game import load
    from ..table.spelling import ascii_only
    from .console import at_a_terminal, signs_can_be_shown
    from .recording import Recording

    if lang:
        speak(lang)
    game = _agreed(load(ruleset), settings, cards)
    ascii_only(plain or not signs_can_be_shown(game))
    number = _seed(seed)
    kinds = _kinds(players, game, at_a_terminal())
    recording = Recording(record, force) if record else None
    match = game.match(seed=number, names=kinds)
    try:
        return _play(match, kinds, number, deals, recording)
    except (KeyboardInterrupt, EOFError):
        say()
        kept = _("stopped; the record is kept in {file}").format(file=record)
        say(kept if record else _("stopped"), err=True)
        return 130
    finally:
        if recording:
            recording.close()


def _agreed(game: Game, settings: tuple[str, ...], cards: str | None) -> Game:
    """The game with the settings and the pack that were asked for."""
    asked = {}
    for setting in settings:
        name, sign, value = setting.partition("=")
        if not sign and game.ruleset.options:
            raise click.UsageError(
                _("--set wants NAME=VALUE, such as {example}").format(example=_example(game))
            )
        asked[name.strip()] = value.strip()
    try:
        game = game.with_options(asked)
        return game.with_cards(cards) if cards else game
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _example(game: Game) -> str:
    """A setting that is not the default, if there is one."""
    for option in game.ruleset.options:
        return f"{option.about.name}={next(v for v in option.values if v != option.default)}"
    return "NAME=VALUE"


def _seed(text: str | None) -> int | None:
    from ..machine.packs import MAX_SEED

    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 20 or int(text) > MAX_SEED:
        text = _("--seed wants a whole number from 0 to {max}").format(max=MAX_SEED)
        raise click.UsageError(text)
    return int(text)


def _kinds(players: str | None, game: Game, terminal: bool) -> list[str]:
    """The kind of player in each seat."""
    from ..table.players import PLAYERS

    if players is None:
        return [HUMAN if terminal and seat == 0 else "greedy" for seat in range(game.seats)]
    kinds = [kind.strip() for kind in players.split(",")]
    known = (HUMAN, *sorted(PLAYERS))
    for kind in kinds:
        if kind not in known:
            text = _("there is no player {name}; there are: {names}")
            raise click.UsageError(text.format(name=kind or "''", names=", ".join(known)))
    if len(kinds) != game.seats:
        text = _("{name} is played by {n}, not by {m}")
        raise click.UsageError(text.format(name=game.name, n=game.seats, m=len(kinds)))
    if kinds.count(HUMAN) > 1:
        raise click.UsageError(_("one person can play at a terminal"))
    return kinds


def _play(
    match: Match,
    kinds: list[str],
    seed: int | None,
    deals: int | None,
    recording: Recording | None,
) -> int:
    """Play to the end, telling what happens."""
    from ..table.narration import deals_text
    from ..table.players import PLAYERS
    from ..table.supply import fresh_seed
    from .person import Person
    from .story import Story

    kinds = list(match.names)  # as they sit, once the seats are drawn
    me = kinds.index(HUMAN) if HUMAN in kinds else None
    story = Story(match, me)
    story.name_agreements()
    seats: list[Player] = []
    for seat, kind in enumerate(kinds):
        bot_seed = fresh_seed() if seed is None else seed
        human = kind == HUMAN
        seats.append(Person(match, seat) if human else PLAYERS[kind](match.game, bot_seed, seat))
    while True:
        if recording:
            recording.update(match)
        story.tell(deals)
        turn = match.turn
        if turn is None:
            return 0
        if deals is not None and match.view(turn).deal > deals:
            say(_("stopped after {deals}").format(deals=deals_text(deals)))
            return 0
        match.apply(seats[turn].choose(match.view(turn)))
