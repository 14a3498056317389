"""Where an expression stops making sense, in words, for the mistakes that people make.

In: the scalar and the parser's error. Out: kind, message, place and hint of one problem.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .document import Scalar
from .messages import _
from .problem import Problem

if TYPE_CHECKING:
    from lark import Token

FOREIGN = {
    **{"==": "=", "===": "=", "<>": "!=", "!==": "!=", "=<": "<=", "=>": ">=", ":=": "="},
    **{"≠": "!=", "≤": "<=", "≥": ">=", "×": "*", "−": "-", "–": "-"},
    **{"&&": "and", "||": "or", "|": "or", "!": "not", "∪": "or", "∩": "of", "\\": "except"},
    **{"**": "", "/": "", "//": "", "%": "", "^": "", "÷": ""},
}
"""operators of other languages, and what is written here; empty where there is nothing like it"""
SIGNS = re.compile(r"[=!<>&|*/%^:\\]+|[≠≤≥×−–÷∪∩]")
QUOTES = "\"'`´“”„‘’«»"


def explain(scalar: Scalar, error: Any) -> Problem:
    """The one problem of an expression that cannot be parsed."""
    from lark import UnexpectedToken

    text = scalar.text
    token: Token | None = error.token if isinstance(error, UnexpectedToken) else None
    ended = token is not None and token.type == "$END"
    at = len(text) if ended else (error.pos_in_stream or 0)
    if at >= len(text):
        return _unfinished(scalar, error.accepts if ended else set())
    run = next((m for m in SIGNS.finditer(text) if m.start() <= at < m.end()), None)
    if run and run[0] in FOREIGN:
        ours = FOREIGN[run[0]]
        hint = _("write `{word}`").format(word=ours) if ours else _("numbers have `+`, `-` and `*`")
        message = _("`{sign}` is not written here").format(sign=run[0])
        return _problem(scalar, run.start(), run.end(), message, hint)
    if token is None:
        return _problem(scalar, at, at + 1, *_character(text, at))
    wanted = "NAME" in error.accepts
    message, hint_ = _missing(token) if wanted else _surplus(token, text[:at], error.accepts)
    return _problem(scalar, at, at + len(str(token)), message, hint_)


def _problem(scalar: Scalar, start: int, end: int, message: str, hint: str | None) -> Problem:
    return Problem("syntax", message, scalar.part(start, end), hint)


def _character(text: str, at: int) -> tuple[str, str | None]:
    """A character that begins no word and no sign."""
    character = text[at]
    if character.isdigit():
        return _("a number runs into a word here"), _("leave a space between them")
    if character in QUOTES:
        return _("quotation marks have no meaning in an expression"), _("leave them out")
    if character == "&":
        return _("`&` is not written here"), _("write `of` for cards, `and` for conditions")
    if character in "[]{}":
        return _("`{c}` has no meaning in an expression").format(c=character), _(
            "brackets are round: `(` and `)`"
        )
    if character == "." and text[:at][-1:].isdigit():
        return _("a number cannot have a fraction"), None
    if character.isspace() or not character.isprintable():
        message = _("the character U+{code:04X} has no meaning in an expression")
        hint = _("write a plain space") if character.isspace() else None
        return message.format(code=ord(character)), hint
    return _("`{c}` has no meaning in an expression").format(c=character), None


def _missing(token: Token) -> tuple[str, str | None]:
    """A value is wanted and something else stands there."""
    if token.type == "IF":
        message = _("an `if` inside a larger expression needs brackets")
        return message, _("write `(if … then … else …)`")
    if token.type == "NOT":
        message = _("a `not` inside a larger expression needs brackets")
        return message, _("for the other cards write `deck except …`")
    return _("something is missing before `{word}`").format(word=str(token)), None


def _surplus(token: Token, before: str, accepted: set[str]) -> tuple[str, str | None]:
    """What came before is complete and this does not go on with it."""
    if token.type in ("COMPARE", "IN"):
        return _("comparisons do not chain"), _("write `a < b and b < c`")
    if token.type == "IF":
        message = _("an `if` stands before its values")
        return message, _("write `if … then … else …`")
    if token.type in ("THEN", "ELSE"):
        return _("there is no `if` for this `{word}`").format(word=str(token)), None
    if token.type == "RPAR" and before.count("(") <= before.count(")"):
        return _("this bracket closes nothing"), None
    for word in ("then", "else"):
        if word.upper() in accepted and token.type != "RPAR":
            return _("`{word}` is missing before this").format(word=word), None
    message = _("this expression stops making sense at `{word}`").format(word=str(token))
    if token.type == "COMMA":
        return message, _("for several cards write `or`")
    if token.type in ("NAME", "INT", "LPAR", "NOT"):
        return message, _("a word is missing before it: `of`, `or`, `and`, …")
    return message, None


def _unfinished(scalar: Scalar, wanted: set[str]) -> Problem:
    """The text ends too early; perhaps YAML cut it."""
    if not scalar.text.strip():
        span = scalar.part(0, len(scalar.text))
        return Problem("syntax", _("an expression is wanted here"), span)
    last = len(scalar.text.rstrip()) - 1
    span = scalar.part(last, last + 1)
    source, line = span.source, span.source.place(span.end)[0]
    after = source.line(line)[source.place(span.end)[1] - 1 :].lstrip()
    hint = None
    if not scalar.style and after.startswith("#"):
        hint = _("in YAML a ` #` begins a comment; put the expression in quotes")
    elif "THEN" in wanted or "ELSE" in wanted:
        hint = _("write `if … then … else …`")
    elif scalar.text.count("(") > scalar.text.count(")"):
        hint = _("a bracket is not closed")
        if not scalar.style and after.startswith(","):
            hint = _("a comma ends a value between `{` and `}`; put the expression in quotes")
    return Problem("syntax", _("this expression is unfinished"), span, hint)
