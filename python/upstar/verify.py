"""The verifier of certificates. It does not trust the solver."""

import os
from collections.abc import Callable
from typing import Any

from upstar.certificate import Verification, verify_single
from upstar.errors import ParameterError

__all__ = ["verify"]


def verify(
    path: str | os.PathLike[str],
    *,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    progress: Callable[[dict[str, Any]], None] | None = None,
) -> Verification:
    """Check a certificate by playing through it with the rules of the game alone.

    Parameters
    ----------
    path : path
        The file that ``solve(..., proof=path)`` wrote.
    max_seconds : float, optional
        Stop after this many seconds.
    max_memory : float, optional
        The most memory, in megabytes.
    progress : callable, optional
        Called with a dictionary about ten times a second.

    Returns
    -------
    Verification
        The verdict, and what is proved. It is true if the certificate is right.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ParameterError
        If a limit is not more than 0.

    Examples
    --------
    >>> import os, tempfile, upstar
    >>> path = os.path.join(tempfile.mkdtemp(), "3x3.proof")
    >>> r = upstar.solve(upstar.position("domineering", "3x3"), proof=path)
    >>> upstar.verify(path).outcome
    'win'
    """
    for name, limit in (("max_seconds", max_seconds), ("max_memory", max_memory)):
        if limit is not None and not limit > 0:
            raise ParameterError(f"{name} must be more than 0, not {limit}")
    if not os.path.exists(path):
        raise FileNotFoundError(f"there is no file '{os.fspath(path)}'")
    # Imported here: few programs verify, and it loads modules for archives.
    from upstar.certificate_bundle import is_bundle, verify_bundle

    if is_bundle(path):
        return verify_bundle(path, max_seconds=max_seconds, max_memory=max_memory)
    return verify_single(path, max_seconds=max_seconds, max_memory=max_memory, progress=progress)
