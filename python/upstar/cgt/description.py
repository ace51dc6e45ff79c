"""Values as plain data: their texts and their properties."""

from typing import Any, Literal

from upstar.cgt.value import Value
from upstar.errors import ValueLimitError

Notation = Literal["unicode", "ascii", "braces"]

_KEYS = (
    *("value", "canonical", "outcome", "is_number", "is_infinitesimal", "temperature"),
    *("mean", "left_stop", "right_stop", "atomic_weight", "birthday", "nodes"),
)


def value_text(value: Value | None, notation: Notation) -> str | None:
    """Return the text of a value, or None if there is none.

    Parameters
    ----------
    value : Value or None
        The value, if it is known.
    notation : {'unicode', 'ascii', 'braces'}
        The notation, as for ``Value.text``.

    Returns
    -------
    str or None
        The text; None if the value is None or its text is too long.

    Examples
    --------
    >>> value_text(Value("^*"), "unicode"), value_text(None, "ascii")
    ('↑∗', None)
    """
    try:
        return None if value is None else value.text(notation)
    except ValueLimitError:
        return None


def describe_value(value: Value | None, notation: Notation) -> dict[str, Any]:
    """Return all properties of a value as a dictionary that ``json.dumps`` accepts.

    Parameters
    ----------
    value : Value or None
        The value, if it is known.
    notation : {'unicode', 'ascii', 'braces'}
        The notation of texts.

    Returns
    -------
    dict
        The properties by name. Every entry is None if there is no value.

    Examples
    --------
    >>> described = describe_value(Value("{3|1}"), "ascii")
    >>> described["mean"], described["temperature"], described["canonical"]
    ('2', '1', '{{{{{|}|}|}|}|{{|}|}}')
    """
    if value is None:
        return dict.fromkeys(_KEYS)
    facts = (
        *(value_text(value, notation), value_text(value, "braces")),
        *(value.outcome, value.is_number, value.is_infinitesimal, str(value.temperature)),
        *(str(value.mean), str(value.left_stop), str(value.right_stop)),
        *(value_text(value.atomic_weight, notation), value.birthday, value.nodes),
    )
    return dict(zip(_KEYS, facts, strict=True))
