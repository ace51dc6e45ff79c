"""Impartial games: the impartial version of a position, and nimbers by search."""

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import Any

from upstar import _core
from upstar.certificate import Certificate
from upstar.core_bridge import (
    DEFAULT_OPTIONS,
    check_kinds,
    core_limits,
    positive_number,
    written_certificate,
)
from upstar.game import Game
from upstar.position import Position, check_position, position_from
from upstar.progress import Auto, nimber_work, reporting

__all__ = ["NimberProgress", "NimberSolution", "impartial", "nimber"]


@dataclass(frozen=True, slots=True)
class NimberProgress:
    """The state of a running search for a nimber, as ``progress`` callbacks receive it.

    Attributes
    ----------
    seconds : float
        Elapsed time.
    nodes : int
        Parts that were searched.
    bytes : int
        The memory in use.
    estimate : int or None
        An estimate of the nodes of the whole search, if there is one.
    bounds : tuple of int or None
        The proved bounds of the nimber of the part that is searched last, if it is known.

    Examples
    --------
    >>> from upstar.nimbers import NimberProgress
    >>> NimberProgress(seconds=0.5, nodes=100, bytes=5000, estimate=None, bounds=(0, 4)).nodes
    100
    """

    seconds: float
    nodes: int
    bytes: int
    estimate: int | None
    bounds: tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NimberSolution:
    """The result of a search for a nimber.

    Attributes
    ----------
    position : Position
        The position.
    lower : int
        The nimber is proved to be at least this.
    upper : int or None
        The nimber is proved to be at most this; None if there is no bound.
    nodes : int
        Parts that were searched.
    seconds : float
        Elapsed time.
    peak_bytes : int
        The most memory in use at one time.
    stopped : str or None
        What ended the search early: ``'nodes'``, ``'seconds'``, ``'memory'`` or ``'interrupted'``.
    nodes_before : int
        Nodes of earlier runs, if the search resumed from a checkpoint.
    note : str
        Why the checkpoint is not up to date, if it is not.
    proof : Certificate or None
        The certificate, if one was asked for and written.
    proof_error : str or None
        Why no certificate was written, if one was asked for.
    estimated_nodes : int or None
        An estimate of the nodes of the whole search, if a limit stopped it.

    Examples
    --------
    >>> import upstar
    >>> found = upstar.nimber("cram", "3x4")
    >>> found.nimber, found.solved, found.wins
    (1, True, True)
    """

    position: Position
    lower: int
    upper: int | None
    nodes: int
    seconds: float
    peak_bytes: int
    stopped: str | None = None
    nodes_before: int = 0
    note: str = ""
    proof: Certificate | None = None
    proof_error: str | None = None
    estimated_nodes: int | None = None

    @property
    def nimber(self) -> int | None:
        """The nimber, if it is known."""
        return self.lower if self.lower == self.upper else None

    @property
    def solved(self) -> bool:
        """Whether the nimber is known."""
        return self.nimber is not None

    @property
    def estimated_seconds(self) -> float | None:
        """An estimate of the seconds that the whole search needs, at the rate so far; else None.

        Examples
        --------
        >>> import upstar
        >>> upstar.nimber("cram", "6x7", max_nodes=20_000).estimated_seconds > 0
        True
        """
        if self.estimated_nodes is None or self.seconds <= 0 or self.nodes == 0:
            return None
        return self.estimated_nodes * self.seconds / self.nodes

    @property
    def wins(self) -> bool | None:
        """Whether the player to move wins; None if it is not known. Only nimber 0 loses."""
        return True if self.lower > 0 else False if self.upper == 0 else None

    def to_json(self) -> dict[str, Any]:
        """Return the result as a dictionary that ``json.dumps`` accepts.

        Returns
        -------
        dict
            The game, the position, the nimber and the attributes.

        Examples
        --------
        >>> import upstar
        >>> upstar.nimber("kayles", "7").to_json()["nimber"]
        2
        """
        apart = ("position", "proof")
        names = [field.name for field in fields(self) if field.name not in apart]
        return {
            "game": self.position.game,
            "position": str(self.position),
            "nimber": self.nimber,
            "solved": self.solved,
            **{name: getattr(self, name) for name in names},
            "proof": None if self.proof is None else asdict(self.proof),
            "estimated_seconds": self.estimated_seconds,
        }


def impartial(position: Position) -> Position:
    """Return the impartial version of a position: either player may make any move of both.

    The same as ``position`` with ``'impartial:'`` before the name of the game, and also for games
    written in Python.

    Parameters
    ----------
    position : Position
        A position of a partisan game in which a player who cannot move loses.

    Returns
    -------
    Position
        A position of the game ``impartial:GAME``, with the same player to move.

    Raises
    ------
    UnsuitableError
        If the game is not under normal play, is a sum, or is impartial already.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.impartial(upstar.position("clobber", "xxo"))
    >>> p
    upstar.position('impartial:clobber', 'xxo')
    >>> list(p.moves())
    ['b1c1', 'c1b1']
    """
    check_position(position)
    return Position(_core.impartial(position._core))


def nimber(
    position: Position | str | Game | type[Game],
    *arguments: str,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    threads: int = 1,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_every: float = 60.0,
    proof: str | os.PathLike[str] | None = None,
    progress: Callable[[NimberProgress], None] | Auto | None = "auto",
) -> NimberSolution:
    """Find the nimber of a position of an impartial game by search.

    Parameters
    ----------
    position : Position, str, Game or subclass of Game
        A position of an impartial game, such as ``cram`` or ``impartial:clobber``, or a sum of such
        positions; or a game, and its text as the next argument.
    *arguments : str
        The text of the position, after a game.
    max_nodes : int, optional
        Stop after this many nodes.
    max_seconds : float, optional
        Stop after this many seconds.
    max_memory : float, optional
        The most memory for the search, in megabytes; by default 4 GiB.
    threads : int
        The number of threads. Games written in Python use one.
    checkpoint : path, optional
        A directory in which the table of nimbers is saved. A search for the nimber of the same
        position resumes from it.
    checkpoint_every : float
        Seconds between two saves.
    proof : path, optional
        Write a certificate of the nimber to this file, for ``upstar.verify``. For ``cram``,
        ``impartial:clobber`` and ``impartial:nogo`` on boards of at most 63 cells.
    progress : callable, 'auto' or None
        Called with a ``NimberProgress`` about ten times a second. ``'auto'`` shows a bar in a
        notebook if the work takes longer than a second.

    Returns
    -------
    NimberSolution
        The nimber, or its bounds if a limit was reached first. After Ctrl-C, ``stopped`` is
        ``'interrupted'``.

    Raises
    ------
    UnsuitableError
        If the game is not impartial or not under normal play, or the checkpoint is of another
        search.
    ParameterError
        If a limit has a value that is not allowed.
    TypeError
        If there are more arguments than a game and a text.

    References
    ----------
    Lemoine and Viennot, *Nimbers are inevitable*, 2012. Beling and Rogalski, *On pruning search
    trees of impartial games*, 2020.

    Examples
    --------
    >>> import upstar
    >>> upstar.nimber("cram", "4x5").nimber
    2
    >>> upstar.nimber("impartial:clobber", "xoxoxoxo").nimber
    2
    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "3x3.proof")
    >>> certificate = upstar.nimber("impartial:nogo", "3x3", proof=path).proof
    >>> upstar.verify(certificate.path).nimber
    0
    >>> stopped = upstar.nimber("cram", "6x7", max_nodes=100)
    >>> stopped.nimber, stopped.stopped
    (None, 'nodes')
    """
    start, rest = position_from(position, arguments)
    if rest:
        raise TypeError("too many arguments: give a position, or a game and its text")
    check_kinds(paths={"checkpoint": checkpoint, "proof": proof}, calls={"progress": progress})
    options = {
        **DEFAULT_OPTIONS,
        **core_limits(max_nodes, max_seconds, max_memory, None, threads, 0),
        "checkpoint": None if checkpoint is None else os.fspath(checkpoint),
        "checkpoint_every": positive_number("checkpoint_every", checkpoint_every),
        "proof": None if proof is None else os.fspath(proof),
    }
    with reporting(progress, nimber_work(max_nodes=max_nodes, max_seconds=max_seconds)) as report:
        return _search(start, options, report, None)[0]


class FamilyNimbers:
    """Searches for the nimbers of a family of positions, which share the nimbers of parts.

    They share them if the game has one kind of keys for positions of all sizes.

    Parameters
    ----------
    largest : Position
        The largest position of the family.
    max_memory : float, optional
        The most memory for the searches, in megabytes; by default 4 GiB.
    """

    def __init__(self, largest: Position, max_memory: float | None) -> None:
        self._max_memory = max_memory
        max_bytes = core_limits(None, None, max_memory, None, 1, 0)["max_bytes"]
        self._shared = _core.shared_nimbers(largest._core, max_bytes)

    def search(
        self,
        position: Position,
        max_seconds: float | None,
        report: Callable[[NimberProgress], None] | None,
    ) -> tuple[NimberSolution, bool]:
        """Find the nimber of a position of the family; also return whether Ctrl-C was pressed."""
        limits = core_limits(None, max_seconds, self._max_memory, None, 1, 0)
        return _search(position, {**DEFAULT_OPTIONS, **limits}, report, self._shared)


def _search(
    start: Position,
    options: dict[str, Any],
    report: Callable[[NimberProgress], None] | None,
    shared: _core.SharedNimbers | None,
) -> tuple[NimberSolution, bool]:
    names = NimberProgress.__slots__

    def call(state: dict[str, Any]) -> None:
        assert report is not None
        report(NimberProgress(**{name: state[name] for name in names}))

    answer = _core.nimber(start._core, options, None if report is None else call, shared)
    error, earlier = answer["save_error"], answer["earlier"]
    solution = NimberSolution(
        position=start,
        lower=answer["lower"],
        upper=answer["upper"],
        nodes=answer["nodes"],
        seconds=answer["seconds"],
        peak_bytes=answer["peak_bytes"],
        stopped=answer["stopped"],
        nodes_before=0 if earlier is None else earlier[0],
        note="" if error is None else f"the checkpoint is not up to date: {error}",
        proof=written_certificate(answer["proof"]),
        proof_error=answer["proof"].get("error"),
        estimated_nodes=answer["estimated_nodes"],
    )
    return solution, answer["interrupted"]
