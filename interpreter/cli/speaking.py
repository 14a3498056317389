"""Help and usage errors in the language in use, and the examples under each command's help.

In: the commands as they are written, in English. Out: the same commands with their texts from the
catalogue. The command that updates the catalogues takes the texts of commands and options from the
code, as they stand there. click looks its own texts up with Python's `gettext`; they are listed
here, so that they are translated with all others, and it is told where the catalogues are.
"""

from __future__ import annotations

import gettext
import inspect
import os
from collections.abc import Iterator
from weakref import WeakKeyDictionary

import click

from ..rules.shelf import shipped
from ..text.messages import FOLDER, N_, N_plural, _, language

ENGLISH = WeakKeyDictionary[click.Command | click.Option, str]()
"""the texts as they are written"""
Row = tuple[str, str]
WIDEST = 78
"""columns for an example with its text, which stand indented by two"""


def speak_click() -> None:
    """Let click say its own texts in the language in use."""
    gettext.bindtextdomain("trickplay", str(FOLDER))
    gettext.textdomain("trickplay")
    os.environ["LANGUAGE"] = language()


def localise(command: click.Command) -> None:
    """Put the texts of the catalogue into a command, its options and its own commands."""
    options = (param for param in command.params if isinstance(param, click.Option))
    things: list[click.Command | click.Option] = [command, *options]
    for thing in things:
        if thing.help:
            english = ENGLISH.setdefault(thing, inspect.cleandoc(thing.help))
            thing.help = _(english)
    command.epilog = epilog(command.name or "")
    for inner in getattr(command, "commands", {}).values():
        localise(inner)


def epilog(name: str) -> str:
    """The examples of a command, as click prints them untouched."""
    rows = list(examples(name, (shipped() or ["RULESET"])[0]))
    if not rows:
        return ""
    width = max(len(example) for example, _text in rows)
    lines = [f"  {example:{width}}  {text}" for example, text in rows]
    if max(map(len, lines)) > WIDEST:  # then each text stands on a line of its own
        lines = [line for example, text in rows for line in (f"  {example}", f"      {text}")]
    return "\n".join(["\b", _("Examples:"), *lines])


def examples(name: str, game: str) -> Iterator[Row]:
    """Examples of a command, each with what it does."""
    for example, text in EXAMPLES.get(name, ()):
        yield f"trickplay {example.format(game=game)}", _(text)


EXAMPLES: dict[str, tuple[Row, ...]] = {
    "cli": (
        ("run {game}", N_("play against the computer")),
        ("resume", N_("go on with the game played last")),
        ("validate my-game.yaml", N_("check a ruleset of your own")),
        ("list", N_("the games that come with the program")),
    ),
    "run": (
        ("run {game}", N_("play against the computer")),
        ("run ./my-game.yaml --seed 7", N_("a file; the same cards again")),
        ("run {game} --record game.jsonl", N_("write the match down")),
    ),
    "resume": (
        ("resume", N_("go on with the game played last")),
        ("resume {game}-2026-11-30-1", N_("go on with another one")),
    ),
    "games": (
        ("games", N_("what can be gone on with")),
        ("games --forget {game}-2026-11-30-1", N_("remove a game")),
    ),
    "replay": (
        ("replay game.jsonl", N_("step through a match")),
        ("replay game.jsonl --until 2.5", N_("up to deal 2, trick 5")),
        ("replay -q game.jsonl", N_("only verify it")),
    ),
    "explain": (
        ("explain game.jsonl --at 2.5", N_("deal 2, trick 5")),
        ("explain game.jsonl --at 2", N_("how deal 2 was counted")),
        ("explain game.jsonl --at 2.5 --card 7H", N_("why this card, or why not")),
    ),
    "validate": (
        ("validate my-game.yaml", N_("check a file")),
        ("validate rulesets --format json", N_("a folder, for programs")),
    ),
    "test": (
        ("test {game}", N_("play the cases of a game")),
        ("test ./my-game.yaml --case lead*", N_("only some of them")),
    ),
    "simulate": (
        ("simulate {game} -n 100000", N_("who wins, how often, how surely")),
        ("simulate {game} --against ./our-village.yaml", N_("two games on the same packs")),
    ),
    "rules": (
        ("rules {game}", N_("the rules in words")),
        ("rules {game} --format html -o rules.html", N_("one page, to print")),
    ),
    "compile": (("compile {game} > game.py", N_("a module that runs alone")),),
    "expand": (("expand ./our-village.yaml", N_("a variant as a whole ruleset")),),
    "diff": (
        ("diff {game} ./our-village.yaml", N_("what a variant changes")),
        ("diff {game} ./our-village.yaml --level 1", N_("the rules alone")),
    ),
    "fmt": (
        ("fmt my-game.yaml", N_("lay a file out")),
        ("fmt --check rulesets", N_("what would change")),
    ),
    "list": (
        ("list", N_("the games that come with the program")),
        ("list --json", N_("the same for programs")),
    ),
    "new": (
        ("new my-game", N_("a small game, to be changed")),
        ("new our-village --from {game}", N_("a variant of another")),
    ),
    "completion": (
        ("completion bash >> ~/.bashrc", N_("for every new bash")),
        ("completion zsh >> ~/.zshrc", N_("for every new zsh")),
        ("completion fish >> ~/.config/fish/config.fish", N_("for fish")),
    ),
}

CLICK = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Positional arguments"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
    N_("%(prog)s, version %(version)s"),
    N_("default: {default}"),
    N_("Error: {message}"),
    N_("Try '{command} {option}' for help."),
    N_("Missing command."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("No such option {name!r}."),
    N_("No such option: {name}"),
    N_("(Possible options: {possibilities})"),
    N_("No such command {name!r}."),
    N_("Option {name!r} does not take a value."),
    N_("Argument {name!r} takes {nargs} values."),
    N_("Choose from:\n\t{choices}"),
    N_("{value} is not in the range {range}."),
    N_("{value!r} is not a valid {number_type}."),
)
"""texts of click that can be seen here; a test compares them with those of the installed click"""
CLICK_PLURALS = (
    N_plural("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    N_plural(
        "Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."
    ),
    N_plural("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    N_plural("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    N_plural("Takes {nargs} values but 1 was given.", "Takes {nargs} values but {len} were given."),
)
