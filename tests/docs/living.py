"""Tables and outputs in the documents that the program itself generates.

`make docs` writes two kinds of places in README.md and docs/, and a test checks them:

* tables between ``<!-- begin NAME -->`` and ``<!-- end -->``, which come from the registry;
* the output below ``$ upstar ...`` in blocks of ``console``, which comes from running the command.

The commands of one document run in one temporary directory, so that a later command can read the
file that an earlier one wrote. The directory has a link ``examples`` to the project's examples.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import upstar

ROOT = Path(__file__).parents[2]
FILES = [
    ROOT / "README.md",
    *(  # folders such as _build are not ours
        file
        for file in sorted((ROOT / "docs").glob("**/*.md"))
        if not any(part.startswith("_") for part in file.relative_to(ROOT).parts)
    ),
]


def renewed(text: str) -> str:
    """Return the document with its tables and outputs generated again."""
    text = re.sub(r"(<!-- begin (.+?) -->\n).*?(<!-- end -->)", _table, text, flags=re.DOTALL)
    with tempfile.TemporaryDirectory() as directory:
        (Path(directory) / "examples").symlink_to(ROOT / "examples")

        def outputs(match: re.Match[str]) -> str:
            return _outputs(match.group(), directory)

        return re.sub(r"(?<=```console\n).*?(?=```)", outputs, text, flags=re.DOTALL)


def comparable(text: str) -> str:
    """Return the document without what differs from run to run: seconds, rates, memory.

    Counts of nodes, expansions and playouts stay: on one thread they are always the same.
    """
    return "\n".join(_masked(line) for line in text.splitlines())


def _masked(line: str) -> str:
    number = r"\d[\d,.]*[kMG]?"
    if re.match(r"\s*(effort|work)\b", line):
        return re.sub(rf"{number}(?= (nodes/s|playouts/s|s|MB)\b)", "#", line)
    if re.match(r"\s*estimate\b", line):
        return re.sub(number, "#", line)
    return re.sub(r"\bin [\d.]+ s$", "in # s", line)


def _table(match: re.Match[str]) -> str:
    begin, name, end = match.groups()
    known = {info.name for info in [*upstar.games(), *upstar.algorithms()]}
    if name.partition(" ")[2] not in {"", *known}:
        return match.group()  # shown only by a build with more features than this one
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


def _outputs(block: str, directory: str) -> str:
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    return "\n".join(f"{command}\n{_output(command, directory)}" for command in commands)


def _output(command: str, directory: str) -> str:
    words = shlex.split(command.removeprefix("$ "), comments=True)
    if words[0] != "upstar":
        raise ValueError(f"only upstar is run in a console block: {command}")
    done = subprocess.run(
        [sys.executable, "-m", "upstar", *words[1:]],
        capture_output=True,
        text=True,
        cwd=directory,
        env={
            **os.environ,
            "COLUMNS": "90",
            "NO_COLOR": "1",
            "UPSTAR_STORE": str(Path(directory) / "results.sqlite"),
        },
    )
    lines = (done.stdout + done.stderr).splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)
