"""Values of short partizan games: canonical forms, arithmetic, temperature, atomic weight."""

from collections.abc import Iterable
from fractions import Fraction
from math import isfinite
from operator import index
from typing import Literal

from upstar import _core
from upstar.cgt.arithmetic import dyadic, mex, nim_product, nim_sum, simplest_number
from upstar.cgt.thermograph import Thermograph, Wall
from upstar.errors import ParameterError, ValueLimitError, ValueTextError

__all__ = ["Value", "mex", "nim_product", "nim_sum", "simplest_number", "star", "up", "zero"]

Outcome = Literal["L", "R", "N", "P"]


class Value:
    """The value of a short game under normal play. It is immutable.

    A value is kept in canonical form, the unique smallest game of that value. So equal games are
    equal values, in whatever form they were given.

    Parameters
    ----------
    text : str, int, float, Fraction or Value
        A value or an expression: ``1/2``, ``*2``, ``^*``, ``v2*3``, ``+-1``, ``+_2``,
        ``{0,*|0}``, ``2||1|0``, ``^ + ^ - *``.

    Raises
    ------
    ValueTextError
        If the text is not a value.
    TypeError
        If ``text`` is neither text nor a number nor a value.

    References
    ----------
    Berlekamp, Conway and Guy, *Winning Ways*, 1982; Siegel, *Combinatorial Game Theory*, 2013.

    Examples
    --------
    >>> from upstar import Value, up, star
    >>> Value("{0|*}") == up
    True
    >>> up + up + star
    Value('^2*')
    >>> up.is_fuzzy_with(star)
    True
    >>> hot = Value("{4|2||-1}")
    >>> print(hot.mean, hot.temperature, hot.left_stop, hot.right_stop)
    1 2 2 -1
    >>> hot.outcome, hot.is_number, hot.is_infinitesimal, hot.number
    ('N', False, False, None)
    >>> hot.left_options, hot.right_options, hot.birthday, hot.nodes
    ((Value('{4|2}'),), (Value('-1'),), 6, 8)
    """

    __slots__ = ("_core",)
    _core: _core.Value

    def __new__(cls, text: "str | int | float | Fraction | Value" = 0) -> "Value":
        """Read a value."""
        if isinstance(text, Value):
            return text
        if isinstance(text, str):
            return value_from_core(_core.parse_value(text))
        number = _fraction(text)
        if number is None:
            raise TypeError(
                f"a value is read from text or a finite number, not from {type(text).__name__} "
                f"{text!r}"
            )
        return value_from_core(_core.parse_value(str(number)))

    @classmethod
    def from_options(
        cls, left: "Iterable[Operand]" = (), right: "Iterable[Operand]" = ()
    ) -> "Value":
        """Return the value of the game with these options.

        Parameters
        ----------
        left : iterable of Value, int or Fraction
            The values to which Left can move.
        right : iterable of Value, int or Fraction
            The values to which Right can move.

        Returns
        -------
        Value
            The value, in canonical form.

        Examples
        --------
        >>> Value.from_options([0], [1])
        Value('1/2')
        """
        lists = [[Value(option)._core for option in side] for side in (left, right)]
        return value_from_core(_core.value_of_options(*lists))

    def __setattr__(self, name: str, value: object) -> None:
        """Reject the assignment: values are immutable."""
        raise AttributeError(f"values are immutable: '{name}' cannot be set")

    def __reduce__(self) -> tuple[type["Value"], tuple[str]]:
        """Pickle as text."""
        return Value, (str(self),)

    # Arithmetic

    def __add__(self, other: "Operand") -> "Value":
        """Return the sum: both games are played side by side."""
        right = _operand(other)
        return NotImplemented if right is None else value_from_core(self._core.add(right))

    __radd__ = __add__

    def __neg__(self) -> "Value":
        """Return the negative: the players exchange roles."""
        return value_from_core(self._core.negate())

    def __pos__(self) -> "Value":
        """Return the value itself."""
        return self

    def __sub__(self, other: "Operand") -> "Value":
        """Return the difference."""
        right = _operand(other)
        return NotImplemented if right is None else value_from_core(self._core.add(right.negate()))

    def __rsub__(self, other: "Operand") -> "Value":
        """Return the difference."""
        return -self + other

    def __mul__(self, n: int) -> "Value":
        """Return the sum of ``n`` copies, or of ``-n`` copies of the negative."""
        try:
            n = index(n)
        except TypeError:
            return NotImplemented
        if not -(1 << 63) < n < 1 << 63:
            raise ValueLimitError("the factor is too large: it needs more than 63 bits")
        return value_from_core(self._core.multiple(n))

    __rmul__ = __mul__

    def __bool__(self) -> bool:
        """Return whether the value is not 0."""
        return self != 0

    # Order

    def __eq__(self, other: object) -> bool:
        """Return whether the games are equal: the second player wins their difference."""
        try:
            right = _operand(other)
        except ValueTextError:
            return False  # a number larger than any value
        return NotImplemented if right is None else self._core == right

    def __hash__(self) -> int:
        """Return a hash; that of a number is Python's, because they are equal."""
        number = self.number
        return hash(("upstar.Value", self._core)) if number is None else hash(number)

    def __le__(self, other: "Operand") -> bool:
        """Return whether the other is at least as good for Left in every sum."""
        right = _operand(other)
        return NotImplemented if right is None else self._core <= right

    def __lt__(self, other: "Operand") -> bool:
        """Return whether this is less than the other and not equal."""
        right = _operand(other)
        return NotImplemented if right is None else self._core < right

    def __ge__(self, other: "Operand") -> bool:
        """Return whether this is at least as good for Left in every sum."""
        right = _operand(other)
        return NotImplemented if right is None else self._core >= right

    def __gt__(self, other: "Operand") -> bool:
        """Return whether this is greater than the other and not equal."""
        right = _operand(other)
        return NotImplemented if right is None else self._core > right

    def is_fuzzy_with(self, other: "Operand") -> bool:
        """Return whether neither value is at least the other; then they are confused.

        Parameters
        ----------
        other : Value, int or Fraction
            The other value.

        Returns
        -------
        bool
            Whether the values are incomparable.

        Examples
        --------
        >>> Value("*").is_fuzzy_with(0), Value("^").is_fuzzy_with(0)
        (True, False)
        """
        return not self <= other and not self >= other

    # Properties

    @property
    def outcome(self) -> Outcome:
        """The outcome class: ``'L'``, ``'R'``, ``'N'`` or ``'P'``.

        Left wins, Right wins, the next player (who moves first) wins, or the previous player wins.
        """
        return self._core.outcome()  # type: ignore[return-value]

    @property
    def left_options(self) -> "tuple[Value, ...]":
        """Left's options in the canonical form."""
        return _in_order(self._core.options()[0])

    @property
    def right_options(self) -> "tuple[Value, ...]":
        """Right's options in the canonical form."""
        return _in_order(self._core.options()[1])

    @property
    def number(self) -> Fraction | None:
        """The number that the value equals; None if it is not a number."""
        number = self._core.number()
        return None if number is None else Fraction(*number)

    @property
    def is_number(self) -> bool:
        """Whether the value is a number."""
        return self._core.number() is not None

    @property
    def is_infinitesimal(self) -> bool:
        """Whether it lies between every negative and every positive number, as 0 does."""
        return self._core.stops() == ((0, 1), (0, 1))

    @property
    def left_stop(self) -> Fraction:
        """The number that is reached under best play if Left starts."""
        return Fraction(*self._core.stops()[0])

    @property
    def right_stop(self) -> Fraction:
        """The number that is reached under best play if Right starts."""
        return Fraction(*self._core.stops()[1])

    @property
    def mean(self) -> Fraction:
        """The mean value: the value of each copy, in the limit of many copies."""
        return Fraction(*self._core.heat()[0])

    @property
    def temperature(self) -> Fraction:
        """The temperature: how urgent a move is.

        It is -1 for an integer, -1/2^k for a number m/2^k, and 0 for other infinitesimals.
        """
        return Fraction(*self._core.heat()[1])

    @property
    def thermograph(self) -> Thermograph:
        """The thermograph: the stops as a function of a tax on every move.

        Examples
        --------
        >>> [(str(t), str(x)) for t, x in Value("{3|1}").thermograph.left]
        [('-1', '4'), ('1', '2')]
        """
        left, right = self._core.thermograph()
        return Thermograph(_wall(left), _wall(right))

    def scores(self, t: int | Fraction) -> tuple[Fraction, Fraction]:
        """Return the stops at a temperature if Left starts, and if Right starts.

        Parameters
        ----------
        t : int or Fraction
            The temperature, at least -1.

        Returns
        -------
        left : Fraction
            The stop if Left starts.
        right : Fraction
            The stop if Right starts.

        Raises
        ------
        ParameterError
            If ``t`` is less than -1.

        Examples
        --------
        >>> [str(score) for score in Value("{7|5||4|1}").scores(1)]
        ['5', '4']
        """
        return self.thermograph.scores(t)

    def cooled(self, t: int | Fraction) -> "Value":
        """Return the value cooled by ``t``: every move costs ``t``.

        Parameters
        ----------
        t : int or Fraction
            The tax, dyadic and at least 0. Above the temperature the mean is left.

        Returns
        -------
        Value
            The cooled value.

        Raises
        ------
        ParameterError
            If ``t`` is negative or not dyadic.

        Examples
        --------
        >>> Value("{3|1}").cooled(Fraction(1, 2)), Value("{3|1}").cooled(1)
        (Value('{5/2|3/2}'), Value('2*'))
        """
        return value_from_core(self._core.cool(*dyadic(t)))

    def heated(self, t: "Operand") -> "Value":
        """Return the value heated by ``t``: every move earns ``t``, and numbers stay.

        Parameters
        ----------
        t : Value, int or Fraction
            The reward. Cooling by ``t`` undoes heating by it.

        Returns
        -------
        Value
            The heated value.

        Examples
        --------
        >>> Value("*").heated(2), Value("{3|1}").heated(1).cooled(1)
        (Value('+-2'), Value('{3|1}'))
        """
        return value_from_core(self._core.heat_by(Value(t)._core))

    def overheated(self, s: "Operand", t: "Operand") -> "Value":
        """Return the value overheated from ``s`` to ``t``.

        Integers become multiples of ``s``; every other move earns ``t``.

        Parameters
        ----------
        s : Value, int or Fraction
            The unit of integers.
        t : Value, int or Fraction
            The reward of a move.

        Returns
        -------
        Value
            The overheated value.

        Examples
        --------
        >>> Value("1/2").overheated(1, 1)
        Value('{1|0}')
        """
        return value_from_core(self._core.overheat(Value(s)._core, Value(t)._core))

    def norton(self, unit: "Operand") -> "Value":
        """Return the Norton product of the value and a positive unit.

        Parameters
        ----------
        unit : Value, int or Fraction
            A positive value.

        Returns
        -------
        Value
            The product.

        Raises
        ------
        ParameterError
            If the unit is not positive.

        Examples
        --------
        >>> from upstar import up
        >>> Value("1/2").norton(up), Value("1/2").norton(up).atomic_weight
        (Value('{^2*|v*}'), Value('1/2'))
        """
        return value_from_core(self._core.norton(Value(unit)._core))

    def ordinal_sum(self, other: "Operand") -> "Value":
        """Return the ordinal sum of this canonical form and another value.

        A move in this part removes the other part; a move in the other part leaves this one.

        Parameters
        ----------
        other : Value, int or Fraction
            The subordinate part.

        Returns
        -------
        Value
            The ordinal sum.

        Examples
        --------
        >>> Value(1).ordinal_sum(-1), Value("*").ordinal_sum(1)
        (Value('1/2'), Value('^*'))
        """
        return value_from_core(self._core.ordinal_sum(Value(other)._core))

    @property
    def reduced(self) -> "Value":
        """The reduced canonical form: the simplest value that differs by an infinitesimal.

        Examples
        --------
        >>> Value("{2^|-1*}").reduced, Value("1/2^3*").reduced
        (Value('{2|-1}'), Value('1/2'))
        """
        return value_from_core(self._core.reduced())

    @property
    def incentives(self) -> "tuple[tuple[Value, ...], tuple[Value, ...]]":
        """What each move gains: ``G^L - G`` for Left's moves, ``G - G^R`` for Right's.

        Examples
        --------
        >>> Value("{3|1}").incentives
        ((Value('{2|0}'),), (Value('{2|0}'),))
        """
        left, right = self._core.incentives()
        return _in_order(left), _in_order(right)

    @property
    def atomic_weight(self) -> "Value | None":
        """The atomic weight, which counts ups; None unless the value is all small.

        Examples
        --------
        >>> Value("^2*").atomic_weight, Value(1).atomic_weight
        (Value('2'), None)
        """
        weight = self._core.atomic_weight()
        return None if weight is None else value_from_core(weight)

    @property
    def birthday(self) -> int:
        """The birthday: the height of the tree of the canonical form."""
        return self._core.birthday()

    @property
    def nodes(self) -> int:
        """The number of distinct positions of the canonical form."""
        return self._core.nodes()

    # Text

    def __str__(self) -> str:
        """Return the short text, which ``Value`` reads back as the same value."""
        return self._core.text("ascii")

    def __repr__(self) -> str:
        """Return the expression that creates the value."""
        try:
            return f"Value('{self}')"
        except ValueLimitError:
            return f"<Value of {self.nodes} positions>"

    def text(self, notation: Literal["ascii", "unicode", "latex", "braces"] = "ascii") -> str:
        """Return the text of the value in a notation.

        Parameters
        ----------
        notation : {'ascii', 'unicode', 'latex', 'braces'}
            ``'braces'`` is the canonical form in full, without abbreviations.

        Returns
        -------
        str
            The text.

        Raises
        ------
        ParameterError
            If there is no such notation.
        ValueLimitError
            If the text is too long.

        Examples
        --------
        >>> v = Value("1/2^2*")
        >>> v.text("unicode"), Value("*").text("braces")
        ('1/2⇑∗', '{{|}|{|}}')
        """
        if notation not in ("ascii", "unicode", "latex", "braces"):
            known = "ascii, unicode, latex, braces"
            raise ParameterError(f"there is no notation '{notation}'; there are {known}")
        return self._core.text(notation)

    def _repr_latex_(self) -> str:
        return f"${self._core.text('latex')}$"


Operand = Value | int | float | Fraction


def value_from_core(core: _core.Value) -> Value:
    """Wrap a value of the core."""
    value = object.__new__(Value)
    object.__setattr__(value, "_core", core)
    return value


def _operand(other: object) -> "_core.Value | None":
    """Return the other operand as a value of the core; None if it cannot be one."""
    if isinstance(other, Value):
        return other._core
    number = _fraction(other)
    if number is not None and _is_huge(number):
        raise ValueTextError("the number is too large: it needs more than 63 bits")
    if number is not None and number.denominator & (number.denominator - 1) == 0:
        return _core.parse_value(str(number))
    return None


def _fraction(number: object) -> Fraction | None:
    """Return a finite number exactly; None if the object is no such number."""
    if isinstance(number, int | Fraction):
        return Fraction(number)
    if isinstance(number, float):
        return Fraction(number) if isfinite(number) else None
    try:
        return Fraction(index(number))  # type: ignore[arg-type]
    except TypeError:
        return None


def _is_huge(number: int | Fraction) -> bool:
    """Return whether a number has far more digits than any value.

    Python itself rejects converting thousands of digits to text.
    """
    return max(number.numerator.bit_length(), number.denominator.bit_length()) > 128


def _in_order(options: list[_core.Value]) -> tuple[Value, ...]:
    """Return options in an order that does not depend on earlier computations."""
    values = [value_from_core(option) for option in options]
    return tuple(sorted(values, key=lambda value: (len(str(value)), str(value))))


def _wall(points: list[tuple[tuple[int, int], tuple[int, int]]]) -> Wall:
    return tuple((Fraction(*t), Fraction(*x)) for t, x in points)


zero = Value("0")
"""The value 0: the player who moves first loses."""
star = Value("*")
"""The value ``*`` of the game ``{0|0}``: the player who moves first wins."""
up = Value("^")
"""The value ``^`` of the game ``{0|*}``: a positive infinitesimal."""
