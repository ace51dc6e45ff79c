"""``upstar match``: play a match of engines and show the score with its interval."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from upstar.cli.common import INTERRUPTED, SOLVED, console, find_position, game_under, print_json
from upstar.cli.declare import Option
from upstar.cli.options import (
    GameName,
    Json,
    MoveMemory,
    MoveNodes,
    MovePlayouts,
    MoveSeconds,
    Play,
    PositionText,
    Quiet,
    Seed,
    ToMove,
)
from upstar.progress import describe_match, percent

if TYPE_CHECKING:
    from upstar.play.matches import MatchResult, Score
    from upstar.statistics import Sprt


def match_command(
    game: GameName,
    position: PositionText = None,
    a: Annotated[
        str,
        Option(
            "--a",
            metavar="ENGINE",
            help="The first engine: ALGORITHM, ALGORITHM:KEY=VALUE,…, random, uci:COMMAND "
            "or gtp:COMMAND.",
        ),
    ] = "mcts",
    b: Annotated[str, Option("--b", metavar="ENGINE", help="The second engine.")] = "alpha-beta",
    engine: Annotated[
        list[str] | None,
        Option(
            "--engine",
            metavar="ENGINE",
            help="Add an engine; each engine then plays each other (repeatable).",
        ),
    ] = None,
    games: Annotated[
        int,
        Option("--games", "-n", metavar="N", help="Play this many games between each two engines."),
    ] = 100,
    to_move: ToMove = None,
    play: Play = "normal",
    max_seconds: MoveSeconds = None,
    max_nodes: MoveNodes = None,
    max_playouts: MovePlayouts = None,
    max_memory: MoveMemory = None,
    opening_plies: Annotated[
        int,
        Option(
            "--opening-plies",
            metavar="N",
            help="Start each pair of games with this many random moves.",
        ),
    ] = 0,
    openings: Annotated[
        Path | None,
        Option("--openings", metavar="FILE", help="Read openings from this file, one per line."),
    ] = None,
    parallel: Annotated[
        int, Option("--parallel", metavar="N", help="Play this many games at a time.")
    ] = 1,
    sprt: Annotated[
        str | None,
        Option(
            "--sprt",
            metavar="ELO0,ELO1",
            help="Stop when a sequential test accepts one of these two Elo differences.",
        ),
    ] = None,
    record: Annotated[
        Path | None,
        Option(
            "--record",
            metavar="FILE",
            help="Write the games to this file; resume the match if it exists.",
        ),
    ] = None,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Play a match between engines and show the score with a 95 % confidence interval.

    Games come in pairs: the same opening, once with each engine moving first.

    Exit status: 0 played, 2 bad input, 130 interrupted (the games played so far are shown).
    """
    from upstar.play.matches.run import play_match

    start = find_position(game_under(play, game), position, to_move)
    result = play_match(
        start,
        [a, b, *(engine or [])],
        games=games,
        max_seconds=max_seconds,
        max_nodes=max_nodes,
        max_playouts=max_playouts,
        max_memory=max_memory,
        opening_plies=opening_plies,
        openings=None if openings is None else _read_lines(openings),
        seed=seed,
        parallel=parallel,
        sprt=None if sprt is None else _parse_sprt(sprt),
        record=record,
        progress=None if quiet else _show_progress,
    )
    if json:
        print_json(result.to_json())
    else:
        show(result)
    return INTERRUPTED if result.interrupted else SOLVED


def _read_lines(path: Path) -> list[str]:
    from upstar.errors import ParameterError

    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ParameterError(f"cannot read the openings '{path}': {error}") from None


def _parse_sprt(text: str) -> "Sprt":
    from upstar.errors import ParameterError
    from upstar.statistics import Sprt

    try:
        elo0, elo1 = (float(part) for part in text.split(","))
        if not elo0 < elo1:
            raise ValueError
    except ValueError:
        raise ParameterError(f"--sprt takes ELO0,ELO1 with ELO0 < ELO1, not '{text}'") from None
    return Sprt(elo0, elo1)


def _show_progress(result: "MatchResult", wanted: int) -> None:
    import sys

    line = describe_match(result, wanted)
    if sys.stderr.isatty():
        end = "\n" if len(result.games) == wanted else ""
        print(f"\r\x1b[2K{line}", end=end, file=sys.stderr, flush=True)
    elif len(result.games) == wanted or len(result.games) % max(1, wanted // 10) == 0:
        print(line, file=sys.stderr, flush=True)


def show(result: "MatchResult") -> None:
    """Print the score of each pairing, and a crosstable if there are more than two engines."""
    from rich.table import Table

    out = console()
    for score in result.pairings():
        _show_pairing(result, score)
    if len(result.players) > 2:
        table = Table(box=None, padding=(0, 2, 0, 0))
        for heading in ("", *(str(n + 1) for n in range(len(result.players))), "points"):
            table.add_column(heading, justify="left" if not heading else "right")
        for row, player in enumerate(result.players):
            scores = [result.score(row, n) for n in range(len(result.players)) if n != row]
            cells = [
                "·" if n == row else f"{100 * result.score(row, n).share.value:.1f} %"
                for n in range(len(result.players))
            ]
            points = sum(score.wins + score.draws / 2 for score in scores)
            table.add_row(f"{row + 1} {player}", *cells, f"{points:g}")
        out.print(table)
    if result.interrupted:
        out.print("interrupted; these are the games played so far", style="bold yellow")


def _show_pairing(result: "MatchResult", score: "Score") -> None:
    from rich.table import Table

    out = console()
    a, b = result.players[score.a], result.players[score.b]
    out.print(f"{a} against {b} on {result.start.game} {result.start}", style="bold")
    if not score.games:
        out.print("no game was played")
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_row("games", f"{len(score.games)}: +{score.wins} ={score.draws} -{score.losses}")
    table.add_row("score", percent(score.share))
    table.add_row("moving first", percent(score.as_first))
    elo = score.elo
    table.add_row("Elo", f"{elo.value:+.0f} [{elo.low:+.0f}, {elo.high:+.0f}]")
    counts = ", ".join(f"{points:g}: {score.pairs.count(points)}" for points in (0, 0.5, 1, 1.5, 2))
    table.add_row("pairs by points", counts)
    for player in (score.a, score.b):
        faults = {name: count for name, count in score.faults(player).items() if count}
        if faults:
            counted = ", ".join(f"{count} {name}" for name, count in faults.items())
            table.add_row("faults", f"{result.players[player]}: {counted}")
    if result.sprt is not None:
        table.add_row("sequential test", f"accepts {result.sprt}")
    out.print(table)
    if score.repeated:
        out.print(
            f"{score.repeated} of {len(score.games)} games repeat an earlier one; "
            "use --opening-plies or more openings",
            style="bold yellow",
        )
