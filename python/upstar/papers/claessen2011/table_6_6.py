"""Table 6.6: with simplified boards, against the default player."""

from upstar.papers.claessen2011.matches import WINS, table
from upstar.papers.claims import below
from upstar.papers.experiment import Claim

EXPERIMENT = table(
    6,
    "simplified boards",
    "default",
    """
            | wins, %    | moves, won | moves, lost
as player 1 | 45.4 ± 4.4 | 41.8       | 40.8
as player 2 | 46.8 ± 4.4 | 42.1       | 41.0
total       | 46.1 ± 3.1 | 42.0       | 40.9
    """,
    [Claim("Simplified boards lose most games", below("total", [WINS], 50.0))],
)
