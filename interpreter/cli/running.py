"""`trickplay run`: a match, against bots or between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..text.messages import _, language
from .completing import kinds, packs, paths, rulesets, setting
from .options import allow_outside, speaks

if TYPE_CHECKING:
    from ..table.game import Game


@click.command()
@click.argument("ruleset", shell_complete=rulesets)
@click.option(
    "--players",
    metavar="LIST",
    shell_complete=kinds,
    help="Who plays: human, greedy, random.",
)
@setting("--set", "settings", help="An option of the game.")
@click.option(
    "--cards",
    metavar="NAME",
    shell_complete=packs,
    help="Play with another pack, such as french.",
)
@click.option("--seed", type=str, metavar="N", help="Repeatable cards: 0 to 2^64-1.")
@click.option("--deals", type=click.IntRange(1), metavar="N", help="Stop after so many deals.")
@click.option(
    "--record",
    "record",
    metavar="FILE",
    shell_complete=paths,
    help="Write the match down as it goes.",
)
@click.option("--force", is_flag=True, help="Write over an existing record.")
@allow_outside
@speaks
@click.option("--ascii", "letters", is_flag=True, help="Letters instead of suit signs.")
@click.option("--plain", is_flag=True, help="Line by line, not the full-screen table.")
def run(
    ruleset: str,
    players: str | None,
    settings: tuple[str, ...],
    cards: str | None,
    seed: str | None,
    deals: int | None,
    record: str | None,
    force: bool,
    letters: bool,
    plain: bool,
) -> int:
    """Play a match of RULESET: the name of a shipped one, or a path.

    At a terminal you play against the computer, with the computer for a partner if the game has
    partners; the match is saved as it goes, and `trickplay resume` takes it up again. Elsewhere
    computer players play and the match is told move by move.
    """
    from ..table.game import load
    from ..table.laid import Laid
    from ..table.players import HUMAN
    from ..table.spelling import ascii_only
    from .console import at_a_terminal, signs_can_be_shown
    from .playing import Keeper, play
    from .recording import recording
    from .seating import look

    game = agreed(load(ruleset), settings, cards)
    ascii_only(letters or not signs_can_be_shown(game))
    number = _seed(seed)
    kinds = _kinds(players, game, at_a_terminal())
    written = recording(record, force) if record else None
    match = game.match(seed=number, names=kinds)
    laid = Laid.of(game, number, language())
    table = look(plain, letters) if HUMAN in kinds else None
    return play(match, laid, Keeper.begin(match, laid, written), deals, table=table)


def agreed(game: Game, settings: tuple[str, ...], cards: str | None = None) -> Game:
    """The game with the settings and the pack that were asked for."""
    asked = {}
    for each in settings:
        name, sign, value = each.partition("=")
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
    from ..table.players import HUMAN, PLAYERS

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
