"""The limits of the server."""

import os
from dataclasses import dataclass

SEARCHES = min(4, max(2, (os.cpu_count() or 1) - 1))
"""The default number of long jobs at a time. One core is left for the server. There are at least
two, to compare two searches, and at most four, because each may use a gigabyte."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits of the whole server and of each job."""

    max_seconds: float = 300.0
    """The time limit of a job; pauses do not count."""
    max_memory: float = 1000.0
    """Megabytes that a job may use."""
    running: int = SEARCHES
    """Long jobs that run at a time; the others wait."""
    quick_running: int = 2
    """Short jobs (an engine's move, a value) that run at a time. They do not wait for long jobs."""
    quick_seconds: float = 10.0
    """A job is short if its time limit is at most this."""
    per_owner: int = 2
    """Long jobs of one visitor that run at a time."""
    waiting_per_owner: int = 8
    """Unfinished jobs of one visitor."""
    waiting_per_address: int = 60
    """Unfinished jobs of one address, from which several visitors may come."""
    waiting: int = 200
    """Unfinished jobs of all visitors."""
    kept: int = 200
    """Finished jobs whose results are kept; the oldest are deleted first."""
    kept_seconds: float = 3600.0
    """Seconds for which the result of a finished job is kept at most."""
    away_seconds: float = 300.0
    """Seconds after which a job that nobody watches or asks about is stopped."""
    opening_pages: int = 60
    """Pages of one address that are being opened and have not connected yet."""
    max_pause: float = 600.0
    """Seconds after which a paused job is stopped, because it keeps its memory and its slot."""
    strategy_positions: int = 200_000
    """The largest proof that is kept for browsing, in positions."""
    tree_nodes: int = 20_000
    """The most nodes of a search tree that are kept for browsing."""
