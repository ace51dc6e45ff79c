"""Sequences: Grundy values of games of heaps with proved periods, values of families."""

import csv
import io
from array import array
from collections.abc import Callable, Iterator
from collections.abc import Sequence as AbstractSequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from upstar import _core
from upstar.cgt.bfile import bfile
from upstar.cgt.description import value_text
from upstar.cgt.family import Family
from upstar.cgt.limits import checked_range, core_limits
from upstar.cgt.position_value import Stopped, dissect
from upstar.cgt.value import Value
from upstar.errors import ParameterError, PositionError
from upstar.nimbers import FamilyNimbers
from upstar.progress import Auto, reporting, sequence_work
from upstar.render.drawable import Drawable
from upstar.text import valid_unicode

if TYPE_CHECKING:
    from upstar.render.picture import Picture

__all__ = ["SequenceProgress", "ValueSequence", "sequence"]

_HEAP_GAMES = "octal:0.137, hexadecimal:0.3f, subtraction:{1,2,5}, kayles, nim, grundys-game"


@dataclass(frozen=True, slots=True)
class SequenceProgress:
    """The state of a running computation of a sequence, as ``progress`` callbacks receive it.

    Attributes
    ----------
    seconds : float
        Elapsed time.
    terms : int
        The terms that are known, from number 0 on.
    wanted : int
        The terms that are wanted.
    bytes : int
        The memory that they use.

    Examples
    --------
    >>> from upstar.cgt.sequences import SequenceProgress
    >>> SequenceProgress(seconds=0.5, terms=10, wanted=100, bytes=500).terms
    10
    """

    seconds: float
    terms: int
    wanted: int
    bytes: int


@dataclass(frozen=True, eq=False, repr=False)
class ValueSequence(Drawable):
    """The values of a family of positions. ``sequence`` computes it.

    It has a length, iterates over its values, and is indexed by the number of a term:
    ``found[n]`` is the value of number n.

    Attributes
    ----------
    family : str
        The family.
    first : int
        The number of the first term.
    values : sequence of int, or of Value
        Grundy values as integers if all values are nimbers, else values. It ends early if a limit
        was reached.
    is_nimbers : bool
        Whether the values are Grundy values.
    period : int or None
        The length of the period: term n + period equals term n for all n from ``preperiod`` on.
    preperiod : int or None
        The first number from which the sequence is periodic.
    proved : bool
        Whether the sequence is proved to be periodic for ever. Otherwise the period is only
        observed; it occurs at least three times.
    checked_to : int or None
        Term n + period was compared with term n for all n below this number.
    computed : int
        The number of terms from 0 on that were computed; a proved period gives the others.
    rare_heaps : int or None
        The number of heaps with rare values in the sparse space; 0 if no sparse space saves work,
        None for families of positions.
    stopped : {'seconds', 'memory', 'interrupted'} or None
        Why the sequence is not complete.
    seconds : float
        Elapsed time.

    Examples
    --------
    >>> import upstar
    >>> kayles = upstar.sequence("kayles", 0, 1000)
    >>> list(kayles)[:8], kayles[70], kayles.period, kayles.preperiod, kayles.proved
    ([0, 1, 2, 3, 1, 4, 3, 2], 6, 12, 71, True)
    """

    family: str
    first: int
    values: "AbstractSequence[int] | tuple[Value, ...]"
    is_nimbers: bool
    period: int | None
    preperiod: int | None
    proved: bool
    checked_to: int | None
    computed: int
    rare_heaps: int | None
    stopped: Stopped | None
    seconds: float

    def __len__(self) -> int:
        """Return the number of terms."""
        return len(self.values)

    def __iter__(self) -> "Iterator[int | Value]":
        """Iterate over the values."""
        return iter(self.values)

    def __getitem__(self, number: int) -> "int | Value":
        """Return the value of a number of the family."""
        if not self.first <= number < self.first + len(self.values):
            raise IndexError(f"term {number} is not among {self.first}..{self.last}")
        return self.values[number - self.first]

    def __repr__(self) -> str:
        """Return the family, the range and the first values."""
        shown = ", ".join(_text(value) for value in self.values[:8])
        dots = ", …" if len(self.values) > 8 else ""
        return f"<{self.family} {self.first}..{self.last}: {shown}{dots}>"

    @property
    def last(self) -> int:
        """The number of the last term.

        Examples
        --------
        >>> import upstar
        >>> upstar.sequence("nim", 3, 5).last
        5
        """
        return self.first + len(self.values) - 1

    def to_json(self) -> dict[str, Any]:
        """Return the result as the command ``sequence --json`` prints it.

        Returns
        -------
        dict
            The document.

        Examples
        --------
        >>> import upstar
        >>> upstar.sequence("nim", 3, 5).to_json()["values"]
        [3, 4, 5]
        """
        return {
            "family": self.family,
            "from": self.first,
            "to": self.last,
            "values": [value if isinstance(value, int) else _text(value) for value in self.values],
            "nimbers": self.is_nimbers,
            "period": self.period,
            "preperiod": self.preperiod,
            "proved": self.proved,
            "checked_to": self.checked_to,
            "computed": self.computed,
            "rare_heaps": self.rare_heaps,
            "stopped": self.stopped,
            "seconds": self.seconds,
        }

    def csv(self) -> str:
        """Return the terms as comma-separated values with the columns n and value.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> import upstar
        >>> print(upstar.sequence("nim", 1, 2).csv(), end="")
        n,value
        1,1
        2,2
        """
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["n", "value"])
        writer.writerows(enumerate(map(_text, self.values), self.first))
        return text.getvalue()

    def bfile(self) -> str:
        """Return the terms as a b-file of the OEIS: lines ``n a(n)``.

        Returns
        -------
        str
            The text.

        Raises
        ------
        ParameterError
            If a value is neither an integer nor a nimber.

        Examples
        --------
        >>> import upstar
        >>> print(upstar.sequence("kayles", 5, 6).bfile(), end="")
        5 4
        6 3
        """
        if self.is_nimbers:
            return "".join(f"{n} {value}\n" for n, value in enumerate(self.values, self.first))
        return bfile(self.values, self.first)

    def picture(self, *, title: str = "") -> "Picture":
        """Return a plot: a dot for each term. ``svg``, ``tikz``, ``pdf`` and ``save`` write it.

        Parameters
        ----------
        title : str
            A title above the plot; by default the family.

        Returns
        -------
        Picture
            The plot.

        Raises
        ------
        ParameterError
            If a value is neither a number nor a nimber.

        Examples
        --------
        >>> import upstar
        >>> upstar.sequence("kayles", 0, 50).picture().width
        640
        """
        from upstar.render.sequence import picture

        numbers = [_number(self[n], n) for n in range(self.first, self.last + 1)]
        return picture(numbers, first=self.first, title=title or self.family)

    def _repr_svg_(self) -> str:
        return self.svg()


def sequence(
    family: str,
    first: int,
    last: int,
    *,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    progress: "Callable[[SequenceProgress], None] | Auto | None" = "auto",
) -> ValueSequence:
    """Compute the values of a family of positions.

    Families of heaps are ``'octal:0.137'``, ``'hexadecimal:0.3f'`` (three heaps may be left),
    ``'subtraction:{1,2,5}'``, ``'nim'``, ``'kayles'``, ``'dawsons-kayles'``, ``'dawsons-chess'``,
    ``'treblecross'`` and ``'grundys-game'``. Their Grundy values are computed with a sparse space.
    A period is proved by Guy and Smith's theorem.

    Families of positions are ``'GAME:TEMPLATE'`` with a running number N, such as ``'cram:3xN'``
    or ``'clobber:(xo)^N'``. Nimbers of impartial positions are found by search. Periods are only
    observed.

    Parameters
    ----------
    family : str
        The family.
    first : int
        The number of the first term.
    last : int
        The number of the last term.
    max_seconds : float, optional
        Stop after this many seconds and return the terms found until then.
    max_memory : float, optional
        The most memory, in megabytes.
    progress : callable, 'auto' or None
        Called with a ``SequenceProgress`` about ten times a second. ``'auto'`` shows a bar in a
        notebook if the work takes longer than a second.

    Returns
    -------
    ValueSequence
        The values, the period and the pre-period.

    Raises
    ------
    PositionError
        If the text is not a family, or a text of it is not a position of the game.
    ParameterError
        If a number or a limit is not allowed.
    UnsuitableError
        If positions of the game have no values.

    References
    ----------
    Guy and Smith, *The G-values of various games*, 1956. Berlekamp, Conway and Guy, *Winning Ways*,
    chapter 4. Flammenkamp, *Sprague-Grundy values of octal games*.

    Examples
    --------
    >>> import upstar
    >>> dawson = upstar.sequence("octal:0.137", 0, 100_000)
    >>> dawson.period, dawson.preperiod, dawson.proved, len(dawson)
    (34, 52, True, 100001)
    >>> [str(value) for value in upstar.sequence("clobber:(xo)^N", 1, 3)]
    ['*', '{*,^|*,v}', '0']
    """
    numbers = checked_range(first, last)
    limits = core_limits(max_seconds, max_memory)
    text = valid_unicode(family, "a family")
    positions = Family.read(text)
    with reporting(progress, sequence_work()) as report:
        if positions is not None and not _is_one_heap(positions):
            return _values(text, positions, numbers, max_seconds, max_memory, report)
        return _grundy_values(text.removesuffix(":N"), text, numbers, limits, report)


def _is_one_heap(family: Family) -> bool:
    """Return whether the positions of a family are single heaps of N counters."""
    return (family.game in ("kayles", "nim") and family.template == "N") or (
        family.game == "octal" and family.template.endswith(":N")
    )


def _grundy_values(
    heaps: str,
    family: str,
    numbers: tuple[int, int],
    limits: dict[str, Any],
    report: Callable[[SequenceProgress], None] | None,
) -> ValueSequence:
    first, last = numbers

    def core_report(state: dict[str, Any]) -> None:
        assert report is not None
        report(SequenceProgress(state["seconds"], state["nodes"], last + 1, state["bytes"]))

    try:
        answer = _core.grundy_values(heaps, last, limits, core_report if report else None)
    except PositionError as error:
        if ":" in heaps and "there is no game of heaps" in str(error):
            raise ParameterError(
                f"'{family}' has no running number N, as in cram:3xN, and is no game of heaps, "
                f"such as {_HEAP_GAMES}"
            ) from None
        raise
    values = array("H")
    values.frombytes(answer["values"])
    period, preperiod, proved, checked = answer["period"] or (None, None, False, None)
    return ValueSequence(
        family=family,
        first=first,
        values=values[first:],
        is_nimbers=True,
        period=period,
        preperiod=preperiod,
        proved=proved,
        checked_to=checked,
        computed=answer["computed"],
        rare_heaps=answer["rare_heaps"],
        stopped=answer["stopped"],
        seconds=answer["seconds"],
    )


def _values(
    text: str,
    family: Family,
    numbers: tuple[int, int],
    max_seconds: float | None,
    max_memory: float | None,
    report: Callable[[SequenceProgress], None] | None,
) -> ValueSequence:
    started = perf_counter()
    first, last = numbers
    values: list[Value] = []
    stopped: Stopped | None = None
    # Wrong texts are reported before the work starts.
    family.position(first)
    nimbers_of_family = FamilyNimbers(family.position(last), max_memory)

    def tell(bytes_: int) -> None:
        if report is not None:
            seconds = perf_counter() - started
            report(SequenceProgress(seconds, len(values), last - first + 1, bytes_))

    def term(number: int) -> tuple[Value | None, Stopped | None, int]:
        used = perf_counter() - started
        left = None if max_seconds is None else max(max_seconds - used, 1e-9)
        position = family.position(number)
        if position._core.is_impartial:
            solution, interrupted = nimbers_of_family.search(
                position, left, lambda state: tell(state.bytes)
            )
            value = None if solution.nimber is None else Value(f"*{solution.nimber}")
            why: Any = "interrupted" if interrupted else solution.stopped
            return value, why, solution.peak_bytes
        found = dissect(position, max_seconds=left, max_memory=max_memory, progress=None)
        return found.value, found.stopped, found.bytes

    try:
        for number in range(first, last + 1):
            value, stopped, bytes_ = term(number)
            if value is not None:
                values.append(value)
                tell(bytes_)
            if value is None or (stopped is not None and number < last):
                break
            stopped = None
    except KeyboardInterrupt:
        # Ctrl-C came between two searches.
        stopped = "interrupted"
    nimbers = [_grundy_value(value) for value in values]
    is_nimbers = None not in nimbers
    numbering: dict[Value, int] = {}
    period = _core.observed_period([numbering.setdefault(v, len(numbering)) for v in values])
    length, start, _, checked = period or (None, None, False, None)
    return ValueSequence(
        family=text,
        first=first,
        values=array("H", [n or 0 for n in nimbers]) if is_nimbers else tuple(values),
        is_nimbers=is_nimbers,
        period=length,
        preperiod=None if start is None else start + first,
        proved=False,
        checked_to=None if checked is None else checked + first,
        computed=len(values),
        rare_heaps=None,
        stopped=stopped,
        seconds=perf_counter() - started,
    )


def _grundy_value(value: Value) -> int | None:
    """Return k of a nimber *k; None if the value is none."""
    text = _text(value)
    if text in ("0", "*"):
        return int(text == "*")
    return int(text[1:]) if text[0] == "*" and text[1:].isdigit() else None


def _text(value: "int | Value") -> str:
    """Return a term as text; a value whose text is too long is ``?``."""
    return str(value) if isinstance(value, int) else value_text(value, "ascii") or "?"


def _number(value: "int | Value", n: int) -> float:
    """Return a term as a number for a plot."""
    if isinstance(value, int):
        return value
    number = value.number if value.number is not None else _grundy_value(value)
    if number is None:
        raise ParameterError(f"term {n} is {value}: only numbers and nimbers can be plotted")
    return float(number)
