"""Plots of reports as charts of the page."""

from typing import Any

from upstar.report.document import Plot, Series
from upstar.web.drawing import PALETTE


def options(plot: Plot) -> dict[str, Any]:
    """What ECharts takes for a plot."""
    log_x = plot.log_x or plot.kind == "scatter"
    log_y = plot.log_y or plot.kind == "scatter"
    axis: dict[str, Any] = {"nameLocation": "middle", "axisLabel": {"color": "#888"}}
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
        "title": {"text": plot.title, "textStyle": {"fontSize": 14, "color": "#888"}},
        "legend": {"type": "scroll", "top": 24, "textStyle": {"color": "#888"}},
        "grid": {"left": 78, "right": 20, "top": 62, "bottom": 44},
        "tooltip": {"trigger": "item"},
        "xAxis": x,
        "yAxis": {
            **axis,
            "type": "log" if log_y else "value",
            "name": plot.y_title,
            "nameGap": 58,
            "splitLine": {"lineStyle": {"color": "#8884"}},
        },
        "series": [_series(plot, series, log_y) for series in plot.series],
    }


def _series(plot: Plot, series: Series, log_y: bool) -> dict[str, Any]:
    kinds = {"scatter": "scatter", "curves": "line", "bars": "bar", "cactus": "line"}
    points: list[Any] = [
        [x, y] for x, y in zip(series.x, series.y, strict=True) if y > 0 or not log_y
    ]
    if plot.kind == "bars":
        # A group without a figure has no bar.
        held = dict(zip(series.x, series.y, strict=True))
        points = [held.get(group) or None for group in range(len(plot.groups))]
    return {"name": series.name, "type": kinds[plot.kind], "data": points}
