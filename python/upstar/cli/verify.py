"""``upstar verify``: is a certificate right?"""

from pathlib import Path
from typing import Annotated

import typer

from upstar.cli.common import BAD_INPUT, FAILED, INTERRUPTED, LIMIT, SOLVED, print_json
from upstar.cli.options import Json, MaxMemory, MaxSeconds

_STATUS = {"right": SOLVED, "wrong": FAILED, "not a certificate": BAD_INPUT, "stopped": LIMIT}


def verify_command(
    file: Annotated[Path, typer.Argument(help="A certificate that 'solve --proof' wrote.")],
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
) -> int:
    """Check a certificate by playing through it with nothing but the rules of the game.

    Exit status: 0 right, 1 wrong, 2 not a certificate, 3 a limit was reached first.
    """
    from dataclasses import asdict

    import upstar

    result = upstar.verify(file, max_seconds=max_seconds, max_memory=max_memory)
    if json:
        print_json(asdict(result))
    elif result.verdict == "not a certificate":
        raise upstar.CertificateError(result.reason)
    else:
        print(result)
    interrupted = result.verdict == "stopped" and result.reason == "interrupted"
    return INTERRUPTED if interrupted else _STATUS[result.verdict]
