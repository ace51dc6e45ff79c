"""Table 6.2: with solved positions, against alpha-beta."""

from upstar.papers.claessen2011 import ALPHA_BETA
from upstar.papers.claessen2011.matches import DEFAULT, WINS, table
from upstar.papers.claims import least
from upstar.papers.experiment import Claim

EXPERIMENT = table(
    2,
    "solved positions",
    ALPHA_BETA,
    """
                      | wins, %    | moves, won | moves, lost
as player 1           | 33.0 ± 4.2 | 46.7       | 44.5
as player 2           | 23.2 ± 3.7 | 46.8       | 45.0
total                 | 28.1 ± 2.8 | 46.7       | 44.8
default player, total | 16.3 ± 2.3 | 45.9       | 44.2
    """,
    [Claim("It wins more games than the default player", least(DEFAULT, ["total"], [WINS]))],
)
