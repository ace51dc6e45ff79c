"""Write the types of the parameters of all algorithms, for type checkers.

`python/upstar/parameters.py` has a TypedDict for each algorithm. `python/upstar/typed_searches.pyi`
has an overload of `solve` and `best_move` for each algorithm. Both are made from the list of
algorithms, by `make docs`; a test checks that they are current.
"""

import sys
from pathlib import Path

import upstar
from upstar.registry import ParameterInfo

PACKAGE = Path(__file__).resolve().parent.parent / "python" / "upstar"
PARAMETERS = PACKAGE / "parameters.py"
SEARCHES = PACKAGE / "typed_searches.pyi"

_HEAD = '''\
"""The parameters of each algorithm as types, for type checkers.

tools/search_types.py writes this file from the list of algorithms. ``upstar.algorithms`` has the
same list with help texts.
"""

from os import PathLike
from typing import Literal, TypedDict

'''
_SEARCH_HEAD = '''\
"""``solve`` and ``best_move`` with the parameters of each algorithm, for type checkers.

tools/search_types.py writes this file from the list of algorithms.
"""

import os
from collections.abc import Callable
from typing import Literal, TypeAlias, TypedDict, Unpack, overload

from upstar import parameters
from upstar.best_first import BestFirst
from upstar.best_move import BestMove
from upstar.book import Book
from upstar.game import Game
from upstar.position import Position
from upstar.solution import Progress, Solution

_Game: TypeAlias = str | Game | type[Game]

class _BestMoveOptions(TypedDict, total=False):
    max_nodes: int | None
    max_seconds: float | None
    max_memory: float | None
    max_playouts: int | None
    threads: int
    seed: int
    progress: Callable[[Progress], None] | Literal["auto"] | None

class _SolveOptions(_BestMoveOptions, total=False):
    goal: str | int | None
    distance: bool
    max_distance: int | None
    book: Book | str | os.PathLike[str] | None
    trace: bool
    tree_depth: int | None
    proof: str | os.PathLike[str] | None
    lemmas: bool
    checkpoint: str | os.PathLike[str] | None
    checkpoint_every: float

'''
_WIDTH = 100
_SIMPLE = {"NUMBER": "float", "INTEGER": "int", "TEXT": "str | PathLike[str]"}


def type_of(parameter: ParameterInfo) -> str:
    """Return the type of a parameter's values."""
    if parameter.values in _SIMPLE:
        return _SIMPLE[parameter.values]
    words = parameter.values.split("|")
    names = [word for word in words if word not in ("true", "false")]
    literal = f"Literal[{', '.join(repr(name) for name in names)}]" if names else ""
    boolean = "bool" if len(names) < len(words) else ""
    return " | ".join(kind for kind in (literal, boolean) if kind).replace("'", '"')


def class_name(algorithm: str) -> str:
    """Return the name of the parameters of an algorithm: df-pn -> DfPnParameters."""
    return "".join(part.capitalize() for part in algorithm.split("-")) + "Parameters"


def parameters_text() -> str:
    """Return the text of `parameters.py`."""
    algorithms = upstar.algorithms()
    names = sorted(["ValueParameters", *(class_name(a.name) for a in algorithms)])
    text = _HEAD + "__all__ = [\n" + "".join(f'    "{name}",\n' for name in names) + "]\n"
    text += _typed_dict(
        "ValueParameters",
        "TypedDict",
        "Parameters of every algorithm, on games whose positions have values.",
        upstar.value_parameters(),
    )
    for info in algorithms:
        about = f"Parameters of {info.name}."
        text += _typed_dict(class_name(info.name), "ValueParameters", about, info.parameters)
    return text


def _typed_dict(name: str, base: str, about: str, parameters: object) -> str:
    fields = "".join(f"    {p.name}: {type_of(p)}\n" for p in parameters)  # type: ignore[attr-defined]
    between = "\n" if fields else ""
    return f'\n\nclass {name}({base}, total=False):\n    """{about}"""\n{between}{fields}'


def searches_text() -> str:
    """Return the text of `typed_searches.pyi`."""
    classes, functions = "", ""
    # Algorithms with the same parameters share their overloads.
    groups: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for info in upstar.algorithms():
        groups.setdefault(tuple((p.name, type_of(p)) for p in info.parameters), []).append(
            info.name
        )
    for function, default, answer in (
        ("solve", "auto", "Solution"),
        ("best_move", "mcts", "BestMove"),
    ):
        options = f"_{'Solve' if function == 'solve' else 'BestMove'}Options"
        for names in groups.values():
            kind = f"_{class_name(names[0]).removesuffix('Parameters')}{answer}"
            classes += _class(kind, options, class_name(names[0]))
            literal = f"Literal[{', '.join(repr(name) for name in names)}]".replace("'", '"')
            functions += _overloads(function, literal, kind, answer, is_default=default in names)
        classes += _class(f"_Other{answer}", options, "ValueParameters")
        functions += _overloads(function, "str | BestFirst", f"_Other{answer}", answer)
    return f"{_SEARCH_HEAD}{classes}\n{functions}"


def _class(name: str, options: str, parameters: str) -> str:
    """Return the options of a function together with the parameters of an algorithm."""
    return f"class {name}({options}, parameters.{parameters}, total=False): ...\n"


def _overloads(
    function: str, algorithm: str, options: str, answer: str, *, is_default: bool = False
) -> str:
    """Return the ways to name a position and an algorithm."""
    named = f"algorithm: {algorithm}{' = ...' if is_default else ''}"
    given = f"algorithm: {algorithm}"
    rest = f"**options: Unpack[{options}]"
    ways = (
        ["position: Position", "*", named, rest],
        ["position: Position", given, "/", rest],
        ["position: _Game", "text: str = ...", "/", "*", named, rest],
        ["position: _Game", "text: str", given, "/", rest],
    )
    return "".join(f"@overload\n{_definition(function, way, answer)}" for way in ways)


def _definition(function: str, arguments: list[str], answer: str) -> str:
    """Return a definition, formatted as ruff does."""
    head, inside, tail = f"def {function}(", ", ".join(arguments), f") -> {answer}: ...\n"
    if len(head + inside + tail) <= _WIDTH + 1:
        return head + inside + tail
    if len(inside) + 4 <= _WIDTH:
        return f"{head}\n    {inside}\n{tail}"
    return head + "".join(f"\n    {argument}," for argument in arguments) + f"\n{tail}"


def main() -> None:
    """Write both files."""
    for path, text in ((PARAMETERS, parameters_text()), (SEARCHES, searches_text())):
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(PACKAGE.parent.parent)}", file=sys.stderr)


if __name__ == "__main__":
    main()
