"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

from upstar.cli.declare import Argument, Option

GameName = Annotated[
    str, Argument(help="A game (see 'upstar games'), or a game in Python as FILE.py:CLASS.")
]
PositionText = Annotated[
    str | None,
    Argument(help="A size such as 6x6, or a position (see 'upstar games GAME')."),
]
Algorithm = Annotated[
    str,
    Option(
        "--algorithm", "-a", metavar="NAME", help="Use this algorithm (see 'upstar algorithms')."
    ),
]
Set = Annotated[
    list[str] | None,
    Option(
        "--set",
        metavar="KEY=VALUE",
        help="Set a parameter of the algorithm (see 'upstar algorithms NAME'; repeatable).",
    ),
]
ToMove = Annotated[
    str | None,
    Option(
        "--to-move",
        metavar="PLAYER",
        help="Set the player to move: left, right or a player's label.",
    ),
]
Play = Annotated[
    str,
    Option(
        "--play",
        metavar="RULE",
        help="Play by this rule: normal (a player who cannot move loses) or misere (wins).",
    ),
]
Seed = Annotated[
    int, Option("--seed", metavar="N", help="Seed the random number generator with N.")
]
Threads = Annotated[
    int,
    Option(
        "--threads",
        metavar="N",
        help="Use this many threads (alpha-beta, df-pn, df-pp and Monte-Carlo searches only).",
    ),
]

BookFile = Annotated[
    Path | None,
    Option(
        "--book", metavar="FILE", help="Look positions up in this book or strong solution first."
    ),
]

# Limits of a whole command.
MaxNodes = Annotated[
    int | None,
    Option("--max-nodes", metavar="N", help="Stop after this many nodes (default: no limit)."),
]
MaxSeconds = Annotated[
    float | None,
    Option("--max-seconds", metavar="S", help="Stop after this many seconds (default: no limit)."),
]
MaxMemory = Annotated[
    float | None,
    Option(
        "--max-memory",
        metavar="MB",
        help="Use at most this many megabytes of memory (default: 4 GiB).",
    ),
]
MaxPlayouts = Annotated[
    int | None,
    Option(
        "--max-playouts", metavar="N", help="Stop after this many playouts (default: no limit)."
    ),
]

# Limits of each move.
MoveNodes = Annotated[
    int | None,
    Option("--max-nodes", metavar="N", help="Stop the search for a move after N nodes."),
]
MoveSeconds = Annotated[
    float | None,
    Option(
        "--max-seconds",
        metavar="S",
        help="Stop the search for a move after S seconds (default: 1 if there is no other limit).",
    ),
]
MovePlayouts = Annotated[
    int | None,
    Option("--max-playouts", metavar="N", help="Stop the search for a move after N playouts."),
]
MoveMemory = Annotated[
    float | None,
    Option(
        "--max-memory", metavar="MB", help="Use at most this many megabytes of memory per move."
    ),
]

# Executors of jobs, and the store of results.
On = Annotated[
    str,
    Option("--on", metavar="PLACE", help="Run jobs on this machine (local) or on Dask (dask)."),
]
Scheduler = Annotated[
    str | None,
    Option(
        "--scheduler",
        metavar="ADDRESS",
        help="With --on dask: connect to this scheduler (default: start a cluster here).",
    ),
]
Workers = Annotated[
    int | None,
    Option("--workers", metavar="N", help="Run this many jobs at a time (default: one per core)."),
]
MemoryCap = Annotated[
    float | None,
    Option(
        "--memory-cap",
        metavar="MB",
        help="Run jobs in processes, and stop a process that uses more megabytes than this.",
    ),
]
StoreFile = Annotated[
    Path | None,
    Option(
        "--store",
        metavar="FILE",
        help="Use this file of results (default: $UPSTAR_STORE, or one in the user's data folder).",
    ),
]
Retry = Annotated[bool, Option("--retry", help="Run failed jobs again.")]
Fresh = Annotated[bool, Option("--fresh", help="Run all jobs again, even finished ones.")]

# Output.
Html = Annotated[
    Path | None,
    Option("--html", metavar="FILE", help="Write the report with plots to an HTML file."),
]
Markdown = Annotated[
    Path | None,
    Option("--markdown", metavar="FILE", help="Write the report to a Markdown file."),
]
Json = Annotated[bool, Option("--json", help="Print the result as one JSON document.")]
Quiet = Annotated[bool, Option("--quiet", "-q", help="Hide the progress line.")]
