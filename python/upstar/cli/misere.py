"""``upstar genus`` and ``upstar quotient``: misère play of games of heaps."""

from typing import TYPE_CHECKING, Annotated

from upstar.cli.common import INTERRUPTED, LIMIT, SOLVED, print_fields, print_json, print_list
from upstar.cli.declare import Argument, Option
from upstar.cli.options import Json, MaxMemory, MaxSeconds
from upstar.cli.progress import ProgressLine
from upstar.cli.sequence import FAMILY_HELP, read_range
from upstar.progress import describe_misere

if TYPE_CHECKING:
    from upstar.cgt.misere import MisereQuotient

Family = Annotated[str, Argument(help=f"{FAMILY_HELP}.")]
_MOST_WORDS = 60
"""A quotient with more elements is not listed completely."""


def genus_command(
    family: Family,
    heaps: Annotated[str, Argument(metavar="FROM..TO", help="The heaps, such as 1..20.")],
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
) -> int:
    """Compute the genera of heaps under misère play: symbols such as 4^146.

    Exit status: 0 found, 2 bad input, 3 a limit was reached first, 130 interrupted.
    """
    import upstar

    progress = ProgressLine(describe_misere)
    found = upstar.genus(
        family,
        *read_range(heaps),
        max_seconds=max_seconds,
        max_memory=max_memory,
        progress=progress,
    )
    progress.clear()
    if json:
        print_json(found.to_json())
        return _status(found.stopped)
    print_list(
        [
            (str(heap), f"{genus}{'' if genus.is_tame else '  wild'}")
            for heap, genus in enumerate(found, found.first)
        ]
    )
    if found.first_wild is None:
        print("all genera so far are tame")
    else:
        print(f"heap {found.first_wild} is the first with a wild genus")
    if found.stopped is not None:
        print(f"stopped: {found.stopped}")
    return _status(found.stopped)


def quotient_command(
    family: Family,
    heaps: Annotated[
        int, Option("--heaps", metavar="N", min=0, max=4096, help="The largest heap.")
    ] = 12,
    max_order: Annotated[
        int,
        Option(
            "--max-order",
            metavar="N",
            min=1,
            max=100_000,
            help="Stop before a heap whose quotient has more elements.",
        ),
    ] = 1000,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
) -> int:
    """Compute the misère quotient of the sums of heaps up to a size.

    Exit status: 0 found, 2 bad input, 3 a limit was reached first, 130 interrupted.
    """
    import upstar

    progress = ProgressLine(describe_misere)
    found = upstar.misere_quotient(
        family,
        heaps,
        max_order=max_order,
        max_seconds=max_seconds,
        max_memory=max_memory,
        progress=progress,
    )
    progress.clear()
    if json:
        print_json(found.to_json())
    else:
        _show(found)
    return _status(found.stopped)


def _show(found: "MisereQuotient") -> None:
    letters = zip("abcdefghijklmnopqrstuvwxyz", found.generators, strict=False)
    relations = ", ".join(f"{left} = {right}" for left, right in found.relations)
    pretending = [found.words[element] for element in found.elements]
    rows = [
        ("order", f"{found.order}, {'tame' if found.is_tame else 'wild'}"),
        ("heaps", f"0 to {found.heaps}" + ("; proved for all heaps" if found.is_complete else "")),
        ("generators", ", ".join(f"{letter} = heap {heap}" for letter, heap in letters) or "none"),
        ("relations", relations or "none"),
        ("elements", _some(found.words)),
        ("P-positions", _some(found.p_portion) or "none"),
        ("pretending", _some(tuple(f"{n}: {word}" for n, word in enumerate(pretending)))),
    ]
    if found.period is not None:
        proved = "proved" if found.is_complete else "observed"
        rows.append(("period", f"{found.period} from heap {found.preperiod} on, {proved}"))
    if found.stopped is not None:
        rows.append(("stopped", f"{found.stopped}: heap {found.heaps + 1} is not finished"))
    print_fields(rows)


def _some(words: tuple[str, ...]) -> str:
    more = len(words) - _MOST_WORDS
    return ", ".join(words[:_MOST_WORDS]) + (f", … ({more} more)" if more > 0 else "")


def _status(stopped: str | None) -> int:
    if stopped is None:
        return SOLVED
    return INTERRUPTED if stopped == "interrupted" else LIMIT
