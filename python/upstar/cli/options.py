"""Arguments and options that several commands take, each described once."""

from pathlib import Path
from typing import Annotated

import typer

GameName = Annotated[
    str, typer.Argument(help="A game (see 'upstar games'), or FILE.py:CLASS, written in Python.")
]
PositionText = Annotated[
    str | None,
    typer.Argument(help="A size such as 6x6, or a position (see 'upstar games GAME')."),
]
Algorithm = Annotated[
    str, typer.Option("--algorithm", "-a", metavar="NAME", help="See 'upstar algorithms'.")
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A parameter of the algorithm."),
]
ToMove = Annotated[
    str | None,
    typer.Option("--to-move", metavar="PLAYER", help="left, right or a player's label."),
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="The seed of everything random.")]
Threads = Annotated[
    int,
    typer.Option(
        "--threads",
        metavar="N",
        help="Threads: alpha-beta, df-pn, df-pp and Monte-Carlo searches use them.",
    ),
]

# What a command may use as a whole.
MaxNodes = Annotated[
    int | None, typer.Option("--max-nodes", metavar="N", help="Stop after so many nodes.")
]
MaxSeconds = Annotated[
    float | None, typer.Option("--max-seconds", metavar="S", help="Stop after so long.")
]
MaxMemory = Annotated[
    float | None, typer.Option("--max-memory", metavar="MB", help="Use at most so much memory.")
]
MaxPlayouts = Annotated[
    int | None, typer.Option("--max-playouts", metavar="N", help="Stop after so many playouts.")
]

# What a player may use for each move.
MoveNodes = Annotated[
    int | None, typer.Option("--max-nodes", metavar="N", help="Nodes for a move.")
]
MoveSeconds = Annotated[
    float | None, typer.Option("--max-seconds", metavar="S", help="Seconds for a move.")
]
MovePlayouts = Annotated[
    int | None, typer.Option("--max-playouts", metavar="N", help="Playouts for a move.")
]
MoveMemory = Annotated[
    float | None, typer.Option("--max-memory", metavar="MB", help="Memory for a move.")
]

# Where jobs run, and where their results are kept.
On = Annotated[str, typer.Option("--on", metavar="PLACE", help="local or dask.")]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="An existing Dask scheduler."),
]
Workers = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", help="Jobs at one time (default: one per core)."),
]
MemoryCap = Annotated[
    float | None,
    typer.Option(
        "--memory-cap", metavar="MB", help="Use processes, and stop one that needs more memory."
    ),
]
StoreFile = Annotated[
    Path | None,
    typer.Option("--store", metavar="FILE", help="Where results are kept (or $UPSTAR_STORE)."),
]
Retry = Annotated[bool, typer.Option("--retry", help="Try jobs again that have failed.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Do all jobs anew.")]

# What is told, and how.
Html = Annotated[
    Path | None, typer.Option("--html", metavar="FILE", help="Write a page with plots.")
]
Markdown = Annotated[
    Path | None, typer.Option("--markdown", metavar="FILE", help="Write a Markdown report.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Tell no progress.")]
