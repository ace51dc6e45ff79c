"""Files with a picture: the end of the name chooses the format."""

import subprocess
from os import PathLike, fspath
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from upstar.errors import ParameterError
from upstar.render import plot, tikz
from upstar.render.picture import Picture

FORMATS = (".svg", ".png", ".tikz", ".tex", ".pdf")
"""The ends of names of pictures."""
_SECONDS = 120
"""The limit for LaTeX."""


def check_name(path: str | PathLike[str], option: str = "the name of a picture") -> str:
    """Return the end of a file's name if pictures can be written to it.

    Parameters
    ----------
    path : path
        The file.
    option : str
        What the error message calls the name.

    Returns
    -------
    str
        One of ``FORMATS``.

    Raises
    ------
    ParameterError
        If the name ends otherwise.

    Examples
    --------
    >>> check_name("board.svg")
    '.svg'
    """
    suffix = Path(path).suffix
    if suffix not in FORMATS:
        known = ", ".join(FORMATS[:-1])
        raise ParameterError(f"{option} must end in {known} or {FORMATS[-1]}, not '{fspath(path)}'")
    return suffix


def save(picture: Picture, path: str | PathLike[str], *, scale: float = 1) -> None:
    """Write a picture to a file.

    Parameters
    ----------
    picture : Picture
        The picture.
    path : path
        The file; its name ends in one of ``FORMATS``.
    scale : float
        The scale; SVG documents ignore it.

    Raises
    ------
    ParameterError
        If the name ends otherwise, the scale is not positive, or matplotlib is missing.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "empty.svg")
    >>> save(Picture(40, 40, ()), path)
    >>> os.path.exists(path)
    True
    """
    suffix = check_name(path)
    tikz.checked_scale(scale)
    if suffix == ".svg":
        _write(path, picture.svg())
    elif suffix == ".tikz":
        _write(path, tikz.environment(picture, scale=scale))
    elif suffix == ".tex":
        _write(path, tikz.document(picture, scale=scale))
    elif suffix == ".png" or not _by_latex(picture, path, scale):
        plot.plot(picture, path, scale=scale)


def _write(path: str | PathLike[str], text: str) -> None:
    Path(path).write_text(text.rstrip("\n") + "\n", encoding="utf-8")


def _by_latex(picture: Picture, path: str | PathLike[str], scale: float) -> bool:
    """Write a PDF file by LaTeX, whose fonts are those of a paper; return whether it worked.

    LaTeX may be missing, or installed without TikZ, or the picture may be too large for TeX.
    """
    program = which("pdflatex")
    if program is None:
        return False
    try:
        text = tikz.document(picture, scale=scale)
    except ParameterError:
        return False
    with TemporaryDirectory() as folder:
        source = Path(folder) / "picture.tex"
        source.write_text(text, encoding="utf-8")
        options = ("-interaction=batchmode", "-halt-on-error", "-no-shell-escape")
        try:
            done = subprocess.run(
                [program, *options, source.name],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        made = source.with_suffix(".pdf")
        if done.returncode != 0 or not made.exists():
            return False
        Path(path).write_bytes(made.read_bytes())
    return True
