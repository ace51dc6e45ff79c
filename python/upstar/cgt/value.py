"""Values of short partizan games: canonical forms, their arithmetic, temperatures, weights."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from upstar import _core
from upstar.cgt.arithmetic import dyadic, mex, nim_product, nim_sum, simplest_number
from upstar.cgt.thermograph import Thermograph, Wall
from upstar.errors import ParameterError, ValueLimitError, ValueTextError

__all__ = ["Value", "mex", "nim_product", "nim_sum", "simplest_number", "star", "up", "zero"]

Outcome = Literal["L", "R", "N", "P"]


class Value:
    """The value of a short game under normal play; immutable.

    Equal games are equal values, whatever form they were given in.

    Parameters
    ----------
    text : str, int, Fraction or Value
        A value or an expression: ``1/2``, ``*2``, ``^*``, ``v2*3``, ``+-1``, ``+_2``,
        ``{0,*|0}``, ``2||1|0``, ``^ + ^ - *``.

    References
    ----------
    Berlekamp, Conway and Guy, *Winning Ways*; Siegel, *Combinatorial Game Theory*.

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
    >>> print(hot.mean, hot.temperature)
    1 2
    """

    __slots__ = ("_core",)
    _core: _core.Value

    def __new__(cls, text: "str | int | Fraction | Value" = 0) -> "Value":
        """Read a value."""
        if isinstance(text, Value):
            return text
        if not isinstance(text, str | int | Fraction):
            raise TypeError(f"a value is made of text or a number, not of {type(text).__name__}")
        return value_from_core(
            _core.parse_value(text if isinstance(text, str) else str(Fraction(text)))
        )

    @classmethod
    def from_options(
        cls, left: "Iterable[Operand]" = (), right: "Iterable[Operand]" = ()
    ) -> "Value":
        """Make the value of the game in which Left can move to `left` and Right to `right`.

        Examples
        --------
        >>> Value.from_options([0], [1])
        Value('1/2')
        """
        lists = [[Value(option)._core for option in side] for side in (left, right)]
        return value_from_core(_core.value_of_options(*lists))

    def __setattr__(self, name: str, value: object) -> None:
        """Values are immutable."""
        raise AttributeError(f"values are immutable: '{name}' cannot be set")

    def __reduce__(self) -> tuple[type["Value"], tuple[str]]:
        """Pickle as text."""
        return Value, (str(self),)

    # Arithmetic

    def __add__(self, other: "Operand") -> "Value":
        """Add: both games side by side."""
        right = _operand(other)
        return NotImplemented if right is None else value_from_core(self._core.add(right))

    __radd__ = __add__

    def __neg__(self) -> "Value":
        """Negate: the players change sides."""
        return value_from_core(self._core.negate())

    def __pos__(self) -> "Value":
        """Return the value itself."""
        return self

    def __sub__(self, other: "Operand") -> "Value":
        """Subtract."""
        right = _operand(other)
        return NotImplemented if right is None else value_from_core(self._core.add(right.negate()))

    def __rsub__(self, other: "Operand") -> "Value":
        """Subtract."""
        return -self + other

    def __mul__(self, n: int) -> "Value":
        """Add up `n` copies; of the negative, if `n` is negative."""
        if not isinstance(n, int):
            return NotImplemented
        if not -(1 << 63) < n < 1 << 63:
            raise ValueLimitError("too large: a multiple beyond 63 bits")
        return value_from_core(self._core.multiple(n))

    __rmul__ = __mul__

    # Order

    def __eq__(self, other: object) -> bool:
        """Whether the games are equal: their difference is a win for the second player."""
        try:
            right = _operand(other)
        except ValueTextError:
            return False  # a number larger than any value
        return NotImplemented if right is None else self._core == right

    def __hash__(self) -> int:
        """Numbers hash like Python's, because they equal them."""
        number = self.number
        return hash(("upstar.Value", self._core)) if number is None else hash(number)

    def __le__(self, other: "Operand") -> bool:
        """Whether Left likes the other at least as much, whatever is added."""
        right = _operand(other)
        return NotImplemented if right is None else self._core <= right

    def __lt__(self, other: "Operand") -> bool:
        """Less and not equal."""
        right = _operand(other)
        return NotImplemented if right is None else self._core < right

    def __ge__(self, other: "Operand") -> bool:
        """Whether Left likes this at least as much, whatever is added."""
        right = _operand(other)
        return NotImplemented if right is None else self._core >= right

    def __gt__(self, other: "Operand") -> bool:
        """Greater and not equal."""
        right = _operand(other)
        return NotImplemented if right is None else self._core > right

    def is_fuzzy_with(self, other: "Operand") -> bool:
        """Whether neither is at least the other."""
        return not self <= other and not self >= other

    # What can be asked

    @property
    def outcome(self) -> Outcome:
        """Who wins: 'L'eft, 'R'ight, the 'N'ext player, the 'P'revious player."""
        return self._core.outcome()  # type: ignore[return-value]

    @property
    def left_options(self) -> "tuple[Value, ...]":
        """Left's moves in the canonical form."""
        return _in_order(self._core.options()[0])

    @property
    def right_options(self) -> "tuple[Value, ...]":
        """Right's moves in the canonical form."""
        return _in_order(self._core.options()[1])

    @property
    def number(self) -> Fraction | None:
        """The number that it is, if it is one."""
        number = self._core.number()
        return None if number is None else Fraction(*number)

    @property
    def is_number(self) -> bool:
        """Whether it is a number."""
        return self._core.number() is not None

    @property
    def is_infinitesimal(self) -> bool:
        """Whether it lies between every negative and every positive number; 0 does."""
        return self._core.stops() == ((0, 1), (0, 1))

    @property
    def left_stop(self) -> Fraction:
        """The number that is reached if Left starts and both play well."""
        return Fraction(*self._core.stops()[0])

    @property
    def right_stop(self) -> Fraction:
        """The number that is reached if Right starts and both play well."""
        return Fraction(*self._core.stops()[1])

    @property
    def mean(self) -> Fraction:
        """The mean value: what many copies are worth, for each."""
        return Fraction(*self._core.heat()[0])

    @property
    def temperature(self) -> Fraction:
        """How urgent it is to move: -1 for integers, -1/2^k for m/2^k, 0 for infinitesimals."""
        return Fraction(*self._core.heat()[1])

    @property
    def thermograph(self) -> Thermograph:
        """The stops as every move is taxed.

        Examples
        --------
        >>> [(str(t), str(x)) for t, x in Value("{3|1}").thermograph.left]
        [('-1', '4'), ('1', '2')]
        """
        left, right = self._core.thermograph()
        return Thermograph(_wall(left), _wall(right))

    def scores(self, t: int | Fraction) -> tuple[Fraction, Fraction]:
        """What is reached at temperature `t` if Left starts, and if Right does.

        Examples
        --------
        >>> [str(score) for score in Value("{7|5||4|1}").scores(1)]
        ['5', '4']
        """
        return self.thermograph.scores(t)

    def cooled(self, t: int | Fraction) -> "Value":
        """Tax every move by `t`, at least 0; beyond the temperature the mean is left.

        Examples
        --------
        >>> Value("{3|1}").cooled(Fraction(1, 2)), Value("{3|1}").cooled(1)
        (Value('{5/2|3/2}'), Value('2*'))
        """
        return value_from_core(self._core.cool(*dyadic(t)))

    def heated(self, t: "Operand") -> "Value":
        """Reward every move by `t`; numbers stay as they are. Cooling by `t` undoes it.

        Examples
        --------
        >>> Value("*").heated(2), Value("{3|1}").heated(1).cooled(1)
        (Value('+-2'), Value('{3|1}'))
        """
        return value_from_core(self._core.heat_by(Value(t)._core))

    def overheated(self, s: "Operand", t: "Operand") -> "Value":
        """Turn integers into multiples of `s`, and reward every other move by `t`.

        Examples
        --------
        >>> Value("1/2").overheated(1, 1)
        Value('{1|0}')
        """
        return value_from_core(self._core.overheat(Value(s)._core, Value(t)._core))

    def norton(self, unit: "Operand") -> "Value":
        """Multiply by a positive `unit` in the sense of Norton.

        Examples
        --------
        >>> from upstar import up
        >>> Value("1/2").norton(up), Value("1/2").norton(up).atomic_weight
        (Value('{^2*|v*}'), Value('1/2'))
        """
        return value_from_core(self._core.norton(Value(unit)._core))

    def ordinal_sum(self, other: "Operand") -> "Value":
        """Put `other` on top of this canonical form: a move here takes it away.

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
        """What the moves gain: G^L - G for Left's, G - G^R for Right's.

        Examples
        --------
        >>> Value("{3|1}").incentives
        ((Value('{2|0}'),), (Value('{2|0}'),))
        """
        left, right = self._core.incentives()
        return _in_order(left), _in_order(right)

    @property
    def atomic_weight(self) -> "Value | None":
        """How many ups it is worth; None unless it is all small."""
        weight = self._core.atomic_weight()
        return None if weight is None else value_from_core(weight)

    @property
    def birthday(self) -> int:
        """The height of the canonical form."""
        return self._core.birthday()

    @property
    def nodes(self) -> int:
        """How many distinct positions the canonical form has."""
        return self._core.nodes()

    # Text

    def __str__(self) -> str:
        """The short text, which reads back as the same value."""
        return self._core.text("ascii")

    def __repr__(self) -> str:
        """As it can be pasted."""
        try:
            return f"Value('{self}')"
        except ValueLimitError:
            return f"<Value of {self.nodes} positions>"

    def text(self, notation: Literal["ascii", "unicode", "latex", "braces"] = "ascii") -> str:
        """Write it; 'braces' is the canonical form in full, without abbreviations.

        Examples
        --------
        >>> v = Value("1/2^2*")
        >>> v.text("unicode"), Value("*").text("braces")
        ('1/2⇑∗', '{{|}|{|}}')
        """
        if notation not in ("ascii", "unicode", "latex", "braces"):
            known = "ascii, unicode, latex, braces"
            raise ParameterError(f"there is no notation '{notation}'; known: {known}")
        return self._core.text(notation)

    def _repr_latex_(self) -> str:
        return f"${self._core.text('latex')}$"


Operand = Value | int | Fraction


def value_from_core(core: _core.Value) -> Value:
    """Give a value of the core its face."""
    value = object.__new__(Value)
    object.__setattr__(value, "_core", core)
    return value


def _operand(other: object) -> "_core.Value | None":
    """The other operand, if it can be one; a fraction that is not dyadic is no value."""
    if isinstance(other, Value):
        return other._core
    if isinstance(other, int | Fraction) and _is_huge(other):
        raise ValueTextError("a number beyond 63 bits is too large")
    if isinstance(other, int):
        return _core.parse_value(str(int(other)))
    if isinstance(other, Fraction) and other.denominator & (other.denominator - 1) == 0:
        return _core.parse_value(str(other))
    return None


def _is_huge(number: int | Fraction) -> bool:
    """Has it far more digits than any value? Python itself refuses to write thousands of them."""
    return max(number.numerator.bit_length(), number.denominator.bit_length()) > 128


def _in_order(options: list[_core.Value]) -> tuple[Value, ...]:
    """The order does not depend on what the process has computed before."""
    values = [value_from_core(option) for option in options]
    return tuple(sorted(values, key=lambda value: (len(str(value)), str(value))))


def _wall(points: list[tuple[tuple[int, int], tuple[int, int]]]) -> Wall:
    return tuple((Fraction(*t), Fraction(*x)) for t, x in points)


zero = Value("0")
star = Value("*")
up = Value("^")
