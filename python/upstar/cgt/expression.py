"""Expressions on values: comparisons, and the simplification of a game step by step."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from upstar import _core
from upstar.cgt.value import Value, value_from_core
from upstar.errors import ValueTextError

__all__ = ["Simplification", "SimplificationStep", "ValueComparison", "evaluate", "simplify"]

_OPERATORS: dict[str, Callable[[Value, Value], bool]] = {
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "<>": lambda a, b: a.is_fuzzy_with(b),
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "=": lambda a, b: a == b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}
_OPERATOR = re.compile("|".join(map(re.escape, _OPERATORS)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueComparison:
    """A comparison of two values, and whether it holds.

    Attributes
    ----------
    left : Value
        The value on the left of the operator.
    operator : str
        ``'='``, ``'=='``, ``'!='``, ``'<'``, ``'<='``, ``'>'``, ``'>='`` or ``'<>'`` (fuzzy).
    right : Value
        The value on the right of the operator.

    Examples
    --------
    >>> import upstar
    >>> found = upstar.evaluate("^ <> *")
    >>> found.holds, found.relation, found.difference
    (True, '||', Value('^*'))
    """

    left: Value
    operator: str
    right: Value

    def __bool__(self) -> bool:
        """Return whether the comparison holds."""
        return self.holds

    @property
    def holds(self) -> bool:
        """Whether the comparison holds."""
        return _OPERATORS[self.operator](self.left, self.right)

    @property
    def relation(self) -> Literal["=", "<", ">", "||"]:
        """The relation of the values: ``'='``, ``'<'``, ``'>'`` or ``'||'`` (fuzzy)."""
        if self.left == self.right:
            return "="
        if self.left < self.right:
            return "<"
        return ">" if self.left > self.right else "||"

    @property
    def difference(self) -> Value:
        """The difference of the values."""
        return self.left - self.right


def evaluate(text: str) -> Value | ValueComparison:
    """Evaluate an expression on values, or a comparison of two of them.

    Parameters
    ----------
    text : str
        An expression as for ``Value``, or two of them with one of ``=``, ``==``, ``!=``, ``<``,
        ``<=``, ``>``, ``>=``, ``<>`` (fuzzy) between them.

    Returns
    -------
    Value or ValueComparison
        The value, or the comparison, which is true or false.

    Raises
    ------
    ValueTextError
        If the text is not an expression, or there is more than one comparison.

    Examples
    --------
    >>> import upstar
    >>> upstar.evaluate("3.^ + *")
    Value('^3*')
    >>> bool(upstar.evaluate("3.^ > *2"))
    True
    """
    found = list(_OPERATOR.finditer(text))
    if not found:
        return Value(text)
    first = found[0]
    if len(found) > 1:
        raise ValueTextError(
            f"bad expression '{text}', character {found[1].start() + 1}: there are two "
            f"comparisons, '{first.group()}' and '{found[1].group()}'; write one"
        )
    # Blanks in place of the other side keep the numbers of characters in error messages right.
    sides = text[: first.start()], " " * first.end() + text[first.end() :]
    left, right = (_side(side, text) for side in sides)
    return ValueComparison(left=left, operator=first.group(), right=right)


def _side(side: str, text: str) -> Value:
    """Return the value of one side of a comparison. Errors quote the whole text."""
    try:
        return Value(side)
    except ValueTextError as error:
        place = str(error).partition(", character ")[2]
        raise ValueTextError(f"bad expression '{text}', character {place}") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class SimplificationStep:
    """A step of the simplification of a game: an option is removed or replaced.

    Attributes
    ----------
    player : {'Left', 'Right'}
        The player whose option it is.
    option : Value
        The option.
    dominated_by : Value or None
        An option of the same player that is at least as good; None if the option is reversible.
    reversed_by : Value or None
        The value after the opponent's reply that reverses the option; None if it is dominated.
    replaced_by : tuple of Value
        The options that replace a reversible option: the player's options after the reply.

    Examples
    --------
    >>> import upstar
    >>> step = upstar.simplify("{^|0}").steps[0]
    >>> step.player, step.option, step.reversed_by, step.replaced_by
    ('Left', Value('^'), Value('*'), (Value('0'),))
    """

    player: Literal["Left", "Right"]
    option: Value
    dominated_by: Value | None
    reversed_by: Value | None
    replaced_by: tuple[Value, ...]

    def __str__(self) -> str:
        """Return the step in words."""
        return self.text()

    def text(self, notation: Literal["ascii", "unicode", "braces"] = "ascii") -> str:
        """Return the step in words.

        Parameters
        ----------
        notation : {'ascii', 'unicode', 'braces'}
            The notation of values, as for ``Value.text``.

        Returns
        -------
        str
            One to three sentences.

        Examples
        --------
        >>> import upstar
        >>> print(upstar.simplify("{0,*2|*2,^2}").steps[0].text("unicode"))
        Right's option ⇑ is dominated by ∗2, which is at most ⇑.
        """
        other, at_least, at_most = (
            ("Right", "at least", "at most")
            if self.player == "Left"
            else ("Left", "at most", "at least")
        )
        option = self.option.text(notation)
        start = f"{self.player}'s option {option} is"
        if self.dominated_by is not None:
            if self.dominated_by == self.option:
                return f"{start} listed twice."
            return (
                f"{start} dominated by {self.dominated_by.text(notation)}, "
                f"which is {at_least} {option}."
            )
        assert self.reversed_by is not None
        reply = self.reversed_by.text(notation)
        options = ", ".join(option.text(notation) for option in self.replaced_by)
        replaced = (
            f"{self.player}'s options of {reply} replace it: {options}."
            if options
            else f"{self.player} has no option of {reply}, so nothing replaces it."
        )
        return f"{start} reversible: {other}'s reply to {reply} is {at_most} the game. {replaced}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Simplification:
    """The value of a game, and the steps from its options to the canonical form.

    Attributes
    ----------
    value : Value
        The value.
    left : tuple of Value
        Left's options as they were given.
    right : tuple of Value
        Right's options as they were given.
    steps : tuple of SimplificationStep
        The steps in order.

    Examples
    --------
    >>> import upstar
    >>> found = upstar.simplify("{1,2|0}")
    >>> found.value, [str(step) for step in found.steps]
    (Value('{2|0}'), ["Left's option 1 is dominated by 2, which is at least 1."])
    """

    value: Value
    left: tuple[Value, ...]
    right: tuple[Value, ...]
    steps: tuple[SimplificationStep, ...]


def simplify(
    game: str
    | tuple[Iterable[Value | int | Fraction | str], Iterable[Value | int | Fraction | str]],
) -> Simplification:
    """Simplify a game step by step: name its dominated and its reversible options.

    Parameters
    ----------
    game : str or pair of iterables
        A game that is written by its options, such as ``'{0,*|1}'``; or Left's options and
        Right's options.

    Returns
    -------
    Simplification
        The value and the steps.

    Raises
    ------
    ValueTextError
        If the text is not a game written by its options.

    References
    ----------
    Siegel, *Combinatorial Game Theory*, 2013, Section II.2.

    Examples
    --------
    >>> import upstar
    >>> upstar.simplify((["^", 0], [0])).value
    Value('*')
    """
    if isinstance(game, str):
        options = _core.parse_options(game)
        if options is None:
            raise ValueTextError(
                f"'{game}' is not written by its options, as in {{0,*|1}} or +-(*,^)"
            )
    else:
        left, right = ([Value(option)._core for option in side] for side in game)
        options = left, right
    value, steps = _core.simplify(*options)
    return Simplification(
        value=value_from_core(value),
        left=tuple(map(value_from_core, options[0])),
        right=tuple(map(value_from_core, options[1])),
        steps=tuple(map(_step, steps)),
    )


def _step(
    step: tuple[int, _core.Value, _core.Value, list[_core.Value] | None],
) -> SimplificationStep:
    side, option, by, replaced_by = step
    return SimplificationStep(
        player="Right" if side else "Left",
        option=value_from_core(option),
        dominated_by=value_from_core(by) if replaced_by is None else None,
        reversed_by=None if replaced_by is None else value_from_core(by),
        replaced_by=tuple(map(value_from_core, replaced_by or ())),
    )
