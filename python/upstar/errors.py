"""What upstar raises: each error says what was wrong, where, and what would be right."""


class UpstarError(Exception):
    """Anything that upstar finds wrong with what it was given."""


class PositionError(UpstarError, ValueError):
    """Text that is not a position of the game."""


class MoveError(UpstarError, ValueError):
    """Text that is not a legal move."""


class UnknownNameError(UpstarError, ValueError):
    """A game or an algorithm that does not exist."""


class ParameterError(UpstarError, ValueError):
    """A parameter that does not exist or cannot have that value."""


class UnsuitableError(UpstarError, ValueError):
    """An algorithm that cannot be used on that game."""


class CertificateError(UpstarError, ValueError):
    """A file that is not a certificate."""


class DamagedFileError(UpstarError, ValueError):
    """A file of a database that is damaged, or is not what it should be."""


class ValueTextError(UpstarError, ValueError):
    """Text that is not a value of a game."""


class ValueLimitError(UpstarError, OverflowError):
    """A value, or its text, that is larger than is kept."""
