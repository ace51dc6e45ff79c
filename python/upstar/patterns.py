"""Weights of 3x3 patterns for playouts of Go, kept in small files.

A position uses weights by their name, ``9x9:patterns=NAME``; they are loaded from the file
``NAME.patterns`` in the present folder, or from the path that `load_patterns` is given.
"""

import json
import re
from pathlib import Path

from upstar import _core
from upstar.errors import ParameterError

_SUFFIX = ".patterns"
_loaded: set[str] = set()

Weights = dict[int, float]


def load_patterns(name: str, path: Path | None = None) -> None:
    """Make the weights in a file known by a name.

    Raises
    ------
    ParameterError
        If there is no such file, or it holds no weights.
    """
    if not re.fullmatch(r"[A-Za-z0-9_.]+", name):
        raise ParameterError(f"'{name}' is no name for patterns: letters, digits, '_' and '.'")
    file = path or Path(name + _SUFFIX)
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        weights = {int(key, 16): float(value) for key, value in document["weights"].items()}
    except OSError as error:
        raise ParameterError(f"there are no patterns '{name}': {file}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ParameterError(f"'{file}' holds no weights of patterns") from None
    if not all(0 <= key < 1 << 16 and abs(value) < 1e6 for key, value in weights.items()):
        raise ParameterError(f"'{file}' holds weights that are no weights of patterns")
    _core.learn_patterns(name, weights)
    _loaded.add(name)


def save_patterns(weights: Weights, path: Path, *, about: str = "") -> None:
    """Write weights to a file, whole or not at all."""
    entries = {f"{key:04x}": round(value, 5) for key, value in sorted(weights.items())}
    document = {"kind": "patterns", "about": about, "weights": entries}
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(document, indent=0) + "\n", encoding="utf-8")
    part.replace(path)


def load_patterns_of(text: str) -> None:
    """Load the patterns that a position's text names, unless they are loaded."""
    for name in re.findall(r"(?<=[:,]patterns=)[^,]*", text):
        if name not in _loaded:
            load_patterns(name)
