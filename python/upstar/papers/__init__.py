"""The papers: one small module for each table or figure, found by looking.

A module in a folder of this package that has an `EXPERIMENT` is on the list; nothing else has
to be told.
"""

import difflib
import importlib
import pkgutil
from functools import lru_cache

from upstar.errors import UnknownNameError
from upstar.papers.experiment import Experiment

__all__ = ["Experiment", "experiment", "experiments"]


@lru_cache
def experiments() -> dict[str, Experiment]:
    """Every table and figure by its id, in the order of papers and modules.

    >>> "pp-table-4" in experiments()
    True
    """
    found: dict[str, Experiment] = {}
    for folder in pkgutil.iter_modules(__path__, f"{__name__}."):
        if not folder.ispkg:
            continue
        package = importlib.import_module(folder.name)
        for module in pkgutil.iter_modules(package.__path__, f"{folder.name}."):
            entry = getattr(importlib.import_module(module.name), "EXPERIMENT", None)
            if isinstance(entry, Experiment):
                assert entry.id not in found, f"two experiments are called {entry.id}"
                found[entry.id] = entry
    return found


def experiment(name: str) -> Experiment:
    """The table or figure with this id."""
    known = experiments()
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
        raise UnknownNameError(f"there is no table or figure '{name}'; {hint}")
    return known[name]
