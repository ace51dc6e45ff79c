"""Song, Iida and van den Herik: Probability based Proof Number Search, 2019.

This module has what Figures 7 to 12 share: five searches on random P-game trees, 200 with 2
branches and 20 levels, and 200 with 8 branches and 8 levels. The figures are drawings without
numbers, so only the order that the text states can be compared.
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
"""The kind of the jobs: a search of one tree that also returns its choices over time."""


@dataclass(frozen=True)
class Search:
    """A search of the paper."""

    algorithm: str
    parameters: Mapping[str, object]
    one_node: bool = False
    """Whether an iteration creates one node, instead of all children of a node."""


PLAYOUTS = {"playouts": 10}
"""The playouts of each new leaf."""
SEARCHES = {
    "PPN": Search("ppn", PLAYOUTS),
    "MCPN": Search("mcpn", PLAYOUTS),
    "pure MCTS (10)": Search("pure-mcts-solver", PLAYOUTS, one_node=True),
    "pure MCTS (1)": Search("pure-mcts-solver", {"playouts": 1}, one_node=True),
    "UCT": Search("uct-solver", PLAYOUTS, one_node=True),
    "PN": Search("pns", {"init": "constant"}),
}
"""The rows of the figures. Pure MCTS runs with ten and with one playout per iteration."""
ROWS = list(SEARCHES)


@dataclass(frozen=True)
class Series:
    """Trees of one shape: a constant number of branches, all leaves at the same depth."""

    branching: int
    depth: Mapping[Preset, int]
    trees: Mapping[Preset, int]

    def jobs(self, columns: Sequence[str], preset: Preset) -> dict[Cell, list[Job]]:
        """Return every search on every tree; all columns of a row share these jobs.

        Tree number n has the seed n, and so do its playouts.
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
        """The trees of each preset in words."""
        return {
            preset: f"{self.trees[preset]} trees with {self.branching} branches, {depth} levels"
            for preset, depth in self.depth.items()
        }


TWO = Series(2, {"quick": 10, "full": 20}, {"quick": 20, "full": 200})
EIGHT = Series(8, {"quick": 4, "full": 8}, {"quick": 20, "full": 200})


def method(job: Job) -> str:
    """Return the row of a job."""
    return next(
        row
        for row, search in SEARCHES.items()
        if (search.algorithm, dict(search.parameters)) == (job.algorithm, dict(job.parameters))
    )


RESOLVED = (
    "The text has no numbers for the figures, so only the order that it states can be "
    "compared. PPN, MCPN and PN create all children of a node in one iteration, Monte-Carlo "
    "tree searches one node. So as many of their iterations as there are branches count as "
    "one, as in the paper. The text says ten playouts for each new leaf of four searches. "
    "With the usual one playout in an iteration, the rank of pure MCTS changes. So we run "
    "both readings, (10) and (1), and do not claim that either is the paper's. A leaf whose "
    "playouts all win gets 1 - θ, a leaf whose playouts all fail gets θ, with θ = 0.001. The "
    "paper names no θ and leaves out the first case. UCT's constant C is under the root, so C "
    "= 2 is its parameter √2. An edge of Max is a uniformly random whole number from 0 to "
    "127, one of Min from -127 to 0. Max wins if the sum is above 0, and a draw does not "
    "count as a win."
)
"""The choices that the paper leaves open, for all figures."""
