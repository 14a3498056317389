"""`trickplay new`: a ruleset of one's own, from nothing or as a variant.

At a terminal a variant is made by asking what differs: a numbered list of the base's own numbers,
options and rules. Each answer is tried at once, so that what is written is in order. Nothing is
written before all is answered.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..rules.shelf import shipped
from ..text.messages import _, plural
from .completing import rulesets
from .console import MAX_WIDTH, at_a_terminal, say
from .formatting import replace_file
from .options import speaks

if TYPE_CHECKING:
    from ..study.choices import Choice, Place
    from ..study.starter import Base

NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
LONGEST = 200
YES = ("yes", "y", "oui", "o", "sim", "s")
NO = ("no", "n", "non", "não", "nao")
"""answers in any of the languages"""


@click.command("new")
@click.argument("name")
@click.option(
    "--from",
    "base",
    metavar="BASE",
    shell_complete=rulesets,
    help="What it is a variant of: a name or a path.",
)
@speaks
@click.option("--yes", "silent", is_flag=True, help="Ask nothing.")
@click.option("--force", is_flag=True, help="Write over an existing file.")
def new(name: str, base: str | None, silent: bool, force: bool) -> int:
    """Begin a ruleset of your own: write NAME.yaml.

    With --from it is a variant of BASE, and at a terminal you are asked what differs. Without it
    a small game is written, to be changed as you like.
    """
    from ..study.starter import find_base, small_game, variant

    name = _checked(name.removesuffix(".yaml"))
    path = Path(f"{name}.yaml")
    if path.exists() and not force:
        text = _("{path} exists already; --force writes over it").format(path=path)
        raise click.UsageError(text)
    title = name.replace("-", " ").capitalize()
    if base is None:
        replace_file(path, small_game(name, title).encode())
        _tell(path)
        return 0
    found = find_base(base, Path())
    if found.file.resolve() == path.resolve():
        raise click.UsageError(_("a variant cannot extend itself"))
    interview = Interview(found, name, title)
    if at_a_terminal() and not silent:
        try:
            interview.run()
        except (EOFError, KeyboardInterrupt):
            say()
            say(_("stopped; nothing was written"), err=True)
            return 130
    patch = interview.patch
    text = variant(found, name, interview.title, patch, interview.told)
    replace_file(path, text.encode())
    _tell(path, found, len(patch))
    return 0


def _checked(name: str) -> str:
    """The name, if a ruleset can be called so."""
    if not NAME.fullmatch(name):
        plain = unicodedata.normalize("NFKD", name.lower())
        letters = "".join(c for c in plain if not unicodedata.combining(c))
        near = "-".join(re.findall(r"[a-z0-9]+", letters)) or "my-village"
        text = _("a ruleset's name has small letters, digits and hyphens, such as {example}")
        raise click.UsageError(text.format(example=near[:40].strip("-")))
    if name in shipped():
        text = _("{name} comes with the program; choose another name")
        raise click.UsageError(text.format(name=name))
    return name


def _tell(path: Path, base: Base | None = None, count: int = 0) -> None:
    """What was written, and what to do next."""
    if count:
        changes = plural("{n} change", "{n} changes", count)
        say(_("{path} is written, with {changes}").format(path=path, changes=changes))
    else:
        say(_("{path} is written").format(path=path))
    more = base.allowing if base else ""
    say(f"  trickplay run {path}{more}")
    if base is not None:
        say(f"  trickplay diff {base.typed} {path}{more}")


class Interview:
    """Asks what differs from a base, how the variant is called, and who told its rules."""

    def __init__(self, base: Base, name: str, title: str) -> None:
        self.base, self.name, self.title, self.told = base, name, title, ""
        self.choices = base.choices()
        self.patch: dict[Place, str | None] = {}

    def run(self) -> None:
        """Ask. Raises EOFError when the input ends or on quit."""
        from .person import HELP

        self.show()
        question = _("What is different? (a number; Enter when that is all)")
        while answer := _ask(question):
            if answer in HELP:
                self.show()
            elif answer.isdecimal() and 1 <= int(answer[:9]) <= len(self.choices):
                self.change(self.choices[int(answer) - 1])
            else:
                say(_("the list goes from 1 to {n}").format(n=len(self.choices)))
        asked = _("What is your variant called? [{value}]").format(value=self.title)
        self.title = _ask(asked) or self.title
        if self.patch:
            self.told = _ask(_("Who told you, or where did you read it? (Enter to leave it out)"))

    def show(self) -> None:
        """The list of what can differ."""
        players = plural("{n} player", "{n} players", self.base.ruleset.players)
        say(f"{self.base.ruleset.title}, {players}")
        say()
        width = min(max(len(choice.label) for choice in self.choices), MAX_WIDTH // 2 + 8)
        for number, choice in enumerate(self.choices, 1):
            mark = "*" if choice.place in self.patch else " "
            line = f"{mark}{number:3}  {choice.label:{width}}  {_shown(choice, self.value(choice))}"
            say(line if len(line) <= MAX_WIDTH else line[: MAX_WIDTH - 1] + "…")
        say()
        say(_("?: this list again    quit: stop, nothing is written"))

    def value(self, choice: Choice) -> str:
        """What holds now; `no` for a rule that was taken away."""
        found = self.patch.get(choice.place, choice.value)
        return "no" if found is None else found

    def change(self, choice: Choice) -> None:
        """Ask for a value until it fits or stays as it is."""
        from ..study.starter import judged, numbers, variant

        there = numbers(choice.value) if choice.kind == "expression" else []
        if len(there) > 1:
            text = _("Numbers alone, such as {numbers}, go in the places of those that are there.")
            say(text.format(numbers=" ".join(there)))
        while answer := _ask(self.question(choice)):
            value = self.understood(choice, answer)
            if value is None:
                continue
            patch = self.with_(choice, value)
            problems = judged(self.base, variant(self.base, self.name, self.title, patch))
            if not problems:
                self.patch = patch
                say("  " + self.done(choice))
                return
            hint = f" ({problems[0].hint})" if problems[0].hint else ""
            say(problems[0].message + hint)

    def understood(self, choice: Choice, answer: str) -> str | None:
        """The value that an answer means; otherwise say what is wanted."""
        from ..study.starter import answered, numbers

        if choice.values:
            value = _word(choice, answer)
            if value is None:
                values = ", ".join(_shown(choice, value) for value in choice.values)
                say(_("it is one of {values}").format(values=values))
            return value
        value = answered(choice, answer)
        if value is None:
            text = _("{n} numbers are there: type as many, or a whole expression")
            say(text.format(n=len(numbers(choice.value))))
        return value

    def question(self, choice: Choice) -> str:
        """What is asked about a choice."""
        now = _shown(choice, self.value(choice))
        if not choice.values:
            return f"{choice.label} [{now}]"
        values = "/".join(_shown(choice, value) for value in choice.values)
        return f"{choice.label}: {values} [{now}]"

    def with_(self, choice: Choice, value: str) -> dict[Place, str | None]:
        """The patch with another value; what is inside a rule that goes is not changed, nor does a
        rule go that is changed."""
        place, size = choice.place, len(choice.place)
        patch = {p: v for p, v in self.patch.items() if p[:size] != place and place[: len(p)] != p}
        if value != choice.value:
            patch[place] = None if choice.kind == "rule" else value
        return patch

    def done(self, choice: Choice) -> str:
        """What an answer has done."""
        if choice.place not in self.patch:
            return _("{label}: {value}, as before").format(
                label=choice.label, value=_shown(choice, choice.value)
            )
        return _("{label}: {value} instead of {old}").format(
            label=choice.label,
            value=_shown(choice, self.value(choice)),
            old=_shown(choice, choice.value),
        )


def _shown(choice: Choice, value: str) -> str:
    """A value for people: yes and no are words of their language."""
    if choice.values == ("yes", "no"):
        return _("yes") if value == "yes" else _("no")
    return value


def _word(choice: Choice, answer: str) -> str | None:
    """The one of few values that an answer names."""
    if set(choice.values) == {"yes", "no"}:
        return "yes" if answer.lower() in YES else "no" if answer.lower() in NO else None
    return answer if answer in choice.values else None


def _ask(question: str) -> str:
    """A line of input, without what a terminal could take for commands. Raises EOFError."""
    from .person import QUIT

    print(f"{question} > ", end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    answer = " ".join("".join(c if c.isprintable() else " " for c in line).split())[:LONGEST]
    if answer.lower() in QUIT:
        raise EOFError
    return answer
