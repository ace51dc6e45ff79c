"""Draws plots as SVG or PNG. Matplotlib is imported only here, and only to draw a plot."""

import io
import re
from typing import Any

from upstar.campaign.report.document import Plot, Series
from upstar.errors import ParameterError

_COLOURS = ("#0b5fa5", "#c8501e", "#3a7d34", "#7b4ea3", "#8a6d00", "#a3195b", "#1a8a8a", "#555555")
_MARKS = "os^Dv<>P"


def svg(plot: Plot) -> str:
    """Return the plot as an SVG element. The same data give the same text."""
    text = _save(plot, format="svg", metadata={"Date": None, "Creator": None}).decode()
    return re.sub(r"^.*?(?=<svg)", "", text, count=1, flags=re.DOTALL)


def png(plot: Plot, dots_per_inch: int = 120) -> bytes:
    """Return the plot as the bytes of a PNG file."""
    return _save(plot, format="png", dpi=dots_per_inch)


def _save(plot: Plot, **options: Any) -> bytes:
    try:
        import matplotlib
    except ImportError:
        raise ParameterError("plots need matplotlib: pip install 'upstar[plots]'") from None
    style: dict[Any, Any] = {
        "svg.hashsalt": "upstar",
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    buffer = io.BytesIO()
    with matplotlib.rc_context(style):
        _figure(plot).savefig(buffer, **options)
    return buffer.getvalue()


def _figure(plot: Plot) -> Any:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 4.2), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(plot.title, loc="left", fontsize=11)
    axes.set_xlabel(plot.x_title)
    axes.set_ylabel(plot.y_title)
    if plot.log_x or plot.kind == "scatter":
        axes.set_xscale("log")
    if plot.log_y or plot.kind == "scatter":
        axes.set_yscale("log")
    axes.grid(True, which="major", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    draw = {"scatter": _scatter, "curves": _curves, "bars": _bars, "cactus": _cactus}
    draw[plot.kind](axes, plot)
    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() == "log":
            _format_log_axis(axis)
    if len(plot.series) > 1:
        # Outside of the axes, so that it covers no data.
        figure.legend(loc="outside right upper", frameon=False)
    return figure


def _format_log_axis(axis: Any) -> None:
    """Print plain numbers on a logarithmic axis; on a short one also 2 and 5 times 10^n."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    plain = FuncFormatter(lambda number, _: f"{number:,.10g}" if number >= 1e-4 else f"{number:g}")
    axis.set_major_formatter(plain)
    if high < 30 * low:
        axis.set_minor_locator(LogLocator(subs=(2, 5)))
        axis.set_minor_formatter(plain)
    else:
        axis.set_minor_formatter(NullFormatter())


def _each(plot: Plot) -> list[tuple[Series, str, str]]:
    return [
        (series, _COLOURS[i % len(_COLOURS)], _MARKS[i % len(_MARKS)])
        for i, series in enumerate(plot.series)
    ]


def _scatter(axes: Any, plot: Plot) -> None:
    for series, colour, mark in _each(plot):
        axes.scatter(series.x, series.y, s=18, color=colour, marker=mark, label=series.name)
    numbers = [n for series in plot.series for n in (*series.x, *series.y)]
    if numbers:
        ends = [min(numbers), max(numbers)]
        axes.plot(ends, ends, color="#888888", linewidth=1, linestyle="--")


def _curves(axes: Any, plot: Plot) -> None:
    for series, colour, mark in _each(plot):
        axes.plot(series.x, series.y, color=colour, marker=mark, markersize=4, label=series.name)
        if series.low:
            axes.fill_between(
                series.x, series.low, series.high, color=colour, alpha=0.08, linewidth=0
            )


def _bars(axes: Any, plot: Plot) -> None:
    width = 0.8 / max(1, len(plot.series))
    for number, (series, colour, _) in enumerate(_each(plot)):
        places = [x - 0.4 + width * (number + 0.5) for x in series.x]
        axes.bar(places, series.y, width * 0.92, color=colour, label=series.name)
        if series.low:
            below = [max(0.0, y - low) for y, low in zip(series.y, series.low, strict=True)]
            above = [max(0.0, high - y) for y, high in zip(series.y, series.high, strict=True)]
            axes.errorbar(places, series.y, [below, above], fmt="none", ecolor="#222222", capsize=2)
    axes.set_xticks(range(len(plot.groups)), plot.groups)


def _cactus(axes: Any, plot: Plot) -> None:
    from matplotlib.ticker import MaxNLocator

    for series, colour, mark in _each(plot):
        few = {"marker": mark, "markersize": 4} if len(series.x) <= 40 else {}
        axes.plot(series.x, series.y, color=colour, label=series.name, **few)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
