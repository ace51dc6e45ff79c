"""Exceptions. Each message says what was wrong, where, and what would be right."""


class UpstarError(Exception):
    """The base class of the errors that upstar raises about its input.

    Examples
    --------
    >>> import upstar
    >>> try:
    ...     upstar.position("dominering", "6x6")
    ... except upstar.UpstarError as error:
    ...     print(error)
    there is no game 'dominering'; did you mean 'domineering'?
    """


class PositionError(UpstarError, ValueError):
    """A text is not a position of the game.

    Examples
    --------
    >>> import upstar
    >>> upstar.position("domineering", "six by six")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    upstar.errors.PositionError: ...
    """


class MoveError(UpstarError, ValueError):
    """A text is not a legal move.

    Examples
    --------
    >>> import upstar
    >>> upstar.position("domineering", "2x2").play("c1c2")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    upstar.errors.MoveError: ...
    """


class UnknownNameError(UpstarError, ValueError):
    """There is no game, algorithm or player of that name.

    Examples
    --------
    >>> import upstar
    >>> upstar.solve(upstar.position("domineering", "2x2"), "alphabeta")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    upstar.errors.UnknownNameError: ...
    """


class ParameterError(UpstarError, ValueError):
    """A parameter does not exist or cannot have that value.

    Examples
    --------
    >>> import upstar
    >>> upstar.solve(upstar.position("domineering", "2x2"), max_nodes=0)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    upstar.errors.ParameterError: max_nodes must be ...
    """


class UnsuitableError(UpstarError, ValueError):
    """An algorithm or a computation cannot be used on that game.

    Examples
    --------
    >>> import upstar
    >>> upstar.value("hex", "3x3")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    upstar.errors.UnsuitableError: ...
    """


class CertificateError(UpstarError, ValueError):
    """A file is not a certificate.

    Examples
    --------
    >>> import os, tempfile
    >>> from upstar.strategy import claims
    >>> path = os.path.join(tempfile.mkdtemp(), "empty.proof")
    >>> open(path, "w").close()
    >>> claims(path)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    upstar.errors.CertificateError: ...
    """


class DamagedFileError(UpstarError, ValueError):
    """A file of a database is damaged or belongs to another database.

    Examples
    --------
    >>> import os, tempfile, upstar
    >>> where = tempfile.mkdtemp()
    >>> built = upstar.build_database("clobber", "1x2", where)
    >>> file = os.path.join(where, sorted(os.listdir(where))[0])
    >>> os.truncate(file, 10)
    >>> upstar.database_stat(file)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    upstar.errors.DamagedFileError: ...
    """


class ValueTextError(UpstarError, ValueError):
    """A text is not a combinatorial value.

    Examples
    --------
    >>> import upstar
    >>> upstar.Value("1/3")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    upstar.errors.ValueTextError: ...
    """


class ValueLimitError(UpstarError, OverflowError):
    """A value, or its text, is larger than upstar computes, or a limit was reached first.

    Examples
    --------
    >>> import upstar
    >>> upstar.star * 2**70  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    upstar.errors.ValueLimitError: ...
    """
