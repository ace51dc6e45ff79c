"""Table 3: seki problems, a plain solver."""

from upstar.papers.cazenave2010.seki import PLAIN, experiment
from upstar.papers.claims import rises
from upstar.papers.experiment import Claim

EXPERIMENT = experiment(
    3,
    PLAIN,
    "",
    [
        Claim(
            "The more liberties both have, the harder",
            rises([(str(n), str(n)) for n in range(1, 7)]),
        ),
        Claim(
            "Of the problems with one liberty of Max's, the more Min has, the harder",
            rises([(str(n), "1") for n in range(1, 7)]),
        ),
    ],
)
