"""Song, Iida and van den Herik: Probability based Proof Number Search, 2019.

What Figures 7 to 12 have in common: five searches on random P-game trees, 200 with 2 branches and
20 levels and 200 with 8 and 8. The figures are drawings without numbers, so nothing is published
here but what the text says of their order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from upstar.campaign.job import Job
from upstar.papers.experiment import Cell, Paper, Preset

PAPER = Paper(
    authors="Zhang Song, Hiroyuki Iida and Jaap van den Herik",
    title="Probability based Proof Number Search",
    venue="International Conference on Agents and Artificial Intelligence",
    year=2019,
)

KIND = "upstar.papers.song2019.trees:search"
"""The kind of the jobs: a search of one tree that also tells its choices over time."""


@dataclass(frozen=True)
class Search:
    """A search as the paper runs it."""

    algorithm: str
    parameters: Mapping[str, object]
    one_node: bool = False
    """Does an iteration create one node, not all children of one?"""


PLAYOUTS = {"playouts": 10}
"""For each new leaf."""
SEARCHES = {
    "PPN": Search("ppn", PLAYOUTS),
    "MCPN": Search("mcpn", PLAYOUTS),
    "pure MCTS (10)": Search("pure-mcts-solver", PLAYOUTS, one_node=True),
    "pure MCTS (1)": Search("pure-mcts-solver", {"playouts": 1}, one_node=True),
    "UCT": Search("uct-solver", PLAYOUTS, one_node=True),
    "PN": Search("pns", {"init": "constant"}),
}
"""The rows of the figures. Pure MCTS is run with ten and with one playout in an iteration."""
ROWS = list(SEARCHES)


@dataclass(frozen=True)
class Series:
    """Trees of one kind: as many branches everywhere, all leaves at one depth."""

    branching: int
    depth: Mapping[Preset, int]
    trees: Mapping[Preset, int]

    def jobs(self, columns: Sequence[str], preset: Preset) -> dict[Cell, list[Job]]:
        """Every search on every tree; all columns of a row look at the same runs.

        Tree number n has the seed n, and so have its playouts.
        """
        shape = f"{self.branching}x{self.depth[preset]}"
        cells: dict[Cell, list[Job]] = {}
        for row, search in SEARCHES.items():
            runs = [
                Job(
                    game="pgame",
                    position=f"{shape}:{seed}",
                    algorithm=search.algorithm,
                    parameters=search.parameters,
                    seed=seed,
                    limits={"max_memory": 1800},
                    kind=KIND,
                )
                for seed in range(self.trees[preset])
            ]
            cells |= {(row, column): runs for column in columns}
        return cells

    @property
    def scale(self) -> dict[Preset, str]:
        """What each preset runs."""
        return {
            preset: f"{self.trees[preset]} trees with {self.branching} branches, {depth} levels"
            for preset, depth in self.depth.items()
        }


TWO = Series(2, {"quick": 10, "full": 20}, {"quick": 20, "full": 200})
EIGHT = Series(8, {"quick": 4, "full": 8}, {"quick": 20, "full": 200})


def method(job: Job) -> str:
    """The row that a job belongs to."""
    return next(
        row
        for row, search in SEARCHES.items()
        if (search.algorithm, dict(search.parameters)) == (job.algorithm, dict(job.parameters))
    )


RESOLVED = (
    "The figures have no numbers in the text, so only the order that it states can be compared. "
    "PPN, MCPN and PN create all children of a node in one iteration, Monte-Carlo tree searches "
    "one node, so as many of their iterations as there are branches count as one, as in the paper. "
    "The text says ten playouts for each new leaf of four searches; with the usual one playout in "
    "an iteration of pure MCTS its place among the others changes, so both readings are run, (10) "
    "and (1), and neither is claimed to be the paper's. A leaf all or none of whose playouts win "
    "gets 1 - θ or θ with θ = 0.001; the paper names no θ and leaves out the first case. UCT's "
    "constant C is under the root, so C = 2 is its parameter √2. An edge of Max is a whole number "
    "drawn evenly from 0 to 127, one of Min from -127 to 0; Max wins where the sum is above 0, and "
    "a draw counts as not won."
)
"""How figures are to be read."""
