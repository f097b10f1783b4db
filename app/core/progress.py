"""How long work says how far it is, and learns that it should stop."""

from typing import Protocol

from app.core.errors import Cancelled


class Progress(Protocol):
    """Handed to long work; `fraction` runs from 0 to 1."""

    def report(self, fraction: float, text: str = "") -> None: ...
    @property
    def cancelled(self) -> bool: ...


class Silent:
    """Reports to nobody and is never cancelled."""

    cancelled = False

    def report(self, fraction: float, text: str = "") -> None:
        pass


SILENT = Silent()


def checkpoint(progress: Progress) -> None:
    """Raise `Cancelled` if the person asked the work to stop."""
    if progress.cancelled:
        raise Cancelled("Stopped.")
