"""Charts of searches: the root's numbers and the nodes over time, on a logarithmic axis."""

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


def empty() -> dict[str, Any]:
    """Return a chart without lines; `series` makes its lines."""
    return {
        "animation": False,
        "color": list(PALETTE),
        "backgroundColor": "transparent",
        "grid": {"left": 62, "right": 16, "top": 46, "bottom": 38},
        "legend": {"type": "scroll", "top": 4, "textStyle": {"color": "#888"}},
        "tooltip": {"trigger": "axis"},
        "xAxis": {
            "type": "value",
            "name": "seconds",
            "nameLocation": "middle",
            "nameGap": 24,
            "nameTextStyle": {"color": "#888"},
            "min": 0,
            "axisLabel": {"color": "#888"},
            "splitLine": {"lineStyle": {"color": "#8884"}},
        },
        "yAxis": {
            "type": "log",
            "axisLabel": {"color": "#888", ":formatter": _UNITS},
            "splitLine": {"lineStyle": {"color": "#8884"}},
        },
        "series": [],
    }


def series(runs: Sequence[tuple[str, Sequence[Mapping[str, Any]]]]) -> list[dict[str, Any]]:
    """Return one line for each number of each search. Values that are not positive are omitted.

    >>> lines = series([("pns", [{"seconds": 0.1, "nodes": 5, "root": {"pn": 3, "dn": "inf"}}])])
    >>> [(line["name"], line["data"]) for line in lines]
    [('pns nodes', [[0.1, 5]]), ('pns pn', [[0.1, 3]])]
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
        lines += [
            {
                "type": "line",
                "name": f"{name} {key}",
                "data": data,
                "showSymbol": len(data) < 3,
                "lineStyle": {"type": _DASHES[number % len(_DASHES)], "width": 2},
            }
            for key, data in found.items()
        ]
    return lines
