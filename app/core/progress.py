"""How long work says how far it is, and learns that it should stop."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from app.core.errors import Cancelled

T = TypeVar("T")


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


@dataclass(frozen=True, slots=True)
class Share:
    """A part of longer work: from `start` to `end` of the whole."""

    whole: Progress
    start: float
    end: float

    @property
    def cancelled(self) -> bool:
        return self.whole.cancelled

    def report(self, fraction: float, text: str = "") -> None:
        self.whole.report(self.start + (self.end - self.start) * min(fraction, 1.0), text)


@dataclass(frozen=True, slots=True)
class Named:
    """Work that says with all it reports what it is."""

    whole: Progress
    name: str

    @property
    def cancelled(self) -> bool:
        return self.whole.cancelled

    def report(self, fraction: float, text: str = "") -> None:
        more = text if text != self.name else ""
        self.whole.report(fraction, ": ".join(filter(None, (self.name, more))))


def checkpoint(progress: Progress) -> None:
    """Raise `Cancelled` if the person asked the work to stop."""
    if progress.cancelled:
        raise Cancelled("Stopped.")


def through(items: Sequence[T], progress: Progress) -> Iterator[T]:
    """One after the other, saying before each how far it is; raises `Cancelled`."""
    for number, item in enumerate(items):
        checkpoint(progress)
        progress.report(number / len(items))
        yield item
