"""``upstar games``: list the games."""

from dataclasses import asdict
from typing import Annotated

from upstar.cli.common import console, print_json, print_list
from upstar.cli.declare import Argument
from upstar.cli.options import Json


def games_command(
    name: Annotated[str | None, Argument(help="Show this game only.")] = None,
    json: Json = False,
) -> None:
    """List the games, or show the rules of one game and how to write its positions."""
    from rich.table import Table

    import upstar
    from upstar.registry import IMPARTIAL, find_game
    from upstar.text import valid_unicode

    games = upstar.games()
    if name is None:
        if json:
            return print_json([asdict(info) for info in games])
        version = (f"{IMPARTIAL}GAME", "a partisan game in which either player may make any move")
        return print_list([*((info.name, info.summary) for info in games), version])
    game = find_game(name)
    if game is None:
        known = ", ".join(info.name for info in games)
        raise upstar.UnknownNameError(f"there is no game '{valid_unicode(name)}'; known: {known}")
    if json:
        return print_json(asdict(game))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_row("players", f"{game.labels[0]} (Left, moves first), {game.labels[1]} (Right)")
    table.add_row("rules", game.rules)
    table.add_row("positions", game.positions)
    table.add_row("moves", game.moves)
    table.add_row("usual", game.usual)
    table.add_row("examples", "  ".join(game.examples))
    out = console()
    out.print(f"{game.name}: {game.summary}\n", style="bold")
    return out.print(table)
