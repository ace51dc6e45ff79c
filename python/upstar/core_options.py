"""The options of a search, as the core expects them."""

from typing import Any

DEFAULT_OPTIONS: dict[str, Any] = {
    "max_nodes": None,
    "max_seconds": None,
    "max_bytes": None,
    "max_playouts": None,
    "threads": 1,
    "seed": 0,
    "parameters": (),
    "goal": None,
    "distance": False,
    "max_distance": None,
    "trace": False,
    "tree_depth": None,
    "proof": None,
    "checkpoint": None,
    "checkpoint_every": 60.0,
}
"""Every option of a search, with its default."""
