"""A bridge to OpenSpiel: its games for upstar's algorithms, upstar's algorithms as its bots.

It needs the package ``open_spiel`` (``pip install 'upstar[openspiel]'``), which is imported on
first use. ``Bot`` is an algorithm of upstar as a ``pyspiel.Bot``.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from upstar.errors import PositionError, UnknownNameError, UnsuitableError
from upstar.game import Game
from upstar.text import valid_unicode

__all__ = ["OpenSpielGame", "State", "from_openspiel"]

_LARGEST_SCORE = 32_766
"""The largest score."""


def pyspiel() -> Any:
    """Import and return OpenSpiel's module.

    Raises
    ------
    ImportError
        If it is not installed.
    """
    try:
        return import_module("pyspiel")
    except ImportError:
        text = "OpenSpiel is not installed; run pip install 'upstar[openspiel]'"
        raise ImportError(text) from None


class State:
    """A state of an OpenSpiel game. It is immutable and compared by its key.

    Parameters
    ----------
    spiel : pyspiel.State
        The state of OpenSpiel.
    mover : int
        The player to move, used if the game is over.
    merged : bool
        Whether the key is the text of the state; otherwise it is the history of moves.

    Examples
    --------
    >>> game = from_openspiel("tic_tac_toe")  # doctest: +SKIP
    >>> game.start().mover  # doctest: +SKIP
    0
    """

    __slots__ = ("key", "mover", "spiel")

    def __init__(self, spiel: Any, mover: int, merged: bool) -> None:
        """Wrap a state of OpenSpiel."""
        self.spiel = spiel
        self.mover = mover if spiel.is_terminal() else int(spiel.current_player())
        self.key: object = str(spiel) if merged else tuple(spiel.history())

    def __eq__(self, other: object) -> bool:
        """Return whether both states have the same key."""
        return isinstance(other, State) and self.key == other.key

    def __hash__(self) -> int:
        """Return a hash; equal states have equal hashes."""
        return hash(self.key)


class OpenSpielGame(Game):
    """An OpenSpiel game of two players who alternate, without chance or hidden information.

    Left is OpenSpiel's player 0. Scores are the returns of player 0 if all returns are whole
    numbers, else their signs. The text of a position is the list of moves that led to it.

    Parameters
    ----------
    text : str
        The game as OpenSpiel writes it.
    merged : bool
        Whether states with the same text are the same state; see ``from_openspiel``.

    Examples
    --------
    >>> game = OpenSpielGame("tic_tac_toe")  # doctest: +SKIP
    >>> len(game.moves(game.start()))  # doctest: +SKIP
    9
    """

    labels = ("player-0", "player-1")

    def __init__(self, text: str, merged: bool = False) -> None:
        """Load the game."""
        self.text, self.merged = text, merged
        self._spiel = _load(pyspiel(), text)
        self.name = valid_unicode(text)  # type: ignore[misc]
        low, high = self._spiel.min_utility(), self._spiel.max_utility()
        ends = (low, high)
        self._whole = all(float(end).is_integer() and abs(end) <= _LARGEST_SCORE for end in ends)
        self.scores = tuple(range(int(low), int(high) + 1)) if self._whole else (-1, 0, 1)  # type: ignore[misc]

    # ---- the rules ----

    def start(self) -> State:
        """Return OpenSpiel's initial state."""
        return State(self._spiel.new_initial_state(), 0, self.merged)

    def moves(self, state: State) -> Iterable[int]:
        """Return OpenSpiel's legal actions, in its order."""
        return list(state.spiel.legal_actions())

    def play(self, state: State, move: int) -> State:
        """Return OpenSpiel's next state."""
        return State(state.spiel.child(move), 1 - state.mover, self.merged)

    def to_move(self, state: State) -> int:
        """Return OpenSpiel's player; at the end, the one who did not move last."""
        return state.mover

    def outcome(self, state: State) -> int | None:
        """Return the score of the player to move if the game is over."""
        if not state.spiel.is_terminal():
            return None
        value = float(state.spiel.returns()[0])
        score = round(value) if self._whole else (value > 0) - (value < 0)
        return -score if state.mover else score

    # ---- text ----

    def print(self, state: State) -> str:
        """Return the names of the moves that led to a state, separated by spaces."""
        here = self.start()
        names = []
        for move in state.spiel.history():
            names.append(self.print_move(here, move))
            here = self.play(here, move)
        return " ".join(names)

    def parse(self, text: str) -> State:
        """Return the state that a text of ``print`` describes.

        Raises
        ------
        PositionError
            If a word is not a legal move there.
        """
        here = self.start()
        for word in text.split():
            names = {self.print_move(here, move): move for move in self.moves(here)}
            if word not in names:
                known = ", ".join(list(names)[:8]) or "none, the game is over"
                raise PositionError(
                    f"'{valid_unicode(word)}' is not a legal move; legal are {known}"
                )
            here = self.play(here, names[word])
        return here

    def print_move(self, state: State, move: int) -> str:
        """Return OpenSpiel's name of a move, without spaces."""
        return "_".join(state.spiel.action_to_string(state.mover, move).split())

    # ---- identity ----

    def __repr__(self) -> str:
        """Return the call that creates the game."""
        merged = ", merged=True" if self.merged else ""
        return f"upstar.from_openspiel({self.text!r}{merged})"

    def __eq__(self, other: object) -> bool:
        """Return whether both games have the same text and the same keys."""
        if not isinstance(other, OpenSpielGame):
            return NotImplemented
        return (self.text, self.merged) == (other.text, other.merged)

    def __hash__(self) -> int:
        """Return a hash; equal games have equal hashes."""
        return hash((self.text, self.merged))

    def __reduce__(self) -> tuple[type["OpenSpielGame"], tuple[str, bool]]:
        """Pickle as text."""
        return OpenSpielGame, (self.text, self.merged)


def from_openspiel(text: str, *, merged: bool = False) -> OpenSpielGame:
    """Return an OpenSpiel game as a game for upstar's algorithms.

    Parameters
    ----------
    text : str
        The game as OpenSpiel writes it, such as ``'breakthrough(rows=4,columns=4)'``. It must have
        two players who move one at a time, no chance and no hidden information.
    merged : bool
        Whether to treat states with the same text as the same state. Searches are then much faster.
        It is correct only if the text determines the rest of the game: for Breakthrough it does,
        for Chess and Go it does not.

    Returns
    -------
    OpenSpielGame
        The game, for ``position``.

    Raises
    ------
    ImportError
        If OpenSpiel is not installed.
    UnknownNameError
        If OpenSpiel has no such game.
    UnsuitableError
        If the game is not of this kind.

    Examples
    --------
    >>> import upstar
    >>> game = upstar.from_openspiel("tic_tac_toe", merged=True)  # doctest: +SKIP
    >>> upstar.solve(upstar.position(game)).outcome  # doctest: +SKIP
    'draw'

    References
    ----------
    Lanctot et al., *OpenSpiel: A Framework for Reinforcement Learning in Games*, 2019.
    """
    return OpenSpielGame(text, merged)


def _load(spiel: Any, text: str) -> Any:
    """Return OpenSpiel's game; reject one that upstar cannot solve."""
    short = text.partition("(")[0].strip()
    names = spiel.registered_names()
    if short not in names:
        near = get_close_matches(short, names, 1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise UnknownNameError(f"OpenSpiel has no game '{valid_unicode(short)}'{hint}")
    try:
        game = spiel.load_game(text)
    except spiel.SpielError as error:
        reason = (str(error).strip().splitlines() or ["no reason given"])[0]
        raise UnknownNameError(f"OpenSpiel cannot load '{valid_unicode(text)}': {reason}") from None
    kind, modes = game.get_type(), spiel.GameType
    if game.num_players() != 2:
        wrong = f"it has {game.num_players()} players"
    elif kind.dynamics != modes.Dynamics.SEQUENTIAL:
        wrong = "its players move at the same time"
    elif kind.chance_mode != modes.ChanceMode.DETERMINISTIC:
        wrong = "it has chance moves"
    elif kind.information != modes.Information.PERFECT_INFORMATION:
        wrong = "it has hidden information"
    elif kind.utility not in (modes.Utility.ZERO_SUM, modes.Utility.CONSTANT_SUM):
        wrong = "it is not zero-sum"
    else:
        return game
    raise UnsuitableError(
        f"{valid_unicode(text)}: {wrong}; "
        "upstar needs two players who move one at a time, no chance and no hidden information"
    )


def __getattr__(name: str) -> Any:
    """Return ``Bot``, whose base class exists only if OpenSpiel is installed."""
    if name == "Bot":
        pyspiel()
        return import_module("upstar.integrations.openspiel_bot").Bot
    raise AttributeError(f"module 'upstar.integrations.openspiel' has no attribute '{name}'")
