"""Helpers of the commands for values: options, rows of text, exit statuses."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from upstar.cgt.description import Notation, value_text
from upstar.cli.common import INTERRUPTED, LIMIT, SOLVED

if TYPE_CHECKING:
    from upstar.cgt.position_value import Dissection, Method, MoveValue
    from upstar.cgt.value import Value

MAX_TEXT = 200
"""A longer text of a value is not printed."""


@dataclass(frozen=True)
class ValueOptions:
    """How to compute and print values."""

    method: "Method"
    notation: Notation
    max_seconds: float | None
    max_memory: float | None
    json: bool

    @staticmethod
    def of(
        settings: list[str],
        notation: Notation,
        max_seconds: float | None,
        max_memory: float | None,
        json: bool,
    ) -> "ValueOptions":
        """Return the options of a command line; `settings` are those of ``--set``."""
        import upstar
        from upstar.cgt import position_value

        known = get_args(position_value.Method)
        method: Method = "exact"
        for setting in settings:
            key, _, value = setting.partition("=")
            if key != "method" or value not in known:
                raise upstar.ParameterError(
                    f"'{setting}' cannot be set here; known: "
                    f"{', '.join(f'method={name}' for name in known)}"
                )
            method = value  # type: ignore[assignment]
        return ValueOptions(method, notation, max_seconds, max_memory, json)

    def arguments(self) -> dict[str, Any]:
        """Return the arguments for `upstar.dissect` and `upstar.census`."""
        return {
            "method": self.method,
            "max_seconds": self.max_seconds,
            "max_memory": self.max_memory,
        }

    def text(self, value: "Value | None") -> str | None:
        """Return a value in the chosen notation; None if it is unknown or far too long."""
        return value_text(value, self.notation)

    def short(self, value: "Value | None", unknown: str = "?") -> str:
        """Return a value as text of at most `MAX_TEXT` characters."""
        if value is None:
            return unknown
        text = self.text(value)
        return text if text is not None and len(text) <= MAX_TEXT else f"({value.nodes} positions)"


_OUTCOMES = {
    "L": "Left wins, whoever starts",
    "R": "Right wins, whoever starts",
    "N": "the player who starts wins",
    "P": "the player who starts loses",
}


def fact_rows(document: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the rows to print, as pairs of a title and a text."""
    rows: list[tuple[str, str]] = []
    if document["outcome"] is not None:
        kind = "number" if document["is_number"] else "not a number"
        if document["is_infinitesimal"] and document["value"] != "0":
            kind = "infinitesimal"
        rows += [
            ("outcome", f"{document['outcome']}: {_OUTCOMES[document['outcome']]}"),
            ("kind", kind),
            ("mean", document["mean"]),
            ("temperature", document["temperature"]),
            ("stops", f"{document['left_stop']} (Left starts), {document['right_stop']} (Right)"),
        ]
        if document["atomic_weight"] is not None:
            rows.append(("atomic weight", document["atomic_weight"]))
        rows.append(("birthday", f"{document['birthday']}, {document['nodes']} positions"))
    parts = document["subgames"]
    if len(parts) > 1:
        counts = Counter(f"{part['position']}  {part['value'] or '?'}" for part in parts)
        for text, count in counts.items():
            rows.append(("part", text if count == 1 else f"{text}  ({count} times)"))
        if document.get("hottest") is not None:
            rows.append(("hottest", document["hottest"]))
    canonical = document["canonical"]
    if canonical is not None and len(canonical) <= MAX_TEXT:
        rows.append(("canonical", canonical))
    return rows


def move_documents(found: "Dissection", options: ValueOptions) -> list[dict[str, Any]]:
    """Return the moves as data for JSON."""
    return [
        {
            "player": move.player,
            "move": move.move,
            "value": options.text(move.value),
            "wins": move.wins,
            "dominated_by": move.dominated_by,
            "reversible": move.reversible,
            "reversed_by": move.reversed_by,
            "reversed_to": options.text(move.reversed_to),
        }
        for move in found.moves
    ]


def move_rows(found: "Dissection", options: ValueOptions) -> list[str]:
    """Return one line of text for each move of both players."""
    shown = [(move, options.short(move.value)) for move in found.moves]
    names = max(len(move.move) for move, _ in shown)
    values = min(max(len(text) for _, text in shown), 32)
    lines = []
    for player in dict.fromkeys(move.player for move, _ in shown):
        lines.append(f"  {player} moves")
        for move, text in shown:
            if move.player == player:
                line = f"    {move.move:<{names}}  {text:<{values}}  {_verdict(move)}"
                lines.append(line.rstrip())
    return lines


def _verdict(move: "MoveValue") -> str:
    words = ["wins"] if move.wins else []
    if move.dominated_by is not None:
        words.append(f"dominated by {move.dominated_by}")
    if move.reversed_by is not None:
        words.append(f"reversed by {move.reversed_by}")
    elif move.reversible:
        words.append("reversible")
    return ", ".join(words)


def limit_line(stopped: str | None, options: ValueOptions) -> str:
    """Return why there is no value."""
    if stopped is None:
        return f"the method '{options.method}' has no value for this position"
    why = "interrupted" if stopped == "interrupted" else f"the limit of {stopped} was reached"
    return f"not computed: {why}"


def exit_status(stopped: str | None) -> int:
    """Return the exit status for the reason why a computation stopped."""
    return {None: SOLVED, "interrupted": INTERRUPTED}.get(stopped, LIMIT)
