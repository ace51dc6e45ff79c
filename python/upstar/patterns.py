"""Weights of 3x3 patterns for random playouts of Go, stored in small files.

A position names its weights, ``9x9:patterns=NAME``. They are loaded from the file ``NAME.patterns``
in the working directory, or from the path given to ``load_patterns``.
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
    """Load the weights of a file and register them under a name.

    Parameters
    ----------
    name : str
        Letters, digits, ``_`` and ``.``; positions refer to the weights by it.
    path : Path, optional
        The file; by default ``NAME.patterns`` in the working directory.

    Raises
    ------
    ParameterError
        If the name is not allowed, there is no such file, or it does not hold weights.

    Examples
    --------
    >>> import tempfile, upstar
    >>> from upstar.patterns import load_patterns, save_patterns
    >>> path = Path(tempfile.mkdtemp()) / "plain.patterns"
    >>> save_patterns({0: 0.5}, path)
    >>> load_patterns("plain", path)
    >>> upstar.position("go", "5x5:patterns=plain").game
    'go'
    """
    if not re.fullmatch(r"[A-Za-z0-9_.]+", name):
        raise ParameterError(f"'{name}' is not a name of patterns; use letters, digits, '_', '.'")
    file = path or Path(name + _SUFFIX)
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        weights = {int(key, 16): float(value) for key, value in document["weights"].items()}
    except OSError as error:
        raise ParameterError(
            f"there are no patterns '{name}': '{file}' cannot be read: {error.strerror}"
        ) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ParameterError(
            f"'{file}' holds no weights of patterns; save_patterns writes such a file"
        ) from None
    if not all(0 <= key < 1 << 16 and abs(value) < 1e6 for key, value in weights.items()):
        raise ParameterError(
            f"'{file}' holds a pattern beyond 16 bits or a weight that is not below 1,000,000"
        )
    _core.learn_patterns(name, weights)
    _loaded.add(name)


def save_patterns(weights: Weights, path: Path, *, about: str = "") -> None:
    """Write weights to a file. The file appears only when it is complete.

    Parameters
    ----------
    weights : dict of int to float
        The weight of each pattern, by the pattern's 16-bit code.
    path : Path
        The file.
    about : str
        A remark to store in the file.

    Examples
    --------
    >>> import tempfile
    >>> from upstar.patterns import save_patterns
    >>> path = Path(tempfile.mkdtemp()) / "plain.patterns"
    >>> save_patterns({0: 0.5}, path, about="one weight")
    >>> path.read_text().split()[1:3]
    ['"kind":', '"patterns",']
    """
    entries = {f"{key:04x}": round(value, 5) for key, value in sorted(weights.items())}
    document = {"kind": "patterns", "about": about, "weights": entries}
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(document, indent=0) + "\n", encoding="utf-8")
    part.replace(path)


def load_patterns_of(text: str) -> None:
    """Load the patterns that the text of a position names, unless they are loaded.

    Parameters
    ----------
    text : str
        The text of a position of Go.

    Raises
    ------
    ParameterError
        If there is no such file, or it does not hold weights.

    Examples
    --------
    >>> from upstar.patterns import load_patterns_of
    >>> load_patterns_of("9x9:komi=7.5")
    """
    for name in re.findall(r"(?<=[:,]patterns=)[^,]*", text):
        if name not in _loaded:
            load_patterns(name)
