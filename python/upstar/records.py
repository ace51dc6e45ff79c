"""Results with their certificates: what ``docs/results`` explains, as data.

The data are in ``records.toml``. ``tools/results.py`` writes the pages.
"""

import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

__all__ = ["Record", "known_records"]

_DATA = Path(__file__).with_name("records.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A result, how it is certified, and whether it is new.

    Attributes
    ----------
    id : str
        The name of its page in ``docs/results``.
    statement : str
        The result.
    is_new : bool
        Whether the result is new as far as we know. If not, only its certificate is.
    source : str
        What was known, and where.
    command : str
        The command that finds it again, and writes the certificate.
    certificate : str or None
        The file in ``docs/results``, or ``'by recipe'`` if it is too large for the repository.
    second_check : str
        How it was checked a second time.
    engine : str
        The search that found it.
    seconds : float or None
        The processor time of the search and of writing the certificate, if it was measured.
    nodes : int or None
        The nodes of the search.
    megabytes : float or None
        The most memory in use.
    verify_seconds : float or None
        The processor time of ``upstar verify``.
    certificate_bytes : int or None
        The size of the certificate.
    certificate_sha256 : str or None
        The SHA-256 hash of the certificate. A search with one thread and no time limit writes the
        same file again.

    Examples
    --------
    >>> import upstar
    >>> {record.is_new for record in upstar.known_records()} <= {True, False}
    True
    """

    id: str
    statement: str
    is_new: bool
    source: str
    command: str
    certificate: str | None
    second_check: str
    engine: str
    seconds: float | None = None
    nodes: int | None = None
    megabytes: float | None = None
    verify_seconds: float | None = None
    certificate_bytes: int | None = None
    certificate_sha256: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the record as a dictionary.

        Returns
        -------
        dict
            The attributes by their names.

        Examples
        --------
        >>> import upstar
        >>> upstar.known_records()[0].to_json()["is_new"]
        True
        """
        return asdict(self)


def known_records() -> tuple[Record, ...]:
    """Return the results with their certificates.

    Returns
    -------
    tuple of Record
        The results, the new ones first.

    Examples
    --------
    >>> import upstar
    >>> {record.id: record.statement for record in upstar.known_records()}["domineering-7x7"]
    'Domineering 7x7: the first player wins'
    """
    data = tomllib.loads(_DATA.read_text(encoding="utf-8"))
    return tuple(Record(**record) for record in data["record"])
