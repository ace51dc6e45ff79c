"""A job: one piece of work, described by plain data, with a key that never changes.

**Idea** Two jobs with the same key have the same result. So the store keeps a result permanently,
and a campaign can stop and resume at any time.
**Key** SHA-256 of the job's canonical JSON: kind, game, position, player, algorithm, parameters,
seed, limits and the engine. The engine is the version with a digest of the compiled core, and of
the file of a game or search written in Python. So results of different engines are never confused.
"""

import hashlib
import importlib.util
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from upstar.errors import ParameterError
from upstar.load import add_working_directory_to_path, names_python_game

LIMITS = ("max_nodes", "max_seconds", "max_memory", "max_playouts")
"""The limits of a job; memory in megabytes."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """One piece of work, described by plain data, with a key that identifies it.

    Two jobs with the same key have the same answer, so the store keeps an answer permanently.

    Parameters
    ----------
    game : str
        The name of a registered game, or ``FILE.py:CLASS``.
    position : str
        The text of the position.
    algorithm : str
        One of ``upstar.algorithms``.
    to_move : str, optional
        The player to move; by default the game's first player.
    parameters : mapping
        The parameters of the algorithm.
    seed : int
        The seed.
    limits : mapping
        Some of ``max_nodes``, ``max_seconds``, ``max_memory`` (megabytes) and ``max_playouts``.
    kind : str
        What to do: a name in ``kinds``.
    engine : str
        The version of upstar that answers; by default this one.

    Raises
    ------
    ParameterError
        If there is no such limit, or the parameters are not plain data.

    Examples
    --------
    >>> from upstar.campaign import Job
    >>> a = Job(game="domineering", position="5x5", algorithm="ppt", parameters={"b": 1, "a": 2})
    >>> b = Job(game="domineering", position="5x5", algorithm="ppt", parameters={"a": 2, "b": 1})
    >>> a.key == b.key, a.key == Job(game="domineering", position="5x5", seed=1).key
    (True, False)
    >>> a.to_json()["algorithm"]
    'ppt'
    """

    game: str
    position: str
    algorithm: str = "auto"
    to_move: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    limits: Mapping[str, float] = field(default_factory=dict)
    kind: str = "solve"
    engine: str = ""

    def __post_init__(self) -> None:
        """Check the limits and the parameters, and set the engine."""
        for name in self.limits:
            if name not in LIMITS:
                raise ParameterError(f"there is no limit '{name}'; known: {', '.join(LIMITS)}")
        try:
            json.dumps([dict(self.parameters), dict(self.limits)], allow_nan=False)
        except (TypeError, ValueError) as error:
            raise ParameterError(f"the parameters of a job must be JSON data: {error}") from None
        if not self.engine:
            object.__setattr__(self, "engine", engine_of(self))

    def to_json(self) -> dict[str, Any]:
        """Return the job as a dictionary that ``json.dumps`` and ``from_json`` accept.

        Returns
        -------
        dict
            The attributes by name.
        """
        data = {f.name: getattr(self, f.name) for f in fields(self)}
        return {**data, "parameters": dict(self.parameters), "limits": dict(self.limits)}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> "Job":
        """Create the job from what ``to_json`` returned.

        Parameters
        ----------
        data : mapping
            The attributes by name.

        Returns
        -------
        Job
            The job.

        Examples
        --------
        >>> from upstar.campaign import Job
        >>> job = Job(game="domineering", position="5x5")
        >>> Job.from_json(job.to_json()) == job
        True
        """
        return Job(**{f.name: data[f.name] for f in fields(Job)})

    @cached_property
    def key(self) -> str:
        """The key under which the store keeps the answer: a digest of all attributes."""
        text = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def __hash__(self) -> int:
        """Return the hash of the key."""
        return hash(self.key)

    def __str__(self) -> str:
        """Return the job as one line, similar to a command line."""
        words = [self.kind, self.game, self.position]
        words += [f"--to-move {self.to_move}"] if self.to_move else []
        words += ["--algorithm", self.algorithm]
        words += [f"--set {name}={value}" for name, value in self.parameters.items()]
        words += [f"--seed {self.seed}"] if self.seed else []
        return " ".join(words)


def engine_id(game: str = "") -> str:
    """Return the engine of this process: version, sources of the core, digest of a Python game.

    Cores that were built from the same sources give the same results on all machines, so they are
    one engine, whatever compiler built them. The file of a game is read again each time, so a
    changed game has another engine.

    >>> import upstar
    >>> from upstar.campaign.job import engine_id
    >>> engine_id().split("+")[0] == upstar.__version__
    True
    """
    import upstar
    from upstar import _core, clock

    name = f"{upstar.__version__}+core.{_core.build_info()['sources'][:10]}"
    if clock.selected() == "processor":
        # Limits in seconds then have another meaning.
        name += "+clock.processor"
    if not names_python_game(game):
        return name
    place = game if game.endswith(".py") else game.rpartition(":")[0]
    if not place.endswith(".py"):
        add_working_directory_to_path()
        try:
            spec = importlib.util.find_spec(place)
        except (ImportError, ValueError):
            spec = None
        place = spec.origin or "" if spec else ""
    return f"{name}+game.{_digest(place)}" if Path(place).is_file() else name


def engine_of(job: Job) -> str:
    """Return the engine that runs a job here: `engine_id`, and digests of searches in files.

    >>> from upstar.campaign.job import Job, engine_id, engine_of
    >>> engine_of(Job(game="domineering", position="3x3")) == engine_id()
    True
    """
    engine = engine_id(job.game)
    for name in (job.algorithm, str(job.parameters.get("against", ""))):
        place, colon, _ = name.partition(".py:")
        if colon and Path(f"{place}.py").is_file():
            engine += f"+code.{_digest(f'{place}.py')}"
    return engine


def _digest(path: str) -> str:
    status = Path(path).stat()
    return _digest_of(path, status.st_mtime_ns, status.st_size)


@lru_cache
def _digest_of(path: str, _changed: int, _size: int) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:10]
