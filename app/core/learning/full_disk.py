"""A disk that is full in the middle of a scan. Public name: `stopped_scan`."""

from collections.abc import Iterator
from contextlib import contextmanager

from app.core.store.errors import DiskFull
from app.core.words import _


@contextmanager
def stopped_scan(hint: str) -> Iterator[None]:
    """Says that a scan stopped, not that a text could not be saved, and what to do."""
    try:
        yield
    except DiskFull as error:
        raise DiskFull(_("The disk is full, so the scan stopped."), hint) from error
