"""``upstar results``: list or export the records of the store."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from upstar.cli.common import SOLVED, console, print_json, print_list
from upstar.cli.declare import Option
from upstar.cli.job_runs import check_files
from upstar.cli.options import Json, StoreFile

if TYPE_CHECKING:
    from upstar.campaign import Record


def results_command(
    campaign: Annotated[
        str | None,
        Option("--campaign", metavar="NAME", help="List only jobs of this campaign."),
    ] = None,
    campaigns: Annotated[
        bool, Option("--campaigns", help="List the campaigns instead of the records.")
    ] = False,
    game: Annotated[
        str | None, Option("--game", metavar="NAME", help="List only jobs on this game.")
    ] = None,
    position: Annotated[
        str | None,
        Option("--position", metavar="TEXT", help="List only jobs on this position."),
    ] = None,
    algorithm: Annotated[
        str | None,
        Option("--algorithm", "-a", metavar="NAME", help="List only jobs with this algorithm."),
    ] = None,
    kind: Annotated[
        str | None,
        Option("--kind", metavar="NAME", help="List only jobs of this kind, such as solve."),
    ] = None,
    status: Annotated[
        str | None,
        Option("--status", metavar="WORD", help="List only jobs with this status: done or failed."),
    ] = None,
    export: Annotated[
        Path | None,
        Option(
            "--export",
            metavar="FILE",
            help="Write the records to a .csv, .json or .parquet file instead of printing them.",
        ),
    ] = None,
    store: StoreFile = None,
    json: Json = False,
) -> int:
    """List job records that match a filter, or export them.

    Exit status: 0 listed, 2 bad input or no store.
    """
    from upstar.campaign import Store, default_store
    from upstar.campaign.export import export_rows, row
    from upstar.errors import ParameterError

    if status not in (None, "done", "failed"):
        raise ParameterError(f"--status must be done or failed, not '{status}'")
    check_files(export)
    path = store or default_store()
    if not path.exists():
        raise ParameterError(
            f"there is no store at '{path}'; 'upstar campaign run' and 'upstar reproduce' create it"
        )
    with Store(path) as records:
        if campaigns:
            return _campaigns(records.campaigns(), json)
        wanted = {"campaign": campaign, "game": game, "position": position}
        found = list(records.records(**wanted, algorithm=algorithm, kind=kind, status=status))
    if export is not None:
        export_rows([row(record) for record in found], export)
    elif json:
        print_json([row(record) for record in found])
    else:
        _show(found)
    return SOLVED


def _campaigns(listed: list[tuple[str, int, int, int]], json: bool) -> int:
    if json:
        names = ("campaign", "jobs", "done", "failed")
        print_json([dict(zip(names, entry, strict=True)) for entry in listed])
    else:
        print_list(
            [
                (name, f"{done} of {jobs} done" + (f", {failed} failed" if failed else ""))
                for name, jobs, done, failed in listed
            ]
        )
    return SOLVED


def _show(records: "list[Record]") -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("game", "position", "to move", "algorithm", "parameters", "seed", "outcome"):
        table.add_column(title)
    for title in ("nodes", "seconds"):
        table.add_column(title, justify="right")
    for record in records:
        job = record.job
        outcome: Any = record.get("outcome") if record.status == "done" else record.reason
        nodes, seconds = record.get("nodes"), record.get("seconds")
        table.add_row(
            *(job.game, job.position, job.to_move or "", job.algorithm),
            " ".join(f"{name}={value}" for name, value in job.parameters.items()),
            str(job.seed),
            str(outcome or record.status),
            "" if nodes is None else f"{nodes:,}",
            "" if seconds is None else f"{seconds:.3f}",
        )
    console(cuts=False).print(table)
