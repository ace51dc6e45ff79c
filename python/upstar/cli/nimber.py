"""``upstar nimber``: find the nimber of a position of an impartial game."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from upstar.cli.common import (
    ESTIMATE_SECONDS,
    FAILED,
    INTERRUPTED,
    LIMIT,
    SOLVED,
    console,
    estimate_text,
    fail,
    find_position,
    print_json,
)
from upstar.cli.declare import Option
from upstar.cli.options import (
    GameName,
    Json,
    MaxMemory,
    MaxNodes,
    MaxSeconds,
    PositionText,
    Quiet,
)
from upstar.cli.progress import ProgressLine
from upstar.progress import describe_nimber
from upstar.text import short_count

if TYPE_CHECKING:
    from upstar.nimbers import NimberSolution


def nimber_command(
    game: GameName,
    position: PositionText = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    threads: Annotated[int, Option("--threads", metavar="N", help="Use this many threads.")] = 1,
    checkpoint: Annotated[
        Path | None,
        Option(
            "--checkpoint",
            metavar="DIR",
            help="Save the table of nimbers to this folder; resume from it if it has one.",
        ),
    ] = None,
    checkpoint_every: Annotated[
        float,
        Option("--checkpoint-every", metavar="S", help="Save every S seconds (default: 60)."),
    ] = 60.0,
    proof: Annotated[
        Path | None,
        Option(
            "--proof",
            metavar="FILE",
            help="Write a certificate (cram, impartial:clobber and impartial:nogo).",
        ),
    ] = None,
    estimate: Annotated[
        bool,
        Option(
            "--estimate",
            help="Search for 5 seconds (or --max-seconds), then estimate the whole search.",
        ),
    ] = False,
    csv: Annotated[
        bool, Option("--csv", help="Print the result as comma-separated values.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Find the nimber of a position of an impartial game, such as cram or impartial:clobber.

    The first Ctrl-C prints what is proved.

    Exit status: 0 found (or estimated), 1 no certificate was written, 2 bad input, 3 a limit was
    reached first (or there is no estimate), 130 interrupted.
    """
    import upstar

    if estimate and max_nodes is None and max_seconds is None:
        max_seconds = ESTIMATE_SECONDS
    root = find_position(game, position, None)
    progress = None if quiet else ProgressLine(describe_nimber)
    found = upstar.nimber(
        root,
        max_nodes=max_nodes,
        max_seconds=max_seconds,
        max_memory=max_memory,
        threads=threads,
        checkpoint=checkpoint,
        checkpoint_every=checkpoint_every,
        proof=proof,
        progress=progress,
    )
    if progress is not None:
        progress.clear()
    _show(found, csv=csv, json=json)
    if found.proof_error is not None:
        return fail(f"no certificate was written: {found.proof_error}", FAILED)
    if found.solved:
        return SOLVED
    if estimate and found.stopped != "interrupted":
        if found.estimated_nodes is not None:
            return SOLVED
        return fail("there is no estimate; try a longer --max-seconds", LIMIT)
    return INTERRUPTED if found.stopped == "interrupted" else LIMIT


def _show(found: "NimberSolution", *, csv: bool, json: bool) -> None:
    if json:
        return print_json(found.to_json())
    if csv:
        import csv as writer

        document = found.to_json()
        del document["proof"], document["proof_error"]
        rows = writer.DictWriter(sys.stdout, document, lineterminator="\n")
        rows.writeheader()
        rows.writerow(document)
        return None
    out = console()
    out.print(_headline(found), style="bold", soft_wrap=True)
    work = f"{short_count(found.nodes)} nodes, {found.seconds:.1f} s"
    out.print(f"  {'work':<10}{work}, {found.peak_bytes / 1e6:.0f} MB", soft_wrap=True)
    if found.proof is not None:
        size = f"{found.proof.decisions:,} statements, {found.proof.bytes:,} bytes"
        out.print(f"  {'proof':<10}{size}, {found.proof.seconds:.1f} s", soft_wrap=True)
    if found.nodes_before:
        out.print(f"  {'before':<10}{short_count(found.nodes_before)} nodes", soft_wrap=True)
    if found.estimated_nodes is not None:
        out.print(f"  {'estimate':<10}{estimate_text(found)}", soft_wrap=True)
    if found.note:
        out.print(f"  {'note':<10}{found.note}", soft_wrap=True)
    return None


def _headline(found: "NimberSolution") -> str:
    if found.nimber is not None:
        winner = "wins" if found.wins else "loses"
        return f"nimber {found.nimber}: the player to move {winner}"
    most = "" if found.upper is None else f", at most {found.upper}"
    reason = "interrupted" if found.stopped == "interrupted" else f"limit of {found.stopped}"
    return f"nimber unknown ({reason}): at least {found.lower}{most}"
