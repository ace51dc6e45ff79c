"""Values as plain data for the page: texts, properties, pictures. Runs in a worker process."""

from typing import Any

import upstar
from upstar.cgt.description import describe_value, value_text
from upstar.cgt.position_value import ValueProgress
from upstar.web.progress import ProgressReporter

_MAX_TEXT = 400
"""For a longer text, the page shows the size of the value instead."""
_PICTURES = 24
"""The number of parts that get a thermograph."""


def short(value: upstar.Value | None) -> str | None:
    """Return a value as one line of text."""
    if value is None:
        return None
    text = value_text(value, "unicode")
    return (
        text
        if text is not None and len(text) <= _MAX_TEXT
        else f"a value of {value.nodes:,} positions"
    )


def value_data(value: upstar.Value | None, *, picture: bool = False) -> dict[str, Any]:
    """Return the properties of a value, with its thermograph if `picture` is set."""
    facts = describe_value(value, "unicode")
    facts["value"] = short(value)
    canonical = facts["canonical"]
    if canonical is not None and len(canonical) > _MAX_TEXT:
        facts["canonical"] = None
    if picture:
        facts["thermograph"] = None if value is None else value.thermograph.svg()
    return facts


def dissection_data(
    position: upstar.Position,
    report: ProgressReporter,
    *,
    moves: bool,
    max_seconds: float | None,
    max_memory: float | None,
) -> dict[str, Any]:
    """Return the values of a position, of its independent parts, and after its moves."""

    def callback(progress: ValueProgress) -> None:
        report(
            {
                "positions": progress.positions,
                "values": progress.values,
                "bytes": progress.bytes,
            }
        )

    found = upstar.dissect(
        position, moves=moves, max_seconds=max_seconds, max_memory=max_memory, progress=callback
    )
    hottest = found.hottest
    return {
        **value_data(found.value, picture=True),
        "game": position.game,
        "position": str(position),
        "parts": [
            {
                "position": part.position,
                "hottest": part is hottest,
                **value_data(part.value, picture=number < _PICTURES),
            }
            for number, part in enumerate(found.parts)
        ],
        "moves": [
            {
                "player": move.player,
                "move": move.move,
                "value": short(move.value),
                "temperature": None if move.value is None else str(move.value.temperature),
                "wins": move.wins,
                "dominated_by": move.dominated_by,
                "reversible": move.reversible,
            }
            for move in found.moves
        ],
        "stopped": found.stopped,
        "positions": found.positions,
        "seconds": found.seconds,
    }
