"""What YAML itself could not read, in words: the errors of PyYAML and what YAML reserves.

In: an error of PyYAML's scanner or parser. Out: one problem at the place that causes it.
"""

from __future__ import annotations

import re

import yaml

from .messages import _
from .problem import Problem
from .source import Source, Span

RESERVED = re.compile(r"[&*!][^\s,\[\]{}]*")


def unreadable(source: Source, error: yaml.MarkedYAMLError) -> Problem:
    """The problem that an error of PyYAML is."""
    message, hint, at = _explain(source, error)
    at = min(at, max(len(source.text) - 1, 0))
    return Problem("yaml", message, Span(source, at, min(at + 1, len(source.text))), hint)


def bad_character(character: str, span: Span) -> Problem:
    """A control character, or half of one."""
    text = _("the character U+{code:04X} may not stand in a file").format(code=ord(character))
    return Problem("bad-character", text, span)


def reserved(source: Source, at: int) -> Problem:
    """An anchor, alias or tag that begins at an offset."""
    match = RESERVED.match(source.text, at)
    sign, end = source.text[at : at + 1], match.end() if match else at + 1
    message = {
        "*": _("a plain `*` begins an alias in YAML; aliases are not used here"),
        "&": _("a plain `&` begins an anchor in YAML; anchors are not used here"),
    }.get(sign, _("a plain `!` begins a tag in YAML; tags are not used here"))
    hint: str | None = _("a text that begins with `{c}` needs quotes").format(c=sign)
    if sign == "!" and not source.text.startswith("!=", at):
        hint = _("in an expression write `not`; a text that begins with `!` needs quotes")
    if source.text.startswith("!!", at):
        hint = _("leave it out: the key says what the value is")
    return Problem("reserved", message, Span(source, at, end), hint)


def _explain(source: Source, error: yaml.MarkedYAMLError) -> tuple[str, str | None, int]:
    """Message, hint and place."""
    mark, context_mark = error.problem_mark, error.context_mark
    at = mark.index if mark else context_mark.index if context_mark else 0
    begin = context_mark.index if context_mark else at
    problem, context = error.problem or "", error.context or ""
    quote = _("put the value in quotes")
    character = source.text[at : at + 1]
    if character == "\t" or "\\t" in problem:
        return _("a tab stands here"), _("write spaces instead"), at
    if "cannot start any token" in problem:
        return _("a value cannot begin with {c}").format(c=_quoted(character)), quote, at
    if "alias" in context or "anchor" in context or "tag" in context:
        found = reserved(source, begin)
        return found.message, found.hint, begin
    if "block scalar" in context:
        return _("`|` and `>` begin a text of several lines in YAML"), quote, begin
    if "quoted scalar" in context:
        return _quotation(source, problem, begin, at)
    if "not allowed here" in problem:
        return _misplaced(problem, at)
    if "flow" in context:
        return _brackets(source, problem, begin, at)
    if "simple key" in context:
        hint = _("write `key: value`, with a space after the colon")
        return _("this is not `key: value`"), hint, begin
    if character and character in "]}":
        return _("this bracket closes nothing"), None, at
    if context.startswith("while parsing a block"):
        before = source.text[:at].splitlines()[-1:]
        hint = _("check the indentation")
        if before and before[0].strip() and not source.text[:at].endswith("\n"):
            hint = _("put the whole value in quotes")
        return _("this does not fit what stands before it"), hint, at
    hint = _("check the indentation and the colons of this place")
    return _("this is not well-formed YAML"), hint, at


def _quoted(character: str) -> str:
    return f"`{character}`" if character != "`" else f"“{character}”"


def _quotation(source: Source, problem: str, begin: int, at: int) -> tuple[str, str | None, int]:
    if "escape" in problem:
        hint = _("put the text in single quotes, or write the backslash twice")
        back = source.text.rfind("\\", begin, at + 1)
        return _("a backslash begins an escape here, and there is none like it"), hint, back
    return _("this quotation is not closed"), None, begin


def _misplaced(problem: str, at: int) -> tuple[str, str | None, int]:
    if "mapping values" in problem:
        hint = _("check the indentation, or put the value in quotes")
        return _("a second `: ` stands here"), hint, at
    if "sequence entries" in problem:
        hint = _("begin the list on a line of its own, or put the value in quotes")
        return _("a list cannot begin here"), hint, at
    hint = _("put the value in quotes")
    return _("a value cannot begin with {c}").format(c="`?`"), hint, at


def _brackets(source: Source, problem: str, begin: int, at: int) -> tuple[str, str | None, int]:
    """Lists and maps in brackets."""
    opened, character = source.text[begin : begin + 1], source.text[at : at + 1]
    if "node content" in problem and character:
        hint = _("a value is missing before it, or it needs quotes")
        return _("{c} stands where a value is wanted").format(c=_quoted(character)), hint, at
    message = _("this `{c}` is not closed, or a comma is missing in it").format(c=opened)
    return message, None, begin
