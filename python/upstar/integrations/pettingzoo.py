"""PettingZoo environments: every game for learning agents, with masks and a perfect opponent.

It needs the package ``pettingzoo`` (``pip install 'upstar[pettingzoo]'``).
"""

from collections.abc import Sequence
from typing import Any

from upstar.best_move import best_move
from upstar.errors import MoveError, ParameterError
from upstar.integrations.actions import actions as all_actions
from upstar.position import Position

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    text = "PettingZoo is not installed; run pip install 'upstar[pettingzoo]'"
    raise ImportError(text) from None

__all__ = ["GameEnv", "SolverPolicy", "env"]

_PLANES = ("xT\U0001f154", "oF\u24c7", "#vh", ".")
"""The characters of a board that each plane marks: Left's, Right's, taken cells, empty cells."""
_TEXT_GAMES = {"king-dirt", "sheep", "toppling-dominoes"}
"""Games with more in a position than the planes show, which are observed as text."""
_TEXT_LENGTH = 320
"""Characters of a position's text in an observation, for games without a board of cells."""


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game from a start position as a PettingZoo AEC environment, without wrappers.

    The agents are the labels of the players. An action is an index into ``actions``. The winner
    gets the reward 1, the loser -1; in a draw both get 0.

    An observation has two entries. ``action_mask`` marks the legal actions of the player to move,
    and is zero for the other player. ``observation`` is the same for both players. On a board it
    has five planes of rows and columns: Left's stones, Right's stones, taken cells, empty cells,
    and ones if Left is to move. For a game without a board of cells it is 1 if Left is to move,
    else 0, then the codes of the characters of the position's text, then zeros.

    Parameters
    ----------
    start : Position
        The position where each game begins.
    actions : sequence of str, optional
        The names of all moves; by default those of ``upstar.integrations.actions.actions``.
    render_mode : {'ansi'}, optional
        With ``'ansi'``, ``render`` returns the board as text.

    Attributes
    ----------
    position : Position
        The current position.

    Raises
    ------
    ParameterError
        If the game is over at the start, or there is no such render mode.

    Examples
    --------
    >>> import upstar
    >>> game = GameEnv(upstar.position("mnk", "3x3:3"))
    >>> game.reset()
    >>> game.agent_selection, len(game.actions), game.observe("first")["observation"].shape
    ('first', 9, (5, 3, 3))
    >>> game.step(game.action("b2"))
    >>> str(game.position), int(game.observe("second")["action_mask"].sum())
    ('.../.x./...:3', 8)
    """

    def __init__(
        self,
        start: Position,
        *,
        actions: Sequence[str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Create the spaces."""
        super().__init__()
        if start.outcome is not None:
            raise ParameterError("the environment cannot begin where the game is over")
        if render_mode not in (None, "ansi"):
            raise ParameterError(f"render_mode must be None or 'ansi', not {render_mode!r}")
        self.metadata = {
            "name": f"upstar_{start.game}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.start = self.position = start
        self.actions = all_actions(start) if actions is None else tuple(actions)
        self._numbers = {name: number for number, name in enumerate(self.actions)}
        self.possible_agents = list(start.labels)
        self.agents: list[str] = []
        shape = self._observation().shape
        high = 255 if len(shape) == 1 else 1
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, high, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """Return the space of observations of an agent.

        Parameters
        ----------
        agent : str
            The label of a player.

        Returns
        -------
        gymnasium.spaces.Dict
            The space.

        Examples
        --------
        >>> import upstar
        >>> list(GameEnv(upstar.position("nim", "2")).observation_space("left"))
        ['action_mask', 'observation']
        """
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of actions of an agent.

        Parameters
        ----------
        agent : str
            The label of a player.

        Returns
        -------
        gymnasium.spaces.Discrete
            The space.

        Examples
        --------
        >>> import upstar
        >>> int(GameEnv(upstar.position("nim", "2")).action_space("left").n)
        3
        """
        return self.action_spaces[agent]

    def action(self, move: str) -> int:
        """Return the action of a move.

        Parameters
        ----------
        move : str
            The name of a move.

        Returns
        -------
        int
            Its index in ``actions``.

        Raises
        ------
        MoveError
            If no action has this name.

        Examples
        --------
        >>> import upstar
        >>> GameEnv(upstar.position("connect-four", "4x4")).action("c")
        2
        """
        if move not in self._numbers:
            raise MoveError(f"there is no action for the move '{move}'; give it in actions=[…]")
        return self._numbers[move]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Return to the start position.

        Parameters
        ----------
        seed : int, optional
            Has no effect: the environment makes no random choices.
        options : dict, optional
            Has no effect.

        Examples
        --------
        >>> import upstar
        >>> game = GameEnv(upstar.position("nim", "2"))
        >>> game.reset()
        >>> game.agents
        ['left', 'right']
        """
        self.position = self.start
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.to_move

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent.

        Parameters
        ----------
        agent : str
            The label of a player.

        Returns
        -------
        dict
            ``observation`` and ``action_mask``.

        Raises
        ------
        ParameterError
            If the text of the position is too long for an observation.

        Examples
        --------
        >>> import upstar
        >>> game = GameEnv(upstar.position("nim", "2"))
        >>> game.reset()
        >>> game.observe("left")["action_mask"].tolist(), game.actions
        ([0, 1, 1], ('1:0', '2:0', '2:1'))
        """
        mask = np.zeros(len(self.actions), np.int8)
        if agent == self.position.to_move:
            mask[[self.action(move) for move in self.position.moves()]] = 1
        return {"observation": self._observation(), "action_mask": mask}

    def _observation(self) -> Any:
        layout, rows = self.position.board()
        left_moves = self.position.to_move == self.position.labels[0]
        if layout in ("graph", "vertices", "text") or self.position.game in _TEXT_GAMES:
            codes = np.frombuffer(str(self.position).encode(), np.uint8)
            if len(codes) >= _TEXT_LENGTH:
                raise ParameterError(
                    f"the text of a position has {len(codes)} bytes; "
                    f"observations have room for {_TEXT_LENGTH - 1}"
                )
            seen = np.zeros(_TEXT_LENGTH, np.uint8)
            seen[0] = left_moves
            seen[1 : 1 + len(codes)] = codes
            return seen
        width = max(len(row) for row in rows)
        cells = np.array([list(row.ljust(width, "\0")) for row in rows])
        planes = [np.isin(cells, list(kinds)) for kinds in _PLANES]
        return np.stack([*planes, np.full(cells.shape, left_moves)]).astype(np.uint8)

    def step(self, action: int | None) -> None:
        """Play an action for the selected agent.

        Parameters
        ----------
        action : int or None
            An action; None for an agent whose game is over.

        Raises
        ------
        MoveError
            If the action is not a legal move. ``env`` ends the game instead.

        Examples
        --------
        >>> import upstar
        >>> game = GameEnv(upstar.position("nim", "2"))
        >>> game.reset()
        >>> game.step(game.action("2:0"))
        >>> game.rewards
        {'left': 1, 'right': -1}
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) < len(self.actions):
            raise MoveError(f"an action is from 0 to {len(self.actions) - 1}, not {action}")
        self._cumulative_rewards[agent] = 0
        self.position = self.position.play(self.actions[int(action)])
        self._clear_rewards()
        outcome = self.position.outcome
        if outcome is not None:
            points = {"win": 1, "loss": -1, "draw": 0}[outcome]
            for player in self.agents:
                self.rewards[player] = points if player == self.position.to_move else -points
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.position.to_move
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as text with ``render_mode='ansi'``, else None.

        Returns
        -------
        str or None
            The drawing of ``Position.ascii``.

        Examples
        --------
        >>> import upstar
        >>> print(GameEnv(upstar.position("clobber", "xo"), render_mode="ansi").render())
        1 x o
          a b
        """
        return self.position.ascii() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close.

        Examples
        --------
        >>> import upstar
        >>> GameEnv(upstar.position("nim", "2")).close()
        """


def env(
    start: Position, *, actions: Sequence[str] | None = None, render_mode: str | None = None
) -> Any:
    """Return a game as a PettingZoo environment with the usual wrappers.

    An illegal action ends the game, with the reward -1 for its player.

    Parameters
    ----------
    start : Position
        The position where each game begins.
    actions : sequence of str, optional
        The names of all moves, as for ``GameEnv``.
    render_mode : {'ansi'}, optional
        As for ``GameEnv``.

    Returns
    -------
    AECEnv
        The environment; its ``unwrapped`` is a ``GameEnv``.

    Examples
    --------
    >>> import upstar
    >>> game = env(upstar.position("mnk", "3x3:3"))
    >>> game.reset()
    >>> observation, reward, termination, truncation, info = game.last()
    >>> int(observation["action_mask"].sum())
    9
    """
    game: Any = GameEnv(start, actions=actions, render_mode=render_mode)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)


class SolverPolicy:
    """An opponent that plays perfectly where it can solve the position within its budget.

    In a position that it cannot solve, it plays the best move that it has found.

    Parameters
    ----------
    algorithm : str
        One of ``upstar.algorithms``.
    **options
        What ``upstar.best_move`` accepts, such as ``max_nodes``, ``max_seconds`` and ``seed``.
        Without a limit, a move may create 100,000 nodes.

    Attributes
    ----------
    solved : bool
        Whether the last position was solved, so that the last action is proved to be best.

    Examples
    --------
    >>> import upstar
    >>> game = env(upstar.position("nim", "1,3"))
    >>> game.reset()
    >>> policy = SolverPolicy(max_nodes=1000)
    >>> game.unwrapped.actions[policy(game)], policy.solved
    ('3:1', True)
    """

    def __init__(self, algorithm: str = "auto", **options: Any) -> None:
        """Store the algorithm and its budget."""
        self.algorithm = algorithm
        limits = {"max_nodes", "max_seconds", "max_playouts"} & set(options)
        self.options = options if limits else {**options, "max_nodes": 100_000}
        self.solved = False

    def __call__(self, environment: Any) -> int:
        """Return the action to play in the environment."""
        game = environment.unwrapped
        found = best_move(game.position, self.algorithm, **self.options)
        self.solved = found.solution.solved
        return int(game.action(found.move or game.position.moves()[0]))
