"""``upstar verify``: check a certificate."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from upstar.cli.common import (
    BAD_INPUT,
    FAILED,
    INTERRUPTED,
    LIMIT,
    SOLVED,
    name_python_game,
    print_json,
)
from upstar.cli.declare import Argument, Option
from upstar.cli.options import Json, MaxMemory, MaxSeconds

if TYPE_CHECKING:
    from upstar.certificate import Verification

_STATUS = {"right": SOLVED, "wrong": FAILED, "not a certificate": BAD_INPUT, "stopped": LIMIT}


def verify_command(
    file: Annotated[Path, Argument(help="A certificate, written by 'upstar solve --proof FILE'.")],
    game: Annotated[
        list[str] | None,
        Option(
            "--game",
            metavar="FILE.py:CLASS",
            help="Run this Python code as the rules, for a certificate of a game in Python "
            "(repeatable, for sums).",
        ),
    ] = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    threads: Annotated[
        int | None,
        Option(
            "--threads", metavar="N", help="Check with this many threads; by default all cores."
        ),
    ] = None,
    explain: Annotated[
        bool,
        Option("--explain", help="Show which lemmas carry the proof, and how often."),
    ] = False,
    json: Json = False,
) -> int:
    """Check a certificate. The check uses only the rules of the game, no search.

    The rules of a game in Python are code. It runs only if --game names it and if it is unchanged.

    Exit status: 0 right, 1 wrong, 2 not a certificate, 3 a limit was reached first, 130
    interrupted.
    """
    from dataclasses import asdict

    import upstar

    if game:
        name_python_game()
    try:
        result = upstar.verify(
            file, game=game or None, max_seconds=max_seconds, max_memory=max_memory, threads=threads
        )
    except FileNotFoundError as error:
        raise upstar.CertificateError(str(error)) from None
    if json:
        print_json(asdict(result))
    elif result.verdict == "not a certificate":
        raise upstar.CertificateError(result.reason)
    else:
        print(result)
        if explain:
            _explain(result)
    interrupted = result.verdict == "stopped" and result.reason == "interrupted"
    return INTERRUPTED if interrupted else _STATUS[result.verdict]


def _explain(result: "Verification") -> None:
    """Print what carries the proof."""
    if result.verdict != "right":
        return
    print(f"format {result.format}, {result.decisions:,} statements, {result.bytes:,} bytes")
    for what, times in result.counts:
        print(f"{times:14,}  {what}")
