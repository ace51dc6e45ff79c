"""What has a picture: positions, thermographs, trees."""

from os import PathLike
from typing import TYPE_CHECKING, Any

from upstar.errors import ParameterError

if TYPE_CHECKING:
    from upstar.render.picture import Picture


class Drawable:
    """An object with a picture. A subclass defines ``picture``.

    The options of all methods are those of the object's ``picture``, such as ``mark`` for a
    position.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("clobber", "xo/ox")
    >>> print(p.tikz(mark="a2b2").splitlines()[0])
    \\begin{tikzpicture}[x=0.6pt,y=-0.6pt]
    """

    __slots__ = ()

    def picture(self, *args: Any, **options: Any) -> "Picture":
        """Return the picture.

        Parameters
        ----------
        *args : object
            None.
        **options : object
            The options of the subclass.

        Returns
        -------
        Picture
            The picture.

        Examples
        --------
        >>> import upstar
        >>> upstar.position("clobber", "xo/ox").picture(mark="a2b2").height
        116.0
        """
        raise NotImplementedError

    def svg(self, **options: Any) -> str:
        """Return the picture as an SVG document.

        Parameters
        ----------
        **options : object
            The options of ``picture``.

        Returns
        -------
        str
            The document.

        Examples
        --------
        >>> import upstar
        >>> upstar.position("hex", "3x3").svg(mark="b2").startswith("<svg")
        True
        """
        return self.picture(**options).svg()

    def tikz(self, *, scale: float = 1, **options: Any) -> str:
        """Return the picture as a ``tikzpicture`` environment of LaTeX.

        Parameters
        ----------
        scale : float
            The scale of the picture with its texts and lines. With 1, a square has 24 pt.
        **options : object
            The options of ``picture``.

        Returns
        -------
        str
            The environment. It needs ``\\usepackage{tikz}``.

        Raises
        ------
        ParameterError
            If the scale is not positive, or the picture is larger than TeX allows.

        Examples
        --------
        >>> import upstar
        >>> len(upstar.position("hex", "3x3").tikz().splitlines()) > 9
        True
        """
        return self.picture(**options).tikz(scale=scale)

    def pdf(self, path: str | PathLike[str], *, scale: float = 1, **options: Any) -> None:
        """Write the picture to a PDF file, by LaTeX if it is installed, else by matplotlib.

        Parameters
        ----------
        path : path
            The file; its name ends in ``.pdf``.
        scale : float
            The scale.
        **options : object
            The options of ``picture``.

        Raises
        ------
        ParameterError
            If the name ends otherwise, or neither LaTeX with TikZ nor matplotlib is installed.
        OSError
            If the file cannot be written.

        Examples
        --------
        >>> import upstar
        >>> upstar.position("hex", "3x3").pdf("hex.pdf")  # doctest: +SKIP
        """
        if not str(path).endswith(".pdf"):
            raise ParameterError(f"the name of a PDF file must end in .pdf, not '{path}'")
        self.save(path, scale=scale, **options)

    def save(self, path: str | PathLike[str], *, scale: float = 1, **options: Any) -> None:
        """Write the picture to a file. The end of its name chooses the format.

        Parameters
        ----------
        path : path
            The file: ``.svg``, ``.png``, ``.tikz``, ``.tex`` or ``.pdf``, as for ``Picture.save``.
        scale : float
            The scale; SVG documents ignore it.
        **options : object
            The options of ``picture``.

        Raises
        ------
        ParameterError
            If the name ends otherwise, or what writes the format is missing.
        OSError
            If the file cannot be written.

        Examples
        --------
        >>> import os, tempfile, upstar
        >>> path = os.path.join(tempfile.mkdtemp(), "hex.tikz")
        >>> upstar.position("hex", "3x3").save(path)
        >>> open(path).readline()
        '\\\\begin{tikzpicture}[x=0.6pt,y=-0.6pt]\\n'
        """
        self.picture(**options).save(path, scale=scale)
