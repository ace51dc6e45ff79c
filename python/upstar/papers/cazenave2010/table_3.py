"""Table 3: seki problems with a plain solver."""

from upstar.papers.cazenave2010.seki import PLAIN, experiment
from upstar.papers.claims import rises
from upstar.papers.experiment import Claim

EXPERIMENT = experiment(
    3,
    PLAIN,
    "",
    [
        Claim(
            "The playouts increase with the liberties of both players",
            rises([(str(n), str(n)) for n in range(1, 7)]),
        ),
        Claim(
            "If Max has one liberty, the playouts increase with Min's liberties",
            rises([(str(n), "1") for n in range(1, 7)]),
        ),
    ],
)
