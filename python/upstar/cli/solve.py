"""``upstar solve``: who wins, with which move, and what it cost to know."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upstar.cli.common import (
    FAILED,
    INTERRUPTED,
    LIMIT,
    SOLVED,
    console,
    fail,
    find_position,
    print_json,
)
from upstar.cli.job_runs import check_files
from upstar.cli.options import (
    Algorithm,
    GameName,
    Json,
    MaxMemory,
    MaxNodes,
    MaxPlayouts,
    MaxSeconds,
    PositionText,
    Quiet,
    Seed,
    Set,
    Threads,
    ToMove,
)

if TYPE_CHECKING:
    from upstar.solve import Solution

_ESTIMATE_SECONDS = 5.0
_BY_ONE = (
    *("max_nodes", "max_playouts", "threads", "seed", "checkpoint", "checkpoint_every"),
    *("estimate", "trace", "tree", "tree_depth"),
)
"""Options of a search that a search by jobs does not have."""
_BY_JOBS = ("workers", "scheduler", "job_nodes", "rule")
"""Options that only a search by jobs has."""
_LONG = 1.0
"""Seconds of searching after which an estimate says something."""


def solve_command(
    context: typer.Context,
    game: GameName,
    position: PositionText = None,
    algorithm: Algorithm = "auto",
    set_: Set = None,
    to_move: ToMove = None,
    goal: Annotated[
        str | None,
        typer.Option("--goal", metavar="GOAL", help="The least result to prove: win, draw, N."),
    ] = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    max_playouts: MaxPlayouts = None,
    threads: Threads = 1,
    seed: Seed = 0,
    proof: Annotated[
        Path | None,
        typer.Option("--proof", metavar="FILE", help="Write a certificate for 'upstar verify'."),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint", metavar="DIR", help="Save the table there now and then; go on from it."
        ),
    ] = None,
    checkpoint_every: Annotated[
        float, typer.Option("--checkpoint-every", metavar="S", help="Seconds between savings.")
    ] = 60.0,
    estimate: Annotated[
        bool,
        typer.Option(
            "--estimate", help="Search for 5 s (or --max-seconds) and say what the rest would take."
        ),
    ] = False,
    trace: Annotated[
        Path | None,
        typer.Option(
            "--trace", metavar="FILE", help="Write the root's numbers over time (JSON lines)."
        ),
    ] = None,
    tree: Annotated[
        Path | None,
        typer.Option("--tree", metavar="FILE", help="Write the search tree: .dot or .json."),
    ] = None,
    tree_depth: Annotated[
        int, typer.Option("--tree-depth", metavar="N", help="How deep --tree goes.")
    ] = 3,
    on: Annotated[
        str | None,
        typer.Option("--on", metavar="PLACE", help="Solve by jobs on workers: local or dask."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", help="With --on: jobs at one time.")
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="With --on dask: where it is."),
    ] = None,
    job_nodes: Annotated[
        int, typer.Option("--job-nodes", metavar="N", help="With --on: nodes of the first jobs.")
    ] = 100_000,
    rule: Annotated[
        str, typer.Option("--rule", metavar="NAME", help="With --on: pp or pn, at the driver.")
    ] = "pp",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Find the outcome of a position for the player to move, a best move and the line of play.

    Exit status: 0 solved (or estimated), 1 a file that was asked for could not be written, 2 bad
    input, 3 a limit was reached first (or there is no estimate), 130 interrupted.
    """
    import upstar
    from upstar.cli.progress import ProgressLine

    parameters = read_parameters(set_ or [])
    _check_files(trace, tree)
    _check_place(context, on)
    root = find_position(game, position, to_move)
    if on is not None:
        from upstar.cli.distributed import solve_on

        search = {"algorithm": algorithm, "goal": _goal(goal), "rule": rule, **parameters}
        limits = {"job_nodes": job_nodes, "max_seconds": max_seconds, "max_memory": max_memory}
        try:
            solution = solve_on(
                root, game, on, workers, scheduler, quiet=quiet, proof=proof, **search, **limits
            )
            status = SOLVED if solution.solved else LIMIT
        except upstar.Interrupted as interrupted:
            solution, status = interrupted.solution, INTERRUPTED
        print_json(solution.to_json()) if json else show(solution)
        return _proof_status(solution, status)
    if estimate and max_nodes is None and max_seconds is None:
        max_seconds = _ESTIMATE_SECONDS
    progress = None if quiet else ProgressLine()
    try:
        solution = upstar.solve(
            root,
            algorithm,
            goal=_goal(goal),
            max_nodes=max_nodes,
            max_seconds=max_seconds,
            max_memory=max_memory,
            max_playouts=max_playouts,
            threads=threads,
            seed=seed,
            progress=progress,
            trace=trace is not None,
            tree_depth=None if tree is None else tree_depth,
            proof=proof,
            checkpoint=checkpoint,
            checkpoint_every=checkpoint_every,
            **parameters,
        )
        status = SOLVED if solution.solved else LIMIT
    except upstar.Interrupted as interrupted:
        solution = interrupted.solution
        status = INTERRUPTED
    finally:
        if progress is not None:
            progress.clear()
    if json:
        print_json(solution.to_json())
    else:
        show(solution, estimate=estimate)
    try:
        _write_files(solution, trace, tree)
    except OSError as error:
        return fail(f"the answer is right, but a file was not written: {error}", FAILED)
    if solution.proof_error is None and estimate and status == LIMIT:
        if solution.estimated_nodes is None:
            return fail("there is no estimate: only alpha-beta makes one, after some work", LIMIT)
        return SOLVED
    return _proof_status(solution, status)


def _proof_status(solution: "Solution", status: int) -> int:
    """The status, unless a certificate was asked for and there is none."""
    if solution.proof_error is None:
        return status
    return fail(f"no certificate was written: {solution.proof_error}", FAILED)


def _check_place(context: typer.Context, on: str | None) -> None:
    """Refuse options that mean nothing to the chosen search, instead of forgetting them."""
    from upstar.errors import ParameterError

    for name in _BY_JOBS if on is None else _BY_ONE:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            option = f"--{name.replace('_', '-')}"
            if on is None:
                raise ParameterError(f"{option} goes with --on local or --on dask")
            hint = "; --job-nodes limits one job" if name == "max_nodes" else ""
            raise ParameterError(f"{option} does not go with --on{hint}")


def _check_files(trace: Path | None, tree: Path | None) -> None:
    """Complain before the search, not after it."""
    from upstar.errors import ParameterError

    if tree is not None and tree.suffix not in (".dot", ".json"):
        raise ParameterError(f"--tree writes .dot or .json, not '{tree.suffix or tree.name}'")
    check_files(trace, tree)


def _write_files(solution: "Solution", trace: Path | None, tree: Path | None) -> None:
    import json

    from upstar.jsonable import json_numbers

    if trace is not None:
        lines = (json.dumps({**p, "root": json_numbers(p["root"])}) + "\n" for p in solution.trace)
        trace.write_text("".join(lines), encoding="utf-8")
    if tree is not None:
        exported = solution.tree
        text = exported.to_dot() if tree.suffix == ".dot" else json.dumps(exported.to_json())
        tree.write_text(text, encoding="utf-8")


def read_parameters(given: list[str]) -> dict[str, Any]:
    """The parameters that ``--set`` options name."""
    from upstar.errors import ParameterError
    from upstar.solve import OPTIONS
    from upstar.text import valid_unicode

    parameters: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise ParameterError(f"--set takes KEY=VALUE, not '{valid_unicode(text)}'")
        if name in OPTIONS:
            raise ParameterError(f"'{name}' is no parameter of an algorithm; see --help")
        parameters[name] = value
    return parameters


def _goal(text: str | None) -> str | int | None:
    try:
        return None if text is None else int(text)
    except ValueError:
        return text


def show(solution: "Solution", *, estimate: bool = False) -> None:
    """Print a solution for people; after a while, or if asked for, with an estimate of the rest."""
    from rich.table import Table

    from upstar.solution import sentence
    from upstar.text import short_count

    out = console()
    board = solution.position
    marked = solution.best_move if solution.best_move in board.moves() else None
    out.print(board.ascii(mark=marked), no_wrap=True, overflow="ignore", crop=False)
    out.print()
    out.print(sentence(solution), style="bold green" if solution.solved else "bold yellow")
    if not solution.solved and marked is not None:
        out.print(f"best move so far: {marked}")
    stats = solution.stats
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    if solution.line:
        moves = (f"{number}.{move}" for number, move in enumerate(solution.line, 1))
        table.add_row("line", "  ".join(moves))
    effort = [
        f"{stats.expansions:,} expansions",
        f"{stats.nodes:,} nodes",
        f"{short_count(stats.nodes_per_second)} nodes/s",
        f"{stats.seconds:.3f} s",
        f"{stats.peak_bytes / 1e6:.1f} MB",
    ]
    if stats.playouts is not None:
        effort.insert(2, f"{stats.playouts:,} playouts")
    table.add_row("effort", ", ".join(effort))
    if solution.estimated_nodes is not None and (estimate or stats.seconds > _LONG):
        table.add_row("estimate", _estimate(solution))
    if solution.root:
        table.add_row("root", ", ".join(f"{n} {_short(v)}" for n, v in solution.root.items()))
    table.add_row("algorithm", solution.note or solution.algorithm)
    out.print(table)


def _estimate(solution: "Solution") -> str:
    """What the whole search would take, in words."""
    from upstar.text import duration, short_count

    nodes, seconds = solution.estimated_nodes, solution.estimated_seconds
    time = "" if seconds is None else f", {duration(seconds)} at this rate"
    return f"about {short_count(nodes or 0)} nodes in all{time}; a guess"


def _short(number: float) -> str:
    return str(number) if isinstance(number, int) else f"{number:.6g}"
