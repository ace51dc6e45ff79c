"""The plots of reports as charts for the page."""

import math
from typing import Any

from upstar.campaign.report.document import Plot, Series
from upstar.web.drawing import PALETTE


def options(plot: Plot) -> dict[str, Any]:
    """Return the ECharts options of a plot, without its title."""
    log_x = plot.log_x or plot.kind == "scatter"
    log_y = plot.log_y or plot.kind == "scatter"
    axis: dict[str, Any] = {
        "nameLocation": "middle",
        "nameTextStyle": {"color": "#888"},
        "axisLabel": {"color": "#888"},
        "splitLine": {"lineStyle": {"color": "#8884"}},
    }
    x: dict[str, Any] = {
        **axis,
        "type": "log" if log_x else "value",
        "name": plot.x_title,
        "nameGap": 26,
    }
    if plot.kind == "bars":
        x = {**x, "type": "category", "data": list(plot.groups)}
    return {
        "animation": False,
        "color": list(PALETTE),
        "backgroundColor": "transparent",
        "legend": {"type": "scroll", "top": 4, "textStyle": {"color": "#888"}},
        "grid": {"left": 78, "right": 20, "top": 42, "bottom": 44},
        "tooltip": {"trigger": "item"},
        "xAxis": x,
        "yAxis": {
            **axis,
            "type": "log" if log_y else "value",
            "name": plot.y_title,
            "nameGap": 58,
            **({"startValue": _floor(plot)} if log_y and plot.kind == "bars" else {}),
        },
        "series": [_series(plot, series, log_y) for series in plot.series],
    }


def _floor(plot: Plot) -> float:
    """Return the power of ten below all bars: the base line of a logarithmic bar chart."""
    least = min((y for series in plot.series for y in series.y if y > 0), default=1.0)
    return float(10.0 ** math.floor(math.log10(least)))


def _series(plot: Plot, series: Series, log_y: bool) -> dict[str, Any]:
    kinds = {"scatter": "scatter", "curves": "line", "bars": "bar", "cactus": "line"}
    points: list[Any] = [
        [x, y] for x, y in zip(series.x, series.y, strict=True) if y > 0 or not log_y
    ]
    if plot.kind == "bars":
        # A group without a number has no bar.
        heights = dict(zip(series.x, series.y, strict=True))
        points = [heights.get(group) or None for group in range(len(plot.groups))]
    return {"name": series.name, "type": kinds[plot.kind], "data": points}
