"""Rows as data frames, of the library that is installed."""

import sys
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from typing import Any

from upstar.errors import ParameterError

__all__ = ["data_frame"]

LIBRARIES = ("pandas", "polars")


def data_frame(rows: Iterable[Mapping[str, Any]], columns: Iterable[str] | None = None) -> Any:
    """Return rows as a data frame of pandas or polars.

    If both are installed, the one that the program has imported is used; else pandas.

    Parameters
    ----------
    rows : iterable of mapping
        The rows, by the names of the columns.
    columns : iterable of str, optional
        The names of the columns, in order; by default those of the first row.

    Returns
    -------
    pandas.DataFrame or polars.DataFrame
        The frame.

    Raises
    ------
    ParameterError
        If neither library is installed.

    Examples
    --------
    >>> from upstar.tables import data_frame
    >>> data_frame([{"move": "a", "score": 1}], ["move", "score"]).shape
    (1, 2)
    """
    all_rows = list(rows)
    names = list(columns if columns is not None else all_rows[0] if all_rows else ())
    data = {name: [row[name] for row in all_rows] for name in names}
    if _library() == "polars":
        import polars

        return polars.DataFrame(data, strict=False)
    import pandas

    return pandas.DataFrame(data, columns=names)


def _library() -> str:
    """Return the name of the library that makes the frames."""
    for found in (name for name in LIBRARIES if name in sys.modules):
        return found
    for found in (name for name in LIBRARIES if find_spec(name) is not None):
        return found
    raise ParameterError(
        "data frames need pandas or polars, and neither is installed: pip install pandas"
    )
