"""Table 6.1: the default Monte-Carlo player against alpha-beta."""

from upstar.papers.claessen2011 import ALPHA_BETA
from upstar.papers.claessen2011.matches import WINS, table
from upstar.papers.claims import below
from upstar.papers.experiment import Claim

EXPERIMENT = table(
    1,
    "default",
    ALPHA_BETA,
    """
            | wins, %    | moves, won | moves, lost
as player 1 | 16.8 ± 3.3 | 45.6       | 44.0
as player 2 | 15.8 ± 3.2 | 46.2       | 44.4
total       | 16.3 ± 2.3 | 45.9       | 44.2
    """,
    [Claim("Alpha-beta wins most games", below("total", [WINS], 50.0))],
)
