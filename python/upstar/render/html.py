"""Results as fragments of HTML, for notebooks."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from upstar.errors import ValueLimitError

if TYPE_CHECKING:
    from upstar.analyze import Analysis
    from upstar.best_move import BestMove
    from upstar.cgt.position_value import Dissection
    from upstar.cgt.value import Value
    from upstar.play.matches import MatchResult
    from upstar.search_tree import SearchTree

_MOST_NODES = 2000
_MOST_MOVES = 60
_CELL = 'style="text-align: left; padding: 0 1em 0 0"'


def table(header: Sequence[str], rows: Sequence[Sequence[object]], caption: str = "") -> str:
    """Return an HTML table.

    Parameters
    ----------
    header : sequence of str
        The titles of the columns.
    rows : sequence of sequence
        The cells; special characters are escaped.
    caption : str
        A caption above the table.

    Returns
    -------
    str
        The table.

    Examples
    --------
    >>> "a1&lt;" in table(["move"], [["a1<"]], "moves")
    True
    """
    lines = [_row("th", header), *(_row("td", row) for row in rows)]
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}{''.join(lines)}</table>"


def _row(tag: str, cells: Sequence[object]) -> str:
    inner = "".join(f"<{tag} {_CELL}>{escape(str(cell))}</{tag}>" for cell in cells)
    return f"<tr>{inner}</tr>"


def numbers(named: Mapping[str, Any]) -> str:
    """Return named numbers in a line.

    Parameters
    ----------
    named : mapping
        The numbers by name.

    Returns
    -------
    str
        The line; floats have three digits.

    Examples
    --------
    >>> numbers({"pn": 3, "value": 0.51234})
    'pn 3, value 0.512'
    """
    short = {name: f"{v:.3g}" if isinstance(v, float) else str(v) for name, v in named.items()}
    return ", ".join(f"{name} {value}" for name, value in short.items())


def analysis(found: "Analysis") -> str:
    """Return the board with the result of each move, and a table of the moves.

    Parameters
    ----------
    found : Analysis
        The analysis.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> import upstar
    >>> "vertical to move: win" in analysis(upstar.analyze("domineering", "2x2"))
    True
    """
    position = found.position
    columns = ["move", "outcome", "score", "distance", "value", "proved_by"]
    rows = found.rows()[:_MOST_MOVES]
    shown = [name for name in columns if any(row[name] is not None for row in rows)]
    cells = [["" if row[name] is None else row[name] for name in shown] for row in rows]
    more = len(found.moves) - len(rows)
    rest = f"<p><i>and {more:,} moves more</i></p>" if more > 0 else ""
    sentence = f"{position.to_move} to move: {found.outcome}" if rows else "the game is over"
    titles = [name.replace("_", " ") for name in shown]
    return (
        f"<div>{found.picture().svg()}<p><b>{escape(sentence)}</b></p>"
        f"{table(titles, cells)}{rest}</div>"
    )


def best_move(found: "BestMove") -> str:
    """Return the board with the chosen move, and a table of the candidates.

    Parameters
    ----------
    found : BestMove
        The result.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> import upstar
    >>> m = upstar.best_move(upstar.position("domineering", "2x2"), max_playouts=10)
    >>> "vertical plays" in best_move(m)
    True
    """
    position = found.solution.position
    rows = [
        (
            c.move,
            f"{c.visits:,}",
            "" if c.value is None else f"{c.value:.3f}",
            c.proven or "",
        )
        for c in found.candidates[:12]
    ]
    sentence = f"{position.to_move} plays {found.move}" if found.move else "the game is over"
    return (
        f"<div>{position.svg(mark=found.move)}<p><b>{escape(sentence)}</b></p>"
        f"{table(['move', 'visits', 'value', 'proved'], rows)}</div>"
    )


def dissection(found: "Dissection") -> str:
    """Return the value of a position, and tables of its parts and moves.

    Parameters
    ----------
    found : Dissection
        The values.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> import upstar
    >>> "xxo" in dissection(upstar.dissect("clobber", "xxo"))
    True
    """
    value = "?" if found.value is None else _text(found.value)
    parts = [(part.position, _text(part.value), _heat(part.value)) for part in found.parts]
    moves = [
        (move.player, move.move, _text(move.value), "wins" if move.wins else "")
        for move in found.moves[:40]
    ]
    shown = [f"<p><b>{escape(value)}</b></p>", table(["part", "value", "temperature"], parts)]
    if moves:
        shown.append(table(["player", "move", "value after it", ""], moves))
    return f"<div>{''.join(shown)}</div>"


def _text(value: "Value | None") -> str:
    if value is None:
        return "?"
    try:
        return value.text("unicode")
    except ValueLimitError:
        return f"a value of {value.nodes:,} positions"


def _heat(value: Any) -> str:
    return "" if value is None else str(value.temperature)


def search_tree(tree: "SearchTree") -> str:
    """Return a search tree as nested, collapsible elements.

    Parameters
    ----------
    tree : SearchTree
        The tree; at most 2000 nodes are shown.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("domineering", "2x3")
    >>> "a1a2" in search_tree(upstar.solve(p, "pns", tree_depth=1, bounds=False).tree)
    True
    """
    below: dict[int, list[int]] = {}
    for number, node in enumerate(tree.nodes[:_MOST_NODES]):
        if node.parent is not None:
            below.setdefault(node.parent, []).append(number)

    def shown(number: int, depth: int) -> str:
        node = tree.nodes[number]
        proved = f" <b>{escape(node.winner)}</b>" if node.winner else ""
        line = f"{escape(node.move or 'root')} <small>{escape(numbers(node.numbers))}</small>"
        if number not in below or depth > 100:
            return f"<div>{line}{proved}</div>"
        inner = "".join(shown(child, depth + 1) for child in below[number])
        opened = " open" if depth == 0 else ""
        return (
            f"<details{opened}><summary>{line}{proved}</summary>"
            f'<div style="margin-left: 1.5em">{inner}</div></details>'
        )

    if not tree.nodes:
        return "<i>no tree was kept: solve with tree_depth</i>"
    left = len(tree.nodes) - _MOST_NODES
    more = f"<i>and {left:,} nodes more</i>" if left > 0 else ""
    return f'<div style="font-family: monospace">{shown(0, 0)}{more}</div>'


def match(result: "MatchResult") -> str:
    """Return a table with the score of every two players.

    Parameters
    ----------
    result : MatchResult
        The match.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> import upstar
    >>> "won by a" in match(upstar.match("clobber", "2x2", a="random", b="random", games=2))
    True
    """
    rows = [
        (
            *(result.players[score.a], result.players[score.b], len(score.games)),
            *(score.wins, score.draws, score.losses, f"{score.share.value:.1%}"),
            f"{score.share.low:.1%} to {score.share.high:.1%}",
        )
        for score in result.pairings()
    ]
    header = ["a", "b", "games", "won by a", "drawn", "lost", "score", "95 %"]
    return table(header, rows, f"{result.start.game} {result.start}")
