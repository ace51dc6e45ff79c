"""Reads, measures and writes the signatures in `signatures.toml`."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import upstar

FILE = Path(__file__).parent / "signatures.toml"


@dataclass
class Search:
    """A fixed job and its effort."""

    name: str
    algorithm: str
    game: str
    position: str
    reason: str
    """Why the counts are what they are: what changed them last."""
    parameters: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    nodes: int | None = None
    expansions: int | None = None
    created: int | None = None
    """A published count of created nodes, the root not among them."""
    source: str | None = None
    """Who published it."""
    slow: bool = False

    def run(self) -> "upstar.Solution":
        """Run the job on one thread."""
        return upstar.solve(
            upstar.position(self.game, self.position),
            self.algorithm,
            seed=self.seed,
            threads=1,
            **self.parameters,
        )

    @property
    def command(self) -> str:
        """Return the command line of the job."""
        words = ["upstar solve", self.game, self.position, "--algorithm", self.algorithm]
        for name, value in self.parameters.items():
            words += ["--set", f"{name}={_text(value)}"]
        return " ".join(words)


def read() -> list[Search]:
    """Return all signatures, in the order of the file."""
    return [Search(**entry) for entry in tomllib.loads(FILE.read_text())["search"]]


def write(searches: list[Search]) -> None:
    """Write all signatures below the comments at the head of the file."""
    head = FILE.read_text().partition("[[search]]")[0].rstrip()
    FILE.write_text("\n\n".join([head, *(_entry(search) for search in searches)]) + "\n")


def _entry(search: Search) -> str:
    lines = ["[[search]]"]
    for name in ("name", "algorithm", "game", "position"):
        lines.append(f'{name} = "{getattr(search, name)}"')
    if search.parameters:
        pairs = (f"{name} = {_toml(value)}" for name, value in search.parameters.items())
        lines.append(f"parameters = {{ {', '.join(pairs)} }}")
    lines.append(f"seed = {search.seed}")
    for name in ("nodes", "expansions", "created"):
        if getattr(search, name) is not None:
            lines.append(f"{name} = {getattr(search, name):_}")
    if search.source:
        lines.append(f'source = "{search.source}"')
    if search.slow:
        lines.append("slow = true")
    lines.append(f'reason = "{search.reason}"')
    return "\n".join(lines)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _toml(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else _text(value)
