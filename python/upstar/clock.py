"""The clock of limits and of measured times: wall-clock time, or the processor time of a process.

Processor time does not depend on what else the machine does. The environment variable selects the
clock of the core too, so it must be set before the first search of a process.
"""

import os
import time
from typing import Literal, get_args

from upstar.errors import ParameterError

VARIABLE = "UPSTAR_CLOCK"
"""The environment variable that selects the clock. Its one value is ``processor``."""

Clock = Literal["wall", "processor"]


def selected() -> Clock:
    """Return the clock of this process.

    Raises
    ------
    ParameterError
        If the environment variable has a value without a meaning.

    Examples
    --------
    >>> selected()
    'wall'
    """
    asked = os.environ.get(VARIABLE, "")
    if asked not in ("", "processor"):
        raise ParameterError(f"{VARIABLE} is '{asked}'; it can be 'processor', or be unset")
    return "processor" if asked else "wall"


def select(name: str) -> None:
    """Select the clock of this process and of those that it starts, before the first search.

    Raises
    ------
    ParameterError
        If there is no such clock.

    Examples
    --------
    >>> select("sun")
    Traceback (most recent call last):
    upstar.errors.ParameterError: there is no clock 'sun'; known: wall, processor
    """
    if name not in get_args(Clock):
        raise ParameterError(f"there is no clock '{name}'; known: {', '.join(get_args(Clock))}")
    if name == "processor":
        os.environ[VARIABLE] = name


def now() -> float:
    """Return the seconds of the selected clock since some moment.

    Examples
    --------
    >>> before = now()
    >>> now() >= before
    True
    """
    return time.process_time() if selected() == "processor" else time.perf_counter()
