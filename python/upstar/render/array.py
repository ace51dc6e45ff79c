"""Boards as arrays. They need NumPy, the extra ``arrays``."""

from types import ModuleType
from typing import TYPE_CHECKING, Any

from upstar.errors import UnsuitableError

if TYPE_CHECKING:
    import numpy

_CELLS = {".": 0, "x": 1, "o": -1, "v": 1, "h": -1, "#": 2}
_OUTSIDE = 3


def numpy_module() -> ModuleType:
    """Return NumPy, or raise an error that says how to install it."""
    try:
        import numpy
    except ImportError:
        raise ImportError(
            "arrays need NumPy, which is not installed: pip install 'upstar[arrays]'"
        ) from None
    return numpy


def board_array(game: str, layout: str, rows: list[str]) -> "numpy.ndarray[Any, Any]":
    """Return a board as an array; see ``Position.array``."""
    if layout in ("graph", "vertices", "text") or not set("".join(rows)) <= _CELLS.keys():
        raise UnsuitableError(f"positions of {game} have no board of cells")
    width = max((len(row) for row in rows), default=0)
    cells = [[_CELLS[c] for c in row] + [_OUTSIDE] * (width - len(row)) for row in rows]
    return numpy_module().array(cells, dtype="int8")  # type: ignore[no-any-return]


def board_planes(board: "numpy.ndarray[Any, Any]", is_left: bool) -> "numpy.ndarray[Any, Any]":
    """Return a board as planes; see ``Position.planes``."""
    module = numpy_module()
    own = 1 if is_left else -1
    mover = module.full(board.shape, is_left)
    planes = [board == own, board == -own, board == 0, board == 2, mover]
    return module.stack(planes).astype("float32")  # type: ignore[no-any-return]
