"""`trickplay expand`: a variant as a whole ruleset, with the places from which its values come."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..text.messages import _
from .completing import rulesets
from .console import say
from .options import allow_outside, speaks

if TYPE_CHECKING:
    from ..text.document import Node


@click.command()
@click.argument("ruleset", shell_complete=rulesets)
@allow_outside
@speaks
def expand(ruleset: str) -> None:
    """Print a variant as a whole ruleset, with all that it extends.

    Where a value comes from a variant, its file and line stand behind it. A ruleset that extends
    nothing is printed as it is. RULESET is the name of a shipped one or a path.
    """
    from ..rules.chain import read_chain
    from ..rules.read import read_ruleset
    from ..rules.shelf import find, is_path
    from ..text.document import source_of
    from ..text.problem import Problems
    from ..text.writing import written

    path = find(ruleset)
    shown = ruleset if is_path(ruleset) else path.name
    read_ruleset(path, shown)  # what is wrong with it is told first
    flat = read_chain(path, shown, Problems())
    if not flat.bases:
        say(source_of(path, shown).text, end="")
        return

    def remark(node: Node) -> str:
        if node.span.source.name == flat.root:
            return ""
        line, _column = node.span.source.place(node.span.start)
        return _("from {place}").format(place=f"{node.span.source.name}:{line}")

    say(written(flat.document, remark), end="")
