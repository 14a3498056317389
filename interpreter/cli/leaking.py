"""`trickplay validate --leaks`: deals are played, and hidden cards may not show.

In: rulesets that are in order. Out: a line for each, or the two deals that a seat could tell apart.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..text.messages import _, plural
from .console import MAX_WIDTH, progress

if TYPE_CHECKING:
    from ..study.leaks import Findings, Leak
    from ..table.game import Game
    from ..table.view import View


def leaks_of(path: Path, deals: int) -> dict[str, Any]:
    """What was found in a ruleset, as data: compared, leak (None if there is none)."""
    from ..study.leaks import Search, settings
    from ..table.game import load

    found: list[tuple[Game, Findings]] = []
    game = load(f"{path.parent}/{path.name}")
    choices = settings(game.ruleset)
    with progress(deals * len(choices), _("looking for leaks")) as (tick, _tell):
        for choice in choices:
            agreed = game.with_options(choice)
            found.append((agreed, Search(agreed, faces=shown).run(deals, lambda: tick(1))))
            if found[-1][1].leak:
                break
    leak = found[-1][1].leak
    return {
        "file": str(path),
        "deals": sum(findings.deals for _game, findings in found),
        "compared": sum(findings.compared.total() for _game, findings in found),
        "leak": _data(found[-1][0], leak) if leak else None,
    }


def shown(game: Game, names: Sequence[str], view: View) -> str:
    """What a person at a terminal sees of a view: the table, what is asked, the menu."""
    from .person import prompt
    from .screen import as_text, last_trick, table

    parts = [as_text(table(game, names, view)), *prompt(game, view)]
    return "\n".join([*parts, last_trick(game, names, view)])


def _data(game: Game, leak: Leak) -> dict[str, Any]:
    return {
        "seat": leak.seat,
        "what": leak.what,
        "shown": [leak.one, leak.other],
        "options": game.ruleset.agreed(),
        "dealer": leak.dealer,
        "packs": [[" ".join(pack) for pack in packs] for packs in leak.packs],
        "moves": list(leak.moves),
    }


def told(result: dict[str, Any]) -> Iterator[str]:
    """The lines of a result for people."""
    leak = result["leak"]
    if leak is None:
        pairs = plural(
            "{n} pair of deals compared", "{n} pairs of deals compared", result["compared"]
        )
        yield _("{file}: {pairs}, nothing leaks").format(file=result["file"], pairs=pairs)
        return
    text = _("{file}: seat {n} can tell deals apart that should look the same to it")
    yield text.format(file=result["file"], n=leak["seat"])
    rows = [(leak["what"], leak["shown"][0]), ("", leak["shown"][1])]
    if leak["options"]:
        agreed = " ".join(f"{name}={value}" for name, value in leak["options"].items())
        rows.append((_("settings"), agreed))
    rows.append((_("dealer"), _("seat {n}").format(n=leak["dealer"])))
    for number, pair in enumerate(zip(*leak["packs"], strict=False), 1):
        rows += [(_("pack {n}").format(n=number), pair[0]), ("", pair[1])]
    rows.append((_("moves"), ", ".join(leak["moves"])))
    width = max(len(name) for name, _value in rows)
    for name, value in rows:
        lines = textwrap.wrap(value, MAX_WIDTH - width - 4) or [""]
        for i, line in enumerate(lines):
            yield f"  {'' if i else name:{width}}  {line}"
