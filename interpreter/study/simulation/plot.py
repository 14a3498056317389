"""A simulation as a drawing: an SVG or a PNG file.

In: an Outcome, a path. Out: the file. Each number stands beside its name with its interval as a
bar; a dashed line is where everybody would be alike. Shapes tell seats from places and sides, and
what was made from what was possible, so that colour is never the only sign. For two games the
differences are drawn, with the line at none. Needs matplotlib, the extra `plot`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...text.messages import _
from .estimate import Estimate
from .figures import number
from .naming import call_name, measure_name, part_name
from .outcome import Outcome, Played
from .report import heading, shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = {"seat": "#0072B2", "place": "#D55E00", "side": "#009E73"}
MARKERS = {"seat": "o", "place": "s", "side": "D"}
POSSIBLE, MADE, INK = "#9DB8CC", "#0072B2", "#444444"
WIDE, ROW, ROOM = 8.0, 0.27, 0.95
"""inches: the drawing, a row of it, what a panel takes besides"""
STYLE: Any = {
    "svg.fonttype": "none",  # letters stay letters
    "svg.hashsalt": "trickplay",  # the same file for the same numbers
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.titlelocation": "left",
    "axes.edgecolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


@dataclass(frozen=True)
class Panel:
    """One part of the drawing: its title, how many rows it has, what fills it."""

    title: str
    rows: int
    fill: Callable[[Axes], object]


@dataclass(frozen=True)
class Point:
    """A number to be drawn beside its name."""

    name: str
    found: Estimate
    group: str = "seat"


def draw(outcome: Outcome, path: str) -> None:
    """Write the drawing of what was played; the end of the name says of which kind. Raises OSError
    if it cannot be written."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    panels = _two(outcome) if len(outcome.games) > 1 else _one(outcome.games[0], outcome)
    heights = [ROOM + ROW * panel.rows for panel in panels]
    with mpl.rc_context(STYLE):
        title = "\n".join(heading(outcome))
        figure = Figure((WIDE, sum(heights) + 0.25 * title.count("\n") + 0.4), layout="constrained")
        figure.suptitle(title, x=0.01, ha="left", fontsize=10)
        axes = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)
        for panel, (ax,) in zip(panels, axes, strict=True):
            ax.set_title(panel.title)
            panel.fill(ax)
        kind = Path(path).suffix[1:].lower()
        figure.savefig(path, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else {})


def _one(played: Played, outcome: Outcome) -> list[Panel]:
    """Wins, points, calls; of matches their winners and how long they are."""
    kinds, r = outcome.plan.names, played.game.ruleset
    title = _("wins, % of the deals that somebody won")
    panels = [_parts(played, kinds, title, ("seat.won", "place.won"))]
    if played.game.partners:
        panels.append(_parts(played, kinds, title, ("side.won",)))
    if r.terms:
        panels.append(_parts(played, kinds, _("points a deal"), ("seat.points", "place.points")))
    if played.layout.groups:
        rows = 2 * len(played.layout.groups)
        panels.append(Panel(_("calls, % of all deals"), rows, lambda ax: _calls(ax, played)))
    if played.whole:
        title = _("matches won, % of those that somebody won")
        panels.append(_parts(played, kinds, title, ("match.side",)))
        title = _("matches by the number of their deals")
        panels.append(Panel(title, 7, lambda ax: _runs(ax, played)))
    return panels


def _parts(played: Played, kinds: Sequence[str], title: str, groups: Sequence[str]) -> Panel:
    """A measure of each seat, place after the dealer, or side; shares with the even one."""
    points, line, scale = list[Point](), None, 1
    for measure in played.measures:
        found = played.estimate(measure.key) if measure.name in groups else None
        if found is not None:
            assert measure.of is not None
            name = part_name(played.game, measure.name, measure.of, kinds)
            points.append(Point(name, found, group_of(measure.name)))
            if measure.share:
                scale = 100
                line = 100 * len(groups) / len(points)
    return Panel(title, len(points), lambda ax: _points(ax, points, scale, line))


def group_of(name: str) -> str:
    """Whether a measure is one of seats, places or sides."""
    group = name.split(".")[0]
    return group if group in COLOURS else "side"


def _points(ax: Axes, points: Sequence[Point], scale: int, line: float | None) -> None:
    """Numbers with their intervals, one in each row, the first on top."""
    for row, point in enumerate(points):
        value = scale * point.found.value
        reach = [[value - scale * point.found.low], [scale * point.found.high - value]]
        colour, marker = COLOURS[point.group], MARKERS[point.group]
        ax.errorbar(
            value, row, xerr=reach, fmt=marker, color=colour, capsize=3, markersize=5, linewidth=1.5
        )
    if line is not None:
        ax.axvline(line, color=INK, linestyle="--", linewidth=1)
    _named(ax, [point.name for point in points])


def _named(ax: Axes, names: Sequence[str]) -> None:
    """Names at the rows, the first on top; thin lines from them to the numbers."""
    ax.set_yticks(range(len(names)), names)
    ax.set_ylim(max(len(names), 1) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.grid(True, axis="x", color="#DDDDDD", linewidth=0.6)
    ax.set_axisbelow(True)
    ax.xaxis.set_major_formatter(lambda value, _at: _tick(value))
    ax.margins(x=0.08)


def _tick(value: float) -> str:
    """A number at an axis, in the language in use."""
    whole, _point, decimals = f"{value:g}".partition(".")
    return number(value, len(decimals)) if "e" not in whole + decimals else f"{value:g}"


def _calls(ax: Axes, played: Played) -> None:
    """In how many deals each call was possible, and in how many it was made."""
    groups = list(played.layout.groups)
    for what, colour, shift, name in (
        ("offered", POSSIBLE, -0.2, _("possible")),
        ("made", MADE, 0.2, _("made")),
    ):
        found = [played.estimate(f"{what} {group}") for group in groups]
        values = [100 * e.value for e in found if e]
        reach = [
            [100 * (e.value - e.low) for e in found if e],
            [100 * (e.high - e.value) for e in found if e],
        ]
        rows = [row + shift for row in range(len(groups))]
        hatch = "" if what == "made" else "////"
        ax.barh(
            rows, values, 0.38, xerr=reach, color=colour, edgecolor="white", hatch=hatch, label=name
        )
        for row, value, high in zip(rows, values, reach[1], strict=True):
            some = 1 if value >= 1 else 2
            ax.text(value + high + 0.8, row, number(value, some), va="center", fontsize=8)
    _named(ax, [call_name(played.game, group) for group in groups])
    ax.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False, borderaxespad=0)


def _runs(ax: Axes, played: Played) -> None:
    """How many matches have how many deals."""
    from matplotlib.ticker import MaxNLocator

    runs = played.runs
    shares = [100 * n / played.count for n in runs.values()]
    ax.bar(list(runs), shares, 0.8, color=MADE)
    ax.set_xlim(min(runs) - 1.5, max(runs) + 1.5)
    ax.set_xlabel(_("deals in a match"))
    ax.set_ylabel(_("% of the matches"))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(True, axis="y", color="#DDDDDD", linewidth=0.6)
    ax.set_axisbelow(True)


def _two(outcome: Outcome) -> list[Panel]:
    """Differences of shares, and those of other numbers."""
    panels = []
    game, kinds = outcome.games[0].game, outcome.plan.names
    found = outcome.differences(shown(outcome))
    for share, title, scale in (
        (True, _("B − A, in percentage points"), 100),
        (False, _("B − A"), 1),
    ):
        points = []
        for key, by, _sure in found:
            measure = outcome.games[0].measure(key)
            if measure.share == share:
                name = measure_name(game, measure, kinds)
                points.append(Point(name, by, group_of(measure.name)))
        if points:
            panels.append(_differences(title, points, scale))
    if not panels:
        none = _("There is no difference in anything that is counted.")
        panels.append(Panel(none, 1, lambda ax: _points(ax, [], 1, 0.0)))
    return panels


def _differences(title: str, points: Sequence[Point], scale: int) -> Panel:
    return Panel(title, len(points), lambda ax: _points(ax, points, scale, 0.0))
