"""What players agree on, in expressions: options, whose values are constants, and questions.

In: a syntax tree in which an option or a question is named, the names of the ruleset. Out: a typed
condition, or a RulesetError.
"""

from __future__ import annotations

from ..text.messages import _
from ..text.problem import refuse
from ..text.source import Span
from ..text.syntax import Syntax
from .expression import Expr
from .names import Names
from .types import Type

YES_NO = ["no", "yes"]


def option(node: Syntax, names: Names) -> Expr:
    """An option by itself: a condition if its values are `yes` and `no`."""
    name = node.words[0]
    values = names.options[name]
    if sorted(values) != YES_NO:
        message = _("the option `{name}` must be compared with one of its values")
        hint = _("write `{name} = {value}`").format(name=name, value=values[0])
        refuse("wrong-type", message.format(name=name), node.span, hint)
    return _settled(node.span, names.settings[name] == "yes")


def comparison(node: Syntax, names: Names) -> Expr | None:
    """An option compared with one of its values; None if neither side is an option."""
    for side, other in (node.parts, node.parts[::-1]):
        bare = side.bare()
        if bare.op == "name" and bare.words[0] in names.options:
            return _compared(node, bare.words[0], other, names)
    return None


def _compared(node: Syntax, name: str, other: Syntax, names: Names) -> Expr:
    sign, values, value = node.words[0], names.options[name], other.bare()
    if sign not in ("=", "!="):
        message = _("`{sign}` compares numbers").format(sign=sign)
        refuse("wrong-type", message, node.span, _("for options: `=` and `!=`"))
    if value.op not in ("name", "literal") or value.words[0] not in values:
        message = _("this is not one of the values of `{name}`").format(name=name)
        listed = ", ".join(f"`{v}`" for v in values)
        refuse("unknown-name", message, other.span, _("its values: {values}").format(values=listed))
    holds = (names.settings[name] == value.words[0]) == (sign == "=")
    return _settled(node.span, holds)


def question(node: Syntax, names: Names) -> Expr:
    """Whether all players said yes in a stage; nobody does if it never takes place."""
    if names.questions[node.words[0]] in names.unasked:
        return _settled(node.span, False)
    return Expr("agreed", Type.TRUTH, node.span, (), names.questions[node.words[0]])


def _settled(span: Span, holds: bool) -> Expr:
    """A condition that the settings decide."""
    return Expr("truth", Type.TRUTH, span, (), int(holds))
