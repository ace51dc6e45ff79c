"""Table 6.7: with both enhancements, against the default player."""

from upstar.papers.claessen2011.matches import WINS, table
from upstar.papers.claims import above
from upstar.papers.experiment import Claim

EXPERIMENT = table(
    7,
    "both",
    "default",
    """
            | wins, %    | moves, won | moves, lost
as player 1 | 93.4 ± 2.2 | 42.0       | 43.0
as player 2 | 92.0 ± 2.4 | 42.1       | 42.8
total       | 92.7 ± 1.7 | 42.1       | 42.9
    """,
    [Claim("Both enhancements together win most games", above("total", [WINS], 50.0))],
)
