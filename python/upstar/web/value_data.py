"""Values as plain data for the page: texts, properties, pictures. Runs in a worker process."""

from collections.abc import Sequence
from typing import Any

import upstar
from upstar.cgt.description import describe_value, value_text
from upstar.cgt.position_value import ValueProgress
from upstar.render.tree import Box
from upstar.render.tree import picture as tree_picture
from upstar.web.progress import ProgressReporter
from upstar.web.value_html import plain_value

_MAX_TEXT = 400
"""For a longer text, the page shows the size of the value instead."""
_MAX_OPTIONS = 24
_MAX_TREE = 60
"""The most nodes of a tree of options."""
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


def expression_data(value: upstar.Value) -> dict[str, Any]:
    """Return the properties of a value to explore: its options, its walls and its tree."""
    return {
        **value_data(value, picture=True),
        "left_options": _options(value.left_options),
        "right_options": _options(value.right_options),
        "walls": [[[float(score), float(t)] for t, score in wall] for wall in value.thermograph],
        "tree": _tree(value),
    }


def _options(options: Sequence[upstar.Value]) -> list[list[str]]:
    """Return the texts of options, for people and as expressions. Very long ones are left out."""
    texts = [(short(option), value_text(option, "ascii")) for option in options[:_MAX_OPTIONS]]
    return [[shown or "", text] for shown, text in texts if text and len(text) <= 2000]


def _tree(value: upstar.Value) -> str | None:
    """Return the picture of the canonical form as a tree; None if it is too large.

    Integers, multiples of up and nimbers are leaves, because their texts say all.
    """
    boxes = [Box(None, [_named(value)])]
    waiting = [(0, value)]
    while waiting:
        parent, here = waiting.pop(0)
        text = value_text(here, "ascii") or ""
        if parent and not ("|" in text or "+-" in text or "_" in text):
            continue
        for options, fill in ((here.left_options, "blue"), (here.right_options, "orange")):
            for option in options:
                waiting.append((len(boxes), option))
                boxes.append(Box(parent, [_named(option)], fill))
                if len(boxes) > _MAX_TREE:
                    return None
    return tree_picture(boxes).svg() if len(boxes) > 1 else None


def _named(value: upstar.Value) -> str:
    text = value_text(value, "unicode")
    return plain_value(text) if text is not None and len(text) <= 40 else "…"


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
