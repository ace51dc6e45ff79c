"""Charts of searches: the nodes above, the root's numbers below, over the same seconds."""

from collections.abc import Mapping, Sequence
from typing import Any

from upstar.web.drawing import PALETTE

_DASHES = ("solid", "dashed", "dotted")
_UNITS = (
    "v => v < 1000 ? v : ['k', 'M', 'G', 'T'].reduce((t, u, i) => "
    "v >= 1000 ** (i + 1) ? +(v / 1000 ** (i + 1)).toPrecision(3) + u : t, '')"
)
"""JavaScript that formats the numbers of an axis with k, M, G, T."""
_NO_ESTIMATE = 10**15
"""Larger estimates of nodes are not drawn: they would flatten the other lines."""
_GREY = "#80868b"
_NODES = ("nodes", "estimated nodes")

Run = tuple[str, Sequence[Mapping[str, Any]]]


def empty() -> dict[str, Any]:
    """Return a chart without lines; `series` makes its lines."""
    axis = {"axisLabel": {"color": _GREY}, "splitLine": {"lineStyle": {"color": "#8884"}}}
    title = {"nameLocation": "middle", "nameTextStyle": {"color": _GREY}}
    seconds = {"type": "value", "min": 0, **title, **axis}
    counts = {"type": "log", "nameGap": 44, **title, **axis}
    counts["axisLabel"] = {"color": _GREY, ":formatter": _UNITS}
    return {
        "animation": False,
        "backgroundColor": "transparent",
        "grid": layout([]),
        "legend": {"type": "scroll", "top": 2, "textStyle": {"color": _GREY}},
        "tooltip": {"trigger": "axis"},
        "axisPointer": {"link": [{"xAxisIndex": "all"}]},
        "xAxis": [
            {**seconds, "gridIndex": 0},
            {**seconds, "gridIndex": 1, "name": "seconds", "nameGap": 24},
        ],
        "yAxis": [
            {**counts, "gridIndex": 0, "name": "nodes"},
            {**counts, "gridIndex": 1, "name": "numbers of the root"},
        ],
        "series": [],
    }


def series(runs: Sequence[Run]) -> list[dict[str, Any]]:
    """Return one line for each number of each search. Values that are not positive are omitted.

    All lines of a search have its colour. The nodes have another axis than the root's numbers.

    >>> lines = series([("pns", [{"seconds": 0.1, "nodes": 5, "root": {"pn": 3, "dn": "inf"}}])])
    >>> [(line["name"], line["data"], line["yAxisIndex"]) for line in lines]
    [('pns nodes', [[0.1, 5]], 0), ('pns pn', [[0.1, 3]], 1)]
    """
    lines = []
    for number, (name, points) in enumerate(runs):
        found: dict[str, list[list[float]]] = {}
        for point in points:
            numbers = {"nodes": point["nodes"], **point.get("root", {})}
            if (point.get("estimate") or _NO_ESTIMATE) < _NO_ESTIMATE:
                numbers["estimated nodes"] = max(point["estimate"], point["nodes"])
            for key, value in numbers.items():
                if isinstance(value, int | float) and value > 0:
                    found.setdefault(key, []).append([point["seconds"], value])
        colour = PALETTE[number % len(PALETTE)]
        drawn = {0: 0, 1: 0}
        for key, data in found.items():
            axis = 0 if key in _NODES else 1
            dash = _DASHES[drawn[axis] % len(_DASHES)]
            drawn[axis] += 1
            lines.append(
                {
                    "type": "line",
                    "name": f"{name} {key}",
                    "data": data,
                    "xAxisIndex": axis,
                    "yAxisIndex": axis,
                    "showSymbol": len(data) < 3,
                    "itemStyle": {"color": colour},
                    "lineStyle": {"type": dash, "width": 2, "color": colour},
                }
            )
    return lines


def layout(lines: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the places of the two charts. Without numbers of the root, the nodes have both."""
    has_numbers = any(line["yAxisIndex"] == 1 for line in lines)
    sides = {"left": 66, "right": 16}
    return [
        {**sides, "top": 44, "height": "34%"}
        if has_numbers
        else {**sides, "top": 44, "bottom": 46},
        {**sides, "bottom": 40, "height": "34%", "show": has_numbers},
    ]


def names(algorithms: Sequence[str]) -> list[str]:
    """Return distinct names for searches.

    >>> names(["pns", "pns"]), names(["pns", "pnt"])
    (['pns (1)', 'pns (2)'], ['pns', 'pnt'])
    """
    if len(set(algorithms)) == len(algorithms):
        return list(algorithms)
    return [f"{name} ({number})" for number, name in enumerate(algorithms, 1)]
