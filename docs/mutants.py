"""Writes docs/mutants.md: `python docs/mutants.py`.

In: the shipped rulesets that are told below, and their cases. Out: a page that says how many
mutants of each kind their cases kill. That takes minutes. With `--check` nothing is written, and
the exit code is 1 if the page does not belong to the present rules, cases and kinds of changes;
that takes a second.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

PAGE = Path(__file__).resolve().with_suffix(".md")
sys.path.insert(0, str(PAGE.parent.parent))

from interpreter.rules.read import read_ruleset  # noqa: E402
from interpreter.rules.shelf import find  # noqa: E402
from interpreter.study.cases.read import read_suite  # noqa: E402
from interpreter.study.mutants.judge import KILLED, REFUSED, SURVIVED  # noqa: E402
from interpreter.study.mutants.run import DEALS, judged  # noqa: E402
from interpreter.study.mutants.stamp import stamp  # noqa: E402
from interpreter.study.mutants.tally import Tally, tally  # noqa: E402

RULESETS = ("chouine", "aluette")
HEAD = """# Mutants

<!-- docs/mutants.py writes this page. -->

How good are the cases of a ruleset? `trickplay test --mutate NAME` changes each of its rules in
every sensible small way. Each such mutant is a ruleset of its own, and some case should no longer
hold for it: then it is killed. A mutant that survives shows what no case says. Some cannot be
killed, since they play like the ruleset in every deal there can be; the file of cases says why.

| Kind of change | |
| --- | --- |
| dropped | a rule, a key that may be left out, a part of a list or of an expression |
| flipped | yes and no; the default of an option |
| joined otherwise | `or` for `and`, `and` for `or` |
| negated | a condition says the opposite |
| off by one | a number is one more or one less, `<` becomes `<=` |
| replaced | a word by another of its kind, a rank or a suit by the next one, a slot by another |
| swapped | neighbours in a list whose order counts, `most` and `least`, plus and minus |
| tied | neighbours in the ranking are equal |

What the checker refuses is counted apart: it is no ruleset. What has the same rules as before is no
mutant. How to do that with your own ruleset is told in [testing.md](testing.md).
"""
STAMP = re.compile(r"`([a-z0-9-]+)` ([0-9a-f]{16})")


def section(found: Tally, title: str, mark: str) -> Iterator[str]:
    """What is told of one ruleset."""
    killed, total = found.count(KILLED), found.mutants
    yield f"## {title}"
    yield ""
    yield f"{killed} of {total} mutants are killed, {found.count(REFUSED)} more are no rulesets."
    yield f"The table belongs to `{found.name}` {mark}."
    yield ""
    yield "| Kind of change | Mutants | Killed | Survive | No ruleset |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for kind in sorted({v.kind for v in found.verdicts}):
        yield row(found, kind, kind)
    yield row(found, "", "**all**")
    if found.survivors:
        yield ""
        yield "| Survivor | Why |"
        yield "| --- | --- |"
    for v in found.survivors:
        why = found.excuses.get(v.name) or v.witness or f"no deal in {DEALS} is played otherwise"
        yield f"| `{v.name}` | {' '.join(why.split())} |"


def row(found: Tally, kind: str, label: str) -> str:
    """A row of the table."""
    killed, survived, refused = (found.count(f, kind) for f in (KILLED, SURVIVED, REFUSED))
    return f"| {label} | {killed + survived} | {killed} | {survived} | {refused} |"


def page() -> str:
    """The whole page."""
    parts = [HEAD.rstrip()]
    for name in RULESETS:
        path = find(name)
        suite = read_suite(path, path.name)
        found = tally(name, judged(path, path.name), suite.survivors, whole=True)
        title = str(read_ruleset(path).title)
        parts.append("\n".join(section(found, title, stamp(path, path.name))))
    return "\n\n".join(parts) + "\n"


def stale() -> list[str]:
    """The rulesets whose table does not belong to them any more."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    told = dict(STAMP.findall(text))
    return [name for name in RULESETS if told.get(name) != stamp(find(name), find(name).name)]


def main(arguments: list[str]) -> int:
    """Write the page, or check it; the exit code."""
    if "--check" not in arguments:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    for name in stale():
        print(f"docs/mutants.md: the table of {name} is not current; run python docs/mutants.py")
    return int(bool(stale()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
