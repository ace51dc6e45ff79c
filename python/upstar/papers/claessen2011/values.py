"""Shared by the worked examples of values: positions with the value that the thesis gives them."""

from collections.abc import Mapping

import upstar
from upstar.papers.worked import Step


def value_steps(positions: Mapping[str, tuple[str, str]], printed: Mapping[str, str]) -> list[Step]:
    """Return a step for each position, given by its game and its text.

    A value that equals the printed one is written as there.
    """
    found = []
    for name, (game, text) in positions.items():
        value = upstar.value(game, text)
        is_same = value == upstar.Value(printed[name])
        reason = f"the value of {game} {text}, in canonical form {value}"
        found.append(Step(name, printed[name] if is_same else str(value), reason))
    return found
