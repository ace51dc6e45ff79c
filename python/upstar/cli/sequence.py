"""``upstar sequence``: Grundy values of heaps and values of families, with their period."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from upstar.cli.common import print_json
from upstar.cli.declare import Argument, Option
from upstar.cli.options import Json, MaxMemory, MaxSeconds, Quiet
from upstar.cli.progress import ProgressLine
from upstar.cli.value_output import exit_status
from upstar.progress import describe_sequence

if TYPE_CHECKING:
    from upstar.cgt.sequences import ValueSequence

FAMILY_HELP = (
    "A game of heaps: octal:0.137, hexadecimal:0.3f, subtraction:{1,2,5}, nim, kayles, "
    "dawsons-kayles, dawsons-chess, treblecross or grundys-game"
)
_RANGE = re.compile(r"(\d+)\.\.(\d+)")
_PER_LINE = 20
_MOST_SHOWN = 2000
"""A longer sequence is not printed completely."""
_ENDS = 200
"""The terms of a long sequence that are printed at each end."""


def read_range(text: str) -> tuple[int, int]:
    """Return the first and the last number of a range such as ``0..1000``."""
    import upstar

    match = _RANGE.fullmatch(text.strip())
    if match is None or int(match.group(1)[:12]) > int(match.group(2)[:12]):
        raise upstar.ParameterError(f"'{text}' is no range; write FROM..TO, such as 0..1000")
    return int(match.group(1)), int(match.group(2))


def sequence_command(
    words: Annotated[
        list[str],
        Argument(
            metavar="FAMILY FROM..TO",
            help=f"{FAMILY_HELP}; or GAME:TEMPLATE with a running number N, such as cram:3xN or "
            "'clobber:(xo)^N' (GAME TEMPLATE as two words is the same). Then the numbers, such "
            "as 0..1000.",
        ),
    ],
    csv: Annotated[
        Path | None,
        Option("--csv", metavar="FILE", help="Write the terms as comma-separated values."),
    ] = None,
    b_file: Annotated[
        Path | None,
        Option("--b-file", metavar="FILE", help="Write integers or nimbers as an OEIS b-file."),
    ] = None,
    plot: Annotated[
        Path | None,
        Option(
            "--plot", metavar="FILE", help="Draw the terms: a .svg, .png, .tikz, .tex or .pdf file."
        ),
    ] = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Compute Grundy values of heaps or values of a family of positions, and their period.

    A period of a game of heaps is proved by Guy and Smith's theorem. That of a family of positions
    is only observed.

    Exit status: 0 found, 2 bad input, 3 a limit was reached first, 130 interrupted.
    """
    import upstar
    from upstar.render.files import check_name

    if len(words) not in (2, 3):
        raise upstar.ParameterError("give a family and a range, such as octal:0.137 0..1000")
    family, numbers = ":".join(words[:-1]), read_range(words[-1])
    if plot is not None:
        check_name(plot, "--plot")
    progress = None if quiet else ProgressLine(describe_sequence)
    found = upstar.sequence(
        family, *numbers, max_seconds=max_seconds, max_memory=max_memory, progress=progress
    )
    if progress is not None:
        progress.clear()
    try:
        if csv is not None:
            csv.write_text(found.csv(), encoding="utf-8")
        if b_file is not None:
            b_file.write_text(found.bfile(), encoding="ascii")
        if plot is not None:
            found.save(plot)
    except OSError as error:
        raise upstar.ParameterError(f"cannot write '{error.filename}': {error.strerror}") from None
    if json:
        print_json(found.to_json())
    else:
        _show(found, numbers[1])
    return exit_status(found.stopped)


def _show(found: "ValueSequence", wanted: int) -> None:
    if len(found) <= _MOST_SHOWN:
        _show_terms(found, found.first, found.last)
    else:
        _show_terms(found, found.first, found.first + _ENDS - 1)
        print("… (--csv, --b-file and --json have all terms)")
        _show_terms(found, found.last - _ENDS + 1, found.last)
    print(_period_line(found))
    if found.proved and found.computed <= found.last:
        print(f"computed to {found.computed - 1:,}; the period gives the others")
    if found.stopped is not None:
        reason = "interrupted" if found.stopped == "interrupted" else f"limit of {found.stopped}"
        print(f"{reason}: terms to {found.last:,} of {wanted:,}")


def _show_terms(found: "ValueSequence", first: int, last: int) -> None:
    if not found.is_nimbers:
        texts = found.to_json()["values"]
        for n in range(first, last + 1):
            print(f"{n:>6}  {texts[n - found.first]}")
        return
    terms = [str(found[n]) for n in range(first, last + 1)]
    width = max((len(term) for term in terms), default=1)
    margin = len(f"{last:,}")
    for start in range(0, len(terms), _PER_LINE):
        line = " ".join(term.rjust(width) for term in terms[start : start + _PER_LINE])
        print(f"{first + start:>{margin},}  {line}")


def _period_line(found: "ValueSequence") -> str:
    if found.period is None:
        return f"no period was found up to {found.last:,}"
    start = f"period {found.period:,} from {found.preperiod:,} on"
    checked = f"a(n + {found.period:,}) = a(n) was checked for n < {found.checked_to:,}"
    if found.proved:
        return f"{start}, proved by Guy and Smith's theorem: {checked}"
    return f"{start}, observed but not proved: {checked}"
