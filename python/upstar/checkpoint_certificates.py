"""Certificates of solved positions from the transposition tables in checkpoints."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from upstar.errors import ParameterError
from upstar.position import position

if TYPE_CHECKING:
    from upstar.nimbers import NimberSolution
    from upstar.solution import Solution

__all__ = ["certify"]

_FILE = "table.upstar"
_NAME = "certificate.proof"
_MOST_HEADER_BYTES = 1 << 16


def certify(
    directory: str | os.PathLike[str],
    *,
    proof: str | os.PathLike[str] | None = None,
    lemmas: bool = True,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    threads: int = 1,
) -> "Solution | NimberSolution":
    """Write the certificate of a position that a search with a checkpoint has solved.

    The table of the search is loaded, so its proved positions need no new search. If the search had
    not finished, it continues until a limit.

    Parameters
    ----------
    directory : path
        The directory that ``solve(..., checkpoint=directory)`` or ``nimber(...,
        checkpoint=directory)`` used.
    proof : path, optional
        The file to write. By default ``certificate.proof`` in the directory.
    lemmas : bool
        Let the certificate use lemmas if there are any for the game.
    max_nodes : int, optional
        Stop after this many nodes.
    max_seconds : float, optional
        Stop after this many seconds.
    max_memory : float, optional
        The most memory, in megabytes.
    threads : int
        The threads of a search that continues.

    Returns
    -------
    Solution or NimberSolution
        The answer, with ``proof``; or ``proof_error``, which says why there is no certificate.

    Raises
    ------
    ParameterError
        If there is no checkpoint of a search on positions in the directory.

    Examples
    --------
    >>> import os, tempfile, upstar
    >>> folder = tempfile.mkdtemp()
    >>> p = upstar.position("nogo", "3x4")
    >>> r = upstar.solve(p, "alpha-beta", checkpoint=folder)
    >>> bool(upstar.verify(upstar.certify(folder).proof.path))
    True
    """
    from upstar.solve import solve

    header = _header(Path(directory))
    if header["searches"] != "positions":
        raise ParameterError(
            f"the checkpoint in '{os.fspath(directory)}' is of a search on {header['searches']}; "
            "certificates need a search on positions, such as --algorithm alpha-beta"
        )
    start = position(header["game"], header["position"], to_move=header["to_move"])
    path = Path(directory) / _NAME if proof is None else proof
    if header["algorithm"] == "nimber":
        from upstar.nimbers import nimber

        return nimber(
            start,
            checkpoint=directory,
            proof=path,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
            max_memory=max_memory,
            threads=threads,
        )
    pairs = (pair.partition("=") for pair in header["parameters"].split())
    parameters = {name: value for name, _, value in pairs if value}
    goal = None if header["goal"] == "none" else int(header["goal"])
    return solve(
        start,
        header["algorithm"],
        goal=goal,
        checkpoint=directory,
        proof=path,
        lemmas=lemmas,
        max_nodes=max_nodes,
        max_seconds=max_seconds,
        max_memory=max_memory,
        threads=threads,
        **parameters,  # type: ignore[arg-type]
    )


def _header(directory: Path) -> dict[str, str]:
    """Return the lines at the beginning of a checkpoint."""
    missing = f"there is no checkpoint of a search in '{directory}'"
    try:
        with (directory / _FILE).open("rb") as file:
            data = file.read(_MOST_HEADER_BYTES)
    except OSError:
        raise ParameterError(missing) from None
    text = data.partition(b"\n\n")[0].decode("utf-8", "replace")
    lines = (line.partition(": ") for line in text.split("\n"))
    found = {key: value for key, _, value in lines}
    needed = {"game", "position", "to_move", "algorithm", "parameters", "goal", "searches"}
    if not text.startswith("upstar-checkpoint: ") or not needed <= found.keys():
        raise ParameterError(missing)
    return found
