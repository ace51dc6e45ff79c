"""Results with their certificates: what ``docs/results`` explains, as data."""

from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["Record", "known_records"]


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
        The command that finds it again.
    certificate : str or None
        The file in ``docs/results``, or ``'by recipe'`` if it is too large for the repository.
    second_check : str
        How it was checked a second time.

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

    def to_json(self) -> dict[str, Any]:
        """Return the record as a dictionary.

        Returns
        -------
        dict
            The attributes by their names.

        Examples
        --------
        >>> import upstar
        >>> upstar.known_records()[0].to_json()["id"]
        'domineering-7x7'
        """
        return asdict(self)


_BOTH = "the core's verifier and the reference checker in Python accept the certificate"
_CORE = "the core's verifier accepts the certificate"

_RECORDS = (
    Record(
        id="domineering-7x7",
        statement="Domineering 7x7: the first player wins",
        is_new=False,
        source="solved by Breuker, Uiterwijk and van den Herik, 2000",
        command="upstar solve domineering 7x7 --proof domineering-7x7.proof",
        certificate="domineering-7x7.proof",
        second_check=_BOTH,
    ),
    Record(
        id="domineering-8x8",
        statement="Domineering 8x8: the first player wins",
        is_new=False,
        source="solved by Breuker, Uiterwijk and van den Herik, 2000",
        command="upstar solve domineering 8x8 --proof domineering-8x8.proof",
        certificate="by recipe",
        second_check=_CORE,
    ),
    Record(
        id="nogo-4x4",
        statement="NoGo 4x4: the second player wins",
        is_new=False,
        source="in the table of Du, Wei and Müller, 2023",
        command="upstar solve nogo 4x4 --proof nogo-4x4.proof",
        certificate="nogo-4x4.proof",
        second_check=_BOTH,
    ),
    Record(
        id="clobber-4x4",
        statement="Clobber 4x4: the first player wins",
        is_new=False,
        source="listed by MCGS, 2025",
        command="upstar solve clobber 4x4 --proof clobber-4x4.proof",
        certificate="clobber-4x4.proof",
        second_check=_BOTH,
    ),
    Record(
        id="clobber-5x5",
        statement="Clobber 5x5: the second player wins",
        is_new=False,
        source="listed by MCGS, 2025",
        command="upstar solve clobber 5x5 --proof clobber-5x5.proof",
        certificate="by recipe",
        second_check=_CORE,
    ),
    Record(
        id="hex-5x5",
        statement="Hex 5x5: the first player wins",
        is_new=False,
        source="known since the 1970s",
        command="upstar solve hex 5x5 --proof hex-5x5.proof",
        certificate="hex-5x5.proof",
        second_check=_BOTH,
    ),
)


def known_records() -> tuple[Record, ...]:
    """Return the results with their certificates.

    Returns
    -------
    tuple of Record
        The results, those with small boards first in each game.

    Examples
    --------
    >>> import upstar
    >>> upstar.known_records()[0].statement
    'Domineering 7x7: the first player wins'
    """
    return _RECORDS
