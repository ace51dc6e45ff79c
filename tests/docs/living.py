"""What the documents say of the program, made by the program.

Two kinds of places in README.md and docs/ are written by `make docs` and checked by a test: tables
between ``<!-- begin NAME -->`` and ``<!-- end -->``, which come from the registry, and the output
below ``$ upstar ...`` in blocks of ``console``, which comes from running it.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import upstar

ROOT = Path(__file__).parents[2]
FILES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def renewed(text: str) -> str:
    """The same document with its tables and outputs made anew."""
    text = re.sub(r"(<!-- begin (.+?) -->\n).*?(<!-- end -->)", _table, text, flags=re.DOTALL)
    return re.sub(r"(?<=```console\n).*?(?=```)", _outputs, text, flags=re.DOTALL)


def comparable(text: str) -> str:
    """The same document without what differs from run to run: times, rates, memory."""
    lines = [
        re.sub(r"\d[\d,.]*[kMG]?", "#", line) if re.match(r"\s*effort\b", line) else line
        for line in text.splitlines()
    ]
    return "\n".join(lines)


def _table(match: re.Match[str]) -> str:
    begin, name, end = match.groups()
    known = {info.name for info in [*upstar.games(), *upstar.algorithms()]}
    if name.partition(" ")[2] not in {"", *known}:
        return match.group()  # of a build that has more than this one
    return begin + "".join(f"{line}\n" for line in _lines(name)) + end


def _lines(name: str) -> Iterable[str]:
    games = {info.name: info for info in upstar.games()}
    algorithms = {info.name: info for info in upstar.algorithms()}
    kind, _, which = name.partition(" ")
    if kind == "games":
        yield from _rows("game", "Left / Right", "in a sentence")
        for info in games.values():
            yield from _row(f"`{info.name}`", " / ".join(info.labels), info.summary)
    elif kind == "algorithms":
        yield from _rows("algorithm", "in a sentence", "published by")
        for algorithm in algorithms.values():
            yield from _row(f"`{algorithm.name}`", algorithm.summary, algorithm.reference)
    elif kind == "game":
        info = games[which]
        yield from _rows("", which)
        yield from _row("Left / Right", " / ".join(info.labels))
        yield from _row("rules", info.rules)
        yield from _row("positions", info.positions)
        yield from _row("moves", info.moves)
        yield from _row("examples", ", ".join(f"`{text}`" for text in info.examples))
    elif kind in ("parameters", "value-parameters"):
        shared = kind == "value-parameters"
        yield from _rows("parameter", "default", "takes", "what it does")
        for p in upstar.value_parameters() if shared else algorithms[which].parameters:
            values = ", ".join(f"`{word}`" for word in p.values.split("|"))
            default = f"`{p.default}`" if p.default else ""
            yield from _row(f"`{p.name}`", default, values, p.help)
    else:
        raise ValueError(f"no such table: {name}")


def _rows(*titles: str) -> Iterable[str]:
    yield from _row(*titles)
    yield "|" + "---|" * len(titles)


def _row(*cells: str) -> Iterable[str]:
    yield "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


def _outputs(match: re.Match[str]) -> str:
    commands = [line for line in match.group().splitlines() if line.startswith("$ ")]
    return "\n".join(f"{command}\n{_output(command)}" for command in commands)


def _output(command: str) -> str:
    words = shlex.split(command.removeprefix("$ "), comments=True)
    if words[0] != "upstar":
        raise ValueError(f"only upstar is run in a console block: {command}")
    done = subprocess.run(
        [sys.executable, "-m", "upstar", *words[1:]],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "90", "NO_COLOR": "1"},
    )
    lines = (done.stdout + done.stderr).splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)
