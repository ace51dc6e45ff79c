"""Misère play of games of heaps: genera and misère quotients."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from upstar import _core
from upstar.cgt.limits import checked_range, core_limits
from upstar.cgt.position_value import Stopped
from upstar.errors import ParameterError
from upstar.progress import Auto, misere_work, reporting
from upstar.text import valid_unicode

__all__ = ["Genera", "Genus", "MisereProgress", "MisereQuotient", "genus", "misere_quotient"]

_LARGEST_HEAP = 4096


@dataclass(frozen=True, slots=True)
class MisereProgress:
    """The state of a computation for misère play, as ``progress`` callbacks receive it.

    Attributes
    ----------
    seconds : float
        Elapsed time.
    heap : int
        The largest heap that is finished; 0 for genera.
    sums : int
        The sums of heaps that were examined.
    bytes : int
        The memory in use.

    Examples
    --------
    >>> from upstar.cgt.misere import MisereProgress
    >>> MisereProgress(seconds=0.5, heap=10, sums=100, bytes=500).heap
    10
    """

    seconds: float
    heap: int
    sums: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Genus:
    """The genus of a game under misère play.

    Attributes
    ----------
    grundy : int
        The Grundy value under normal play.
    misere : tuple of int
        The misère Grundy values of G, G + ∗2, G + ∗2 + ∗2, …. The last two repeat for ever.
    is_tame : bool
        Whether a sum of Nim heaps has this genus.

    Examples
    --------
    >>> import upstar
    >>> str(upstar.genus("kayles", 5, 5)[5])
    '4^146'
    """

    grundy: int
    misere: tuple[int, ...]
    is_tame: bool

    def __str__(self) -> str:
        """Return the symbol, such as ``4^146``."""
        comma = "," if max(self.misere) > 9 else ""
        return f"{self.grundy}^{comma.join(map(str, self.misere))}"


@dataclass(frozen=True, slots=True)
class Genera:
    """The genera of heaps. ``genus`` computes them; ``found[n]`` is the genus of heap n.

    Attributes
    ----------
    family : str
        The game of heaps.
    first : int
        The first heap.
    genera : tuple of Genus
        The genera; fewer than asked for if a limit was reached.
    first_wild : int or None
        The least heap from 0 on whose genus is wild, as far as they are known.
    sums : int
        The sums of heaps that were examined.
    stopped : {'seconds', 'memory', 'interrupted'} or None
        Why the list is not complete.
    seconds : float
        Elapsed time.

    Examples
    --------
    >>> import upstar
    >>> found = upstar.genus("octal:0.75", 1, 6)
    >>> [str(g) for g in found], found.first_wild
    (['1^031', '2^20', '1^031', '2^20', '1^431', '2^20'], 5)
    """

    family: str
    first: int
    genera: tuple[Genus, ...]
    first_wild: int | None
    sums: int
    stopped: Stopped | None
    seconds: float

    def __len__(self) -> int:
        """Return the number of genera."""
        return len(self.genera)

    def __iter__(self) -> Iterator[Genus]:
        """Iterate over the genera."""
        return iter(self.genera)

    def __getitem__(self, heap: int) -> Genus:
        """Return the genus of a heap."""
        if not self.first <= heap < self.first + len(self.genera):
            raise IndexError(f"heap {heap} is not among those that were computed")
        return self.genera[heap - self.first]

    def to_json(self) -> dict[str, Any]:
        """Return the result as the command ``genus --json`` prints it.

        Returns
        -------
        dict
            The document.

        Examples
        --------
        >>> import upstar
        >>> upstar.genus("nim", 2, 2).to_json()["genera"]
        [{'heap': 2, 'genus': '2^20', 'grundy': 2, 'misere': [2, 0], 'tame': True}]
        """
        rows = [
            {
                "heap": heap,
                "genus": str(genus),
                "grundy": genus.grundy,
                "misere": list(genus.misere),
                "tame": genus.is_tame,
            }
            for heap, genus in enumerate(self.genera, self.first)
        ]
        return {
            "family": self.family,
            "from": self.first,
            "genera": rows,
            "first_wild": self.first_wild,
            "sums": self.sums,
            "stopped": self.stopped,
            "seconds": self.seconds,
        }


@dataclass(frozen=True, slots=True)
class MisereQuotient:
    """The misère quotient of the sums of heaps up to a size. ``misere_quotient`` computes it.

    Elements are numbered from 0, the identity. Each has a word in the generators a, b, c, ….

    Attributes
    ----------
    family : str
        The game of heaps.
    heaps : int
        The largest heap; less than asked for if a limit was reached.
    order : int
        The number of elements.
    words : tuple of str
        The normal form of each element.
    p_portion : tuple of str
        The words of the elements that are P-positions: the player to move loses.
    generators : tuple of int
        The heaps that stand for the generators a, b, c, ….
    relations : tuple of tuple of str
        Pairs of equal words; they reduce every word to its normal form.
    elements : tuple of int
        The pretending function: the element of each heap, from the empty one on.
    products : tuple of tuple of int
        The product of any two elements.
    is_tame : bool
        Whether it is the quotient of a sum of Nim heaps.
    orders : tuple of int
        The order of the quotient of the heaps up to each size.
    period : int or None
        The period of the pretending function.
    preperiod : int or None
        The first heap from which it is periodic.
    is_complete : bool
        Whether the period is proved. Then this is the quotient of heaps of all sizes.
    transitions : int
        The size of the transition algebra, which proves the quotient.
    stopped : {'order', 'seconds', 'memory', 'interrupted'} or None
        Why there are fewer heaps than asked for.
    seconds : float
        Elapsed time.

    Examples
    --------
    >>> import upstar
    >>> found = upstar.misere_quotient("octal:0.75", 20)
    >>> found.order, found.p_portion, found.relations
    (8, ('a', 'b^2'), (('a^2', '1'), ('bc', 'ab'), ('c^2', 'b^2'), ('b^3', 'b')))
    >>> found.outcome([5, 3, 1])
    'N'
    """

    family: str
    heaps: int
    order: int
    words: tuple[str, ...]
    p_portion: tuple[str, ...]
    generators: tuple[int, ...]
    relations: tuple[tuple[str, str], ...]
    elements: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]
    is_tame: bool
    orders: tuple[int, ...]
    period: int | None
    preperiod: int | None
    is_complete: bool
    transitions: int
    stopped: Literal["order"] | Stopped | None
    seconds: float

    def element(self, heaps: list[int]) -> str:
        """Return the word of the element of a sum of heaps.

        Parameters
        ----------
        heaps : list of int
            The heaps.

        Returns
        -------
        str
            The word.

        Raises
        ------
        ParameterError
            If a heap is larger than the quotient knows.

        Examples
        --------
        >>> import upstar
        >>> upstar.misere_quotient("nim", 3).element([1, 2, 3])
        'b^2'
        """
        found = 0
        for heap in heaps:
            found = self.products[found][self.elements[self._known(heap)]]
        return self.words[found]

    def outcome(self, heaps: list[int]) -> Literal["P", "N"]:
        """Return who wins a sum of heaps under misère play.

        Parameters
        ----------
        heaps : list of int
            The heaps.

        Returns
        -------
        {'P', 'N'}
            ``'N'`` if the player to move wins, else ``'P'``.

        Raises
        ------
        ParameterError
            If a heap is larger than the quotient knows.

        Examples
        --------
        >>> import upstar
        >>> upstar.misere_quotient("nim", 3).outcome([1, 2, 3])
        'P'
        """
        return "P" if self.element(heaps) in self.p_portion else "N"

    def _known(self, heap: int) -> int:
        """Return a heap with the same element among those that were computed."""
        if heap > self.heaps and self.is_complete and self.period and self.preperiod is not None:
            return self.preperiod + (heap - self.preperiod) % self.period
        if not 0 <= heap <= self.heaps:
            raise ParameterError(f"the quotient is that of heaps 0 to {self.heaps}, not of {heap}")
        return heap

    def to_json(self) -> dict[str, Any]:
        """Return the result as the command ``quotient --json`` prints it.

        Returns
        -------
        dict
            The document.

        Examples
        --------
        >>> import upstar
        >>> upstar.misere_quotient("nim", 2).to_json()["order"]
        6
        """
        return {
            "family": self.family,
            "heaps": self.heaps,
            "order": self.order,
            "p_portion": list(self.p_portion),
            "generators": list(self.generators),
            "relations": [list(pair) for pair in self.relations],
            "elements": list(self.words),
            "pretending": [self.words[element] for element in self.elements],
            "tame": self.is_tame,
            "orders": list(self.orders),
            "period": self.period,
            "preperiod": self.preperiod,
            "complete": self.is_complete,
            "transitions": self.transitions,
            "stopped": self.stopped,
            "seconds": self.seconds,
        }


def genus(
    family: str,
    first: int,
    last: int,
    *,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    progress: "Callable[[MisereProgress], None] | Auto | None" = "auto",
) -> Genera:
    """Compute the genera of heaps under misère play.

    Parameters
    ----------
    family : str
        A game of heaps, as for ``sequence``.
    first : int
        The first heap.
    last : int
        The last heap.
    max_seconds : float, optional
        Stop after this many seconds and return the genera found until then.
    max_memory : float, optional
        The most memory, in megabytes.
    progress : callable, 'auto' or None
        Called with a ``MisereProgress`` about ten times a second. ``'auto'`` shows a bar in a
        notebook if the work takes longer than a second.

    Returns
    -------
    Genera
        The genera.

    Raises
    ------
    PositionError
        If the text is not a game of heaps.
    ParameterError
        If a number or a limit is not allowed.

    References
    ----------
    Conway, *On Numbers and Games*, 1976, chapter 12. *Winning Ways*, chapter 13.

    Examples
    --------
    >>> import upstar
    >>> [str(g) for g in upstar.genus("kayles", 0, 6)]
    ['0^120', '1^031', '2^20', '3^31', '1^031', '4^146', '3^31']
    """
    first, last = checked_range(first, last, _LARGEST_HEAP)
    limits = core_limits(max_seconds, max_memory)
    text = valid_unicode(family, "a family")
    with reporting(progress, misere_work()) as report:
        answer = _core.heap_genera(text, last, limits, _core_progress(report))
    found = [Genus(grundy, tuple(terms), tame) for grundy, terms, tame in answer["genera"]]
    wild = next((heap for heap, genus in enumerate(found) if not genus.is_tame), None)
    return Genera(
        family=text,
        first=first,
        genera=tuple(found[first:]),
        first_wild=wild,
        sums=answer["sums"],
        stopped=answer["stopped"],
        seconds=answer["seconds"],
    )


def misere_quotient(
    family: str,
    heaps: int,
    *,
    max_order: int = 1000,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    progress: "Callable[[MisereProgress], None] | Auto | None" = "auto",
) -> MisereQuotient:
    """Compute the misère quotient of the sums of heaps up to a size.

    Parameters
    ----------
    family : str
        A game of heaps, as for ``sequence``.
    heaps : int
        The largest heap.
    max_order : int
        Stop before a heap whose quotient has more elements. Some quotients are infinite.
    max_seconds : float, optional
        Stop after this many seconds and return the quotient of the heaps that are finished.
    max_memory : float, optional
        The most memory, in megabytes.
    progress : callable, 'auto' or None
        Called with a ``MisereProgress`` about ten times a second. ``'auto'`` shows a bar in a
        notebook if the work takes longer than a second.

    Returns
    -------
    MisereQuotient
        The quotient. Its transition algebra has proved it.

    Raises
    ------
    PositionError
        If the text is not a game of heaps.
    ParameterError
        If a number or a limit is not allowed.

    References
    ----------
    Plambeck and Siegel, *Misère quotients for impartial games*, 2008.

    Examples
    --------
    >>> import upstar
    >>> found = upstar.misere_quotient("octal:0.123", 30)
    >>> found.order, len(found.p_portion), found.is_tame, found.period, found.is_complete
    (20, 5, False, 5, True)
    """
    _, heaps = checked_range(0, heaps, _LARGEST_HEAP)
    if not isinstance(max_order, int) or not 1 <= max_order <= 100_000:
        raise ParameterError(f"max_order must be from 1 to 100,000, not {max_order}")
    limits = core_limits(max_seconds, max_memory)
    text = valid_unicode(family, "a family")
    with reporting(progress, misere_work()) as report:
        answer = _core.misere_quotient(text, heaps, max_order, limits, _core_progress(report))
    words = tuple(answer["words"])
    period, preperiod, proved, _ = answer["period"] or (None, None, False, None)
    stopped = answer["stopped"]
    return MisereQuotient(
        family=text,
        heaps=len(answer["elements"]) - 1,
        order=len(words),
        words=words,
        p_portion=tuple(word for word, p in zip(words, answer["is_p"], strict=True) if p),
        generators=tuple(answer["generators"]),
        relations=tuple((left, right) for left, right in answer["relations"]),
        elements=tuple(answer["elements"]),
        products=tuple(map(tuple, answer["products"])),
        is_tame=answer["is_tame"],
        orders=tuple(answer["orders"]),
        period=period,
        preperiod=preperiod,
        is_complete=proved,
        transitions=answer["transitions"],
        stopped="order" if stopped == "nodes" else stopped,
        seconds=answer["seconds"],
    )


def _core_progress(
    report: Callable[[MisereProgress], None] | None,
) -> Callable[[dict[str, Any]], None] | None:
    if report is None:
        return None
    return lambda state: report(
        MisereProgress(state["seconds"], state["depth"], state["nodes"], state["bytes"])
    )
