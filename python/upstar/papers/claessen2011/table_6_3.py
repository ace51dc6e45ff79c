"""Table 6.3: with simplified boards, against alpha-beta."""

from upstar.papers.claessen2011 import ALPHA_BETA
from upstar.papers.claessen2011.matches import DEFAULT, WINS, table
from upstar.papers.claims import least
from upstar.papers.experiment import Claim

EXPERIMENT = table(
    3,
    "simplified boards",
    ALPHA_BETA,
    """
                      | wins, %    | moves, won | moves, lost
as player 1           | 2.8 ± 1.5 | 46.0       | 44.4
as player 2           | 1.8 ± 1.2 | 46.0       | 44.7
total                 | 2.3 ± 1.0 | 46.0       | 44.6
default player, total | 16.3 ± 2.3 | 45.9       | 44.2
    """,
    [Claim("It wins fewer games than the default player", least("total", [DEFAULT], [WINS]))],
)
