"""A job: one piece of work, fully said by plain data, with a key that never changes.

**Idea** Two jobs with the same key would give the same answer, so the store keeps an
answer forever, and a campaign can stop and resume at any time.
**Key** SHA-256 of the job's canonical JSON: kind, game, position, player, algorithm, parameters,
seed, limits and the engine. The engine is the version with a digest of the compiled core, and
of the file of a game that is written in Python: results of another engine are never taken for
this one's.
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
"""What may limit a job; memory in megabytes."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """One piece of work.

    Examples
    --------
    >>> from upstar.campaign import Job
    >>> a = Job(game="domineering", position="5x5", algorithm="ppt", parameters={"b": 1, "a": 2})
    >>> b = Job(game="domineering", position="5x5", algorithm="ppt", parameters={"a": 2, "b": 1})
    >>> a.key == b.key, a.key == Job(game="domineering", position="5x5", seed=1).key
    (True, False)
    """

    game: str
    position: str
    algorithm: str = "auto"
    to_move: str | None = None
    """None: the game's first player."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    limits: Mapping[str, float] = field(default_factory=dict)
    """Some of max_nodes, max_seconds, max_memory (megabytes), max_playouts."""
    kind: str = "solve"
    """What is to be done: a name in `upstar.campaign.kinds`."""
    engine: str = ""
    """Who answers; filled in when it is empty."""

    def __post_init__(self) -> None:
        """Complain about limits that do not exist; fill the engine in."""
        for name in self.limits:
            if name not in LIMITS:
                raise ParameterError(f"there is no limit '{name}'; there are {', '.join(LIMITS)}")
        try:
            json.dumps([dict(self.parameters), dict(self.limits)], allow_nan=False)
        except (TypeError, ValueError) as error:
            raise ParameterError(f"a job's parameters must be plain data: {error}") from None
        if not self.engine:
            object.__setattr__(self, "engine", engine_id(self.game))

    def to_json(self) -> dict[str, Any]:
        """Plain data; `from_json` reads it back."""
        data = {f.name: getattr(self, f.name) for f in fields(self)}
        return {**data, "parameters": dict(self.parameters), "limits": dict(self.limits)}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> "Job":
        """The job that `to_json` wrote."""
        return Job(**{f.name: data[f.name] for f in fields(Job)})

    @cached_property
    def key(self) -> str:
        """The name under which the answer is kept."""
        text = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def __hash__(self) -> int:
        """Equal jobs have equal hashes."""
        return hash(self.key)

    def __str__(self) -> str:
        """The job in a line, much as on the command line."""
        words = [self.kind, self.game, self.position]
        words += [f"--to-move {self.to_move}"] if self.to_move else []
        words += ["--algorithm", self.algorithm]
        words += [f"--set {name}={value}" for name, value in self.parameters.items()]
        words += [f"--seed {self.seed}"] if self.seed else []
        return " ".join(words)


def engine_id(game: str = "") -> str:
    """The engine that answers here: version, digest of the core, digest of a Python game's file.

    Files are read again each time, so that a game that has changed has another engine.

    >>> import upstar
    >>> from upstar.campaign.job import engine_id
    >>> engine_id().split("+")[0] == upstar.__version__
    True
    """
    import upstar
    from upstar import _core

    name = f"{upstar.__version__}+core.{_digest(str(_core.__file__))}"
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


def _digest(path: str) -> str:
    status = Path(path).stat()
    return _digest_of(path, status.st_mtime_ns, status.st_size)


@lru_cache
def _digest_of(path: str, _changed: int, _size: int) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:10]
