"""Nodes to solve empty boards of Hex, without and with virtual connections."""

from collections.abc import Mapping, Sequence

from upstar.campaign.job import Job
from upstar.campaign.store import Record
from upstar.papers.claims import least
from upstar.papers.estimates import mean_of
from upstar.papers.experiment import Cell, Claim, Estimate, Experiment, Preset, read_table
from upstar.papers.randall2024 import PAPER

PLAIN, CONNECTIONS = "no knowledge", "connections"
ROWS, COLUMNS, PUBLISHED = read_table("""
                     | 4 x 4 | 5 x 5 | 6 x 6      | 7 x 7
EWS, no knowledge    |       |       | 93,963,192 |
EWS-WR, no knowledge |       |       |            |
EWS, connections     |       |       | 26         |
EWS-WR, connections  |       |       |            |
""")
SEEDS = range(10)
RATES = {"EWS": "product", "EWS-WR": "none"}
BOARDS: dict[Preset, dict[str, Sequence[str]]] = {
    "quick": {PLAIN: COLUMNS[:1], CONNECTIONS: COLUMNS[:3]},
    "full": {PLAIN: COLUMNS[:2], CONNECTIONS: COLUMNS},
}


def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
    """Return the jobs: ten seeds for each board."""
    cells: dict[Cell, Sequence[Job]] = {}
    for row in ROWS:
        name, knowledge = row.split(", ")
        knows = knowledge == CONNECTIONS
        parameters = {"rates": RATES[name], "bounds": knows, "candidates": knows}
        for board in BOARDS[preset][knowledge]:
            cells[row, board] = [
                Job(
                    game="hex",
                    position=board.replace(" ", ""),
                    algorithm="ews",
                    parameters=parameters,
                    limits={"max_memory": 1800},
                    seed=seed,
                )
                for seed in SEEDS
            ]
    return cells


def nodes(_: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the mean of the nodes created."""
    return mean_of(records, [r.get("nodes") for r in records])


def _fewer(row: str, than: str) -> Claim:
    return Claim(f"{row} creates fewer nodes than {than}", least(row, [than], COLUMNS))


EXPERIMENT = Experiment(
    id="ews-hex",
    title="Nodes to solve empty boards of Hex, without and with virtual connections",
    paper=PAPER,
    unit="nodes",
    rows=ROWS,
    columns=COLUMNS,
    published=PUBLISHED,
    jobs=jobs,
    measure=nodes,
    claims=[
        _fewer("EWS, no knowledge", "EWS-WR, no knowledge"),
        _fewer("EWS, connections", "EWS, no knowledge"),
    ],
    resolved=(
        "The two printed figures are known to us from texts that quote the paper. They count the "
        "nodes of another program: it searches a tree with a table of solved positions, symmetry "
        "and relevancy zones, one playout for each node, and its knowledge is not ours. Here "
        "transpositions are merged and a node gets four playouts. 6 x 6 without knowledge takes "
        "more memory than the limit, so no preset has it. EWS-WR is the paper's name for the "
        "search that ignores winning rates; the paper compares the two on Go."
    ),
    full_takes="ten minutes on two cores",
    scale={
        "quick": "4 x 4 without knowledge, up to 6 x 6 with it; ten seeds",
        "full": "up to 5 x 5 without knowledge, up to 7 x 7 with it; ten seeds",
    },
    digits=0,
)
