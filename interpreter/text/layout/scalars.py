"""How one scalar is written: on one line where that can be, with quotes where they are needed.

In: a scalar. Out: its writing, on one line or on several. What an author wrote is kept: the kind
of quotes, the lines of a long text, blocks. Quotes go where the text reads the same without them
in every place, in brackets too. Whatever is not plainly the same is read again to make sure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import yaml

from ..document import Scalar
from ..offsets import BREAK
from .tree import BLOCK

SIMPLE = re.compile(r"(?:[^\W_]|\()(?:[^\W_]|[ _()+*<>=/.’…–-])*")
"""texts without a character that could mean something to YAML"""
NUMERIC = re.compile(r"[-+]?[.0-9][\w.+-]*")
RESOLVER: Any = yaml.resolver.Resolver()
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def one_line(scalar: Scalar, form: str) -> str | None:
    """The scalar on one line; None if it has several. `form`: where it stands, with `{}` for it."""
    raw = scalar.span.text
    if scalar.style in BLOCK:
        return None
    if not scalar.style:
        if "\n" in scalar.text:
            return None
        return _sure(scalar.text, scalar, form) if scalar.text else ""
    if free_of_quotes(scalar.text):
        return scalar.text
    if not re.search(BREAK, raw):
        return raw
    if "\n" in scalar.text:
        return None
    if scalar.style == "'":
        return _sure("'" + scalar.text.replace("'", "''") + "'", scalar, form)
    return quoted(scalar.text)


def key_text(scalar: Scalar, form: str) -> str:
    """A key, which stands on one line."""
    found = one_line(scalar, form)
    if found is None:
        found = scalar.text if free_of_quotes(scalar.text) else quoted(scalar.text)
    return found


def many_lines(scalar: Scalar, indent: int, column: int) -> list[str] | None:
    """The scalar on the lines on which it was written; None if that cannot be.

    indent: of the lines after the first; column: of the entry in the file as it was.
    """
    if scalar.style in BLOCK:
        return _block(scalar, indent, column)
    first, *rest = re.split(BREAK, scalar.span.text)
    if not rest:
        return None
    lines = [_trimmed(first), *(_trimmed(line.lstrip(" \t")) for line in rest)]
    lines = [lines[0], *(" " * indent + line if line else "" for line in lines[1:])]
    return lines if _reads_as("k: " + "\n".join(lines) + "\n", scalar) else None


def quoted(text: str) -> str:
    """A text in double quotes, on one line."""
    return '"' + "".join(ESCAPES.get(c) or _escaped(c) for c in text) + '"'


def _escaped(character: str) -> str:
    code = ord(character)
    if character.isprintable() and character != "\ufeff":
        return character
    if code < 256:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"


def _trimmed(line: str) -> str:
    """A line without the blanks at its end; one behind a backslash means something."""
    return re.sub(r"(?<!\\)[ \t]+$", "", line)


def free_of_quotes(text: str) -> bool:
    """Whether a text reads the same without quotes, for this program and for editors."""
    return (
        bool(SIMPLE.fullmatch(text))
        and not text.endswith(" ")
        and text.count("(") == text.count(")")
        and not NUMERIC.fullmatch(text)
        and RESOLVER.resolve(yaml.ScalarNode, text, (True, False)) == "tag:yaml.org,2002:str"
    )


def _sure(writing: str, scalar: Scalar, form: str) -> str:
    """A writing of a scalar; if it would be read as something else in this place, quoted."""
    if SIMPLE.fullmatch(writing) and not writing.endswith(" "):
        return writing
    return writing if _reads_as(form.format(writing), scalar) else quoted(scalar.text)


def _reads_as(text: str, scalar: Scalar) -> bool:
    """Whether a small document holds a scalar and but for that only `k`."""
    try:
        events = list(yaml.parse(text, yaml.SafeLoader))
    except (yaml.YAMLError, ValueError):
        return False
    scalars = [event for event in events if isinstance(event, yaml.ScalarEvent)]
    wanted = (scalar.text, bool(scalar.style))
    found = [(e.value, bool(e.style)) for e in scalars if not (e.value == "k" and not e.style)]
    return found == [wanted]


def _block(scalar: Scalar, indent: int, column: int) -> list[str] | None:
    """A text in a block, with its lines moved to another indentation."""
    header, *lines = re.split(BREAK, scalar.span.text)
    header = header.split("#")[0].strip()
    digits = re.sub(r"[^0-9]", "", header)
    margin = column + int(digits) if digits else _margin(lines)
    lines = [line[margin:] if not line[:margin].strip(" ") else line for line in lines]
    chomp = "+" if "+" in header else "-" if "-" in header else ""
    if chomp == "+":
        lines = lines[:-1] if lines and not lines[-1] else lines
    else:
        while lines and not lines[-1]:
            lines.pop()
    mark = "2" if next((line for line in lines if line), "").startswith((" ", "\t")) else ""
    for sign in dict.fromkeys((chomp, "-")):
        found = [scalar.style + mark + sign, *_indented(lines, 2)]
        if _reads_as("k: " + "\n".join(found) + "\n", scalar):
            return [found[0], *_indented(lines, indent)]
    return None


def _margin(lines: Sequence[str]) -> int:
    """The indentation of the first line that holds something."""
    full = (len(line) - len(line.lstrip(" ")) for line in lines if line.strip(" "))
    return next(full, 0)


def _indented(lines: Sequence[str], indent: int) -> list[str]:
    return [" " * indent + line if line else "" for line in lines]
