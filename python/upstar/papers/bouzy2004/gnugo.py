"""The two programs of the comparison against GNU Go."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace

from upstar.campaign.job import Job
from upstar.papers.bouzy2004 import POINTS, Setting, contest
from upstar.papers.claims import below
from upstar.papers.experiment import Cell, Claim, Preset

PROGRAM = "gnugo"
GNU_GO = f"gtp:{PROGRAM} --mode gtp --chinese-rules --capture-all-dead"
PLAYERS = {
    "progressive pruning": "mcts:preset=bouzy_pp,bounds=false",
    "all moves as first": "mcts:preset=bouzy_amaf,bounds=false",
    "GNU Go": GNU_GO,
}
OTHERS = ["progressive pruning", "all moves as first"]

# The experiment where the program is installed.
CONTEST = contest(
    id="mc-gnugo",
    title="Go: the two programs",
    reference="GNU Go",
    score={**dict.fromkeys(OTHERS, -30.0), "GNU Go": 0},
    minutes={},
    printed=[],
    presets={
        "quick": Setting(
            board="9x9",
            pairs=2,
            player=lambda column: PLAYERS[column],
            playouts=2_000,
            scale="2,000 playouts per move",
        ),
        "full": Setting(
            board="9x9",
            pairs=50,
            player=lambda column: PLAYERS[column],
            playouts=10_000,
            scale="10,000 playouts per move",
        ),
    },
    claims=[Claim("GNU Go is better by more than 30 points", below(POINTS, OTHERS, -30.0))],
    resolved="The lecture says that both programs are worse than GNU Go by more than 30 points. "
    f"The games need the program {PROGRAM}; without it this table is empty.",
    full_takes="hours on two cores",
)


def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
    """Return the matches; none if the program is not installed."""
    return CONTEST.jobs(preset) if shutil.which(PROGRAM) else {}


EXPERIMENT = replace(CONTEST, jobs=jobs)
