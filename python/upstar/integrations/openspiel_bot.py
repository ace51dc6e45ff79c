"""An algorithm of upstar as an OpenSpiel bot; use it as ``upstar.integrations.openspiel.Bot``."""

from typing import Any

from upstar.best_move import best_move
from upstar.errors import ParameterError
from upstar.integrations.openspiel import OpenSpielGame, State, pyspiel
from upstar.position import position_of_state

_DEFAULT_NODES = 20_000
"""The limit of nodes for a move if the options set no limit."""


class Bot(pyspiel().Bot):  # type: ignore[misc]
    """An algorithm of upstar as a ``pyspiel.Bot``.

    Parameters
    ----------
    game : str or OpenSpielGame
        The game, or its text as ``upstar.from_openspiel`` accepts it.
    player : int
        The player that the bot is, 0 or 1.
    algorithm : str
        One of ``upstar.algorithms``.
    **options
        What ``upstar.solve`` accepts, such as ``max_nodes``, ``max_seconds`` and ``seed``, and the
        parameters of the algorithm. Without a limit, a move may create 20,000 nodes.

    Raises
    ------
    ParameterError
        If ``player`` is neither 0 nor 1.

    Examples
    --------
    >>> from upstar.integrations.openspiel import Bot  # doctest: +SKIP
    >>> bot = Bot("tic_tac_toe", 0, max_nodes=1000)  # doctest: +SKIP
    >>> bot.player_id()  # doctest: +SKIP
    0
    """

    def __init__(
        self, game: str | OpenSpielGame, player: int, algorithm: str = "auto", **options: Any
    ) -> None:
        """Create the bot."""
        super().__init__()
        if player not in (0, 1):
            raise ParameterError(f"player must be 0 or 1, not {player}")
        self._game = OpenSpielGame(game) if isinstance(game, str) else game
        self._player = player
        self._algorithm = algorithm
        limits = {"max_nodes", "max_seconds", "max_playouts"} & set(options)
        self._options = options if limits else {**options, "max_nodes": _DEFAULT_NODES}

    def player_id(self) -> int:
        """Return the player that the bot is."""
        return self._player

    def provides_policy(self) -> bool:
        """Return False: the bot has moves and no probabilities."""
        return False

    def restart(self) -> None:
        """Do nothing: the bot keeps nothing from one game to the next."""

    def restart_at(self, state: Any) -> None:
        """Do nothing: the bot keeps nothing from one move to the next."""

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Do nothing: the next state holds all information."""

    def step(self, state: Any) -> int:
        """Return the action to play.

        Parameters
        ----------
        state : pyspiel.State
            The state in which to move.

        Returns
        -------
        int
            An action of OpenSpiel.
        """
        here = State(state.clone(), self._player, self._game.merged)
        actions = {self._game.print_move(here, move): move for move in self._game.moves(here)}
        position = position_of_state(self._game, here, here.mover)
        best = best_move(position, self._algorithm, **self._options)
        return actions[best.move or ""]
