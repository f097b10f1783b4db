"""Memory that nobody uses: when it is looked for, and that the system gets it back."""

import ctypes
import gc
import linecache
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


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


def forget_sources() -> None:
    """The text of every module that was loaded goes: PySide looks for its own name in it, and what
    it looked at is kept for tracebacks, which read it again."""
    if linecache.cache:
        linecache.clearcache()


def give_back() -> None:
    """What was freed and is kept for later goes back to the system: some ms for 100 MB.

    For after work that takes much memory for a moment. Only glibc has to be told.
    """
    if sys.platform.startswith("linux"):
        with suppress(AttributeError):  # another library of C
            ctypes.CDLL(None).malloc_trim(0)
