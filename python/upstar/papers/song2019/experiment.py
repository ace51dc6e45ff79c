"""Five searches on random P-game trees: iterations, time, and how often they would err.

**Iterations** are normalised as in the paper: the best-first searches create all children of a
node in one iteration, the Monte-Carlo tree searches one, so B of the latter count as one.

**Error rate** after i iterations: the share of trees in which the move that the search would then
choose does not win although another does. In a tree that Max cannot win no move is wrong. A search
whose trace tells its choices is run once; any other is stopped after as many nodes as i iterations
create.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from importlib import resources
from statistics import fmean, median
from typing import Any

import upstar

PUBLISHED: dict[str, Any] = tomllib.loads(
    resources.files(__package__).joinpath("published.toml").read_text()
)


@dataclass(frozen=True)
class Series:
    """Trees of one shape."""

    branching: int
    depth: int
    trees: int

    @property
    def name(self) -> str:
        """As P-games write it."""
        return f"{self.branching}x{self.depth}"


@dataclass(frozen=True)
class Search:
    """A search as the experiment runs it."""

    name: str
    algorithm: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    one_node: bool = False
    """Does an iteration create one node, not all children of one?"""


_PLAYOUTS: int = PUBLISHED["playouts"]
SEARCHES = (
    Search("ppn", "ppn", {"playouts": _PLAYOUTS}),
    Search("mcpn", "mcpn", {"playouts": _PLAYOUTS}),
    Search("pns", "pns", {"init": "constant"}),
    Search("uct-solver", "uct-solver", {"playouts": _PLAYOUTS}, one_node=True),
    Search("pure-mcts-solver", "pure-mcts-solver", {"playouts": _PLAYOUTS}, one_node=True),
    Search("pure-mcts-solver, 1", "pure-mcts-solver", {"playouts": 1}, one_node=True),
)
"""Those of the paper; those that this build has are run. The last one is the usual reading of a
Monte-Carlo iteration, one playout, where the paper's text says ten."""

PRESETS = {
    "quick": (Series(2, 10, 20), Series(4, 5, 20)),
    "full": tuple(
        Series(row["branching"], row["depth"], PUBLISHED["trees"]) for row in PUBLISHED["series"]
    ),
}


@dataclass(frozen=True, kw_only=True)
class Row:
    """One search on one series."""

    series: str
    search: str
    trees: int
    iterations: float
    """The mean, normalised."""
    iterations_median: float
    raw_iterations: float
    """The mean, as the search counts them."""
    seconds: float
    """The mean."""
    playouts: float | None
    """The mean; None where there are none."""
    errors: Mapping[int, float]
    """The error rate after 1, 2, 4, 8, … normalised iterations."""


@dataclass(frozen=True)
class Report:
    """All rows, to print or to save."""

    rows: tuple[Row, ...]
    missing: tuple[str, ...]
    """Searches of the paper that this build does not have."""

    def to_json(self) -> dict[str, Any]:
        """A dictionary that `json.dumps` takes."""
        return {"rows": [asdict(row) for row in self.rows], "missing": list(self.missing)}

    def __str__(self) -> str:
        """A table for each series."""
        lines = []
        for series in dict.fromkeys(row.series for row in self.rows):
            rows = [row for row in self.rows if row.series == series]
            points = [i for i in rows[0].errors if i in (1, 4, 16, 64, 256, 1024)]
            head = "".join(f"{f'err@{i}':>9}" for i in points)
            lines.append(f"{series}, {rows[0].trees} trees")
            lines.append(f"{'search':<18}{'iterations':>12}{'median':>9}{'ms':>9}{head}")
            for row in rows:
                errors = "".join(f"{row.errors[i]:>9.3f}" for i in points)
                lines.append(
                    f"{row.search:<18}{row.iterations:>12,.0f}{row.iterations_median:>9,.0f}"
                    f"{1000 * row.seconds:>9.2f}{errors}"
                )
            lines.append("")
        if self.missing:
            lines.append(f"not in this build: {', '.join(self.missing)}")
        return "\n".join(lines).rstrip()


def run(
    preset: str = "quick", *, seed: int = 0, progress: Callable[[str], None] | None = None
) -> Report:
    """Run the experiment.

    Parameters
    ----------
    preset : {'quick', 'full'}
        Small trees for a look, or the paper's.
    seed : int
        The first tree's seed; tree number n has the seed `seed` + n, and so have its playouts.
    progress : callable, optional
        Told what comes next.
    """
    known = {info.name for info in upstar.algorithms()}
    searches = [search for search in SEARCHES if search.algorithm in known]
    missing = tuple(search.name for search in SEARCHES if search.algorithm not in known)
    rows = []
    for series in PRESETS[preset]:
        if progress:
            progress(f"{series.name}: {series.trees} trees")
        trees = [_Tree(series, seed + n) for n in range(series.trees)]
        for search in searches:
            if progress:
                progress(f"{series.name}: {search.name}")
            rows.append(_row(series, search, trees))
    return Report(tuple(rows), missing)


class _Tree:
    """A tree, which of its moves win, and whether there is one."""

    def __init__(self, series: Series, seed: int) -> None:
        self.seed = seed
        self.position = upstar.position("pgame", f"{series.name}:{seed}")
        self.winning = {
            move
            for move in self.position.moves()
            if upstar.solve(self.position.play(move)).winner == "max"
        }

    def is_wrong(self, move: str | None) -> bool:
        return bool(self.winning) and move not in self.winning


def _row(series: Series, search: Search, trees: list[_Tree]) -> Row:
    solutions = [_solve(search, tree, trace=_has_trace(search)) for tree in trees]
    for tree, solution in zip(trees, solutions, strict=True):
        assert solution.solved, f"{search.name} did not solve {tree.position}"
        assert (solution.winner == "max") is bool(tree.winning), f"{search.name}: {tree.position}"
    raw = [solution.stats.iterations for solution in solutions]
    normal = [n / (series.branching if search.one_node else 1) for n in raw]
    played = [s.stats.playouts for s in solutions if s.stats.playouts is not None]
    points = [1 << k for k in range(_doublings(max(normal)) + 1)]
    pairs = list(zip(trees, solutions, strict=True))
    errors = {
        i: fmean(tree.is_wrong(_choice(series, search, tree, s, i)) for tree, s in pairs)
        for i in points
    }
    return Row(
        series=series.name,
        search=search.name,
        trees=len(trees),
        iterations=fmean(normal),
        iterations_median=median(normal),
        raw_iterations=fmean(raw),
        seconds=fmean(solution.stats.seconds for solution in solutions),
        playouts=fmean(played) if played else None,
        errors=errors,
    )


def _choice(
    series: Series, search: Search, tree: _Tree, solution: upstar.Solution, iterations: int
) -> str | None:
    """The move that a search would choose after so many normalised iterations."""
    nodes = 1 + iterations * series.branching
    if solution.stats.nodes <= nodes:
        return solution.best_move
    choices = [point for point in solution.trace if point["best_move"] is not None]
    if not choices:
        return _solve(search, tree, max_nodes=nodes).best_move
    past = [point["best_move"] for point in choices if point["nodes"] <= nodes]
    return str(past[-1]) if past else tree.position.moves()[0]


def _solve(search: Search, tree: _Tree, **options: Any) -> upstar.Solution:
    return upstar.solve(
        tree.position, search.algorithm, seed=tree.seed, **options, **search.parameters
    )


def _has_trace(search: Search) -> bool:
    position = upstar.position("pgame", "2x1:1")
    try:
        upstar.solve(position, search.algorithm, trace=True)
    except upstar.UnsuitableError:
        return False
    return True


def _doublings(iterations: float) -> int:
    """How often 1 must be doubled to reach so many iterations, ten times at least."""
    return max(10, int(iterations).bit_length())
