"""Table 4.2: the share of positions with a value n·↑ + ∗k, of those with one part."""

from upstar.papers.claessen2011.shares import table
from upstar.papers.claims import within
from upstar.papers.experiment import Claim

EXPERIMENT = table(
    2,
    "positions that cannot be decomposed",
    """
       | 1   | 2   | 3    | 4    | 5    | 6    | 7    | 8
1 row  |     | 100 | 100  | 86.7 | 67.7 | 36.5 | 30.7 | 18.4
2 rows |     | 100 | 62.3 | 27.2 | 10.8 | 4.3  | 1.6  | 0.6
3 rows |     |     | 19.6 | 4.6  | 1.2  |      |      |
4 rows |     |     |      | 0.8  |      |      |      |
    """,
    lambda board: board["non_decomposable"],
    "non_decomposable",
    lambda fitted: [
        Claim("Fitted shares are within 1.1 points of the printed ones", within(fitted, 1.1))
    ],
)
