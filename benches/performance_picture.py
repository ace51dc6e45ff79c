"""Draw the cost of boards by their cells, a panel per family. The same data give the same text."""

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib
from matplotlib.figure import Figure

COLUMNS = 3
WIDTH, PANEL_HEIGHT = 9.4, 2.75
LEAST_SECONDS, MOST_SECONDS = 1e-3, 3e3
SOLVED, UNSOLVED, LINES = "#0b5fa5", "#c8501e", "#777777"
LIMITS = {60.0: ("one minute", (0, (2, 2))), 600.0: ("ten minutes", (0, (6, 2)))}
STYLE: dict[Any, Any] = {
    "svg.hashsalt": "upstar",
    "svg.fonttype": "none",
    "font.size": 9,
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "sans-serif"],
    "axes.spines.top": False,
    "axes.spines.right": False,
}
LETTER, LINE = 5.2, 9.0
"""About how wide and high a letter of a label is, in points."""


@dataclass(frozen=True)
class Point:
    """A board in the picture: its cells, its cost or limit, and its label."""

    cells: int
    seconds: float
    label: str
    is_solved: bool


def svg(families: Mapping[str, Sequence[Point]]) -> str:
    """Return the picture as an SVG element."""
    buffer = io.BytesIO()
    with matplotlib.rc_context(STYLE):
        _figure(families).savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = re.sub(r"^.*?(?=<svg)", "", buffer.getvalue().decode(), count=1, flags=re.DOTALL)
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def _figure(families: Mapping[str, Sequence[Point]]) -> Figure:
    # One more panel than families, for the legend.
    rows = len(families) // COLUMNS + 1
    height = PANEL_HEIGHT * rows
    figure = Figure(figsize=(WIDTH, height))
    figure.subplots_adjust(
        left=0.076, right=0.985, top=1 - 0.3 / height, bottom=0.5 / height, wspace=0.07, hspace=0.38
    )
    for number, (family, points) in enumerate(families.items()):
        axes = figure.add_subplot(rows, COLUMNS, number + 1)
        axes.set_title(family, loc="left", fontsize=10, fontweight="bold")
        _panel(axes, sorted(points, key=lambda point: (point.cells, point.seconds)))
        if number % COLUMNS == 0:
            axes.set_ylabel("CPU seconds, one thread")
        else:
            axes.tick_params(axis="y", labelleft=False)
        if number + COLUMNS >= len(families):
            axes.set_xlabel("cells")
    _legend(figure.add_subplot(rows, COLUMNS, len(families) + 1))
    return figure


def _panel(axes: Any, points: Sequence[Point]) -> None:
    from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

    axes.set_yscale("log")
    axes.set_ylim(LEAST_SECONDS / 1.6, MOST_SECONDS)
    axes.yaxis.set_major_locator(FixedLocator([10.0**power for power in range(-3, 4)]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda seconds, _: f"{seconds:,.10g}"))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.grid(True, color="#e4e4e4", linewidth=0.6)
    axes.set_axisbelow(True)
    for limit, (_, dashes) in LIMITS.items():
        axes.axhline(limit, color=LINES, linewidth=0.9, linestyle=dashes, zorder=1.7)
    if not points:
        return
    least, most = points[0].cells, points[-1].cells
    margin = max(1.0, 0.14 * (most - least))
    axes.set_xlim(least - margin, most + margin)
    solved = [point for point in points if point.is_solved]
    unsolved = [point for point in points if not point.is_solved]
    axes.plot(_cells(solved), _seconds(solved), color=SOLVED, linewidth=0.8, alpha=0.45, zorder=1.8)
    axes.plot(_cells(solved), _seconds(solved), color=SOLVED, marker="o", markersize=4, ls="")
    axes.plot(_cells(unsolved), _seconds(unsolved), **_OPEN)
    _label(axes, points)


_OPEN: dict[str, Any] = {"color": UNSOLVED, "marker": "^", "markersize": 7, "mfc": "none", "ls": ""}


def _cells(points: Sequence[Point]) -> list[int]:
    return [point.cells for point in points]


def _seconds(points: Sequence[Point]) -> list[float]:
    return [max(point.seconds, LEAST_SECONDS) for point in points]


Box = tuple[float, float, float, float]


def _label(axes: Any, points: Sequence[Point]) -> None:
    """Write the sizes if there is room, starting with the most expensive board."""
    scale = 72 / axes.figure.dpi
    places = axes.transData.transform(list(zip(_cells(points), _seconds(points), strict=True)))
    places = [(x * scale, y * scale) for x, y in places.tolist()]
    frame = axes.get_window_extent()
    inside = (frame.x0 * scale, frame.y0 * scale, frame.x1 * scale + 4, frame.y1 * scale)
    taken: list[Box] = [(x - 3, y - 3, x + 3, y + 3) for x, y in places]
    for point, (x, y) in sorted(
        zip(points, places, strict=True), key=lambda pair: (-pair[0].seconds, -pair[0].cells)
    ):
        width = LETTER * len(point.label)
        for dx, dy in ((-width / 2, 4), (-width - 5, -3), (5, -6), (-width / 2, -LINE - 4)):
            box = (x + dx, y + dy, x + dx + width, y + dy + LINE)
            fits = inside[0] <= box[0] and box[2] <= inside[2] and inside[1] <= box[1]
            if fits and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                axes.annotate(
                    point.label,
                    (point.cells, max(point.seconds, LEAST_SECONDS)),
                    xytext=(dx + width / 2, dy + 1.5),
                    textcoords="offset points",
                    ha="center",
                    fontsize=8,
                    color="#222222" if point.is_solved else UNSOLVED,
                    bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.3, "alpha": 0.7},
                    zorder=1.9,
                )
                break


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _legend(axes: Any) -> None:
    axes.set_axis_off()
    axes.plot([], [], color=SOLVED, marker="o", markersize=4, lw=0.8, label="solved")
    axes.plot([], [], label="not solved within the limit", **_OPEN)
    for name, dashes in LIMITS.values():
        axes.plot([], [], color=LINES, linewidth=0.9, linestyle=dashes, label=name)
    axes.legend(loc="center left", frameon=False, fontsize=9, labelspacing=0.9)
