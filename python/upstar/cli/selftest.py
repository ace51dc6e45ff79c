"""``upstar selftest``: hunt for wrong answers."""

import os
from typing import TYPE_CHECKING, Annotated

from upstar.cli.common import FAILED, INTERRUPTED, SOLVED, name_python_game, print_json
from upstar.cli.declare import Option
from upstar.cli.options import Json, Quiet

if TYPE_CHECKING:
    from upstar.selftest.cases import Case


def selftest_command(
    seconds: Annotated[
        float | None,
        Option("--seconds", metavar="N", min=0, help="Hunt for this long; 60 by default."),
    ] = None,
    solves: Annotated[
        int | None, Option("--solves", metavar="N", min=1, help="Check this many results.")
    ] = None,
    game: Annotated[
        str | None,
        Option(
            "--game",
            metavar="NAME",
            help="Only this game; or a game in Python as FILE.py:CLASS, whose code is run.",
        ),
    ] = None,
    seed: Annotated[int, Option("--seed", metavar="N", help="Seed all random choices with N.")] = 0,
    round_: Annotated[
        int, Option("--round", metavar="N", min=0, help="Begin with this round of the seed.")
    ] = 0,
    processes: Annotated[
        int | None,
        Option("--processes", metavar="N", min=1, help="Use N processes; by default one per core."),
    ] = None,
    case: Annotated[
        str | None,
        Option("--case", metavar="JSON", help="Check only this case, which a hunt printed."),
    ] = None,
    quiet: Quiet = False,
    json: Json = False,
) -> int:
    """Hunt for wrong answers on this machine.

    Random positions of all games are solved by minimax with the rules in Python, and then by every
    algorithm with random options, as values, certificates, databases, sums and symmetric positions.
    Anything that differs is reduced to a small case, and printed as a command.

    Exit status: 0 nothing found, 1 a wrong answer or a crash was found, 2 bad input, 130
    interrupted.
    """
    from upstar.cli.progress import ProgressLine
    from upstar.load import load_position
    from upstar.selftest import draw
    from upstar.selftest.cases import Case
    from upstar.selftest.hunt import Report, hunt
    from upstar.selftest.round import run_case

    if game is not None and ".py:" in game:
        name_python_game()
        load_position(game, None, None)
    elif game is not None and game not in draw.names():
        from upstar.errors import ParameterError

        raise ParameterError(f"--game is one of {', '.join(draw.names())}; not '{game}'")
    if case is not None:
        message = run_case(Case.read(case))
        print(message or "no difference")
        return SOLVED if message is None else FAILED

    def line(report: Report) -> str:
        return (
            f"{report.seconds:.0f} s  {report.covered.results:,} results  "
            f"{report.covered.rounds:,} rounds  {len(report.findings)} found"
        )

    shown = None if quiet else ProgressLine(line)
    report = hunt(
        seed=seed,
        first=round_,
        seconds=60.0 if seconds is None and solves is None else seconds,
        solves=solves,
        game=game,
        processes=processes or os.cpu_count() or 1,
        progress=shown,
    )
    if shown is not None:
        shown.clear()
    if json:
        print_json(report.to_json())
    else:
        for finding in report.findings:
            print(f"found     {finding.message}\nrepeat    {command(finding.case)}")
        print(report)
    if report.interrupted:
        return INTERRUPTED
    return FAILED if report.findings else SOLVED


def command(case: "Case") -> str:
    """Return the command line that repeats a case."""
    import shlex

    if case.check == "round":
        return f"upstar selftest --game {case.game} --round {case.options['round']}"
    return f"upstar selftest --case {shlex.quote(str(case))}"
