"""Rows as data frames, of the library that is installed."""

import sys
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from typing import Any, Protocol

from upstar.errors import ParameterError

__all__ = ["data_frame"]

LIBRARIES = ("pandas", "polars")


class _Row(Protocol):
    """What has a JSON form."""

    def to_json(self) -> dict[str, Any]: ...


def data_frame(
    rows: "Iterable[Mapping[str, Any] | _Row]", columns: Iterable[str] | None = None
) -> Any:
    """Return rows as a data frame of pandas or polars.

    If both are installed, the one that the program has imported is used; else pandas.

    Parameters
    ----------
    rows : iterable
        The rows: mappings from the names of the columns, or objects with a method ``to_json``, such
        as solutions and the boards of ``database_stat``.
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
    >>> import upstar
    >>> sizes = ["1x2", "2x2", "2x3"]
    >>> family = [{"size": n, "value": str(upstar.value("domineering", n))} for n in sizes]
    >>> data_frame(family).shape
    (3, 2)
    """
    all_rows = [row if isinstance(row, Mapping) else row.to_json() for row in rows]
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
