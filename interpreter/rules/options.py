"""What players agree on before a match: options, their values, and a choice among them.

In: the section of a document, and the values somebody asks for. Out: options, and a value for each.
In expressions an option is a constant: `yes/no` is a condition, any other is compared with one of
its values. Every setting of a ruleset is a game of its own, with its own module and content hash.
"""

from __future__ import annotations

from collections.abc import Mapping as Map

from ..text.messages import _
from ..text.misfits import either
from ..text.problem import did_you_mean
from ..text.syntax import KEYWORDS
from .fields import Fields
from .labels import about
from .named import free_name
from .ruleset import Option


class OptionError(ValueError):
    """An option or a value that the ruleset does not have; the message lists those it has."""


def read_options(fields: Fields) -> tuple[Option, ...]:
    """The options of a document, whose names must be free."""
    found = []
    for key, body in fields.bodies(fields.document, "options"):
        values = tuple(fields.word(body, "type").split("/"))
        default = fields.word(body, "default")
        free = free_name(key, fields.names, fields.problems)
        keyword = next((value for value in values if value in KEYWORDS), None)
        if keyword is not None:
            text = _("`{name}` is a word of the language").format(name=keyword)
            fields.problems.add("wrong-option", text, fields.span(body, "type"))
        elif len(set(values)) < len(values):
            text = _("`{type}` names a value twice").format(type="/".join(values))
            fields.problems.add("wrong-option", text, fields.span(body, "type"))
        elif values != ("",) and default and default not in values:
            text = _("`{value}` is not one of the values").format(value=default)
            hint = _("write {choices}").format(choices=either([f"`{v}`" for v in values]))
            fields.problems.add("wrong-option", text, fields.span(body, "default"), hint)
        elif free and values != ("",):
            found.append(Option(about(key, body), values, default))
            fields.names.options[key.text] = values
    return tuple(found)


def settled(options: tuple[Option, ...], asked: Map[str, str]) -> dict[str, str]:
    """The value of every option, the default where nothing was asked. Raises OptionError."""
    by_name = {option.about.name: option for option in options}
    for name, value in asked.items():
        if name not in by_name:
            raise OptionError(_unknown(name, by_name))
        if value not in by_name[name].values:
            text = _("the option `{name}` cannot be `{value}`; its values are {values}")
            values = listed(by_name[name].values)
            raise OptionError(text.format(name=name, value=value[:40], values=values))
    return {option.about.name: asked.get(option.about.name, option.default) for option in options}


def _unknown(name: str, by_name: Map[str, Option]) -> str:
    text = _("this ruleset has no option `{name}`").format(name=name[:40])
    if not by_name:
        return text
    near = did_you_mean(name, by_name)
    has = _("it has {names}").format(names=", ".join(by_name))
    return f"{text}; {has}" + (f"; {near}" if near else "")


def listed(values: tuple[str, ...]) -> str:
    """Values in quotes, joined."""
    return ", ".join(f"`{value}`" for value in values)
