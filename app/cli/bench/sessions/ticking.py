"""The clock of a made-up session."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from app.cli.bench.sessions.made import Made

_STEP = timedelta(seconds=11, milliseconds=370)


def ticks(made: Made) -> Iterator[datetime]:
    """A moment for each thing that happens, from the beginning of the session on."""
    at = made.started
    while True:
        yield at
        at += _STEP
