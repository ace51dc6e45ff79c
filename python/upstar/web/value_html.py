"""Values as HTML: signs as in the literature, each with an explanation."""

import re
from html import escape

_SIGNS = re.compile(
    r"(?P<tiny>⧾(?P<t>\d+(?:/\d+)?))|(?P<miny>⧿(?P<m>\d+(?:/\d+)?))|(?P<up>[↑↓])(?P<n>\d+)?"
    r"|(?P<double>[⇑⇓])|(?P<star>∗(?P<s>\d+)?)|(?P<bars>\|+)|(?P<minus>-)|(?P<pm>±)"
)
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_EXPLAINED = {
    "tiny": "+ₓ is tiny-x, {0||0|−x}: above 0 but below every multiple of ↑.",
    "miny": "−ₓ is miny-x, {x|0||0}: below 0 but above every multiple of ↓. It is not a number.",
    "up": "↑ is {0|∗}: positive, but smaller than every positive number. ↓ is its negative.",
    "double": "⇑ is ↑ + ↑, and ⇓ is ↓ + ↓.",
    "star": "∗n is a heap of n in Nim; ∗ is {0|0}. The player to move wins in it.",
    "pm": "±x is the switch {x|−x}: whoever moves first gains x.",
    "bars": "{L|R}: Left moves to one of L, Right to one of R. More bars replace inner braces.",
}


def value_html(text: str) -> str:
    """Return the Unicode text of a value as HTML.

    >>> value_html("⧿2")
    '<span title="miny-2">−<sub>2</sub></span>'
    >>> value_html("-2"), value_html("1/2↑3∗2")
    ('−2', '1/2 + 3·↑∗2')
    """
    made, end = [], 0
    for found in _SIGNS.finditer(text):
        made.append(escape(text[end : found.start()]))
        made.append(_sign(found, text[: found.start()]))
        end = found.end()
    return "".join([*made, escape(text[end:])])


def plain_value(text: str) -> str:
    """Return the Unicode text of a value with subscripts, for pictures without HTML.

    >>> plain_value("{1|⧿1/2}"), plain_value("⧾2")
    ('{1|−₁/₂}', '+₂')
    """
    return re.sub(
        r"([⧾⧿])(\d+(?:/\d+)?)",
        lambda found: ("+" if found[1] == "⧾" else "−") + found[2].translate(_SUBSCRIPTS),
        text,
    )


def _sign(found: re.Match[str], before: str) -> str:
    kind = found.lastgroup if found.lastgroup not in ("t", "m", "n", "s") else None
    if found["tiny"]:
        return f'<span title="tiny-{found["t"]}">+<sub>{found["t"]}</sub></span>'
    if found["miny"]:
        return f'<span title="miny-{found["m"]}">−<sub>{found["m"]}</sub></span>'
    if found["up"] and found["n"]:
        # A multiple after a number would look like one number.
        plus = " + " if before[-1:].isdigit() else ""
        return f"{plus}{found['n']}·{found['up']}"
    if found["bars"]:
        return f"\u2009{found['bars']}\u2009"
    return "−" if kind == "minus" else escape(found[0])


def explanations(text: str) -> list[str]:
    """Return a sentence for each kind of sign in the text of a value.

    >>> [sentence.split()[0] for sentence in explanations("{1|⧾2}")]
    ['+ₓ', '{L|R}:']
    """
    kinds = {
        kind
        for found in _SIGNS.finditer(text)
        for kind, value in found.groupdict().items()
        if value
    }
    return [sentence for kind, sentence in _EXPLAINED.items() if kind in kinds]
