"""Campaigns: games × positions × algorithms × seeds, in a few lines of Python or of TOML.

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
label = "df-pn, plain sum"         # optional: how reports call it
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
    """Positions of a game, each with each of the players to move."""

    game: str
    positions: Sequence[str]
    to_move: Sequence[str | None] = (None,)


@dataclass(frozen=True, kw_only=True)
class Algorithm:
    """An algorithm with its parameters."""

    name: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""
    """How reports call it; by default the name with the parameters."""
    seeds: Sequence[int] | None = None
    """Seeds of its own; none: those of the campaign."""
    limits: Mapping[str, float] = field(default_factory=dict)
    """Limits of its own, beside those of the campaign."""

    @property
    def title(self) -> str:
        """How reports call it."""
        words = ", ".join(f"{name} {value}" for name, value in self.parameters.items())
        return self.label or (f"{self.name} ({words})" if words else self.name)


@dataclass(frozen=True, kw_only=True)
class Campaign:
    """A set of jobs with a name: every position with every algorithm and every seed.

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
        """All jobs, cheap positions first as they are listed."""
        return [
            self.job(place.game, text, mover, algorithm, seed)
            for place in self.positions
            for text in place.positions
            for mover in place.to_move
            for algorithm in self.algorithms
            for seed in (self.seeds if algorithm.seeds is None else algorithm.seeds)
        ]

    def job(
        self, game: str, position: str, to_move: str | None, algorithm: Algorithm, seed: int
    ) -> Job:
        """One of the jobs."""
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
        """How reports call the algorithm of a job."""
        for algorithm in self.algorithms:
            same = algorithm.name == job.algorithm
            if same and dict(algorithm.parameters) == dict(job.parameters):
                return algorithm.title
        return job.algorithm

    def run(
        self, store: Store, executor: Executor, *, progress: Any = None, **options: bool
    ) -> list[Record]:
        """Do what the store does not have; see `run_jobs`."""
        return run_jobs(
            self.jobs(), store, executor, campaign=self.name, progress=progress, **options
        )


def read_campaign(path: str | os.PathLike[str]) -> Campaign:
    """The campaign that a TOML file describes.

    Raises
    ------
    ParameterError
        If the file is not there or says something else; one line that says what would be right.
    """
    try:
        with open(path, "rb") as file:
            data = tomllib.load(file)
    except OSError as error:
        raise ParameterError(f"no campaign in '{path}': {error.strerror}") from None
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
        raise ParameterError(f"two algorithms are called '{twice[0]}'; give one another label")
    _check(campaign)
    return campaign


def _check(campaign: Campaign) -> None:
    """Find misspelt names before hours of work, not after."""
    from upstar.campaign.kinds import find_kind, position_of
    from upstar.registry import algorithms

    find_kind(campaign.kind)
    if campaign.kind == "solve":
        known = [info.name for info in algorithms()]
        for algorithm in campaign.algorithms:
            if algorithm.name not in known:
                there = ", ".join(known)
                raise ParameterError(f"there is no algorithm '{algorithm.name}'; there are {there}")
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
        raise ParameterError("parameters are a table, such as { preset = 'paper' }")
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
            raise ParameterError(f"{what} has no '{name}'; it has {', '.join(names)}")


def _text(entry: dict[str, Any], name: str, default: str | None = None) -> str:
    text = entry.get(name, default)
    if not isinstance(text, str):
        raise ParameterError(f"{name} must be text, not {text!r}")
    return text


def _strings(value: Any, name: str) -> list[str]:
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(text, str) for text in listed):
        raise ParameterError(f'{name} must be a list of texts, such as ["5x5", "5x6"]')
    return listed


def _seeds(value: Any) -> list[int]:
    seeds = list(range(value)) if isinstance(value, int) else value
    good = isinstance(seeds, list) and seeds and all(isinstance(s, int) and s >= 0 for s in seeds)
    if not good or isinstance(value, bool):
        raise ParameterError(f"seeds must be a number of seeds or a list of them, not {value!r}")
    return list(seeds)


def _limits(value: Any) -> dict[str, float]:
    if not isinstance(value, dict):
        raise ParameterError("limits are a table, such as { max_seconds = 10 }")
    for name, limit in value.items():
        if name not in LIMITS:
            raise ParameterError(f"there is no limit '{name}'; there are {', '.join(LIMITS)}")
        if isinstance(limit, bool) or not isinstance(limit, int | float) or not limit > 0:
            raise ParameterError(f"{name} must be a number above 0, not {limit!r}")
    return value
