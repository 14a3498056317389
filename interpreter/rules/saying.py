"""What a ruleset makes the program say: texts with placeholders for cards."""

from __future__ import annotations

import re

from ..text.document import Mapping, Node, Scalar
from ..text.messages import _
from ..text.problem import Problems, nearest

PLACEHOLDERS = ("card", "allowed", "led", "best", "trump")
BRACE = re.compile(r"\{\{|\}\}|\{[^{}]*\}|[{}]")


def check_saying(node: Node | None, problems: Problems) -> None:
    """Add a problem for every placeholder that means nothing; `{{` and `}}` are plain braces."""
    texts = [text for _key, text in node.entries] if isinstance(node, Mapping) else [node]
    for text in texts:
        for match in BRACE.finditer(text.text) if isinstance(text, Scalar) else ():
            if match[0] in ("{{", "}}") or match[0][1:-1] in PLACEHOLDERS:
                continue
            assert isinstance(text, Scalar)
            span = text.part(match.start(), match.end())
            if match[0] in ("{", "}"):
                message = _("a single `{c}` stands here").format(c=match[0])
                problems.add("bad-placeholder", message, span, _("write it twice for a plain one"))
                continue
            message = _("`{text}` is not a placeholder").format(text=match[0][:40])
            names = " ".join(f"{{{name}}}" for name in PLACEHOLDERS)
            hint = _("placeholders: {names}").format(names=names)
            near = nearest(match[0][1:-1], PLACEHOLDERS)
            if near:
                hint = _("did you mean `{word}`?").format(word=f"{{{near}}}")
            problems.add("bad-placeholder", message, span, hint)
