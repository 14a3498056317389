"""A Coverage as text for people, and as data for programs.

In: a Coverage. Out: lines of at most 80 columns: what the cases reach of all there is, then each
point that they do not reach, with its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...text.messages import _, plural
from ...text.source import Span
from ..naming import titled
from ..wrapping import wrapped
from .cover import Coverage, Row


def coverage_lines(found: Coverage) -> Iterator[str]:
    """The report: totals, then what was not reached."""
    counted = found.counted
    text = _("{name}: the cases reach {n} of {total} points")
    yield text.format(name=found.name, n=found.reached, total=len(counted))
    text = _("random play reaches {n} of them in {deals} deals (seed {seed})")
    n = sum(row.deals > 0 for row in counted)
    yield f"  {text.format(n=n, deals=found.deals, seed=found.seed)}"
    missed = [row for row in counted if not row.cases]
    yield from _listed(_("Only random play reaches:"), (row for row in missed if row.deals))
    yield from _listed(_("Nothing reaches:"), (row for row in missed if not row.deals))
    yield from _listed(_("Cannot be reached, it is said:"), (r for r in found.rows if r.excuse))
    for name in found.strange:
        text = _("`{name}` is said to be out of reach, but it is reached, or is no point at all")
        yield from wrapped(text.format(name=name), "  ", "    ")


def _listed(heading: str, rows: Iterable[Row]) -> Iterator[str]:
    rows = list(rows)
    if rows:
        yield heading
    for row in rows:
        text = titled(row.point.rule, row.point.missing)
        if row.excuse:
            text = titled(text, row.excuse)
        elif row.deals:
            text = f"{text} ({plural('{n} deal', '{n} deals', row.deals)})"
        yield from wrapped(f"{row.point.span}: {text}", "  ", "    ")


def coverage_data(found: Coverage) -> dict[str, Any]:
    """The same as JSON data, every point with its counts."""
    return {
        "ruleset": found.name,
        "points": len(found.counted),
        "reached": found.reached,
        "deals": found.deals,
        "seed": found.seed,
        "strange": list(found.strange),
        "rows": [_row(row) for row in found.rows],
    }


def _row(row: Row) -> dict[str, Any]:
    file, line, column = place(row.point.span)
    data: dict[str, Any] = {"name": row.point.name, "rule": row.point.rule}
    data |= {"of": row.point.of, "what": row.point.kind}
    data |= {"file": file, "line": line, "column": column}
    data |= {"cases": row.cases, "deals": row.deals}
    return {**data, "excuse": row.excuse} if row.excuse else data


def place(span: Span) -> tuple[str, int, int]:
    """File, line and column."""
    return (span.source.name, *span.source.place(span.start))
