"""Garbage collection of the server, in small parts between the events of pages.

A page has about 6,000 objects. With a hundred open pages, a full collection takes a few hundred
milliseconds, and Python starts one whenever many objects were created: when a page is built. So

* the server never starts a full collection automatically,
* every few seconds it collects what was created since, and leaves what is still used out of later
  collections,
* elements that were removed, and closed pages, break the cycles of their objects, so that they
  need no collection, and
* every half an hour a collection of all objects finds the rest.
"""

import asyncio
import gc
from collections.abc import Iterable

from nicegui.element import Element

_EVERY = 5.0
_ALL_EVERY = 360
"""Collections of new objects before one of all objects."""
_YOUNG = (5_000, 20)
"""New objects before a collection of new ones; such collections before one of the middle ones."""
_NEVER = 1_000_000_000
_RELEASE_AFTER = 20.0
"""Seconds after which nothing runs any more for an element that was removed."""


def postpone_full_collections() -> None:
    """Start no full collection automatically, and leave the objects that exist now out of all."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_YOUNG, _NEVER)


async def collect_regularly() -> None:
    """Collect new objects at intervals, and now and then all objects."""
    number = 0
    while True:
        await asyncio.sleep(_EVERY)
        number += 1
        if number % _ALL_EVERY == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()


def release_later(elements: Iterable[Element], *others: object) -> None:
    """Free elements that were removed from a page, once nothing runs any more for them.

    Elements have cycles of references: with their handlers, and within their classes and styles.
    """
    held = [*elements]
    asyncio.get_running_loop().call_later(_RELEASE_AFTER, _break_cycles, held, others)


def _break_cycles(elements: Iterable[Element], others: Iterable[object]) -> None:
    """Delete the attributes of objects that nobody uses any more."""
    for element in elements:
        for each in (element.classes, element.style, element.props, element):
            vars(each).clear()
    for other in others:
        vars(other).clear()
