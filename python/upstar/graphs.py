"""Graphs as text: games on graphs read edge lists, adjacency and networkx graphs."""

import re
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from upstar.errors import PositionError

__all__ = ["graph_text"]

_NAME = re.compile(r"[a-z0-9_]{1,16}")
_CONTENTS = ".xo#0"
_COLOURS = {"l": "L", "blue": "L", "r": "R", "red": "R", "g": "G", "green": "G"}

Edge = tuple[Hashable, Hashable, Mapping[str, Any]]


def graph_text(graph: object, *, contents: Mapping[Any, str] | None = None) -> str:
    """Return the text of a graph, which games on graphs read.

    Parameters
    ----------
    graph : networkx.Graph, mapping or iterable of pairs
        A graph of networkx (which upstar does not need otherwise), a mapping from each vertex to
        its neighbours, or the edges. In a networkx graph, ``contents`` of a vertex and ``colour``
        (or ``color``) of an edge are used if they are there: ``'x'``, ``'o'`` or ``'#'``, and
        ``'blue'``, ``'red'`` or ``'green'``.
    contents : mapping, optional
        The contents of vertices: ``'x'`` Left's stone, ``'o'`` Right's, ``'#'`` not on the board.
        In Hackenbush ``'0'`` puts a vertex on the ground.

    Returns
    -------
    str
        The text. A vertex keeps its name if that has at most 16 letters, digits or ``_`` and no
        other vertex has it in another case. Otherwise all vertices are numbered from 1.

    Raises
    ------
    PositionError
        If the contents of a vertex or the colour of an edge is unknown.
    TypeError
        If this is not a graph.

    Examples
    --------
    >>> import upstar
    >>> upstar.graph_text([("a", "b"), ("b", "c")], contents={"a": "x"})
    'graph:a-b b-c a=x'
    >>> upstar.graph_text({1: [2, 3], 2: [], 3: [], 4: []})
    'graph:1-2 1-3 4'
    >>> upstar.solve("col", upstar.graph_text([(0, 1), (1, 2), (2, 0)])).outcome
    'loss'
    """
    vertices, edges, filled = _read(graph)
    filled.update(contents or {})
    for vertex in filled:
        if vertex not in vertices:
            raise PositionError(f"there is no vertex {vertex!r} in the graph")
    names = _names(vertices)
    joined = {end for a, b, _ in edges for end in (a, b)}
    words = [f"{names[a]}-{names[b]}{_colour(data)}" for a, b, data in edges]
    words += [names[vertex] for vertex in vertices if vertex not in joined]
    if not edges:
        words.insert(0, "-")
    for sign in _CONTENTS[1:]:
        own = [names[v] for v in vertices if str(filled.get(v, ".")).lower() == sign]
        words += [f"{','.join(own)}={sign}"] if own else []
    for vertex, sign in filled.items():
        if str(sign).lower() not in _CONTENTS or len(str(sign)) != 1:
            raise PositionError(
                f"the contents of vertex {vertex!r} must be one of "
                f"{', '.join(map(repr, _CONTENTS))}, not {sign!r}"
            )
    return "graph:" + " ".join(words)


def _read(graph: object) -> tuple[list[Hashable], list[Edge], dict[Any, str]]:
    """Return the vertices, the edges with their data, and the contents of vertices."""
    edges: list[Edge]
    if hasattr(graph, "nodes") and hasattr(graph, "edges"):
        data = {node: graph.nodes[node] for node in graph.nodes}
        edges = [(a, b, attributes) for a, b, attributes in graph.edges(data=True)]
        contents = {node: found["contents"] for node, found in data.items() if "contents" in found}
        return list(data), _single(edges), contents
    if isinstance(graph, Mapping):
        edges = [(a, b, {}) for a, beside in graph.items() for b in beside]
        return _vertices(graph, edges), _single(edges), {}
    if isinstance(graph, Iterable) and not isinstance(graph, str | bytes):
        pairs = [tuple(edge) if isinstance(edge, Iterable) else (edge,) for edge in graph]
        if all(len(pair) == 2 for pair in pairs):
            edges = [(a, b, {}) for a, b in pairs]
            return _vertices((), edges), _single(edges), {}
    raise TypeError(
        "a graph must be a networkx graph, a mapping from vertices to neighbours or an iterable of "
        f"pairs, not {type(graph).__name__} {graph!r}"
    )


def _vertices(first: Iterable[Hashable], edges: list[Edge]) -> list[Hashable]:
    return list(dict.fromkeys([*first, *(end for a, b, _ in edges for end in (a, b))]))


def _single(edges: list[Edge]) -> list[Edge]:
    """Leave out edges that come again in the other direction and have no colour."""
    seen: set[frozenset[Hashable]] = set()
    kept = []
    for a, b, data in edges:
        pair = frozenset((a, b))
        if pair not in seen or _colour(data):
            kept.append((a, b, data))
        seen.add(pair)
    return kept


def _names(vertices: list[Hashable]) -> dict[Hashable, str]:
    names = [str(vertex).lower() for vertex in vertices]
    if len(set(names)) == len(names) and all(map(_NAME.fullmatch, names)):
        return dict(zip(vertices, names, strict=True))
    return {vertex: str(number) for number, vertex in enumerate(vertices, start=1)}


def _colour(data: Mapping[str, Any]) -> str:
    colour = data.get("colour", data.get("color"))
    if colour is None:
        return ""
    if str(colour).lower() not in _COLOURS:
        raise PositionError(f"the colour of an edge must be blue, red or green, not {colour!r}")
    return f"={_COLOURS[str(colour).lower()]}"
