"""Random algorithms and options of a search."""

import random
from functools import cache
from typing import Any

from upstar.registry import AlgorithmInfo, algorithms, value_parameters

_NUMBERS: dict[str, tuple[str, ...]] = {
    "epsilon": ("0", "0.25", "1", "2.5"),
    "playouts": ("1", "2", "10"),
    "theta": ("0.001", "0.1", "0.5"),
    "cgt_from": ("0", "1", "2", "3"),
    "part_cells": ("0", "1", "3", "6", "12"),
    "depth": ("0", "1", "2"),
    "simulate_below": ("0", "1", "5"),
    "expand_after": ("1", "3"),
    "first_play": ("1000", "0.5"),
}
"""Values to try for parameters that are numbers; 0 and 1 for those that are not listed."""
NODES = 2_000_000
"""Nodes after which a position counts as not solved."""


@cache
def _listed() -> dict[str, AlgorithmInfo]:
    return {info.name: info for info in algorithms()}


def algorithm(rng: random.Random) -> str:
    """Return one of the algorithms."""
    return rng.choice(list(_listed()))


def options(rng: random.Random, name: str, *, valued: bool, plain: bool = False) -> dict[str, Any]:
    """Return random options for a search: parameters, limits, threads, the seed.

    Parameters
    ----------
    rng : random.Random
        The source of random numbers.
    name : str
        An algorithm.
    valued : bool
        Whether the positions of the game have values.
    plain : bool
        Whether limits and threads are left out.

    Returns
    -------
    dict
        Keywords of ``solve``.

    Examples
    --------
    >>> options(random.Random(2), "minimax", valued=False, plain=True)
    {'seed': 0}
    """
    found: dict[str, Any] = {}
    parameters = _listed()[name].parameters
    for parameter in parameters:
        if rng.random() < 2.5 / (len(parameters) + 2):
            words = parameter.values.split("|")
            if parameter.values.isupper():
                words = list(_NUMBERS.get(parameter.name, ("0", "1")))
            found[parameter.name] = rng.choice(words)
    if valued and rng.random() < 0.3:
        for parameter in value_parameters():
            if parameter.name != "database" and rng.random() < 0.4:
                words = parameter.values.split("|")
                if parameter.values.isupper():
                    words = list(_NUMBERS[parameter.name])
                found[parameter.name] = rng.choice(words)
    if rng.random() < 0.3:
        found["seed"] = rng.choice((1, 2, 2**63))
    else:
        found["seed"] = 0
    if plain:
        return found
    if rng.random() < 0.15:
        found["threads"] = rng.choice((2, 3, 4))
    kind = rng.random()
    if kind < 0.1:
        found["max_nodes"] = rng.choice((1, 2, 5, 20, 100))
    elif kind < 0.2:
        found["max_memory"] = rng.choice((0.0001, 0.001, 0.01, 0.1))
    return found


def limited(given: dict[str, Any]) -> dict[str, Any]:
    """Return options with limits, so that no case runs for long."""
    return {"max_nodes": NODES, "max_seconds": 5.0, "progress": None, **given}


def tags(given: dict[str, Any]) -> list[str]:
    """Return the names of options for the summary.

    Examples
    --------
    >>> tags({"table": "false", "threads": 2, "epsilon": "0.25", "seed": 0})
    ['table=false', 'threads', 'epsilon']
    """
    found = []
    for name, value in given.items():
        if name != "seed" or value:
            is_word = isinstance(value, str) and not value.replace(".", "").isdigit()
            found.append(f"{name}={value}" if is_word and name != "database" else name)
    return found
