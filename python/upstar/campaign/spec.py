"""Campaigns: games × positions × algorithms × seeds, described in Python or TOML.

```toml
name = "strips"
title = "Four searches on NoGo strips"
seeds = 1                          # how many, or a list

[limits]
max_seconds = 10

[[positions]]
game = "nogo"                      # or "my_game.py:MyGame"
positions = ["1x10", "1x11"]
to_move = ["left", "right"]        # optional

[[algorithms]]
name = "ppt"

[[algorithms]]
name = "df-pn"
label = "df-pn, plain sum"         # optional: its name in reports
parameters = { sum = "plain" }
```
"""

import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from upstar.campaign.executor import Executor
from upstar.campaign.job import LIMITS, Job
from upstar.campaign.run import run_jobs
from upstar.campaign.store import Record, Store
from upstar.errors import ParameterError

_KEYS = ("name", "title", "kind", "seeds", "limits", "positions", "algorithms")

__all__ = ["Algorithm", "Campaign", "Positions", "read_campaign"]


@dataclass(frozen=True, kw_only=True)
class Positions:
    """Positions of a game, each with each of the given players to move.

    Parameters
    ----------
    game : str
        The name of a registered game, or ``FILE.py:CLASS``.
    positions : sequence of str
        The texts of the positions.
    to_move : sequence of str or None
        The players to move; None stands for the game's first player.

    Examples
    --------
    >>> from upstar.campaign import Positions
    >>> Positions(game="domineering", positions=["3x3"], to_move=["left", "right"]).game
    'domineering'
    """

    game: str
    positions: Sequence[str]
    to_move: Sequence[str | None] = (None,)


@dataclass(frozen=True, kw_only=True)
class Algorithm:
    """An algorithm with its parameters, as a campaign runs it.

    Parameters
    ----------
    name : str
        One of ``upstar.algorithms``.
    parameters : mapping
        Its parameters.
    label : str
        The name in reports; by default the name with the parameters.
    seeds : sequence of int, optional
        Seeds; by default those of the campaign.
    limits : mapping
        Limits in addition to those of the campaign.

    Examples
    --------
    >>> from upstar.campaign import Algorithm
    >>> Algorithm(name="df-pn", parameters={"sum": "plain"}).title
    'df-pn (sum plain)'
    """

    name: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""
    seeds: Sequence[int] | None = None
    limits: Mapping[str, float] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The name in reports."""
        words = ", ".join(f"{name} {value}" for name, value in self.parameters.items())
        return self.label or (f"{self.name} ({words})" if words else self.name)


@dataclass(frozen=True, kw_only=True)
class Campaign:
    """A named set of jobs: every position with every algorithm and every seed.

    Parameters
    ----------
    name : str
        The name under which the store groups the jobs.
    positions : sequence of Positions
        The positions.
    algorithms : sequence of Algorithm
        The algorithms.
    title : str
        The title of reports.
    kind : str
        What the jobs do: a name in ``kinds``.
    seeds : sequence of int
        The seeds.
    limits : mapping
        Limits of every job: some of ``max_nodes``, ``max_seconds``, ``max_memory`` (megabytes) and
        ``max_playouts``.

    Examples
    --------
    >>> from upstar.campaign import Algorithm, Campaign, Positions
    >>> campaign = Campaign(
    ...     name="small",
    ...     positions=[Positions(game="domineering", positions=["3x3", "3x4"])],
    ...     algorithms=[Algorithm(name="ppt"), Algorithm(name="pnt")],
    ... )
    >>> len(campaign.jobs())
    4
    """

    name: str
    positions: Sequence[Positions]
    algorithms: Sequence[Algorithm]
    title: str = ""
    kind: str = "solve"
    seeds: Sequence[int] = (0,)
    limits: Mapping[str, float] = field(default_factory=dict)

    def jobs(self) -> list[Job]:
        """Return all jobs, in the order of the positions.

        Returns
        -------
        list of Job
            A job for each position, player to move, algorithm and seed.
        """
        return [
            self.job(entry.game, text, mover, algorithm, seed)
            for entry in self.positions
            for text in entry.positions
            for mover in entry.to_move
            for algorithm in self.algorithms
            for seed in (self.seeds if algorithm.seeds is None else algorithm.seeds)
        ]

    def job(
        self, game: str, position: str, to_move: str | None, algorithm: Algorithm, seed: int
    ) -> Job:
        """Return one of the jobs.

        Parameters
        ----------
        game : str
            The game.
        position : str
            The text of the position.
        to_move : str or None
            The player to move.
        algorithm : Algorithm
            The algorithm.
        seed : int
            The seed.

        Returns
        -------
        Job
            The job, with the limits of the campaign and of the algorithm.

        Examples
        --------
        >>> from upstar.campaign import Algorithm, Campaign
        >>> campaign = Campaign(name="c", positions=[], algorithms=[], limits={"max_nodes": 10})
        >>> campaign.job("domineering", "3x3", None, Algorithm(name="ppt"), 0).limits
        {'max_nodes': 10}
        """
        return Job(
            kind=self.kind,
            game=game,
            position=position,
            to_move=to_move,
            algorithm=algorithm.name,
            parameters=algorithm.parameters,
            seed=seed,
            limits={**self.limits, **algorithm.limits},
        )

    def label(self, job: Job) -> str:
        """Return the name of a job's algorithm in reports.

        Parameters
        ----------
        job : Job
            A job of the campaign.

        Returns
        -------
        str
            The title of its algorithm.

        Examples
        --------
        >>> from upstar.campaign import Algorithm, Campaign, Positions
        >>> campaign = Campaign(
        ...     name="small",
        ...     positions=[Positions(game="domineering", positions=["3x3"])],
        ...     algorithms=[Algorithm(name="ppt", label="PPT")],
        ... )
        >>> campaign.label(campaign.jobs()[0])
        'PPT'
        """
        for algorithm in self.algorithms:
            same = algorithm.name == job.algorithm
            if same and dict(algorithm.parameters) == dict(job.parameters):
                return algorithm.title
        return job.algorithm

    def run(
        self, store: Store, executor: Executor, *, progress: Any = "auto", **options: bool
    ) -> list[Record]:
        """Run the jobs that the store has no answer to; see ``run_jobs``.

        Parameters
        ----------
        store : Store
            Where answers are looked up and stored.
        executor : Executor
            What runs the jobs. It stays open.
        progress : callable, 'auto' or None
            Called with a ``RunProgress`` several times a second. ``'auto'`` shows a bar in a
            notebook if the jobs take longer than a second.
        **options : bool
            ``retry`` and ``fresh`` of ``run_jobs``.

        Returns
        -------
        list of Record
            The records of all jobs.

        Examples
        --------
        >>> from upstar.campaign import Algorithm, Campaign, Positions, Store, executor
        >>> campaign = Campaign(
        ...     name="small",
        ...     positions=[Positions(game="domineering", positions=["3x3"])],
        ...     algorithms=[Algorithm(name="ppt")],
        ... )
        >>> pool = executor("local", workers=1)
        >>> [record.solved for record in campaign.run(Store(":memory:"), pool)]
        [True]
        >>> pool.close()
        """
        return run_jobs(
            self.jobs(), store, executor, campaign=self.name, progress=progress, **options
        )


def read_campaign(path: str | os.PathLike[str]) -> Campaign:
    """Read a campaign from a TOML file.

    Parameters
    ----------
    path : path
        The file.

    Returns
    -------
    Campaign
        The campaign.

    Raises
    ------
    ParameterError
        If the file cannot be read or does not describe a campaign.

    Examples
    --------
    >>> import os, tempfile
    >>> from upstar.campaign import read_campaign
    >>> path = os.path.join(tempfile.mkdtemp(), "small.toml")
    >>> with open(path, "w") as file:
    ...     _ = file.write('''
    ... name = "small"
    ... [[positions]]
    ... game = "domineering"
    ... positions = ["3x3"]
    ... [[algorithms]]
    ... name = "ppt"
    ... ''')
    >>> len(read_campaign(path).jobs())
    1
    """
    try:
        with open(path, "rb") as file:
            data = tomllib.load(file)
    except OSError as error:
        raise ParameterError(f"cannot read the campaign '{path}': {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ParameterError(f"'{path}' is not TOML: {error}") from None
    try:
        return _campaign(data)
    except ParameterError as error:
        raise ParameterError(f"{path}: {error}") from None


def _campaign(data: dict[str, Any]) -> Campaign:
    _only(data, "a campaign", _KEYS)
    if not isinstance(data.get("name"), str) or not data["name"].strip():
        raise ParameterError('a campaign needs a name, such as name = "strips"')
    campaign = Campaign(
        name=data["name"],
        title=_text(data, "title", ""),
        kind=_text(data, "kind", "solve"),
        seeds=_seeds(data.get("seeds", [0])),
        limits=_limits(data.get("limits", {})),
        positions=[_positions(entry) for entry in _tables(data, "positions")],
        algorithms=[_algorithm(entry) for entry in _tables(data, "algorithms")],
    )
    names = [algorithm.title for algorithm in campaign.algorithms]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ParameterError(
            f"two algorithms have the name '{twice[0]}'; give one of them another label"
        )
    _check(campaign)
    return campaign


def _check(campaign: Campaign) -> None:
    """Check all names before the first job runs."""
    from upstar.campaign.kinds import find_kind, position_of
    from upstar.load import load_algorithm
    from upstar.registry import algorithms

    find_kind(campaign.kind)
    if campaign.kind == "solve":
        known = [info.name for info in algorithms()]
        for algorithm in campaign.algorithms:
            if isinstance(load_algorithm(algorithm.name), str) and algorithm.name not in known:
                raise ParameterError(
                    f"there is no algorithm '{algorithm.name}'; known: {', '.join(known)}"
                )
    for job in {(job.game, job.position, job.to_move): job for job in campaign.jobs()}.values():
        try:
            position_of(job)
        except ValueError as error:
            raise ParameterError(f"{job.game} {job.position}: {error}") from None


def _tables(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    entries = data.get(name)
    if (
        not isinstance(entries, list)
        or not entries
        or not all(isinstance(e, dict) for e in entries)
    ):
        raise ParameterError(f"a campaign needs at least one [[{name}]]")
    return entries


def _positions(entry: dict[str, Any]) -> Positions:
    _only(entry, "[[positions]]", ["game", "positions", "to_move"])
    players = _strings(entry.get("to_move", []), "to_move")
    return Positions(
        game=_text(entry, "game"),
        positions=_strings(entry.get("positions"), "positions"),
        to_move=players or [None],
    )


def _algorithm(entry: dict[str, Any]) -> Algorithm:
    _only(entry, "[[algorithms]]", ["name", "label", "parameters", "seeds", "limits"])
    parameters = entry.get("parameters", {})
    if not isinstance(parameters, dict):
        raise ParameterError("parameters must be a table, such as { preset = 'paper' }")
    return Algorithm(
        name=_text(entry, "name"),
        label=_text(entry, "label", ""),
        parameters=parameters,
        seeds=_seeds(entry["seeds"]) if "seeds" in entry else None,
        limits=_limits(entry.get("limits", {})),
    )


def _only(entry: dict[str, Any], what: str, names: Iterable[str]) -> None:
    for name in entry:
        if name not in names:
            raise ParameterError(f"{what} has no key '{name}'; known: {', '.join(names)}")


def _text(entry: dict[str, Any], name: str, default: str | None = None) -> str:
    text = entry.get(name, default)
    if not isinstance(text, str):
        raise ParameterError(f"{name} must be text, not {text!r}")
    return text


def _strings(value: Any, name: str) -> list[str]:
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(text, str) for text in listed):
        raise ParameterError(f'{name} must be a list of strings, such as ["5x5", "5x6"]')
    return listed


def _seeds(value: Any) -> list[int]:
    seeds = list(range(value)) if isinstance(value, int) else value
    good = isinstance(seeds, list) and seeds and all(isinstance(s, int) and s >= 0 for s in seeds)
    if not good or isinstance(value, bool):
        raise ParameterError(f"seeds must be a number of seeds or a list of them, not {value!r}")
    return list(seeds)


def _limits(value: Any) -> dict[str, float]:
    if not isinstance(value, dict):
        raise ParameterError("limits must be a table, such as { max_seconds = 10 }")
    for name, limit in value.items():
        if name not in LIMITS:
            raise ParameterError(f"there is no limit '{name}'; known: {', '.join(LIMITS)}")
        if isinstance(limit, bool) or not isinstance(limit, int | float) or not limit > 0:
            raise ParameterError(f"{name} must be a number above 0, not {limit!r}")
    return value
