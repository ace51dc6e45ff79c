"""Table 6.4: with both enhancements, against alpha-beta."""

from upstar.papers.claessen2011 import ALPHA_BETA
from upstar.papers.claessen2011.matches import DEFAULT, WINS, table
from upstar.papers.claims import least
from upstar.papers.experiment import Claim

EXPERIMENT = table(
    4,
    "both",
    ALPHA_BETA,
    """
                      | wins, %    | moves, won | moves, lost
as player 1           | 25.6 ± 3.9 | 47.4       | 45.1
as player 2           | 16.6 ± 3.3 | 46.9       | 45.3
total                 | 21.1 ± 2.6 | 47.2       | 45.2
default player, total | 16.3 ± 2.3 | 45.9       | 44.2
    """,
    [Claim("It wins more games than the default player", least(DEFAULT, ["total"], [WINS]))],
)
