"""Storage of search trees and proofs for browsing: a worker writes them, the page reads nodes.

They are SQLite files in the folder of the job, so they use no memory of the server. They are
deleted with the job.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from upstar.errors import ParameterError
from upstar.jsonable import json_numbers
from upstar.position import Position
from upstar.search_tree import SearchTree
from upstar.strategy import claims, decisions
from upstar.tree_browser import StoredNode
from upstar.web.progress import ProgressReporter

_TREE = "tree.sqlite"
_STRATEGY = "strategy.sqlite"
_REPORT_EVERY = 1000
CERTIFICATE = "proof"
"""The file with the certificate in the folder of a job."""
_MAX_CERTIFICATE = 20_000_000
"""Larger certificates are deleted after they were read, in bytes."""


def save_tree(folder: Path, tree: SearchTree, max_nodes: int) -> dict[str, Any]:
    """Store the first `max_nodes` nodes of a search tree, breadth first; return the count."""
    nodes = tree.nodes[:max_nodes]
    children = [0] * len(nodes)
    for node in nodes:
        if node.parent is not None:
            children[node.parent] += 1
    with closing(sqlite3.connect(folder / _TREE)) as db, db:
        db.execute(
            "CREATE TABLE nodes (id INTEGER PRIMARY KEY, parent INTEGER, move TEXT, "
            "position TEXT, to_move TEXT, winner TEXT, numbers TEXT, children INTEGER)"
        )
        db.execute("CREATE INDEX below ON nodes (parent)")
        db.executemany(
            "INSERT INTO nodes VALUES (?,?,?,?,?,?,?,?)",
            (
                (
                    *(number, node.parent, node.move, node.position, node.to_move, node.winner),
                    json.dumps(json_numbers(node.numbers)),
                    children[number],
                )
                for number, node in enumerate(nodes)
            ),
        )
    return {"nodes": len(nodes), "complete": len(nodes) == len(tree.nodes)}


def tree_node(folder: Path, number: int) -> StoredNode | None:
    """Return a node by its number; the root has number 0."""
    found = _tree_rows(folder, "id = ?", number)
    return found[0] if found else None


def tree_children(folder: Path, number: int) -> list[StoredNode]:
    """Return the children of a node."""
    return _tree_rows(folder, "parent = ?", number)


def _tree_rows(folder: Path, where: str, number: int) -> list[StoredNode]:
    query = (
        "SELECT id, move, position, to_move, winner, numbers, children FROM nodes "
        f"WHERE {where} ORDER BY id"
    )
    rows = _rows(folder / _TREE, "search tree", query, number)
    return [
        StoredNode(id, move, position, to_move, winner, json.loads(numbers), children)
        for id, move, position, to_move, winner, numbers, children in rows
    ]


def save_strategy(
    folder: Path,
    certificate: Path,
    root: Position,
    max_positions: int,
    report: ProgressReporter,
) -> dict[str, Any]:
    """Store the moves of the proof of a position, and return its claims.

    A proof with more than `max_positions` positions is not stored: an incomplete strategy does not
    win.
    """
    _, claimed = claims(certificate, root=root)
    path = folder / _STRATEGY
    count = 0
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(
            "CREATE TABLE moves (player TEXT, position TEXT, move TEXT, "
            "PRIMARY KEY (player, position)) WITHOUT ROWID"
        )
        for decided in decisions(certificate, root=root):
            count += 1
            if count > max_positions:
                break
            if count % _REPORT_EVERY == 0:
                report({"stage": "reading the proof", "positions": count})
            row = (decided.claim.player, str(decided.position), decided.move)
            db.execute("INSERT OR REPLACE INTO moves VALUES (?,?,?)", row)
    complete = count <= max_positions
    if certificate.stat().st_size > _MAX_CERTIFICATE:
        certificate.unlink()
    if not complete:
        path.unlink()
    claim_data = [{"player": claim.player, "least": claim.least} for claim in claimed]
    return {"claims": claim_data, "positions": count, "complete": complete}


def winning_move(folder: Path, player: str, position: Position) -> str | None:
    """Return the move of a proof for a player in a position; None if it has none."""
    query = "SELECT move FROM moves WHERE player = ? AND position = ?"
    rows = _rows(folder / _STRATEGY, "proof", query, player, str(position))
    return str(rows[0][0]) if rows else None


def _rows(path: Path, what: str, query: str, *values: Any) -> list[Any]:
    if not path.exists():
        raise ParameterError(f"this job has no {what}")
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            return db.execute(query, values).fetchall()
    except sqlite3.Error as error:
        raise ParameterError(f"the {what} of this job cannot be read: {error}") from None
