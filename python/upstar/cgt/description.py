"""Values as plain data: texts, and everything that can be asked of a value."""

from typing import Any, Literal

from upstar.cgt.value import Value
from upstar.errors import ValueLimitError

Notation = Literal["unicode", "ascii", "braces"]

_KEYS = (
    *("value", "canonical", "outcome", "is_number", "is_infinitesimal", "temperature"),
    *("mean", "left_stop", "right_stop", "atomic_weight", "birthday", "nodes"),
)


def value_text(value: Value | None, notation: Notation) -> str | None:
    """The text of a value; None if the value is not known, or its text is far too long."""
    try:
        return None if value is None else value.text(notation)
    except ValueLimitError:
        return None


def describe_value(value: Value | None, notation: Notation) -> dict[str, Any]:
    """A dictionary that `json.dumps` takes, with all that is known of a value.

    Every entry is None where there is no value.

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
