"""``upstar solve``: find the outcome, a best move and the line of play."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from upstar.cli.common import (
    ESTIMATE_SECONDS,
    FAILED,
    INTERRUPTED,
    LIMIT,
    SOLVED,
    estimate_text,
    fail,
    find_algorithm,
    find_position,
    game_under,
    open_book,
    print_bold,
    print_fields,
    print_json,
)
from upstar.cli.declare import Option
from upstar.cli.job_runs import check_files
from upstar.cli.options import (
    Algorithm,
    BookFile,
    GameName,
    Json,
    MaxMemory,
    MaxNodes,
    MaxPlayouts,
    MaxSeconds,
    Play,
    PositionText,
    Quiet,
    Scheduler,
    Seed,
    Set,
    Threads,
    ToMove,
)

if TYPE_CHECKING:
    from upstar.solve import Solution

_LOCAL_ONLY = (
    *("max_nodes", "max_playouts", "threads", "seed", "checkpoint", "checkpoint_every"),
    *("distance", "max_distance", "book", "estimate", "trace", "tree", "tree_depth"),
)
"""Options that a search with ``--on`` does not have."""
_JOBS_ONLY = ("workers", "scheduler", "job_nodes", "rule")
"""Options that only a search with ``--on`` has."""
_ESTIMATE_AFTER = 1.0
"""Seconds of search after which the estimate is shown without ``--estimate``."""


def solve_command(
    context: click.Context,
    game: GameName,
    position: PositionText = None,
    algorithm: Algorithm = "auto",
    set_: Set = None,
    to_move: ToMove = None,
    play: Play = "normal",
    goal: Annotated[
        str | None,
        Option(
            "--goal",
            metavar="GOAL",
            help="Only decide whether the player to move reaches this: win, draw or a score "
            "(default: find the exact value).",
        ),
    ] = None,
    distance: Annotated[
        bool,
        Option(
            "--distance", help="Also find the plies to the end: the shortest win, the longest loss."
        ),
    ] = False,
    max_distance: Annotated[
        int | None,
        Option(
            "--max-distance",
            metavar="N",
            help="Only decide whether the player to move wins within this many plies.",
        ),
    ] = None,
    book: BookFile = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    max_playouts: MaxPlayouts = None,
    threads: Threads = 1,
    seed: Seed = 0,
    proof: Annotated[
        Path | None,
        Option("--proof", metavar="FILE", help="Write a certificate for 'upstar verify'."),
    ] = None,
    no_lemmas: Annotated[
        bool,
        Option("--no-lemmas", help="Write the certificate with moves only, without lemmas."),
    ] = False,
    checkpoint: Annotated[
        Path | None,
        Option(
            "--checkpoint",
            metavar="DIR",
            help="Save the transposition table to this folder; resume from it if it exists.",
        ),
    ] = None,
    checkpoint_every: Annotated[
        float,
        Option(
            "--checkpoint-every",
            metavar="S",
            help="With --checkpoint: save every this many seconds.",
        ),
    ] = 60.0,
    estimate: Annotated[
        bool,
        Option(
            "--estimate",
            help="Search for 5 seconds (or --max-seconds), then estimate the whole search.",
        ),
    ] = False,
    trace: Annotated[
        Path | None,
        Option(
            "--trace",
            metavar="FILE",
            help="Write the root's numbers over time to this file (JSON lines).",
        ),
    ] = None,
    tree: Annotated[
        Path | None,
        Option(
            "--tree",
            metavar="FILE",
            help="Write the search tree to a .dot, .json, .svg, .png, .tikz, .tex or .pdf file.",
        ),
    ] = None,
    tree_depth: Annotated[
        int,
        Option("--tree-depth", metavar="N", help="With --tree: write this many levels."),
    ] = 3,
    on: Annotated[
        str | None,
        Option(
            "--on",
            metavar="PLACE",
            help="Solve by jobs on this machine (local) or on Dask (dask) "
            "(default: one search in this process).",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        Option(
            "--workers",
            metavar="N",
            help="With --on: run this many jobs at a time (default: one per core).",
        ),
    ] = None,
    scheduler: Scheduler = None,
    job_nodes: Annotated[
        int,
        Option(
            "--job-nodes", metavar="N", help="With --on: limit the first jobs to this many nodes."
        ),
    ] = 100_000,
    rule: Annotated[
        str,
        Option(
            "--rule",
            metavar="NAME",
            help="With --on: select positions by product propagation (pp) or proof numbers (pn).",
        ),
    ] = "pp",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Solve a position: find the outcome for the player to move, a best move and a line of play.

    Exit status: 0 solved (or estimated), 1 an output file could not be written, 2 bad input, 3 a
    limit was reached first (or there is no estimate), 130 interrupted.
    """
    import upstar
    from upstar.cli.progress import ProgressLine

    parameters = read_parameters(set_ or [])
    _check_files(trace, tree)
    _check_options(context, on)
    game = game_under(play, game)
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
        max_seconds = ESTIMATE_SECONDS
    progress = None if quiet else ProgressLine()
    try:
        solution = upstar.solve(
            root,
            find_algorithm(algorithm),
            goal=_goal(goal),
            distance=distance,
            max_distance=max_distance,
            book=open_book(book, root),
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
            lemmas=not no_lemmas,
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
        return fail(f"the position was searched, but a file was not written: {error}", FAILED)
    if solution.proof_error is None and estimate and status == LIMIT:
        if solution.estimated_nodes is None:
            return fail(
                "there is no estimate: only alpha-beta makes one; try a longer --max-seconds", LIMIT
            )
        return SOLVED
    return _proof_status(solution, status)


def _proof_status(solution: "Solution", status: int) -> int:
    """Return `status`, or `FAILED` if a certificate was requested but not written."""
    if solution.proof_error is None:
        return status
    return fail(f"no certificate was written: {solution.proof_error}", FAILED)


def _check_options(context: click.Context, on: str | None) -> None:
    """Reject options that the chosen search would ignore."""
    from upstar.errors import ParameterError

    for name in _JOBS_ONLY if on is None else _LOCAL_ONLY:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            option = f"--{name.replace('_', '-')}"
            if on is None:
                raise ParameterError(f"{option} needs --on local or --on dask")
            hint = "; use --job-nodes to limit each job" if name == "max_nodes" else ""
            raise ParameterError(f"{option} cannot be combined with --on{hint}")


def _check_files(trace: Path | None, tree: Path | None) -> None:
    """Raise `ParameterError` before the search if an output file cannot be written."""
    if tree is not None and tree.suffix not in (".dot", ".json"):
        from upstar.render.files import check_name

        check_name(tree, "--tree, unless it ends in .dot or .json,")
    check_files(trace, tree)


def _write_files(solution: "Solution", trace: Path | None, tree: Path | None) -> None:
    if trace is None and tree is None:
        return
    import json

    from upstar.jsonable import json_numbers

    if trace is not None:
        lines = (json.dumps({**p, "root": json_numbers(p["root"])}) + "\n" for p in solution.trace)
        trace.write_text("".join(lines), encoding="utf-8")
    if tree is not None:
        exported = solution.tree
        if tree.suffix == ".dot":
            tree.write_text(exported.to_dot(), encoding="utf-8")
        elif tree.suffix == ".json":
            tree.write_text(json.dumps(exported.to_json()), encoding="utf-8")
        else:
            exported.save(tree)


def read_parameters(given: list[str]) -> dict[str, Any]:
    """Return the parameters of the ``--set`` options."""
    from upstar.errors import ParameterError
    from upstar.solve import OPTIONS
    from upstar.text import valid_unicode

    parameters: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise ParameterError(f"--set takes KEY=VALUE, not '{valid_unicode(text)}'")
        if name in OPTIONS:
            option = f"--{name.replace('_', '-')}"
            raise ParameterError(
                f"'{name}' is not a parameter of an algorithm; if it is an option, use {option}"
            )
        parameters[name] = value
    return parameters


def _goal(text: str | None) -> str | int | None:
    try:
        return None if text is None else int(text)
    except ValueError:
        return text


def show(solution: "Solution", *, estimate: bool = False) -> None:
    """Print a solution. A long search, or `estimate`, adds the estimated size of the search."""
    from upstar.solution import sentence
    from upstar.text import short_count

    board = solution.position
    marked = solution.best_move if solution.best_move in board.moves() else None
    print(board.ascii(mark=marked))
    print()
    print_bold(sentence(solution), "green" if solution.solved else "yellow")
    if not solution.solved and marked is not None:
        print(f"best move so far: {marked}")
    stats = solution.stats
    rows: list[tuple[str, str]] = []
    if solution.line:
        moves = (f"{number}.{move}" for number, move in enumerate(solution.line, 1))
        rows.append(("line", "  ".join(moves)))
    effort = [
        f"{stats.expansions:,} expansions",
        f"{stats.nodes:,} nodes",
        f"{short_count(stats.nodes_per_second)} nodes/s",
        f"{stats.seconds:.3f} s",
        f"{stats.peak_bytes / 1e6:.1f} MB",
    ]
    if stats.playouts is not None:
        effort.insert(2, f"{stats.playouts:,} playouts")
    rows.append(("effort", ", ".join(effort)))
    if solution.estimated_nodes is not None and (estimate or stats.seconds > _ESTIMATE_AFTER):
        rows.append(("estimate", estimate_text(solution)))
    if solution.root:
        rows.append(("root", ", ".join(f"{n} {_short(v)}" for n, v in solution.root.items())))
    rows.append(("algorithm", solution.note or solution.algorithm))
    print_fields(rows)


def _short(number: float) -> str:
    return str(number) if isinstance(number, int) else f"{number:.6g}"
