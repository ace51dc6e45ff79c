"""Table 4.1: the share of positions with a value n·↑ + ∗k."""

from upstar.papers.claessen2011.shares import table
from upstar.papers.claims import within
from upstar.papers.experiment import Claim

EXPERIMENT = table(
    1,
    "positions",
    """
       | 1   | 2   | 3    | 4    | 5    | 6    | 7    | 8
1 row  | 100 | 100 | 100  | 97.5 | 94.2 | 89.8 | 86.9 | 83.8
2 rows |     | 100 | 81.6 | 63.1 | 50.6 | 41.0 | 33.0 | 26.5
3 rows |     |     | 50.6 | 31.5 | 20.7 |      |      |
4 rows |     |     |      | 16.3 |      |      |      |
    """,
    lambda board: board,
    "positions",
    lambda fitted: [
        Claim("Fitted shares are within 0.1 points of the printed ones", within(fitted, 0.1))
    ],
)
