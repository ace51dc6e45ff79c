"""What visitors may use, in one place."""

import os
from dataclasses import dataclass

SEARCHES = min(4, max(2, (os.cpu_count() or 1) - 1))
"""Long jobs that run at one time where nobody says otherwise: a core is left for the server, but
two must run for a race, and each may need a gigabyte."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits of the whole server and of each job."""

    max_seconds: float = 300.0
    """The longest a job may run; time in a pause does not count."""
    max_memory: float = 1000.0
    """Megabytes that a job may use."""
    running: int = SEARCHES
    """Long jobs that run at one time; the others queue."""
    quick_running: int = 2
    """Short jobs (an engine's move, a value) that run beside them, so that nobody who plays has
    to wait for somebody else's search."""
    quick_seconds: float = 10.0
    """A job is short if it may not run longer than this."""
    per_owner: int = 2
    """Long jobs of one visitor that run at one time: two make a race."""
    waiting_per_owner: int = 8
    """Jobs of one visitor that have not ended."""
    waiting: int = 200
    """Jobs of all visitors that have not ended."""
    kept: int = 200
    """Ended jobs whose results are kept; the oldest go first."""
    max_pause: float = 600.0
    """A pause longer than this stops the job: it holds memory and a place."""
    strategy_positions: int = 200_000
    """Positions of a proof that can be walked through."""
    tree_nodes: int = 20_000
    """Nodes of a search tree that can be browsed."""
