"""The collector of Python held back where it would only cost time."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def nothing_collected() -> Iterator[None]:
    """No search for cycles meanwhile: for work that makes very many things and no cycle.

    While the number of things grows, all of them would be looked through again and again: a tenth
    of the time of a large import. What no name holds is still taken back at once.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
