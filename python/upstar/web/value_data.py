"""Values as plain data for the page: texts, facts, pictures. Runs in a worker process."""

from typing import Any

import upstar
from upstar.cgt.position_value import ValueProgress
from upstar.cli.value_output import document_of
from upstar.errors import ValueLimitError
from upstar.web.progress import Tell

_LONGEST = 400
"""Longer texts are of no use to people; their place takes how large the value is."""
_PICTURES = 24
"""Parts that get a thermograph."""


def short(value: upstar.Value | None) -> str | None:
    """A value in a line."""
    if value is None:
        return None
    try:
        text = value.text("unicode")
    except ValueLimitError:
        text = ""
    return text if 0 < len(text) <= _LONGEST else f"a value of {value.nodes:,} positions"


def described(value: upstar.Value | None, *, picture: bool = False) -> dict[str, Any]:
    """What is told of a value, with its thermograph."""
    facts = document_of(value, "unicode")
    facts["value"] = short(value)
    canonical = facts["canonical"]
    if canonical is not None and len(canonical) > _LONGEST:
        facts["canonical"] = None
    if picture:
        facts["thermograph"] = None if value is None else value.thermograph.svg()
    return facts


def dissected(
    place: upstar.Position,
    tell: Tell,
    *,
    moves: bool,
    max_seconds: float | None,
    max_memory: float | None,
) -> dict[str, Any]:
    """A position taken apart."""

    def told(progress: ValueProgress) -> None:
        tell(
            {
                "positions": progress.positions,
                "values": progress.values,
                "bytes": progress.bytes,
            }
        )

    found = upstar.dissect(
        place, moves=moves, max_seconds=max_seconds, max_memory=max_memory, progress=told
    )
    hottest = found.hottest
    return {
        **described(found.value, picture=True),
        "game": place.game,
        "position": str(place),
        "parts": [
            {
                "position": part.position,
                "hottest": part is hottest,
                **described(part.value, picture=number < _PICTURES),
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
