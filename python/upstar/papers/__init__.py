"""Published tables and figures that upstar can repeat: one small module for each.

A module in a folder of this package that has an ``EXPERIMENT`` is found automatically.
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
    """Return every published table and figure by its id.

    Returns
    -------
    dict of str to Experiment
        The experiments, in the order of papers and modules.

    Examples
    --------
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
                assert entry.id not in found, f"two experiments have the id {entry.id}"
                found[entry.id] = entry
    return found


def experiment(name: str) -> Experiment:
    """Return the published table or figure with an id.

    Parameters
    ----------
    name : str
        The id.

    Returns
    -------
    Experiment
        The table or figure.

    Raises
    ------
    UnknownNameError
        If there is no such table or figure.

    Examples
    --------
    >>> experiment("pp-table-4").id
    'pp-table-4'
    """
    known = experiments()
    if name not in known:
        close = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean '{close[0]}'?" if close else f"known: {', '.join(known)}"
        raise UnknownNameError(f"there is no table or figure '{name}'; {hint}")
    return known[name]
