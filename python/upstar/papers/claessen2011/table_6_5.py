"""Table 6.5: with solved positions, against the default player."""

from upstar.papers.claessen2011.matches import WINS, table
from upstar.papers.claims import above
from upstar.papers.experiment import Claim

EXPERIMENT = table(
    5,
    "solved positions",
    "default",
    """
            | wins, %    | moves, won | moves, lost
as player 1 | 99.0 ± 0.9 | 42.0       | 43.2
as player 2 | 97.2 ± 1.5 | 42.0       | 41.3
total       | 98.1 ± 0.9 | 42.0       | 41.8
    """,
    [Claim("Solved positions win most games", above("total", [WINS], 50.0))],
)
