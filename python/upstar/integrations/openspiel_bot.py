"""An algorithm of upstar's as an OpenSpiel bot; use it as `upstar.integrations.openspiel.Bot`."""

from typing import Any

from upstar.best_move import best_move
from upstar.errors import ParameterError
from upstar.integrations.openspiel import OpenSpielGame, State, pyspiel
from upstar.position import position_of_state

_ENOUGH = 20_000
"""Nodes that a bot without a limit may create for a move."""


class Bot(pyspiel().Bot):  # type: ignore[misc]
    """An algorithm of upstar's as a ``pyspiel.Bot``.

    Parameters
    ----------
    game : str or OpenSpielGame
        The game that will be played; a text that `upstar.from_openspiel` takes.
    player : int
        Which player the bot is, 0 or 1.
    algorithm : str
        One of `upstar.algorithms`.
    **options
        What `upstar.solve` takes, such as ``max_nodes``, ``max_seconds`` and ``seed``, and the
        algorithm's own parameters. Without a limit 20,000 nodes may be created for a move.
    """

    def __init__(
        self, game: str | OpenSpielGame, player: int, algorithm: str = "auto", **options: Any
    ) -> None:
        """Make the bot."""
        super().__init__()
        if player not in (0, 1):
            raise ParameterError(f"the player is 0 or 1, not {player}")
        self._game = OpenSpielGame(game) if isinstance(game, str) else game
        self._player = player
        self._algorithm = algorithm
        limits = {"max_nodes", "max_seconds", "max_playouts"} & set(options)
        self._options = options if limits else {**options, "max_nodes": _ENOUGH}

    def player_id(self) -> int:
        """Which player it is."""
        return self._player

    def provides_policy(self) -> bool:
        """It has moves, no probabilities."""
        return False

    def restart(self) -> None:
        """Nothing is kept from one game to the next."""

    def restart_at(self, state: Any) -> None:
        """Nothing is kept from one move to the next."""

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """The next state says it all."""

    def step(self, state: Any) -> int:
        """The action to play."""
        here = State(state.clone(), self._player, self._game.merged)
        actions = {self._game.print_move(here, move): move for move in self._game.moves(here)}
        position = position_of_state(self._game, here, here.mover)
        best = best_move(position, self._algorithm, **self._options)
        return actions[best.move or ""]
