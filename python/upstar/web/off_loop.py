"""Runs what takes more than a few milliseconds outside the event loop, which all visitors share."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

_THREADS = 2
"""Few threads: they share one interpreter with the event loop. Searches run in processes."""

_P = ParamSpec("_P")
_T = TypeVar("_T")
_pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="upstar-off-loop")


async def off_loop(function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """Return the result of a function that runs in a thread while the event loop continues.

    At most two run at a time. The function must not change the page.

    Examples
    --------
    >>> asyncio.run(off_loop(sum, [1, 2, 3]))
    6
    """
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_pool, partial(function, *args, **kwargs))
