"""A bridge to OpenSpiel: its games for upstar's algorithms, upstar's algorithms as its bots.

Needs the package `open_spiel` (``pip install 'upstar[openspiel]'``), which is imported only when
something here is used. `Bot` is an algorithm of upstar's as a ``pyspiel.Bot``.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from upstar.errors import PositionError, UnknownNameError, UnsuitableError
from upstar.game import Game
from upstar.text import valid_unicode

__all__ = ["OpenSpielGame", "State", "from_openspiel"]

_MOST = 32_766
"""The largest score."""


def pyspiel() -> Any:
    """OpenSpiel's module.

    Raises
    ------
    ImportError
        If it is not installed.
    """
    try:
        return import_module("pyspiel")
    except ImportError:
        text = "OpenSpiel is not installed; pip install 'upstar[openspiel]' brings it"
        raise ImportError(text) from None


class State:
    """A state of an OpenSpiel game, known by its key; it never changes."""

    __slots__ = ("key", "mover", "spiel")

    def __init__(self, spiel: Any, mover: int, merged: bool) -> None:
        """Of an OpenSpiel state; `mover` counts where the game is over."""
        self.spiel = spiel
        self.mover = mover if spiel.is_terminal() else int(spiel.current_player())
        self.key: object = str(spiel) if merged else tuple(spiel.history())

    def __eq__(self, other: object) -> bool:
        """States with the same key are the same."""
        return isinstance(other, State) and self.key == other.key

    def __hash__(self) -> int:
        """Equal states have equal hashes."""
        return hash(self.key)


class OpenSpielGame(Game):
    """An OpenSpiel game of two players who move one at a time, without chance or secrets.

    Left is OpenSpiel's player 0. Scores are the returns of player 0 where all returns are whole
    numbers, else their signs. A position's text is the moves that led to it.
    """

    labels = ("player-0", "player-1")

    def __init__(self, text: str, merged: bool = False) -> None:
        """Load the game; see `from_openspiel`."""
        self.text, self.merged = text, merged
        self._spiel = _load(pyspiel(), text)
        self.name = valid_unicode(text)  # type: ignore[misc]
        low, high = self._spiel.min_utility(), self._spiel.max_utility()
        self._whole = all(float(end).is_integer() and abs(end) <= _MOST for end in (low, high))
        self.scores = tuple(range(int(low), int(high) + 1)) if self._whole else (-1, 0, 1)  # type: ignore[misc]

    # ---- the rules ----

    def start(self) -> State:
        """OpenSpiel's initial state."""
        return State(self._spiel.new_initial_state(), 0, self.merged)

    def moves(self, state: State) -> Iterable[int]:
        """OpenSpiel's legal actions, in its order."""
        return list(state.spiel.legal_actions())

    def play(self, state: State, move: int) -> State:
        """OpenSpiel's next state."""
        return State(state.spiel.child(move), 1 - state.mover, self.merged)

    def to_move(self, state: State) -> int:
        """OpenSpiel's player; at the end, the one who did not move last."""
        return state.mover

    def outcome(self, state: State) -> int | None:
        """What the player to move gets, once the game is over."""
        if not state.spiel.is_terminal():
            return None
        value = float(state.spiel.returns()[0])
        score = round(value) if self._whole else (value > 0) - (value < 0)
        return -score if state.mover else score

    # ---- text ----

    def print(self, state: State) -> str:
        """The names of the moves that led there, separated by spaces."""
        here = self.start()
        names = []
        for move in state.spiel.history():
            names.append(self.print_move(here, move))
            here = self.play(here, move)
        return " ".join(names)

    def parse(self, text: str) -> State:
        """Read what `print` writes.

        Raises
        ------
        PositionError
            If a word names no legal move there.
        """
        here = self.start()
        for word in text.split():
            names = {self.print_move(here, move): move for move in self.moves(here)}
            if word not in names:
                known = ", ".join(list(names)[:8]) or "none, the game is over"
                raise PositionError(
                    f"'{valid_unicode(word)}' is no legal move there; legal are {known}"
                )
            here = self.play(here, names[word])
        return here

    def print_move(self, state: State, move: int) -> str:
        """OpenSpiel's name of a move, without spaces."""
        return "_".join(state.spiel.action_to_string(state.mover, move).split())

    # ---- identity: the text ----

    def __repr__(self) -> str:
        """The call that makes it."""
        merged = ", merged=True" if self.merged else ""
        return f"upstar.from_openspiel({self.text!r}{merged})"

    def __eq__(self, other: object) -> bool:
        """Games of one text are equal."""
        if not isinstance(other, OpenSpielGame):
            return NotImplemented
        return (self.text, self.merged) == (other.text, other.merged)

    def __hash__(self) -> int:
        """Equal games have equal hashes."""
        return hash((self.text, self.merged))

    def __reduce__(self) -> tuple[type["OpenSpielGame"], tuple[str, bool]]:
        """Pickles as its text."""
        return OpenSpielGame, (self.text, self.merged)


def from_openspiel(text: str, *, merged: bool = False) -> OpenSpielGame:
    """An OpenSpiel game as a game for upstar's algorithms.

    Parameters
    ----------
    text : str
        The game as OpenSpiel writes it, such as ``'breakthrough(rows=4,columns=4)'``. It must
        have two players who move one at a time, no chance and nothing hidden.
    merged : bool
        Take states with the same text for the same state, however they came about. Searches
        are then much faster. It is right only where the text says everything that matters for
        what follows: for Breakthrough it does, for Chess and Go it does not.

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
    ::

        game = upstar.from_openspiel("breakthrough(rows=4,columns=3)", merged=True)
        upstar.solve(upstar.position(game)).winner
    """
    return OpenSpielGame(text, merged)


def _load(spiel: Any, text: str) -> Any:
    """OpenSpiel's game, if it is of the kind that upstar solves."""
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
        wrong = "chance plays a part"
    elif kind.information != modes.Information.PERFECT_INFORMATION:
        wrong = "it hides something from its players"
    elif kind.utility not in (modes.Utility.ZERO_SUM, modes.Utility.CONSTANT_SUM):
        wrong = "what one player wins is not what the other loses"
    else:
        return game
    raise UnsuitableError(
        f"{valid_unicode(text)}: {wrong}; "
        "wanted are two players who move one at a time, no chance and nothing hidden"
    )


def __getattr__(name: str) -> Any:
    """`Bot`, which derives from a class of OpenSpiel's and so exists only with it."""
    if name == "Bot":
        pyspiel()
        return import_module("upstar.integrations.openspiel_bot").Bot
    raise AttributeError(f"module 'upstar.integrations.openspiel' has no attribute '{name}'")
