"""Beginnings of rulesets: the files that one starts from.

In: a base, a name, and what differs. Out: the text of a file that is in order. A patch is a set of
places with other values, where None takes a rule away. Whether it fits is judged by reading the
whole variant. Without changes a variant holds examples of them, as comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Map
from dataclasses import dataclass
from pathlib import Path

from ..rules.chain import Flat, read_chain
from ..rules.inherit import NAMED_LISTS, laid_over
from ..rules.reach import Reach
from ..rules.read import from_document, read_ruleset
from ..rules.ruleset import Ruleset
from ..rules.shelf import find, is_path
from ..text.document import read
from ..text.layout import laid_out
from ..text.layout.scalars import free_of_quotes, quoted
from ..text.messages import _
from ..text.problem import Problem, Problems, RulesetError
from ..text.shape import FOLDERS, check_shape, part
from ..text.source import Source
from .choices import Choice, Place, choices

PLAIN = re.compile(r"-?[0-9]+|[./]*[^\W\d][\w./-]*")
INTEGER = re.compile(r"(?<!\w)[0-9]+(?!\w)")
VILLAGE = "village"
"""the short name under which a variant says where its rules come from"""

Patch = Map[Place, str | None]
Tree = dict[str, "Tree | str | None"]


@dataclass(frozen=True)
class Base:
    """A ruleset to start from. extends: how a variant names it; typed: how it is named to the
    program; outside: whether it lies out of the reach of a variant."""

    extends: str
    typed: str
    file: Path
    flat: Flat
    ruleset: Ruleset
    outside: bool

    @property
    def allowing(self) -> str:
        """What a command needs besides, to be allowed to read a variant of it."""
        return " --allow-outside" if self.outside else ""

    @property
    def source(self) -> str:
        """A short name for the source of a variant's rules that the base does not use."""
        names = (VILLAGE, *(f"{VILLAGE}_{n}" for n in range(2, 1000)))
        return next(name for name in names if name not in self.ruleset.sources)

    def choices(self) -> list[Choice]:
        """What can differ."""
        return choices(self.flat.document)


def find_base(name: str, folder: Path) -> Base:
    """The ruleset of that name or path, found as from a file in `folder`.

    Raises FileNotFoundError, RulesetError.
    """
    beside = folder / f"{name}.yaml"
    path = beside if not is_path(name) and beside.is_file() else find(name)
    shown = name if is_path(name) else path.name
    ruleset = read_ruleset(path, shown)
    typed = str(path) if path == beside else name
    flat, outside = read_chain(path, shown, Problems()), not Reach(folder).holds(path)
    return Base(name.replace("\\", "/"), typed, path, flat, ruleset, outside)


def variant(base: Base, name: str, title: str, patch: Patch, told: str = "") -> str:
    """A variant of a base. told: who told its rules, or where they were read; perhaps empty."""
    sources = [f"sources: {{{base.source}: {quoted(told)}}}"] if told else []
    begin = _head(name, title, [f"extends: {_scalar(base.extends)}"], _about(base, name))
    lines = [*begin, *sources, *_written(_tree(patch, base.source if told else ""))]
    return _laid(lines if patch else [*lines, *_examples(base, name)])


def judged(base: Base, text: str) -> tuple[Problem, ...]:
    """What is wrong with a variant."""
    problems = Problems()
    try:
        document = check_shape(read(Source(_("the variant"), text), problems), problems)
        problems.stop_if_any()
        whole = laid_over(base.flat.document, document, problems)
        problems.stop_if_any()
        from_document(whole, base.flat.reach, problems)
    except RulesetError as error:
        return error.problems
    return ()


def small_game(name: str, title: str) -> str:
    """A whole game to begin with."""
    said = {
        "dealer": _("1. who deals first, and who deals next"),
        "deal": _("2. how many cards each player gets, and a turned one that makes trump"),
        "tricks": _("3. which card wins, strongest first, and which may be played"),
        "scoring": _("4. what a deal is worth, and who wins it"),
        "match": _("5. how many deals win the match"),
    }
    begin = _head(name, title, [], _commands(name))
    return _laid([*begin, *GAME.format(**said).split("\n")])


GAME = """
players: 3
deck: {{use: french, ranks: [A, K, Q, J, 10, 9, 8, 7]}}

# {dealer}
dealer:
  first: [most: strength(drawn)]
  next: left(dealer)

# {deal}
deal: {{cards: 10, first: left(dealer), turn_up: yes}}
trump: suit(turned)

# {tricks}
tricks:
  ranking: [A, K, Q, J, 10, 9, 8, 7]
  wins: [trump, follows(led)]
  reply:
    - follow: {{play: follows(led)}}
    - ruff: {{play: trump}}

# {scoring}
scoring:
  points:
    cards: {{points: count(won)}}
  winner: [most: points]

# {match}
match: {{wins: 3, repeats: 100}}"""


def _head(name: str, title: str, more: list[str], remarks: list[str]) -> list[str]:
    """The first lines: for the editor, about the file, and what every ruleset begins with."""
    schema = next(folder for folder in FOLDERS if folder.is_dir()) / "ruleset.schema.json"
    begin = [f"# yaml-language-server: $schema={schema.as_uri()}"]
    begin += [f"# {remark}" for remark in remarks]
    return [*begin, "", "ruleset: 1", *more, f"name: {name}", f"title: {quoted(title)}", ""]


def _about(base: Base, name: str) -> list[str]:
    """What is said at the top of a variant."""
    text = _("A variant of {title}: only what differs from it stands here.")
    whole = _("All rules of {title}: {command}")
    title, command = base.ruleset.title, f"trickplay expand {base.typed}"
    return [
        text.format(title=title),
        whole.format(title=title, command=command),
        *_commands(name, base.allowing),
    ]


def _commands(name: str, allowing: str = "") -> list[str]:
    """How a file is checked and played."""
    check, play = (f"trickplay {do} {name}.yaml{allowing}" for do in ("validate", "run"))
    return [
        _("Check this file: {command}").format(command=check),
        _("Play it: {command}").format(command=play),
    ]


def _examples(base: Base, name: str) -> list[str]:
    """Changes that fit, as comments: lines to take the `#` away from."""
    lines = [
        "# " + _("Examples of what can differ. Take away the # before their lines to use them,"),
        "# " + _("then change the values. A ~ takes a rule away."),
    ]
    choices, patch = base.choices(), dict[Place, str | None]()
    sections = {choice.place[0] for choice in choices}
    for section in filter(sections.__contains__, part(())["properties"]):
        some = [choice for choice in choices if choice.place[0] == section]
        used: list[Choice] = []
        for choice in (*filter(_is_value, some), *filter(_is_rule, some)):
            changed = {c.place: _other(c) for c in (*used, choice)}
            alike = any(c.place[:2] == choice.place[:2] or c.kind == choice.kind for c in used)
            if not alike and not judged(base, variant(base, name, name, {**patch, **changed})):
                used.append(choice)
        here = {choice.place: _other(choice) for choice in used}
        if here:
            lines += ["", *(f"# {_said(choice, base)}" for choice in used)]
            lines += [f"#{line}" for line in _written(_tree(here, ""))]
        patch |= here
    return lines


def _said(choice: Choice, base: Base) -> str:
    """What an example changes."""
    if choice.kind == "rule":
        return _("{label} (taken away)").format(label=choice.label)
    text = _("{label}: {value} in {title}")
    return text.format(label=choice.label, value=choice.value, title=base.ruleset.title)


def _is_value(choice: Choice) -> bool:
    """Whether a choice makes a simple example of another value."""
    number = choice.value.isdigit() and choice.value != "0"
    return choice.place[0] not in ("deal", "tricks", "scoring") and (
        choice.kind == "word" or number
    )


def _is_rule(choice: Choice) -> bool:
    return choice.kind == "rule" and choice.place[0] != "stages"


def _other(choice: Choice) -> str | None:
    """Some other value."""
    if choice.kind == "rule":
        return None
    if choice.kind == "word":
        return next(value for value in choice.values if value != choice.value)
    return str(2 * int(choice.value) if choice.kind == "expression" else int(choice.value) + 1)


def numbers(expression: str) -> list[str]:
    """The numbers that stand in an expression."""
    return INTEGER.findall(expression)


def answered(choice: Choice, answer: str) -> str | None:
    """The value that an answer means: numbers alone go in the places of those in an expression.

    None if there are more or fewer of them.
    """
    there, given = numbers(choice.value), re.findall("[0-9]+", answer)
    if choice.kind != "expression" or not there or not re.fullmatch("[0-9 ,]+", answer):
        return answer
    found = iter(given)
    same = len(given) == len(there)
    return INTEGER.sub(lambda _match: next(found), choice.value) if same else None


def _tree(patch: Patch, source: str) -> Tree:
    """A patch as maps in maps; each rule with a value that differs says where it comes from."""
    tree: Tree = {}
    for place, value in patch.items():
        inner = tree
        for step in place[:-1]:
            below = inner.setdefault(step, {})
            assert isinstance(below, dict)
            inner = below
        inner[place[-1]] = value
        if source and value is not None and "source" in part(place[:-1]).get("properties", {}):
            inner.setdefault("source", source)
    return tree


def _written(tree: Tree, place: Place = ()) -> Iterator[str]:
    """The lines of a tree; the values of a rule stand in braces."""
    for key, value in tree.items():
        name, there = "  " * len(place) + _scalar(key), (*place, key)
        if not isinstance(value, dict):
            yield f"{name}: {'~' if value is None else _scalar(value)}"
        elif there in NAMED_LISTS:
            yield f"{name}:"
            for item in _written(value, ()):
                yield f"{'  ' * len(there)}- {item}"
        elif place and not any(
            isinstance(inner, dict) or inner is None for inner in value.values()
        ):
            yield f"{name}: {{{', '.join(_written(value, ()))}}}"
        else:
            yield f"{name}:"
            yield from _written(value, there)


def _scalar(text: str) -> str:
    return text if PLAIN.fullmatch(text) or free_of_quotes(text) else quoted(text)


def _laid(lines: list[str]) -> str:
    return laid_out(Source("", "\n".join([*lines, ""])))
