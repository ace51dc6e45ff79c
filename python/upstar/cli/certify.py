"""``upstar certify``: the certificate of a solved checkpoint."""

from pathlib import Path
from typing import Annotated

from upstar.cli.common import FAILED, LIMIT, SOLVED, fail, print_json
from upstar.cli.declare import Argument, Option
from upstar.cli.options import Json, MaxMemory, MaxNodes, MaxSeconds, Threads


def certify_command(
    directory: Annotated[
        Path,
        Argument(help="A folder that '--checkpoint DIR' of solve or nimber used.", metavar="DIR"),
    ],
    proof: Annotated[
        Path | None,
        Option("--proof", metavar="FILE", help="Write this file (default: DIR/certificate.proof)."),
    ] = None,
    no_lemmas: Annotated[
        bool,
        Option("--no-lemmas", help="Write the certificate with moves only, without lemmas."),
    ] = False,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    threads: Threads = 1,
    json: Json = False,
) -> int:
    """Write the certificate of a position that a search with a checkpoint has solved.

    The search resumes from its table. If it had not finished, it continues until a limit.

    Exit status: 0 written, 3 a limit was reached first, 2 no checkpoint.
    """
    import upstar

    solution = upstar.certify(
        directory,
        proof=proof,
        lemmas=not no_lemmas,
        max_nodes=max_nodes,
        max_seconds=max_seconds,
        max_memory=max_memory,
        threads=threads,
    )
    written = solution.proof
    if json:
        print_json(solution.to_json())
    elif written is not None:
        size = f"{written.decisions:,} statements, {written.bytes:,} bytes"
        is_nimber = isinstance(solution, upstar.NimberSolution)
        answer = f"nimber {solution.nimber}" if is_nimber else solution.outcome
        print(f"{written.path}: {answer}, {size}, {written.seconds:.1f} s")
    if not solution.solved:
        return fail("a limit was reached before the position was solved", LIMIT)
    if written is None:
        is_limit = "limit of" in str(solution.proof_error)
        reason = f"no certificate was written: {solution.proof_error}"
        return fail(reason, LIMIT if is_limit else FAILED)
    return SOLVED
