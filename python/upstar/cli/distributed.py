"""``upstar solve … --on PLACE``: solve one position by jobs on workers."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from upstar.cli.job_runs import check_files, open_executor

if TYPE_CHECKING:
    from upstar.distributed.search import JobLevelSearch
    from upstar.position import Position
    from upstar.solution import Solution


def solve_on(
    root: "Position",
    game: str,
    on: str,
    workers: int | None,
    scheduler: str | None,
    *,
    quiet: bool,
    proof: Path | None,
    **options: Any,
) -> "Solution":
    """Solve a position on an executor, and close the executor even after an error."""
    from upstar.distributed import solve_by_jobs
    from upstar.load import names_python_game

    check_files(proof)
    name = game if names_python_game(game) else None
    progress = None if quiet or not sys.stderr.isatty() else _show_progress
    with open_executor(on, scheduler, workers, None) as executor:
        try:
            return solve_by_jobs(
                root, executor, proof=proof, progress=progress, game=name, **options
            )
        finally:
            if progress is not None:
                print("\r\x1b[2K", end="", file=sys.stderr, flush=True)


def _show_progress(search: "JobLevelSearch") -> None:
    from upstar.text import short_count

    effort = search.effort
    line = (
        f"{effort.seconds:.0f} s  {effort.jobs} jobs  {short_count(effort.nodes)} nodes  "
        f"{effort.tree} positions in the driver's tree"
    )
    print(f"\r\x1b[2K{line[:78]}", end="", file=sys.stderr, flush=True)
